"""A call as a page sends it: when the button was pressed by its own clock, and what that clock is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.errors import BadInput
from companion.table.clock import Clock, Sample
from companion.table.happenings import LONGEST_NAME
from companion.table.zangle.events import Call

MOST_SAMPLES = 64
LATEST_S = 30.0
"""A call that was made longer ago than this is no call any more."""
MOST_UNCERTAIN_S = 1.0
"""A clock that is known no better tells of nobody that they were first, and would make a tie of every call."""
_FIELDS = {"seat", "pressed_s", "device", "samples"}


def call_from_json(data: Mapping[str, Any], *, now_s: float, device: str | None) -> Call:
    """Read `{"seat", "pressed_s", "device", "samples": [[asked, received, answered, returned], ...]}`.

    The samples are of the device's clock, oldest first, in seconds; `device` overrides what the sender
    says it is. Raises BadInput, also for a call from the future or from long ago, or by a clock that is
    hardly known.
    """
    if set(data) - _FIELDS:
        raise BadInput(f"A call has {', '.join(sorted(_FIELDS))} and version.")
    seat, pressed_s, name = data.get("seat"), data.get("pressed_s"), data.get("device")
    if not isinstance(seat, str):
        raise BadInput("A call names its seat.")
    if device is None:
        device = name if isinstance(name, str) else ""
    if not 1 <= len(device) <= LONGEST_NAME or not device.isprintable():
        raise BadInput(f"A call names its device in 1 to {LONGEST_NAME} letters.")
    clock = clock_of(data.get("samples"))
    pressed = _seconds(pressed_s)
    at_s, uncertainty_s = clock.server_s(pressed), clock.uncertainty_at(pressed)
    if not at_s - uncertainty_s <= now_s or at_s < now_s - LATEST_S:
        raise BadInput(
            "This call is not of now: the device's clock was set; it is measured anew, so call again."
        )
    if uncertainty_s > MOST_UNCERTAIN_S:
        raise BadInput(
            f"When this call was made is not known to {MOST_UNCERTAIN_S:.0f} s: the device's clock is measured anew, "
            "so call again."
        )
    return Call(seat, min(at_s, now_s), uncertainty_s, device)


def clock_of(samples: object) -> Clock:
    """What samples say of a clock. Raises BadInput where there are none, or too many."""
    if not isinstance(samples, Sequence) or isinstance(samples, str) or not 1 <= len(samples) <= MOST_SAMPLES:
        raise BadInput(f"A call comes with 1 to {MOST_SAMPLES} samples of the device's clock.")
    clock = Clock()
    for sample in samples:
        if not isinstance(sample, Sequence) or isinstance(sample, str) or len(sample) != 4:
            raise BadInput("A sample of a clock is four times: asked, received, answered, returned.")
        clock = clock.add(Sample(*map(_seconds, sample)))
    return clock


def _seconds(value: object) -> float:
    if type(value) not in (int, float) or not abs(value) < 1e12:  # type: ignore[arg-type]
        raise BadInput("A time is a number of seconds.")
    return float(value)  # type: ignore[arg-type]
