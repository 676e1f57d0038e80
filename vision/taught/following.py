"""A table of a taught deck looked at over and over by a camera that stands still: only what changed is read anew."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from vision.photo import Pixels
from vision.plane import Floats, sides
from vision.quads import Box, as_quad, cut_off
from vision.sighting import CardSighting, Outline, Seen, Unread
from vision.taught.changes import ChangeConfig, Changes, changes
from vision.taught.growing import GrowConfig, Grown, known_table
from vision.taught.levelling import Table
from vision.taught.read import TaughtReader
from vision.taught.sighting import TaughtSighting

_Thing = TypeVar("_Thing", bound="TaughtSighting | CardSighting | Unread")


@dataclass(frozen=True, slots=True)
class FollowConfig:
    """When a table is read anew as a whole, and how far around what changed it is looked."""

    changes: ChangeConfig = field(default_factory=ChangeConfig)
    most: float = 0.4
    """Of a picture of which more changed all is read anew."""
    grow: GrowConfig = field(default_factory=GrowConfig)
    reach: float = 0.8
    """How far around what changed is looked, in sides of the largest card: one of which most changed is whole in it."""
    edge_px: float = 3.0
    """What ends so near to the edge of what was looked at may go on beyond it."""


@dataclass(frozen=True, slots=True)
class LastLook:
    """What lies on a table, and the picture (height, width, 3) BGR in which each part of it was last read."""

    pixels: Pixels
    seen: Seen


def look_again(
    reader: TaughtReader, pixels: Pixels, last: LastLook | None, config: FollowConfig | None = None
) -> LastLook:
    """The table in a new picture; cards on which nothing changed since the `last` look are as they were."""
    config = config or FollowConfig()
    if last is None or last.pixels.shape != pixels.shape:
        return LastLook(pixels, reader.see(pixels))
    new = changes(last.pixels, pixels, config.changes)
    cards = [card for card in _named(last.seen) if not new.touch(np.array(card.corners_px))]
    if not cards or new.share > config.most:
        return LastLook(pixels, reader.see(pixels))
    unread = [one for one in last.seen.unread if not new.touch(np.array(one.corners_px))]
    quads = [np.array(card.corners_px) for card in cards]
    table = known_table(quads, last.seen.size_px, config.grow)
    reach = config.reach * max(float(sides(quad).max()) for quad in quads)
    touched = [
        quad
        for thing in (*_named(last.seen), *last.seen.unread)
        if new.touch(quad := np.array(thing.corners_px))
    ]
    for box in new.boxes(reach, touched):
        seen = _within(reader, pixels, box, cards, new, table)
        cards += [card for card in _named(seen) if _new(card, new, box, config)]
        unread += [one for one in seen.unread if _new(one, new, box, config)]
    seen = replace(
        last.seen,
        cards=tuple(sorted(cards, key=_row)),
        unread=tuple(sorted(unread, key=_row)),
    )
    return LastLook(new.renewed(last.pixels, pixels), seen)


def _within(
    reader: TaughtReader,
    pixels: Pixels,
    box: Box,
    cards: list[TaughtSighting | CardSighting],
    new: Changes,
    table: Grown | None,
) -> Seen:
    """What lies where something changed in a box of a picture, beside cards that are known, in the picture's pixels."""
    left, top, right, bottom = box
    shift = np.array([left, top], float)
    ends = np.array([right, bottom], float)
    known = [
        _moved(card, -shift)
        for card in cards
        if (np.array(card.corners_px) >= shift).all() and (np.array(card.corners_px) <= ends).all()
    ]
    to_whole = np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]])
    moved = None if table is None else replace(table, table=Table(table.table.to_table @ to_whole))
    part = np.ascontiguousarray(pixels[top:bottom, left:right])
    seen = reader.beside(part, known, lambda corners: new.touch(corners + shift), moved)
    return replace(
        seen,
        cards=tuple(_moved(card, shift) for card in _named(seen)),
        unread=tuple(_moved(one, shift) for one in seen.unread),
    )


def _named(seen: Seen) -> list[TaughtSighting | CardSighting]:
    return [card for card in seen.cards if isinstance(card, TaughtSighting | CardSighting)]


def _new(thing: TaughtSighting | CardSighting | Unread, new: Changes, box: Box, config: FollowConfig) -> bool:
    """Whether a thing lies where something changed, and whole in what was looked at."""
    corners = np.array(thing.corners_px)
    return not cut_off(corners, box, new.size_px, config.edge_px) and new.touch(corners)


def _moved(thing: _Thing, shift: Floats) -> _Thing:
    return replace(thing, corners_px=as_quad(np.array(thing.corners_px) + shift))


def _row(thing: Outline | CardSighting | Unread) -> tuple[float, float]:
    x, y = np.mean(thing.corners_px, axis=0)
    return float(y), float(x)
