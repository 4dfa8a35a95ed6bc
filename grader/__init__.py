"""Grade submissions of a minimax assignment: confine, ask, prove, judge, report."""

__version__ = "0.1.0"
