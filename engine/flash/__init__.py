"""FlashAttention: schedules of tiles, and their execution on a head's own numbers."""

from engine.flash.plan.ledger import Totals
from engine.flash.plan.orders import ALGORITHMS, DIRECTIONS, OPS
from engine.flash.plan.schedules import Schedule, schedule
from engine.flash.plan.steps import Position, Step
from engine.flash.replays.execution import Execution, replay
from engine.flash.replays.gradients import Gradients, replay_backward
from engine.flash.replays.partial import Partial, merge
from engine.flash.replays.state import Active, State

__all__ = ["ALGORITHMS", "DIRECTIONS", "OPS", "Active", "Execution", "Gradients", "Partial", "Position"]
__all__ += ["Schedule", "State", "Step", "Totals", "merge", "replay", "replay_backward", "schedule"]
