"""Which of the cells that are no player's are white pieces, and which are the bare board.

On a white board the two differ in little: a white piece hides the board's lines, has seams around it, and is of a
slightly different white. The two large white pieces are looked for by the first two of these; they and the rest then
show what tells the small ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product

import numpy as np

from vision.board.cells import beside_edges, chosen_of
from vision.board.first_look.bare import BareConfig, Ground, by_hollows, by_large, walls
from vision.board.first_look.likely import LikelyConfig
from vision.board.first_look.ruled import ruled
from vision.board.first_look.worth import (
    MOST_SMALL,
    Bound,
    Sides,
    WorthConfig,
    bound,
    by_places,
    withheld,
    worth,
)
from vision.board.laying.covers import inner_sides
from vision.board.laying.pieces import KINDS, Spot, spots
from vision.plane import Floats

KEPT = 3
"""Choices within so many times `doubt` of the best are handed on."""


@dataclass(frozen=True, slots=True)
class WhiteConfig:
    """How white pieces are told from the board."""

    bare: BareConfig = field(default_factory=BareConfig)
    worth: WorthConfig = field(default_factory=WorthConfig)
    tries: int = 3
    """Places of each large piece that are looked at together, and pairs of them."""
    doubt: float = 3.0
    """Within this of the best, another choice is in doubt ..."""
    unlike: float = 4.0
    """... where not both large white pieces show what white is, a small one is, up to this ..."""
    weak: tuple[float, float] = (6.5, 5.0)
    """... and where the sides of half the cells say less than this against one, too, up to that."""
    weighed: int = 5
    """So many doubtful cells are weighed together; the others are left open."""
    one_shade: tuple[float, float, float] = (0.014, 0.014, 0.55)
    """By how much shares and lightness vary over one large piece: over 200 photographed ones by 0.006 and 0.34."""
    unlined: float = 4.0
    """From when on a line is missing: the logarithm of how much likelier the side is within a piece."""
    few_unlined: int = 3
    share_unlined: float = 0.25
    """From so many on, and from this share of the sides between bare cells, no bare cell is believed."""
    group_say: float = 4.0
    """What it says for a cell that its colour was judged to be white, or the board's, on its own."""


@dataclass(frozen=True, slots=True)
class Choice:
    """White pieces, the rest being bare board, and the logarithm of how likely that is."""

    spots: tuple[Spot, ...]
    score: float
    unlined: int = 0
    """Bare cells (bits) between which a line should show, and does not."""
    perhaps: int = 0
    """Cells (bits) on which a small white piece may lie, and that were not weighed together with the others."""


def choose_whites(
    ground: Ground, config: WhiteConfig, likely: LikelyConfig, least: float = -np.inf
) -> list[Choice]:
    """The likeliest choices of white pieces, best first; those far behind are left out, and all where none can be worth
    as much as `least`."""
    if not ground.cells:
        return [Choice((), 0.0)]
    every = ruled(ground, walls(ground, config.bare), likely)
    ground = replace(ground, white=ground.white + by_hollows(ground, config.bare))
    found: list[tuple[Choice, Sides]] = []
    cells: dict[tuple[int, ...], Floats] = {}

    def beside(known: tuple[int, ...]) -> Floats:
        # What cells say by themselves does not hang on which lines are printed.
        if known not in cells:
            cells[known] = by_large(ground, [*known], config.doubt, config.bare)
        return cells[known]

    ways = [(sides, bound(sides, ground.whitish, config.worth)) for sides in every]
    if max(sides.base + reach.every for sides, reach in ways) < least:
        return []
    most = -np.inf
    for sides, reach in sorted(ways, key=lambda way: -way[0].base - way[1].every):
        near = most - KEPT * config.doubt - sides.base
        if reach.every >= near:
            choices = _with_large(ground, sides, reach, near, beside, config)
            found += [(replace(c, score=c.score + sides.base), sides) for c in choices]
            most = max([most, *(c.score + sides.base for c in choices)])
    found.sort(key=lambda pair: -pair[0].score)
    best, sides = found[0]
    # What sides were not let say for small pieces is no reason to doubt the colours under which these were found.
    more = min(withheld(best.spots, sides, config.worth), max(0.0, -best.score))
    # Where lines lie tells pieces from bare cells under these colours, but no colours.
    more -= by_places(best.spots, sides)
    unique: dict[frozenset[int], Choice] = {}
    for choice, _ in found:
        unique.setdefault(frozenset(spot.mask for spot in choice.spots), choice)
    kept = [c for c in unique.values() if c.score > best.score - KEPT * config.doubt][:24]
    return [replace(c, score=c.score + more, unlined=_unlined(ground, c.spots, sides, config)) for c in kept]


@lru_cache(maxsize=1)
def _large_spots() -> tuple[tuple[Spot, ...], ...]:
    names = ("neutral trapeze", "neutral five-sided")
    return tuple(tuple(spot for spot in spots() if KINDS[spot.kind].name == name) for name in names)


@lru_cache(maxsize=1)
def _small_spots() -> dict[int, Spot]:
    return {spot.cells[0]: spot for spot in spots() if KINDS[spot.kind].neutral and len(spot.cells) == 1}


def _of_one_shade(ground: Ground, spot: Spot, config: WhiteConfig) -> bool:
    """Whether those of a piece's cells that lie away from covered ones have one shade."""
    values = ground.values[[cell for cell in spot.cells if not ground.unsure >> cell & 1]]
    return len(values) < 2 or bool((np.ptp(values, axis=0) < config.one_shade).all())


def _unlined(ground: Ground, chosen: tuple[Spot, ...], sides: Sides, config: WhiteConfig) -> int:
    """The cells that are held to be bare, but have no line between them where one is printed everywhere else; all such
    cells where many of them have that, or what is no line: pieces of the board's own colour may lie among them."""
    mask = ground.cells & ~sum(spot.mask for spot in chosen)
    bare = chosen_of(mask)
    left, right = beside_edges()
    both = bare[left] & bare[right]
    none = both & (sides.inside - sides.empty > config.unlined)
    other = both & (sides.border - sides.empty > config.unlined)
    if none.sum() >= config.few_unlined and (none | other).sum() > config.share_unlined * both.sum():
        return mask
    return sum(1 << int(cell) for cell in {*left[none], *right[none]})


def _with_large(
    ground: Ground,
    sides: Sides,
    reach: Bound,
    least: float,
    beside: Callable[[tuple[int, ...]], Floats],
    config: WhiteConfig,
) -> list[Choice]:
    """For every likely pair of large pieces the likeliest small ones; those that cannot be worth as much as `least`, or
    nearly as much as the best, are left out."""
    offers: list[list[Spot | None]] = []
    for places in _large_spots():
        fitting = [
            spot for spot in places if not spot.mask & ~ground.whitish and _of_one_shade(ground, spot, config)
        ]
        nothing, *ones = worth([(), *((spot,) for spot in fitting)], sides, ground.white, config.worth)
        gains = [(one - nothing, spot) for one, spot in zip(ones, fitting, strict=True)]
        gains.sort(key=lambda pair: -pair[0])
        offers.append([None, *(spot for gain, spot in gains[: config.tries] if gain > -2 * config.doubt)])
    both = []
    for first, second in product(*offers):
        if first and second and first.mask & second.mask:
            continue
        chosen = tuple(spot for spot in (first, second) if spot)
        both.append(chosen)
    pairs = [*zip(worth(both, sides, ground.white, config.worth), both, strict=True)]
    pairs.sort(key=lambda pair: -pair[0])
    found = []
    likely = [chosen for score, chosen in pairs[: config.tries] if score > pairs[0][0] - 5 * config.doubt]
    # Small pieces side by side have the cells of a large one: without it they are not weighed yet.
    fewer: list[tuple[Spot, ...]] = [(), *((spot,) for chosen in likely for spot in chosen)]
    likely += [chosen for chosen in dict.fromkeys(fewer) if chosen not in likely]
    for chosen in likely:
        # Small pieces may lie in the place of a large one, too.
        parts = {chosen, *((spot,) for spot in chosen), ()}
        if max(reach.with_small(part) for part in parts) < least:
            continue
        white = beside(tuple(cell for spot in chosen for cell in spot.cells))
        found += _with_small(ground, chosen, white, sides, config)
        least = max(least, max(choice.score for choice in found) - KEPT * config.doubt)
    return found + [other for choice in found for other in _in_small(choice, sides, config)]


def _in_small(choice: Choice, sides: Sides, config: WhiteConfig) -> list[Choice]:
    """The choice with small pieces on the cells of one of its large ones, for each: what shows around them is the same,
    and by what shows between them the two are told."""
    small = [spot for spot in choice.spots if len(spot.cells) == 1]
    large = [spot for spot in choice.spots if len(spot.cells) > 1]
    prior = config.worth
    found = []
    for whole in large:
        if len(small) + len(whole.cells) > MOST_SMALL:
            continue
        inner = list(inner_sides(whole))
        gain = float((sides.border - sides.inside)[inner].sum())
        gain += prior.small_prior * len(whole.cells) - prior.large_prior
        gain += prior.first_prior * (len(large) == 1)
        parts = sorted([*small, *(_small_spots()[cell] for cell in whole.cells)], key=lambda s: s.cells)
        rest = [spot for spot in large if spot is not whole]
        found.append(replace(choice, spots=(*rest, *parts), score=choice.score + gain))
    return found


def _with_small(
    ground: Ground, chosen: tuple[Spot, ...], white: Floats, sides: Sides, config: WhiteConfig
) -> list[Choice]:
    """The small white pieces beside these large ones: the clear ones, and every choice of the doubtful ones."""
    taken = sum(spot.mask for spot in chosen)
    single = {cell: s for cell, s in _small_spots().items() if ground.whitish & ~taken & s.mask}
    base, *more = worth([chosen, *((*chosen, spot) for spot in single.values())], sides, white, config.worth)
    gains = sorted(((gain - base, cell) for gain, cell in zip(more, single, strict=True)), reverse=True)
    clear = [cell for gain, cell in gains if gain > config.doubt][:MOST_SMALL]
    least = -config.doubt if len(chosen) > 1 else -config.unlike
    if len(chosen) < 2 and gains and -float(np.median([gain for gain, _ in gains])) < config.weak[0]:
        least = -config.weak[1]
    doubtful = [cell for _, cell in sorted((abs(g), cell) for g, cell in gains if least <= g <= config.doubt)]
    open_cells = [
        cell for gain, cell in gains if cell in doubtful[: config.weighed] and gain >= -config.doubt
    ]
    perhaps = sum(1 << cell for cell in set(doubtful).difference(open_cells))
    found = []
    for picks in product((True, False), repeat=len(open_cells)):
        cells = clear + [cell for cell, pick in zip(open_cells, picks, strict=True) if pick]
        if len(cells) <= MOST_SMALL:
            whole = (*chosen, *(single[cell] for cell in sorted(cells)))
            found.append(whole)
    return [
        Choice(whole, score, perhaps=perhaps)
        for whole, score in zip(found, worth(found, sides, white, config.worth), strict=True)
    ]
