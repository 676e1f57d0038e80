"""The plane that things of known size tell, and the zones that sheets make on it: held to what was laid out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.places import places
from companion.table.watch.sheet_zones import zones_of
from companion.table.watch.zones import Use, Xy, Zone, area_mm2, zone_at
from tests.live.staging import Camera, Laid, in_picture
from vision.live.plane import table_plane
from vision.plane import apply
from vision.rigid import Rigid

CARD = np.array([[0.0, 0.0], [63.0, 0.0], [63.0, 88.0], [0.0, 88.0]])


def laid(x: float, y: float, degrees: float, size: tuple[float, float] = (63.0, 88.0)) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    out: np.ndarray = half @ np.array([[c, s], [-s, c]]) + [x, y]
    return out


PLACED = st.tuples(st.floats(60, 700), st.floats(60, 370), st.floats(0, 360))


@settings(max_examples=30, deadline=None)
@given(st.lists(PLACED, min_size=4, max_size=12), st.integers(0, 999))
def test_the_plane_is_the_table(spots: list[tuple[float, float, float]], seed: int) -> None:
    camera = Camera()
    rng = np.random.default_rng(seed)
    rims = [laid(*spot) for spot in spots]
    seen = [in_picture(rim, camera) + rng.normal(0, 0.05, (4, 2)) for rim in rims]
    plane = table_plane([Rigid(one, CARD) for one in seen], seen[0])
    assert plane is not None
    middles = np.stack([rim.mean(0) for rim in rims])
    found = np.stack([apply(plane, one).mean(0) for one in seen])
    assert np.abs(found[0]).max() < 0.5
    # Distances are the table's, wherever the origin is.
    want = np.linalg.norm(middles[:, None] - middles, axis=2)
    got = np.linalg.norm(found[:, None] - found, axis=2)
    assert np.abs(want - got).max() < 0.02 * want.max() + 2.0


@pytest.mark.parametrize("seed", range(12))
def test_two_markers_a_card_tell_the_plane_of_few_cards(seed: int) -> None:
    """Each card's own perspective is next to nothing in so small corners of it; all together tell the table's."""
    camera, rng = Camera(), np.random.default_rng(seed)
    corners = np.array([[0, 0], [12, 0], [12, 12], [0, 12.0]])
    printed = np.concatenate([corners + 3, corners + [48, 73]])
    spots = [(60, 60, 3), (150, 62, -4), (700, 370, 2), (380, 214, 8)]
    things = []
    for spot in spots:
        to_mm = cv2.getPerspectiveTransform(CARD.astype(np.float32), laid(*spot).astype(np.float32))
        on_table = apply(np.asarray(to_mm, float), printed)
        things.append(
            Rigid(in_picture(np.asarray(on_table, np.float64), camera) + rng.normal(0, 0.2, (8, 2)), printed)
        )
    plane = table_plane(things, in_picture(laid(*spots[0]), camera))
    assert plane is not None
    for x, y, turned in spots:
        middle = apply(plane, in_picture(laid(x, y, turned), camera)).mean(0)
        # A fifteenth of the table: until outlines or sheets tell more.
        assert abs(np.hypot(*middle) - np.hypot(x - 60, y - 60)) < 50


def test_nothing_tells_no_plane_and_things_that_disagree_tell_none() -> None:
    assert table_plane([], CARD) is None
    camera = Camera()
    seen = [in_picture(laid(100 + 140 * k, 200, 0, (63 + 40 * k, 88 - 15 * k)), camera) for k in range(4)]
    assert table_plane([Rigid(one, CARD) for one in seen], seen[0]) is None


@dataclass(frozen=True)
class Mark:
    name: str
    corners_mm: tuple[Xy, Xy, Xy, Xy] | None


def mark(name: str, at: Laid) -> Mark:
    size = places().named(name).size_mm
    a, b, c, d = ((float(x), float(y)) for x, y in laid(at.x, at.y, at.degrees, size))
    return Mark(name, (a, b, c, d))


TABLE = {
    "centre": Laid(0, 0),
    "claim": Laid(360, 0),
    "seat 1": Laid(-250, 180),
    "seat 2": Laid(-250, -180, 180),
    "seat 3": Laid(-420, 0, 90),
}
SEATS = ("ann", "ben", "cleo")


def of(zones: tuple[Zone, ...], use: Use, seat: str | None = None) -> Zone:
    return next(zone for zone in zones if zone.use is use and zone.seat == seat)


def test_sheets_and_seats_make_zones_where_cards_are_laid() -> None:
    zones = zones_of([mark(name, at) for name, at in TABLE.items()], SEATS)
    for at, owner in [
        ((0, 0), (Use.CENTRE, None)),
        ((150, 10), (Use.CENTRE, None)),
        ((360, 20), (Use.CLAIM, None)),
        ((-150, 180), (Use.SEAT, "ann")),
        ((100, 185), (Use.SEAT, "ann")),
        ((220, 185), (Use.SEAT, "ann")),
        ((100, -185), (Use.SEAT, "ben")),
        ((-420, 90), (Use.SEAT, "cleo")),
    ]:
        zone = zone_at(zones, at)
        assert zone is not None, at
        assert (zone.use, zone.seat) == owner, at


def test_seat_cards_that_lie_sideways_mark_the_columns_above_them() -> None:
    lying = {f"seat {k}": Laid(-220 + 95 * k, 300, 90) for k in range(1, 6)} | {"centre": Laid(-50, -150)}
    columns = tuple(f"column {k}" for k in range(1, 6))
    zones = zones_of([mark(name, at) for name, at in lying.items()], columns)
    for k in range(1, 6):
        for y in (50, 130, 220):
            zone = zone_at(zones, (-220 + 95 * k + 20, y))
            assert zone is not None
            assert zone.seat == f"column {k}"


@settings(deadline=None, max_examples=50)
@given(
    st.dictionaries(
        st.sampled_from(sorted(TABLE)),
        st.builds(Laid, st.floats(-600, 600), st.floats(-500, 500), st.floats(0, 360)),
    )
)
def test_zones_never_overlap(table: dict[str, Laid]) -> None:
    zones = zones_of([mark(name, at) for name, at in table.items()], SEATS)
    rng = np.random.default_rng(1)
    for x, y in rng.uniform(-900, 900, (200, 2)):
        assert sum(zone.holds((float(x), float(y))) for zone in zones) <= 1
    assert all(abs(area_mm2(zone.corners_mm)) > 0 for zone in zones)


def test_seats_without_a_player_and_marks_without_a_plane_make_none() -> None:
    assert zones_of([mark("seat 3", TABLE["seat 3"])], ("ann", "ben")) == ()
    assert zones_of([Mark("centre", None)], SEATS) == ()
    assert zones_of([mark("undo", Laid(0, 0))], SEATS) == ()
