"""A person's own mask_mod and score_mod: torch code in a process of its own, used as numpy functions here."""

from engine.own.approved import APPROVED, Approved, function_of
from engine.own.own import OwnFile, OwnFunction, open_own, read_own, run_own
from engine.own.patience import GivenUp, OwnError, heeding, patience

__all__ = ["APPROVED", "Approved", "GivenUp", "OwnError", "OwnFile", "OwnFunction"]
__all__ += ["function_of", "heeding", "open_own", "patience", "read_own", "run_own"]
