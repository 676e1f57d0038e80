"""The printed table sheet: where photographs of it are, and pictures of it that no camera took."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from tests.calibration.cameras import SIZE, photograph, plane

PHOTOS = Path(__file__).parent / "photos"
LENS = Lens(SIZE, (1000.0, 1000.0), (640.0, 355.0), (-0.15, 0.03, 0.0005, 0.0, 0.0))


@cache
def paper() -> NDArray[np.uint8]:
    """The printed sheet, 6 pixels a millimetre, its middle at (-105, -148.5) from its corner."""
    from companion.printing import raster
    from companion.printing.targets import target_pdf

    page = next(raster.pages(target_pdf("table", "a4"), 6)).astype(np.float32)
    share = page[..., 3] / 255
    return np.asarray(page[..., :3].mean(-1) * share + 255 * (1 - share), np.uint8)


def taken(
    tilt: float, height: float, turn: float, lens: Lens | None = LENS, noise: float = 4.0
) -> NDArray[np.uint8]:
    """The sheet under a camera that leans by `tilt` and is turned by `turn`, `height` millimetres above it."""
    flat = plane(LENS, tilt, height, turn=turn)
    seen = photograph(paper(), 6, (-105.0, -148.5), flat, lens)
    grain = np.random.default_rng(0).normal(0, noise, seen.shape)
    return np.clip(0.8 * seen + 20 + grain, 0, 255).astype(np.uint8)
