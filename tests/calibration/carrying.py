"""A person who carries a board through the picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.session import LensSession
from calibration.target import parse_target
from calibration.views import NINTHS
from tests.calibration.cameras import held, photograph
from tests.calibration.targets_drawn import texture

Frame = NDArray[np.uint8]
SIZE = (480, 360)
"""Of a frame, width and height in pixels."""
LENS = Lens(SIZE, (420.0, 420.0), (243.0, 177.0), (-0.12, 0.02, 0.0, 0.0, 0.0))
TARGET = parse_target("charuco:7x5:30mm:22mm:5X5_100")
MIDDLE = (105.0, 75.0)
"""The board's, in millimetres."""


@cache
def board() -> Frame:
    """The board as it is printed, 4 pixels a millimetre."""
    return texture(TARGET, 4)


@cache
def show(x: float, y: float, away: float, lean: float = 0.0, nod: float = 0.0) -> Frame:
    """A frame in which the board's middle is at (x, y) parts of the picture's half size, leaned about both axes."""
    matrix = held(LENS, MIDDLE, (x, y), away, lean, nod)
    return photograph(board(), 4, (-20.0, -20.0), matrix, LENS, SIZE)


def carried(session: LensSession) -> Iterator[LensSession]:
    """A person who holds the board where the advice says, and each time comes there and holds it still."""
    places = {name: (number % 3 - 1, number // 3 - 1) for number, name in enumerate(NINTHS)}
    leans = {"right": (30.0, 0.0), "left": (-30.0, 0.0), "lower": (0.0, 30.0), "upper": (0.0, -30.0)}
    rng = np.random.default_rng(4)
    for _ in range(60):
        words = session.advice
        x, y, lean, nod = (*rng.uniform(-0.3, 0.3, 2), *rng.uniform(-30, 30, 2))
        for name, place in sorted(places.items(), key=lambda item: len(item[0])):
            if f"the {name} of" in words:
                x, y = 0.55 * place[0], 0.5 * place[1]
        for side, leant in leans.items():
            if f"its {side} side" in words:
                lean, nod = leant
        frame = show(round(x, 2), round(y, 2), round(float(rng.uniform(300, 420))), round(lean), round(nod))
        for _ in range(2):
            session = session.step(frame)
            yield session
        if session.ready:
            return


@cache
def finished() -> tuple[LensSession, ...]:
    """The session after each frame, until it is content."""
    return tuple(carried(LensSession(TARGET)))
