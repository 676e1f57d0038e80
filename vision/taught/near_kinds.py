"""How near a deck's kinds are to one another: which are too alike to be told apart, and with what that leaves a card
may be off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from vision.taught.closely import apart
from vision.taught.fields import Fields
from vision.taught.match import MatchConfig
from vision.taught.pictured import Picture, picture_upside_down
from vision.taught.sides import side_of


class NearKinds:
    """Taught views compared with their neighbours of other kinds: `kinds` says of which kind each is."""

    def __init__(
        self, fields: Fields, pictures: Sequence[Picture], kinds: Sequence[int], config: MatchConfig
    ) -> None:
        self._fields = fields
        self._pictures = pictures
        self._kinds = kinds
        self._wide = config

    @cached_property
    def config(self) -> MatchConfig:
        """With what a card may be off in this deck: where kinds are near each other, little tells one from another,
        and what is off as far as the nearest are may be a card that was never taught."""
        c, nearest = self._wide, self._nearest()
        if not nearest:
            return c
        spots, spreads, marks = np.array(nearest).T
        of_spot, of_spread, of_marks = c.of_nearest
        few, fewer = c.nearest
        if np.quantile(spreads, few) < c.most_spread:
            pixels = of_marks * float(np.quantile(marks[spreads < c.most_spread], fewer))
            blurred = max(c.clear_marks, c.of_blurred * pixels)
            c = replace(c, most_marks=min(max(min(pixels, blurred), c.least_marks), c.most_marks))
            if pixels > of_marks * c.marked:
                of_spread = c.of_marked
        spread = of_spread * float(np.quantile(spreads, few))
        if spread >= c.least_spread:
            return replace(c, most_spread=min(spread, c.most_spread))
        # What tells these kinds apart lies in one place: a glyph.
        spot = of_spot * float(np.quantile(spots[of_spread * spreads < c.least_spread], few))
        return replace(
            c, most_spread=c.least_spread, most_spot=float(np.clip(spot, c.least_spot, c.most_spot))
        )

    def too_near(self) -> list[tuple[int, int]]:
        """Pairs of kinds (smaller number first) that are too alike to be told apart in most photos, either way up."""
        pairs: set[tuple[int, int]] = set()
        for view, other, upside in self._neighbours():
            if self._alike(view, other, upside):
                one, two = self._kinds[view], self._kinds[other]
                pairs.add((min(one, two), max(one, two)))
        return sorted(pairs)

    def _alike(self, view: int, other: int, upside: bool) -> bool:
        """Whether noise alone would tell two views apart."""
        c = self._wide
        if self._fields.cost(view, other, upside) > c.too_near:
            return False
        picture = self._turned(view, upside)
        same, over = (apart(picture, known, c.laid) for known in (picture, self._pictures[other]))
        return side_of(same, over, False, c.laid)[1] < c.least_told

    def _turned(self, view: int, upside: bool) -> Picture:
        return picture_upside_down(self._pictures[view]) if upside else self._pictures[view]

    def _neighbours(self) -> Iterator[tuple[int, int, bool]]:
        """Views, others of other kinds that are near them, and whether those are upside down."""
        for view in range(len(self._kinds)):
            for upside, other in self._fields.near(view, self._wide.neighbours):
                yield view, other, upside

    def _nearest(self) -> list[tuple[float, float, float]]:
        """How far a sample of kinds is off the nearest other one: in the worst spot, the worst few, the worst pixels.

        Those that noise alone tells apart were most likely taught twice; those of another colour are told by that,
        and are as far off as any.
        """
        c = self._wide
        found: dict[int, tuple[float, float, float]] = {}
        count = len(self._kinds)
        for view in range(count) if count <= c.sampled else np.linspace(0, count - 1, c.sampled).astype(int):
            kind = self._kinds[view]
            told: set[bool] = set()
            for upside, other in self._fields.near(int(view), c.neighbours):
                if upside in told or self._alike(int(view), other, upside):
                    continue
                over = apart(self._turned(view, upside), self._pictures[other], c.laid)
                if over.tint > c.most_tint:
                    found.setdefault(kind, (2 * c.most_spot, 2 * c.most_spread, np.inf))
                    continue
                told.add(upside)
                if kind not in found or over.spread < found[kind][1]:
                    found[kind] = over.spot, over.spread, over.marks
        return list(found.values())
