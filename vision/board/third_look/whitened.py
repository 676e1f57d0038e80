"""What the network says of white pieces and the bare board, weighed with a third look at the cells in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.board.cells import CELLS, beside_edges, bits_of, chosen_of, tints, touched
from vision.board.first_look.doubts import Look
from vision.board.laying.open_boards import cells_of
from vision.board.laying.packing import INNER, NONE, STATES
from vision.board.laying.pieces import NEUTRAL
from vision.board.laying.reading import Reading
from vision.board.second_look.again import Glimpse
from vision.board.second_look.likelihood import Likelihood
from vision.board.third_look.cell_looks import CellLooks
from vision.board.third_look.fitting import fitted, told_apart
from vision.board.third_look.leave_one_out import BARE, PLAYERS, UNKNOWN, WHITE, States
from vision.board.third_look.smooth import smoother
from vision.board.third_look.white_look import white_odds
from vision.plane import Floats

_BARE, _WHITE = STATES.index("bare"), STATES.index(NEUTRAL)


@dataclass(frozen=True, slots=True)
class WhitenedConfig:
    """Which cells are looked at a third time, and what that counts."""

    known: float = 0.97
    """How likely the network has to hold a cell for bare, or for white, to lay others beside it."""
    least_known: tuple[int, int] = (3, 4)
    """So many bare and so many white cells have to be known: nothing is said without."""
    unsure: float = 3.9
    """Cells whose odds, as logarithms, are less either way are asked, and those of which colours and edges are in doubt
    or say something else."""
    within: float = 0.5
    """A cell with a side that is so likely within a piece is part of a large white one: it is not asked."""
    network: float = 0.5
    third: float = 0.6
    """What the odds of the network and of the third look count, ..."""
    bias: float = 0.3
    """... and what is added: where they are in doubt both hold a few more white cells for bare than bare ones for
    white."""
    alone: float = 2.2
    """The odds of white at most where the network and colours and edges both hold a cell for bare: of ten such cells
    that it held for white, on some 480 boards, three were bare."""
    most: float = 6.0
    """The most that the third look says."""
    smooth: tuple[float, float] = (3.0, 4.0)
    """How much smoother than the bare cells a cell has to be, on a board whose grain parts all known ones, for that to
    count by itself as well, and the most that it does: of 746 bare cells on 31 such boards, of 88, none is by more than
    2.1, and of 25 small white ones 14 are by more than 3. With a camera's faults, eight each, two of some 4,960 bare
    ones are by more, by 3.4 and 3.6, which the network holds for bare by eleven and eight."""
    hardly: tuple[float, float, float] = (11.4, 7.6, 1.9)
    """White is hardly told from bare where known cells differ by less in light, in grain and by their sides: so are 38
    of 407 boards, and all three on which a white piece was passed over of which both looks were certain; ..."""
    nearly_alike: tuple[float, float, float] = (6.5, 2.0, 3.0)
    """... or where light and grain hardly differ at all, and the sides by less than this: on one more board two white
    pieces were passed over; ..."""
    alike: tuple[float, float, float] = (6.5, 2.0, 1.0)
    """... and here not even by their sides: of 102 boards two are so, and on one of them a white piece was passed over
    that the network holds for bare by .996."""


@dataclass(frozen=True, slots=True)
class Whitened:
    """What the network has `seen` and the third look has weighed anew; whether white is `hardly` told from bare, or not
    even that (`alike`); and the cells (bits) that are `unlike` all known bare ones."""

    seen: Likelihood
    unlike: int
    hardly: bool = False
    alike: bool = False


def whitened(
    second: Glimpse,
    looks: CellLooks,
    first: Look,
    readings: Sequence[Reading],
    covered: int,
    config: WhitenedConfig,
) -> Whitened:
    """What the network has seen, with the odds of bare and white weighed anew, by what cells look like, where these are
    in doubt.

    `first` and `readings` are what colours and edges are certain of and leave open; `covered` are cells (bits) that
    something lies over. The sides of a cell follow: between two bare cells there is nothing, beside a white one there
    is its end. Where the photo hardly tells white from bare, all cells are asked; but of those of which nothing is in
    doubt, bare ones become less sure alone.
    """
    seen = second.seen
    states = _states(seen, covered, config)
    unlike = _unlike(states)
    if any(
        (states == kind).sum() < least for kind, least in zip((BARE, WHITE), config.least_known, strict=True)
    ):
        return Whitened(seen, bits_of(unlike))
    fitting = fitted(looks, states)
    apart = told_apart(fitting, states)
    hardly = _all_less(apart, config.hardly) or _all_less(apart, config.nearly_alike)
    alike = _all_less(apart, config.alike)
    able, doubted = _able(seen, config), _doubted(seen, first, config)
    asked = np.flatnonzero(able if hardly else able & doubted)
    if not len(asked):
        return Whitened(seen, bits_of(unlike), hardly, alike)
    said = np.clip(white_odds(looks, states, fitting, asked), -config.most, config.most)
    held = _odds(seen)[asked]
    beside = np.array([touched(int(cell), covered) for cell in asked])
    # What is burnt out, or smeared by a shadow's noise, has no grain of its own.
    even = ~chosen_of(second.burnt)[asked] & ~beside
    smooth = np.where(even, _smooth(smoother(looks, fitting, states)[asked], config), 0.0)
    odds = config.network * held + config.third * said + config.bias + smooth
    # How bright it was beyond white nobody knows, and a hand's shadow makes white like bare: nothing is surer of that.
    no_surer = (chosen_of(second.burnt)[asked] & (odds * held > 0)) | (beside & (odds < 0) & (held < 0))
    odds = np.where(no_surer, np.clip(odds, -np.abs(held), np.abs(held)), odds)
    # Of a tint that no known bare cell has the board may be, too: nothing is surer to be white by what that is like.
    odds = np.where(unlike[asked], np.minimum(odds, np.maximum(held, 0.0)), odds)
    # It may put in doubt what both others hold for bare, but is not to tell a piece there against them.
    alone = (held < 0) & (_white(readings)[asked] < 0.5)
    odds = np.where(alone, np.minimum(odds, config.alone + smooth), odds)
    odds = np.where(doubted[asked], odds, np.where(held < 0, np.maximum(odds, held), held))
    return Whitened(_weighed(seen, asked, odds), bits_of(unlike), hardly, alike)


def _all_less(apart: tuple[float, ...], bounds: tuple[float, ...]) -> bool:
    return all(own < bound for own, bound in zip(apart, bounds, strict=True))


def _smooth(better: Floats, config: WhitenedConfig) -> Floats:
    """What it counts (n,) that cells are so much smoother than bare ones (n,)."""
    least, most = config.smooth
    return np.where(better < least, 0.0, np.minimum(better, most))


def _odds(seen: Likelihood) -> Floats:
    """The logarithms (64,) of how much likelier each cell is white than bare."""
    return seen.cells[:, _WHITE] - seen.cells[:, _BARE]


def _states(seen: Likelihood, covered: int, config: WhitenedConfig) -> States:
    """What is known of the cells (64,)."""
    chances = np.exp(seen.cells)
    bare, white = chances[:, _BARE] > config.known, chances[:, _WHITE] > config.known
    players = chances[:, [k for k in range(len(STATES)) if k not in (_BARE, _WHITE)]].sum(1) > 0.5
    known = np.select([bare, white, players], [BARE, WHITE, PLAYERS], UNKNOWN)
    return np.where(chosen_of(covered)[:-1], UNKNOWN, known)


def _unlike(states: States) -> NDArray[np.bool_]:
    """Of which cells (64,) no bare one of their kind, east and west quarters or others, is known, but some of the other
    kind are: a board's two tints may be its pieces' white and another."""
    kinds = tints()[0]
    known = {float(kind) for kind in kinds[states == BARE]}
    return np.array([bool(known) and float(kind) not in known for kind in kinds])


def _doubted(seen: Likelihood, first: Look, config: WhitenedConfig) -> NDArray[np.bool_]:
    """Of which cells (64,) either look is in doubt, or says something else than the other."""
    odds = _odds(seen)
    white, players = (
        chosen_of(cells_of(laid for laid in first.pieces if (laid[0] == NEUTRAL) == own))[:-1]
        for own in (True, False)
    )
    disagreed = np.where(odds > 0, ~white, white) | players
    return (np.abs(odds) < config.unsure) | chosen_of(first.open_cells)[:-1] | disagreed


def _white(readings: Sequence[Reading]) -> Floats:
    """How likely it is by colours and edges that each cell (64,) is white."""
    chances = np.zeros(len(CELLS))
    for reading in readings:
        own = cells_of(laid for laid in reading.laid if laid[0] == NEUTRAL)
        chances += reading.probability * chosen_of(own)[:-1]
    return chances


def _able(seen: Likelihood, config: WhitenedConfig) -> NDArray[np.bool_]:
    """Which cells (64,) are white or bare, and no part of a large piece."""
    chances = np.exp(seen.cells)
    left, right = beside_edges()
    within = np.zeros(len(chances) + 1, bool)
    inner = np.exp(seen.sides[:, INNER]) > config.within
    within[left[inner]] = within[right[inner]] = True
    return (chances[:, _BARE] + chances[:, _WHITE] > 0.5) & ~within[:-1]


def _weighed(seen: Likelihood, asked: NDArray[np.intp], odds: Floats) -> Likelihood:
    """What was seen with other odds (n,) of these cells (n,)."""
    cells = seen.cells.copy()
    both = np.logaddexp(cells[asked, _BARE], cells[asked, _WHITE])
    cells[asked, _WHITE] = both - np.logaddexp(0, -odds)
    cells[asked, _BARE] = both - np.logaddexp(0, odds)
    found = replace(seen, cells=cells)
    between = np.flatnonzero(beside_edges()[1] >= 0)
    sides = seen.sides.copy()
    nothing = sides[between, NONE]
    moved = _none_between(found, between) - _none_between(seen, between)
    new = -np.logaddexp(0, -(_logit(nothing) + moved))
    rest = _log_rest(new) - _log_rest(nothing)
    sides[between] += rest[:, None]
    sides[between, NONE] = new
    return replace(found, sides=sides)


def _none_between(seen: Likelihood, sides: NDArray[np.intp]) -> Floats:
    """The logit (n,) of both cells beside these sides (n,) being bare, by what is seen of the cells."""
    left, right = beside_edges()
    bare = seen.states()[:, _BARE]
    return _logit(bare[left[sides]] + bare[right[sides]])


_LEAST = np.log(1e-6)


def _logit(logs: Floats) -> Floats:
    """The logits of chances whose logarithms (n,) these are."""
    return np.maximum(logs, _LEAST) - _log_rest(logs)


def _log_rest(logs: Floats) -> Floats:
    """The logarithms (n,) of what chances leave of 1, given theirs."""
    return np.log(np.maximum(-np.expm1(np.minimum(logs, 0.0)), 1e-6))
