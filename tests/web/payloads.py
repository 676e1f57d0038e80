"""Parts of what a page sends with a call and with a claim."""

from __future__ import annotations

from typing import Any

from companion.table.values import to_json
from companion.table.zangle.events import Face
from companion.web.hall import Hall


def exact(hall: Hall, ago_s: float, error_s: float = 0.001) -> dict[str, Any]:
    """A call's time on a device whose clock is the server's, known to `error_s`."""
    now = hall.now_s()
    sample = [now - 2 * error_s, now - error_s, now - error_s, now]
    return {"pressed_s": now - ago_s, "samples": [sample]}


def passes(hall: Hall, seconds: float) -> None:
    """So much later by the server's clock: time for a call that was made a while ago."""
    hall._clock._epoch_s += seconds


def card(source: str, face: Face) -> dict[str, Any]:
    """A card of a claim, and where it was taken from."""
    return {"source": source, "face": to_json(face)}
