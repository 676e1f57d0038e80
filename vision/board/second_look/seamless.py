"""Colours of which a photo shows no seam: two such pieces, edge to edge, look like a larger one."""

from __future__ import annotations

import numpy as np

from vision.board.cells import beside_edges
from vision.board.laying.packing import ENDS, STATES
from vision.board.laying.pieces import PLAYERS
from vision.board.second_look.likelihood import COVERED, Likelihood


def seamless(seen: Likelihood, least: float) -> frozenset[str]:
    """The players between no two cells of whose colour a piece ends for certain, as likely as `least`."""
    left, right = beside_edges()
    state = seen.cells[:, :COVERED].argmax(1)
    alike = (right >= 0) & (state[left] == state[right])
    ends = np.exp(seen.sides[:, ENDS]) >= least
    return frozenset(
        player for player in PLAYERS if not (alike & ends & (state[left] == STATES.index(player))).any()
    )
