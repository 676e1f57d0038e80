"""A table that was set up for another deck than lies on it: no card without a marker is read as what it is not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.table.recording import known
from tests.live.staging import Laid, Pixels, Stage
from vision.live.follow import OTHER, Follow, read_now
from vision.live.showing import OTHER_DECK
from vision.live.things import Found, Scene
from vision.live.tracked import TrackConfig, Want
from vision.plane import Floats

FPS = 15
NAMES = ("5a-01", "2a-01", "3a-01", "4c-01", "4a-05", "1a-05", "5d-04", "3a-02")
CARDS = {f"plain iamond-{name}": Laid(90 + 80.0 * k, 214, 4.0 * k - 9) for k, name in enumerate(NAMES)}


LAID_S = 4.0
"""When all of them have lain there for a while; from then on nothing moves, and fewer pictures tell the same."""
AFTERWARDS_FPS = 3
Played = tuple[list[Scene], list[Want]]


SOON = TrackConfig(deck_again_s=3.0)
"""Which deck lies there is asked sooner than at a table, for the film to be short."""


def played(profile: str, seconds: float = LAID_S, config: TrackConfig | None = None) -> Played:
    """The scenes in which the cards are laid one after the other, and what was asked about the deck."""
    reading, asked = read_now(known(profile)), []

    def read(pixels: Pixels, want: Want, plane: Floats | None) -> Sequence[Found] | None:
        if want.any_deck:
            asked.append(want)
        return reading(pixels, want, plane)

    following, stage, scenes = Follow(known(profile), read=read, config=config), Stage(), []
    first = round(LAID_S * FPS)
    for number in (*range(first), *range(first, round(seconds * FPS), FPS // AFTERWARDS_FPS)):
        lying = dict(list(CARDS.items())[: number // 5])
        scenes.append(following.frame(stage.picture(lying, number=number), number, number / FPS))
    return scenes, asked


@pytest.fixture(scope="module")
def other() -> Played:
    """Cards of a deck that the table was not set up with, watched until they are asked about again."""
    return played("abolo", SOON.deck_again_s + 4.0, SOON)


def test_cards_of_the_other_deck_are_named_as_that_and_never_stated_for_long(other: Played) -> None:
    scenes = [scene for scene in other[0] if scene.at_s < LAID_S]
    last = scenes[-1]
    assert not [card.card for card in last.cards if card.card is not None]
    assert OTHER_DECK.format(other="iamond") in {card.why for card in last.cards}
    notes = [note for scene in scenes for note in scene.notes]
    assert notes.count(OTHER.format(other="iamond")) == 1


def test_the_deck_of_the_table_is_read_and_asked_about_seldom() -> None:
    scenes, asked = played("iamond")
    assert sorted(card.card.triangles for card in scenes[-1].cards if card.card) == [1, 2, 3, 3, 4, 4, 5, 5]
    assert 1 <= len(asked) <= 3
    assert not any(scene.notes for scene in scenes)


def test_another_deck_is_looked_for_again(other: Played) -> None:
    _, asked = other
    assert asked[-1].at_s - asked[0].at_s >= SOON.deck_again_s
