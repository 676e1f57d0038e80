"""The board and its pieces as solid things: their outlines, colours and places in millimetres."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, affinity, unary_union

from benchmarks.board_model.arts import Art
from benchmarks.board_model.layouts import Laid
from vision.board.cells import SIDE
from vision.board.laying.pieces import KINDS, NEUTRAL, shape_of

BOARD_MM = 2.0
"""How thick boards are."""
GAPS_MM, TIGHT_MM = (0.4, 1.6), (0.15, 0.4)
"""Between pieces that are cut and laid by hand (six boards photographed by others have .85 to 1.4), and between ones
that fit so tightly that a webcam hardly shows where one ends."""
TRIES = 5
"""How often a piece is moved off its place, by half as much every time, before it is left there."""


def board_of(art: Art, turn_deg: float) -> dict[str, Any]:
    """The board as an object of a scene, without its texture; its middle is the table's."""
    place = {"pose": [0, 0, turn_deg], "z_mm": 0.1, "thickness_mm": BOARD_MM, "roughness": 0.5}
    return {"name": "board", "size_mm": [art.size_mm] * 2, "square_mm": art.square_mm} | place


def solids(
    rng: np.random.Generator, art: Art, laid: list[Laid], turn_deg: float, *, wide: bool, tight: bool
) -> list[dict[str, Any]]:
    """Pieces as objects of a scene, with gaps between them and a little off their places; none runs into another."""
    gap_mm = math.exp(rng.uniform(*np.log(TIGHT_MM if tight else GAPS_MM)))
    thick_mm = rng.uniform(0.8, 4.0)
    off_mm, off_deg = (rng.uniform(0, 0.3), rng.uniform(0, 0.5)) if wide else (0.08, 0.1)
    colours = _colours(rng, art)
    looks = {"roughness": float(rng.uniform(0.25, 0.7)), "bevel_mm": float(rng.uniform(0.1, 0.5))}
    looks |= {"thickness_mm": thick_mm, "z_mm": BOARD_MM + 0.12}
    forms = [
        Polygon(np.array(shape_of(own.spot.names).outline()[0], float) * art.square_mm).buffer(
            -gap_mm / 2, join_style="mitre"
        )
        for own in laid
    ]
    turn = math.radians(turn_deg)
    out = []
    for number, (own, (dx, dy, turned_deg)) in enumerate(
        zip(laid, _off_places(rng, forms, off_mm, off_deg), strict=True)
    ):
        middle = np.array(forms[number].centroid.coords[0])
        x, y = middle - SIDE * art.square_mm / 2 + [dx, dy]
        pose = [x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)]
        what: dict[str, Any] = {
            "name": f"piece-{number}",
            "owner": own.owner,
            "kind": KINDS[own.spot.kind].name,
        }
        what |= {"hand": own.spot.hand, "cells": own.spot.names, "color": colours[own.owner].tolist()}
        form = {"outline_mm": _outline(forms[number], middle), "pose": [*pose, turn_deg + turned_deg]}
        out.append(what | form | looks)
    return out


def _colours(rng: np.random.Generator, art: Art) -> dict[str, NDArray[np.float64]]:
    """Red, green and blue of each owner's pieces; white ones are often the white of a white board."""
    white = 0.9 + rng.normal(0, 0.04) + rng.normal(0, 0.015, 3)
    if art.ground.mean() > 0.85 and rng.random() < 0.6:
        white = art.ground * math.exp(rng.normal(0, 0.012))
    petrol = np.array([0.06, 0.33, 0.44]) * math.exp(rng.normal(0, 0.2)) + rng.normal(0, 0.03, 3)
    green = np.array([0.56, 0.68, 0.12]) * math.exp(rng.normal(0, 0.12)) + rng.normal(0, 0.03, 3)
    return {
        owner: np.clip(colour, 0.02, 0.97)
        for owner, colour in (("petrol", petrol), ("green", green), (NEUTRAL, white))
    }


def _off_places(
    rng: np.random.Generator, forms: list[Any], off_mm: float, off_deg: float
) -> list[tuple[float, float, float]]:
    """By how much each piece lies off its place, in millimetres and degrees."""
    lying, moves = list(forms), []
    for number, form in enumerate(forms):
        others = unary_union(lying[:number] + lying[number + 1 :])
        move = np.array([*rng.normal(0, off_mm, 2), rng.normal(0, off_deg)])
        for _ in range(TRIES):
            moved = affinity.rotate(affinity.translate(form, move[0], move[1]), move[2], "centroid")
            if not moved.intersects(others):
                lying[number] = moved
                break
            move = move / 2
        else:
            move = np.zeros(3)
        moves.append((float(move[0]), float(move[1]), float(move[2])))
    return moves


def _outline(form: Any, middle: NDArray[np.float64]) -> list[list[float]]:
    """A polygon's corners about its middle, counter-clockwise."""
    ring = form.exterior.coords[:-1] if form.exterior.is_ccw else form.exterior.coords[:0:-1]
    points: list[list[float]] = (np.array(ring) - middle).tolist()
    return points
