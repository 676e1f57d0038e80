"""The photo with what was read drawn on it: outlines, counts, reasons, and the arrangement that proves a claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

import numpy as np

from companion.rules.polyform import Shape
from vision.cards.face.faces import Asked, FaceConfig, read_face
from vision.pen import DARK, PARTS, READ, UNREAD, WHITE, Colour, Pen
from vision.photo import Pixels
from vision.plane import Floats, apply, sides
from vision.rectify import Pyramid, face_map
from vision.sighting import CardSighting, Quad, Seen, Unread

TARGET: Colour = WHITE
CLEAR_SHARE = 0.1
"""An arrangement on a printed shape smaller than this share of the picture's longer side is drawn large as well."""


def annotate(image: Pixels, seen: Seen, verdict: Mapping[str, Any] | None = None) -> Pixels:
    """A copy of the photo (h, w, 3) uint8 BGR with `seen` drawn on it.

    `verdict` is as the rules print one: with "target" (the number of a card) and "arrangement" ([{"card",
    "triangles"}] in the target shape's own coordinates) the parts are drawn where the target's shape is printed.
    """
    unit = max(1.0, max(image.shape[:2]) / 900)
    pen = Pen(image.copy(), unit)
    parts = _arrangement(seen, verdict)
    # The numbers that the verdict's sentences and the page call the cards by.
    letters = {part: str(part + 1) for part, _ in parts}
    colours = {part: PARTS[k % len(PARTS)] for k, (part, _) in enumerate(parts)}
    target = int(verdict["target"]) if parts and verdict else None
    for thing in seen.unread:
        pen.dashes(np.array(thing.corners_px), UNREAD, 2.0, 8.0)
    outlines = [card.corners_px for card in seen.cards]
    for number, corners in enumerate(outlines):
        colour = TARGET if number == target else colours.get(number, READ)
        pen.lines(np.array(corners), colour, 3.2 if number == target or number in colours else 2.0)
    for number, card in enumerate(seen.cards):
        if isinstance(card, CardSighting):
            colour = TARGET if number == target else colours.get(number, READ)
            _name(pen, card, seen.profile, letters.get(number), colour)
    for thing in seen.unread:
        _reason(pen, thing)
    if target is not None:
        card = seen.cards[target]
        if isinstance(card, CardSighting) and card.shape is not None:
            looks = [(letters[p], colours[p]) for p, _ in parts]
            places = outlines + [thing.corners_px for thing in seen.unread]
            _prove(pen, image, card, card.shape, parts, looks, places)
    return pen.picture


def _arrangement(seen: Seen, verdict: Mapping[str, Any] | None) -> list[tuple[int, list[Any]]]:
    """Each part's card number and triangles; none unless there is an arrangement on a card that was read."""
    if not verdict or not verdict.get("arrangement") or verdict.get("target") is None:
        return []
    if not 0 <= int(verdict["target"]) < len(seen.cards):
        return []
    return [(int(part["card"]), part["triangles"]) for part in verdict["arrangement"]]


def _letter_size(pen: Pen, corners: Floats) -> float:
    """The height of letters on a card, px: an eighth of its shorter side, but legible and not loud."""
    short = float(sides(corners).min())
    return float(np.clip(short / 6, 12 * pen.unit, 26 * pen.unit))


def _foot(corners: Floats) -> Floats:
    """The middle (2,) of the card's lowest side on the screen, a little inside: there a label covers least."""
    middles = (corners + np.roll(corners, -1, axis=0)) / 2
    spot: Floats = middles[int(middles[:, 1].argmax())]
    return spot


def _name(pen: Pen, card: CardSighting, profile: str | None, letter: str | None, colour: Colour) -> None:
    corners = np.array(card.corners_px)
    count = "Z" if card.triangles == 0 else str(card.triangles)
    name = card.id.removeprefix(f"{profile}-") if card.id else None
    words = " · ".join(word for word in (letter, name, count) if word)
    # Long names are set smaller, so that a neighbour's label is not covered.
    size = _letter_size(pen, corners) * min(1.0, max(0.7, 8 / len(words)))
    pen.label(words, _foot(corners), size, colour, triangle=card.triangles > 0)


def _reason(pen: Pen, thing: Unread) -> None:
    corners = np.array(thing.corners_px)
    short = thing.why.split(":")[0].strip().rstrip(".")
    size = 0.85 * _letter_size(pen, corners)
    across, down = np.ptp(corners, axis=0).tolist()
    # Within its card: cards lie side by side, and each has its own words. Where these do not fit they are told beside
    # the picture alone.
    lines = wrap(short, max(1, int(across / (LETTER * size))), break_long_words=False) or ["not read"]
    broadest = max(map(len, lines)) * LETTER * size
    fits = broadest <= across and len(lines) * LINE * size <= MOST_COVERED * down
    pen.label("\n".join(lines) if fits else "?", corners.mean(0), size, UNREAD)


LETTER, LINE = 0.52, 1.4
"""How broad a letter is and how high a line, over the height of letters."""
MOST_COVERED = 0.5
"""The share of its card's height that may be covered by words: what is printed on it is to be seen."""


def _prove(
    pen: Pen,
    image: Pixels,
    card: CardSighting,
    shape: Shape,
    parts: list[tuple[int, list[Any]]],
    looks: Sequence[tuple[str, Colour]],
    others: Sequence[Quad],
) -> None:
    """The parts on the target's printed shape, and large beside it where that is small or not found."""
    pieces = [_loops(shape, triangles) for _, triangles in parts]
    corners = np.array(card.corners_px)
    place = _printed(image, corners, shape)
    small = True
    if place is not None:
        affine, to_px = place
        drawn = [[apply(to_px, apply(affine, loop)) for loop in loops] for loops in pieces]
        every = np.concatenate([loop for loops in drawn for loop in loops])
        small = float((every.max(0) - every.min(0)).max()) < CLEAR_SHARE * max(image.shape[:2])
        _lay(pen, drawn, looks, 0.0 if small else 24 * pen.unit)
        pieces = drawn
    else:
        # The lattice's y axis points up, the picture's down.
        pieces = [[loop * [1, -1] for loop in loops] for loops in pieces]
    if small:
        _panel(pen, corners, others, pieces, looks)


def _loops(shape: Shape, triangles: Any) -> list[Floats]:
    part = Shape.from_json({"triangles": triangles}, shape.lattice)
    return [np.array(loop, float) for loop in part.outline()]


def _lay(pen: Pen, drawn: list[list[Floats]], looks: Sequence[tuple[str, Colour]], letters_px: float) -> None:
    """Parts as areas with bright borders; with letters at most so high, where they have room, if that is not 0."""
    for loops, (_, colour) in zip(drawn, looks, strict=True):
        pen.fill(loops[0], colour, 0.9)
    for loops in drawn:
        for loop in loops:
            pen.lines(loop, WHITE, 1.4)
    for loops, (letter, _) in zip(drawn, looks, strict=True):
        spot, room = _inner(loops[0])
        size = min(letters_px, 1.25 * room)
        if size > 8 * pen.unit:
            pen.letter(letter, spot, size, DARK)


def _inner(loop: Floats) -> tuple[Floats, float]:
    """The point (2,) within a loop (n, 2) that is farthest from its sides, and how far that is."""
    low, span = loop.min(0), np.ptp(loop, axis=0).max() + 1e-9
    grid = np.stack(np.meshgrid(np.linspace(0, 1, 33), np.linspace(0, 1, 33)), -1).reshape(-1, 2) * span + low
    start, end = loop[None], np.roll(loop, -1, axis=0)[None]
    along = end - start
    part = ((grid[:, None] - start) * along).sum(-1) / np.maximum((along**2).sum(-1), 1e-12)
    away = np.linalg.norm(grid[:, None] - start - along * np.clip(part, 0, 1)[..., None], axis=-1).min(1)
    above = (start[..., 1] > grid[:, None, 1]) != (end[..., 1] > grid[:, None, 1])
    rise = np.where(np.abs(along[..., 1]) < 1e-12, 1e-12, along[..., 1])
    cross = start[..., 0] + along[..., 0] * (grid[:, None, 1] - start[..., 1]) / rise
    inside = (above & (grid[:, None, 0] < cross)).sum(1) % 2 == 1
    best = int(np.where(inside, away, -1.0).argmax())
    return grid[best], float(away[best])


def _panel(
    pen: Pen,
    corners: Floats,
    others: Sequence[Quad],
    pieces: list[list[Floats]],
    looks: Sequence[tuple[str, Colour]],
) -> None:
    """The arrangement on a panel near the card, where it hides as little as can be of the `others`."""
    every = np.concatenate([loop for loops in pieces for loop in loops])
    low, extent = every.min(0), np.ptp(every, axis=0)
    height, width = pen.picture.shape[:2]
    size = float(
        np.clip(1.15 * np.ptp(corners, axis=0).max(), 0.17 * max(height, width), 0.42 * min(height, width))
    )
    scale = 0.72 * size / float(extent.max())
    half = np.array([size, size]) / 2
    spot = _free_spot(corners, others, size + 8 * pen.unit, (width, height))
    box = spot + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    way = spot - corners.mean(0)
    reach = np.maximum(np.abs(way), 1e-9)
    start = corners.mean(0) + way * 0.5 * float((np.ptp(corners, axis=0) / reach).min())
    end = spot - way * float((half / reach).min())
    pen.lines(np.stack([start, end]), WHITE, 1.6, closed=False)
    pen.fill(box, DARK, 0.94)
    pen.lines(box, WHITE, 1.6)
    drawn = [[(loop - low - extent / 2) * scale + spot for loop in loops] for loops in pieces]
    _lay(pen, drawn, looks, max(0.13 * size, 14 * pen.unit))


def _free_spot(corners: Floats, others: Sequence[Quad], side: float, picture: tuple[int, int]) -> Floats:
    """Where a square of `side` px hides least of the cards and is near one of them; its middle (2,) px."""
    limit = np.array(picture, float)
    low, high = np.minimum(side / 2, limit / 2), np.maximum(limit - side / 2, limit / 2)
    steps = np.linspace(0, 1, 25)
    spots = low + np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2) * (high - low)
    hidden = np.zeros(len(spots))
    for other in others:
        start, end = np.min(other, axis=0), np.max(other, axis=0)
        common = np.minimum(spots + side / 2, end) - np.maximum(spots - side / 2, start)
        hidden += np.clip(common, 0, None).prod(1)
    away = np.linalg.norm(spots - corners.mean(0), axis=1)
    best: Floats = spots[int((hidden / side**2 + 0.25 * away / limit.max()).argmin())]
    return best


def _printed(image: Pixels, corners: Floats, shape: Shape) -> tuple[Floats, Floats] | None:
    """Where the shape is printed: its coordinates to the face's millimetres (3, 3), and these to pixels (3, 3)."""
    config = FaceConfig()
    to_px = face_map(corners, config.size_mm)
    profile = shape.lattice.name
    face = read_face(Pyramid(image), to_px, Asked((profile,), config))
    for fit in face.fits.get(profile, ()):
        if fit.shape.key == shape.key and fit.error < 0.15:
            affine = _onto(np.array(shape.outline()[0], float), _distinct(fit.outline_mm))
            return None if affine is None else (affine, to_px)
    return None


def _distinct(loop: Floats) -> Floats:
    """A loop (n, 2) without the corners that pad it."""
    keep = np.linalg.norm(loop - np.roll(loop, 1, axis=0), axis=1) > 1e-6
    plain: Floats = loop[keep]
    return plain


def _onto(source: Floats, target: Floats) -> Floats | None:
    """The affine map (3, 3) that lays one drawing's outline (n, 2) on another's of the same figure."""
    best: Floats = np.eye(3)
    best_error = np.inf
    if len(source) != len(target):
        return None
    for way in (target, target[::-1]):
        for turn in range(len(target)):
            goal = np.roll(way, turn, axis=0)
            error = min(_similar(source, goal), _similar(source * [1, -1], goal))
            if error < best_error:
                system = np.column_stack([source, np.ones(len(source))])
                affine, *_ = np.linalg.lstsq(system, goal, rcond=None)
                best, best_error = np.vstack([affine.T, [0, 0, 1]]), error
    return best


def _similar(source: Floats, goal: Floats) -> float:
    """How far the best turned, scaled and slid copy of points (n, 2) stays from others."""
    a, b = source - source.mean(0), goal - goal.mean(0)
    z, w = a[:, 0] + 1j * a[:, 1], b[:, 0] + 1j * b[:, 1]
    factor = (np.conj(z) @ w) / max(float((np.abs(z) ** 2).sum()), 1e-12)
    return float(np.abs(w - factor * z).sum())
