"""A table that never was, filmed: the project's own printed faces laid out in millimetres, hands with their shadows, a
camera that looks aslant, light that falls off, noise. Everything follows from the seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.printing import raster
from companion.printing.edition import Edition
from companion.printing.pen import Document
from companion.printing.places import draw_place
from companion.printing.zangle import edition
from companion.rules.places import places

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Film = NDArray[np.floating[Any]]

TABLE_MM = (760.0, 428.0)
SLACK_PX = 256
FACE_PX_PER_MM = 5
BACK = "back"
SKIN = (134.0, 162.0, 206.0)


@dataclass(frozen=True, slots=True)
class Laid:
    """A thing on the table: its middle in millimetres, turned clockwise."""

    x: float
    y: float
    degrees: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose fingertips are at (x, y); `side` is the edge that its arm comes from: -1 top, 1 bottom."""

    x: float
    y: float
    side: int = 1


@lru_cache(maxsize=256)
def face(name: str) -> Film:
    """A face (h, w, 4), colours 0..255 and alpha 0..1: a card's id, "mark NAME", "back" or "back abolo"."""
    if name.startswith("mark "):
        known = places()
        place = known.named(name.removeprefix("mark "))
        document = Document(place.size_mm, name)
        draw_place(document.pen(), place, known)
    else:
        deck = _deck("abolo" if "abolo" in name else "iamond", plain=name.startswith("plain "))
        document = Document(deck.size_mm, name)
        things = {thing.id: thing for thing in deck.things}
        (deck.back if name.startswith(BACK) else things[name.removeprefix("plain ")].draw)(document.pen())
    document.end_page()
    rgba = next(raster.pages(document.finish(), FACE_PX_PER_MM)).astype(np.float32)
    return np.dstack([rgba[..., 2::-1], rgba[..., 3:] / 255])


@cache
def _deck(profile: str, *, plain: bool) -> Edition:
    return edition(profile, plain=plain)


@dataclass(frozen=True)
class Camera:
    """Where it stands: the table's corners in the picture, as shares of it, top left first, clockwise."""

    size_px: tuple[int, int] = (1280, 720)
    corners: tuple[tuple[float, float], ...] = ((0.035, 0.01), (0.972, 0.018), (1.012, 0.99), (-0.012, 0.985))
    table_mm: tuple[float, float] = TABLE_MM

    @property
    def to_px(self) -> Floats:
        """From the table's millimetres to pixels."""
        width, height = self.table_mm
        flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        seen = (np.array(self.corners) * self.size_px).astype(np.float32)
        return np.asarray(cv2.getPerspectiveTransform(flat, seen), float)


def rim(name: str, laid: Laid) -> Floats:
    """A thing's corners (4, 2) on the table in millimetres, top-left first as printed."""
    height, width = (side / FACE_PX_PER_MM for side in face(name).shape[:2])
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    c, s = np.cos(np.radians(laid.degrees)), np.sin(np.radians(laid.degrees))
    laid_mm: Floats = half @ np.array([[c, s], [-s, c]]) + np.array([laid.x, laid.y])
    return laid_mm


def in_picture(points: Floats, camera: Camera) -> Floats:
    """Points of the table (n, 2) in pixels."""
    seen = cv2.perspectiveTransform(points.astype(float).reshape(-1, 1, 2), camera.to_px)
    return np.asarray(seen, float).reshape(-1, 2)


@dataclass
class Stage:
    """Films what is laid out. Same seed, same pictures."""

    camera: Camera = field(default_factory=Camera)
    seed: int = 3
    noise: float = 1.2
    wood: tuple[int, int, int] = (92, 128, 158)
    _cache: dict[tuple[tuple[str, Laid], ...], Film] = field(default_factory=dict, repr=False)
    _lit: tuple[Film, float, Film] | None = field(default=None, repr=False)
    """What lay there last with no hand over it, its light, and how it shows in that."""

    def picture(
        self,
        things: Mapping[str, Laid],
        hands: Sequence[Hand] = (),
        *,
        light: float = 1.0,
        number: int = 0,
        shake: tuple[float, float] = (0.0, 0.0),
    ) -> Pixels:
        """One frame; things later in the mapping lie on top. `shake` moves the camera, in pixels."""
        key = tuple(things.items())
        if key not in self._cache:
            if len(self._cache) > 4:
                self._cache.clear()
            self._cache[key] = self._still(things)
        picture = self._cache[key]
        if hands:
            for hand in hands:
                picture = with_hand(picture, hand, self.camera)
            picture = np.asarray(cv2.multiply(picture, self._falloff, scale=light), np.float32)
        else:
            picture = self._in_light(picture, light)
        if shake != (0.0, 0.0):
            shift = np.array([[1, 0, shake[0]], [0, 1, shake[1]]], float)
            shaken = cv2.warpAffine(picture, shift, self.camera.size_px, borderMode=cv2.BORDER_REPLICATE)
            picture = np.asarray(shaken, np.float32)
        # A window of one large noise is another noise in every picture, and much sooner had.
        width, height = self.camera.size_px
        x, y = np.random.default_rng((self.seed, number)).integers(0, SLACK_PX, 2)
        noise = self._noise[y : y + height, x : x + width]
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)

    def _in_light(self, still: Film, light: float) -> Film:
        if self._lit is None or self._lit[0] is not still or self._lit[1] != light:
            lit = np.asarray(cv2.multiply(still, self._falloff, scale=light), np.float32)
            self._lit = still, light, lit
        return self._lit[2]

    @property
    def _noise(self) -> Film:
        return _grain(self.seed, self.noise, self.camera.size_px)

    @property
    def _falloff(self) -> Film:
        return _falloff(self.camera.size_px)

    @property
    def _table(self) -> Film:
        return _table(self.seed, self.wood, self.camera.size_px)

    def _still(self, things: Mapping[str, Laid]) -> Film:
        picture = self._table.copy()
        for name, laid in things.items():
            _lay(picture, _patch(name.partition("#")[0], laid, self.camera))
        return picture


# Stages of one table share what takes long to make, and none writes into it.


@lru_cache(maxsize=4)
def _grain(seed: int, noise: float, size_px: tuple[int, int]) -> Film:
    """More of a camera's noise than a picture shows."""
    width, height = size_px
    size = (height + SLACK_PX, width + SLACK_PX)
    grey = np.random.default_rng(seed).standard_normal(size, np.float32)
    return np.repeat(noise * grey[..., None], 3, axis=2)


@lru_cache(maxsize=4)
def _falloff(size_px: tuple[int, int]) -> Film:
    """The share of a lamp's light at each place."""
    width, height = size_px
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    light = 1.0 - 0.10 * x - 0.08 * y - 0.07 * (x * x + y * y)
    return np.repeat(light[..., None].astype(np.float32), 3, axis=2)


@lru_cache(maxsize=4)
def _table(seed: int, wood: tuple[int, int, int], size_px: tuple[int, int]) -> Film:
    """The bare table."""
    width, height = size_px
    rng = np.random.default_rng(seed)
    grain = rng.standard_normal((height // 2, 40)).astype(np.float32)
    long = cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC)
    fine = np.asarray(cv2.GaussianBlur(long, (0, 0), 1.2), np.float32)
    broad = cv2.resize(
        rng.standard_normal((9, 3)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    return np.array(wood, np.float32) + (fine * 7 + broad * 5)[..., None]


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A thing as it shows in a picture: where, its light there, how much it leaves to be seen, and its shadow."""

    window: tuple[slice, slice]
    light: Film
    alpha: Film
    shadow: Film


def _lay(picture: Film, patch: Patch | None) -> None:
    """Draw a thing and its shadow; None is out of the picture."""
    if patch is None:
        return
    spot = picture[patch.window]
    spot *= patch.shadow
    spot *= patch.alpha
    spot += patch.light


@lru_cache(maxsize=96)
def _patch(name: str, laid: Laid, camera: Camera) -> Patch | None:
    """How a thing shows where it is laid, four samples a pixel."""
    rgba = face(name)
    height, width = rgba.shape[:2]
    printed = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    seen = in_picture(rim(name, laid), camera)
    left, top = np.floor(seen.min(axis=0)).astype(int) - 6
    right, bottom = np.ceil(seen.max(axis=0)).astype(int) + 8
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(camera.size_px[0], right), min(camera.size_px[1], bottom)
    if x1 <= x0 or y1 <= y0:
        return None
    fine = ((seen - [x0, y0] + 0.5) * 2 - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(printed, fine)
    size = (2 * (x1 - x0), 2 * (y1 - y0))
    premultiplied = np.dstack([rgba[..., :3] * rgba[..., 3:], rgba[..., 3:]])
    warped = cv2.warpPerspective(
        cv2.GaussianBlur(premultiplied, (0, 0), 0.7), matrix, size, flags=cv2.INTER_LINEAR
    )
    warped = cv2.resize(warped, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    alpha = warped[..., 3]
    shadow = np.roll(cv2.GaussianBlur(alpha, (0, 0), 1.6), (2, 1), (0, 1))
    return Patch(
        np.s_[y0:y1, x0:x1],
        warped[..., :3] * 0.94,
        np.asarray(1 - alpha, np.float32)[..., None],
        (1 - 0.3 * shadow * (1 - alpha))[..., None],
    )


HAND_BLURS_PX = 64
"""No blur of a hand, nor its shadow, reaches so far."""


def with_hand(picture: Film, hand: Hand, camera: Camera, skin: Sequence[float] = SKIN) -> Film:
    """A picture (h, w, 3) with a hand over it and its shadow beside it; `skin` is its light, (b, g, r)."""
    covered = _covered(hand, camera, tuple(skin))
    if covered is None:
        return picture
    # The rest of the picture stays as it is.
    whole = picture.copy()
    _lay(whole, covered)
    return whole


@lru_cache(maxsize=32)
def _covered(hand: Hand, camera: Camera, skin: tuple[float, ...]) -> Patch | None:
    """How a hand shows; None where it is out of the picture. It often rests where it is for some pictures."""
    drawn = _hand(hand, camera)
    x, y, wide, high = cv2.boundingRect(drawn)
    if not wide:
        return None
    left, top = max(0, x - HAND_BLURS_PX), max(0, y - HAND_BLURS_PX)
    window = np.s_[top : y + high + HAND_BLURS_PX, left : x + wide + HAND_BLURS_PX]
    drawn = np.ascontiguousarray(drawn[window])
    mask = cv2.GaussianBlur(drawn, (0, 0), 1.0).astype(np.float32) / 255
    shade = 0.62 + 0.45 * (cv2.GaussianBlur(drawn, (0, 0), 13).astype(np.float32) / 255)
    away = np.array([[1, 0, 8], [0, 1, 10]], float)
    shadow = cv2.warpAffine(cv2.GaussianBlur(mask, (0, 0), 9), away, drawn.shape[::-1])
    colour = np.array(skin, np.float32) * shade[..., None]
    return Patch(window, colour * mask[..., None], (1 - mask)[..., None], (1 - 0.38 * shadow)[..., None])


def _hand(hand: Hand, camera: Camera) -> NDArray[np.uint8]:
    """Where a hand is, (h, w), 255 within it."""
    width, height = camera.size_px
    out = 1 if hand.side > 0 else -1
    px_per_mm = width / camera.table_mm[0]
    tip = in_picture(np.array([[hand.x, hand.y]]), camera)[0]

    def at(dx: float, dy: float) -> tuple[int, int]:
        x, y = tip + np.array([dx, dy * out]) * px_per_mm
        return round(float(x)), round(float(y))

    def thick(mm: float) -> int:
        return max(1, round(mm * px_per_mm))

    mask = np.zeros((height, width), np.uint8)
    cv2.ellipse(mask, at(0, 82), (thick(40), thick(46)), 0, 0, 360, 255, -1, cv2.LINE_AA)
    for dx, dy in ((-30, 14), (-12, 0), (8, -2), (27, 10)):
        cv2.line(mask, at(dx, dy), at(dx * 0.8, 70), 255, thick(16), cv2.LINE_AA)
    cv2.line(mask, at(-52, 62), at(-24, 96), 255, thick(18), cv2.LINE_AA)
    cv2.line(mask, at(0, 110), at(14, 700), 255, thick(56), cv2.LINE_AA)
    return mask


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame of a film: what lies where, and whose hands are over it."""

    things: tuple[tuple[str, Laid], ...]
    hands: tuple[Hand, ...] = ()
    light: float = 1.0
    shake: tuple[float, float] = (0.0, 0.0)


@dataclass
class Director:
    """Writes a film down shot by shot: hands come in, lay and take things on their way, and leave."""

    fps: int = 15
    things: dict[str, Laid] = field(default_factory=dict)
    shots: list[Shot] = field(default_factory=list)
    speed_mm_s: float = 1100.0
    light: float = 1.0
    notes: list[tuple[int, str]] = field(default_factory=list)

    def note(self, words: str) -> None:
        """What is about to happen, at this frame."""
        self.notes.append((len(self.shots), words))

    def wait(self, seconds: float, hands: Sequence[Hand] = ()) -> None:
        """Nothing changes; hands rest where they are."""
        for _ in range(max(1, round(seconds * self.fps))):
            self.shots.append(Shot(tuple(self.things.items()), tuple(hands), self.light))

    def sweep(
        self, stops: Sequence[tuple[str, Laid | None, Laid | None]], side: int, dwell_s: float = 0.12
    ) -> None:
        """A hand comes from its side and goes from stop to stop: (thing, where it is taken from, where it is laid)."""
        places = [(name, laid or taken, laid) for name, taken, laid in stops]
        first, last = places[0][1], places[-1][1]
        assert first is not None
        assert last is not None
        beyond = (TABLE_MM[1] + 60) if side > 0 else -60.0
        at = np.array([first.x, beyond])
        for name, spot, laid in places:
            assert spot is not None
            at = self._reach(at, np.array([spot.x, spot.y + 8 * side]), side)
            self.wait(dwell_s / 2, [_hand_at(at, side)])
            if laid is None:
                self.things.pop(name)
            else:
                self.things.pop(name, None)
                self.things[name] = laid
            self.wait(dwell_s / 2, [_hand_at(at, side)])
        self._reach(at, np.array([last.x, beyond]), side)

    def _reach(self, at: Floats, to: Floats, side: int) -> Floats:
        steps = max(1, round(float(np.linalg.norm(to - at)) / self.speed_mm_s * self.fps))
        for step in range(1, steps + 1):
            share = step / steps
            share = share * share * (3 - 2 * share)
            spot = at + share * (to - at)
            hand = Hand(float(spot[0]), float(spot[1]), side)
            self.shots.append(Shot(tuple(self.things.items()), (hand,), self.light))
        return to

    def lay(self, things: Mapping[str, Laid], side: int) -> None:
        """A hand lays things that it brings."""
        self.sweep([(name, None, laid) for name, laid in things.items()], side)

    def take(self, names: Sequence[str], side: int) -> None:
        """A hand takes things away."""
        self.sweep([(name, self.things[name], None) for name in names], side)

    def move(self, moves: Mapping[str, Laid], side: int) -> None:
        """A hand takes things up one after the other, and lays them down elsewhere."""
        taken = [(name, self.things[name], None) for name in moves]
        self.sweep([*taken, *((name, None, laid) for name, laid in moves.items())], side)

    def cover(self, at: tuple[float, float], side: int, seconds: float) -> None:
        """A hand comes, rests, and goes."""
        beyond = np.array([at[0], (TABLE_MM[1] + 60) if side > 0 else -60.0])
        spot = self._reach(beyond, np.array(at), side)
        self.wait(seconds, [_hand_at(spot, side)])
        self._reach(spot, beyond, side)


def _hand_at(spot: Floats, side: int) -> Hand:
    return Hand(float(spot[0]), float(spot[1]), side)


def filmed(stage: Stage, shots: Sequence[Shot], first: int = 0) -> Iterator[Pixels]:
    """The frames of a film."""
    for number, shot in enumerate(shots, first):
        yield stage.picture(dict(shot.things), shot.hands, light=shot.light, number=number, shake=shot.shake)
