"""Photographs with truth: nothing is read wrongly, nothing is seen where no card lies, and what was read stays read.

After a change for the better, write the counts anew: python -m tests.vision.test_photos
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from companion.table.decks import zangle_deck
from tests.vision.scoring import PHOTOS, score, seen_in, truth_of
from vision.cards.see import see
from vision.photo import load_photo
from vision.sighting import CardSighting, Seen, row_and_place

NAMES = sorted(path.stem for path in PHOTOS.glob("*.jpg"))
EXPECTED: dict[str, int] = json.loads((PHOTOS / "expected.json").read_text())


def _hand(seen: Seen) -> list[tuple[int, str]]:
    return sorted(
        (c.triangles, c.shape.key if c.shape else "") for c in seen.cards if isinstance(c, CardSighting)
    )


def test_every_photo_has_its_count() -> None:
    assert sorted(EXPECTED) == NAMES
    assert len([name for name in NAMES if name.startswith(("home", "table-marked", "table-plain"))]) >= 25


@pytest.mark.parametrize("name", NAMES)
def test_a_photo_is_read(name: str) -> None:
    result = score(seen_in(name), truth_of(name))
    assert not result.wrong
    assert not result.phantoms
    assert result.right >= EXPECTED[name]


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("zangle")])
def test_every_card_of_these_photos_is_read(name: str) -> None:
    result = score(seen_in(name), truth_of(name))
    assert result.right == result.due


def test_the_same_photo_twice_gives_the_same() -> None:
    name = NAMES[0]
    again = see(load_photo(PHOTOS / f"{name}.jpg"), game="zangle", deck=zangle_deck())
    assert again.to_json(name) == seen_in(name).to_json(name)


@pytest.mark.parametrize("name", ["zangle-iamond-004", "zangle-abolo-001"])
def test_half_the_light_or_another_way_up_reads_nothing_else(name: str) -> None:
    known = _hand(seen_in(name))
    photo = load_photo(PHOTOS / f"{name}.jpg")
    for other in ((photo * 0.6).astype(np.uint8), np.ascontiguousarray(photo[::-1, ::-1])):
        assert _hand(see(other, game="zangle", deck=zangle_deck())) == known


@pytest.mark.parametrize("name", ["shop-round-iamond", "table-marked-08-iamond", "table-plain-far-iamond"])
def test_what_is_not_read_is_named_row_by_row(name: str) -> None:
    seen = seen_in(name)
    assert len(seen.unread) > 2
    middles = [np.mean(thing.corners_px, axis=0).tolist() for thing in seen.unread]
    places = [row_and_place(x, y, seen.size_px[1]) for x, y in middles]
    assert places == sorted(places)


def test_cards_in_their_colours_are_read_on_tiles_that_are_more() -> None:
    seen = seen_in("table-alien-rings-abolo")
    assert len(seen.cards) == 12
    assert not seen.unread
    # The Z's card is of no other card's tint.
    assert sum(card.triangles == 0 for card in seen.cards) == 1  # type: ignore[union-attr]


def test_a_bright_letter_on_a_dark_card_whose_edge_a_hand_hides_is_read() -> None:
    seen = seen_in("table-alien-dots-abolo")
    true = next(one for one in truth_of("table-alien-dots-abolo")["objects"] if not one["triangles"])
    letters = [card for card in seen.cards if card.triangles == 0]  # type: ignore[union-attr]
    assert any(
        np.linalg.norm(np.mean(card.corners_px, axis=0) - np.mean(true["corners_px"], axis=0)) < 20
        for card in letters
    )


def test_a_print_that_is_drawn_smaller_than_the_decks_is_named_and_not_passed_over() -> None:
    """On paper that the table has too, its card's edge shows nowhere."""
    seen = seen_in("table-alien-snow-abolo")
    assert any(
        np.linalg.norm(np.mean(one.corners_px, axis=0) - (142, 386)) < 10 and "size" in one.why
        for one in seen.unread
    )


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_a_blank_picture_shows_nothing(shade: int) -> None:
    seen = see(np.full((480, 640, 3), shade, np.uint8), game="zangle", deck=zangle_deck())
    assert (seen.cards, seen.unread) == ((), ())


if __name__ == "__main__":
    counts = {
        path.stem: score(seen_in(path.stem), truth_of(path.stem)).right
        for path in sorted(PHOTOS.glob("*.jpg"))
    }
    (PHOTOS / "expected.json").write_text(json.dumps(counts, indent=1) + "\n")
