"""A print that glare pales on one side is read whole; what glare cannot have paled is not pieced together."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.face.faces import Asked, read_face
from vision.cards.face.models import models_of
from vision.photo import Pixels
from vision.rectify import Pyramid, face_map

SIZE = (252, 352)
PLACE = np.array([[0.0, 0.0], [SIZE[0], 0], [SIZE[0], SIZE[1]], [0, SIZE[1]]]) - 0.5


def _card(number: int, left: float) -> Pixels:
    """A green shape of five on white, 4 px a millimetre; of its ink only the share `left` shows at the right."""
    loop = models_of("iamond").outline[number] * 24 * 4
    loop = loop - (loop.max(0) + loop.min(0)) / 2 + np.array(SIZE) / 2
    mask = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillPoly(mask, [np.round(loop * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    ink = mask[..., None] / 255 * np.interp(np.arange(SIZE[0]), [60, 190], [1.0, left])[None, :, None]
    light = 0.95 * (1 - ink) + np.array([0.10, 0.33, 0.05]) * ink
    return np.asarray(np.round(255 * light ** (1 / 2.2)), np.uint8)


@pytest.mark.parametrize("left", [1.0, 0.6, 0.3])
@pytest.mark.parametrize(
    "number", [k for k, shape in enumerate(models_of("iamond").shapes) if shape.size == 5]
)
def test_a_print_under_glare_is_read_whole(number: int, left: float) -> None:
    photo = Pyramid(_card(number, left))
    face = read_face(photo, face_map(PLACE, (63.0, 88.0)), Asked(("iamond",)))
    assert face.fits["iamond"][0].shape == models_of("iamond").shapes[number]
    assert face.fits["iamond"][0].unit_mm == pytest.approx(24, rel=0.04)
