"""How many of Zig Zaggle's printed tiles a camera reads by their markers alone, all of them lying on the board.

    python -m benchmarks.tiles [--frames 12] [--seed 7]

Each frame shows the printed board with all tiles on cells drawn at random, each askew by up to 4 degrees, under a
camera leaning by up to 15 degrees, with blur of 0.4 to 1.2 px, noise of 2 to 8 levels and JPEG 75 to 95; detection is
`cv2.aruco` with its default parameters. Only tiles that lie wholly within the frame count. The table is Markdown.
"""

from __future__ import annotations

import argparse
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.markers import expose
from companion.printing import raster
from companion.printing.pen import Document
from companion.printing.zigzaggle import panels, tile_mm, tiles
from companion.printing.zigzaggle_board import draw_panel
from companion.printing.zigzaggle_tiles import draw_tile
from companion.rules.seeds import seed

Grey = NDArray[np.uint8]
Points = NDArray[np.float64]
ART_PX_PER_MM = 10
VIEWS = {
    "1080p, the whole board": (1920, 1080, 0.0),
    "1080p over 600 mm": (1920, 1080, 600.0),
    "photo of 12 megapixels, the whole board": (4000, 3000, 0.0),
}
"""Width and height in pixels, and the millimetres across; 0 for as near as the whole board allows."""
TABLE_MM = 6.0
"""What is drawn of the table around the board."""
SPARE = 1.03
"""How much more than that a picture of all of it shows."""


def grey(pdf: bytes) -> list[Grey]:
    """A PDF's pages on a table of middle grey."""
    found = []
    for page in raster.pages(pdf, ART_PX_PER_MM):
        alpha = page[..., 3:].astype(np.float32) / 255
        flat = page[..., :3] * alpha + 120 * (1 - alpha)
        found.append(np.asarray(cv2.cvtColor(flat.astype(np.uint8), cv2.COLOR_RGB2GRAY), dtype=np.uint8))
    return found


def flat_board() -> tuple[Grey, list[Points]]:
    """The board on its table in drawing pixels, and each cell's middle in millimetres."""
    board = panels(plain=False)
    width = max(panel.at_mm[0] + panel.size_mm[0] for panel in board) + 2 * TABLE_MM
    height = max(panel.at_mm[1] + panel.size_mm[1] for panel in board) + 2 * TABLE_MM
    art = np.full((round(height * ART_PX_PER_MM), round(width * ART_PX_PER_MM)), 120, np.uint8)
    middles = []
    first = 0
    for panel in board:
        document = Document(panel.size_mm, panel.name)
        draw_panel(document.pen(), panel, first)
        first += len(panel.corners)
        document.end_page()
        (drawn,) = grey(document.finish())
        x, y = (round((length + TABLE_MM) * ART_PX_PER_MM) for length in panel.at_mm)
        art[y : y + drawn.shape[0], x : x + drawn.shape[1]] = drawn
        half = panel.cell_mm / 2 + TABLE_MM
        middles += [np.array(panel.at_mm) + at + half for at in map(np.array, panel.cells().values())]
    return art, middles


def laid(
    rng: np.random.Generator, board: Grey, middles: list[Points], faces: list[Grey]
) -> tuple[Grey, Points]:
    """The board with all tiles on it, and the middles of the tiles in millimetres, in their order."""
    art = board.copy()
    chosen = np.array([middles[k] for k in rng.choice(len(middles), len(faces), replace=False)])
    half = tile_mm() / 2 * ART_PX_PER_MM
    for middle, face in zip(chosen, faces, strict=True):
        turn = radians(rng.uniform(-4, 4))
        c, s = cos(turn), sin(turn)
        x, y = middle * ART_PX_PER_MM
        to_art = np.array([[c, -s, x - c * half + s * half], [s, c, y - s * half - c * half]])
        reach = round(half * 1.2)
        window = (slice(int(y) - reach, int(y) + reach), slice(int(x) - reach, int(x) + reach))
        to_window = to_art - np.array([[0, 0, int(x) - reach], [0, 0, int(y) - reach]])
        size = (2 * reach, 2 * reach)
        mask = cv2.warpAffine(np.full_like(face, 255), to_window, size)
        drawn = cv2.warpAffine(face, to_window, size)
        art[window] = np.where(mask > 127, drawn, art[window])
    return art, chosen


def seen(
    rng: np.random.Generator, art: Grey, size: tuple[int, int], across_mm: float
) -> tuple[Grey, Points, float]:
    """A frame of the board's drawing, the homography from millimetres to it, and the pixels a millimetre."""
    height_mm, width_mm = art.shape[0] / ART_PX_PER_MM, art.shape[1] / ART_PX_PER_MM
    # The board's longer side lies along the picture's.
    scale = size[0] / across_mm if across_mm else min(size[0] / height_mm, size[1] / width_mm) / SPARE
    turn, lean, axis = (
        radians(90 + rng.uniform(-3, 3)),
        radians(rng.uniform(0, 15)),
        rng.uniform(0, 2 * np.pi),
    )

    def about_z(angle: float) -> Points:
        return np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])

    tip = np.array([[1, 0, 0], [0, cos(lean), -sin(lean)], [0, sin(lean), cos(lean)]])
    pose = about_z(-axis) @ tip @ about_z(axis) @ about_z(turn)
    far = 900.0
    plane = np.column_stack([pose[:, 0], pose[:, 1], [0.0, 0.0, far]])
    shift = rng.uniform(-40, 40, 2) if across_mm else np.zeros(2)
    centred = np.array([[1, 0, -width_mm / 2 - shift[0]], [0, 1, -height_mm / 2 - shift[1]], [0, 0, 1]])
    lens = np.array([[scale * far, 0, size[0] / 2], [0, scale * far, size[1] / 2], [0, 0, 1]])
    to_frame = lens @ plane @ centred
    step = 1 / ART_PX_PER_MM
    from_art = to_frame @ np.array([[step, 0, step / 2], [0, step, step / 2], [0, 0, 1]])
    # Shrinking with enough blur first, so that thin lines do not alias.
    smooth = cv2.GaussianBlur(art, (0, 0), 0.4 * ART_PX_PER_MM / scale)
    frame = cv2.warpPerspective(smooth, from_art, size, borderMode=cv2.BORDER_CONSTANT, borderValue=(120.0,))
    shade = 35 + frame.astype(np.float32) * (190 / 255) * rng.uniform(0.75, 1.0)
    blurred = cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.4, 1.2))
    return expose(rng, np.asarray(blurred, dtype=np.uint8)), to_frame, scale


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--frames", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    document = Document((tile_mm(), tile_mm()), "tiles")
    for tile in tiles():
        draw_tile(document.pen(), tile, plain=False)
        document.end_page()
    faces, (board, middles) = grey(document.finish()), flat_board()
    markers = seed("zigzaggle")["markers"]
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{markers['family']}"))
    detector = cv2.aruco.ArucoDetector(family)
    print(
        "| seen | px a marker | tiles | % read right | wrong | board's markers |\n| --- | --- | --- | --- | --- | --- |"
    )
    for name, (width, height, across) in VIEWS.items():
        rng = np.random.default_rng(asked.seed)
        shown = right = wrong = corners = 0
        scale = 0.0
        for _ in range(asked.frames):
            art, at = laid(rng, board, middles, faces)
            frame, to_frame, scale = seen(rng, art, (width, height), across)
            points = cv2.perspectiveTransform(at[:, None], to_frame)[:, 0]
            rim = tile_mm() * scale * 0.75
            inside = np.all((points > rim) & (points < np.array([width, height]) - rim), axis=1)
            whose: dict[int, int] = {tile.marker: place for place, tile in enumerate(tiles())}
            found, ids, _ = detector.detectMarkers(frame)
            shown += int(inside.sum())
            for outline, number in zip(found, [] if ids is None else ids.ravel().tolist(), strict=True):
                corners += number in markers["ids"]
                place = whose.get(int(number))
                near = place is not None and bool(
                    np.linalg.norm(outline[0].mean(axis=0) - points[place]) < rim
                )
                right += place is not None and near and bool(inside[place])
                wrong += not near and number not in markers["ids"]
        part, all_corners = f"{100 * right / shown:.1f}", 4 * asked.frames
        px = scale * markers["size_mm"]
        print(f"| {name} | {px:.0f} | {shown} | {part} | {wrong} | {corners} of {all_corners} |")


if __name__ == "__main__":
    main()
