"""Several frames vote on what a thing is: readings as log odds that add up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log2

FRAME_BITS = 5.0
"""What one frame can say at most: what spoils a reading spoils it in the next frame too."""
ENOUGH_BITS = 6.0
"""The leader's lead that names a thing: two clear frames, or three that are less so."""


@dataclass(frozen=True, slots=True)
class Votes:
    """What frames have said so far: bits for each name, and how many frames there were."""

    bits: tuple[tuple[str, float], ...] = ()
    frames: int = 0

    def heard(self, name: str, confidence: float) -> Votes:
        """With one more frame that reads `name` with a confidence of 0..1."""
        doubt = max(1.0 - confidence, 2.0**-FRAME_BITS)
        said = dict(self.bits)
        said[name] = said.get(name, 0.0) + max(0.0, -log2(doubt))
        return Votes(tuple(sorted(said.items())), self.frames + 1)

    @property
    def names(self) -> frozenset[str]:
        """What any frame spoke for."""
        return frozenset(name for name, _ in self.bits)

    def renamed(self, name: str, to: str) -> Votes:
        """With what was said for `name` counted for `to`."""
        said = dict(self.bits)
        if name not in said:
            return self
        said[to] = said.pop(name) + said.get(to, 0.0)
        return replace(self, bits=tuple(sorted(said.items())))

    @property
    def leader(self) -> str | None:
        """The name that most speaks for; None before the first frame, and in a tie."""
        return self._led()[0]

    @property
    def decided(self) -> str | None:
        """The leader, once it leads by enough."""
        leader, lead = self._led()
        return leader if lead >= ENOUGH_BITS else None

    def _led(self) -> tuple[str | None, float]:
        """The leader and by how much it leads. Asked for all things many times a frame."""
        leader, most, second = None, 0.0, 0.0
        for name, bits in self.bits:
            if leader is None or bits > most:
                leader, most, second = name, bits, most
            elif bits > second:
                second = bits
        tied = len(self.bits) > 1 and most == second
        return (None if tied else leader), most - second
