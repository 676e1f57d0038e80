"""What a deck's own kinds say of how far a card may be off, and how many kinds are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.taught.faces import compose, drawn, picture_card
from vision.photo import Pixels
from vision.rectify import Pyramid
from vision.taught.describe import DescribeConfig, turned_faces
from vision.taught.faces import FaceConfig, FaceReader
from vision.taught.learn import Named, Shown, empty, learn
from vision.taught.match import Likeness, Match, MatchConfig
from vision.taught.order import upright


def reader_of(faces: Sequence[Pixels], config: MatchConfig | None = None) -> FaceReader:
    """A deck of these, taught by one photo."""
    image, corners = compose(faces, np.random.default_rng(1), columns=6)
    pyramid = Pyramid(image)
    shown = [Shown(upright(c), tuple(turned_faces(pyramid, upright(c), DescribeConfig()))) for c in corners]
    made, _ = learn(empty("drawn"), shown, [Named(str(k), {}) for k in range(len(faces))])
    return FaceReader(made, FaceConfig(match=config or MatchConfig()))


def matched(reader: FaceReader, face: Pixels, **camera: float) -> Match:
    """The match of a face in a photo of its own."""
    image, (corners,) = compose([face], np.random.default_rng(2), columns=1, **camera)  # type: ignore[arg-type]
    match = reader.match(Pyramid(image), corners)
    assert match is not None
    return match


def numbered(text: str) -> Pixels:
    """A card of which a number in two corners alone tells which it is."""
    return drawn(text, "blue", "box", 3)


def test_worst_pixels_are_bounded_from_a_fifth_of_near_kinds_on() -> None:
    """Two cards of a deck that are alike say nothing of the others; where a fifth of all are, a card that was never
    taught may be alike as well."""
    apart = [picture_card(k) for k in range(14)]
    unbounded = replace(MatchConfig(), most_marks=np.inf)
    few = reader_of([*apart[:13], numbered("3"), numbered("8")], unbounded).index.near_kinds.config
    assert few.most_marks == np.inf
    many = reader_of([*apart[:8], *(numbered(text) for text in "3895")], unbounded).index.near_kinds.config
    assert many.most_marks < 20


def test_near_kinds_allow_less_than_they_differ_by_when_they_are_sharp() -> None:
    """Taught views are sharper than what is read from further off, where another number is off by less."""
    deck = [drawn(text, colour, figure, 2) for text in "13" for colour, figure in _SUITS]
    reader = reader_of(deck)
    for other, (colour, figure) in enumerate(_SUITS):
        for text, taught in (("2", False), ("1", True)):
            match = matched(reader, drawn(text, colour, figure, 2), blur=1.0)
            assert match.best.kind % len(_SUITS) == other
            assert match.fits(reader.index.near_kinds.config) is taught


@pytest.mark.parametrize(("size_px", "fits"), [(120.0, True), (95.0, True), (69.0, False)])
def test_a_small_face_may_be_off_by_less_in_its_worst_pixels(size_px: float, fits: bool) -> None:
    """As a 2 that was never taught is off a 1 that was, at 69 px; of cards that are told at such a size none is."""
    like = Likeness(0, 0, 0.12, 5.4, 3.7, 7.3, 0.01)
    match = Match(like, None, 1.0, np.inf)
    assert match.fits(MatchConfig().for_size(size_px)) is fits


_SUITS = (("red", "oval"), ("green", "oval"), ("blue", "box"), ("violet", "diamond"))


@pytest.mark.parametrize(
    ("size_px", "margin", "told", "clear"),
    [
        (160.0, 0.35, 900.0, True),
        (70.0, 0.5, 900.0, True),
        (70.0, 0.35, 900.0, False),
        (70.0, 0.5, 100.0, False),
        (160.0, 0.5, 100.0, False),
    ],
)
def test_a_margin_is_worth_what_tells_the_kinds_apart(
    size_px: float, margin: float, told: float, clear: bool
) -> None:
    """A small face is told as surely as a large one where it shows enough; where little tells two kinds apart, noise
    makes a margin."""
    best, other = (Likeness(kind, 0, 0.1, 3, 2, 2, 0) for kind in (0, 1))
    assert Match(best, other, margin, told).clear(MatchConfig().for_size(size_px)) is clear


def test_kinds_of_another_colour_bound_nothing_else() -> None:
    """Their colour tells them, however little they are off in any one place."""

    def outlined(colour: tuple[int, int, int], count: int) -> Pixels:
        face = np.full((352, 252, 3), (246, 248, 250), np.uint8)
        for k in range(count):
            cv2.ellipse(face, (126, 70 + 70 * k), (70, 26), 0, 0, 360, colour, 1, cv2.LINE_AA)
        return face

    colours = ((40, 32, 214), (150, 42, 92))
    deck = [outlined(colour, count) for colour in colours for count in (1, 2, 3, 4)]
    told, untold = (
        reader_of(deck, replace(MatchConfig(), most_tint=tint)).index.near_kinds.config
        for tint in (0.16, np.inf)
    )
    assert told.most_spread == MatchConfig().most_spread
    assert untold.most_spread < told.most_spread


def test_where_no_likely_kind_fits_less_likely_ones_are_looked_at() -> None:
    """A kind that was taught in a bad light is coarsely further off than others that are like it."""
    faces = [drawn("1", "red", figure, count) for figure in ("oval", "diamond", "box") for count in (2, 3)]
    plain = faces[4]
    down, across = np.mgrid[: plain.shape[0], : plain.shape[1]]
    glare = np.exp(-((across - 126.0) ** 2 + (down - 176.0) ** 2) / (2 * 70.0**2))[..., None]
    faces[4] = np.asarray(((plain / 255.0) ** 2.2 * 0.4 + 0.3 * glare) ** (1 / 2.2) * 255, np.uint8)
    once = replace(MatchConfig().fields, closely=1, widely=1)
    nearest, found = (
        matched(reader_of(faces, replace(MatchConfig(), fields=fields)), plain).best
        for fields in (once, replace(once, widely=MatchConfig().fields.widely))
    )
    assert nearest.kind != 4
    assert nearest.spread > MatchConfig().most_spread
    assert found.kind == 4
    assert found.spread < 3


@pytest.mark.parametrize(("marks", "fits"), [(5.5, True), (9.5, False)])
def test_no_camera_makes_pixels_so_different(marks: float, fits: bool) -> None:
    """However far apart a deck's kinds are: another figure on a face that is the same otherwise is another card."""
    assert Match(Likeness(0, 0, 0.08, 5.2, 3.4, marks, 0.01), None, 1.0).fits(MatchConfig()) is fits


def test_no_card_is_much_off_in_everything() -> None:
    """Each alone a card may be: taken together it is another one that was never taught."""
    for much in (
        (0.25, 1.0, 3.0, 0.01),
        (0.05, 6.0, 3.0, 0.01),
        (0.05, 1.0, 7.0, 0.01),
        (0.05, 1.0, 3.0, 0.15),
    ):
        cost, spot, marks, tint = much
        assert Match(Likeness(0, 0, cost, spot, 3.0, marks, tint), None, 1.0).fits(MatchConfig())
    assert not Match(Likeness(0, 0, 0.253, 5.0, 3.1, 5.2, 0.133), None, 1.0).fits(MatchConfig())


@pytest.mark.parametrize(("tint", "fits"), [(0.10, False), (0.08, True)])
def test_what_is_off_in_spots_pixels_and_colour_at_once_is_refused(tint: float, fits: bool) -> None:
    """As clubs were, taken for spades: in nothing further off than a card may be, and in all further than any is."""
    best = Likeness(0, 0, 0.04, 5.5, 3.95, 5.3, tint)
    for margin in (0.4, 1.0):
        assert Match(best, None, margin).fits(MatchConfig()) is fits
