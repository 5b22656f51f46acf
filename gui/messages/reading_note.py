"""What is said of a text that the model read in part."""

from __future__ import annotations

from engine.capture import Capture
from gui.messages.long_text import SHOWN


def share_read(capture: Capture) -> str:
    """How much of the text was read: "510 of 3,000 words"; "" for all of it."""
    if capture.read >= len(capture.text):
        return ""
    read, of = len(capture.text[: capture.read].split()), len(capture.text.split())
    if read >= of:  # the cut is inside the last word
        return f"{capture.read:,} of {len(capture.text):,} characters"
    return f"{read:,} of {of:,} words"


def reading_note(capture: Capture) -> str:
    """The same as a sentence."""
    share = share_read(capture)
    more = f" The editor shows {SHOWN:,} characters." if len(capture.text) > SHOWN else ""
    return f"{capture.title} read {share}; the rest is greyed.{more}" if share else ""
