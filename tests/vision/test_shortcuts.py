"""What is looked at at once, once, or not at all comes out as the long way round would have it."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.blobs import SOME, blob_of
from tests.vision.letters_drawn import Plane, blank, drawn_z, face, typed
from tests.vision.pinhole import PLACES, SIZE_PX, laid, seen_by
from vision.camera import TILTS, _settled
from vision.cards.decide_config import DecideConfig
from vision.cards.face.blob import _half_crossings
from vision.cards.face.colours import count_likelihood, hue_of
from vision.cards.face.faces import LEAST_LETTER, Asked, Face, FaceConfig, Style, StyleMemory, read_faces
from vision.cards.face.fit import FitConfig, coarsely, fit_models
from vision.cards.face.grown import grown
from vision.cards.face.ink import InkConfig, _from_zero
from vision.cards.face.laying import AT_ONCE, Poses, Task, errors, settle
from vision.cards.face.marked import MOST_GAP, _may_hold
from vision.cards.face.models import best_overlap, best_share, models_of
from vision.cards.face.zletter import read_z
from vision.cards.first_look import first_look
from vision.cards.ground.silhouettes import Silhouette, from_above
from vision.cards.scene_config import SceneConfig
from vision.cards.spots import _boxed, over_lightest, ratio_of
from vision.deck import MarkedCard, MarkedDeck
from vision.ground import Bend
from vision.markers import marker_on_card
from vision.outlines import _large
from vision.plane import Floats, apply, following, rectangle
from vision.quads import inside
from vision.rectify import Pyramid, face_map
from vision.rigid import Rigid, packed

FEW = settings(deadline=None, max_examples=25)
seeds = st.integers(0, 2**32 - 1)


@FEW
@given(seeds)
def test_hues_and_counts_are_those_of_whole_arrays(seed: int) -> None:
    draw = np.random.default_rng(seed)
    colour, learnt = draw.random(3) * draw.choice([1.0, 1e-3]), {2: 350.0, 5: float(draw.uniform(100, 160))}
    red, green, blue = np.clip(colour, 1e-3, None) ** (1 / 2.2)
    hue = np.degrees(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue)) % 360
    assert hue_of(colour) == pytest.approx(hue)
    hues, spreads = np.array([219.0, 350, 278, 47, learnt[5]]), np.array([14.0, 9, 15, 11, 9])
    likely = np.exp(-0.5 * (((hue - hues + 180) % 360 - 180) / spreads) ** 2) + 1e-4
    assert count_likelihood(colour, learnt) == pytest.approx(likely / likely.max())


@FEW
@given(seeds)
def test_a_point_is_inside_where_it_is_on_one_side_of_all_four(seed: int) -> None:
    draw = np.random.default_rng(seed)
    corners = rectangle((90.0, 60.0)) + draw.uniform(-20, 20, (4, 2))
    corners = corners[:: draw.choice([-1, 1])]
    way = following(corners) - corners
    for point in draw.uniform(-40, 140, (40, 2)):
        out = point - corners
        turns = way[:, 0] * out[:, 1] - way[:, 1] * out[:, 0]
        assert inside(point, corners) == ((turns >= 0).all() or (turns <= 0).all())


@FEW
@given(seeds, st.integers(1, 7))
def test_the_following_corner_is_the_next(seed: int, count: int) -> None:
    corners = np.random.default_rng(seed).random((3, count, 2))
    assert (following(corners) == np.roll(corners, -1, axis=-2)).all()


@FEW
@given(seeds, st.integers(0, 14))
def test_contours_are_measured_at_once_as_one_by_one(seed: int, short: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 255, (12, 15), np.uint8)
    grown = cv2.resize(noise, (150, 120), interpolation=cv2.INTER_CUBIC)
    _, flat = cv2.threshold(grown, 120, 255, cv2.THRESH_BINARY)
    contours, _ = cv2.findContours(flat, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    boxes = [(contour, cv2.boundingRect(contour)) for contour in contours if len(contour) >= 4]
    want = [(contour, box) for contour, box in boxes if min(box[2:]) >= short]
    found = _large(contours, short)
    assert [box for _, box in found] == [tuple(box) for _, box in want]
    assert all(one is other for (one, _), (other, _) in zip(found, want, strict=True))


def test_no_contours_are_none() -> None:
    assert _large([], 3) == []


@FEW
@given(seeds, st.floats(0.3, 0.9))
def test_spots_are_labelled_and_their_surroundings_counted_as_the_usual_way(seed: int, cut: float) -> None:
    draw = np.random.default_rng(seed)
    coarse = draw.integers(0, 255, (9, 16, 3), np.uint8)
    picture = np.asarray(cv2.resize(coarse, (320, 180), interpolation=cv2.INTER_LINEAR), np.uint8)
    ratio = ratio_of(over_lightest(picture, SceneConfig().spots))
    _, mask = cv2.threshold(ratio, ceil(cut * 255) - 1, 1, cv2.THRESH_BINARY_INV)
    assert (mask == (ratio < cut * 255)).all()
    usual = cv2.connectedComponentsWithStats(mask, connectivity=8)
    quick = cv2.connectedComponentsWithStatsWithAlgorithm(mask, 8, cv2.CV_32S, cv2.CCL_BBDT)
    assert usual[0] == quick[0]
    for one, other in ((usual[1], quick[1]), (usual[2], quick[2]), (usual[3], quick[3])):
        assert np.array_equal(one, other)
    corners = np.sort(draw.integers(0, 180, (6, 2, 2)), axis=1).reshape(-1, 4)
    free, bright = mask == 0, (mask == 0) & (ratio > 190)
    want = [(free[y0:y1, x0:x1].sum(), bright[y0:y1, x0:x1].sum()) for x0, y0, x1, y1 in corners]
    assert (
        _boxed(ratio, np.asarray(mask, np.uint8), corners.astype(np.int32)).tolist()
        == np.array(want).tolist()
    )


@FEW
@given(seeds)
def test_the_share_of_a_model_is_that_at_its_best_turn(seed: int) -> None:
    masks = np.random.default_rng(seed).random((3, 24, 72)).astype(np.float32)
    spectrum = models_of("iamond").spectrum
    assert best_share(spectrum, masks) == pytest.approx(best_overlap(spectrum, masks)[0])


def test_what_was_laid_coarsely_before_is_fitted_as_from_the_start() -> None:
    tasks = [(models_of(name), blob_of(name, k)) for name, k in SOME]
    for known, anew in zip(
        fit_models(tasks, FitConfig(), coarsely(tasks)), fit_models(tasks, FitConfig()), strict=True
    ):
        assert [(fit.shape, fit.error_mm) for fit in known] == [(fit.shape, fit.error_mm) for fit in anew]


def test_of_many_candidates_each_is_laid_as_it_is_alone() -> None:
    count = AT_ONCE + 3
    outline = models_of("iamond").outline[:3].astype(np.float32)[np.arange(count) % 3]
    draw = np.random.default_rng(5)
    points = (draw.normal(0, 9, (count, 20, 2))).astype(np.float32)
    task = Task(outline, points, np.ones((count, 20), bool))
    start = Poses(np.repeat(8 * np.eye(2)[None], count, 0), np.zeros((count, 2)))
    # One step: a point beyond a corner is as near to the one side as to the other, and which it is rounding says.
    whole = settle(task, start, 1, 0.03)
    assert len(errors(task, whole)) == count
    for k in (0, AT_ONCE - 1, AT_ONCE, count - 1):
        own = slice(k, k + 1)
        alone = settle(task.only(own), start.only(own), 1, 0.03)
        assert whole.linear[k] == pytest.approx(alone.linear[0], abs=1e-3)
        assert errors(task, whole)[k] == pytest.approx(errors(task.only(own), whole.only(own))[0], rel=1e-4)


@FEW
@given(seeds, st.sampled_from([11, 15, 17, 21]))
def test_a_map_is_grown_in_two_steps_as_in_one(seed: int, size_px: int) -> None:
    soft = np.random.default_rng(seed).random((30, 40)).astype(np.float32)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size_px, size_px))
    for own in (soft, np.asarray(soft > 0.98, np.uint8)):
        assert np.array_equal(grown(own, size_px), cv2.dilate(own, disc))


@FEW
@given(seeds)
def test_a_boundary_lies_between_neighbours_in_a_row_or_a_column(seed: int) -> None:
    soft = np.random.default_rng(seed).random((7, 9)).astype(np.float32)
    found: list[tuple[float, float]] = []
    for (i, j), value in np.ndenumerate(soft):
        for down, right in ((0, 1), (1, 0)):
            if i + down < 7 and j + right < 9 and (value > 0.5) != (soft[i + down, j + right] > 0.5):
                part = (0.5 - value) / (soft[i + down, j + right] - value)
                found.append((float(j + right * part), float(i + down * part)))
    assert np.array(sorted(_half_crossings(soft).tolist())) == pytest.approx(np.array(sorted(found)))


@FEW
@given(seeds)
def test_turns_either_way_are_numpys_remainders(seed: int) -> None:
    turns = np.append(np.random.default_rng(seed).uniform(-6.28, 6.28, 40), [0.0, -1e-3])
    assert np.array_equal(_from_zero(turns, 2 * np.pi), turns % (2 * np.pi))


@FEW
@given(seeds)
def test_many_views_at_once_show_what_each_shows(seed: int) -> None:
    draw = np.random.default_rng(seed)
    masks = []
    for _ in range(3):
        ink = np.zeros((60, 70), np.float32)
        cv2.circle(ink, draw.integers(25, 40, 2).tolist(), int(draw.integers(5, 15)), 1.0, cv2.FILLED)
        masks.append(Silhouette(ink, float(ink.sum()), draw.uniform(25, 40, 2), draw.uniform(0, 900, 2)))
    views = np.stack([seen_by(0.8, tilt, 40.0, 700.0) for tilt in draw.uniform(0, 40, 4)])
    flat, sides = from_above(masks, np.repeat(views[:, None], 3, 1))
    for k, view in enumerate(views):
        for j, mask in enumerate(masks):
            alone, side = from_above([mask], view[None, None])
            assert flat[k, j] == pytest.approx(alone[0, 0], abs=1e-4)
            assert sides[k, j] == pytest.approx(side[0, 0])
            back = np.linalg.inv(view)
            spot = apply(back, mask.middle + mask.origin)
            grown = np.stack([apply(view, spot + step) for step in 1e-3 * np.eye(2)]) - apply(view, spot)
            area = abs(float(np.linalg.det(grown))) / 1e-6
            assert sides[k, j] == pytest.approx(np.sqrt(mask.area / area), rel=1e-3)


@FEW
@given(seeds, st.integers(2, 5))
def test_starts_go_downhill_side_by_side_as_each_alone(seed: int, count: int) -> None:
    draw = np.random.default_rng(seed)
    view, bend = seen_by(0.8, 30.0, 70.0, 600.0), Bend(-0.03, (959.5, 539.5), 1101.0)
    rim = rectangle((63.0, 88.0))
    seen = [laid(view, bend, place, 1.0) + draw.normal(0, 0.3, (4, 2)) for place in PLACES[:count]]
    things = packed([Rigid(corners, rim) for corners in seen])
    starts = np.array([[*TILTS[k], np.log(0.8), np.log(600.0), -0.03] for k in draw.choice(len(TILTS), 3)])
    costs, views = _settled(things, starts, SIZE_PX)
    for k, start in enumerate(starts):
        cost, own = _settled(things, start[None], SIZE_PX)
        assert costs[k] == pytest.approx(cost[0], rel=1e-4)
        assert views[k] == pytest.approx(own[0], abs=1e-3)


FACES = [
    *(face(drawn_z(30, turn)) for turn in (0.0, 40.0)),
    face(drawn_z(30, 20.0, mirrored=True)),
    *(face(typed(sign)) for sign in "S2N7E"),
    face(blank().astype(np.float32)),
]


@pytest.mark.parametrize("ratio", FACES)
@pytest.mark.parametrize("least", [0.2, LEAST_LETTER, 0.62])
def test_a_letter_is_as_like_one_wherever_that_matters(ratio: Plane, least: float) -> None:
    whole, short = read_z(ratio, InkConfig()), read_z(ratio, InkConfig(), least)
    if whole is None or short is None:
        assert whole is short
    elif whole[0] > least:
        assert (short[0], short[1].tolist()) == (whole[0], whole[1].tolist())
    else:
        assert short[0] <= least


def test_nothing_asks_how_little_like_a_letter_a_print_is() -> None:
    decide, scene = DecideConfig(), SceneConfig()
    assert min(decide.least_z, decide.sure_z, 0.5 * scene.lone_z, 0.5) > LEAST_LETTER


DECK = MarkedDeck("6X6_250", (63.0, 88.0), 9.0, 3.0, (MarkedCard("a", "iamond", 1, None, (0, 1)),))


@FEW
@given(seeds)
def test_no_outline_is_passed_over_on_which_markers_stand(seed: int) -> None:
    draw = np.random.default_rng(seed)
    corners = rectangle((63.0, 88.0)) * draw.uniform(1, 6) + draw.uniform(-4, 4, (4, 2))
    turned = np.roll(corners, -int(draw.integers(4)), axis=0)
    printed = np.stack([apply(face_map(turned, DECK.face_mm), marker_on_card(DECK, k)) for k in (0, 1)])
    size = np.linalg.norm(printed[:, 0] - printed[:, 2], axis=-1)
    way = draw.normal(0, 1, printed.shape)
    off = way / np.linalg.norm(way, axis=-1, keepdims=True) * (draw.random() * MOST_GAP * size)[:, None, None]
    seen = printed + off
    assert _may_hold(corners, seen, np.linalg.norm(seen[:, 0] - seen[:, 2], axis=-1))
    assert not _may_hold(corners + [900.0, 0.0], seen, size)


def _table(turn: float) -> tuple[Pyramid, Floats]:
    """Two cards of a deck side by side, a little turned."""
    picture = np.full((480, 640, 3), (90, 110, 100), np.uint8)
    places = []
    for k, x in enumerate((190.0, 430.0)):
        spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners = (rectangle((157.5, 220.0)) - (78.75, 110.0)) @ spin + (x, 240.0)
        cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], (232, 232, 228), cv2.LINE_AA)
        loop = models_of("iamond").outline[3 + k] * 45 @ spin + (x, 240.0)
        cv2.fillPoly(picture, [np.round(loop).astype(np.int32)], (190, 90, 30), cv2.LINE_AA)
        places.append(corners)
    return Pyramid(picture), np.stack(places)


@pytest.mark.parametrize("turn", [0.0, 0.4])
def test_a_face_that_was_read_is_not_read_again_and_teaches_the_same(turn: float) -> None:
    pyramid, corners = _table(turn)
    config, profiles = FaceConfig(), ("iamond", "abolo")
    maps = [(face_map(own, config.size_mm), config.size_mm) for own in corners]

    def read(
        places: list[tuple[Floats, tuple[float, float]]], style: StyleMemory, own: Pyramid
    ) -> list[object]:
        return list(read_faces(own, places, Asked(profiles, config), style))

    first = StyleMemory()
    faces = read(maps, first, pyramid)
    again = StyleMemory()
    assert all(one is other for one, other in zip(read(maps, again, pyramid), faces, strict=True))
    assert again == first
    # In part known already, and the other way about.
    mixed = StyleMemory()
    late = Pyramid(pyramid.level(0))
    read(maps[:1], StyleMemory(), late)
    assert len(read(maps, mixed, late)) == 2
    assert mixed == first
    # What was learnt since is another question.
    before = len(pyramid.read)
    read(maps, StyleMemory(Style(3.1)), pyramid)
    assert len(pyramid.read) == before + 2
    wider = replace(config, least_overlap=0.9)
    read_faces(pyramid, maps, Asked(profiles, wider), StyleMemory())
    assert len(pyramid.read) == before + 4


def test_what_is_looked_for_beside_the_outlines_is_what_one_look_after_the_other_finds() -> None:
    pyramid, _ = _table(0.2)
    looks = [first_look(pyramid.level(0), None, SceneConfig()) for _ in range(2)]
    assert len(looks[0].spots) == 2
    one, other = ([(spot.box, spot.dark) for spot in (*look.spots, *look.faint())] for look in looks)
    assert one == other


def _faces_of_letters(own: Pyramid, *, letters: bool) -> list[Face]:
    """A letter that no shape is and a shape, side by side in one picture."""
    places = [(np.array([[4.0, 0, 40 + 300 * k], [0, 4, 40], [0, 0, 1]]), (63.0, 88.0)) for k in range(2)]
    return read_faces(own, places, Asked(("iamond",), letters=letters), StyleMemory())


def test_a_face_that_is_not_asked_for_letters_is_read_alike_but_for_them() -> None:
    picture = np.full((480, 700, 3), 235, np.uint8)
    for sides in (
        [(90, 130), (230, 130), (230, 160), (90, 160)],
        [(90, 260), (230, 260), (230, 290), (90, 290)],
    ):
        cv2.fillPoly(picture, [np.array(sides, np.int32)], (190, 90, 30), cv2.LINE_AA)
    cv2.fillPoly(
        picture, [np.array([(190, 160), (230, 160), (130, 260), (90, 260)], np.int32)], (190, 90, 30)
    )
    loop = models_of("iamond").outline[4] * 45 + (466, 216)
    cv2.fillPoly(picture, [np.round(loop).astype(np.int32)], (190, 90, 30), cv2.LINE_AA)
    pyramid = Pyramid(picture)
    without = _faces_of_letters(pyramid, letters=False)
    assert not pyramid.letters
    whole = _faces_of_letters(pyramid, letters=True)
    assert whole[0].z > 0.5
    assert whole[1].fits["iamond"]
    for one, other in zip(without, whole, strict=True):
        assert one.z == 0.0
        assert [fit.error_mm for fit in one.fits.get("iamond", ())] == [
            fit.error_mm for fit in other.fits.get("iamond", ())
        ]
        assert (one.clear, one.plain, one.papery, one.even) == (
            other.clear,
            other.plain,
            other.papery,
            other.even,
        )
    # Of what is known with its letters nothing is read anew without.
    assert all(
        one is other for one, other in zip(_faces_of_letters(pyramid, letters=False), whole, strict=True)
    )
