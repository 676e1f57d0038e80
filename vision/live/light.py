"""Is there light enough, and has it changed? A fold over how bright the picture is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

TOO_DARK = "It is too dark to read the cards: make more light."
TOO_BRIGHT = "The picture is washed out: turn the lamp away, or dim it."
CHANGED = "The light has changed; the cards are still followed."


@dataclass(frozen=True, slots=True)
class LightConfig:
    """Levels are of 255."""

    dark: float = 28.0
    """The brighter tenth of the picture must be above this."""
    bright: float = 252.0
    """Half of the picture must be below this."""
    change: float = 1.35
    """A change by this factor is said ..."""
    hold_s: float = 1.0
    """... once it has lasted so long."""


@dataclass(frozen=True, slots=True)
class Light:
    """How bright it was when it last was said, and what differs since when."""

    level: float | None = None
    since_s: float | None = None
    state: str | None = None
    """What holds: one of the sentences, or None."""
    note: str | None = None
    """What is to be said now, once."""
    config: LightConfig = field(default_factory=LightConfig)

    def step(self, low: NDArray[np.uint8], now_s: float) -> Light:
        """After a picture (h, w), grey."""
        level = max(1.0, float(np.median(low)))
        bad = self._bad(low)
        differs = bad != self.state or (bad is None and self._off(level))
        if self.level is None:
            return replace(self, level=level, state=bad, note=bad)
        if not differs:
            return replace(self, since_s=None, note=None)
        since_s = now_s if self.since_s is None else self.since_s
        if now_s - since_s < self.config.hold_s:
            return replace(self, since_s=since_s, note=None)
        return replace(self, level=level, since_s=None, state=bad, note=bad or CHANGED)

    def _bad(self, low: NDArray[np.uint8]) -> str | None:
        if float(np.percentile(low[::2, ::2], 90)) < self.config.dark:
            return TOO_DARK
        return TOO_BRIGHT if float(np.median(low[::2, ::2])) > self.config.bright else None

    def _off(self, level: float) -> bool:
        ratio = level / (self.level or level)
        return not 1 / self.config.change < ratio < self.config.change
