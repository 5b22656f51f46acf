"""Chapter 12: what to read next, and why."""

from engine.learn.records import Chapter, Heading, Paper, Papers, Para


def _paper(title: str, authors: str, year: int, venue: str, number: str, why: str) -> Paper:
    return Paper(title, authors, year, venue, f"https://arxiv.org/abs/{number}", why)


FIRST = (
    _paper(
        "Attention Is All You Need",
        "Vaswani, Shazeer, Parmar, Uszkoreit, Jones, Gomez, Kaiser, Polosukhin",
        2017,
        "NeurIPS 2017",
        "1706.03762",
        "Where it begins: self-attention in place of recurrence and convolution. Section 3.2 is four pages worth "
        "reading twice.",
    ),
    _paper(
        "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
        "Devlin, Chang, Lee, Toutanova",
        2018,
        "NAACL 2019",
        "1810.04805",
        "What attention in both directions can learn from hidden words alone. MiniLM, the model of most chapters, is "
        "of this family.",
    ),
)
MORE = (
    _paper(
        "RoFormer: Enhanced Transformer with Rotary Position Embedding",
        "Su, Lu, Pan, Murtadha, Wen, Liu",
        2021,
        "Neurocomputing 568 (2024)",
        "2104.09864",
        "RoPE, with the derivation from what a relative score must look like.",
    ),
    _paper(
        "FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness",
        "Dao, Fu, Ermon, Rudra, Ré",
        2022,
        "NeurIPS 2022",
        "2205.14135",
        "Tiles, online softmax, and a proof of how little has to move. Its algorithm 1 can be played in Flash.",
    ),
    _paper(
        "FlashAttention-2: Faster Attention with Better Parallelism and Work Partitioning",
        "Dao",
        2023,
        "ICLR 2024",
        "2307.08691",
        "The loops the other way round. Flash shows this order first.",
    ),
    _paper(
        "Online normalizer calculation for softmax",
        "Milakov, Gimelshein",
        2018,
        "arXiv",
        "1805.02867",
        "Six pages on the running maximum and sum, before FlashAttention.",
    ),
    _paper(
        "What Does BERT Look At? An Analysis of BERT’s Attention",
        "Clark, Khandelwal, Levy, Manning",
        2019,
        "BlackboxNLP 2019",
        "1906.04341",
        "What heads do: previous token, separators, grammar. The measures of Heads come from here.",
    ),
    _paper(
        "Attention is not Explanation",
        "Jain, Wallace",
        2019,
        "NAACL 2019",
        "1902.10186",
        "Why a map of weights says where a head reads from, and not why a model answers.",
    ),
)

CHAPTER = Chapter(
    name="papers",
    title="Papers",
    lead="Two papers to begin with, and six that go further.",
    blocks=(
        Heading("Begin here", "first"),
        Papers(FIRST),
        Heading("Go on", "more"),
        Papers(MORE),
        Para("Each variant in the catalogue names its own paper. A link opens only when you click it."),
    ),
    line=None,
    sources="arXiv, and the proceedings named with each paper.",
    seed=("Representative Flash Papers: Attention Is All You Need", "Representative Flash Papers: BERT Explained"),
)
