"""How well what lies across each side of a cell fits what lies across known ones: bare cells' sides, and white ones',
with the like beyond.

A printed line looks alike all over a board; the edge of a piece is darker or of another tint than it, lies a little
beside it, or has a shadow. What is usual, and by how much it varies, the photo's own known sides tell, those most that
face the same way, for that is what shadows go by. What is held of a cell itself is not used, on neither of its sides.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vision.board.cells import cell_corners
from vision.board.third_look.cell_looks import ACROSS, RIM, CellLooks, beyond
from vision.board.third_look.leave_one_out import BARE, UNKNOWN, WHITE, States, known_beyond
from vision.plane import Floats

SIDE_FITS = 20
STRANGE = slice(0, 3)
"""Which of these say how strange a side is beside bare cells'."""
_FLOOR = np.array([0.012, 0.004, 0.004])
"""By how much the tones vary at least, ..."""
_SHARE = 0.2
"""... and by how much of what is usual, ..."""
_WORTH = 2.0
"""... as so many sides would say it."""
_FACING = 2.0
"""How much more a side counts that faces the same way, ..."""
_OTHER_KIND = 0.4
"""... and how much one counts for a base that is none, or the other way round."""
_FEWEST = 0.5
"""Where less than this is known, nothing is said."""
_PARTS = (np.abs(ACROSS) < 0.031, (ACROSS > 0.031) & (ACROSS < 0.1))
"""Where a line or an edge lies, and the hollow within it."""


def side_fits(looks: CellLooks, states: States) -> Floats:
    """For each side of each cell, its base first, how it fits (64, 3, SIDE_FITS); zeros where too little is known.

    Ten numbers beside bare cells' sides and ten beside white ones': how strange it is in each tone, by how much the
    line and the hollow within are off in each, and how much is known.
    """
    across = looks.across.reshape(len(states) * 3, len(ACROSS), 3)
    around = known_beyond(states).ravel()
    own = np.repeat(states, 3)
    alike = (around == around[:, None]) & (around != UNKNOWN)[:, None]
    found = [_beside(across, _near() * (alike & (own == kind))) for kind in (BARE, WHITE)]
    return np.concatenate(found, 1).reshape(len(states), 3, SIDE_FITS)


def _beside(across: Floats, weights: Floats) -> Floats:
    """The ten numbers (192, 10) of profiles (192, 18, 3), each beside the others by their weights (192, 192)."""
    total = weights.sum(1)
    shares = weights / np.maximum(total, 1e-9)[:, None]
    flat = across.reshape(len(across), -1)
    usual = shares @ flat
    varied = np.maximum(shares @ flat**2 - usual**2, 0.0).reshape(across.shape)
    usual = usual.reshape(across.shape)
    count = (total**2 / np.maximum((weights**2).sum(1), 1e-9))[:, None, None]
    least = _FLOOR**2 + (_SHARE * usual) ** 2
    play = np.sqrt((count * varied + _WORTH * least) / (count + _WORTH) * (1 + 1 / np.maximum(count, 1.0)))
    off = (across - usual) / play
    strange = np.log1p(off**2 / 2).mean(1)
    signed = [np.clip(off[:, part].mean(1), -4, 4) / 2 for part in _PARTS]
    known = total > _FEWEST
    out = np.concatenate([strange, *signed, np.log1p(count[:, 0]) / 2], 1)
    return np.where(known[:, None], out, 0.0)


@lru_cache(maxsize=1)
def _near() -> Floats:
    """How much each side (192, 192) counts for each other; nothing where both are sides of one cell, or of two that
    meet there."""
    corners = cell_corners()
    along = np.roll(corners, -1, 1) - corners
    facing = np.arctan2(-along[..., 0], along[..., 1]).ravel()
    turned = np.cos(facing[:, None] - facing)
    base = np.arange(len(facing)) % 3 == 0
    kinds = np.where(base[:, None] == base, 1.0, _OTHER_KIND)
    cell = np.arange(len(facing)) // 3
    other = beyond().ravel()
    own = (cell[:, None] == cell) | ((other == cell[:, None]) & (other != RIM))
    weights: Floats = np.exp(_FACING * (turned - 1)) * kinds * ~own
    return weights
