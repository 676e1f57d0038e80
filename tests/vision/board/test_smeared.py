"""An edge that a greasy lens draws out across a piece is no seam."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.board.photos import PHOTOS, truth_of
from tests.vision.board.seamed_boards import board, shaded
from tests.vision.board.seen_boards import bits, spot
from vision.board.board_config import BoardConfig
from vision.board.cells import CELLS, edge_ends, edges
from vision.board.first_look.doubts import Look, Unread
from vision.board.flat import Flat
from vision.board.laying.reading import Laid, Reading
from vision.board.second_look.smeared import SMEAR, SmearedConfig, StepConfig, with_smeared
from vision.board.see import see_board
from vision.photo import Pixels, load_photo

HALF, OTHER = ("green", spot("a3N", "a3E")), ("green", spot("a3S", "a3W"))
APART = ("green", spot("c2S"))
PIECES: dict[Laid, float] = {APART: 1.0, HALF: 0.99, OTHER: 0.99}
NEVER = StepConfig((1.0, 0.0), 0.0, 0.0, 1.0, 1.0)


BOTH = ({"a3N", "a3W"}, {"a3E", "a3S"})
"""The cells on either side of what parts the two."""


@pytest.mark.parametrize(
    ("darker", "light", "edge", "seams", "told"),
    [
        (OTHER, 0.92, 0.3, {}, False),  # the edge runs on: darker on the side on which it is
        (HALF, 0.92, 0.3, {}, True),  # darker on the other side
        (OTHER, 0.92, 1.0, {}, True),  # there is no edge
        (OTHER, 0.87, 0.84, {}, True),  # it is hardly stronger itself
        (OTHER, 0.92, 0.3, {0: 25.0, 1: 25.0}, True),  # a seam shows
        (OTHER, 0.92, 0.3, {0: 25.0}, True),  # it shows in part
        (OTHER, 0.92, 0.3, {0: -25.0, 1: -25.0}, True),  # a light board shows in it
        (OTHER, 0.98, 0.3, {}, True),  # two pieces may differ by as much
        (OTHER, 0.8, 0.3, {}, True),  # no lens draws out so much: it is a shadow's, if any
    ],
)
def test_what_an_edge_that_runs_on_parts_may_be_one(
    darker: Laid, light: float, edge: float, seams: dict[int, float], *, told: bool
) -> None:
    """Beyond its end the board has so much of its light on one side of the same line."""
    lines = [(BOTH[side], seam) for side, seam in seams.items()]
    flat = shaded(shaded(board(PIECES, lines), darker[1].cells, light), spot("b2W").cells, edge)
    look = Look(PIECES, (Unread(bits("d4N"), "unclear"),))
    readings = (Reading(tuple(PIECES), 0.9), Reading((APART,), 0.1))
    found, left = with_smeared(look, readings, flat, SmearedConfig())
    if told:
        assert (found, left) == (look, readings)
        return
    assert found.pieces.keys() == {APART}
    assert found.unread == (*look.unread, Unread(HALF[1].mask | OTHER[1].mask, SMEAR))
    assert [reading.laid for reading in left] == [(APART,)]


@pytest.mark.parametrize(("darker", "told"), [(30.0, True), (20.0, False)])
def test_a_seam_may_lie_beside_its_place(darker: float, *, told: bool) -> None:
    """The tops of thick pieces do: what is as dark as no noise is parts them there."""
    flat = shaded(shaded(board(PIECES, []), OTHER[1].cells, 0.92), spot("b2W").cells, 0.3)
    k = next(k for k, edge in enumerate(edges()) if {CELLS[edge.left], CELLS[edge.right]} == BOTH[0])
    ends = edge_ends()[k]
    aside = 0.05 * np.array([[0, -1], [1, 0]]) @ (ends[1] - ends[0]) / np.hypot(*(ends[1] - ends[0]))
    line = np.zeros(flat.pixels.shape[:2], np.float32)
    start, end = np.round(flat.at(ends + aside)).astype(int).tolist()
    cv2.line(line, start, end, 1.0, 1)
    seamed = Flat(flat.pixels - np.float32(darker) * line[..., None], flat.px, flat.border)
    look = Look(PIECES, ())
    found, _ = with_smeared(look, (), seamed, SmearedConfig())
    assert (found == look) == told


@pytest.mark.parametrize(("light", "told"), [(0.92, False), (1.0, True)])
def test_a_piece_may_go_on_where_cells_are_in_doubt(light: float, *, told: bool) -> None:
    flat = shaded(shaded(board(PIECES, []), OTHER[1].cells, light), spot("b2W").cells, 0.3)
    open_ = {laid: chance for laid, chance in PIECES.items() if laid != OTHER}
    found, _ = with_smeared(Look(open_, (Unread(OTHER[1].mask, "unclear"),)), (), flat, SmearedConfig())
    assert (HALF in found.pieces) == told


def streaked(photo: Pixels, angle_deg: float, share: float = 0.2, reach_px: int = 60) -> Pixels:
    """A photo through a lens that draws a share of the light out to both sides, fading."""
    light = ((photo / 255.0) ** 2.2).astype(np.float32)
    streak = np.zeros((2 * reach_px + 1, 2 * reach_px + 1), np.float32)
    way = np.array([np.cos(np.radians(angle_deg)), -np.sin(np.radians(angle_deg))])
    for far in np.linspace(-reach_px, reach_px, 4 * reach_px):
        at = reach_px + far * way
        low = np.floor(at).astype(int)
        for corner in low + np.array([[0, 0], [1, 0], [0, 1], [1, 1]]):
            if (corner >= 0).all() and (corner <= 2 * reach_px).all():
                weight = np.prod(1 - np.abs(at - corner))
                streak[corner[1], corner[0]] += weight * np.exp(-3 * abs(far) / reach_px)
    drawn = cv2.filter2D(light, -1, streak / streak.sum())
    mixed = np.clip((1 - share) * light + share * drawn, 0, 1)
    return np.asarray(255 * mixed ** (1 / 2.2) + 0.5, np.uint8)


CLEAR, LIKELY = SmearedConfig(likely=NEVER), SmearedConfig(clear=NEVER)


@pytest.mark.parametrize(
    ("name", "angle_deg", "enough", "not_enough"),
    [
        ("board-14", 60.0, CLEAR, SmearedConfig(clear=NEVER, likely=NEVER)),
        ("board-12", 123.0, LIKELY, CLEAR),
        # Where so much has to run on, nothing does.
        ("board-12", 123.0, LIKELY, replace(LIKELY, leaks=0.2)),
    ],
)
def test_of_a_board_through_a_greasy_lens_no_piece_is_told_in_parts(
    name: str, angle_deg: float, enough: SmearedConfig, not_enough: SmearedConfig
) -> None:
    """Streaks along a board's own lines."""
    photo = streaked(load_photo(PHOTOS / f"{name}.jpg"), angle_deg)
    true = {frozenset(piece["cells"]) for piece in truth_of(name)["pieces"]}
    for config, right in ((enough, True), (not_enough, False)):
        seen = see_board(photo, config=BoardConfig(smeared=config))
        assert ({frozenset(piece.cells) for piece in seen.pieces} <= true) == right
        assert (SMEAR in {place.why for place in seen.unread}) == right
