"""How well a face fits a taught kind, and whether that is certain.

Where two kinds differ, the face is on one side or the other; the worst spots tell a card that was never taught, which
may differ from a taught one in one pip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.taught.closely_config import CloselyConfig
from vision.taught.describe import DescribeConfig
from vision.taught.fields import FieldsConfig
from vision.taught.pictured import PictureConfig


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
    """What a card is off by at most: in its fields, its worst spot, the worst few, its worst pixels, and the colour of
    all its print."""
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
    """In a deck whose kinds are near each other less is allowed, but never less than this."""
    of_nearest: tuple[float, float, float] = (0.9, 0.97, 0.95)
    nearest: tuple[float, float] = (0.2, 0.1)
    """That is such shares of how far near kinds are off each other in their worst spot, the worst few and the worst
    pixels: in spots at the first quantile, in pixels at the second, of those that are no further off than a card."""
    marked: float = 3.4
    of_marked: float = 1.1
    """Where near kinds are further off in their worst pixels than this, the worst few spots are allowed that share."""
    clear_marks: float = 6.0
    of_blurred: float = 0.6
    """Taught views are sharper than what is read from further off, where the same print is off by less: of more than
    this in the worst pixels, which a card itself is hardly ever off by, only such a share is allowed."""
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
