"""Cameras that never were: they project boards by formulas of their own, and photograph flat textures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.find import View
from calibration.fitted_lens import Shot
from calibration.lens import Lens

Floats = NDArray[np.float64]
SIZE = (1280, 720)
Bend = Callable[[Floats], Floats]


def board(across: int = 9, down: int = 6, pitch: float = 25.0) -> Floats:
    rows, columns = np.mgrid[:down, :across]
    return np.stack([columns.ravel(), rows.ravel()], -1) * pitch


@dataclass(frozen=True)
class Camera:
    """`bend` takes the angle from the axis to the distance from the middle, in focal lengths; it rises with it."""

    focal: float
    bend: Bend
    widest: float
    size: tuple[int, int] = SIZE

    @property
    def middle(self) -> Floats:
        return np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])

    def __call__(self, points: Floats) -> Floats:
        """Points (n, 3) in the camera's own frame as pixels; nan where it does not see them."""
        aside = np.hypot(points[:, 0], points[:, 1])
        angle = np.arctan2(aside, points[:, 2])
        angle = np.where(angle < self.widest, angle, np.nan)
        reach = self.bend(angle) / np.maximum(aside, 1e-12)
        return points[:, :2] * reach[:, None] * self.focal + self.middle

    def ray(self, pixel: Floats) -> Floats | None:
        """The direction seen at a pixel."""
        away = (pixel - self.middle) / self.focal
        angles = np.linspace(0, self.widest, 4000)
        radius = float(np.hypot(*away))
        reached = self.bend(angles)
        if radius >= reached[-1]:
            return None
        angle = float(np.interp(radius, reached, angles))
        away = away / max(radius, 1e-12)
        return np.array([away[0] * np.sin(angle), away[1] * np.sin(angle), np.cos(angle)])


def pinhole(
    focal: float, k: tuple[float, float, float] = (0.0, 0.0, 0.0), size: tuple[int, int] = SIZE
) -> Camera:
    """Brown's polynomial, written out anew."""

    def bend(angle: Floats) -> Floats:
        r = np.tan(angle)
        return r * (1 + k[0] * r**2 + k[1] * r**4 + k[2] * r**6)

    return Camera(focal, bend, np.radians(63), size)


def fisheye(diagonal_degrees: float, kind: str = "equidistant", size: tuple[int, int] = SIZE) -> Camera:
    """A lens that sees so many degrees from corner to corner, by one of the four formulas that such lenses follow."""
    bends: dict[str, Bend] = {
        "equidistant": lambda a: a,
        "stereographic": lambda a: 2 * np.tan(a / 2),
        "equisolid": lambda a: 2 * np.sin(a / 2),
        "orthographic": np.sin,
    }
    half = np.radians(diagonal_degrees / 2)
    focal = float(np.hypot(*size) / 2 / bends[kind](np.array(half)))
    return Camera(focal, bends[kind], np.radians(87), size)


def opencv_fisheye(focal: float, k: tuple[float, float, float, float]) -> Callable[[Floats], Floats]:
    """`cv2.fisheye` itself as a projection."""
    matrix = np.array([[focal, 0, (SIZE[0] - 1) / 2], [0, focal, (SIZE[1] - 1) / 2], [0, 0, 1]])

    def project(points: Floats) -> Floats:
        pixels, _ = cv2.fisheye.projectPoints(
            points.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), matrix, np.array(k)
        )
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    return project


def poses(
    camera: Camera, count: int, rng: np.random.Generator, *, steep: float = 40.0, points: Floats | None = None
) -> list[Floats]:
    """Boards (n, 3) before the camera that lie in its picture, anywhere, tilted up to `steep` degrees."""
    flat = board() if points is None else points
    flat = np.column_stack([flat - flat.mean(0), np.zeros(len(flat))])
    size = np.array(camera.size)
    found: list[Floats] = []
    for _ in range(20_000):
        ray = camera.ray(rng.uniform(0.05 * size, 0.95 * size))
        if ray is None:
            continue
        side = np.cross([0.0, 1.0, 0.0], ray)
        side /= np.linalg.norm(side)
        facing = np.stack([side, np.cross(ray, side), ray], 1)
        tilt = np.radians(rng.uniform(-steep, steep, 2))
        turn = facing @ _turn(tilt[0], 0, 0) @ _turn(0, tilt[1], 0) @ _turn(0, 0, rng.uniform(-0.4, 0.4))
        placed = flat @ turn.T + ray * rng.uniform(120, 700)
        pixels = camera(placed)
        if not np.isfinite(pixels).all() or (pixels < 4).any() or (pixels > size - 5).any():
            continue
        if np.ptp(pixels, axis=0).max() > 0.2 * size[0]:
            found.append(placed)
        if len(found) == count:
            return found
    raise AssertionError("no pose found")


def _turn(x: float, y: float, z: float) -> Floats:
    return np.asarray(cv2.Rodrigues(np.array([x, y, z]))[0], np.float64)


def shots(
    project: Callable[[Floats], Floats],
    placed: list[Floats],
    rng: np.random.Generator,
    *,
    noise: float = 0.15,
    size: tuple[int, int] = SIZE,
) -> list[Shot]:
    """What a camera would have found of boards, each point off by `noise` pixels."""
    found = []
    for number, points in enumerate(placed):
        pixels = project(points)
        found.append(
            Shot(f"photo-{number}", size, View(board(), pixels + rng.normal(0, noise, pixels.shape)))
        )
    return found


def photograph(
    texture: NDArray[np.uint8],
    px_per_mm: float,
    origin_mm: tuple[float, float],
    mm_to_px: Floats,
    lens: Lens | Camera | None,
    size: tuple[int, int] = SIZE,
    table: int = 90,
) -> NDArray[np.uint8]:
    """A flat grey texture, its top left at `origin_mm`, as a lens sees it on a plain table; three samples a pixel."""
    fine, coarse = 3, 8
    # The lens is asked at every eighth sample and its map, smooth as it is, drawn out between them.
    xs, ys = (((np.arange(n * fine // coarse) + 0.5) * coarse) / fine - 0.5 for n in size)
    pixels = _straight(np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2), lens)
    flat = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(mm_to_px).T
    spots = (flat[:, :2] / flat[:, 2:] - origin_mm) * px_per_mm - 0.5
    spots[flat[:, 2] * np.sign(np.median(flat[:, 2])) <= 0] = -9
    maps = cv2.resize(spots.astype(np.float32).reshape(len(ys), len(xs), 2), (size[0] * fine, size[1] * fine))
    across, down = (np.ascontiguousarray(maps[..., axis]) for axis in (0, 1))
    seen = cv2.remap(
        texture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=table
    )
    return np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), np.uint8)


def _straight(pixels: Floats, lens: Lens | Camera | None) -> Floats:
    if lens is None:
        return pixels
    if isinstance(lens, Camera):
        away = (pixels - lens.middle) / lens.focal
        radius = np.linalg.norm(away, axis=1)
        angles = np.linspace(0, lens.widest, 4000)
        stretch = np.tan(np.interp(radius, lens.bend(angles), angles)) / np.maximum(radius, 1e-12)
        return np.asarray(away * stretch[:, None] * lens.focal + lens.middle, np.float64)
    (fx, fy), (cx, cy) = lens.focal_px, lens.centre_px
    matrix = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])
    found = cv2.undistortPoints(pixels[:, None], matrix, np.array(lens.distortion), P=matrix)
    return np.asarray(found, np.float64).reshape(-1, 2)


def plane(
    lens: Lens, tilt: float, height: float, *, turn: float = 0.0, aim: tuple[float, float] = (0, 0)
) -> Floats:
    """The map from a table's millimetres to straight pixels for a camera so high (mm) and so tilted (degrees)."""
    (fx, fy), (cx, cy) = lens.focal_px, lens.centre_px
    lean = _turn(np.radians(-tilt), 0, 0) @ _turn(0, 0, np.radians(turn))
    distance = height / np.cos(np.radians(tilt))
    shift = np.array([0, 0, distance]) - lean @ np.array([*aim, 0.0])
    matrix = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]]) @ np.column_stack([lean[:, :2], shift])
    return np.asarray(matrix / matrix[2, 2], np.float64)


def held(
    lens: Lens, middle_mm: tuple[float, float], at: tuple[float, float], away: float, lean: float, nod: float
) -> Floats:
    """The map of a board whose middle is held so far away (mm), leaned and nodding by so many degrees.

    `at` is where it is seen, in parts of the picture's half size from the middle.
    """
    (fx, fy), (cx, cy) = lens.focal_px, lens.centre_px
    a, b = np.radians([lean, nod])
    across = np.array([np.cos(a), 0.0, np.sin(a)])
    down = np.array([-np.sin(a) * np.sin(b), np.cos(b), np.cos(a) * np.sin(b)])
    width, height = lens.size_px
    middle = np.array([at[0] * width / 2 / fx * away, at[1] * height / 2 / fy * away, away])
    shift = middle - across * middle_mm[0] - down * middle_mm[1]
    matrix = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]]) @ np.column_stack([across, down, shift])
    return np.asarray(matrix / matrix[2, 2], np.float64)
