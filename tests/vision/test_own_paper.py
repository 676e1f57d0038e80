"""A card of the deck that cannot be told is named: no table has what lies on the paper of the cards that are read."""

from __future__ import annotations

import cv2
import numpy as np

from companion.table.decks import zangle_deck
from tests.vision.scoring import PHOTOS, truth_of
from vision.cards.decks.own_paper import WHY
from vision.cards.see import see
from vision.photo import load_photo
from vision.quads import inside


def test_of_a_dark_and_coarse_picture_every_card_is_read_or_named() -> None:
    name = "table-alien-pale-abolo"
    light = 0.7 * (load_photo(PHOTOS / f"{name}.jpg") / 255.0) ** 2.2
    dark = np.asarray((255 * light ** (1 / 2.2)).round(), np.uint8)
    coded = cv2.imencode(".jpg", dark, [cv2.IMWRITE_JPEG_QUALITY, 34])[1]
    coarse = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    seen = see(coarse, game="zangle", deck=zangle_deck())
    named = [place.why for place in seen.unread]
    places = [np.mean(place.corners_px, axis=0) for place in (*seen.cards, *seen.unread)]
    cards = [np.array(o["corners_px"]) for o in truth_of(name)["objects"] if "triangles" in o]
    passed = [corners for corners in cards if not any(inside(place, corners) for place in places)]
    assert len(passed) <= 1
    assert named.count(WHY) >= 2
