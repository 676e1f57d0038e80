"""The flat picture shows each of its places as the photo has it there."""

from __future__ import annotations

import numpy as np
import pytest

from vision.board.flat import FlatConfig, flatten
from vision.board.grid.register import View


@pytest.mark.parametrize("px", [40, 43])
def test_every_pixel_shows_its_place_in_the_photo(px: int) -> None:
    """On a photo whose colours say where each pixel lies, and of two sizes, by turns."""
    height, width = 480, 640
    y, x = np.mgrid[0:height, 0:width]
    photo = np.stack([x * 255 / width, y * 255 / height, 0 * x], -1).round().astype(np.uint8)
    matrix = np.array([[8.0, 0.9, 2.1], [-0.7, 7.6, 1.9], [0.3, -0.2, 1.0]])
    view = View(matrix, 0.05, 0, (width, height))
    for config in (FlatConfig(px_per_cell=(px, px)), FlatConfig(px_per_cell=(px + 9, px + 9)), FlatConfig()):
        flat = flatten(photo, view, config)
        row, column = np.mgrid[0 : len(flat.pixels), 0 : len(flat.pixels)]
        # The view's own board units have y down.
        places = view.to_px(np.stack([column + 0.5, row + 0.5], -1) / flat.px - flat.border)
        inside = ((places > 3) & (places < [width - 4, height - 4])).all(-1)
        assert inside.mean() > 0.5
        off = flat.pixels[..., :2] - places * [255 / width, 255 / height]
        # Of a grey value there are more than two pixels: all of them together tell half of one.
        assert np.abs(off[inside]).max() < 2
        assert np.abs(off[inside].mean(0)).max() < 0.25
