"""How far a device's clock is off, measured as NTP does: by asking, and by how long the answer took."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Self

from companion.rules.errors import BadInput


@dataclass(frozen=True, slots=True)
class Sample:
    """One question and its answer, in seconds; two readings of each clock."""

    asked_s: float
    """The device's clock as it asked."""
    received_s: float
    """The server's clock as the question came."""
    answered_s: float
    """The server's clock as the answer left."""
    returned_s: float
    """The device's clock as the answer came."""

    def __post_init__(self) -> None:
        times = (self.asked_s, self.received_s, self.answered_s, self.returned_s)
        if not all(-inf < time < inf for time in times):
            raise BadInput("A measurement of a clock needs four times in seconds.")
        if self.returned_s < self.asked_s or self.answered_s < self.received_s:
            raise BadInput("A measurement of a clock ran backwards: measure again.")

    @property
    def offset_s(self) -> float:
        """Server minus device, if both ways took equally long."""
        return ((self.received_s - self.asked_s) + (self.answered_s - self.returned_s)) / 2

    @property
    def error_s(self) -> float:
        """How far `offset_s` can be off: one way may have taken all of the time."""
        return max(0.0, (self.returned_s - self.asked_s) - (self.answered_s - self.received_s)) / 2


@dataclass(frozen=True, slots=True)
class Clock:
    """What the samples so far say of a device's clock. `add` gives a new one; nothing is changed.

    It keeps the sample that took the shortest time (a minimum filter: a short way leaves little room
    for the two ways to differ), and lets its error grow with its age, for no two clocks run equally
    fast. A sample that contradicts it means that the device's clock was set; then it starts anew.
    """

    best: Sample | None = None
    latest_s: float = -inf
    """The device's time at the newest sample."""
    drift: float = 200e-6
    """Seconds a second by which clocks may drift apart; a crystal's are some 50e-6."""
    resolution_s: float = 1e-3
    """Of the clocks' readings; browsers round theirs."""
    restarts: int = 0
    """How often the device's clock was found to have been set."""

    def add(self, sample: Sample) -> Self:
        """The clock with one more sample, which is newer than those before."""
        now_s = sample.returned_s
        if self.best is None:
            return replace(self, best=sample, latest_s=now_s)
        error_s = self._error(self.best, now_s) + self._error(sample, now_s)
        if now_s < self.latest_s or abs(sample.offset_s - self.best.offset_s) > error_s:
            return replace(self, best=sample, latest_s=now_s, restarts=self.restarts + 1)
        better = self._error(sample, now_s) <= self._error(self.best, now_s)
        return replace(self, best=sample if better else self.best, latest_s=now_s)

    @property
    def offset_s(self) -> float:
        """What to add to the device's time for the server's; 0 where nothing was measured."""
        return 0.0 if self.best is None else self.best.offset_s

    @property
    def uncertainty_s(self) -> float:
        """How far `offset_s` can be off at the newest sample; infinite where nothing was measured."""
        return self.uncertainty_at(self.latest_s)

    def uncertainty_at(self, device_s: float) -> float:
        """How far it can be off at a later time of the device's clock."""
        return inf if self.best is None else self._error(self.best, device_s)

    def server_s(self, device_s: float) -> float:
        """The server's time at a time of the device's clock."""
        return device_s + self.offset_s

    def _error(self, sample: Sample, device_s: float) -> float:
        return sample.error_s + self.resolution_s + self.drift * max(0.0, device_s - sample.asked_s)
