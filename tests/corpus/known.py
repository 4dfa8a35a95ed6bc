"""The known submissions and what each must come to; data in tests/verdicts."""

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.model import Submission

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "verdicts" / "csroom"
WARMUP = (CORPUS / "warmup_factorial.py.txt").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Known:
    """One known submission: its name in the corpus, e.g. ``given/16_anti_diagonal_wrong``."""

    name: str

    @property
    def submission(self) -> Submission:
        """Its files, with a right warm-up beside them unless they hold one."""
        folder = CORPUS / self.name
        found = {
            path.relative_to(folder).as_posix().removesuffix(".txt"): path
            for path in sorted(folder.rglob("*.py.txt"))
        }
        assert found, f"nothing in {folder}"
        files = {name: path.read_text(encoding="utf-8") for name, path in found.items()}
        return Submission(self.name, self.name, self.name, {"warmup_factorial.py": WARMUP, **files})


def given() -> list[dict[str, Any]]:
    """Return what each given case must come to."""
    lines = (CORPUS / "given.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def rows() -> dict[str, dict[str, Any]]:
    """Return the rows of the points table, by name."""
    return tomllib.loads((CORPUS / "rows.toml").read_text(encoding="utf-8"))


def odd() -> list[str]:
    """Return ``verdict/name`` of each submission that stands for one verdict."""
    return sorted(f"{p.parent.name}/{p.name}" for p in (CORPUS / "odd").glob("*/*") if p.is_dir())


def names() -> list[str]:
    """Return every known submission; an empty corpus is a mistake in the suite."""
    found = [f"given/{row['case']}" for row in given()]
    found += [f"rows/{name}" for name, row in rows().items() if "given" not in row]
    found += [f"odd/{name}" for name in odd()]
    assert len(found) > 50
    return found
