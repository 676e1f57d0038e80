"""Which markers to print: detection and false alarms of the candidate families at equal printed size.

    python benchmarks/markers.py [--frames 8] [--marker-free FOLDER] [--seed 7]

Every candidate is drawn at the same number of pixels across the whole marker, since on a card it is the
printed size that is given and the number of modules that is free. Each frame holds 48 markers, each on a
card of its own with its own rotation, tilt and blur; noise and JPEG are added to the frame. Detection is
`cv2.aruco` with its default parameters. Tables are Markdown.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb, cos, radians, sin
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]

FAMILIES = {
    "4X4_1000": cv2.aruco.DICT_4X4_1000,
    "5X5_1000": cv2.aruco.DICT_5X5_1000,
    "6X6_250": cv2.aruco.DICT_6X6_250,
    "6X6_1000": cv2.aruco.DICT_6X6_1000,
    "APRILTAG_36h10": cv2.aruco.DICT_APRILTAG_36h10,
    "APRILTAG_36h11": cv2.aruco.DICT_APRILTAG_36h11,
    "ARUCO_MIP_36h12": cv2.aruco.DICT_ARUCO_MIP_36h12,
}
ACROSS_PX = (16, 20, 24, 28, 32, 38, 48)  # 2 to 6 pixels a module for a 6 x 6 marker with its border
TILE_PX, COLUMNS, ROWS, SUPERSAMPLE = 128, 8, 6, 4
MODULE_PX = 24  # of the flat drawing that is warped into the frame
QUIET_MODULES = 2.0
CAMERA_MM, MARKER_MM = 600.0, 12.0


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of the markers shown: read right, read as another, and invented beside them."""

    shown: int = 0
    right: int = 0
    wrong: int = 0
    error_px: float = 0.0  # summed over the right ones: mean corner distance

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.shown + other.shown,
            self.right + other.right,
            self.wrong + other.wrong,
            self.error_px + other.error_px,
        )


def drawing(family: cv2.aruco.Dictionary, number: int, quiet: float) -> Grey:
    """A flat marker with `quiet` modules of white around it, MODULE_PX a module."""
    side = (family.markerSize + 2) * MODULE_PX
    marker = cv2.aruco.generateImageMarker(family, number, side)
    rim = round(quiet * MODULE_PX)
    return np.pad(marker, rim, constant_values=255).astype(np.uint8)


def pose(rng: np.random.Generator, tilt: float, across_px: float) -> NDArray[np.float64]:
    """The homography (3, 3) from marker millimetres, origin at its centre, to supersampled tile pixels."""
    turn, axis = rng.uniform(0, 360), rng.uniform(0, 360)

    def about_z(degrees: float) -> NDArray[np.float64]:
        c, s = cos(radians(degrees)), sin(radians(degrees))
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])

    c, s = cos(radians(tilt)), sin(radians(tilt))
    lean = about_z(-axis) @ np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ about_z(axis) @ about_z(turn)
    plane = np.column_stack([lean[:, 0], lean[:, 1], [0.0, 0.0, CAMERA_MM]])
    focal = across_px / MARKER_MM * CAMERA_MM * SUPERSAMPLE
    middle = (TILE_PX / 2 + rng.uniform(-0.5, 0.5, 2)) * SUPERSAMPLE
    lens = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    return np.asarray(lens @ plane, dtype=np.float64)


def tile(
    rng: np.random.Generator, art: Grey, modules: int, across_px: float
) -> tuple[Grey, NDArray[np.float64]]:
    """One marker in its pose on a plain table, and its true corners (4, 2) in tile pixels."""
    to_tile = pose(rng, rng.uniform(0, 45), across_px)
    module = MARKER_MM / modules
    half = MARKER_MM / 2
    step = module / MODULE_PX
    start = -art.shape[0] * step / 2 + step / 2
    from_art = to_tile @ np.array([[step, 0, start], [0, step, start], [0, 0, 1]])
    size = (TILE_PX * SUPERSAMPLE, TILE_PX * SUPERSAMPLE)
    shade = rng.uniform(0.75, 1.0)
    ink = (35 + art.astype(np.float32) * (190 / 255)) * shade
    table = float(rng.uniform(40, 210))
    big = cv2.warpPerspective(
        ink, from_art, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(table,)
    )
    flat = cv2.resize(big, (TILE_PX, TILE_PX), interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(flat, (0, 0), rng.uniform(0.4, 1.2))
    corners = np.array([[-half, -half, 1], [half, -half, 1], [half, half, 1], [-half, half, 1]]) @ to_tile.T
    true = (corners[:, :2] / corners[:, 2:] + 0.5) / SUPERSAMPLE - 0.5
    return np.asarray(blurred, dtype=np.uint8), true


def expose(rng: np.random.Generator, frame: Grey) -> Grey:
    """Sensor noise and JPEG on a whole frame."""
    noisy = np.clip(frame + rng.normal(0, rng.uniform(2, 8), frame.shape), 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(75, 96))])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), dtype=np.uint8)


def shown(rng: np.random.Generator, family: cv2.aruco.Dictionary, across_px: float, quiet: float) -> Tally:
    """Detect one frame of 48 markers of a family."""
    numbers = rng.choice(
        len(family.bytesList), COLUMNS * ROWS, replace=len(family.bytesList) < COLUMNS * ROWS
    )
    frame = np.empty((ROWS * TILE_PX, COLUMNS * TILE_PX), np.uint8)
    truth: list[NDArray[np.float64]] = []
    for place, number in enumerate(numbers):
        y, x = divmod(place, COLUMNS)
        art = drawing(family, int(number), quiet)
        pixels, corners = tile(rng, art, family.markerSize + 2, across_px)
        frame[y * TILE_PX : (y + 1) * TILE_PX, x * TILE_PX : (x + 1) * TILE_PX] = pixels
        truth.append(corners + np.array([x * TILE_PX, y * TILE_PX]))
    found, ids, _ = cv2.aruco.ArucoDetector(family).detectMarkers(expose(rng, frame))
    right, wrong, error = set(), 0, 0.0
    for outline, number in zip(found, [] if ids is None else ids.ravel(), strict=True):
        column, line = outline[0].mean(axis=0) // TILE_PX
        place = int(line) * COLUMNS + int(column)
        miss = float(np.linalg.norm(outline[0] - truth[place], axis=1).mean())
        # The right number turned by a quarter would put the card's top at its side: that is wrong too.
        if number == numbers[place] and miss < across_px / 4:
            if place not in right:
                error += miss
            right.add(place)
        else:
            wrong += 1
    return Tally(len(numbers), len(right), wrong, error)


def framed_noise(rng: np.random.Generator, modules: int) -> Grey:
    """A frame of 48 black-bordered squares with random modules: the worst that a marker-free table offers."""
    frame = np.full((ROWS * TILE_PX, COLUMNS * TILE_PX), 200, np.uint8)
    for place in range(COLUMNS * ROWS):
        bits = np.zeros((modules, modules), np.uint8)
        bits[1:-1, 1:-1] = rng.integers(0, 2, (modules - 2, modules - 2)) * 200
        y, x = (n * TILE_PX + 32 for n in divmod(place, COLUMNS))
        frame[y : y + 64, x : x + 64] = cv2.resize(bits, (64, 64), interpolation=cv2.INTER_NEAREST)
    return expose(rng, frame)


def chance(family: cv2.aruco.Dictionary) -> float:
    """How likely a random bit pattern in a black border is read as a marker, by counting codes."""
    bits = family.markerSize**2
    corrected = int(family.maxCorrectionBits * cv2.aruco.DetectorParameters().errorCorrectionRate)
    ball = sum(comb(bits, k) for k in range(corrected + 1))
    return float(min(1.0, 4 * len(family.bytesList) * ball / 2**bits))


def pictures(folder: Path | None) -> Iterator[Grey]:
    """The photographs in a folder, as grey images no wider than 1920 pixels."""
    for path in sorted(folder.rglob("*")) if folder else ():
        picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) if path.is_file() else None
        if picture is not None:
            scale = min(1.0, 1920 / max(picture.shape))
            yield np.asarray(cv2.resize(picture, None, fx=scale, fy=scale), dtype=np.uint8)


def invented(family: cv2.aruco.Dictionary, frames: list[Grey]) -> int:
    """Markers read where there are none."""
    reader = cv2.aruco.ArucoDetector(family)
    return sum(len(reader.detectMarkers(frame)[0]) for frame in frames)


def row(name: str, cells: list[str]) -> None:
    """Print one line of a Markdown table."""
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def table(title: str, names: list[str], heads: list[str], cell: Callable[[str, int], str]) -> None:
    """Print a Markdown table, a line as soon as it is measured."""
    print(f"\n{title}\n")
    row("", heads)
    row("---", ["---"] * len(heads))
    for name in names:
        row(name, [cell(name, column) for column in range(len(heads))])


def main() -> None:
    """Measure and print the tables."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--frames", type=int, default=8, help="frames of 48 markers a cell")
    options.add_argument("--marker-free", type=Path, help="a folder of photographs without markers")
    options.add_argument("--seed", type=int, default=7)
    given = options.parse_args()
    families = {name: cv2.aruco.getPredefinedDictionary(number) for name, number in FAMILIES.items()}
    wrong = dict.fromkeys(families, Tally())

    def measured(name: str, across: float, quiet: float) -> Tally:
        rng = np.random.default_rng([given.seed, round(across), round(quiet * 4)])
        got = sum((shown(rng, families[name], across, quiet) for _ in range(given.frames)), Tally())
        wrong[name] += got
        return got

    def rate(name: str, column: int) -> str:
        got = measured(name, ACROSS_PX[column], QUIET_MODULES)
        return f"{100 * got.right / got.shown:.1f}"

    heads = [f"{px} px" for px in ACROSS_PX]
    table(f"% right of {given.frames * 48}, by pixels across the marker", list(families), heads, rate)

    quiets = (0.25, 0.5, 1.0, 1.5, 2.0)

    def quiet(name: str, column: int) -> str:
        got = measured(name, 32, quiets[column])
        return f"{100 * got.right / got.shown:.1f}"

    names = ["APRILTAG_36h10", "6X6_250"]
    table("% right at 32 px, by modules of white around it", names, [f"{q:g}" for q in quiets], quiet)

    noise = {
        size: [framed_noise(np.random.default_rng([given.seed, size, n]), size) for n in range(40)]
        for size in (6, 7, 8)
    }
    photographs = list(pictures(given.marker_free))

    def alarms(name: str, column: int) -> str:
        family = families[name]
        framed = noise[family.markerSize + 2]
        return (
            f"{len(family.bytesList)}",
            f"{wrong[name].wrong} of {wrong[name].shown}",
            f"{chance(family):.1e}",
            f"{invented(family, framed)} of {len(framed) * 48}" if column == 3 else "",
            f"{invented(family, photographs)} in {len(photographs)}" if column == 4 else "",
        )[column]

    heads = [
        "codes",
        "wrong or turned",
        "chance a framed random pattern",
        "read in framed noise",
        "read in photographs",
    ]
    table("What is read that is not there", list(families), heads, alarms)


if __name__ == "__main__":
    main()
