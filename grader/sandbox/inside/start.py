"""Run this folder as a package, and nothing else of ours: the way into a child process.

``start.py worker MEMORY_BYTES CPU_SECONDS [FOLDER MODULE ...]`` or
``start.py zygote CONTROL_DESCRIPTOR EVERYTHING [FOLDER MODULE ...]``.
"""

import os.path
import sys
from importlib import import_module

_ABOVE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - fast
_KIND, *_ARGUMENTS = sys.argv[1:]
sys.path.insert(0, _ABOVE)
_main = import_module(f"inside.{_KIND}").main
sys.path.remove(_ABOVE)
_main(*_ARGUMENTS)
