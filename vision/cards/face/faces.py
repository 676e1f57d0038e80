"""A card's face: cut out of the photo, laid flat, and every reading of its print that is at all likely."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.cards.face.blob import Blob, Boundary, find_blob
from vision.cards.face.colours import count_likelihood
from vision.cards.face.fit import Coarse, Fit, FitConfig, coarsely, fit_models, nearest
from vision.cards.face.ink import InkConfig, Inked, find_ink, left_white, stands_out
from vision.cards.face.models import models_of
from vision.cards.face.rings import clear_ring, plain_round
from vision.cards.face.zletter import read_z
from vision.paper import Planes, over_paper
from vision.plane import Floats
from vision.rectify import Pyramid, rectify


@dataclass(frozen=True, slots=True)
class FaceConfig:
    """A face's size in millimetres and how well a fit must do before wider gaps are tried."""

    size_mm: tuple[float, float] = (63.0, 88.0)
    least_overlap: float = 0.72
    """Of the blob and its best model, coarsely laid over it; what has less is no polyform."""
    good_error: float = 0.02
    good_error_px: float = 0.3
    """A fit at most this far off, as a share of its size plus photo pixels, needs no other try."""
    hopeless: float = np.inf
    """A face whose best fit is further off, as a share of its size, is tried `chances` times at most."""
    chances: int = 2
    least_glare: float = 0.3
    """Paper of less light than this, 0..1, has no glare over it that would pale its print."""


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on one rectified face. `to_px` maps the face's millimetres to photo pixels."""

    to_px: Floats
    scale_px: float
    blob: Blob | None
    fits: dict[str, tuple[Fit, ...]]
    z: float
    clear: float
    plain: float
    paper: Floats
    papery: float
    """The share of the face that is plain paper: a card's back has a pattern all over, its front has not. This and the
    next are not reckoned where what is read is hopeless."""
    even: float
    """The share that is of the paper's tint, at any light, and alike all round."""
    in_two_lights: float = 0.0
    """What `plain` would be if a shadow's edge crossed the paper round the shape."""


class Style(NamedTuple):
    """A way of telling a print from its paper: the gaps that are closed, and where its boundary is taken."""

    bridge_mm: float
    boundary: Boundary = Boundary.MIXED

    @property
    def veiled(self) -> bool:
        """Whether it is for prints under glare."""
        return self.boundary is Boundary.VEILED

    @property
    def apart(self) -> bool:
        """Whether it is for figures whose triangles are printed apart."""
        return self.boundary is Boundary.APART


class FaceRead(NamedTuple):
    """A face, and which way served to tell its shape, after how many were tried; None where none did, or one that
    tells nothing of other faces."""

    face: Face
    served: tuple[int, Style] | None


_WAYS = (
    Style(1.3),
    Style(2.3),
    Style(2.3, Boundary.HUE),
    Style(3.1),
    Style(0.0, Boundary.APART),
    Style(1.3, Boundary.VEILED),
)


@dataclass(slots=True)
class StyleMemory:
    """How a deck's shapes were last told from their paper: tried first on its other faces."""

    last: Style | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What faces are read for, the profiles there may be, and how. The same question of a face has the same answer."""

    profiles: tuple[str, ...]
    face: FaceConfig = field(default_factory=FaceConfig)
    ink: InkConfig = field(default_factory=InkConfig)
    fit: FitConfig = field(default_factory=FitConfig)
    letters: bool = True
    """Whether it is asked how much like a letter each is; where it is not, nothing is said of that."""


def read_face(pyramid: Pyramid, to_px: Floats, asked: Asked) -> Face:
    """Every likely reading of the face that `to_px` (3, 3), millimetres to pixels, places in the photo."""
    return read_faces(pyramid, [(to_px, asked.face.size_mm)], asked, StyleMemory())[0]


@dataclass(slots=True)
class _Sheet:
    """A face laid flat, and the best that was read from it so far. `tries`: ways that are left, the next one last."""

    to_px: Floats
    planes: Planes
    paper: Floats
    scale_px: float
    ink: Inked | None
    tries: list[Style]
    blob: Blob | None = None
    fits: dict[str, tuple[Fit, ...]] = field(default_factory=dict)
    error: float = np.inf
    tried: int = 0
    odd: bool = False
    """Whether the shape that fits best is not of its colour, or not alone: a part of the print, perhaps."""


ODD_COLOUR, ODD_COST = 0.02, 0.02
"""The likelihood of a count below which its shape is of another colour, and the error that this weighs as much as."""


VEIL_GAIN = 0.5
"""To what share the error has to fall for half of the ink near by to be a print's boundary."""


def read_faces(
    pyramid: Pyramid,
    places: Sequence[tuple[Floats, tuple[float, float]]],
    asked: Asked,
    style: StyleMemory,
) -> list[Face]:
    """Every likely reading of faces, each placed in the photo by a map (3, 3) from its millimetres to pixels, and its
    size. Sets the `style` to what served."""
    tries = _WAYS if style.last is None else (style.last, *(way for way in _WAYS if way != style.last))
    # A table is read more than once: what was looked at in the very same way shows the very same.
    keys = _keys(pyramid, places, asked, tries)
    new = {key: place for key, place in zip(keys, places, strict=True) if key not in pyramid.read}
    read = _read_anew(pyramid, list(new.values()), asked, tries)
    pyramid.read |= zip(new, read, strict=True)
    found = [pyramid.read[key] for key in keys]
    served = [(own.served[0], k, own.served[1]) for k, own in enumerate(found) if own.served]
    if served:
        # Of several the last one: it tells more shapes, and the rest of the deck is read alike by it.
        style.last = max(served)[2]
    return [own.face for own in found]


def _keys(
    pyramid: Pyramid,
    places: Sequence[tuple[Floats, tuple[float, float]]],
    asked: Asked,
    tries: tuple[Style, ...],
) -> list[Hashable]:
    """By what faces that are so asked for are known; one of which more was asked already by that."""
    keys = [(to_px.tobytes(), size_mm, asked, tries) for to_px, size_mm in places]
    if asked.letters:
        return list(keys)
    more = replace(asked, letters=True)
    known = [(where, size_mm, more, tries) for where, size_mm, *_ in keys]
    return [other if other in pyramid.read else key for key, other in zip(keys, known, strict=True)]


def _read_anew(
    pyramid: Pyramid,
    places: Sequence[tuple[Floats, tuple[float, float]]],
    asked: Asked,
    tries: tuple[Style, ...],
) -> list[FaceRead]:
    face, ink = asked.face, asked.ink

    def sheet_of(place: tuple[Floats, tuple[float, float]]) -> _Sheet:
        to_px, size_mm = place
        patch, native = rectify(pyramid, to_px, size_mm, ink.px_per_mm)
        planes, paper = over_paper(patch, ink.rim_px)
        own = [way for way in tries[::-1] if not way.veiled or paper.mean() > face.least_glare]
        return _Sheet(to_px, planes, paper, native, find_ink(planes, ink), own)

    sheets = [sheet_of(place) for place in places]
    served: list[tuple[int, Style] | None] = [None] * len(sheets)
    left = list(range(len(sheets)))
    while left:
        ways = [sheets[k].tries.pop() for k in left]
        for k in left:
            sheets[k].tried += 1
        done = _tried([sheets[k] for k in left], ways, asked)
        for k, way, well in zip(left, ways, done, strict=True):
            if well and not way.veiled:
                served[k] = sheets[k].tried, way
        left = [k for k, well in zip(left, done, strict=True) if not well and sheets[k].tries]
    seen = (_seen(pyramid, sheet, asked) for sheet in sheets)
    return [FaceRead(own, way) for own, way in zip(seen, served, strict=True)]


def letters_on(
    pyramid: Pyramid, places: Sequence[tuple[Floats, tuple[float, float]]], ink: InkConfig
) -> list[float]:
    """How much like a Z, 0..1, what each of the faces shows is, and nothing else of them. Each of the `places` is a
    card's map (3, 3) from its millimetres to pixels, and its size in millimetres."""

    def letter_on(place: tuple[Floats, tuple[float, float]]) -> float:
        patch, _ = rectify(pyramid, *place, ink.px_per_mm)
        planes, _ = over_paper(patch, ink.rim_px)
        return _letter(planes, ink)

    return [letter_on(place) for place in places]


def _letter(planes: Planes, ink: InkConfig) -> float:
    letter = read_z(cv2.merge(list(planes)), ink, LEAST_LETTER)
    return letter[0] if letter else 0.0


MID_TONE = 0.6
"""Paper of less light than this, 0..1, in one channel may bear a letter that is lighter."""


def _light_letter(planes: Planes, paper: Floats, ink: InkConfig) -> float:
    """The same of a letter that is lighter than its `paper` (3,), as chalk on brown card: the other way round it is
    darker."""
    if paper.min() > MID_TONE:
        return 0.0
    return _letter(np.asarray(1 / np.maximum(planes, np.float32(0.1)), np.float32), ink)


LEAST_LETTER = 0.37
"""Nothing asks how little like a letter is what is less like one than this: it is none, and how far from one is not
looked for."""


def _tried(sheets: list[_Sheet], ways: list[Style], asked: Asked) -> list[bool]:
    """Try one way of telling ink from paper on each sheet; whether it served. What is hopeless has no tries left."""
    profiles, face, ink, fit = asked.profiles, asked.face, asked.ink, asked.fit
    served = [False] * len(sheets)
    inked = []
    for k, (sheet, way) in enumerate(zip(sheets, ways, strict=True)):
        if (blob := _print_on(sheet, way, ink)) is not None:
            inked.append((sheet, blob, k))
        elif not way.apart:
            sheet.tries.clear()
    if not inked:
        return served
    every = coarsely([(models_of(name), blob) for _, blob, _ in inked for name in profiles])
    tasks = []
    coarse: list[Coarse] = []
    for row, (sheet, blob, k) in enumerate(inked):
        own = every[row * len(profiles) : (row + 1) * len(profiles)]
        share = max(float(overlap.max()) for overlap, _ in own)
        if share >= face.least_overlap:
            tasks.append((sheet, blob, k))
            coarse += own
        else:
            sheet.blob = sheet.blob or blob
            if share < 0.5 or _out_of_chances(sheet, face):
                # Cut along its seams it may be a figure all the same.
                sheet.tries = [way for way in sheet.tries if way.apart]
    fitted = iter(
        fit_models([(models_of(name), blob) for _, blob, _ in tasks for name in profiles], fit, coarse)
    )
    for sheet, blob, k in tasks:
        fits = {name: _of_its_cells(next(fitted), blob) for name in profiles}
        best = nearest(fits)
        error = min(
            (found[0].error_mm / found[0].size_mm for found in fits.values() if found), default=np.inf
        )
        cell = best is not None and best.shape.size == 1 and not blob.alone
        odd = best is not None and (cell or _odd(best, blob, sheet.scale_px))
        # What glare veils is read so or not at all; a print's own tints may be cut anywhere.
        far = VEIL_GAIN if ways[k].veiled and not sheet.odd else 1.0
        if sheet.blob is None or error + ODD_COST * odd < far * sheet.error + ODD_COST * sheet.odd:
            sheet.blob, sheet.fits, sheet.error, sheet.odd = blob, fits, error, odd
        bound = (
            face.good_error + face.good_error_px / max(best.size_mm * sheet.scale_px, 1e-6) if best else 0.0
        )
        served[k] = error < bound and not odd
        if _out_of_chances(sheet, face):
            sheet.tries.clear()
    return served


def _of_its_cells(fits: Sequence[Fit], blob: Blob) -> tuple[Fit, ...]:
    """The fits of a print; of one whose triangles are printed apart those of so many triangles."""
    return tuple(fit for fit in fits if blob.cells is None or blob.cells.number == fit.shape.size)


def _print_on(sheet: _Sheet, way: Style, ink: InkConfig) -> Blob | None:
    """The print that one way of telling ink from paper shows on a sheet; None where none stands out of its paper."""
    if sheet.ink is None:
        return None
    blob = find_blob(sheet.ink, ink, way.bridge_mm, way.boundary)
    if blob is None or not stands_out(blob.colour, sheet.paper, ink):
        return None
    return replace(blob, plate=left_white(blob.colour, sheet.paper))


def _odd(fit: Fit, blob: Blob, scale_px: float) -> bool:
    """Whether a shape is not of its colour, though large enough for the colour to be its own."""
    likely = float(count_likelihood(blob.counted)[fit.shape.size - 1])
    return fit.size_mm * scale_px > LEAST_COLOURED_PX and likely < ODD_COLOUR


LEAST_COLOURED_PX = 14.0


def _out_of_chances(sheet: _Sheet, face: FaceConfig) -> bool:
    return sheet.error > face.hopeless and sheet.tried >= face.chances


CERTAIN_SHAPE = 0.035
"""The error, as a share of the shape's size, up to which a face that shows a shape is not searched for a Z."""


def _letter_of(pyramid: Pyramid, sheet: _Sheet, ink: InkConfig) -> float:
    """How much like a letter a sheet is, which is no other for another deck that it is read for."""
    planes = sheet.planes
    key = sheet.to_px.tobytes(), planes.shape, ink
    if key not in pyramid.letters:
        pyramid.letters[key] = _letter(planes, ink) or _light_letter(planes, sheet.paper, ink)
    return pyramid.letters[key]


def _seen(pyramid: Pyramid, sheet: _Sheet, asked: Asked) -> Face:
    face, ink = asked.face, asked.ink
    planes, blob, z = sheet.planes, sheet.blob, 0.0
    if asked.letters and sheet.error > CERTAIN_SHAPE:
        z = _letter_of(pyramid, sheet, ink)
    clear = plain = in_two = 0.0
    if blob is not None and sheet.fits and sheet.error <= face.hopeless:
        clear = clear_ring(planes, sheet.paper, blob, sheet.fits, ink)
        plain, in_two = plain_round(planes, sheet.paper, blob, ink)
    papery = even = 0.0
    if z or sheet.error <= face.hopeless:
        blue, green, red = np.abs(planes[:, 8:-8:2, 8:-8:2] - np.float32(1)) < 0.25
        papery, even = float((blue & green & red).mean()), _even(planes)
    return Face(
        sheet.to_px,
        sheet.scale_px,
        blob,
        sheet.fits,
        z,
        clear,
        plain,
        sheet.paper,
        papery,
        even,
        in_two,
    )


def _even(planes: Planes) -> float:
    """The share of a face, 0..1, that is of the paper's tint at any light and alike all round: a card that a shadow
    lies over is, and a pattern is not."""
    blue, green, red = planes
    light = np.asarray((blue + green + red) / np.float32(3), np.float32)
    off = cv2.max(cv2.max(cv2.absdiff(blue, light), cv2.absdiff(green, light)), cv2.absdiff(red, light))
    alike = cv2.absdiff(light, cv2.blur(light, (9, 9))) < np.float32(0.06) * light
    return float(((off < np.float32(0.12) * light) & alike & (light > 0.2))[8:-8, 8:-8].mean())
