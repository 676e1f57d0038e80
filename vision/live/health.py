"""How a source is doing, told by when its frames came: a fold over plain values, the clock passed in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum


class Flow(Enum):
    """Whether frames come."""

    STARTING = "starting"
    LIVE = "live"
    STALLED = "stalled"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class HealthConfig:
    """When something is said and when something is done, in seconds."""

    stalled_s: float = 2.0
    """Without a frame for this long, it is reported."""
    reopen_s: float = 20.0
    """Without one for this long, the source is opened anew."""
    repeats_s: float = 1.0
    """One and the same picture, to the last bit, is passed on for this long: what lies there now it may not show."""
    frozen_s: float = 4.0
    """Once nothing but that has come for this long, it is reported: a sensor's own noise makes no two pictures alike,
    but a thrifty encoder may for some seconds."""
    first_wait_s: float = 0.5
    """Between the first two tries to open it; each further wait is twice as long ..."""
    longest_wait_s: float = 15.0
    """... up to this."""


@dataclass(frozen=True, slots=True)
class Health:
    """What is known of a source. Times are seconds by any clock that runs evenly."""

    begun_s: float
    """When it was opened, or opening it was first tried."""
    frame_s: float | None = None
    """When the last frame came that was not the one before it again, before the source was opened anew too."""
    came_s: float | None = None
    """When the last one came at all."""
    open: bool = False
    failures: int = 0
    """Tries to open it since the last frame that came to nothing."""
    again_s: float = 0.0
    """Not opened before then."""
    why: str = ""
    """What the source said last as it failed."""
    config: HealthConfig = field(default_factory=HealthConfig)

    def opened(self, now_s: float) -> Health:
        """The source is open and frames may come."""
        return replace(self, open=True, begun_s=now_s)

    def framed(self, now_s: float) -> Health:
        """A frame came."""
        return replace(self, frame_s=now_s, came_s=now_s, failures=0, why="")

    def repeated(self, now_s: float) -> Health:
        """The frame before came once more, the same to the last bit."""
        return replace(self, came_s=now_s)

    def failed(self, now_s: float, why: str) -> Health:
        """It could not be opened, or has ended: it is tried again later, after each failure later still."""
        wait = min(self.config.first_wait_s * 2 ** min(self.failures, 20), self.config.longest_wait_s)
        return replace(self, open=False, failures=self.failures + 1, again_s=now_s + wait, why=why)

    def age_s(self, now_s: float) -> float | None:
        """How old the newest frame is, as often as it came; None before the first."""
        return None if self.frame_s is None else max(0.0, now_s - self.frame_s)

    def passes_on(self, now_s: float) -> bool:
        """Whether a frame that is the one before it again still tells what lies there."""
        return self.frame_s is not None and now_s - self.frame_s < self.config.repeats_s

    def frozen(self, now_s: float) -> bool:
        """Whether frames come, and are one and the same for too long."""
        if self.frame_s is None or self.came_s is None:
            return False
        return now_s - self.came_s < self.config.stalled_s and now_s - self.frame_s >= self.config.frozen_s

    def flow(self, now_s: float) -> Flow:
        """Whether frames come."""
        quiet_s = now_s - max(self.begun_s, self.frame_s if self.frame_s is not None else self.begun_s)
        if self.frame_s is None:
            if self.failures:
                return Flow.LOST
            return Flow.STARTING if quiet_s < self.config.stalled_s else Flow.STALLED
        came_s = self.frame_s if self.came_s is None else self.came_s
        if now_s - came_s < self.config.stalled_s and not self.frozen(now_s):
            return Flow.LIVE
        return Flow.STALLED if self.open else Flow.LOST

    def to_open(self, now_s: float) -> bool:
        """Whether it is time to open the source."""
        return not self.open and now_s >= self.again_s

    def to_give_up(self, now_s: float) -> bool:
        """Whether an open source has brought nothing new for so long that it is closed and opened anew."""
        last_s = self.begun_s if self.frame_s is None else max(self.begun_s, self.frame_s)
        return self.open and now_s - last_s >= self.config.reopen_s

    def says(
        self, now_s: float, name: str, remedy: str = "check its cable", restart: str = "start it anew"
    ) -> str:
        """One sentence for the table; `remedy` is what to do where pictures stay away, `restart` where they stand."""
        flow = self.flow(now_s)
        if flow is Flow.LIVE:
            return f"{_capital(name)} sees the table."
        if flow is Flow.STARTING:
            return f"{_capital(name)} is starting."
        age_s = self.age_s(now_s)
        since = "yet" if age_s is None else f"for {age_s:.0f} s"
        if flow is Flow.STALLED and self.frozen(now_s):
            return f"{_capital(name)} has sent the same picture {since}: {restart}; the game goes on by hand."
        if flow is Flow.STALLED:
            return f"No picture from {name} {since}: {remedy}; the game goes on by hand."
        return self.why or f"{_capital(name)} is gone: plug it in again; the game goes on by hand."


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def fault_says(error: Exception) -> str:
    """One sentence for the table where recognition itself has failed."""
    return f"Recognition stopped at a fault of the program ({error}): choose the camera again in the set-up."
