"""Leaves on a cloth look like red rhombi here and there: among many of them none is told as a card."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import NOTHING, Decision
from vision.cards.decks.strewn import LEAST_STRAY, WHY, among_strays
from vision.cards.face.faces import Asked, FaceConfig, read_face
from vision.cards.face.models import models_of
from vision.cards.see import see
from vision.photo import Pixels
from vision.quads import inside
from vision.rectify import Pyramid
from vision.sighting import CardSighting

CARDS = {(300, 250): 0, (640, 240): 3, (980, 250): 6, (460, 520): 8}
INKS = {1: (200, 110, 40), 3: (140, 40, 110), 4: (40, 190, 220), 5: (60, 130, 40)}
"""Blue, green, red."""
CLOTH, PAPER = (190, 208, 222), (202, 221, 236)


LEAVES = [(50, 75, 185), (70, 115, 55), (95, 90, 60), (45, 110, 150), (60, 140, 110)]
"""Blue, green, red."""


def _leaf(picture: Pixels, at: tuple[float, float], rng: np.random.Generator) -> None:
    """Two arcs that meet in two tips, some as wide as a rhombus of two triangles, with a darker rib."""
    length, wide, turn = (float(rng.uniform(*ends)) for ends in ((45, 95), (0.35, 0.65), (0, np.pi)))
    colour = LEAVES[int(rng.integers(len(LEAVES)))]
    along = np.linspace(-1, 1, 24)
    half = np.stack([along, (1 - np.abs(along) ** 1.35) * wide], 1)
    loop = np.concatenate([half, -half])[:, None] * length / 2
    cos, sin = np.cos(turn), np.sin(turn)
    turned = loop @ np.array([[cos, sin], [-sin, cos]]) + at
    cv2.fillPoly(picture, [np.round(turned * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    tip = np.array([cos, sin]) * length * 0.47
    start, end = (np.round(np.array(at) + side * tip).astype(int).tolist() for side in (-1, 1))
    cv2.line(picture, start, end, (35, 45, 60), 2, cv2.LINE_AA)


def _table(leaves: int, seed: int) -> Pixels:
    """Four cards on a cloth of nearly their own tint with so many leaves, seen from above, (h, w, 3) BGR."""
    rng = np.random.default_rng(seed)
    picture = np.full((720, 1280, 3), CLOTH, np.uint8)
    laid: list[tuple[float, float]] = [*CARDS]
    while len(laid) < len(CARDS) + leaves:
        at = (float(rng.uniform(30, 1250)), float(rng.uniform(30, 690)))
        far = 75 if len(laid) >= len(CARDS) else 130
        if all(
            np.hypot(at[0] - x, at[1] - y) > (130 if k < len(CARDS) else far) for k, (x, y) in enumerate(laid)
        ):
            laid.append(at)
            _leaf(picture, at, rng)
    models = models_of("iamond")
    for (x, y), number in CARDS.items():
        cv2.rectangle(picture, (x - 63, y - 88), (x + 63, y + 88), PAPER, cv2.FILLED)
        cv2.rectangle(picture, (x - 63, y - 88), (x + 63, y + 88), (150, 160, 170), 1, cv2.LINE_AA)
        loop = models.outline[number] * 26
        loop = loop - (loop.max(0) + loop.min(0)) / 2 + [x, y]
        cv2.fillPoly(
            picture, [np.round(loop * 16).astype(np.int32)], INKS[models.shapes[number].size], cv2.LINE_AA, 4
        )
    noise = rng.normal(0, 2, picture.shape[:2])[..., None]
    return np.asarray(np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7) + noise, 0, 255), np.uint8)


@pytest.mark.parametrize(("leaves", "seed"), [(50, 0), (70, 0)])
def test_of_many_leaves_none_is_told_as_a_card_and_the_likeliest_are_named(leaves: int, seed: int) -> None:
    seen = see(_table(leaves, seed), game="zangle", profile="iamond")
    cards = [card for card in seen.cards if isinstance(card, CardSighting)]
    models = models_of("iamond")
    assert sorted(card.triangles for card in cards) == sorted(models.shapes[k].size for k in CARDS.values())
    for card in cards:
        assert any(inside(np.array(at, float), np.array(card.corners_px)) for at in CARDS)
    assert WHY in [place.why for place in seen.unread]


@pytest.mark.parametrize(
    ("strays", "read", "named"),
    [(LEAST_STRAY, 3, 3), (LEAST_STRAY - 1, 3, 0), (LEAST_STRAY, 4, 0), (16, 4, 4)],
)
def test_so_many_strays_for_each_lone_shape_that_is_read(strays: int, read: int, named: int) -> None:
    """What shows its card's edge stays, and so does a large shape."""
    corners = np.array([[0.0, 0.0], [63, 0], [63, 88], [0, 88]])
    blank = read_face(
        Pyramid(np.full((100, 80, 3), 200, np.uint8)), np.eye(3), Asked(("iamond",), FaceConfig())
    )
    found = [
        *((Candidate(corners, blank, outlined=True), _read(2)) for _ in range(2)),
        *((Candidate(corners, blank, outlined=False), NOTHING) for _ in range(strays)),
        *((Candidate(corners, blank, outlined=False), _read(2)) for _ in range(read - 1)),
        (Candidate(corners, blank, outlined=False), _read(1)),
    ]
    told = among_strays(found)
    assert [c for c, _ in told] == [c for c, _ in found]
    assert [seen.why for _, seen in told].count(WHY) == named
    assert all(seen.triangles == 2 for _, seen in told[:2])
    large = [*found[:-1], (found[-1][0], _read(3))]
    assert among_strays(large)[-1][1].triangles == 3


def _read(triangles: int) -> Decision:
    return Decision(triangles, None, 1.0, None, True)
