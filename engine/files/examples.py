"""The gallery: captures of real models for a handful of texts, in resources/, so that nothing has to be loaded first.

`python -m engine.files.examples` makes the files anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from engine.capture import Capture

FOLDER: Final = Path(__file__).parents[2] / "resources" / "examples"


@dataclass(frozen=True)
class Example:
    """A text with a capture, and what is worth looking at in it."""

    name: str
    title: str
    hint: str
    text: str
    layer: int  # where to look first
    head: int
    query: int
    model: str = "minilm"
    file: str = ""  # the example whose capture this one shares
    half: bool = False  # in half precision, where a long text would take too much room

    @property
    def path(self) -> Path:
        """The capture file."""
        return FOLDER / f"{self.file or self.name}.safetensors"


DURSLEY: Final = "Mr and Mrs Dursley were proud to say that Mr and Mrs Dursley were perfectly normal."

_EXAMPLES: Final = (
    Example(
        name="bank-muddy",
        title="A muddy bank",
        hint="Which bank? Layer 0, head 4 looks at river.",
        text="The bank of the river was muddy.",
        layer=0,
        head=4,
        query=2,
    ),
    Example(
        name="bank-river",
        title="On the bank",
        hint="The same word, with the water at the other end of the sentence.",
        text="We sat on the bank and watched the river.",
        layer=0,
        head=4,
        query=5,
    ),
    Example(
        name="animal-tired",
        title="What was tired?",
        hint="In layer 3, head 1 “it” looks at animal.",
        text="The animal didn't cross the street because it was too tired.",
        layer=3,
        head=1,
        query=10,
    ),
    Example(
        name="pieces",
        title="Words in pieces",
        hint="Rare words reach the model as several tokens; merged and apart they look different.",
        text="The unbelievably photogenic axolotl outmaneuvered two electroencephalographers.",
        layer=1,
        head=11,
        query=5,
    ),
    Example(
        name="dursley",
        title="The Dursleys again",
        hint="SmolLM2: the second time, layer 18, head 6 looks at what followed the first.",
        text=DURSLEY,
        layer=18,
        head=6,
        query=15,
        model="smollm2",
    ),
    Example(
        name="dursley-sink",
        title="All to the first",
        hint="SmolLM2: in layer 18, head 8 every word looks at the first one, whatever it is.",
        text=DURSLEY,
        layer=18,
        head=8,
        query=15,
        model="smollm2",
        file="dursley",
    ),
    Example(
        name="keys-and-locks",
        title="Keys, locks and her",
        hint="About 60 tokens: names that return, pronouns that lean on them.",
        text=(
            "Mara gave the key to Jonas because he had lost his own. The key opened the old lock, but the lock "
            "of the gate was new, so Jonas asked Mara for the other key. She had left it in the pocket of her coat, "
            "and her coat hung behind the gate."
        ),
        layer=5,
        head=4,
        query=39,
        half=True,
    ),
)
GALLERY: Final = {example.name: example for example in _EXAMPLES}


def halved(capture: Capture) -> Capture:
    """The same capture in half precision, which says so."""
    layers = [
        replace(layer, **{name: getattr(layer, name).astype(np.float16) for name in "qkv"}) for layer in capture.layers
    ]
    return replace(capture, layers=tuple(layers), dtype="float16")


def make() -> None:
    """Run the models on every text and write the captures."""
    from engine.models import open_model  # loads torch

    FOLDER.mkdir(parents=True, exist_ok=True)
    models = {name: open_model(name) for name in {example.model for example in _EXAMPLES}}
    for example in _EXAMPLES:
        if example.file:
            continue
        capture = models[example.model].capture(example.text)
        if example.half:
            capture = halved(capture)
        capture.save(example.path)
        print(f"{example.path.name}: {len(capture.tokens)} tokens, {example.path.stat().st_size:,} bytes")


if __name__ == "__main__":
    make()
