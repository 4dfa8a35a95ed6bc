"""The command: ``python grade.py batch``, ``python grade.py check``."""

from grader.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
