"""From what an examination found to a few findings a student can act on, in order of blame.

Helpers come before the search and the search before the choice of a move. A fault has a name if
one engine of the catalogue, and no other, answers as the function does on every board asked: such
a finding is certain. What has no name is told as it was observed: the first check lost is the
place to look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from grader.diagnosis.blame import blamed, scored
from grader.diagnosis.searching import scale_of
from grader.diagnosis.wording import WORDS, finding, gain, scale_remark
from grader.guide import Guide
from grader.model import CheckResult, Examination, Finding, Proof, Verdict

_VERDICTS: Mapping[Verdict, tuple[str, str]] = {
    Verdict.WRONG_ANSWER: ("wrong-answer", "{name} gives a wrong answer"),
    Verdict.RUNTIME_ERROR: ("raises-an-error", "{name} ends in an error"),
    Verdict.TIME_LIMIT: ("too-slow", "{name} takes longer than its time limit"),
    Verdict.MEMORY_LIMIT: ("too-much-memory", "{name} needs more memory than there is"),
    Verdict.OUTPUT_LIMIT: ("too-much-output", "{name} sends far more than an answer"),
    Verdict.NOT_STARTED: ("not-started", "{name} is the next function to write"),
}
_KINDS: Mapping[Verdict | str, tuple[str, str]] = {
    **dict(_VERDICTS.items()),
    **{slug: (slug, words.title) for slug, words in WORDS.items()},
}


def diagnose(examination: Examination, advice: Mapping[str, str]) -> tuple[Finding, ...]:
    """Return the findings on one submission, the one to act on first in front.

    ``advice`` maps a function to what a student should do next about it; a :class:`Guide` also
    says which function plays which role, and only then are faults named.
    """
    facts = list(examination.facts)
    loading = list(_loading(facts))
    loads = not any(one.slug == "does-not-load" for one in loading)
    first = _first_lost(examination.results, advice) if loads else []
    remarks = list(_remarks(examination.proof))
    if isinstance(advice, Guide):
        first = _in_order(first, _named(examination, advice), advice)
        remarks += _scale(examination, advice)
    return (*loading, *first, *remarks)


def _named(examination: Examination, guide: Guide) -> list[Finding]:
    """Return the faults that have a name, in order of blame."""
    found = [finding(fault, guide, examination.results) for fault in blamed(examination, guide)]
    return found or _varying(examination, guide)


def _in_order(first: list[Finding], named: Sequence[Finding], guide: Guide) -> list[Finding]:
    """Return the first check lost, unless what is certain explains it, and what has a name."""
    ranks = {role.function: rank for rank, role in enumerate(guide.roles.values())}
    certain = [one for one in named if one.certain]
    if certain and first and ranks.get(first[0].function, -1) >= ranks[certain[0].function]:
        first = []
    return [*first, *certain, *(one for one in named if not one.certain)]


def _varying(examination: Examination, guide: Guide) -> list[Finding]:
    """Return what is seen of a choice that is wrong, and another one when asked again."""
    proof, role = examination.proof, guide.roles.get("decide")
    if role is None or proof is None or not proof.history_dependent or not proof.loses_value:
        return []
    words, told = WORDS["answers-vary"], f"It gives the result away on {proof.loses_value:,} boards"
    return [
        Finding(
            slug="answers-vary",
            function=role.function,
            certain=False,
            title=words.title.format(name=role.function),
            evidence=f"{told}, and answers some boards anew when they are asked in another order.",
            advice=words.advice.format(name=role.function),
            gain=gain(role.function, examination.results),
        )
    ]


def _scale(examination: Examination, guide: Guide) -> list[Finding]:
    """Return a remark on the scale of a search that is right."""
    scale = scale_of(scored(examination, guide), guide.match.maximiser)
    remark = scale and scale_remark(scale, guide.roles["value"].function)
    return [remark] if remark else []


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
    results = list(results)
    for check in results:
        if check.verdict in _VERDICTS and check.max_score > 0:
            return [_lost(check, advice, gain(_about(check), results))]
    return []


def _about(check: CheckResult) -> str:
    """Return the function that a lost check blames."""
    return check.examples[0].function if check.examples else check.functions[0]


def _lost(check: CheckResult, advice: Mapping[str, str], worth: Fraction) -> Finding:
    example = check.examples[0] if check.examples else None
    function = _about(check)
    slug, title = _VERDICTS[check.verdict]
    missing = check.verdict is Verdict.NOT_STARTED and check.message.startswith("there is no")
    return Finding(
        slug="function-missing" if missing else slug,
        function=function,
        certain=True,
        title=f"{function} was not found" if missing else title.format(name=function),
        evidence=f"{check.title.rstrip('.')}: {check.message}",
        advice=advice.get(function, "Try the board shown by hand, and follow what happens."),
        board=example.board if example else "",
        gain=worth,
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
