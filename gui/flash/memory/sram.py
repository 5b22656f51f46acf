"""The SRAM card: what lies there now, each block as wide as its bytes, and how full it is."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from engine.flash.frame.view import FlashView
from engine.flash.hardware.devices import device_of
from engine.flash.plan.chip import Resident
from engine.flash.words.quantities import count
from gui.flash.fitting import fitting
from gui.flash.memory.blocks import BETWEEN, chip_boxes, fill, ink, letter_of
from gui.flash.memory.cards import HEADING, INSET, L, R, draw_card, draw_heading
from gui.flash.memory.hbm import Tip
from gui.flash.units import in_bytes, in_unit, unit_of
from gui.look.drawing import put, text_width
from gui.look.theme import Theme, font

BOXES: Final = (33, 24)  # top and height
GAUGE: Final = (26, 3)
SAYS: Final = ("small, close to the arithmetic", "small, close")
LOWERED: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
RUNNING: Final = ("fa2", "decoding")  # their O is not divided by l before the end


def draw_sram(painter: QPainter, card: QRect, theme: Theme, view: FlashView) -> None:
    """Paint the card."""
    full = view.sram_used > view.sram_size
    draw_card(painter, card, theme, "surface", "error" if full else "ink", 1.5)
    role = "error" if full else "ink"
    draw_heading(painter, card, theme, "SRAM", SAYS, (amount(view),), role)
    _draw_gauge(painter, gauge(card), theme, view)
    area = _boxes_of(card)
    if not view.resident:
        put(painter, area, "empty", font("caption"), theme["ink3"], L)
    boxes = chip_boxes(view.resident, area)
    for part, box in zip(view.resident, boxes, strict=True):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill(theme, part.name))
        painter.drawRoundedRect(box, 3, 3)
    for line in (0, 1):
        _draw_words(painter, QRect(area.left(), area.bottom() + 4 + 15 * line, area.width(), 16), theme, view, line)


def sram_tips(card: QRect, view: FlashView) -> list[Tip]:
    """What hovering says, from place to place."""
    boxes = chip_boxes(view.resident, _boxes_of(card))
    parts = zip(view.resident, boxes, strict=True)
    return [
        (QRect(card.left(), card.top(), card.width(), HEADING + GAUGE[1]), fullness(view)),
        *(
            (_tall(box, card), f"{part.name} block {part.block:,}: {count(part.bytes, 'byte')} in SRAM")
            for part, box in parts
        ),
    ]


def _boxes_of(card: QRect) -> QRect:
    return QRect(card.left() + INSET, card.top() + BOXES[0], card.width() - 2 * INSET, BOXES[1])


def gauge(card: QRect) -> QRect:
    """The track that shows how full SRAM is."""
    return QRect(card.left() + INSET, card.top() + GAUGE[0], card.width() - 2 * INSET, GAUGE[1])


def amount(view: FlashView) -> str:
    """How much of SRAM is taken: "6.12 of 192 KiB"; each in its own unit where they differ."""
    size, name = unit_of(view.sram_size)
    alike = unit_of(view.sram_used)[0] == size
    used = in_unit(view.sram_used, size) if alike else in_bytes(view.sram_used)
    return f"{used} of {in_unit(view.sram_size, size)} {name}"


def fullness(view: FlashView) -> str:
    """The same exactly, and what it means."""
    says = "of one multiprocessor"
    if view.sram_used > view.sram_size:
        says = "more than one multiprocessor has: real tiles must be smaller"
    title = device_of(view.scene.device).title
    return (
        f"{view.sram_used:,} of {view.sram_size:,} bytes, {says} ({title}). Numbers that are summed up, S, O and m, ℓ, "
        "take 4 bytes each."
    )


def names_of(part: Resident, view: FlashView) -> tuple[str, ...]:
    """A block's name, in as many letters as there may be room for: "Q₂" or "Q"; the running output has a tilde."""
    if part.name == "O" and view.schedule.direction == "forward" and view.schedule.algorithm in RUNNING:
        return ("Õ",)
    if letter_of(part.name) in "QKV":
        return (f"{part.name}{str(part.block).translate(LOWERED)}", part.name)
    return (part.name.replace(",", ", "),)


def _draw_gauge(painter: QPainter, track: QRect, theme: Theme, view: FlashView) -> None:
    painter.fillRect(track, theme["line"])
    share = min(view.sram_used / view.sram_size, 1)
    full = view.sram_used > view.sram_size
    if view.sram_used:
        track.setWidth(max(round(track.width() * share), 2))
        painter.fillRect(track, theme["error" if full else "ink2"])


def _draw_words(painter: QPainter, line: QRect, theme: Theme, view: FlashView, second: int) -> None:
    """Names, or bytes, below their boxes: from the right, each as far as the next one leaves room."""
    boxes = chip_boxes(view.resident, line)
    face = font("axis") if second else font("caption", 600)
    end = line.right() + 1
    for number in reversed(range(len(boxes))):
        part, left, last = view.resident[number], round(boxes[number].left()), number == len(boxes) - 1
        texts = (in_bytes(part.bytes),) if second else names_of(part, view)
        own = round(boxes[number].right()) + BETWEEN - left  # a name may take a neighbour's empty room, bytes may not
        text = fitting(
            texts, face, end - line.left() if last else min(end - left, own) - 1 if second else end - left - 3
        )
        if not text:
            continue
        box = QRect(left, line.top(), end - left, line.height())
        if last:
            box.setLeft(min(left, end - text_width(text, face) - 2))
        colour = theme["ink2"] if second else ink(theme, part.name)
        put(painter, box, text, face, colour, R if last else L)
        end = box.left()


def _tall(box: QRectF, card: QRect) -> QRect:
    """A box and the words below it."""
    found = box.toRect()
    found.setBottom(card.bottom() - 4)
    return found
