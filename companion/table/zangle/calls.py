"""Who was first: calls on clocks that are known only so well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

BAND_S = 0.05
"""Calls on two devices closer than this are a tie, however well their clocks are known.

From a touch to an event takes a phone or a keyboard some 20 to 100 ms, and no clock sees that.
"""


class Called(Protocol):
    """A call: who, when in the server's time, how far that may be off, on which device."""

    @property
    def seat(self) -> str:
        """Whose call it is."""

    @property
    def at_s(self) -> float:
        """When, by the server's clock."""

    @property
    def uncertainty_s(self) -> float:
        """How much earlier or later it may have been."""

    @property
    def device(self) -> str:
        """Whose clock timed it."""


@dataclass(frozen=True, slots=True)
class Precedence:
    """Who called first, and by how much."""

    first: str | None
    """None in a tie."""
    tied: tuple[str, ...]
    """Those between whom the clocks cannot tell, earliest first; empty where somebody was first."""
    margin_s: float | None
    """How much earlier the earliest call is than the one that contests it most; None where there is but one."""
    band_s: float | None
    """How much it takes to be certain between these two."""


def band_s(one: Called, other: Called) -> float:
    """How far apart two calls have to be to tell which came first.

    Both may be off by their uncertainty in opposite ways, so these add up. On one device, as on a
    keyboard that all seats share, one clock times both and nothing stands between them.
    """
    if one.device == other.device:
        return 0.0
    return max(BAND_S, one.uncertainty_s + other.uncertainty_s)


def surely_before(one: Called, other: Called) -> bool:
    """Whether the first is earlier than the other by more than can be doubted."""
    return other.at_s - one.at_s > band_s(one, other)


def surely_made_before(call: Called, at_s: float) -> bool:
    """Whether it was made before that time of the server's, however far its own clock is off."""
    return call.at_s + call.uncertainty_s < at_s


def precedence(calls: Sequence[Called]) -> Precedence:
    """Who was first among calls, one a seat. In the running is whom no other call surely precedes.

    The answer does not depend on the order of the calls. Raises ValueError where there is none.
    """
    if not calls:
        raise ValueError("nobody called")
    order = sorted(calls, key=lambda call: (call.at_s, call.seat))
    running = [call for call in order if not any(surely_before(other, call) for other in order)]
    tied = tuple(call.seat for call in running) if len(running) > 1 else ()
    first = None if tied else running[0].seat
    rivals = order[1:]
    if not rivals:
        return Precedence(first, tied, None, None)
    earliest = order[0]
    closest = min(rivals, key=lambda call: call.at_s - earliest.at_s - band_s(earliest, call))
    return Precedence(first, tied, closest.at_s - earliest.at_s, band_s(earliest, closest))
