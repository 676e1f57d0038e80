"""A Z is read however it is drawn, and nothing else is read as a Z."""

from __future__ import annotations

import time

import cv2
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.rules.polyform import free_shapes, lattice_named
from tests.vision.letters_drawn import (
    BLACK,
    FINE,
    HEIGHT,
    WIDTH,
    Plane,
    blank,
    drawn_z,
    face,
    placed,
    share,
    typed,
)
from vision.cards.decide_config import DecideConfig
from vision.cards.face.ink import InkConfig
from vision.cards.face.zletter import read_z

LEAST = DecideConfig().least_z


def serif(size_mm: float, tick: float, turn: float) -> Plane:
    """A Z of thin bars, a thick diagonal and hanging serifs."""
    cover = blank()
    for part in (
        [(0, 0), (1, 0), (1, 0.08), (0, 0.08)],
        [(0, 0.92), (1, 0.92), (1, 1), (0, 1)],
        [(0.72, 0.08), (1, 0.08), (0.28, 0.92), (0, 0.92)],
        [(0, 0), (0.1, 0), (0.06, tick), (0, tick)],
        [(1, 1), (0.9, 1), (0.94, 1 - tick), (1, 1 - tick)],
    ):
        points = (np.array(part) - 0.5) * [0.85, 1]
        cv2.fillPoly(cover, [placed(points, size_mm, turn, (0, 0))], 255)
    return share(cover)


def score(ratio: Plane) -> float:
    found = read_z(ratio, InkConfig())
    return found[0] if found else 0.0


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    size=st.floats(18, 40),
    turn=st.floats(0, 360),
    bar=st.floats(0.1, 0.28),
    slant=st.floats(0.14, 0.45),
    wide=st.floats(0.6, 0.92),
    lean=st.floats(0, 0.2),
    blur=st.tuples(st.floats(0.4, 1.6), st.floats(0.4, 1.6)),
    shade=st.floats(-0.3, 0.3),
    ink=st.sampled_from([BLACK, (0.12, 0.12, 0.13), (0.4, 0.03, 0.03), (0.03, 0.08, 0.4), (0.02, 0.2, 0.05)]),
)
def test_a_z_of_any_build_turn_and_colour_is_read(
    size: float,
    turn: float,
    bar: float,
    slant: float,
    wide: float,
    lean: float,
    blur: tuple[float, float],
    shade: float,
    ink: tuple[float, float, float],
) -> None:
    # No pen draws the slanted stroke much thinner than the bars.
    assume(slant >= 0.7 * bar)
    cover = drawn_z(size, turn, (2.0, -2.0), bar, slant, wide, lean)
    assert score(face(cover, ink, blur, shade=shade)) >= LEAST


@pytest.mark.parametrize("turn", range(0, 360, 40))
@pytest.mark.parametrize("tick", [0.15, 0.25])
def test_serifs_do_not_matter(turn: int, tick: float) -> None:
    assert score(face(serif(32, tick, turn))) >= LEAST


@pytest.mark.parametrize("turn", range(0, 360, 40))
def test_an_outlined_z_is_read(turn: int) -> None:
    assert score(face(drawn_z(34, turn, bar=0.26, slant=0.4, hollow=True))) >= LEAST


@pytest.mark.parametrize("turn", range(0, 360, 30))
def test_a_small_z_is_read_if_its_strokes_are_not_thin(turn: int) -> None:
    assert score(face(drawn_z(12, turn, bar=0.2, slant=0.3), blur=(0.6, 0.6))) >= LEAST


def test_the_bundled_type_and_a_large_letter_are_read() -> None:
    assert score(face(typed("Z"))) >= LEAST
    assert score(face(typed("Z", 24, 0.8))) >= LEAST
    assert score(face(drawn_z(58, wide=0.75))) >= LEAST


def test_corners_are_the_letters_own() -> None:
    for turn in (0.0, 30.0, 90.0, 200.0):
        found = read_z(face(drawn_z(36, turn)), InkConfig())
        assert found is not None
        box = np.array([[-0.4, -0.5], [0.4, -0.5], [0.4, 0.5], [-0.4, 0.5]])
        true = placed(box, 36, turn, (0, 0)) / FINE
        # A Z is the same upside down.
        off = min(float(np.abs(found[1] - np.roll(true, k, 0)).max()) for k in (0, 2))
        assert off < 3.0


@pytest.mark.parametrize("ringed", [False, True])
def test_border_indices_and_markers_do_not_hide_it(ringed: bool) -> None:
    cover = drawn_z(36)
    rng = np.random.default_rng(3)
    for x, y in ((4, 4), (WIDTH - 16, HEIGHT - 16)):
        code = np.kron(rng.integers(0, 2, (8, 8)), np.ones((FINE * 3 // 2, FINE * 3 // 2)))
        code[: FINE * 3 // 2] = code[-FINE * 3 // 2 :] = code[:, : FINE * 3 // 2] = code[
            :, -FINE * 3 // 2 :
        ] = 1
        cover[y * FINE : (y + 12) * FINE, x * FINE : (x + 12) * FINE] = code
    if ringed:
        edge = round(2.5 * FINE)
        cv2.rectangle(cover, (edge, edge), (WIDTH * FINE - edge, HEIGHT * FINE - edge), 1.0, FINE)
    assert score(face(cover)) >= LEAST


@pytest.mark.parametrize("turn", [0, 25, 90, 180, 215])
@pytest.mark.parametrize("hollow", [False, True])
def test_a_mirrored_z_is_none(turn: int, hollow: bool) -> None:
    assert score(face(drawn_z(34, turn, bar=0.24, slant=0.36, mirrored=True, hollow=hollow))) < LEAST


@pytest.mark.parametrize("stroke", [0.0, 0.8])
@pytest.mark.parametrize("sign", "ABCDEFGHIJKLMNOPQRSTUVWXY0123456789?&")
def test_no_other_sign_is_a_z(sign: str, stroke: float) -> None:
    assert score(face(typed(sign, stroke_mm=stroke))) < LEAST


@pytest.mark.parametrize("profile", ["iamond", "abolo"])
@pytest.mark.parametrize("lined", [False, True])
@pytest.mark.parametrize("ink", [BLACK, (0.02, 0.15, 0.06)])
def test_no_polyform_is_a_z(profile: str, lined: bool, ink: tuple[float, float, float]) -> None:
    lattice = lattice_named(profile)
    for size in range(1, 6):
        for number, shape in enumerate(free_shapes(lattice, size)):
            loop = np.array(shape.outline()[0], float)
            loop = (loop - (loop.min(0) + loop.max(0)) / 2) / np.ptp(loop, axis=0).max()
            for mirror in (1, -1):
                corners = placed(loop * [mirror, 1], 42, 37 * number, (0, 0))
                cover = blank()
                cv2.fillPoly(cover, [corners], 140 if lined else 255)
                if lined:
                    cv2.polylines(cover, [corners], True, 255, FINE)
                assert score(face(share(cover), ink)) < LEAST


def test_blank_paper_text_patterns_and_pips_are_none() -> None:
    nothing = blank().astype(np.float32)
    assert read_z(face(nothing), InkConfig()) is None
    rows = blank()
    for y in range(10, 80, 5):
        cv2.putText(rows, "the quick zebra", (6 * FINE, y * FINE), cv2.FONT_HERSHEY_SIMPLEX, 1.0, 255, 2)
    checks = np.kron(np.indices((22, 16)).sum(0) % 2, np.ones((4 * FINE, 4 * FINE)))[
        : HEIGHT * FINE, : WIDTH * FINE
    ]
    pips = blank()
    for x in (18, 45):
        for y in (18, 44, 70):
            cv2.circle(pips, (x * FINE, y * FINE), 5 * FINE, 255, -1)
    diamond = blank()
    cv2.fillPoly(diamond, [np.array([[31, 24], [51, 44], [31, 64], [11, 44]], np.int32) * FINE], 255)
    for cover in (rows / 255, checks, pips / 255, diamond / 255):
        assert score(face(np.asarray(cover, np.float32))) < LEAST


def test_a_hand_over_the_letter_is_no_other_letter() -> None:
    cover = drawn_z(36)
    cv2.line(cover, (0, HEIGHT * FINE), (WIDTH * FINE * 2 // 3, HEIGHT * FINE // 3), 0.7, 14 * FINE)
    assert score(face(cover)) < LEAST


def test_it_is_quick() -> None:
    ratios = [face(drawn_z(30, turn)) for turn in (0, 50)] + [
        face(typed("R")),
        face(blank().astype(np.float32)),
    ]
    for ratio in ratios:
        read_z(ratio, InkConfig())
    took = []
    for _ in range(5):
        start = time.thread_time()
        for ratio in ratios:
            read_z(ratio, InkConfig())
        took.append((time.thread_time() - start) / len(ratios))
    assert min(took) < 0.02
