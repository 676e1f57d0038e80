"""What is said of photographed scenes is laid beside the truth from the side that the photo was taken from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks.board_model.scenes import scene_of
from benchmarks.board_model.score import conditions_of, result_of, truth_of
from vision.board.sighting import BoardSeen, PieceSighting, UnreadPlace

CORNERS = [[100.0, 100.0], [500.0, 100.0], [500.0, 500.0], [100.0, 500.0]]
"""Of the board's face, clockwise from rank 4 of file a, as a photo of 600 by 600 pixels shows it."""


def truth(turns: int = 0) -> dict[str, Any]:
    """A petrol triangle at b2S and a green one on a4N and a4E, the board turned clockwise by quarters."""
    corners = CORNERS[turns:] + CORNERS[:turns]
    pieces = [
        {"owner": "petrol", "cells": ["b2S"], "visible": 1.0},
        {"owner": "green", "cells": ["a4E", "a4N"], "visible": 1.0},
    ]
    return {"height": 600, "objects": [{"corners_px": corners}, *pieces]}


def seen(*pieces: tuple[str, tuple[str, ...]], unread: tuple[str, ...] = ()) -> BoardSeen:
    """What may be said of it."""
    read = tuple(PieceSighting(owner, "", None, cells, (), 1.0) for owner, cells in pieces)
    grid = tuple((float(x), float(y)) for x, y in CORNERS)
    return BoardSeen((600, 600), grid, read, (UnreadPlace((), "", unread),) if unread else ())


PETROL, GREEN = ("petrol", ("b2S",)), ("green", ("a4E", "a4N"))


def test_a_board_is_whole_in_doubt_or_wrong() -> None:
    assert result_of(seen(PETROL, GREEN), truth()) == ("whole", [])
    assert result_of(seen(PETROL, unread=("a4E",)), truth())[0] == "in doubt"
    assert result_of(seen(PETROL), truth()) == ("wrong", ["passed over: green a4E a4N"])
    other = seen(PETROL, ("petrol", ("a4E", "a4N")), unread=("a4E", "a4N"))
    assert result_of(other, truth()) == ("wrong", ["stated: petrol a4E a4N"])
    hidden = truth()
    hidden["objects"][2]["visible"] = 0.8
    assert result_of(seen(PETROL), hidden)[0] == "whole"
    assert result_of(replace(seen(), grid_px=None), truth())[0] == "not found"


def test_a_board_too_small_names_all_of_its_cells() -> None:
    every = tuple(f"{file}{rank}{quarter}" for file in "abcd" for rank in "1234" for quarter in "NESW")
    assert result_of(seen(unread=every), truth())[0] == "refused"


@pytest.mark.parametrize(("turns", "cells"), [(0, "b2S"), (1, "b3W"), (2, "c3N"), (3, "c2E")])
def test_cells_have_the_names_that_the_photo_gives_them(turns: int, cells: str) -> None:
    assert ("petrol", frozenset({cells})) in truth_of(truth(turns))


def test_every_scene_has_its_conditions() -> None:
    scene, _ = scene_of(np.random.default_rng(3), "photo", wide=True, hand=True)
    told = conditions_of(scene | {"seed": "12-003"})
    assert len(told) == 7
    assert told[:3] == ["all", "a hand or a mug over a part", "seed 12"]
