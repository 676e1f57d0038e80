"""One photo to the marked parts that lie in it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.lens import Lens
from vision.outlines import OutlineConfig, QuadSighting, find_outlines
from vision.parts.beyond import mark_sized, off_cells, unread_cards, unread_tiles
from vision.parts.bodies import Body, TablePlane, bodies_of, plane_of, pose_of, square
from vision.parts.cells import CellConfig, CellLook, look_at_cells
from vision.parts.closer import around_cells, around_missing, around_outlines, around_squares
from vision.parts.colour import ColourConfig, colours_of
from vision.parts.covered import covered_places
from vision.parts.deck import MarkedBoard, MarkedParts
from vision.parts.grid import GridConfig, board_by_tiles
from vision.parts.marks import Cutout, FoundMark, MarkSearch, find_marks, find_marks_in, has_modules, merged
from vision.parts.onboard import fitted
from vision.parts.sighting import BoardPlace, PartSighting, PartsSeen, PartUnread
from vision.parts.unmarked import card_sized, told
from vision.parts.witness import Scene, WitnessConfig, judged
from vision.photo import Pixels
from vision.plane import Floats, apply, rectangle
from vision.quads import as_quad
from vision.sighting import row_and_place
from vision.straighten import bent_corners, straightened

NO_BOARD = "the board is not found: show two of the markers in its corners"


@dataclass(frozen=True, slots=True)
class PartsConfig:
    """The configs of all stages."""

    search: MarkSearch = field(default_factory=MarkSearch)
    outlines: OutlineConfig = field(default_factory=OutlineConfig)
    witness: WitnessConfig = field(default_factory=WitnessConfig)
    cells: CellConfig = field(default_factory=CellConfig)
    grid: GridConfig = field(default_factory=GridConfig)


def see_parts(
    image: Pixels, *, parts: MarkedParts, lens: Lens | None = None, config: PartsConfig | None = None
) -> PartsSeen:
    """What lies on the table of one photo, (height, width, 3) uint8 BGR, of a game's printed parts.

    `lens` takes the lens's distortion out first; corners are of the photo as given all the same. Raises
    calibration.lens.BadLens where the lens is one for pictures of other proportions.
    """
    config = config or PartsConfig()
    if lens is None:
        return _seen(image, parts, config)
    height, width = image.shape[:2]
    glass = lens.scaled_to(width, height)
    seen = _seen(straightened(image, glass), parts, config)
    back = [replace(part, corners_px=bent_corners(part.corners_px, glass)) for part in seen.parts]
    unread = [replace(place, corners_px=bent_corners(place.corners_px, glass)) for place in seen.unread]
    board = seen.board and replace(seen.board, corners_px=bent_corners(seen.board.corners_px, glass))
    return replace(seen, parts=tuple(back), unread=tuple(unread), board=board)


def _seen(image: Pixels, parts: MarkedParts, config: PartsConfig) -> PartsSeen:
    height, width = image.shape[:2]
    numbers = tuple(mark.number for part in parts.parts for mark in part.marks)
    if parts.board is not None:
        numbers += tuple(mark.number for mark in parts.board.marks)
    with ThreadPoolExecutor(1) as aside:
        searched = aside.submit(find_marks, image, parts.family, numbers, config.search)
        quads = find_outlines(image, config.outlines) if parts.kind == "card" else []
        found = searched.result()
    marks = merged(found.marks)
    layout = _layout(image, marks, parts, config)
    squares = [one for one in found.squares if has_modules(image[..., 1], one)]
    again = find_marks_in(image, parts.family, numbers, _places(layout, quads, squares, parts), config.search)
    if again:
        layout = _layout(image, merged([*marks, *again]), parts, config)
    if layout.plane is None:
        return PartsSeen(parts.game, (width, height), ())
    return _told(image, parts, layout, layout.plane, quads, found.squares, config)


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """The board, in whose millimetres the plane is, and those of its markers that were seen."""

    printed: MarkedBoard
    marks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """How things lie, as far as their markers tell."""

    bodies: list[Body]
    """The parts in view."""
    board: PlacedBoard | None
    plane: TablePlane | None
    """The plane on which they lie, in the board's own millimetres where there is one; None without any marker."""
    look: CellLook | None
    """What the board's cells show."""


def _layout(image: Pixels, marks: list[FoundMark], parts: MarkedParts, config: PartsConfig) -> Layout:
    bodies, board, plane = _placed(image, marks, parts, config)
    look = None
    if board is not None and plane is not None:
        look = look_at_cells(image, board.printed, plane, config.cells)
    return Layout(bodies, board, plane, look)


def _placed(
    image: Pixels, marks: list[FoundMark], parts: MarkedParts, config: PartsConfig
) -> tuple[list[Body], PlacedBoard | None, TablePlane | None]:
    """The parts in view and the plane on which they lie: in the board's own millimetres where there is one."""
    bodies, board = bodies_of(marks, parts)
    if board is not None and board.split:
        board = None
    size_px = (image.shape[1], image.shape[0])
    plane = plane_of([*bodies, *([] if board is None else [board])], size_px)
    printed = parts.board
    if plane is None or printed is None:
        return bodies, None, plane
    sound = [body for body in bodies if not body.split]
    if board is None:
        to_plane = board_by_tiles(image, sound, plane, printed, config.grid)
        if to_plane is None:
            return bodies, None, plane
        plane = fitted(plane.moved(to_plane), sound, None, printed, size_px, config.grid)
        return bodies, PlacedBoard(printed, ()), plane
    pose, _ = pose_of(board, plane)
    plane = fitted(plane.moved(pose), sound, board, printed, size_px, config.grid)
    numbers = tuple(printed.marks[place].number for place, _ in board.marks)
    return bodies, PlacedBoard(printed, numbers), plane


def _places(
    layout: Layout, quads: list[QuadSighting], squares: list[Floats], parts: MarkedParts
) -> list[Cutout]:
    """Where to look once more."""
    bodies, plane, look = layout.bodies, layout.plane, layout.look
    if plane is None:
        return around_outlines([quad.corners for quad in quads][:MOST_PROBES], parts)
    places = around_missing(bodies, plane)
    taken = [plane.px(apply(pose_of(body, plane)[0], rectangle(body.size_mm))) for body in bodies]
    if parts.kind == "card":
        places += around_outlines(card_sized(quads, plane, parts, taken), parts)
    if look is not None and parts.board is not None:
        places += around_cells(parts.board, look, plane, taken, parts)
    # A fanned card's marker stands within the outline of the card beneath it.
    held = _marks_of(bodies, plane) if parts.kind == "card" else taken
    return places + around_squares(mark_sized(squares, plane, parts, held), places)


def _marks_of(bodies: Sequence[Body], plane: TablePlane) -> list[Floats]:
    """The places (4, 2) px of all markers of parts of which one was seen."""
    found = []
    for body in bodies:
        pose, _ = pose_of(body, plane)
        found += [plane.px(apply(pose, square(mark))) for mark in body.thing.marks]
    return found


MOST_PROBES = 6
"""Outlines that are looked at where the whole photo shows no marker."""


def _told(
    image: Pixels,
    parts: MarkedParts,
    layout: Layout,
    plane: TablePlane,
    quads: list[QuadSighting],
    squares: list[Floats],
    config: PartsConfig,
) -> PartsSeen:
    """What is said of all that lies on the `plane`, each part as far as a second witness stands by its marker."""
    height, width = image.shape[:2]
    bodies, board = layout.bodies, layout.board
    printed = None if board is None else board.printed
    scene = Scene(image, parts, plane, quads, colours_of(parts), len(bodies), printed)
    found = [judged(body, scene, config.witness) for body in bodies]
    if parts.kind == "card":
        found += _other_cards(scene, bodies, found, squares, config.witness.colour)
    else:
        taken = [np.array(one.corners_px) for one in found]
        beyond = off_cells(mark_sized(squares, plane, parts, taken), plane, printed)
        found += unread_tiles(image, beyond, plane, parts, scene.colours, config.witness.colour)
    sightings = [one for one in found if isinstance(one, PartSighting)]
    unread = [one for one in found if isinstance(one, PartUnread)]
    hidden: tuple[str, ...] = ()
    place = None
    if board is not None and layout.look is not None:
        place = BoardPlace(as_quad(plane.px(rectangle(board.printed.size_mm))), board.marks)
        hidden, covers = covered_places(board.printed, layout.look, sightings, plane)
        unread += covers
    elif parts.board is not None:
        frame = rectangle((width - 1, height - 1))
        unread.append(PartUnread(as_quad(frame), NO_BOARD))
    sightings.sort(key=lambda one: row_and_place(*one.centre_px, height))
    return PartsSeen(parts.game, (width, height), tuple(sightings), tuple(unread), place, hidden)


def _other_cards(
    scene: Scene,
    bodies: list[Body],
    found: Sequence[PartSighting | PartUnread],
    squares: list[Floats],
    colour: ColourConfig,
) -> list[PartSighting | PartUnread]:
    """The cards beside those `found` by their markers: face down, unread, or with little more than a marker in view."""
    image, parts, plane = scene.image, scene.parts, scene.plane
    others: list[PartSighting | PartUnread] = []
    outlines: list[Floats] = []
    for outline in card_sized(scene.quads, plane, parts, [np.array(one.corners_px) for one in found]):
        one = told(image, outline, plane, parts, colour)
        if one is not None:
            others.append(one)
            outlines.append(outline)
    taken = [*_marks_of(bodies, plane), *outlines]
    others += unread_cards(image, mark_sized(squares, plane, parts, taken), plane, parts, colour)
    return others
