"""Faces laid over each other: what a camera does to them is forgiven, and print that differs is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.taught.faces import deck, drawn, picture_card, pictured
from vision.photo import Pixels
from vision.taught.bending import Grid
from vision.taught.closely import LaidOver, apart, laid_over
from vision.taught.closely_config import CloselyConfig
from vision.taught.describe import HEIGHT_PX, WIDTH_PX
from vision.taught.fit_light import fit_light
from vision.taught.lit_config import LitConfig
from vision.taught.match import Likeness, Match, MatchConfig
from vision.taught.pictured import (
    COLOURS,
    HIGH,
    WIDE,
    Picture,
    PictureConfig,
    picture_crosswise,
    picture_upside_down,
)
from vision.taught.sharp import as_sharp, smoothed
from vision.taught.sides import side_of

CONFIG = CloselyConfig()
NOWHERE = np.zeros((2, 3))


def flat(face: Pixels) -> Pixels:
    small = cv2.resize(face, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def seen(
    face: Pixels,
    *,
    light: float = 1.0,
    slope: float = 0.0,
    ink: float = 1.0,
    blur: float = 0.0,
    dx: float = 0.0,
) -> Picture:
    """The face as a camera might have it: dimmer, lit from one side, its inks weaker, blurred, a little off."""
    linear = (flat(face) / 255.0) ** 2.2
    linear = linear**ink * light * (1 + slope * (np.arange(WIDTH_PX)[None, :, None] / WIDTH_PX - 0.5))
    taken = np.asarray(np.clip(linear, 0, 1) ** (1 / 2.2) * 255, np.float32)
    if blur:
        taken = np.asarray(cv2.GaussianBlur(taken, (0, 0), blur), np.float32)
    move = np.array([[1, 0, dx], [0, 1, -dx / 2]])
    moved = cv2.warpAffine(taken, move, (WIDTH_PX, HEIGHT_PX), borderMode=cv2.BORDER_REPLICATE)
    return pictured(np.asarray(np.clip(moved, 0, 255), np.uint8))


def over(face: Picture, known: Picture) -> LaidOver:
    return laid_over(face, known, NOWHERE, CONFIG)


@pytest.mark.parametrize("name", ["red solid", "green pale", "violet empty", "blue box 3"])
@settings(max_examples=12, deadline=None)
@given(
    light=st.floats(0.5, 1.0),
    slope=st.floats(-0.25, 0.25),
    ink=st.floats(0.85, 1.1),
    blur=st.floats(0.0, 1.0),
    dx=st.floats(-1.5, 1.5),
)
def test_what_a_camera_does_is_forgiven(
    name: str, light: float, slope: float, ink: float, blur: float, dx: float
) -> None:
    face = deck()[name]
    same = over(seen(face, light=light * 0.85, slope=slope, ink=ink, blur=blur, dx=dx), seen(face))
    assert same.spread < 2.6
    assert same.spot < 4


def test_print_that_differs_is_not_forgiven() -> None:
    three = drawn("3", "blue", "box", 3)
    for other in (
        drawn("3", "blue", "box", 2),
        drawn("3", "blue", "oval", 3),
        drawn("3", "red", "box", 3),
        drawn("3", "blue", "box", 3, "pale"),
        drawn("3", "blue", "box", 3, "empty"),
    ):
        assert over(seen(other, light=0.7, blur=0.5), seen(three)).spread > 6
    # A glyph of the index alone, the least there is.
    assert over(seen(drawn("8", "blue", "box", 3)), seen(three)).spot > 4.2


@settings(max_examples=20, deadline=None)
@given(first=st.integers(0, 5), second=st.integers(6, 11), face=st.integers(0, 11))
def test_the_two_sides_mirror_each_other(first: int, second: int, face: int) -> None:
    known = {k: seen(picture_card(k)) for k in (first, second)}
    looked = seen(picture_card(face), light=0.8, blur=0.4)
    one, other = over(looked, known[first]), over(looked, known[second])
    side, told = side_of(one, other, False, CONFIG)
    back, again = side_of(other, one, False, CONFIG)
    assert side == pytest.approx(-back, abs=0.02)
    assert told == pytest.approx(again, rel=0.02)
    if face == first:
        assert side > 0.9
    if face == second:
        assert back > 0.9


def test_blocks_of_colour_on_bare_paper_outvote_no_print() -> None:
    """A photo's file holds colours in blocks: two kinds that differ in an index alone are told by that all the same."""
    three, eight = (flat(drawn(text, "blue", "box", 3)) for text in ("3", "8"))
    small = np.random.default_rng(7).normal(0, 3.5, (HEIGHT_PX // 12 + 1, WIDTH_PX // 12 + 1))
    blocks = cv2.resize(small, None, fx=12, fy=12, interpolation=cv2.INTER_NEAREST)[:HEIGHT_PX, :WIDTH_PX]
    paper = three.min(2) > 200
    taken = three - blocks[..., None] * paper[..., None] * np.array([1.0, 0.0, -1.0])
    looked = seen(drawn("3", "blue", "box", 3), light=0.9, blur=0.3)
    known = [pictured(np.asarray(np.clip(face, 0, 255), np.uint8)) for face in (taken, eight)]
    side, told = side_of(over(looked, known[0]), over(looked, known[1]), False, CONFIG)
    assert side > 0.7
    assert told > 50


def test_glare_on_a_taught_view_does_not_speak_for_the_other_kind() -> None:
    """Glare pales a corner's print: the kind that was taught under it is told by the rest."""
    three, eight = (flat(drawn(text, "blue", "box", 1)) for text in ("3", "8"))
    down, across = np.mgrid[:HEIGHT_PX, :WIDTH_PX]
    spot = np.exp(-((across - 105.0) ** 2 + (down - 150.0) ** 2) / (2 * 20.0**2))[..., None]
    linear = (three / 255.0) ** 2.2 * 0.7 + 0.6 * spot
    glaring = np.clip(linear, 0, 1) ** (1 / 2.2) * 255
    looked = seen(drawn("3", "blue", "box", 1), light=0.9, blur=0.3)
    known = [pictured(np.asarray(face, np.uint8)) for face in (glaring, eight)]
    side, told = side_of(over(looked, known[0]), over(looked, known[1]), False, CONFIG)
    assert side > 0.7
    assert told > 50


def shone(face: Pixels, strength: float, wide: float, hue: tuple[float, float, float] = (1, 1, 1)) -> Picture:
    """The face under glare: light added to all that lies under it, in linear light."""
    down, across = np.mgrid[:HEIGHT_PX, :WIDTH_PX]
    spot = np.exp(-((across - 60.0) ** 2 + (down - 80.0) ** 2) / (2 * wide**2))[..., None]
    linear = (flat(face) / 255.0) ** 2.2 * 0.6 + strength * spot * np.array(hue)
    taken = np.clip(linear, 0, 1) ** (1 / 2.2) * 255
    return pictured(np.asarray(taken, np.uint8))


@pytest.mark.parametrize("k", range(2))
def test_what_glare_adds_is_undone_on_either_face(k: int) -> None:
    """Glare pales dark print far more than it brightens paper: no light that multiplies does so."""
    plain = seen(picture_card(k), light=0.8)
    assert over(shone(picture_card(k), 0.3, 30.0), plain).spread < 3.45
    faint = shone(picture_card(k), 0.1, 30.0)
    assert over(faint, plain).spread < 3.45
    assert over(plain, faint).spread < 3.45


@pytest.mark.parametrize("k", range(3))
def test_inks_under_strong_glare_are_looked_for_without_it(k: int) -> None:
    """What glare pales in one place is no paler ink all over."""
    plain = seen(picture_card(k), light=0.8)
    assert over(shone(picture_card(k), 0.5, 30.0), plain).spread < 3.2


def grounded(text: str) -> Pixels:
    """A card with a coloured ground up to its edge, a white oval and a number in it; BGR."""
    face = np.full((HEIGHT_PX * 2, WIDTH_PX * 2, 3), (40, 30, 190), np.uint8)
    cv2.ellipse(face, (126, 174), (80, 110), 0, 0, 360, (248, 250, 250), -1, cv2.LINE_AA)
    cv2.putText(face, text, (92, 206), cv2.FONT_HERSHEY_SIMPLEX, 3.0, (30, 30, 30), 12, cv2.LINE_AA)
    return face


def hazed(face: Pixels, veil: float) -> Picture:
    """The face under glare that lies over the whole of it: such a share of all light is white."""
    linear = 0.8 * ((1 - veil) * (flat(face) / 255.0) ** 2.2 + veil)
    return pictured(np.asarray(linear ** (1 / 2.2) * 255, np.uint8))


@pytest.mark.parametrize("veil", [0.1, 0.2, 0.3])
def test_glare_over_a_whole_coloured_face_is_undone_on_either(veil: float) -> None:
    plain = seen(grounded("7"), light=0.8)
    assert over(hazed(grounded("7"), veil), plain).spread < 2
    assert over(plain, hazed(grounded("7"), veil)).spread < 3.5
    assert over(hazed(grounded("1"), veil), plain).marks > 10


def test_on_bare_paper_what_is_paler_all_over_is_another_ink() -> None:
    """A shape filled by fine stripes is as pale as one that is filled under glare."""
    solid = drawn("", "violet", "oval", 3)
    assert over(hazed(solid, 0.3), seen(solid)).spread > 3


def outlined(colour: tuple[int, int, int]) -> Pixels:
    """Three ovals in a thin line; BGR."""
    face = np.full((HEIGHT_PX * 2, WIDTH_PX * 2, 3), (246, 248, 250), np.uint8)
    for y in (90, 176, 262):
        cv2.ellipse(face, (126, y), (70, 32), 0, 0, 360, colour, 1, cv2.LINE_AA)
    return face


def test_the_colour_of_thin_lines_is_told_by_all_of_them() -> None:
    """In no one place is it off by much more than a photo's file smears."""
    red, violet = outlined((40, 32, 214)), outlined((150, 42, 92))
    wide = MatchConfig()
    same = over(seen(red, light=0.8, slope=0.2, ink=0.85, blur=1.2), seen(red))
    other = over(seen(violet, light=0.8, blur=0.6), seen(red))
    assert other.spot < wide.most_spot
    assert other.spread < wide.most_spread
    assert same.tint < 0.5 * wide.most_tint
    assert other.tint > 1.5 * wide.most_tint
    for laid, fits in ((same, True), (other, False)):
        best = Likeness(0, 0, 0.0, laid.spot, laid.spread, laid.marks, laid.tint)
        assert Match(best, None, 1.0).fits(wide) is fits


def test_glare_may_be_of_another_colour_than_the_light() -> None:
    """A window shines blue on a card that a lamp lights."""
    plain = seen(picture_card(1), light=0.8)
    assert over(shone(picture_card(1), 0.3, 30.0, (1.3, 1.0, 0.8)), plain).spread < 3.5


def test_pale_print_is_no_glare() -> None:
    """Where the paper around is no brighter, print that is pale was printed so."""
    pale, solid = (drawn("7", "violet", "oval", 1, filling) for filling in ("pale", "solid"))
    assert over(seen(pale, light=0.8), seen(solid)).spread > 6


def test_stray_light_may_change_what_is_black_and_not_what_is_white() -> None:
    """The eye's scale stretches what is dark: a hundredth of the paper's light looks like much there."""
    black = np.full((HEIGHT_PX * 2, WIDTH_PX * 2, 3), 245, np.uint8)
    cv2.circle(black, (WIDTH_PX, HEIGHT_PX), 60, (8, 8, 8), -1, cv2.LINE_AA)
    left = over(seen(black, light=0.9), seen(black)).variance
    assert left[HEIGHT_PX // 2, WIDTH_PX // 2] > 0.005
    assert left[20, 20] < 0.001


def test_what_is_bright_on_a_coloured_ground_keeps_its_colours() -> None:
    """A green ground has hardly any red: over it white and yellow would both be cut off as glare."""
    ground = np.full((HEIGHT_PX * 2, WIDTH_PX * 2, 3), (40, 120, 28), np.uint8)
    ground[60:120, 60:190] = (250, 250, 250)
    ground[200:260, 60:190] = (40, 200, 240)
    looked = seen(ground, light=0.9).colours
    white, yellow = looked[22, 31, :COLOURS], looked[57, 31, :COLOURS]
    assert np.ptp(white) < 0.05
    assert white.max() < PictureConfig().brightest - 0.1
    assert white[0] - yellow[0] > 0.3


def test_a_picture_s_frame_is_no_edge_of_the_light() -> None:
    """Both faces have it; a shadow's edge one of them has."""
    framed = np.full((HEIGHT_PX * 2, WIDTH_PX * 2, 3), 245, np.uint8)
    cv2.rectangle(framed, (50, 40), (WIDTH_PX * 2 - 50, HEIGHT_PX * 2 - 40), (90, 60, 150), -1)
    plain = np.full_like(framed, 245)
    shaded = plain.copy()
    shaded[:, :WIDTH_PX] //= 2
    assert over(seen(framed, light=0.9), seen(framed)).variance[60:-60, 14:20].max() < 0.01
    assert over(seen(shaded, light=0.9), seen(plain)).variance[60:-60, 61:65].min() > 0.01


def test_light_on_a_coloured_ground_outvotes_no_print() -> None:
    """Where one of two kinds was taught in uneven light, that is no print that tells them apart."""

    def card(text: str, shade: float) -> Pixels:
        face = drawn(text, "blue", "box", 0)
        face[:, :, :] = (170, 80, 30)
        middle = drawn(text, "blue", "box", 1)[20:60, 8:60]
        face[150:190, 100:152] = middle
        down, across = np.mgrid[: face.shape[0], : face.shape[1]]
        glow = np.exp(-((across - 125.0) ** 2 / 9000 + (down - 330.0) ** 2 / 5000))[..., None]
        linear = (face / 255.0) ** 2.2 * 0.8 + shade * glow * np.array([0.6, 1.0, 1.2])
        return np.asarray(np.clip(linear, 0, 1) ** (1 / 2.2) * 255, np.uint8)

    looked = seen(card("8", 0.0), light=0.9, blur=0.3)
    side, told = side_of(
        over(looked, seen(card("8", 0.22))), over(looked, seen(card("3", 0.0))), False, CONFIG
    )
    assert side > 0.5
    assert told > 50


def test_a_face_the_other_way_up_is_compared_as_it_lies() -> None:
    face = seen(picture_card(1), light=0.8)
    upside = over(picture_upside_down(face), picture_upside_down(seen(picture_card(1))))
    other = over(face, seen(picture_card(2)))
    assert side_of(upside, other, True, CONFIG)[0] > 0.9
    twice = picture_upside_down(picture_upside_down(face))
    assert (twice.colours == face.colours).all()
    assert (twice.level == face.level).all()


def test_two_known_faces_are_as_far_apart_as_they_look() -> None:
    one, near, far = (
        seen(drawn(text, "blue", "box", 3, filling))
        for text, filling in (("3", "solid"), ("8", "solid"), ("3", "empty"))
    )
    assert apart(one, one, CONFIG).spot < 0.01
    assert 1 < apart(one, near, CONFIG).spot < apart(one, far, CONFIG).spot
    assert apart(one, near, CONFIG).spread < apart(one, far, CONFIG).spread
    assert one.colours.shape == (HIGH, WIDE, COLOURS + 1)
    assert one.level.shape == (HEIGHT_PX, WIDTH_PX)


def test_pale_print_is_no_shadow() -> None:
    """A pale figure that is wide stays; a shadow that is wider than it goes."""
    pale, empty = (drawn("7", "green", "oval", 2, filling) for filling in ("pale", "empty"))
    shaded = flat(empty).astype(float)
    shaded[:, WIDTH_PX // 2 :] *= 0.75
    shadow = pictured(np.asarray(shaded, np.uint8))
    assert over(shadow, seen(empty)).spread < over(seen(pale), seen(empty)).spread


def test_the_sharper_one_is_blurred_as_far_as_the_other_was() -> None:
    face = smoothed(seen(deck()["blue box 3"]).level, CONFIG.smooth_px)
    inside = np.ones_like(face)
    for width in (0.8, 1.2, 1.8):
        soft = smoothed(face, width)
        one, other, blur = as_sharp(soft, face, inside, 0.0)
        assert (one == soft).all()
        assert np.sqrt(2 * blur) == pytest.approx(width, rel=0.3)
        assert np.abs(one - other).max() < 0.3 * np.abs(soft - face).max()
        assert as_sharp(face, soft, inside, 0.0)[2] == pytest.approx(-blur, rel=0.01)
    assert as_sharp(face, face, inside, 0.0)[2] == pytest.approx(0, abs=1e-6)


@settings(max_examples=12, deadline=None)
@given(dx=st.floats(-1.5, 1.5), dy=st.floats(-1.5, 1.5), grow=st.floats(-0.8, 0.8))
def test_a_bend_is_found_again(dx: float, dy: float, grow: float) -> None:
    grid = Grid(WIDTH_PX, HEIGHT_PX, 4)
    face = seen(picture_card(3)).level
    true = np.array([[dx, grow, 0, 0], [dy, 0, grow, 0]])
    moved = grid.moved(face, true)
    found = grid.bent(moved, face, np.zeros((2, 4)), 6, 0.01)
    again = grid.moved(moved, found)
    off = np.abs(again - face)[10:-10, 10:-10]
    assert off.mean() < 0.35 * np.abs(moved - face)[10:-10, 10:-10].mean() + 0.01


def test_light_and_inks_are_found_again() -> None:
    known = seen(deck()["red solid"]).colours[..., :COLOURS]
    across = np.linspace(0.85, 1.15, WIDE, dtype=np.float32)[None, :, None]
    seen_face = (1 - (1 - known) * np.float32(1.2)) * across
    found = fit_light(seen_face, known, np.ones((HIGH, WIDE), np.float32), LitConfig())
    assert found.strength == pytest.approx([1.2] * 3, abs=0.06)
    assert np.abs(found.colours(known)[0] - seen_face).mean() < 0.2 * np.abs(known - seen_face).mean()


@pytest.mark.parametrize(
    ("turns", "way"), [(1, cv2.ROTATE_90_CLOCKWISE), (3, cv2.ROTATE_90_COUNTERCLOCKWISE)]
)
def test_a_card_that_lies_across_another_place_is_laid_over_it_pixel_by_pixel(turns: int, way: int) -> None:
    """A small square may be either way round: its print tells, as it does of cards that lie alike."""
    known, other = picture_card(2), picture_card(5)
    across = seen(np.ascontiguousarray(cv2.rotate(known, way)))
    one = over(across, picture_crosswise(seen(known), turns))
    wrong_way = over(across, picture_crosswise(seen(known), 4 - turns))
    another = over(across, seen(other))
    assert one.spot < MatchConfig().most_spot < min(wrong_way.spot, another.spot)
    side, told = side_of(one, another, False, CONFIG)
    assert side > 0.8
    assert told > MatchConfig().least_told
    assert side_of(another, one, False, CONFIG)[0] == pytest.approx(-side, abs=1e-3)
