"""FlashAttention: schedules of tiles, and their execution on a head's own numbers."""

from engine.flash.ledger import Totals
from engine.flash.schedules import Schedule, schedule
from engine.flash.steps import Position, Step

__all__ = ["Position", "Schedule", "Step", "Totals", "schedule"]
