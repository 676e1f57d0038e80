"""Plain cards on a table that is followed: read there at once, and as a photo only where that does not serve."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.live.begun import FPS, Following, followed
from tests.live.staging import BACK, Laid, Shot, Stage
from tests.live.the_round import SHEETS
from vision.live.asking import unexplained
from vision.live.card_size import usual_mm
from vision.live.follow import read_now
from vision.live.motion import Part
from vision.live.slow_reading import SlowReader
from vision.live.telling import told
from vision.live.there import PatientReader, there_of
from vision.live.things import How, Scene
from vision.live.tracked import Again, TrackConfig, Tracked, Want
from vision.sighting import Seen

LONG_S = 60.0
NAMES = ("2a-01", "4c-01", "1a-05", "5d-04", "3a-02")
CARDS = {f"plain iamond-{name}": Laid(130 + 72.0 * k, 372, 3.0 * k - 6) for k, name in enumerate(NAMES)}
ON_A_SHEET = Laid(664, 214, 5.0)
CONFIG = TrackConfig()


@pytest.fixture(scope="module")
def stage() -> Stage:
    return Stage()


def dealt() -> list[Shot]:
    """Sheets, and then a card every third of a second."""
    return [
        lying(SHEETS | dict(list(CARDS.items())[: max(0, min(len(CARDS), number // 5 - 1))]))
        for number in range(round(2.6 * FPS))
    ]


def lying(things: dict[str, Laid]) -> Shot:
    return Shot(tuple(things.items()))


def after_the_deal(things: dict[str, Laid], seconds: float) -> Following:
    """All cards are dealt, and then that lies there for so long."""
    first = dealt()
    return followed([*first, *[lying(things)] * round(seconds * FPS)], len(first))


def counts(scene: Scene) -> list[int]:
    return sorted(card.card.triangles for card in scene.cards if card.card is not None)


def test_cards_dealt_fast_are_read_without_a_photo() -> None:
    film = after_the_deal({}, 0)
    assert counts(film.scenes[-1]) == [1, 2, 3, 4, 5]
    # The empty table is, and once more to learn which deck lies there.
    assert all(want.whole or want.any_deck for want in film.watched.as_photo)
    assert len(film.watched.there) >= len(CARDS)


def test_a_white_card_on_a_white_sheet_is_read_by_its_print() -> None:
    film = after_the_deal(SHEETS | CARDS | {"plain iamond-5a-01": ON_A_SHEET}, 1.0)
    assert counts(film.scenes[-1]) == [1, 2, 3, 4, 5, 5]
    assert all(want.whole or want.any_deck for want in film.watched.as_photo)


def test_what_rests_a_moment_and_is_no_card_is_not_read_as_a_photo_is() -> None:
    things = SHEETS | CARDS | {BACK: Laid(420.0, 120.0)}
    read = [
        [want for want in after_the_deal(things, rests_s).watched.as_photo if want.part is not None]
        for rests_s in (CONFIG.patience_s - 0.1, CONFIG.patience_s + 0.5)
    ]
    assert list(map(len, read)) == [0, 1]


@pytest.fixture(scope="module")
def table() -> Tracked:
    """What is known of the table with all cards on it."""
    tracked = after_the_deal({}, 0).follow.tracked
    assert tracked is not None
    return tracked


def test_a_place_is_looked_at_there_where_table_and_deck_are_known(table: Tracked) -> None:
    low = table.low_box(table.things[-1].corners)
    there = there_of(table, low, alone=True)
    assert there is not None
    assert there.size_mm == (63.0, 88.0)
    assert there.alone
    left, top, right, bottom = there.box
    far = table.box(low, CONFIG.far_margin)
    assert far[0] <= left < right <= far[2]
    assert far[1] <= top < bottom <= far[3]
    for less in (
        replace(table, plane=None),
        replace(table, known=replace(table.known, profile=None)),
        replace(table, known=replace(table.known, taught=lambda _: Seen("zangle", None, (1, 1), (), ()))),
    ):
        assert there_of(less, low) is None


def test_cards_of_no_usual_size_are_read_as_a_photo_is(table: Tracked) -> None:
    assert table.plane is not None
    assert usual_mm(table, table.plane) == (63.0, 88.0)
    wide = np.diag([1.35, 1.0, 1.0]) @ table.plane
    assert usual_mm(table, wide) is None
    assert there_of(replace(table, plane=wide), (10, 10, 40, 40)) is None


def want_of(table: Tracked, card: int, *, alone: bool = False, elsewhere: bool = False) -> Want:
    """What is asked of the place of a card."""
    thing = [thing for thing in table.things if thing.reading is not None and thing.reading.card is not None][
        card
    ]
    low = table.low_box(thing.corners)
    changed = np.zeros(table.motion.low.shape, bool)
    left, top, right, bottom = (0, 0, 40, 40) if elsewhere else low
    changed[top + 3 : bottom - 3, left + 3 : right - 3] = True
    there = there_of(table, low, changed, alone=alone)
    return Want(table.box(low, CONFIG.far_margin), True, table.number, table.at_s, there=there)


def test_what_the_cards_there_do_not_explain_is_read_as_a_photo_or_waits(
    stage: Stage, table: Tracked
) -> None:
    assert table.plane is not None
    picture, plane = stage.picture(SHEETS | CARDS), np.linalg.inv(table.plane)
    reader = PatientReader(table.known)
    assert reader.look_there(picture, want_of(table, 1), plane)
    assert reader.look_there(picture, want_of(table, 1, elsewhere=True), plane) is None
    assert reader.read(picture, want_of(table, 1, elsewhere=True, alone=True), plane) is None
    assert reader.read(picture, want_of(table, 1, elsewhere=True), plane)
    assert reader.look_there(picture, replace(want_of(table, 1), there=None), plane) is None
    assert reader.look_there(picture, want_of(table, 1), None) is None


def test_what_waits_is_no_answer_and_is_asked_again(stage: Stage, table: Tracked) -> None:
    assert table.plane is not None
    picture, plane = stage.picture(SHEETS | CARDS), np.linalg.inv(table.plane)
    there, waiting = want_of(table, 1), want_of(table, 2, elsewhere=True, alone=True)
    with SlowReader(table.known) as reader:
        for want in (waiting, there):
            assert reader.read(picture, want, plane) is None
        reader.begin()
        assert reader.settled(LONG_S)
        assert [answer.want for answer in reader.answers()] == [there]
        # Nothing is being read any more, so that it may be asked of the next picture.
        assert reader.read(picture, waiting, plane) is None
        reader.begin()
        assert reader.settled(LONG_S)
        assert reader.answers() == []


def test_reading_at_once_learns_on_the_way(stage: Stage, table: Tracked) -> None:
    assert table.plane is not None
    picture, plane = stage.picture(SHEETS | CARDS), np.linalg.inv(table.plane)
    read = read_now(table.known)
    names = {
        one.name for card in range(len(CARDS)) for one in read(picture, want_of(table, card), plane) or ()
    }
    assert len(names) == len(CARDS)


@pytest.mark.parametrize("moved", [True, False])
def test_a_card_beside_which_a_hand_moved_is_read_again_at_once(table: Tracked, *, moved: bool) -> None:
    """The card says nothing then, and is not to be passed over as what a reading made nothing of."""
    asked = want_of(table, 1)
    thing = [one for one in table.things if one.reading is not None and one.reading.card is not None][1]
    left, top, right, bottom = table.low_box(thing.corners)
    half = np.zeros(table.motion.low.shape, bool)
    half[top:bottom, left : (left + right) // 2] = True
    moved_s = table.motion.moved_s.copy()
    moved_s[top:bottom, (left + right) // 2 + 2 : right] = table.at_s + (0.05 if moved else -1.0)
    motion = replace(table.motion, moved_s=moved_s, changed=half, dirty=half)
    before = replace(table, motion=motion, things=tuple(one for one in table.things if one is not thing))
    want = replace(asked, part=Part(half, (left, top, (left + right) // 2, bottom), False))
    assert thing.reading is not None
    after = told(before, want, [thing.reading], table.at_s + 0.1)
    assert bool(after.motion.dirty[half].all()) == moved
    assert after.again == ()
    assert (len(after.things) > len(before.things)) != moved


def test_a_place_on_which_a_card_is_known_by_now_is_not_looked_at_again(table: Tracked) -> None:
    thing = next(one for one in table.things if one.reading is not None and one.reading.card is not None)
    known, bare = Again(table.low_box(thing.corners), 0.0, 1), Again((2, 2, 20, 20), 0.0, 1)
    assert unexplained(replace(table, again=(known, bare))) == (bare,)
    covered = replace(thing, how=How.REMEMBERED)
    things = tuple(covered if one is thing else one for one in table.things)
    assert unexplained(replace(table, things=things, again=(known,))) == (known,)
    assert unexplained(replace(table, things=(), again=(known,))) == (known,)
