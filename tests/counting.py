"""Lines are counted where that takes little time: of each file for a moment, of those that are known to be long never.

A file's first moments reach nearly all of its lines, and counting makes tests take two to three times as long.
"""

from __future__ import annotations

import signal
import time
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from tests.longest import LONG

COUNTED_S = 0.3
"""How long, in the processor's time, each file has its lines counted for."""


class Counting:
    """What counts lines in this process, which counts them when this is made."""

    def __init__(self, coverage: Any) -> None:
        self._coverage = coverage
        self._runs = True
        self._counted_s: defaultdict[str, float] = defaultdict(float)

    @contextmanager
    def of(self, file: str) -> Generator[None]:
        """Count for as long as the file has left, which may end in the midst of a test."""
        left_s = 0.0 if file in LONG else COUNTED_S - self._counted_s[file]
        if left_s <= 0:
            self._stop()
            yield
            return
        before = signal.signal(signal.SIGPROF, lambda *_: self._stop())
        self._start()
        began_s = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, left_s)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
            self._counted_s[file] += time.process_time() - began_s

    def _start(self) -> None:
        if not self._runs:
            self._coverage.start()
        self._runs = True

    def _stop(self) -> None:
        if self._runs:
            self._coverage.stop()
        self._runs = False
