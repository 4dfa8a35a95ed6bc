"""From what an examination found to a few findings a student can act on, in order of blame.

Helpers come before the search and the search before the choice of a move, because the checks
run in that order and each is also judged with right helpers: the first check lost is the place
to look. Each finding here is an observation, so it is certain; what it is called says no more
than was seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grader.model import CheckResult, Examination, Finding, Proof, Verdict

_KINDS: Mapping[Verdict, tuple[str, str]] = {
    Verdict.WRONG_ANSWER: ("wrong-answer", "{name} gives a wrong answer"),
    Verdict.RUNTIME_ERROR: ("raises-an-error", "{name} ends in an error"),
    Verdict.TIME_LIMIT: ("too-slow", "{name} takes longer than its time limit"),
    Verdict.MEMORY_LIMIT: ("too-much-memory", "{name} needs more memory than there is"),
    Verdict.OUTPUT_LIMIT: ("too-much-output", "{name} sends far more than an answer"),
    Verdict.NOT_STARTED: ("not-started", "{name} is the next function to write"),
}


def diagnose(examination: Examination, advice: Mapping[str, str]) -> tuple[Finding, ...]:
    """Return the findings on one submission, the one to act on first in front.

    ``advice`` maps a function to what a student should do next about it.
    """
    facts = list(examination.facts)
    loading = list(_loading(facts))
    loads = not any(finding.slug == "does-not-load" for finding in loading)
    first = _first_lost(examination.results, advice) if loads else []
    return (*loading, *first, *_remarks(examination.proof))


def _loading(facts: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Yield what loading the files showed: fatal, or only worth a remark."""
    facts = list(facts)
    sound = {text for name, text in facts if name == "all-functions-there"}
    sound |= {text for name, text in facts if name == "loaded-without-its-top-level"}
    for name, text in facts:
        file = text.partition(":")[0]
        if name == "loaded-without-its-top-level" or (name == "load-problem" and file in sound):
            yield _starts_on_import(file, text)
        elif name == "load-problem":
            yield Finding(
                slug="does-not-load",
                function="",
                certain=True,
                title=f"{file} does not load",
                evidence=text,
                advice=f"Run python {file} yourself: mend the line it names, then run it again.",
            )


def _starts_on_import(file: str, evidence: str) -> Finding:
    return Finding(
        slug="game-starts-on-import",
        function="",
        certain=True,
        title=f"{file} does more than define functions when it is imported",
        evidence=evidence,
        advice='Start the game only below if __name__ == "__main__": so that others can import it.',
        harmless=True,
    )


def _first_lost(results: Iterable[CheckResult], advice: Mapping[str, str]) -> list[Finding]:
    """Return the first check that lost points, as a finding about the function it blames."""
    for check in results:
        if check.verdict in _KINDS and check.max_score > 0:
            return [_lost(check, advice)]
    return []


def _lost(check: CheckResult, advice: Mapping[str, str]) -> Finding:
    example = check.examples[0] if check.examples else None
    function = example.function if example else check.functions[0]
    slug, title = _KINDS[check.verdict]
    missing = check.verdict is Verdict.NOT_STARTED and check.message.startswith("there is no")
    return Finding(
        slug="function-missing" if missing else slug,
        function=function,
        certain=True,
        title=f"{function} was not found" if missing else title.format(name=function),
        evidence=f"{check.title.rstrip('.')}: {check.message}",
        advice=advice.get(function, "Try the board shown by hand, and follow what happens."),
        board=example.board if example else "",
    )


def _remarks(proof: Proof | None) -> Iterator[Finding]:
    """Yield what is worth a word and costs nothing."""
    if proof and proof.slow_wins and proof.optimal == proof.positions:
        yield Finding(
            slug="slow-wins",
            function="",
            certain=True,
            title="Plays perfectly, and sometimes wins later than it could",
            evidence=f"A faster win was there in {proof.slow_wins:,} of its decisions.",
            advice="Try the extension: let an early win score more than a late one.",
            harmless=True,
        )
