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
from numpy.typing import NDArray

from vision.board.bare import BareConfig, Ground, by_hollows, by_large, walls
from vision.board.cells import SIDE, edge_ends, edges
from vision.board.covers import inner_sides, outer_sides
from vision.board.likely import LikelyConfig, plain, printed, seam
from vision.board.middle import median
from vision.board.pieces import KINDS, Spot, spots
from vision.plane import Floats


@dataclass(frozen=True, slots=True)
class WhiteConfig:
    """How white pieces are told from the board."""

    bare: BareConfig = field(default_factory=BareConfig)
    large_prior: float = 1.2
    small_prior: float = -1.5
    """What the presence of a white piece is worth before looking, as a logarithm."""
    first_prior: float = -3.0
    """What it is worth that no large white piece shows: a game begins with those."""
    lone_say: float = 2.3
    """The most that each side says for a small white piece."""
    rim_say: float = 1.0
    """The most that a side along the rim says against it."""
    tries: int = 3
    """Places of each large piece that are looked at together, and pairs of them."""
    doubt: float = 3.0
    """Within this of the best, another choice is in doubt."""
    one_shade: tuple[float, float, float] = (0.014, 0.014, 0.55)
    """By how much shares and lightness vary over one large piece: over 200 photographed ones by 0.006 and 0.34."""
    unlined: float = 4.0
    """From when on a line is missing: the logarithm of how much likelier the side is within a piece."""
    group_say: float = 4.0
    """What it says for a cell that its colour was judged to be white, or the board's, on its own."""


@dataclass(frozen=True, slots=True)
class Choice:
    """White pieces, the rest being bare board, and the logarithm of how likely that is."""

    spots: tuple[Spot, ...]
    score: float
    unlined: int = 0
    """Bare cells (bits) between which a line should show, and does not."""


@dataclass(frozen=True, slots=True)
class _Sides:
    """Log likelihoods (104,) of the sides of these cells; 0 for those between others, or with a player's piece."""

    inside: Floats
    border: Floats
    empty: Floats
    walls: Floats
    """(104, 2, 2): by whether the left and the right is a white piece, what the shadows next to the side say."""


def choose_whites(ground: Ground, config: WhiteConfig, likely: LikelyConfig) -> list[Choice]:
    """The likeliest choices of white pieces, best first; those far behind are left out."""
    if not ground.cells:
        return [Choice((), 0.0)]
    # Beside what is white by its colour there is an edge, and no line of the board.
    coloured = np.append(ground.white > 0, False)
    bare = ~np.array([coloured[edge.left] or coloured[edge.right] for edge in edges()])
    ground = replace(ground, white=ground.white + by_hollows(ground, config.bare))
    found: list[tuple[Choice, _Sides]] = []
    hollows = walls(ground, config.bare)
    cells: dict[tuple[int, ...], Floats] = {}

    def beside(known: tuple[int, ...]) -> Floats:
        # What cells say by themselves does not hang on which lines are printed.
        if known not in cells:
            cells[known] = by_large(ground, [*known], config.doubt, config.bare)
        return cells[known]

    for straight, slanted in product((True, False), repeat=2):
        sides = _sides(ground, straight, slanted, bare, likely, hollows)
        if sides is not None:
            base = float(sides.empty.sum())
            choices = _with_large(ground, sides, beside, config)
            found += [(Choice(c.spots, c.score + base), sides) for c in choices]
    found.sort(key=lambda pair: -pair[0].score)
    best, sides = found[0]
    # What sides were not let say for small pieces is no reason to doubt the colours under which these were found.
    more = min(_withheld(best.spots, sides, config), max(0.0, -best.score))
    unique: dict[frozenset[int], Choice] = {}
    for choice, _ in found:
        unique.setdefault(frozenset(spot.mask for spot in choice.spots), choice)
    kept = [c for c in unique.values() if c.score > best.score - 3 * config.doubt][:24]
    return [Choice(c.spots, c.score + more, _unlined(ground, c.spots, sides, config)) for c in kept]


def _sides(
    ground: Ground,
    straight: bool,
    slanted: bool,
    bare: NDArray[np.bool_],
    likely: LikelyConfig,
    hollows: Floats,
) -> _Sides | None:
    """Likelihoods of the sides if lines are printed around the squares, or not, and along their diagonals, or not.

    Lines are learned from sides that may be `bare` (104,). Where squares or quarters have two tints, the step from one
    to the other is as good as a line.
    """
    mine = np.array([bool(ground.cells >> edge.left & 1) for edge in edges()]) & ground.seen
    other = np.array([edge.right >= 0 and bool(ground.cells >> edge.right & 1) for edge in edges()])
    rim = np.array([edge.right < 0 for edge in edges()])
    diagonal = np.array([edge.diagonal for edge in edges()])
    within = mine & other
    inside, border = plain(ground.ratio, likely), seam(ground.ratio, likely)
    empty = inside
    logs = np.log(np.maximum(ground.ink, 1.0))
    shown = within & bare & (ground.ratio > 1.2)
    every = _usual_line(logs, shown, 3, likely)
    for lined, kind in ((straight, ~diagonal), (slanted, diagonal)):
        if lined:
            usual = every if straight and slanted else _usual_line(logs, shown & kind, 3, likely)
            if usual is None:
                return None
            empty = np.where(kind, printed(logs, *usual, likely), empty)
    if straight:
        # The rim's line has its own width; where there is none, or the board ends there, its sides say nothing.
        outer = _usual_line(logs, mine & rim, 4, likely)
        if outer is not None and outer[1] < 0.15:
            empty = np.where(rim, printed(logs, *outer, likely), empty)
            within = within | (mine & rim)
    top = np.maximum(np.maximum(inside, border), empty)
    inside, border, empty = (
        np.where(within, np.maximum(part - top, -likely.most), 0.0) for part in (inside, border, empty)
    )
    return _Sides(inside, border, empty, hollows)


def _usual_line(
    logs: Floats, shown: NDArray[np.bool_], least: int, likely: LikelyConfig
) -> tuple[Floats, float] | None:
    """How strong (104,) the printed lines are, by those that are most alike, and their spread; None where too few show.

    A photo's lines grow stronger or fainter from place to place, and with their direction, but slowly.
    """
    seen = logs[shown]
    if len(seen) < least:
        return None
    near = np.exp(-0.5 * ((seen[:, None] - seen) / 0.08) ** 2).sum(1)
    middle = float(median(seen[np.abs(seen - seen[int(near.argmax())]) < 0.15]))
    alike = np.abs(seen - middle) < 0.35
    rows, rest = _line_places()[shown][alike], seen[alike] - middle
    trust = np.ones(len(rest))
    for _ in range(4):
        normal = (rows.T * trust) @ rows / 0.06**2 + np.diag(1 / _LINE_PLAY**2)
        fit = np.linalg.solve(normal, (rows.T * trust) @ rest / 0.06**2)
        off = rest - rows @ fit
        trust = 1 / (1 + (off / 0.1) ** 2)
    # Each line beside what the others alone would make of it.
    own = trust / 0.06**2 * np.einsum("ni,ij,nj->n", rows, np.linalg.inv(normal), rows)
    off = off / np.maximum(1 - own, 0.2)
    spread = 1.5 * float(median(np.abs(off))) + 0.2 / len(off)
    usual = middle + _line_places() @ fit
    usual[np.flatnonzero(shown)[alike]] = seen[alike] - off
    return usual, float(np.clip(spread, *likely.line_spread))


_LINE_PLAY = np.array([0.1, 0.06, 0.06, 0.15, 0.15, 0.1])
"""By how much lines differ, as logarithms: all together, for each square to the right and up, by their direction (two
numbers), and those along diagonals from the others."""


@lru_cache(maxsize=1)
def _line_places() -> Floats:
    """What the strength of a side's line may hang on (104, 6)."""
    ends = edge_ends()
    x, y = (ends.mean(1) - SIDE / 2).T
    way = ends[:, 1] - ends[:, 0]
    twice = 2 * np.arctan2(way[:, 1], way[:, 0])
    slanted = np.array([edge.diagonal for edge in edges()], float)
    places: Floats = np.stack([np.ones_like(x), x, y, np.cos(twice), np.sin(twice), slanted], 1)
    return places


@lru_cache(maxsize=1)
def _large_spots() -> tuple[tuple[Spot, ...], ...]:
    names = ("neutral trapeze", "neutral five-sided")
    return tuple(tuple(spot for spot in spots() if KINDS[spot.kind].name == name) for name in names)


@lru_cache(maxsize=1)
def _small_spots() -> dict[int, Spot]:
    return {spot.cells[0]: spot for spot in spots() if KINDS[spot.kind].neutral and len(spot.cells) == 1}


@lru_cache(maxsize=256)
def _inner(spot: Spot) -> list[int]:
    return inner_sides(spot)


@lru_cache(maxsize=256)
def _outer(spot: Spot) -> list[int]:
    """The sides around a piece, the rim's among them."""
    rim = [k for k, edge in enumerate(edges()) if edge.right < 0 and spot.mask >> edge.left & 1]
    return [edge for edge, _ in outer_sides(spot)] + rim


def _score(chosen: tuple[Spot, ...], sides: _Sides, white: Floats, config: WhiteConfig) -> float:
    """Of white pieces against bare board, each side counted once."""
    score = 0.0
    cut: set[int] = set()
    for spot in chosen:
        inner = _inner(spot)
        score += float((sides.inside[inner] - sides.empty[inner] + sides.walls[inner, 1, 1]).sum())
        cut.update(_outer(spot))
        score += config.small_prior if len(spot.cells) == 1 else config.large_prior
        score += float(white[list(spot.cells)].sum())
    if all(len(spot.cells) == 1 for spot in chosen):
        score += config.first_prior
    every = list(cut)
    covered = sum(spot.mask for spot in chosen)
    left = [covered >> edges()[k].left & 1 for k in every]
    right = [int(edges()[k].right >= 0 and covered >> edges()[k].right & 1) for k in every]
    score += float(sides.walls[every, left, right].sum())
    lone = _lone(chosen)
    border = sides.border - sides.empty
    # What a lone cell's sides say is capped: its three lines may be odd for other reasons.
    border[lone] = np.clip(border[lone], -1.5 * config.lone_say, config.lone_say)
    # Half the rim's line shows beside a white piece too.
    rim = [k for k in lone if edges()[k].right < 0]
    border[rim] = np.maximum(border[rim], -config.rim_say)
    # Against what each cell's own colour would have: so that choices made by other shades compare.
    return score + float(border[every].sum()) - float(np.maximum(white, 0.0).sum())


def _of_one_shade(ground: Ground, spot: Spot, config: WhiteConfig) -> bool:
    """Whether those of a piece's cells that lie away from covered ones have one shade."""
    values = ground.values[[cell for cell in spot.cells if not ground.unsure >> cell & 1]]
    return len(values) < 2 or bool((np.ptp(values, axis=0) < config.one_shade).all())


def _lone(chosen: tuple[Spot, ...]) -> list[int]:
    """The sides of small pieces that lie beside no large one."""
    beside_large = {k for spot in chosen if len(spot.cells) > 1 for k in _outer(spot)}
    return [k for spot in chosen if len(spot.cells) == 1 for k in _outer(spot) if k not in beside_large]


def _withheld(chosen: tuple[Spot, ...], sides: _Sides, config: WhiteConfig) -> float:
    """By how much more the sides of small pieces speak for them than they are let."""
    lone = [*{*_lone(chosen)}]
    return float(np.maximum((sides.border - sides.empty)[lone] - config.lone_say, 0.0).sum())


def _unlined(ground: Ground, chosen: tuple[Spot, ...], sides: _Sides, config: WhiteConfig) -> int:
    """The cells that are held to be bare, but have no line between them where one is printed everywhere else."""
    bare = ground.cells & ~sum(spot.mask for spot in chosen)
    found = 0
    for k in np.flatnonzero(sides.inside - sides.empty > config.unlined):
        both = 1 << edges()[k].left | 1 << edges()[k].right if edges()[k].right >= 0 else 0
        if both and not both & ~bare:
            found |= both
    return found


def _with_large(
    ground: Ground, sides: _Sides, beside: Callable[[tuple[int, ...]], Floats], config: WhiteConfig
) -> list[Choice]:
    """For every likely pair of large pieces the likeliest small ones."""
    nothing = _score((), sides, ground.white, config)
    offers: list[list[Spot | None]] = []
    for places in _large_spots():
        fitting = [
            spot for spot in places if not spot.mask & ~ground.whitish and _of_one_shade(ground, spot, config)
        ]
        gains = [(_score((spot,), sides, ground.white, config) - nothing, spot) for spot in fitting]
        gains.sort(key=lambda pair: -pair[0])
        offers.append([None, *(spot for gain, spot in gains[: config.tries] if gain > -2 * config.doubt)])
    pairs = []
    for first, second in product(*offers):
        if first and second and first.mask & second.mask:
            continue
        chosen = tuple(spot for spot in (first, second) if spot)
        pairs.append((_score(chosen, sides, ground.white, config), chosen))
    pairs.sort(key=lambda pair: -pair[0])
    found = []
    for score, chosen in pairs[: config.tries]:
        if score > pairs[0][0] - 5 * config.doubt:
            white = beside(tuple(cell for spot in chosen for cell in spot.cells))
            found += _with_small(ground, chosen, white, sides, config)
    return found


def _with_small(
    ground: Ground, chosen: tuple[Spot, ...], white: Floats, sides: _Sides, config: WhiteConfig
) -> list[Choice]:
    """The small white pieces beside these large ones: the clear ones, and every choice of the doubtful ones."""
    taken = sum(spot.mask for spot in chosen)
    single = {cell: s for cell, s in _small_spots().items() if ground.whitish & ~taken & s.mask}
    base = _score(chosen, sides, white, config)
    gains = sorted(
        ((_score((*chosen, spot), sides, white, config) - base, cell) for cell, spot in single.items()),
        reverse=True,
    )
    most = next(kind.count for kind in KINDS if kind.neutral and kind.name == "small triangle")
    clear = [cell for gain, cell in gains if gain > config.doubt][:most]
    open_cells = [cell for gain, cell in gains if abs(gain) <= config.doubt][:5]
    found = []
    for picks in product((True, False), repeat=len(open_cells)):
        cells = clear + [cell for cell, pick in zip(open_cells, picks, strict=True) if pick]
        if len(cells) <= most:
            whole = (*chosen, *(single[cell] for cell in sorted(cells)))
            found.append(Choice(whole, _score(whole, sides, white, config)))
    return found
