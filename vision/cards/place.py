"""Where a card lies whose shape was read but whose outline was not: the best turn of its rectangle on what shows of it.

What shows of a card's edge is a step of the picture along it, and that there is the card's paper on its one side and
none on the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outlines import WorkPicture
from vision.photo import Pixels
from vision.plane import Floats, apply
from vision.srgb import LOGS, log_light

LEAST_OFF_MM = 3.0
"""A print nearer than this to its card's middle is taken to be there."""
COST = 0.015
"""What a millimetre that a print lies beside its card's middle costs of the share of edge seen."""
FAINT = 6.0
"""The step of grey values, beyond those of the paper itself, that counts half: faint edges count nearly as much as
strong ones, since a print's own edges must not win."""
BESIDE_MM = 2.0
"""How far inside and outside its edge a card's paper is looked for."""
TINT, LIGHT = 0.09, 0.3
"""How far off the paper's tint and light, as logarithms, a place shows it for the better half."""
REACH_MM, DOT_MM = 75.0, 1.0
"""How far about a print is looked, a card's half diagonal and what its print may lie beside its middle; how closely."""
OUT = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]])
"""Which way is out of a card beyond each of its sides."""


def print_off_middle(places_mm: Floats, size_mm: tuple[float, float]) -> Floats:
    """By how much (2,) mm a deck prints its shapes beside the card's middle, up to a half turn of the card.

    `places_mm` (n, 2) are where prints were found on whole cards, whose up and down are not known.
    """
    off = places_mm.reshape(-1, 2) - np.array(size_mm) / 2
    if len(off) < 3:
        return np.zeros(2)
    axis = int(np.median(np.abs(off), axis=0).argmax())
    usual: Floats = np.median(off * np.where(off[:, axis] < 0, -1, 1)[:, None], axis=0)
    return usual if float(np.hypot(*usual)) > LEAST_OFF_MM else np.zeros(2)


@dataclass(frozen=True, slots=True)
class LonePrint:
    """A print whose card's edge was not found: its middle (2,) px, the light (3,) of the paper about it, 0..1 and blue
    first, and the map (3, 3) from the table's millimetres to photo pixels near there."""

    middle: Floats
    paper: Floats
    to_px: Floats

    @property
    def about(self) -> Floats:
        """The map (3, 3) from millimetres about the print's middle."""
        x, y = apply(np.linalg.inv(self.to_px), self.middle)
        about: Floats = self.to_px @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])
        return about


class Tries(NamedTuple):
    """Turns (a,) in radians and shifts (s, 2) in millimetres by which a card is laid, what each shift costs (s,), and
    how many places are looked at along each side."""

    turns: Floats
    shifts: Floats
    cost: Floats | float
    places: int = 16


class Laid(NamedTuple):
    """The turn in radians and the shift (2,) mm by which most of a card's edge shows, and how much does, up to 2."""

    shown: float
    turn: float
    shift: Floats


def tries(step_degrees: float, step_mm: float, steps: int, off_mm: Floats | None = None) -> Tries:
    """All turns, with so many steps to each side; a print may lie `off_mm` (2,) beside its card's middle, one way up or
    the other."""
    play = _grid(step_mm, steps)
    cost = COST * np.abs(play).sum(-1)
    turns = np.radians(np.arange(0, 180, step_degrees))
    if off_mm is None or not off_mm.any():
        return Tries(turns, play, cost)
    return Tries(turns, np.concatenate([play - off_mm, play + off_mm]), np.tile(cost, 2))


def place_around(
    work: WorkPicture, lone: LonePrint, size_mm: tuple[float, float], off_mm: Floats, stretch: Floats
) -> Floats:
    """Corners (4, 2) px of a card with a print, laid where most of its edge shows in the work picture.

    `off_mm` is the print's place beside the card's middle, one way up or the other; the table's lengths are in truth
    `stretch` (2, 2) of what was thought.
    """
    by = np.eye(3)
    by[:2, :2] = stretch
    to_px = lone.about @ by
    around = Around.of(work, to_px, lone.paper, size_mm)
    about = around.best(tries(3.0, 2.0, 2, off_mm))
    finer = Tries(about.turn + np.radians(np.arange(-2.0, 2.1)), about.shift + _grid(1.0, 1), 0.0)
    laid = around.best(finer)
    w, h = size_mm
    corners = np.array([[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]])
    placed = apply(to_px, (corners + laid.shift) @ _turns(np.array(laid.turn)).T)
    other = np.roll(placed, -2, axis=0)
    return placed if placed[:2, 1].mean() <= other[:2, 1].mean() else other


@dataclass(frozen=True, slots=True)
class Around:
    """What shows of edges about a print, seen from above, the print in the middle of (n, n) dots of `dot_mm`: how much
    of a step there is, 0..1, and how much more paper lies before a place than beyond it, along x and y, -1..1."""

    steps: NDArray[np.float32]
    paper_x: NDArray[np.float32]
    paper_y: NDArray[np.float32]
    dot_mm: float
    size_mm: tuple[float, float]

    @classmethod
    def of(
        cls,
        work: WorkPicture,
        about: Floats,
        paper: Floats,
        size_mm: tuple[float, float],
        reach_mm: float = REACH_MM,
        dot_mm: float = DOT_MM,
    ) -> Around:
        """What the work picture shows about a print on such paper, its light (3,), and a card of such a size; `about`
        (3, 3) maps millimetres from the print to the photo's pixels."""
        half = round(reach_mm / dot_mm)
        in_mm = np.array([[dot_mm, 0, -half * dot_mm], [0, dot_mm, -half * dot_mm], [0, 0, 1]])
        first = 0.5 / work.step - 0.5
        in_work = np.array([[1 / work.step, 0, first], [0, 1 / work.step, first], [0, 0, 1]])
        view, size = in_work @ about @ in_mm, (2 * half + 1, 2 * half + 1)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        picture = np.asarray(cv2.warpPerspective(work.picture, view, size, flags=flags), np.uint8)
        change = np.asarray(cv2.warpPerspective(work.gradient, view, size, flags=flags), np.float32)
        like = _like_paper(picture, paper)
        grain = change[like > 0.5]
        faint = FAINT + (float(np.median(grain)) if grain.size else 0.0)
        beside = max(round(BESIDE_MM / dot_mm), 1)
        wide = np.pad(np.asarray(cv2.GaussianBlur(like, (0, 0), 1.0 / dot_mm), np.float32), beside)
        along, before, beyond = slice(beside, -beside), slice(None, -2 * beside), slice(2 * beside, None)
        return cls(
            change / (change + faint),
            wide[along, before] - wide[along, beyond],
            wide[before, along] - wide[beyond, along],
            dot_mm,
            size_mm,
        )

    def best(self, asked: Tries, stretch: Floats | None = None) -> Laid:
        """The best way to lay the card, less what shifts cost, if lengths are in truth `stretch` (2, 2) of what was
        thought."""
        turns = _turns(asked.turns)
        in_dots = (turns if stretch is None else stretch @ turns) / self.dot_mm
        rim, out = _rim(self.size_mm, asked.places), np.repeat(OUT, asked.places, axis=0)
        most = len(self.steps) - 1
        x, y = (
            np.rint(
                (in_dots[:, k] @ rim.T).astype(np.float32)[:, None]
                + (in_dots[:, k] @ asked.shifts.T).astype(np.float32)[:, :, None]
                + most / 2
            )
            .astype(np.int32)
            .clip(0, most)
            for k in (0, 1)
        )
        out_x, out_y = ((turns[:, k] @ out.T).astype(np.float32)[:, None] for k in (0, 1))
        at = y * len(self.steps) + x
        steps, paper_x, paper_y = (one.take(at) for one in (self.steps, self.paper_x, self.paper_y))
        shown = (steps + (paper_x * out_x + paper_y * out_y)).mean(-1) - asked.cost
        turn, shift = np.unravel_index(int(shown.argmax()), shown.shape)
        return Laid(float(shown[turn, shift]), float(asked.turns[turn]), asked.shifts[shift])


def _like_paper(picture: Pixels, paper: Floats) -> NDArray[np.float32]:
    """How much the places of a picture (h, w, 3) are like paper of such light (3,), 0..1."""
    off = LOGS[picture] - log_light(paper).astype(np.float32)
    light = off.mean(-1)
    tint = np.abs(off - light[..., None]).max(-1)
    like: NDArray[np.float32] = np.exp2(-((tint / TINT) ** 2) - (light / LIGHT) ** 2)
    return like


@lru_cache(maxsize=16)
def _rim(size_mm: tuple[float, float], places: int) -> Floats:
    """Places (4 n, 2) along the edge of a card about its middle, but for its corners, which are round."""
    w, h = size_mm
    along = np.linspace(-0.46, 0.46, places)
    x, y = np.full(places, w / 2), np.full(places, h / 2)
    return np.concatenate(
        [
            np.stack([along * w, -y], -1),
            np.stack([x, along * h], -1),
            np.stack([along * w, y], -1),
            np.stack([-x, along * h], -1),
        ]
    )


def _turns(angles: Floats) -> Floats:
    """The turns (..., 2, 2) by angles (...) in radians."""
    cos, sin = np.cos(angles), np.sin(angles)
    turns: Floats = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
    return turns


def _grid(step: float, steps: int) -> Floats:
    """Steps to all sides (n, 2)."""
    ticks = np.arange(-steps, steps + 1) * step
    return np.stack(np.meshgrid(ticks, ticks, indexing="ij"), -1).reshape(-1, 2)
