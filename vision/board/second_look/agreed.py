"""What two looks at a board that know nothing of each other agree on: by colours and edges, and by the network.

What the first holds for certain is told where the second bears it out; where the first is in doubt, what the second is
sure of; and where they contradict each other, a piece of which the second is next to certain, and else nothing.
"""

from __future__ import annotations

from dataclasses import replace

from vision.board.cells import CELLS
from vision.board.first_look.doubts import BESIDE, COVERED, Look, Unread
from vision.board.laying.covers import borders
from vision.board.laying.open_boards import cells_of, without
from vision.board.laying.pieces import NEUTRAL
from vision.board.laying.reading import BoardRead, Laid, Reading
from vision.board.second_look.again import Again
from vision.board.second_look.agreed_config import AgreedConfig
from vision.board.second_look.cleared import BothLooks, alone, cleared, large_white, most_shows, small_white
from vision.board.second_look.seamless import seamless

DISAGREED = "What lies here is not seen clearly: come closer, or turn the board against the light."


def agreed(
    first: Look, again: Again, read: BoardRead, config: AgreedConfig
) -> tuple[Look, tuple[Reading, ...]]:
    """What is told of the board by both looks, and the whole boards that are open then, the likeliest first."""
    perhaps_over = again.over(config.perhaps_over) & ~read.covered
    even = seamless(again.seen, config.seam)
    # Of a first look that took bare cells for white ones no more is believed in the same photo.
    misled = again.hardly or any(
        small_white(laid) and not laid[1].mask & again.covered and again.belief(laid) < config.white_refused
        for laid in first.pieces
    )
    borne_out = {
        laid
        for laid, chance in first.pieces.items()
        if not _hidden(laid, perhaps_over, again, config)
        and (laid[1].mask & again.covered or _believed(laid, again, config, misled=misled))
        and (laid[0] not in even or again.undivided(laid[1]) >= _least_even(chance, config))
    }
    told = cells_of(first.pieces)
    covered = read.covered | again.covered
    beside = {laid for laid in borne_out if _may_go_on(laid, covered, again, config)}
    pieces = {laid: chance for laid, chance in first.pieces.items() if laid in borne_out - beside}
    lost = first.pieces.keys() - pieces.keys()
    over = again.covered & ~read.covered & ~told & ~first.open_cells
    over |= cells_of(laid for laid in lost if laid[1].mask & perhaps_over)
    under = cells_of(beside)
    disagreed = cells_of(lost) & ~over & ~under
    disagreed |= _hardly_bare(first.open_cells | again.covered | told, again, config)
    guessed = {laid for reading in read.readings for laid in reading.laid if laid[1].mask & first.guessed}
    strange = _strange(first, again, read, config)
    readings = without(read.readings, lost | guessed | strange)
    masks = {spot.mask for _, spot in strange}
    open_ones = (
        replace(one, why=DISAGREED, open=False) if one.cells in masks else one for one in first.unread
    )
    doubts = (*open_ones, Unread(disagreed, DISAGREED), Unread(over, COVERED), Unread(under, BESIDE))
    looks = BothLooks(read, again, disagreed, covered | over | under, config)
    return cleared(Look(pieces, doubts), lost, looks, readings)


def _may_go_on(laid: Laid, covered: int, again: Again, config: AgreedConfig) -> bool:
    """Whether a piece may go on under what covers the board (bits) beside it: where its ends towards that are not
    seen, and it is less believed, if only for a side elsewhere."""
    ends = again.ends(laid, covered)
    return borders(laid[1], covered) and (
        (again.belief(laid) < config.beside_over and ends < config.under)
        or (alone(laid) and ends < config.under_alone)
    )


def _hardly_bare(taken: int, again: Again, config: AgreedConfig) -> int:
    """The cells (bits) that the first look says are bare, none of the `taken` ones, and that the second doubts."""
    least = config.bare_borne_out if again.explained else config.bare_alone
    if again.alike:
        least = config.bare_alike
    return sum(
        1 << cell
        for cell in range(len(CELLS))
        if not (taken | again.surely_bare) >> cell & 1 and again.belief_bare(cell) < least
    )


def _strange(first: Look, again: Again, read: BoardRead, config: AgreedConfig) -> set[Laid]:
    """The players' pieces that seem to reach under what covers others and that the second look does not see there: in
    little light a bare cell in a shadow is as dark as petrol."""
    reaching = {one.cells for one in first.unread if one.why == BESIDE}
    return {
        laid
        for reading in read.readings
        for laid in reading.laid
        if laid[0] != NEUTRAL and laid[1].mask in reaching
        if again.coloured(laid, read.covered | again.covered) < config.borne_out
    }


def _hidden(laid: Laid, over: int, again: Again, config: AgreedConfig) -> bool:
    """Whether something may lie over a piece's cells (bits), and what shows of it does not tell it all the same."""
    reached = laid[1].mask & over
    shows = most_shows(laid[1].mask & ~over, reached, config)
    return bool(reached) and not (shows and again.belief(laid) >= config.reached)


def _least_even(chance: float, config: AgreedConfig) -> float:
    return config.seamless if chance >= config.seamless_first else config.seamless_doubted


def _believed(laid: Laid, again: Again, config: AgreedConfig, *, misled: bool) -> bool:
    """Whether the second look bears out a piece: it believes it enough, or whatever its weakest side says, and of a
    large white piece its weakest cell, nothing else is likely to lie there."""
    if small_white(laid) and laid[1].mask & again.unlike:
        return again.belief(laid) >= config.white_unlike
    return again.belief(laid) >= _least(laid, again, config, misled=misled) or (
        again.leads.get(laid, 0.0) >= (config.rival_white if laid[0] == NEUTRAL else config.rival)
        and (large_white(laid) or again.coloured(laid) >= config.white_surely)
    )


def _least(laid: Laid, again: Again, config: AgreedConfig, *, misled: bool) -> float:
    if small_white(laid) and misled:
        return config.white_hardly
    if small_white(laid) and again.known_bare(config.known_bare) < config.least_known_bare:
        return config.white_uncompared
    # White from bare the first tells well, where one white piece ends and the next begins it does not.
    white_or_bare = laid[0] == NEUTRAL and again.coloured(laid) < config.white_surely
    return config.white_borne_out if white_or_bare else config.borne_out
