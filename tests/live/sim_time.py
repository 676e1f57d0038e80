"""People who do things beside each other, and a camera among them, by a clock of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush

Act = Iterator[float]
"""What somebody does, with the seconds until they go on."""


@dataclass
class Acted:
    """All that is done, in the order of its times."""

    now_s: float = field(default=0.0, init=False)
    over: bool = field(default=False, init=False)
    _acts: list[tuple[float, int, Act]] = field(default_factory=list, init=False)
    _begun: int = field(default=0, init=False)

    def begin(self, act: Act) -> None:
        """Somebody does something beside all else."""
        self._begun += 1
        heappush(self._acts, (self.now_s, self._begun, act))

    def act_out(self, *acts: Act) -> None:
        """All of these, one beside the other, until it is over."""
        for act in acts:
            self.begin(act)
        self.run()

    def run(self) -> None:
        """Go on until it is over."""
        while self._acts and not self.over:
            at_s, number, act = heappop(self._acts)
            self._set_clock(max(self.now_s, at_s))
            pause_s = next(act, None)
            if pause_s is not None:
                heappush(self._acts, (at_s + pause_s, number, act))

    def _set_clock(self, now_s: float) -> None:
        """It is later."""
        self.now_s = now_s
