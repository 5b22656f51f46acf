"""What stands beside the curves in words: their names and shares, the model's own scale, what the ends mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.shown.saturation import Saturation
from engine.shown.view import View
from gui.look.drawing import text_width
from gui.look.numbers import percent
from gui.look.runs import Run, width_of
from gui.look.theme import font

LEGENDS: Final = (  # from roomy to tight: names, px from entry to entry, and of the line before a name
    (("Entropy", "Largest", "Gradient"), 17, 14),
    (("Entropy", "Largest", "Gradient"), 11, 9),
    (("Entropy", "Largest", "Grad."), 11, 9),
    (("Entropy", "Max", "Grad."), 8, 9),
)
NO_GRADIENT: Final = ("Gradient: softmax only", "No gradient")  # and where the room is short
ENDS: Final = (
    ("← one word takes all, no gradient", "all words alike →"),
    ("← one word takes all", "all words alike →"),
)
APART: Final = 16  # px between both
Runs = tuple[Run, ...]


@dataclass(frozen=True)
class Legend:
    """Entries of names and shares, or for the last the words `without` a gradient; px between them, and of a line."""

    entries: tuple[Runs, ...]
    without: str
    gap: int
    sample: int

    @property
    def width(self) -> float:
        """All in all, in px."""
        entries = sum(self.sample + 6 + width_of(runs, "caption") + self.gap for runs in self.entries)
        return entries + text_width(self.without, font("caption")) - (0 if self.without else self.gap)


def legend_of(now: Saturation, width: int, wide: bool) -> Legend:
    """The roomiest of LEGENDS that is at most `width` px wide; `wide` says what the gradient is a share of."""
    shares = [now.entropy_now, now.largest_now, *([] if now.gradient_now is None else [now.gradient_now])]
    after = Run("  of its peak" if wide else "", "ink3")
    for names, gap, sample in LEGENDS:
        entries = tuple(
            (Run(f"{name}  ", "ink"), Run(percent(share), "ink", 600), *([after] if name == "Gradient" else []))
            for name, share in zip(names, shares, strict=False)
        )
        without = NO_GRADIENT[names[-1] != "Gradient"] if now.gradient_now is None else ""
        legend = Legend(entries, without, gap, sample)
        if legend.width <= width:
            break
    return legend


def ends(width: int) -> tuple[str, str]:
    """What the ends of the axis mean, as much of it as stands apart in so many px."""
    return next((pair for pair in ENDS if text_width("".join(pair), font("caption")) + APART <= width), ENDS[-1])


def own(view: View, width: int) -> str:
    """ "the model's own, √32": the root where d_k is whole; in so many px as much of it as fits."""
    square = view.trained_divisor**2
    whole = abs(square - round(square)) < 1e-3
    ways = [f"the model’s own, √{round(square)}", f"model’s, √{round(square)}"] if whole else ["the model’s own"]
    return next((said for said in ways if text_width(said, font("caption")) <= width), "")
