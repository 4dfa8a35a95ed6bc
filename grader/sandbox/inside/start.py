"""Run this folder as a package, and nothing else of ours: the way into a worker process."""

import os.path
import sys

_ABOVE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - fast
sys.path.insert(0, _ABOVE)
from inside.worker import main  # type: ignore[import-not-found]  # noqa: E402

sys.path.remove(_ABOVE)
main(int(sys.argv[1]), int(sys.argv[2]))
