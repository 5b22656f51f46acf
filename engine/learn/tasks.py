"""Challenges that the scene itself answers: each check looks at what the person chose and what the model did there."""

from __future__ import annotations

from typing import Final

from engine.learn import solved
from engine.learn.records import Task
from engine.learn.scenes import ANIMAL, BANK, DURSLEY, LOCKS

_ALL: Final = (
    Task(
        name="pronoun",
        title="What was tired?",
        asks="Find a head in which “it” gives more to “animal” than to any other token.",
        hint="Click “it”, then try layers 3 and 5. In Heads you can sort by From query to key.",
        fields=ANIMAL | {"layer": 0, "head": 0, "workspace": "attention"},
        check=solved.looks_at("it", "animal"),
    ),
    Task(
        name="two-keys",
        title="Two words",
        asks="Turn the scale until “bank” looks at two words: its entropy should be 1 bit, within 0.05.",
        hint="Smaller √d{_k} is sharper. One bit is as uncertain as two keys alike. Look near 3.",
        fields=BANK | {"workspace": "attention"},
        check=solved.has_bits("bank", 1.0, 0.05),
    ),
    Task(
        name="vanish",
        title="Stop the learning",
        asks="Choose a scale at which the row of “bank” keeps less than 5 % of its largest gradient.",
        hint="The gradient vanishes where one weight is almost 1. Go below √d{_k} = 1.",
        fields=BANK | {"workspace": "attention"},
        check=solved.gradient_below("bank", 0.05),
    ),
    Task(
        name="previous",
        title="One step back",
        asks="Find a head that always looks at the token before: at least 90 % on average.",
        hint="In Heads, choose Previous token and sort by score. The first layer has one.",
        fields=BANK | {"workspace": "heads", "measure": "entropy"},
        check=solved.measures("previous", 0.9),
    ),
    Task(
        name="future",
        title="Hide the future",
        asks="Make MiniLM blind for what comes later: no word may see one after it, and each still sees itself.",
        hint="Look among the masks in the variant picker.",
        fields=BANK | {"workspace": "attention"},
        check=solved.hides_the_future,
    ),
    Task(
        name="sink",
        title="Where attention rests",
        asks="In SmolLM2, find a head that gives at least 90 % to the first token, over all rows.",
        hint="In Heads, choose First token. Many heads of the middle layers do it.",
        fields=DURSLEY | {"layer": 0, "head": 0, "measure": "entropy", "workspace": "heads"},
        check=solved.measures("first", 0.9, model="smollm2"),
    ),
    Task(
        name="induction",
        title="It happened before",
        asks="Find a head of SmolLM2 that looks at what followed the same token last time: at least 50 % on average.",
        hint="In Heads, choose Induction. The text repeats itself, so there is something to find: layers 17 and 18.",
        fields=DURSLEY | {"layer": 0, "head": 0, "measure": "entropy", "workspace": "heads"},
        check=solved.measures("induction", 0.5, model="smollm2"),
    ),
    Task(
        name="sums",
        title="Not a distribution",
        asks="Choose a variant whose rows do not add up to 1.",
        hint="Replace softmax: in some normalisers nothing competes, in others a sink takes a share.",
        fields=BANK | {"workspace": "attention"},
        check=solved.rows_do_not_sum,
    ),
    Task(
        name="zeros",
        title="Exactly nothing",
        asks="Hide nothing, and still let “bank” give exactly 0 to at least three tokens, in rows that add up to 1.",
        hint="e to any score is above 0. You need a normaliser without e.",
        fields=BANK | {"workspace": "attention"},
        check=solved.true_zeros("bank", 3),
    ),
    Task(
        name="fewer-bytes",
        title="Make tiles pay",
        asks="Choose tiles with which FlashAttention moves fewer bytes than standard attention on this text.",
        hint="Each block of queries reads all keys and values again. Make the blocks of queries larger.",
        fields=LOCKS | {"block_q": 4, "block_k": 8, "workspace": "flash"},
        check=solved.moves_less(32),
    ),
    Task(
        name="last-rise",
        title="The last rise",
        asks="Step to the tile at which the running maximum of the second “jonas” rises last, in tiles of 8 × 8.",
        hint="Its row is token 31, so row block 3. Watch m in the row state: it rises early, and then once more.",
        fields=LOCKS | {"query": 31, "block_q": 8, "block_k": 8, "workspace": "flash"},
        check=solved.at_last_rise(31, 8),
    ),
    Task(
        name="skip",
        title="Tiles left out",
        asks="Let the mask skip at least a third of all tiles.",
        hint="A mask that hides whole tiles: causal, or a narrow window. Small tiles fit its edge better.",
        fields=LOCKS | {"block_q": 16, "block_k": 16, "workspace": "flash"},
        check=solved.skips(1 / 3),
    ),
)
TASKS: Final[dict[str, Task]] = {task.name: task for task in _ALL}
