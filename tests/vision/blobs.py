"""Blobs of ink as they come out of a face."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.face.blob import Blob, find_blob
from vision.cards.face.ink import InkConfig, find_ink
from vision.cards.face.models import models_of
from vision.paper import over_paper
from vision.plane import Floats

SOME = (("iamond", 3), ("iamond", 9), ("abolo", 12), ("abolo", 30))
"""Profiles, and numbers of their models."""


def pose_of(unit: float, turn: float) -> Floats:
    """What turns by radians and makes so many times as large (2, 2)."""
    c, s = unit * np.cos(turn), unit * np.sin(turn)
    return np.array([[c, -s], [s, c]])


def blob_of(name: str, k: int) -> Blob:
    """The shape in blue on a white face, (176, 126) px."""
    picture = np.full((176 * 4, 126 * 4, 3), 245, np.uint8)
    loop = models_of(name).outline[k] @ pose_of(9.0, 0.4).T
    cv2.fillPoly(picture, [np.round((loop * 2 + [63, 88]) * 4).astype(np.int32)], (190, 90, 30))
    face = np.asarray(cv2.resize(picture, (126, 176), interpolation=cv2.INTER_AREA), np.uint8)
    ink = find_ink(over_paper(face, InkConfig().rim_px)[0], InkConfig())
    assert ink is not None
    blob = find_blob(ink, InkConfig())
    assert blob is not None
    return blob
