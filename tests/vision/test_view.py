"""Which views a camera can have taken, against cameras made here."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.pinhole import SIZE_PX, seen_by
from vision.view import MOST, strangeness

views = st.tuples(st.floats(0.6, 2.4), st.floats(0, 45), st.floats(0, 360), st.floats(350, 1300))


@given(views)
def test_a_camera_s_view_is_not_strange(view: tuple[float, float, float, float]) -> None:
    assert strangeness(np.linalg.inv(seen_by(*view)), SIZE_PX) < 0.06


@given(views)
def test_cards_taken_for_twice_as_broad_are(view: tuple[float, float, float, float]) -> None:
    """What 63 x 88 mm cards that all lie one way show if breadth and length are mistaken for one another."""
    focal, _, side, away_mm = view
    straight = seen_by(focal, 0.0, side, away_mm)
    assert strangeness(np.linalg.inv(straight @ np.diag([63 / 88, 88 / 63, 1])), SIZE_PX) > 0.5


def test_what_is_no_map_is_as_strange_as_can_be() -> None:
    assert strangeness(np.zeros((3, 3)), SIZE_PX) == MOST
