"""Zones of an earlier table file: kept where they still mean what they did, and named where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from calibration.table import Table, Zone


def with_zones(measured: Table, before: Table | None, named: Sequence[Zone]) -> tuple[Table, tuple[str, ...]]:
    """The table with the zones of the one `before` and those `named` now, which take the place of their namesakes;
    and what a person has to know of them, as warnings.

    A zone is left out where its millimetres were counted from something else: whether the camera was moved in between
    nobody knows, so it cannot be carried over by way of the picture.
    """
    anew = {zone.name for zone in named}
    earlier = () if before is None else tuple(zone for zone in before.zones if zone.name not in anew)
    if before is None or not earlier or before.origin is measured.origin:
        return _table(measured, earlier, named), ()
    names = ", ".join(zone.name for zone in earlier)
    which, are, them = (
        (f"the zone {names}", "is", "it") if len(earlier) == 1 else (f"the zones {names}", "are", "them")
    )
    if before.origin is None or measured.origin is None:
        doubt = (
            f"the file does not say what {which} {are} counted from: see that all still lie where they should"
        )
        return _table(measured, earlier, named), (doubt,)
    lost = (
        f"{which} {are} left out: the file counted from {before.origin.says}, and now it is {measured.origin.says}; "
        f"give {them} anew by --zone"
    )
    return _table(measured, (), named), (lost,)


def _table(measured: Table, earlier: Sequence[Zone], named: Sequence[Zone]) -> Table:
    return replace(measured, zones=(*earlier, *named))
