"""The cards that are laid out in a photo to be taught, of which nothing is known yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.any_cards import Ways, find_both_ways
from vision.any_cards_config import AnyCardsConfig
from vision.lighter import near
from vision.photo import Pixels
from vision.plane import Floats, apply, homography, quad_area, rectangle, sides
from vision.quads import inside, meet, middle_of, upright
from vision.taught.bordering import BorderConfig, bordered
from vision.taught.by_size import SizeConfig, find_by_size
from vision.taught.growing import GrowConfig, Grown, distinct, grown, likely_tables, refined, regrown
from vision.taught.same_size import SameSizeConfig, same_size
from vision.taught.viewing import viewed


@dataclass(frozen=True, slots=True)
class LaidOutConfig:
    """When rectangles of one size are the cards."""

    grow: GrowConfig = field(default_factory=GrowConfig)
    sized: SizeConfig = field(default_factory=SizeConfig)
    finer: GrowConfig = field(
        default_factory=lambda: GrowConfig(
            coarse=SizeConfig(card_px=60.0, step_deg=3.0, most=40, looked_at=600),
            same=SameSizeConfig(card_px=96.0, tilt_cost=0.05),
        )
    )
    """How the tables are tried again for which most speaks."""
    both: int = 3
    """So many outlines that are found both ways are cards."""
    evener: float = 0.5
    """Or so far more of one size than those found the other way, and no fewer."""
    guesses: int = 14
    likeliest: int = 3
    better: float = 1.15
    """The table that one quadrilateral guesses is taken where so many times as much speaks for it as for that of the
    outlines that agree."""
    clear: float = 0.62
    """A rectangle is a card that is as clear as this."""
    exactly: float = 0.75
    hair: float = 0.008
    """Such a share of outlines that are no further off, over their size, are exact."""
    surely: float = 0.72
    share: float = 0.85
    larger: tuple[float, float] = (1.2, 6.0)
    filled: float = 0.88
    """Outlines that agree are the cards where such a share of them is as clear as this, and most of them lie on no
    other one that is so many times as large, unless they fill it so far."""
    rounds: int = 3
    borders: BorderConfig = field(default_factory=BorderConfig)
    snap: float = 0.03
    off: float = 0.015
    """An outline that ends so near to it, over its size, is that card's, if no side of it is off the others' by so much
    of its length."""


def laid_out(image: Pixels, cards: AnyCardsConfig, config: LaidOutConfig) -> list[Floats]:
    """The corners (4, 2) px, clockwise, of the cards that lie apart on a plain ground in a photo (h, w, 3) BGR."""
    seen = find_both_ways(image, cards)
    agreed = agreed_outlines(seen, (image.shape[1], image.shape[0]), config)
    table = _table(image, agreed, seen, config)
    if table is None:
        return agreed
    sized = bordered(image, _on_table(image, table.grown, config), config.borders)
    sized = refined(image, sized, config.grow)
    found = snapped(sized, seen.quads, config)
    if table.alone:
        return found
    found = [*table.exact, *(q for q in found if not any(meet(q, other) for other in table.exact))]
    # An outline may show where the rectangle's sides are faint.
    return found + [quad for quad in agreed if not any(meet(quad, other) for other in found)]


def _on_table(image: Pixels, known: Grown, config: LaidOutConfig) -> list[Floats]:
    """The clear rectangles on a table, which is found anew from them as long as that shows more."""
    best, most = list[Floats](), 0.0
    for _ in range(config.rounds):
        sized = find_by_size(image, known.table, known.proportion, [], config.sized)
        clear = [quad for clear, quad in sized if clear >= config.clear]
        worth = sum(clear for clear, _ in sized if clear >= config.clear)
        if worth <= most:
            break
        same = same_size(image, known.table, known.proportion, clear, config.grow.same)
        best, most = same.quads, worth
        known = Grown(same.table, same.proportion, worth)
    return best


@dataclass(frozen=True, slots=True)
class _Known:
    """A table, and whether the outlines that agree are not what lies on it; or those of them that tell it to a hair."""

    grown: Grown
    alone: bool
    exact: tuple[Floats, ...] = ()


def _table(image: Pixels, agreed: Sequence[Floats], seen: Ways, config: LaidOutConfig) -> _Known | None:
    """The table under the outlines that agree, or under cards as large as some other one, if that finds far more."""
    exact = _exact(image, agreed, config)
    if exact is not None and not _printed(agreed, seen, config):
        return exact
    own = grown(image, [upright(quad) for quad in agreed], config.grow) if agreed else None
    if own is not None and _sure(image, own, agreed, seen, config):
        return _Known(own, alone=False)
    order = np.argsort(-np.abs(quad_area(seen.quads)), kind="stable")
    alone = distinct(np.array([upright(seen.quads[k]) for k in order]).reshape(-1, 4, 2))
    guesses = [[quad] for quad in alone[: config.guesses]]
    others = likely_tables(image, guesses, config.grow)[: config.likeliest]
    own = _finer(image, [] if own is None else [own], config)
    other = _finer(image, others, config)
    if other is not None and (own is None or other.worth > config.better * own.worth):
        return _Known(other, alone=True)
    return None if own is None else _Known(own, alone=False)


def _finer(image: Pixels, guesses: Sequence[Grown], config: LaidOutConfig) -> Grown | None:
    """Of tables that were told coarsely, the one for which most speaks when it is looked at closely."""
    tried = [
        one
        for guess in guesses
        if (one := regrown(image, guess.table, guess.proportion, config.finer)) is not None
    ]
    return max(tried, key=lambda one: one.worth, default=None)


def _exact(image: Pixels, agreed: Sequence[Floats], config: LaidOutConfig) -> _Known | None:
    """The table on which outlines that agree are rectangles of one size to a hair, if there is one."""
    if len(agreed) < config.grow.enough:
        return None
    view = viewed([upright(quad) for quad in agreed], (image.shape[1], image.shape[0]), config.grow.view)
    if view is None or np.quantile(view.off, config.exactly) > config.hair:
        return None
    told = tuple(quad for quad, off in zip(agreed, view.off, strict=True) if off < config.hair)
    return _Known(Grown(view.table, view.proportion, 0.0), alone=False, exact=told)


def _sure(image: Pixels, own: Grown, agreed: Sequence[Floats], seen: Ways, config: LaidOutConfig) -> bool:
    """Whether outlines that agree are clear rectangles of one size on no larger ones: to try others takes long."""
    sized = [
        quad
        for clear, quad in find_by_size(image, own.table, own.proportion, [], config.grow.coarse)
        if clear >= config.surely
    ]
    if sum(any(meet(quad, other) for other in sized) for quad in agreed) < config.share * len(agreed):
        return False
    return not _printed(agreed, seen, config)


def _printed(agreed: Sequence[Floats], seen: Ways, config: LaidOutConfig) -> bool:
    """Whether most outlines that agree lie on larger ones, as what is printed on cards does."""
    size = float(np.median([abs(quad_area(quad)) for quad in agreed]))
    larger = [
        quad for quad in seen.quads if config.larger[0] < abs(quad_area(quad)) / size < config.larger[1]
    ]
    on = [[inside(middle_of(quad), other) for quad in agreed] for other in larger]
    # Cards edge to edge fill what is around them, unlike what is printed.
    printed = [
        held
        for held, other in zip(on, larger, strict=True)
        if size * sum(held) < config.filled * abs(quad_area(other))
    ]
    return 2 * sum(map(any, zip(*printed, strict=True))) >= len(agreed)


def agreed_outlines(seen: Ways, size: tuple[int, int], config: LaidOutConfig) -> list[Floats]:
    """The outlines (4, 2) px that agree, in a photo of such a width and height. What is printed on cards seen from near
    may agree better than the cards do, and be more: where most of what is found lies on what is lighter than all around
    it, that is the cards."""
    found, lighter = ([np.array(card.corners_px) for card in cards] for cards in (seen.edged, seen.lighter))
    on = [
        any(
            inside(middle_of(quad), card) and 2 * abs(float(quad_area(quad))) < abs(float(quad_area(card)))
            for card in lighter
        )
        for quad in found
    ]
    if 2 * sum(on) > len(on):
        return lighter
    # Where both ways find the same, and the one more cards yet, the rest of the other is most likely printed.
    cards, others = (np.array(quads).reshape(-1, 4, 2) for quads in (lighter, found))
    root = float(np.sqrt(np.median(np.abs(quad_area(cards))))) if lighter else 0.0
    both = int(near(cards, others, config.snap * root).sum())
    if both >= config.both and len(lighter) > both and 2 * both > len(lighter):
        return lighter
    # A print near the cards' rims pulls some outlines in, and those are no longer of one size.
    if len(lighter) >= max(len(found), config.grow.enough):
        ragged, even = (_ragged(quads, size, config) for quads in (found, lighter))
        if even < config.evener * ragged:
            return lighter
    return found


def _ragged(quads: Sequence[Floats], size: tuple[int, int], config: LaidOutConfig) -> float:
    """How far outlines are off rectangles of one size, most of them, over their size."""
    view = viewed([upright(quad) for quad in quads], size, config.grow.view)
    return float("inf") if view is None else float(np.quantile(view.off, config.exactly))


def snapped(quads: Sequence[Floats], outlines: Floats, config: LaidOutConfig) -> list[Floats]:
    """Rectangles' corners (4, 2) px, or those of the outline, of (n, 4, 2), that ends there and is as large as the
    others."""
    ends = [_nearest(quad, outlines, config) for quad in quads]
    lengths = {
        k: sides(apply(homography(quad, rectangle((1.0, 1.0))), end))
        for k, (quad, end) in enumerate(zip(quads, ends, strict=True))
        if end is not None
    }
    if not lengths:
        return list(quads)
    usual = np.median(list(lengths.values()), axis=0)
    return [
        quad if end is None or np.abs(lengths[k] - usual).max() > config.off else end
        for k, (quad, end) in enumerate(zip(quads, ends, strict=True))
    ]


def _nearest(quad: Floats, outlines: Floats, config: LaidOutConfig) -> Floats | None:
    """The outline that ends nearest to a rectangle, begun where that is, if any is near."""
    turned = [np.roll(outlines, turn, axis=1) for turn in range(4)]
    off = (
        np.array([np.abs(some - quad).max((1, 2)) for some in turned]) if len(outlines) else np.zeros((4, 0))
    )
    if not off.size or off.min() > config.snap * float(np.sqrt(abs(quad_area(quad)))):
        return None
    turn, k = np.unravel_index(int(off.argmin()), off.shape)
    return np.asarray(turned[turn][k])
