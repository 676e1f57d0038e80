"""What the sides of cells that are no player's say, for every way in which lines may be printed on the board."""

from __future__ import annotations

from itertools import product

import numpy as np

from vision.board.cells import beside_edges, chosen_of, edges
from vision.board.first_look.bare import Ground
from vision.board.first_look.likely import LikelyConfig, plain, printed, seam
from vision.board.first_look.lines import by_place, usual_line
from vision.board.first_look.worth import Sides
from vision.plane import Floats

SHOWN = 1.2
"""The logarithm of line over ground from which on something shows."""
EVEN = 0.15
"""The rim's lines differ by less than this, as logarithms, where there are any."""


def ruled(ground: Ground, hollows: Floats, likely: LikelyConfig) -> list[Sides]:
    """Likelihoods of the sides if lines are printed around the squares, or not, and along their diagonals, or not; left
    out where too few lines show for that.

    Where squares or quarters have two tints, the step from one to the other is as good as a line. `hollows` is what the
    shadows beside walls say (104, 2, 2).
    """
    (left, right), own = beside_edges(), chosen_of(ground.cells)
    mine, other, rim = own[left] & ground.seen, own[right], right < 0
    diagonal = np.array([edge.diagonal for edge in edges()])
    inside, border = plain(ground.ratio, likely), seam(ground.ratio, likely)
    logs = np.log(np.maximum(ground.ink, 1.0))
    # Beside what is white by its colour there is an edge, and no line of the board.
    coloured = np.append(ground.white > 0, False)
    bare = ~(coloured[left] | coloured[right])
    shown = mine & other & bare & (ground.ratio > SHOWN)
    kinds = (~diagonal, diagonal)
    together = usual_line(logs, shown, 3, likely)
    alone = [usual_line(logs, shown & kind, 3, likely) for kind in kinds]
    # The rim's line has its own width; where there is none, or the board ends there, its sides say nothing.
    outer = usual_line(logs, mine & rim, 4, likely)
    found = []
    for lined in product((True, False), repeat=2):
        usual = [together, together] if all(lined) else alone
        asked = [(kind, line) for has, kind, line in zip(lined, kinds, usual, strict=True) if has and line]
        if len(asked) < sum(lined):
            continue
        within, empty, strange = mine & other, inside, np.zeros(len(logs))
        for kind, line in asked:
            empty = np.where(kind, printed(logs, *line, likely), empty)
            strange = np.where(kind, logs - line[0], strange)
        if lined[0] and outer is not None and outer[1] < EVEN:
            empty = np.where(rim, printed(logs, *outer, likely), empty)
            within = within | (mine & rim)
        top = np.maximum(np.maximum(inside, border), empty)
        each = [
            np.where(within, np.maximum(part - top, -likely.most), 0.0) for part in (inside, border, empty)
        ]
        lines = within & ((lined[0] & ~diagonal) | (lined[1] & diagonal)) & ~rim
        moved = by_place(ground.place, lines & (ground.ratio > SHOWN), strange)
        found.append(Sides(each[0], each[1], each[2], hollows, moved))
    return found
