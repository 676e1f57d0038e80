"""The server's clock, which runs evenly though the computer's be set while calls are compared."""

from __future__ import annotations

import time

A_DAY_S = 24 * 3600.0


class EvenClock:
    """Begins at the computer's time, or at `last_s`, when the last entry was made, where that was set back since.

    The game that was played last is told by its times. One that is more than a day ahead was a wrong clock's.
    """

    def __init__(self, last_s: float | None) -> None:
        now_s = time.time()
        begun_s = last_s if last_s is not None and now_s < last_s < now_s + A_DAY_S else now_s
        self._epoch_s = begun_s - time.monotonic()

    def now_s(self) -> float:
        """The time in seconds since 1970; it never jumps while the server runs."""
        return self._epoch_s + time.monotonic()
