"""Following on a staged table: who is who from frame to frame, what is covered, what is gone, what has moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pytest

from companion.table.recording import known
from tests.live.begun import FPS, followed
from tests.live.staging import Director, Hand, Laid, Shot, Stage, in_picture, rim
from vision.live.follow import MOVED, Follow
from vision.live.things import How, Scene, SeenCard

ROW = ("iamond-5a-01", "iamond-2a-01", "iamond-z-02", "iamond-3a-01")
THINGS = {
    "mark centre": Laid(309, 212),
    **{name: Laid(150 + 75.0 * k, 90, 3.0 * k - 4) for k, name in enumerate(ROW)},
}


ALIKE = 6
"""Pictures that all films begin with."""


def follow(shots: Sequence[Shot]) -> list[Scene]:
    return followed(shots, ALIKE).scenes


def still(things: dict[str, Laid], count: int, **more: object) -> list[Shot]:
    return [Shot(tuple(things.items()), **more)] * count  # type: ignore[arg-type]


def by_id(scene: Scene) -> dict[str | None, SeenCard]:
    return {card.id: card for card in scene.cards}


def ids(scene: Scene) -> list[str]:
    return sorted(str(card.id) for card in scene.cards)


def keys(scenes: Iterable[Scene]) -> dict[str, set[int]]:
    """The keys that each card went by."""
    found: dict[str, set[int]] = {}
    for scene in scenes:
        for card in scene.cards:
            if card.id is not None:
                found.setdefault(card.id, set()).add(card.key)
    return found


def test_cards_and_marks_are_named_after_two_frames_and_keep_their_keys() -> None:
    scenes = follow(still(THINGS, 12))
    assert all(card.card is None for card in scenes[0].cards)
    assert ids(scenes[-1]) == sorted(ROW)
    assert [mark.name for mark in scenes[-1].marks] == ["centre"]
    assert all(len(own) == 1 for own in keys(scenes).values())
    stage = Stage()
    for card in scenes[-1].cards:
        want = in_picture(rim(str(card.id), THINGS[str(card.id)]), stage.camera)
        assert np.abs(np.array(card.corners_px) - want).max() < 3.0
        assert card.at_mm is not None
        laid = THINGS[str(card.id)]
        assert np.hypot(card.at_mm[0] - laid.x + 309, card.at_mm[1] - laid.y + 212) < 3.0


def test_a_covered_card_is_remembered_where_it_lay_and_seen_again() -> None:
    film = Director(fps=FPS, things=dict(THINGS))
    film.wait(0.4)
    film.cover((150.0, 60.0), 1, 0.8)
    film.wait(0.5)
    scenes = follow(film.shots)
    states = [by_id(scene)[ROW[0]].how for scene in scenes[5:]]
    assert How.REMEMBERED in states
    assert states[-1] is How.SEEN
    places = np.array([by_id(scene)[ROW[0]].at_mm for scene in scenes[8:]], float)
    assert np.abs(places - places[0]).max() < 1.5
    assert all(len(own) == 1 for own in keys(scenes).values())
    covered = [
        scene for scene in scenes if by_id(scene).get(ROW[0]) and by_id(scene)[ROW[0]].how is How.REMEMBERED
    ]
    at_mm = by_id(covered[len(covered) // 2])[ROW[0]].at_mm
    assert at_mm is not None
    assert covered[len(covered) // 2].covered(at_mm)


def test_a_card_that_is_taken_away_is_gone_and_its_neighbours_stay() -> None:
    film = Director(fps=FPS, things=dict(THINGS))
    film.wait(0.4)
    film.take([ROW[1]], 1)
    film.wait(0.6)
    scenes = follow(film.shots)
    assert ids(scenes[-1]) == sorted(set(ROW) - {ROW[1]})
    assert not scenes[-1].busy


def test_a_card_that_is_moved_is_the_same_card_elsewhere() -> None:
    film = Director(fps=FPS, things=dict(THINGS))
    film.wait(0.4)
    film.move({ROW[3]: Laid(560, 300, 70)}, 1)
    film.wait(0.6)
    scenes = follow(film.shots)
    assert ids(scenes[-1]) == sorted(ROW)
    assert keys(scenes)[ROW[3]] == {by_id(scenes[-1])[ROW[3]].key}
    at_mm = by_id(scenes[-1])[ROW[3]].at_mm
    assert at_mm is not None
    assert np.hypot(at_mm[0] - (560 - 309), at_mm[1] - (300 - 212)) < 3.0


def test_cards_with_markers_are_known_elsewhere_in_the_first_picture_in_which_they_rest() -> None:
    moved = {**THINGS, ROW[3]: Laid(560, 300, 70), ROW[1]: Laid(480, 300, 12)}
    scenes = follow([*still(THINGS, 12), *still(moved, 2)])
    last = by_id(scenes[-1])
    for name in (ROW[1], ROW[3]):
        at_mm = last[name].at_mm
        assert last[name].how is How.SEEN
        assert at_mm is not None
        assert np.hypot(at_mm[0] - (moved[name].x - 309), at_mm[1] - (moved[name].y - 212)) < 3.0
    assert not scenes[-1].restless.any()


def test_nothing_is_read_while_it_moves() -> None:
    film = Director(fps=FPS, things=dict(THINGS))
    film.wait(0.4)
    before = len(film.shots)
    film.lay({"iamond-4a-01": Laid(560, 300)}, 1)
    film.wait(0.5)
    scenes = follow(film.shots)
    first = next(n for n, scene in enumerate(scenes) if "iamond-4a-01" in ids(scene))
    gone = next(n for n, shot in enumerate(film.shots) if n > before + 3 and not shot.hands)
    assert first >= gone - 2


def test_cards_are_followed_through_a_change_of_light() -> None:
    shots = still(THINGS, 8)
    shots += [Shot(tuple(THINGS.items()), light=1 - 0.02 * k) for k in range(20)]
    shots += still(THINGS, 20, light=0.6)
    scenes = follow(shots)
    assert ids(scenes[-1]) == sorted(ROW)
    assert all(card.how is How.SEEN for card in scenes[-1].cards)
    assert all(len(own) == 1 for own in keys(scenes).values())
    assert any("light has changed" in note for scene in scenes for note in scene.notes)


def test_a_bumped_camera_is_told_within_a_second_and_cards_stay_who_they_are() -> None:
    scenes = follow(still(THINGS, 15) + still(THINGS, 25, shake=(34.0, -11.0)))
    told = [scene.number for scene in scenes if MOVED in scene.notes]
    assert told
    assert 15 <= told[0] <= 15 + FPS
    assert ids(scenes[-1]) == sorted(ROW)
    assert all(len(own) == 1 for own in keys(scenes).values())
    stage = Stage()
    want = in_picture(rim(ROW[0], THINGS[ROW[0]]), stage.camera) + [34.0, -11.0]
    assert np.abs(np.array(by_id(scenes[-1])[ROW[0]].corners_px) - want).max() < 3.0


@pytest.mark.parametrize(("shake", "shows"), [((12.0, -9.0), True), ((34.0, -11.0), False)])
def test_by_how_much_the_picture_has_moved_is_told_where_it_shows(
    shake: tuple[float, float], shows: bool
) -> None:
    scenes = follow(still(THINGS, 8) + still(THINGS, 20, shake=shake))
    assert all(scene.moved_px is None for scene in scenes if MOVED not in scene.notes)
    (moved_px,) = [scene.moved_px for scene in scenes if MOVED in scene.notes]
    assert (moved_px is not None) is shows
    assert moved_px is None or np.abs(np.subtract(moved_px, shake)).max() < 1.5


def test_another_picture_size_begins_anew() -> None:
    following = Follow(known("iamond"))
    stage = Stage()
    for number in range(3):
        following.frame(stage.picture(THINGS, number=number), number, number / FPS)
    small = stage.picture(THINGS)[:600, :1000].copy()
    for number in range(3, 7):
        scene = following.frame(small, number, number / FPS)
    assert scene.size_px == (1000, 600)
    assert ids(scene) == sorted(ROW)


def test_a_resting_hand_is_nothing_and_hides_nothing_for_good() -> None:
    hand = (Hand(420.0, 250.0, 1),)
    scenes = follow([*still(THINGS, 8), *still(THINGS, 20, hands=hand), *still(THINGS, 8)])
    assert ids(scenes[-1]) == sorted(ROW)
    assert ids(scenes[20]) == sorted(ROW)
    assert not scenes[-1].busy


@pytest.mark.parametrize("level", [0, 255])
def test_a_black_or_white_picture_loses_nothing(level: int) -> None:
    following = followed(still(THINGS, ALIKE), ALIKE).follow
    blank = np.full((720, 1280, 3), level, np.uint8)
    for number in range(ALIKE, ALIKE + 4):
        scene = following.frame(blank, number, number / FPS)
    assert ids(scene) == sorted(ROW)
    assert all(card.how is How.REMEMBERED for card in scene.cards)


def test_a_card_that_looks_like_the_one_that_lay_there_before_is_read() -> None:
    """A card moves on, and before its place was looked at one with the same print lies there."""
    old, new = "iamond-z-02", "iamond-z-01"
    there, away = THINGS[old], Laid(560, 300, 2.0)
    bare = {**THINGS, old: away}
    shots = [*still(THINGS, 8), *still(bare, 3), *still({**bare, new: there}, 8)]
    assert set(ids(follow(shots)[-1])) == {*ROW, new}
