"""What vision is told of a game's printed parts: their names, their markers, and the colours that vouch for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vision.parts.sighting import Fact

Xy = tuple[float, float]
Srgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """A printed marker: its number in the family, its outer edge's top left corner on the part, its side; in mm."""

    number: int
    at_mm: Xy
    side_mm: float


@dataclass(frozen=True, slots=True)
class Patch:
    """A place on a part, in millimetres from its top left corner, where one plain colour is printed."""

    at_mm: Xy
    size_mm: Xy
    srgb: Srgb


@dataclass(frozen=True, slots=True)
class MarkedPart:
    """A card or tile. `patches`: where its colour shows, and which it is; white paper lies around its markers."""

    id: str
    name: str
    marks: tuple[Mark, ...]
    patches: tuple[Patch, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A square on which one tile can lie. `corners`: the plain colours near its corners, clockwise from the top left,
    None where two colours meet."""

    name: str
    at_mm: Xy
    side_mm: float
    corners: tuple[Srgb | None, Srgb | None, Srgb | None, Srgb | None]
    middle: Srgb | None = None
    """The plain colour in its middle, where there is one."""


@dataclass(frozen=True, slots=True)
class MarkedBoard:
    """A board by its size, the markers that are printed on it, and its cells."""

    size_mm: Xy
    marks: tuple[Mark, ...]
    cells: tuple[BoardCell, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkedParts:
    """All parts of a game: alike in size. `family` names a dictionary of `cv2.aruco` without its `DICT_`.

    `back_srgb` is the ground of their backs within a white rim of `back_rim_mm`.
    """

    game: str
    family: str
    kind: Literal["card", "tile"]
    size_mm: Xy
    parts: tuple[MarkedPart, ...]
    back_srgb: Srgb
    back_rim_mm: float
    board: MarkedBoard | None = None
