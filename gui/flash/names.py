"""What algorithms and directions are called on screen."""

from __future__ import annotations

from typing import Final

ALGORITHMS: Final = {
    "standard": "Standard",
    "fa1": "FlashAttention-1",
    "fa2": "FlashAttention-2",
    "decoding": "Flash-Decoding",
}
SHORT: Final = {"standard": "Standard", "fa1": "FA-1", "fa2": "FA-2", "decoding": "Decoding"}
DIRECTIONS: Final = {"forward": "Forward", "backward": "Backward"}
