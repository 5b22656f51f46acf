"""What the card of masks says: a line for layers of one mask, and the rows that see nothing by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.capture import Capture
from engine.heads.audit import LayerMask, joined
from engine.tiles import Tiles

FEW: Final = 6  # rows named
RUNS: Final = 3  # runs of layers named


@dataclass(frozen=True)
class Line:
    """One mask: which layers ran with it, what it does, which rows see nothing, and its picture."""

    layers: str
    says: str
    blind: str  # "" where every row sees something
    tiles: Tiles

    def plain(self) -> str:
        """The line as text."""
        return " ".join(filter(None, (f"{self.layers}:", self.says, self.blind)))


def lines_of(found: tuple[LayerMask, ...], capture: Capture) -> tuple[Line, ...]:
    """The lines of an audit, top to bottom."""
    return tuple(_line(same, capture) for same in joined(found))


def _line(same: tuple[LayerMask, ...], capture: Capture) -> Line:
    first = same[0]
    says = first.words.partition(";")[0].removesuffix(".")
    says += "." if first.alike else "; the heads differ."
    return Line(_layers([each.layer for each in same]), says[0].upper() + says[1:], _blind(first, capture), first.tiles)


def _layers(numbers: list[int]) -> str:
    """ "Layers 0 to 5", "Layer 3", "Layers 0 to 1, 4 to 5"; of many runs how many there are, and the first ones."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    named = [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    if len(runs) > RUNS:
        return f"{len(numbers)} layers: {', '.join(named[:RUNS])}, …, {named[-1]}"
    return f"Layer{'s' if len(numbers) > 1 else ''} {', '.join(named)}"


def _blind(mask: LayerMask, capture: Capture) -> str:
    count = len(mask.blind)
    if not count:
        return ""
    named = [f"“{capture.tokens[row].label}” ({row})" for row in mask.blind[:FEW]]
    more = f" and {count - FEW} more" if count > FEW else ""
    return f"{count} of {len(capture.tokens)} rows see nothing: {', '.join(named)}{more}."
