"""Faces drawn by code, and photos composed of them: what a camera might see of a deck that nobody prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.vision.painting import lay
from vision.paper import over_paper
from vision.photo import Pixels
from vision.plane import Floats, homography
from vision.taught.describe import HEADROOM, STEP_PX
from vision.taught.pictured import Picture, PictureConfig, picture_of

WIDTH, HEIGHT = 252, 352
COLOURS = {"red": (205, 30, 40), "green": (20, 140, 70), "violet": (90, 40, 150), "blue": (30, 80, 190)}


def pictured(face: Pixels) -> Picture:
    """The picture of a face laid flat, (HEIGHT_PX, WIDTH_PX, 3)."""
    return picture_of(over_paper(face, STEP_PX, HEADROOM)[0], PictureConfig())


def drawn(text: str, colour: str, figure: str, count: int, filling: str = "solid") -> Pixels:
    """A playing card: an index at two corners, figures in a column; BGR."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), (250, 248, 244))
    pen, ink = ImageDraw.Draw(picture), COLOURS[colour]
    font = ImageFont.load_default(44)
    pen.text((14, 8), text, fill=ink, font=font)
    for k in range(count):
        y = HEIGHT / 2 + (k - (count - 1) / 2) * 84
        box = (70, y - 34, 182, y + 34)
        fill = {"solid": ink, "pale": tuple((c + 2 * 250) // 3 for c in ink), "empty": None}[filling]
        if figure == "oval":
            pen.ellipse(box, fill=fill, outline=ink, width=7)
        elif figure == "box":
            pen.rectangle(box, fill=fill, outline=ink, width=7)
        else:
            x = (box[0] + box[2]) / 2
            pen.polygon([(x, box[1]), (box[2], y), (x, box[3]), (box[0], y)], fill=fill, outline=ink, width=7)
    face = np.asarray(picture)[..., ::-1].copy()
    corner = face[: HEIGHT // 5, : WIDTH // 4][::-1, ::-1]
    face[-corner.shape[0] :, -corner.shape[1] :] = corner
    return face


def picture_card(seed: int) -> Pixels:
    """A card with a picture of its own all over, as a collector's deck has; BGR."""
    rng = np.random.default_rng([4, seed])
    picture = Image.new("RGB", (WIDTH, HEIGHT), (244, 240, 228))
    inner = Image.new("RGB", (WIDTH - 36, HEIGHT - 130), tuple(int(v) for v in rng.integers(70, 220, 3)))
    pen = ImageDraw.Draw(inner)
    for _ in range(10):
        x, y, s = (
            int(v) for v in (rng.integers(0, WIDTH), rng.integers(0, HEIGHT - 130), rng.integers(20, 80))
        )
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        (pen.ellipse if rng.random() < 0.5 else pen.rectangle)(
            (x - s, y - s // 2, x + s, y + s // 2), fill=colour
        )
    picture.paste(inner, (18, 46))
    ImageDraw.Draw(picture).text((20, 6), f"No {seed}", fill=(0, 0, 0), font=ImageFont.load_default(30))
    return np.asarray(picture)[..., ::-1].copy()


def deck() -> dict[str, Pixels]:
    """Two dozen cards, many of which differ in one thing alone."""
    faces = {}
    for colour in ("red", "green", "violet"):
        for filling in ("solid", "pale", "empty"):
            faces[f"{colour} {filling}"] = drawn("7", colour, "oval", 2, filling)
    for figure in ("oval", "box", "diamond"):
        for count in (1, 3):
            faces[f"blue {figure} {count}"] = drawn(str(count), "blue", figure, count)
    return faces | {f"picture {k}": picture_card(k) for k in range(9)}


def compose(
    faces: Sequence[Pixels],
    rng: np.random.Generator,
    *,
    columns: int = 4,
    tilt: float = 0.0,
    turned: bool = False,
    tint: Sequence[float] = (1.0, 1.0, 1.0),
    blur: float = 0.6,
) -> tuple[Pixels, list[Floats]]:
    """A photo of faces in rows, and each one's corners (4, 2) px, top-left as printed first.

    `tilt`: by what share the far side of the table is narrower; `turned`: every other card upside down and all askew.
    """
    rows = -(-len(faces) // columns)
    size = columns * 190 + 120, rows * 250 + 100
    table = rng.normal(0, 5, (size[1], size[0], 1)) + np.array([70.0, 95.0, 60.0])
    image = np.asarray(cv2.GaussianBlur(table, (0, 0), 1.5), float)
    w, h = float(size[0]), float(size[1])
    narrow = tilt * w / 2
    camera = homography(
        np.array([[0, 0], [w, 0], [w, h], [0, h]]),
        np.array([[narrow, 0.3 * tilt * h], [w - narrow, 0.3 * tilt * h], [w, h], [0, h]]),
    )
    flat = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], float) - 0.5
    found = []
    for k, face in enumerate(faces):
        middle = np.array([60 + 190 * (k % columns) + 95, 50 + 250 * (k // columns) + 125.0])
        angle = (np.pi * (k % 2) + rng.normal(0, 0.09)) if turned else rng.normal(0, 0.01)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        place = (flat + 0.5 - [WIDTH / 2, HEIGHT / 2]) @ turn.T * 0.58 + middle
        corners = np.asarray(cv2.perspectiveTransform(place[None], camera)[0], float)
        to_px = homography(flat, corners)
        smooth = cv2.GaussianBlur(face, (0, 0), 0.7)
        lay(image, np.asarray(smooth, np.uint8), to_px, cv2.BORDER_REPLICATE)
        found.append(corners)
    image = cv2.GaussianBlur(image * np.asarray(tint), (0, 0), blur) + rng.normal(0, 2.0, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8), found


def shelf(faces: Mapping[str, Pixels], names: Sequence[str]) -> list[Pixels]:
    """The faces of these names, in their order."""
    return [faces[name] for name in names]
