"""A labelling of the colours to what each cell is."""

from __future__ import annotations

import numpy as np

from vision.board.cells import chosen_of, edges
from vision.board.first_look.labels import BOARD, WHITE, Labelling
from vision.board.first_look.over import uncover
from vision.board.first_look.pairs import shadowed
from vision.board.first_look.read_config import ReadConfig
from vision.board.first_look.shades import Shades
from vision.board.laying.pieces import spots
from vision.board.middle import median
from vision.plane import Floats


def cell_labels(shades: Shades, labelling: Labelling, config: ReadConfig, plain: int = 0) -> list[str | None]:
    """For each cell petrol, green, neutral, board, or None where something else covers it, which nothing does with the
    `plain` ones (bits)."""
    labels: list[str | None] = [None] * 64
    white = [group for group, label in zip(shades.groups, labelling.labels, strict=False) if label == WHITE]
    # More white cells than there are white pieces: the board itself is white, and any other board is something else.
    main = pieces = max(white, key=len, default=None)
    if main is not None and len(main) <= config.most_white:
        main = None
    if main is None:
        boards = [
            group for group, label in zip(shades.groups, labelling.labels, strict=False) if label == BOARD
        ]
        # A hand may be larger than what it leaves of the board, but it keeps to no cells.
        clean = shades.mixed < config.shades.mixed_share
        if plain:
            clean &= chosen_of(plain)[:64]
        main = max(boards, key=lambda group: int(clean[[*group]].sum()), default=None)
    for group, label in zip(shades.groups, labelling.labels, strict=False):
        if label == BOARD and main and group != main and not _same_board(shades, main, group, pieces, config):
            continue
        for cell in group:
            labels[cell] = label
    uncover(labels, shades, config.shades, config.over, plain)
    return labels


def shaped_like_pieces(
    shades: Shades, labelling: Labelling, labels: list[str | None], config: ReadConfig
) -> int:
    """How many groups that are held to be bare board, but not most of it, have just the cells of a piece; twice if they
    are held to be covered."""
    white = labels.count(WHITE)
    bare = max(labels.count(BOARD), white if white > config.most_white else 0)
    masks = {spot.mask for spot in spots() if len(spot.cells) > 2}
    return sum(
        (sum(1 << cell for cell in group) in masks) * (2 if labels[group[0]] is None else 1)
        for group, label in zip(shades.groups, labelling.labels, strict=False)
        if label == BOARD and 2 * len(group) < bare
    )


def edges_on_sides(shades: Shades, labels: list[str | None], config: ReadConfig) -> int:
    """The sides between covered and other cells along which neither is mixed: there the cover ends exactly."""
    clean = shades.mixed < config.shades.mixed_share
    return sum(
        bool(
            (labels[edge.left] is None) != (labels[edge.right] is None)
            and clean[[edge.left, edge.right]].all()
        )
        for edge in edges()
        if edge.right >= 0
    )


def _same_board(
    shades: Shades,
    main: tuple[int, ...],
    other: tuple[int, ...],
    white: tuple[int, ...] | None,
    config: ReadConfig,
) -> bool:
    """Whether a further group is the board too: in another light, or the other colour of a two-coloured one."""
    a, b = (median(shades.values[list(group)]) for group in (main, other))
    if np.abs(a[:2] - b[:2]).max() < config.same_tint or shadowed(a, b):
        return True
    # A print's second colour keeps to every other square, or to every other quarter; a hand does not.
    squares = [{(cell // 4 % 4 + cell // 16) % 2 for cell in group} for group in (main, other)]
    quarters = [{cell % 2 for cell in group} for group in (main, other)]
    if len(squares[1]) == 1 and squares[0] != squares[1]:
        return True
    # Thick lines make every cell of a board a little mixed.
    usual = max(config.shades.mixed_share, 1.5 * float(median(shades.mixed[list(main)])))
    clean = (shades.mixed[list(other)] > usual).mean() < config.ragged
    if clean and white is not None and _veiled(a, b, median(shades.values[list(white)]), config):
        return True
    return bool(clean and len(quarters[1]) == 1 and quarters[0] != quarters[1])


def _veiled(board: Floats, other: Floats, white: Floats, config: ReadConfig) -> bool:
    """Whether one shade may be the other where a window shines on it: lighter, and some way on towards white's."""
    if other[2] < board[2]:
        board, other = other, board
    way, off = white[:2] - board[:2], other[:2] - board[:2]
    share = float(off @ way) / max(float(way @ way), 1e-9)
    beside = float(np.abs(off - share * way).max())
    return bool(0 < share < config.veil and beside < config.veil_play)


def cells_of(labels: list[str | None], label: str) -> int:
    """The cells (bits) that have this label."""
    return sum(1 << cell for cell in range(64) if labels[cell] == label)
