"""What one frame's noise hid is looked at again: sheets that lay there from the beginning, things not made out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest

from companion.table.recording import known
from tests.grain import grainy
from vision.live.follow import Follow
from vision.live.things import Found
from vision.live.tracked import TrackConfig, Want
from vision.photo import Pixels
from vision.plane import Floats
from vision.sighting import CardSighting, Quad

FPS = 15
CARD: Quad = ((600.0, 300.0), (690.0, 300.0), (690.0, 426.0), (600.0, 426.0))
CONFIG = TrackConfig()
Answer = Callable[[Want], list[Found]]


def frames(seconds: float) -> Iterator[Pixels]:
    """A plain table in noise, on which something white lies from 0.6 s on."""
    bare = np.full((720, 1280, 3), (70, 90, 110), np.float32)
    with_card = bare.copy()
    with_card[300:426, 600:690] = (225, 228, 230)
    with_card[340:380, 620:670] = (60, 40, 190)
    for number in range(round(seconds * FPS)):
        yield grainy(bare if number < 0.6 * FPS else with_card, 2.0, number)


def asked(seconds: float, answer: Answer) -> tuple[list[tuple[float, Want]], Follow]:
    """What was asked for, and when, and how it ends."""
    wants: list[tuple[float, Want]] = []
    now_s = 0.0

    def read(pixels: Pixels, want: Want, plane: Floats | None) -> Sequence[Found]:
        wants.append((now_s, want))
        return answer(want)

    following = Follow(known("iamond"), read=read)
    for number, pixels in enumerate(frames(seconds)):
        now_s = number / FPS
        following.frame(pixels, number, now_s)
    return wants, following


def nothing(want: Want) -> list[Found]:
    return []


def test_all_of_the_picture_is_glanced_at_ever_more_seldom() -> None:
    wants, _ = asked(12.0, nothing)
    times = [at_s for at_s, want in wants if want.glance]
    assert times == pytest.approx([1, 2, 3, 4, 5, 6.25, 7.8, 9.8], abs=2 / FPS)
    assert not any(want.slow for _, want in wants if want.glance)


def test_what_is_not_made_out_is_read_twice_more_from_farther_about_it() -> None:
    wants, following = asked(6.0, nothing)
    first = next((at_s, want) for at_s, want in wants if want.slow and want.part is not None)
    more = [(at_s, want) for at_s, want in wants if want.again is not None]
    assert len(more) == CONFIG.unexplained
    assert [at_s - first[0] for at_s, _ in more] == pytest.approx([1, 2], abs=2 / FPS)
    for _, want in more:
        assert want.box[2] - want.box[0] > first[1].box[2] - first[1].box[0]
    assert following.tracked is not None
    assert following.tracked.again == ()


def test_what_is_made_out_then_is_a_card_like_any() -> None:
    def later(want: Want) -> list[Found]:
        z = CardSighting(None, 0, None, CARD, 1.0, ("outline", "shape"))
        clear = want.slow and not want.whole and want.part is None
        return [Found(CARD, z, confidence=1.0)] if clear else []

    wants, following = asked(3.0, later)
    assert following.tracked is not None
    assert [thing.named for thing in following.tracked.things if thing.reading] == ["look Z"]
    assert sum(want.again is not None for _, want in wants) == 1


def test_what_is_not_known_after_two_readings_is_read_from_farther_about_it() -> None:
    def once_a_card(want: Want) -> list[Found]:
        if not want.slow or want.whole:
            return []
        z = CardSighting(None, 0, None, CARD, 1.0, ("outline", "shape"))
        return [Found(CARD, z, confidence=0.9)] if want.part is not None else [Found(CARD, why="blurred")]

    wants, following = asked(3.0, once_a_card)
    doubts = [want.box for _, want in wants if want.slow and not want.whole and want.part is None]
    wide = [right - left for left, _, right, _ in doubts]
    assert len(wide) > 2
    assert wide[0] < wide[1] == wide[2]
    assert following.tracked is not None
    assert not any(thing.reading for thing in following.tracked.things)
