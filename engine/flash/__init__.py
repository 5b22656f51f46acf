"""FlashAttention: schedules of tiles, and their execution on a head's own numbers."""

from engine.flash.execution import Execution, replay
from engine.flash.gradients import Gradients, replay_backward
from engine.flash.ledger import Totals
from engine.flash.orders import ALGORITHMS, DIRECTIONS, OPS
from engine.flash.partial import Partial, merge
from engine.flash.schedules import Schedule, schedule
from engine.flash.state import Active, State
from engine.flash.steps import Position, Step

__all__ = ["ALGORITHMS", "DIRECTIONS", "OPS", "Active", "Execution", "Gradients", "Partial", "Position"]
__all__ += ["Schedule", "State", "Step", "Totals", "merge", "replay", "replay_backward", "schedule"]
