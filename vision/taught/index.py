"""Which of the taught kinds a face is: the kind that fits best, and the one it is told from with the least ease.

The kinds whose fields cost little are laid over the face pixel by pixel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.taught.closely import LaidOver, laid_over
from vision.taught.closely_config import CloselyConfig
from vision.taught.describe import Described, TurnedFace
from vision.taught.fields import Fields, Fitted
from vision.taught.match import Likeness, Match, MatchConfig
from vision.taught.near_kinds import NearKinds
from vision.taught.pictured import Picture, PictureConfig, picture_crosswise, picture_of
from vision.taught.sides import side_of


@dataclass(frozen=True, slots=True)
class _Over:
    """A likeness, and how the kind's view lies over the face."""

    like: Likeness
    laid: LaidOver
    fitted: Fitted


class _Faces:
    """A face's pictures, one a turn, and the known ones that were laid over it."""

    def __init__(self, config: PictureConfig) -> None:
        self._config = config
        self._pictures: dict[int, Picture] = {}
        self._laid: dict[tuple[int, int], LaidOver] = {}

    def laid(self, one: Fitted, known: Picture, config: CloselyConfig) -> LaidOver:
        """A view's picture laid over the face's."""
        pair = one.face.turn, one.view
        if pair not in self._laid:
            self._laid[pair] = laid_over(self.picture(one.face), known, one.bend, config)
        return self._laid[pair]

    def picture(self, face: TurnedFace) -> Picture:
        """The face's picture in a turn."""
        if face.turn not in self._pictures:
            self._pictures[face.turn] = picture_of(face.planes, self._config)
        return self._pictures[face.turn]


class Index:
    """Taught views made ready to be compared with, and the kind of each."""

    def __init__(
        self,
        views: Sequence[Described],
        pictures: Sequence[Picture],
        kinds: Sequence[int],
        config: MatchConfig | None = None,
    ) -> None:
        c = self._wide = config or MatchConfig()
        self._fields = Fields(views, kinds, c.fields)
        self._pictures = pictures
        self._kinds = [int(kind) for kind in kinds]
        self.near_kinds = NearKinds(self._fields, pictures, self._kinds, c)

    def certain(self, match: Match) -> bool:
        """Whether a match is certain in this deck."""
        # No deck allows more than the widest bounds, and its own take long to find: most new cards need them not.
        return match.certain(self._wide) and match.certain(self.near_kinds.config)

    def match(self, turned: Sequence[TurnedFace], size_px: float) -> Match | None:
        """The best kind for a face's turns and the runner-up; None where nothing was taught. `size_px`: the root of the
        face's area in the photo."""
        if not len(self._kinds):
            return None
        laid_config = self._wide.laid.for_size(size_px)
        faces = _Faces(self._wide.pictures)
        found = self._fields.fitted(turned)
        if found[0].cost > self._wide.most_cost:
            # That is never certain, whatever its picture is like.
            return self._lone(self._unlaid(found[0]), found)
        match = self._told(found, faces, laid_config, self._wide.hopeful)
        if match.fits(self._wide) or match.best.cost > self._wide.most_cost:
            return match
        # What costs more is never certain, and most cards that were never taught cost more than that everywhere.
        widely = [one for one in self._fields.fitted(turned, widely=True) if one.cost <= self._wide.most_cost]
        if not widely:
            return match
        return self._told(widely, faces, laid_config, self._wide.hardly_hopeful)

    def _told(
        self,
        found: Sequence[Fitted],
        faces: _Faces,
        laid_config: CloselyConfig,
        hopeful: tuple[float, float],
    ) -> Match:
        """Which of the likely kinds it is, their pictures laid over the face's."""
        times, more = hopeful
        laid: dict[int, _Over] = {}
        for one in found:
            kind = self._kinds[one.view]
            if one.cost > times * found[0].cost + more:
                break
            if kind in laid and not self._doubtful(laid[kind].laid, laid):
                continue
            over = faces.laid(one, self._pictures[one.view], laid_config)
            like = Likeness(kind, one.face.turn, one.cost, over.spot, over.spread, over.marks, over.tint)
            if kind not in laid or over.total < laid[kind].laid.total:
                laid[kind] = _Over(like, over, one)
        best, *others = sorted(laid.values(), key=lambda one: one.laid.total)
        sides: dict[tuple[int, int], tuple[float, float]] = {}

        def side(one: _Over, other: _Over) -> tuple[float, float]:
            pair = one.like.kind, other.like.kind
            if pair not in sides:
                sides[pair] = self._side(one, other, faces, laid_config)
            return sides[pair]

        for other in tuple(others):
            if side(best, other)[0] < 0:
                others[others.index(other)], best = best, other
        if not others:
            return self._lone(best.like, found)
        margins = [side(best, other) for other in others]
        least = int(np.argmin([margin for margin, _ in margins]))
        return Match(best.like, others[least].like, *margins[least])

    def _lone(self, best: Likeness, found: Sequence[Fitted]) -> Match:
        """The best kind, beside which no other was laid over the face."""
        far = next((one for one in found if self._kinds[one.view] != best.kind), None)
        return Match(best, None if far is None else self._unlaid(far), 1.0)

    def _unlaid(self, one: Fitted) -> Likeness:
        return Likeness(self._kinds[one.view], one.face.turn, one.cost, np.inf, np.inf, np.inf, np.inf)

    def _doubtful(self, over: LaidOver, laid: Mapping[int, _Over]) -> bool:
        """Whether another view of a kind, or another turn, may fit better by what matters."""
        c = self._wide
        least = min(other.laid.total for other in laid.values())
        return over.spread > c.least_spread and over.total <= c.worth * least

    def _side(
        self, best: _Over, other: _Over, faces: _Faces, laid_config: CloselyConfig
    ) -> tuple[float, float]:
        """On whose side of the middle between two kinds the face lies: 1 is the best one's place, -1 the other's; in
        the middle where noise alone would tell them apart. And how much they differ."""
        turned = (other.like.turn - best.like.turn) % 4
        if turned % 2:
            across = picture_crosswise(self._pictures[other.fitted.view], turned)
            laid = laid_over(faces.picture(best.fitted.face), across, best.fitted.bend, laid_config)
            side, told = side_of(best.laid, laid, False, self._wide.laid)
        else:
            side, told = side_of(best.laid, other.laid, turned == 2, self._wide.laid)
        return (side if told >= self._wide.least_told else 0.0), told
