"""How large cards are on a table and how that lies, from a few that may be cards: further rectangles of their size are
looked for, and what is found tells the table better, until most of it is known.

A wrong guess finds few: what is printed on cards, or woven into a cloth, is seldom of one size with an edge all round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.any_cards import Ways
from vision.edges import refine
from vision.photo import Pixels
from vision.plane import Floats, quad_area, sides
from vision.quads import meet, middle_of, upright
from vision.taught.bordering import BorderConfig, bordered
from vision.taught.by_size import SizeConfig, find_by_size, proportion_of
from vision.taught.levelling import Table, level_table, table_of
from vision.taught.same_size import SameSizeConfig, same_size
from vision.taught.viewing import ViewConfig, table_under

_LEAST_PX = 2.0
"""Edges are looked for no nearer than this."""


@dataclass(frozen=True, slots=True)
class GrowConfig:
    """How guesses are tried, and what counts."""

    coarse: SizeConfig = field(
        default_factory=lambda: SizeConfig(card_px=28.0, most_px=800, step_deg=5.0, most=40, looked_at=600)
    )
    rounds: int = 3
    clear: float = 0.65
    """What is a rectangle less clearly than this says nothing of the table."""
    same: SameSizeConfig = field(default_factory=SameSizeConfig)
    guesses: int = 10
    tables: int = 3
    """So many outlines of different sizes are tried, and so many of the tables that these tell looked at."""
    reach: float = 0.025
    samples: int = 20
    support: float = 0.6
    """A rectangle's sides are moved to edges within so much of its size, which at so many places show for such a
    share."""
    enough: int = 4
    """So many known cards tell the table by themselves."""
    many: int = 10
    """So many tell its tilt as well as any more could."""
    told: int = 20
    """So many, with outlines as large as they are, tell it to the last: to fit it to each of a pattern's tiles takes
    long."""
    known_play: float = 0.025
    """How far a size may be off that such cards tell."""
    view: ViewConfig = field(default_factory=ViewConfig)
    joined: float = 0.045
    """How far an outline's sides may be off theirs, that lies on the table and says more of it."""
    known_least: float = 0.34
    """On a table that they tell cards may be less clear than else."""
    few: int = 3
    """Fewer say nothing more of the table than was guessed."""
    borders: BorderConfig = field(default_factory=BorderConfig)
    power: float = 0.8
    """Of their area, by which larger rectangles count more: a block of cards in rows is a rectangle as well."""


@dataclass(frozen=True, slots=True)
class Grown:
    """A table, the `proportion` (width over height) of its cards, and how much speaks for it."""

    table: Table
    proportion: float
    worth: float


def grown(image: Pixels, seeds: Sequence[Floats], config: GrowConfig, *, level: bool = False) -> Grown | None:
    """The table under cards (4, 2) px, top-left first, some of which are `seeds`, in a photo (height, width, 3) BGR;
    `level`: seen from straight above, at first. None where they tell none."""
    size = image.shape[1], image.shape[0]
    table = level_table(seeds[0]) if level else table_of(seeds, size) or table_of(seeds[:1], size)
    if table is None:
        return None
    return regrown(image, table, proportion_of(table, seeds), config)


def regrown(image: Pixels, table: Table, proportion: float, config: GrowConfig) -> Grown | None:
    """The table of a photo (h, w, 3) and the cards' proportion, which are about known, as the rectangles of such a size
    tell them."""
    best: Grown | None = None
    for _ in range(config.rounds):
        found = [
            (clear, quad)
            for clear, quad in find_by_size(image, table, proportion, [], config.coarse)
            if clear >= config.clear
        ]
        worth = sum(
            (clear - config.clear) * float(abs(quad_area(quad))) ** config.power for clear, quad in found
        )
        if best is not None and worth <= best.worth:
            break
        best = Grown(table, proportion, float(worth))
        if len(found) < config.few:
            break
        same = same_size(image, table, proportion, [quad for _, quad in found], config.same)
        table, proportion = same.table, same.proportion
    return best


def likely_tables(image: Pixels, guesses: Sequence[Sequence[Floats]], config: GrowConfig) -> list[Grown]:
    """The tables of a photo (h, w, 3), seen from straight above at first, that grow from some guesses, each a few
    quadrilaterals (4, 2) px; the one
    first that most speaks for."""
    tried = [
        one for seeds in guesses if seeds and (one := grown(image, seeds, config, level=True)) is not None
    ]
    return sorted(tried, key=lambda one: -one.worth)


def tables(
    image: Pixels, cards: Sequence[Floats], seen: Ways, config: GrowConfig, least_px: float = 0.0
) -> Iterator[Grown]:
    """The tables that a photo may show, the likeliest first: that of cards that are known, (4, 2) px and top-left
    first, or where those are few the ones on which outlines may be cards as well, if as large as `least_px`."""
    if len(cards) >= config.enough:
        cards = _joined(cards, seen, image.shape, config)
        table = table_under(cards, (image.shape[1], image.shape[0]), config.view)
        if table is not None:
            same = same_size(image, table, proportion_of(table, cards), cards, _sized(config))
            known = Grown(same.table, same.proportion, 0.0)
            yield known
            if len(cards) < config.many:
                yield _levelled(image, known, cards, config)
            return
    if cards and (one := grown(image, cards, config)) is not None:
        yield one
    families = [[upright(np.array(card.corners_px)) for card in some] for some in seen.families()]
    tried = [one for some in families if some and (one := grown(image, some, config)) is not None]
    yield from sorted(tried, key=lambda one: -one.worth)
    # To try one outline after the other takes long: that is done where those that agree are no cards.
    sizes = np.abs(quad_area(seen.quads))
    order = [k for k in np.argsort(-sizes, kind="stable") if sizes[k] >= least_px**2]
    alone = distinct(np.array([upright(seen.quads[k]) for k in order]).reshape(-1, 4, 2))[: config.guesses]
    tried = [one for quad in alone if (one := grown(image, [quad], config, level=True)) is not None]
    yield from sorted(tried, key=lambda one: -one.worth)[: config.tables]


def known_table(cards: Sequence[Floats], size: tuple[int, int], config: GrowConfig) -> Grown | None:
    """The table under known cards (4, 2) px, top-left first, as they alone say; None where they are too few."""
    table = table_under(cards, size, config.view) if len(cards) >= config.enough else None
    return None if table is None else Grown(table, proportion_of(table, cards), 0.0)


def _levelled(image: Pixels, known: Grown, cards: Sequence[Floats], config: GrowConfig) -> Grown:
    """A table whose tilt further rectangles tell where cards are few: their size stays that of the cards."""
    sized = replace(config, same=_sized(config))
    found = regrown(image, known.table, known.proportion, sized)
    if found is None:
        return known
    unit = 1 / np.sqrt(np.median([abs(quad_area(found.table.laid(card))) for card in cards]))
    table = Table(np.diag([unit, unit, 1.0]) @ found.table.to_table)
    return Grown(table, proportion_of(table, cards), found.worth)


def _joined(cards: Sequence[Floats], seen: Ways, shape: tuple[int, ...], config: GrowConfig) -> list[Floats]:
    """Cards, and the outlines as large as them: the nearest first, as those further off tell more of the tilt."""
    known = list(cards)
    middle = np.mean([middle_of(card) for card in cards], axis=0)
    outlines = [np.array(card.corners_px) for some in seen.families() for card in some]
    outlines.sort(key=lambda quad: float(np.linalg.norm(middle_of(quad) - middle)))
    table, tells = None, 0
    for _ in range(config.rounds):
        before = len(known)
        for quad in outlines:
            if len(known) >= config.told:
                return known
            if any(meet(quad, card) for card in known):
                continue
            if tells < len(known):
                table, tells = table_under(known, (shape[1], shape[0]), config.view), len(known)
            if table is None:
                return known
            own, others = _lengths(table.laid(quad)), [_lengths(table.laid(card)) for card in known]
            if np.abs(own / np.median(others, axis=0) - 1).max() < config.joined:
                known.append(upright(quad))
        if len(known) == before:
            break
    return known


def _lengths(quad: Floats) -> Floats:
    """The mean of either two sides, the shorter first."""
    lengths = sides(quad)
    return np.sort(lengths[:2] + lengths[2:])


def rectangles(
    image: Pixels,
    known: Grown,
    cards: Sequence[Floats],
    sized: SizeConfig,
    config: GrowConfig,
    likely: Sequence[Floats] = (),
) -> list[tuple[float, Floats]]:
    """The rectangles (4, 2) px on a table beside `cards`, with how clear they are, first those that are most `likely`
    some and then the clearest; they are placed as they and the cards, of one size, show most of their sides."""
    if len(cards) >= config.enough:
        sized = replace(sized, least=config.known_least)
    found = [(1.0, quad) for quad in likely]
    found += find_by_size(image, known.table, known.proportion, [*cards, *likely], sized)
    told = len(cards) >= config.enough
    clear = [quad for worth, quad in found if told or worth >= config.clear]
    if not found or len(clear) + len(cards) < config.few:
        return found
    play = _sized(config) if told else config.same
    same = same_size(image, known.table, known.proportion, [*cards, *clear], play)
    placed = bordered(image, same.quads, config.borders)[len(cards) :]
    sharp = refined(image, placed, config)
    if told:
        sharp = [new if _as_large(new, old, config) else old for new, old in zip(sharp, placed, strict=True)]
    again: list[tuple[float, Floats]] = []
    if len(cards) < config.enough + len(clear):
        again = find_by_size(image, same.table, same.proportion, [*cards, *sharp], sized)
    return [(worth, quad) for (worth, _), quad in zip(found, sharp, strict=False)] + again


def _sized(config: GrowConfig) -> SameSizeConfig:
    """How rectangles are looked at whose size cards that are known tell: what is printed on all may be little less."""
    return replace(config.same, size_play=config.known_play)


def _as_large(quad: Floats, other: Floats, config: GrowConfig) -> bool:
    """Whether each side is as long as the other's, all but for what known cards leave open."""
    return bool(np.abs(sides(quad) / sides(other) - 1).max() < config.known_play)


def refined(image: Pixels, quads: Sequence[Floats], config: GrowConfig) -> list[Floats]:
    """Rectangles (4, 2) px with their sides moved to the edges right beside them, if all four show."""
    if not quads:
        return []
    size = float(np.sqrt(np.median(np.abs(quad_area(np.stack(quads))))))
    reach = max(_LEAST_PX, config.reach * size)
    placed, support = refine(image, np.stack(quads), reach, config.samples)
    near = np.abs(placed - np.stack(quads)).max((1, 2)) < 2 * reach
    return [
        new if ok and shown.min() >= config.support else old
        for new, old, ok, shown in zip(placed, quads, near, support, strict=True)
    ]


def distinct(quads: Floats) -> list[Floats]:
    """Of quadrilaterals (n, 4, 2), each begun with a short side, one of each size and proportion."""
    kept: list[Floats] = []
    known: list[Floats] = []
    for quad in quads:
        lengths = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        size = np.log([lengths[0] + lengths[2], lengths[1] + lengths[3]])
        if not any(np.abs(size - other).max() < SAME_SIZE for other in known):
            kept.append(quad)
            known.append(size)
    return kept


SAME_SIZE = 0.06
"""Lengths and breadths that differ by less than such a share are one size."""
