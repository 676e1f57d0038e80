"""Which of the taught kinds a face is, and whether that is certain.

The kinds whose fields cost little are laid over the face pixel by pixel: where two of them differ, the face is on one
side or the other; the worst spots tell a card that was never taught, which may differ from a taught one in one pip.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from vision.taught.closely import CloselyConfig, Laid, apart, laid_over
from vision.taught.describe import DescribeConfig, Described, Look
from vision.taught.fields import Fields, FieldsConfig, Fitted
from vision.taught.pictured import (
    Picture,
    PictureConfig,
    picture_crosswise,
    picture_of,
    picture_upside_down,
)
from vision.taught.sides import side_of


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """What counts how much, and when a match is certain."""

    describe: DescribeConfig = field(default_factory=DescribeConfig)
    fields: FieldsConfig = field(default_factory=FieldsConfig)
    too_near: float = 0.03
    """Only kinds whose views cost each other less may be too alike to be told apart."""
    neighbours: int = 2
    sampled: int = 48
    """So many views, and of each so many neighbours, say how near a deck's kinds are to each other."""
    hopeful: tuple[float, float] = (3.0, 0.03)
    """Of the likely kinds, pictures are laid over each other where one costs
    no more than so many times the least, and so much."""
    hardly_hopeful: tuple[float, float] = (5.0, 0.06)
    """The same where none of those fits."""
    worth: float = 2.0
    """A kind that is off by more than so many times the least in one turn is not looked at in another."""
    pictures: PictureConfig = field(default_factory=PictureConfig)
    laid: CloselyConfig = field(default_factory=CloselyConfig)
    partly: float = 0.15
    """What costs less is at least partly like a kind."""
    most_cost: float = 0.3
    most_spot: float = 6.5
    most_spread: float = 4.25
    most_marks: float = 7.5
    most_tint: float = 0.16
    in_all: tuple[float, float, float, float] = (0.3, 6.5, 7.5, 0.16)
    most_in_all: float = 2.9
    """A card is hardly ever much off in everything: the sum of cost, spot, marks and tint over these is less."""
    off_in_all: tuple[float, float, float, float] = (6.5, 4.25, 7.5, 0.16)
    most_off_in_all: float = 3.05
    """The same of spot, spread, marks and tint: another suit's pips, seen from far, are not as far off in any of them
    as a card may be, and further in all."""
    closely: tuple[float, float, float, float, float] = (0.45, 4.6, 3.0, 4.5, 0.1)
    close_margin: float = 0.6
    """What is on a kind's side so clearly and off by no more than this, in cost, spot, spread, marks and tint, fits it:
    fine patterns are seen coarsely otherwise from far, yet lie over each other."""
    least_spot: float = 3.5
    least_spread: float = 2.6
    least_marks: float = 3.7
    of_nearest: tuple[float, float, float] = (0.9, 0.97, 0.95)
    clear_marks: float = 6.0
    of_blurred: float = 0.6
    of_marked: float = 1.1
    marked: float = 3.4
    nearest: tuple[float, float] = (0.2, 0.1)
    """When it is certain: cost, how far it is off in its worst spot, the worst few, and its worst pixels, and in the
    colour of all its print. In a deck
    whose kinds are near each other less is allowed: such shares of how far near kinds are off each other, in spots at
    the first quantile, in pixels at the second, of those that are no further off than that. Where near
    kinds are further off in their worst pixels than `marked`, the worst few spots are allowed the other share. Taught
    views are sharper than what is read from further off, where the same print is off by less: of more than
    `clear_marks`, which a card itself is hardly ever off by, only such a share is allowed."""
    least_margin: float = 0.3
    most_margin: float = 1.6
    """On whose side it lies of the runner-up, how far away."""
    least_told: float = 50.0
    """Two kinds that differ by less than this in all, in squares of what noise may leave, are too alike to be told
    apart."""
    least_lead: float = 8.0
    """The margin times the root of that: where little tells two kinds apart, noise makes a wide margin of nothing."""
    sharp_px: float = 120.0
    small: float = 0.5
    """The root of a face's area from which its print is seen well; on smaller ones the margin has to be wider, by such
    a power of how much smaller they are. How much less they show the lead knows."""

    whole_px: float = 95.0
    """On faces smaller than this the worst pixels may be off by as much less as they are smaller: another digit is
    paler there."""

    def for_size(self, size_px: float) -> MatchConfig:
        """The config for a face of such a size (the root of its area)."""
        return replace(
            self,
            least_margin=min(0.95, self.least_margin * max(1.0, self.sharp_px / size_px) ** self.small),
            most_marks=self.most_marks * min(1.0, size_px / self.whole_px),
        )

    def confidence(self, match: Match) -> float:
        """How near to a doubt a match is, 0 (in doubt) to 1."""
        room = 1 - max(match.best.spot / self.most_spot, match.best.spread / self.most_spread)
        lead = (match.margin - self.least_margin) / (1 - self.least_margin)
        return float(np.clip(0.5 + 0.5 * min(1.0, 2 * room, 2 * lead), 0, 1))


@dataclass(frozen=True, slots=True)
class Likeness:
    """How well one kind fits. `cost` is that of its fields, 0 (the same) to 1; `spot`, `spread` and `marks` how far its
    picture is off in the worst spot, the worst few, and the worst pixels, `tint` in the colour of all its print."""

    kind: int
    turn: int
    cost: float
    spot: float
    spread: float
    marks: float
    tint: float


@dataclass(frozen=True, slots=True)
class _Over:
    """A likeness, and how the kind's view lies over the face."""

    like: Likeness
    laid: Laid
    fitted: Fitted


@dataclass(frozen=True, slots=True)
class Match:
    """The kind that fits best, and the one it is told from with the least ease.

    `margin` is where the face lies between the two: 1 is the best one's place, 0 the middle; `told` how much they
    differ in all, in squares of what noise may leave.
    """

    best: Likeness
    other: Likeness | None
    margin: float
    told: float = np.inf

    def certain(self, config: MatchConfig) -> bool:
        """Whether it is this kind and no other, and no card that was never taught."""
        return self.fits(config) and self.clear(config)

    def fits(self, config: MatchConfig) -> bool:
        """Whether the face is like the best kind everywhere."""
        best = self.best
        closely = (best.cost, best.spot, best.spread, best.marks, best.tint)
        if self.margin >= config.close_margin and all(
            off <= most for off, most in zip(closely, config.closely, strict=True)
        ):
            return True
        return (
            best.cost <= config.most_cost
            and best.spot <= config.most_spot
            and best.spread <= config.most_spread
            and best.marks <= config.most_marks
            and best.tint <= config.most_tint
            and _sum((best.cost, best.spot, best.marks, best.tint), config.in_all) <= config.most_in_all
            and _sum((best.spot, best.spread, best.marks, best.tint), config.off_in_all)
            <= config.most_off_in_all
        )

    def clear(self, config: MatchConfig) -> bool:
        """Whether no other kind comes near."""
        if self.other is None:
            return True
        if not config.least_margin <= self.margin <= config.most_margin:
            return False
        return bool(self.margin * np.sqrt(self.told) >= config.least_lead)


def _sum(off: Sequence[float], usual: Sequence[float]) -> float:
    """How far something is off in all, each over what is usual."""
    return sum(one / most for one, most in zip(off, usual, strict=True))


class _Faces:
    """A face's pictures, one a turn, and the known ones that were laid over it."""

    def __init__(self, config: PictureConfig) -> None:
        self._config = config
        self._pictures: dict[int, Picture] = {}
        self._laid: dict[tuple[int, int], Laid] = {}

    def laid(self, one: Fitted, known: Picture, config: CloselyConfig) -> Laid:
        """A view's picture laid over the face's."""
        pair = one.look.turn, one.view
        if pair not in self._laid:
            self._laid[pair] = laid_over(self.picture(one.look), known, one.bend, config)
        return self._laid[pair]

    def picture(self, look: Look) -> Picture:
        """The face's picture in a turn."""
        if look.turn not in self._pictures:
            self._pictures[look.turn] = picture_of(look.planes, self._config)
        return self._pictures[look.turn]


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

    def certain(self, match: Match) -> bool:
        """Whether a match is certain in this deck."""
        # No deck allows more than the widest bounds, and its own take long to find: most new cards need them not.
        return match.certain(self._wide) and match.certain(self.config)

    def match(self, looks: Sequence[Look], size_px: float) -> Match | None:
        """The best kind for a face's turns and the runner-up; None where nothing was taught. `size_px`: the root of the
        face's area in the photo."""
        if not len(self._kinds):
            return None
        laid_config = self._wide.laid.for_size(size_px)
        faces = _Faces(self._wide.pictures)
        found = self._fields.fitted(looks)
        if found[0].cost > self._wide.most_cost:
            # That is never certain, whatever its picture is like.
            return self._lone(self._unlaid(found[0]), found)
        match = self._told(found, faces, laid_config, self._wide.hopeful)
        if match.fits(self._wide) or match.best.cost > self._wide.most_cost:
            return match
        # What costs more is never certain, and most cards that were never taught cost more than that everywhere.
        widely = [one for one in self._fields.fitted(looks, widely=True) if one.cost <= self._wide.most_cost]
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
            like = Likeness(kind, one.look.turn, one.cost, over.spot, over.spread, over.marks, over.tint)
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
        return Likeness(self._kinds[one.view], one.look.turn, one.cost, np.inf, np.inf, np.inf, np.inf)

    def _doubtful(self, over: Laid, laid: Mapping[int, _Over]) -> bool:
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
            laid = laid_over(faces.picture(best.fitted.look), across, best.fitted.bend, laid_config)
            side, told = side_of(best.laid, laid, False, self._wide.laid)
        else:
            side, told = side_of(best.laid, other.laid, turned == 2, self._wide.laid)
        return (side if told >= self._wide.least_told else 0.0), told

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
