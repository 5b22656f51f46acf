"""Chapter 1: what attention is for, by a word with two meanings."""

from engine.learn.records import Chapter, Heading, Live, Para, Try
from engine.learn.scenes import BANK, example

MONEY = "The bank raised its interest rates."

CHAPTER = Chapter(
    name="idea",
    title="The idea",
    lead="With self-attention every word of a text asks all the others for what it needs, and all words ask at once.",
    blocks=(
        Heading("Two meanings of “bank”", "bank"),
        Para(
            "Read this: **The bank of the river was muddy.** You knew at once that nobody keeps money here. The word "
            "“bank” did not tell you that. The words “river” and “muddy” did."
        ),
        Para(
            "A model begins with one list of numbers for each word of its vocabulary. “bank” has the same list in "
            "every text, whichever bank is meant. So the list has to change with the words around it. Attention does "
            "that: “bank” takes something from “river”."
        ),
        Live(
            "chips",
            BANK,
            "MiniLM, a small model, reads the sentence; a head is one of its ways to look. Click any word.",
        ),
        Heading("What you see", "see"),
        Para(
            "The framed word asks. The stronger the colour of another word, the more it is heard. Here “bank” gives "
            "{n:52 %} of its attention to “river” and {n:24 %} to “muddy”. To itself it gives {n:1 %}."
        ),
        Para(
            "The shares of one word always add up to 1. “[CLS]” and “[SEP]” are marks that the model puts around each "
            "text. They get {n:9 %} here. Words, pieces of words and marks are all called **tokens**."
        ),
        Heading("Where the words stand", "far"),
        Para("Now the river is at the other end of the sentence, and “bank” still finds it, with {n:63 %}."),
        Live("chips", example("bank-river"), "The same head. Between “bank” and “river” stand three other words."),
        Para(
            "A network that reads word by word would have to carry “bank” past every word in between. Attention needs "
            "one step for any distance. And no word waits for the one before it: all of them can be computed in "
            "parallel."
        ),
        Heading("With money", "money"),
        Para(
            f"Now read this: **{MONEY}** There is no river to find. The head above gives {{n:46 %}} to [CLS] and "
            "[SEP], which often means: nothing here for me. Its neighbour, head 3, gives “rates” {n:29 %}, more than "
            "to any other word. In the first sentence the same head 3 chose “muddy”, with {n:42 %}. Nobody wrote a "
            "rule for this. The numbers inside the heads were learned."
        ),
    ),
    tries=(
        Try("Open this head", "Attention, “bank”, every number live", BANK | {"workspace": "attention"}),
        Try(
            "The other bank",
            "MiniLM reads the sentence about money",
            BANK | {"workspace": "attention", "text": MONEY, "head": 3},
        ),
        Try("All heads at once", "Heads, this sentence", BANK | {"workspace": "heads"}),
    ),
    sources="Vaswani et al., Attention Is All You Need, arXiv 1706.03762, sec. 1 and 4.",
    seed=("In One Sentence", "Intuition"),
)
