"""What all looks together tell of the board at a place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.board.board_config import BoardConfig
from vision.board.cells import bits_of
from vision.board.first_look.doubts import Look, first_look
from vision.board.first_look.read import read_board
from vision.board.grid.register import View
from vision.board.laying.reading import Reading
from vision.board.places import Place
from vision.board.second_look.again import weighed_again
from vision.board.second_look.agreed import agreed
from vision.board.second_look.guessed import with_guessed
from vision.board.second_look.parted import with_parted
from vision.board.second_look.shadowed import with_shadowed
from vision.board.second_look.smeared import with_smeared
from vision.board.second_look.spotted import seen_around_spots
from vision.board.second_look.uncoloured import white_or_bare
from vision.board.second_look.unseen import with_unseen
from vision.board.third_look.whitened import whitened


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a board."""

    look: Look
    readings: tuple[Reading, ...]
    """The whole boards that are open then, the likeliest first."""
    pale: int
    """The cells (bits) on which no player's piece lies."""
    view: View


def told_at(place: Place, config: BoardConfig) -> Told:
    """What colours and edges, the network, and the look at white and bare cells tell of a place."""
    found, second = place.found, place.second
    plain = second.plain(config.again)
    if found.covered & plain:
        # Colours alone take what lies beside a hand, and is in its shadow, for covered too.
        found = read_board(place.shown, config.read, plain)
    first = first_look(found, config.doubts)
    # Tints that colours alone do not know are in doubt by them, but hide nothing.
    found = replace(found, covered=found.covered & ~plain, odd=found.covered & plain)
    second = seen_around_spots(second, found, bits_of(place.shown.shades.spotted), config.again)
    covered = found.covered | second.over(config.again)
    third = whitened(second, place.looks, first, found.readings, covered, config.whitened)
    again = weighed_again(
        third.seen,
        found.covered,
        second.burnt,
        config.again,
        hardly=third.hardly,
        alike=third.alike,
        unlike=third.unlike,
    )
    look, readings = agreed(first, again, found, config.agreed)
    look, readings = with_unseen(look, readings, again, second.flat, config.unseen)
    look, readings = with_shadowed(look, readings, second.flat, config.shadowed)
    look, readings = with_smeared(look, readings, second.flat, config.smeared)
    look, readings = with_guessed(look, readings, again, found, config.guessed)
    readings = with_parted(look, readings, again, found, config.parted)
    return Told(look.said(readings), readings, white_or_bare(again, found, config.uncoloured), place.view)
