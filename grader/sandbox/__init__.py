"""Run a submission in a process of its own and ask it questions.

Source text goes in and plain values come out, as tagged JSON; the child is never asked whether
it passed, only what it returned. Judging happens on this side.
"""
