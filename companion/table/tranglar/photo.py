"""A photo of a board read for a page: what was seen, the look that it gives, a picture to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.table.tranglar.look import BoardLook, look_of
from vision.board.see import see_board
from vision.photo import load_photo_bytes

PICTURE_MAX_PX = 1600
"""The longer side of the picture that goes to a page."""


@dataclass(frozen=True, slots=True)
class BoardPhoto:
    """One photo. `seen` is as `companion see --game tranglar --json` prints it."""

    seen: dict[str, Any]
    look: BoardLook
    picture: bytes
    """A JPEG of the upright photo, no larger than a page needs."""


def read_board_photo(data: bytes, name: str) -> BoardPhoto:
    """Read a photo as it was uploaded. Raises BadPhoto; `name` is used in its sentence."""
    pixels = load_photo_bytes(data, name)
    seen = see_board(pixels).to_json(name)
    scale = PICTURE_MAX_PX / max(pixels.shape[:2])
    small = pixels
    if scale < 1:
        small = np.asarray(
            cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return BoardPhoto(seen, look_of(seen), jpeg.tobytes())
