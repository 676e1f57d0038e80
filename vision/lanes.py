"""The same work on many things, on two processor cores: OpenCV and numpy let go of the interpreter while they work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Thing = TypeVar("Thing")
Made = TypeVar("Made")

LANES = 2
FEW = 3
"""So many things are not worth a second thread."""


def each(do: Callable[[Thing], Made], things: Sequence[Thing]) -> list[Made]:
    """What `do` makes of each thing, in their order; `do` must not depend on what else is done meanwhile."""
    if len(things) <= FEW:
        return [do(thing) for thing in things]
    with ThreadPoolExecutor(LANES) as lanes:
        return list(lanes.map(do, things))
