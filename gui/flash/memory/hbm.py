"""The HBM card: every matrix of the algorithm as a row of boxes, and how much lies there in all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from engine.flash.frame.view import FlashView, Strip
from engine.flash.hardware.memory import held
from engine.flash.words.quantities import count
from gui.flash.fitting import fitting
from gui.flash.grid.words import LOSS
from gui.flash.memory.blocks import Boxes, ink
from gui.flash.memory.cards import HEADING, INSET, L, draw_card, draw_heading
from gui.flash.pane import Piece
from gui.flash.units import in_bytes, three
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font

ABREAST: Final = 4  # matrices in one line; of more there are two lines
IN_WORDS: Final = {"L": "log-sum-exp"}
APART: Final = 14  # px between matrices
LINES: Final = {1: ((32, 26, 6, 16),), 2: ((27, 13, 2, 14), (58, 13, 2, 14))}  # top, height, gap, height of the words
Tip = tuple[QRect, str]
Exposed = Callable[[QRect], bool]


def draw_hbm(painter: QPainter, card: QRect, theme: Theme, view: FlashView, exposed: Exposed) -> None:
    """Paint the card, and of its matrices those that are exposed."""
    draw_card(painter, card, theme, "sunken", "line")
    if exposed(heading_of(card)):
        draw_heading(painter, card, theme, "HBM", ("large, far away",), amounts(view))
    for strip, area in zip(view.strips, places(card, len(view.strips)), strict=True):
        if not exposed(around(area)):
            continue
        top, tall, gap, words = _line(card, area, len(view.strips))
        Boxes.of(strip, QRect(area.left(), top, area.width(), tall)).draw(painter, theme, strip.letter)
        _draw_words(painter, QRect(area.left(), top + tall + gap, area.width() + APART - 6, words), strip, theme)


def hbm_tips(card: QRect, view: FlashView) -> list[Tip]:
    """What hovering says, from place to place."""
    spots = places(card, len(view.strips))
    matrices = [(area, told(strip)) for strip, area in zip(view.strips, spots, strict=True)]
    return [(heading_of(card), footprint(view)), *matrices]


def hbm_pieces(card: QRect, view: FlashView) -> dict[str, Piece]:
    """What a step may change in the card: each matrix for itself."""
    spots = places(card, len(view.strips))
    return {
        f"HBM {strip.letter}": (around(area), (strip.blocks, strip.held, strip.active))
        for strip, area in zip(view.strips, spots, strict=True)
    } | {"HBM": (heading_of(card), amounts(view))}


def heading_of(card: QRect) -> QRect:
    """The line at the top of a card."""
    return QRect(card.left(), card.top(), card.width(), HEADING)


def around(area: QRect) -> QRect:
    """A matrix with all that its words may take."""
    return area.adjusted(-2, -2, APART - 4, 2)


def places(card: QRect, count: int) -> list[QRect]:
    """Where each matrix is, boxes and words: in one line, or in two."""
    lines = LINES[1 if count <= ABREAST else 2]
    abreast = -(-count // len(lines))
    wide = (card.width() - 2 * INSET + APART) // max(abreast, 1)
    found = []
    for number in range(count):
        top, tall, gap, words = lines[number // abreast]
        left = card.left() + INSET + number % abreast * wide
        found.append(QRect(left, card.top() + top, wide - APART, tall + gap + words))
    return found


def amounts(view: FlashView) -> tuple[str, ...]:
    """How much lies in HBM, in as many words as there may be room for: "4 × 8 KiB + L 256 B", "32.3 KiB"."""
    whole = in_bytes(sum(held(view.schedule).values()))
    if len({strip.bytes for strip in view.strips}) > 1:
        return (f"{whole} in all", whole)
    own = {name: size for name, size in held(view.schedule).items() if name not in {s.letter for s in view.strips}}
    short = f"{len(view.strips)} × {in_bytes(view.strips[0].bytes)}"
    if not own:
        return short, whole
    size = in_bytes(sum(own.values()))
    names = dict.fromkeys((", ".join(IN_WORDS.get(name, name) for name in own), ", ".join(own)))
    return (*(f"{short} + {named} {size}" for named in names), whole)


def footprint(view: FlashView) -> str:
    """All that lies in HBM for one head while the schedule runs, byte by byte."""
    parts = held(view.schedule)
    sizes = {name: f" ({words})" for name, words in IN_WORDS.items()}
    sizes |= {strip.letter: f" ({strip.tokens:,} × {strip.width})" for strip in view.strips}
    named = ", ".join(f"{name}{sizes.get(name, '')} {size:,} B" for name, size in parts.items())
    return f"{sum(parts.values()):,} bytes lie in HBM for one head while this runs: {named}"


def state(strip: Strip) -> tuple[str, ...]:
    """What a matrix's boxes say, in as many words as there may be room for."""
    if strip.held >= strip.blocks:
        if strip.active is not None:
            return (f"block {strip.active:,}",)
        return (count(strip.blocks, "block"), f"all {strip.blocks:,}")
    share = f"{100 * strip.held // strip.blocks} %"
    return (f"{strip.held:,} of {strip.blocks:,} stored", f"{strip.held:,} of {strip.blocks:,}", share)


def told(strip: Strip) -> str:
    """The same exactly."""
    colours = "" if strip.values is None else f". Its colours run from −{three(strip.limit)} to {three(strip.limit)}"
    loss = f". {LOSS}" if strip.letter == "dO" and strip.values is not None else ""
    where = f"block {strip.active:,} lies in SRAM too" if strip.active is not None else "none of it lies in SRAM now"
    size = f"{count(strip.tokens, 'row')} of {count(strip.width, 'number')}, {count(strip.bytes, 'byte')}"
    blocks = f"{count(strip.blocks, 'block')} of {count(strip.block, 'row')}"
    return f"{strip.letter}: {size}, in {blocks}; {held_words(strip.held)}, {where}{colours}{loss}"


def held_words(held: int) -> str:
    """How many blocks of a matrix hold something."""
    return f"{held:,} {'holds' if held == 1 else 'hold'} something"


def _line(card: QRect, area: QRect, count: int) -> tuple[int, int, int, int]:
    lines = LINES[1 if count <= ABREAST else 2]
    top, *rest = next(line for line in lines if card.top() + line[0] == area.top())
    return (card.top() + top, *rest)  # type: ignore[return-value]


def _draw_words(painter: QPainter, box: QRect, strip: Strip, theme: Theme) -> None:
    face, small = font("caption", 600), font("axis")
    put(painter, box, strip.letter, face, ink(theme, strip.letter), L)
    box.setLeft(box.left() + text_width(strip.letter, face) + 5)
    alike = box.width() - max(text_width("Q", face) - text_width(strip.letter, face), 0)  # for matrices of one size
    put(painter, box, fitting(state(strip), small, alike), small, theme["ink2"], L)
