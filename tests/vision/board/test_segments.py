"""What straight edges are looked for in: light, and blue against red."""

from __future__ import annotations

import numpy as np

from vision.board.grid.segments import channels


def test_blue_against_red_is_what_the_one_has_over_the_other() -> None:
    """For every blue and every red there is; green does not count."""
    blue, red = np.mgrid[0:256, 0:256]
    picture = np.stack([blue, (blue * 7 + red) % 256, red], -1).astype(np.uint8)
    _, tint = channels(picture)
    assert (tint == np.clip(128 + blue - red, 0, 255)).all()
