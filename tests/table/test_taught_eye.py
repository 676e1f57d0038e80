"""A taught deck in play: photos judged by it, and cards followed that only it knows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.files import json_bytes
from calibration.taught import BadDeck, TaughtDeck
from companion.table.recording import known
from companion.table.teaching.eye import BACK, TaughtEye, load_eye
from companion.table.teaching.lists import listed
from companion.table.teaching.showing import named
from companion.table.zangle.photo import judge_photo, look
from tests.conftest import Companion
from tests.vision.taught.faces import compose, deck, shelf
from vision.live.follow import Follow
from vision.photo import Pixels
from vision.sighting import CardSighting
from vision.taught.learn import Named, Shown, empty, learn, shown

FACES = deck()
SHOWN = ["picture 1", "picture 2", "picture 3", "blue box 3"]
ZANGLE = ["iamond-1a", "iamond-2a", "iamond-3a", "iamond-4a"]


def picture(names: Sequence[str], seed: int, *, turned: bool = False) -> Pixels:
    return compose(shelf(FACES, names), np.random.default_rng(seed), columns=4, turned=turned)[0]


@cache
def four_shown() -> tuple[Shown, ...]:
    return tuple(shown(picture(SHOWN, 1)))


def taught(game: str, names: Sequence[str]) -> TaughtDeck:
    made, _ = learn(empty(game), four_shown(), [Named(name, {}) for name in names])
    return named(made, list(names))[0]


@pytest.fixture(scope="module")
def zangle() -> TaughtDeck:
    return taught("zangle", ZANGLE)


@pytest.fixture(scope="module")
def zont() -> TaughtDeck:
    names = [name for name, _ in listed("zont")]
    return taught("zont", [*names[:3], BACK])


def test_a_zangle_is_judged_by_a_taught_deck(zangle: TaughtDeck) -> None:
    # One, two and three triangles side by side are no more than the rules make of them, whoever read the shapes.
    eye = TaughtEye(zangle)
    seen = look(picture(SHOWN[:3], 2, turned=True), game="zangle", deck=eye)
    cards = [card for card in seen.cards if isinstance(card, CardSighting)]
    assert {card.id: card.triangles for card in cards} == dict(zip(ZANGLE[:3], (1, 2, 3), strict=True))
    assert (seen.profile, seen.unread) == ("iamond", ())
    judged = judge_photo(seen)
    assert judged.verdict["ruling"] in ("legal", "illegal")
    assert judged.verdict["reasons"]


def test_a_photo_is_judged_by_the_command(companion: Companion, zangle: TaughtDeck, tmp_path: Path) -> None:
    (tmp_path / "deck.json").write_bytes(json_bytes(zangle.to_json()))
    cv2.imwrite(str(tmp_path / "table.jpg"), picture(SHOWN[:3], 3))
    done = companion("photo", "table.jpg", "--game", "zangle", "--deck", "deck.json", "--json")
    assert done.err == ""
    told = json.loads(done.out)
    assert sorted(card["id"] for card in told["cards"]) == ZANGLE[:3]
    assert done.status == (0 if told["ruling"] == "legal" else 1)
    for game in ("zont", "tranglar", "zigzaggle"):
        bad = companion("photo", "table.jpg", "--game", game, "--deck", "deck.json")
        assert (bad.status, bad.out) == (2, "")
        assert "deck of zangle" in bad.err
    missing = companion("photo", "table.jpg", "--game", "zangle", "--deck", "none.json")
    assert missing.status == 2
    assert "none.json" in missing.err
    served = companion("serve", "--deck", "none.json", "--port", "0", "--camera", "none")
    assert served.status == 2
    assert "none.json" in served.err


def test_other_games_cards_come_as_their_parts(zont: TaughtDeck) -> None:
    eye = TaughtEye(zont)
    seen = eye.parts(picture([SHOWN[0], SHOWN[3], SHOWN[1], SHOWN[0]], 4))
    names = [name for name, _ in listed("zont")][:2]
    across = sorted(seen.parts, key=lambda part: part.corners_px[0][0])
    assert [part.name for part in across] == [names[0], None, names[1], names[0]]
    assert [part.face for part in across] == ["up", "down", "up", "up"]
    assert {part.id for part in across} == {names[0], f"{names[0]}-2", names[1], None}
    for part in seen.parts:
        assert part.corners_mm is not None
        corners = np.array(part.corners_mm)
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        # Drawn to scale, nearly from above: all are as large as the one that the millimetres are of.
        assert np.allclose(sorted(sides), [63, 63, 88, 88], atol=2.5)
    facts = dict(listed("zont"))[names[0]]
    assert dict(across[0].facts) == facts


def test_cards_that_only_the_deck_knows_are_followed(zangle: TaughtDeck) -> None:
    eye = TaughtEye(zangle)
    follow = Follow(replace(known("iamond"), deck=None, taught=eye.followed))
    still = picture(SHOWN, 6)
    for number in range(25):
        scene = follow.frame(still, number, number / 10)
    read = [card.card for card in scene.cards if card.card is not None]
    assert sorted(card.triangles for card in read) == [1, 2, 3, 4]
    # Copies are one kind: nothing that is followed is named as if there were one of it.
    assert {card.id for card in read} == {None}


def test_a_deck_of_strangers_is_refused(zangle: TaughtDeck, tmp_path: Path) -> None:
    for game in ("zangle", "zont", "zigity"):
        strange, _ = learn(empty(game), four_shown(), [None] * 4)
        with pytest.raises(BadDeck, match="is no card of"):
            TaughtEye(strange)
    with pytest.raises(BadDeck, match="no cards yet"):
        TaughtEye(empty("zangle"))
    with pytest.raises(BadDeck, match="no rules"):
        TaughtEye(replace(zangle, game="my-deck"))
    (tmp_path / "deck.json").write_bytes(json_bytes(zangle.to_json()))
    assert load_eye(tmp_path / "deck.json", "zangle").game == "zangle"
    with pytest.raises(BadDeck, match="not of zont"):
        load_eye(tmp_path / "deck.json", "zont")
