"""From a pasted text to the vocabulary's values that stand in it, and to the causes and cases behind them."""

from .finding import Found, find
from .match import Match, match

__all__ = ["Found", "Match", "find", "match"]
