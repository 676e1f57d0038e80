"""The columns of Solitaire as zones side by side, and the tops that lie there first."""

from __future__ import annotations

from companion.table.watch.zones import Use, Zone
from companion.table.zangle.events import column_name
from tests.live.by_hand import box

STAIRS = tuple(Zone(Use.SEAT, box(100 * k, 210, 100 * k + 100, 300), column_name(k + 1)) for k in range(5))
TOPS = ("iamond-2a-01", "iamond-3a-02", "iamond-1a-05", "iamond-2a-09", "iamond-5c-01")
