"""Whether a deck's figures are drawn in lines: its cards that show their edges tell it for those that do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.cards.decks.candidates import Candidate, good
from vision.cards.decks.likely_fits import in_its_colour
from vision.cards.face.faces import Face
from vision.cards.face.fit import nearest
from vision.cards.scene_config import SceneConfig

LEAST_DRAWN = 3
"""Fewer cards tell of no deck how it is drawn."""


def drawn_alike(cards: Sequence[Candidate], config: SceneConfig) -> SceneConfig:
    """The config for shapes whose card shows no edge, beside the cards that show theirs."""
    shown = [
        c.face.blob for c in cards if c.outlined and c.face.blob is not None and _of_a_deck(c.face, config)
    ]
    in_lines = sum(blob.beyond_mm > 0 for blob in shown)
    return replace(config, lone_in_lines=in_lines >= LEAST_DRAWN and 2 * in_lines > len(shown))


def _of_a_deck(face: Face, config: SceneConfig) -> bool:
    """Whether a face shows a shape in its count's colour: a tile's ring is nearly one, too."""
    best = nearest(face.fits)
    return best is not None and good(face, config) and in_its_colour(face, best, config.decide.likely_colour)
