"""The command: how long it takes to say what there is."""

from __future__ import annotations

import subprocess
import sys
import time


def rows() -> list[tuple[str, str]]:
    """The table, a line each."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "companion.cli", "--help"], check=True, capture_output=True)
    return [("companion --help", f"{(time.perf_counter() - start) * 1e3:.0f} ms")]
