"""Errors the grader raises about itself.

    GraderError
    ├── ConfigError       an assignment folder is wrong             exit 2
    ├── UsageError        the command line or a path in it is wrong exit 2
    ├── SubmissionError   a submission cannot be read at all        exit 2
    └── JudgeError        the grader broke; never costs a student   exit 3

What a *submission* does wrong is no error: it is a reply or a verdict (see grader.model).
"""

from __future__ import annotations

from typing import ClassVar


class GraderError(Exception):
    """Base of all errors raised by this package.

    Attributes:
        slug: stable name of the problem; the heading to look up in ``docs/errors.md``.
        exit_code: what ``grade.py`` exits with.
    """

    slug: ClassVar[str] = "grader-error"
    exit_code: ClassVar[int] = 2


class ConfigError(GraderError):
    """An assignment folder misses a file or holds a wrong value."""

    slug = "bad-assignment"


class UsageError(GraderError):
    """The command line names something that is not there or cannot be used."""

    slug = "bad-usage"


class SubmissionError(GraderError):
    """A submission cannot be found or read."""

    slug = "bad-submission"


class JudgeError(GraderError):
    """The grader itself failed; the submission is left ungraded."""

    slug = "judge-error"
    exit_code = 3
