"""Pieces of Tranglar as JSON tells them."""

from __future__ import annotations

from typing import Any

from companion.rules.tranglar.cells import names

Pieces = list[dict[str, Any]]


def piece(owner: str, *cells: str) -> dict[str, Any]:
    """Whose piece lies on which cells."""
    return {"owner": owner, "cells": list(cells)}


def turned(pieces: Pieces, mask: int) -> Pieces:
    """The board with one player's piece showing the other colour."""
    other = {"petrol": "green", "green": "petrol"}
    return [
        {**one, "owner": other[one["owner"]]} if one["cells"] == list(names(mask)) else one for one in pieces
    ]
