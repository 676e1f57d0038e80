"""Zones of an earlier table file: whether they still lie where they should hangs on what they are counted from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.keep_zones import with_zones
from calibration.table import Origin, Table, Zone, matrix_of, zone_of

BARE = Table((640, 480), matrix_of(np.eye(3)))
CENTRE, ANN = (zone_of(name, [(0, 0), (90, 0), (90, 40)]) for name in ("centre", "ann"))
ANN_NOW = zone_of("ann", [(0, 0), (50, 0), (50, 40)])


def table(origin: Origin | None, *zones: Zone) -> Table:
    return replace(BARE, origin=origin, zones=zones)


@pytest.mark.parametrize("origin", [Origin.SHEET, Origin.PICTURE])
def test_zones_of_the_same_origin_are_kept_and_named_ones_take_their_place(origin: Origin) -> None:
    now, says = with_zones(table(origin), table(origin, CENTRE, ANN), [ANN_NOW])
    assert (now.zones, says) == ((CENTRE, ANN_NOW), ())


def test_without_a_file_there_are_those_that_are_named() -> None:
    assert with_zones(table(Origin.SHEET), None, [ANN]) == (table(Origin.SHEET, ANN), ())


@pytest.mark.parametrize(("before", "now"), [(Origin.SHEET, Origin.PICTURE), (Origin.PICTURE, Origin.SHEET)])
def test_zones_of_another_origin_are_left_out_and_named(before: Origin, now: Origin) -> None:
    made, (says,) = with_zones(table(now), table(before, CENTRE, ANN), [ANN_NOW])
    assert made.zones == (ANN_NOW,)
    assert says.startswith("the zone centre is left out")
    _, (both,) = with_zones(table(now), table(before, CENTRE, ANN), [])
    assert both.startswith("the zones centre, ann are left out")
    assert with_zones(table(now), table(before, ANN), [ANN_NOW])[1] == ()


def test_where_the_file_does_not_say_its_origin_zones_are_kept_with_a_doubt() -> None:
    now, (says,) = with_zones(table(Origin.SHEET), table(None, CENTRE), [])
    assert now.zones == (CENTRE,)
    assert "does not say" in says
