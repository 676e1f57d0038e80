"""Pieces of Tranglar as JSON tells them."""

from __future__ import annotations

from typing import Any


def piece(owner: str, *cells: str) -> dict[str, Any]:
    """Whose piece lies on which cells."""
    return {"owner": owner, "cells": list(cells)}
