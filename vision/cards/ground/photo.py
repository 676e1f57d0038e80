"""A photo whose shapes are read on the ground that they lie on."""

from __future__ import annotations

from dataclasses import dataclass

from vision.cards.face.faces import StyleMemory
from vision.cards.first_look import FirstLook
from vision.cards.ground.silhouettes import Silhouettes
from vision.cards.scene_config import SceneConfig
from vision.rectify import Pyramid


@dataclass(frozen=True, slots=True)
class Photo:
    """What every reading of one photo's shapes asks: its pixels, what stands out in them, and what is looked for."""

    pyramid: Pyramid
    silhouettes: Silhouettes
    look: FirstLook
    profile: str | None
    """The one that was asked for; None for any."""
    style: StyleMemory
    config: SceneConfig
