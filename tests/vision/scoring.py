"""What a photo's sightings are worth, held against its truth."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.rules.polyform import Shape
from companion.table.decks import zangle_deck
from vision.cards.see import see
from vision.photo import load_photo
from vision.sighting import CardSighting, Seen

PHOTOS = Path(__file__).parents[1] / "photos"


@dataclass(frozen=True)
class Score:
    """Cards due and read rightly, cards read wrongly anywhere, and sightings where no card lies."""

    due: int
    right: int
    wrong: tuple[str, ...]
    phantoms: tuple[str, ...]


@cache
def seen_in(name: str) -> Seen:
    """What is seen in one of the committed photos."""
    return see(load_photo(PHOTOS / f"{name}.jpg"), game="zangle", deck=zangle_deck())


def truth_of(name: str) -> dict[str, Any]:
    """The truth beside a photo."""
    truth: dict[str, Any] = json.loads((PHOTOS / f"{name}.truth.json").read_text())
    return truth


def score(seen: Seen, truth: dict[str, Any]) -> Score:
    """Match each card of the truth with a sighting near its middle; a card that mostly shows is due."""
    left = [card for card in seen.cards if isinstance(card, CardSighting)]
    due = right = 0
    wrong = []
    for true in (o for o in truth["objects"] if "triangles" in o):
        corners = true["corners_px"]
        x, y = _middle(corners)
        reach = max(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a in corners for b in corners) / 4
        near = [
            c
            for c in left
            if max(abs(_middle(c.corners_px)[0] - x), abs(_middle(c.corners_px)[1] - y)) < reach
        ]
        inside = all(0 <= p[0] < truth["width"] and 0 <= p[1] < truth["height"] for p in corners)
        is_due = true["visible"] >= 0.9 and inside
        due += is_due
        if not near:
            continue
        best = min(near, key=lambda c: abs(_middle(c.corners_px)[0] - x) + abs(_middle(c.corners_px)[1] - y))
        left.remove(best)
        if not _same(best, true):
            wrong.append(f"{true['name']} read as {best.id or best.triangles} at {x:.0f}, {y:.0f}")
        right += is_due and _same(best, true)
    return Score(due, right, tuple(wrong), tuple(f"{c.triangles} at {_middle(c.corners_px)}" for c in left))


def _middle(corners: Any) -> tuple[float, float]:
    return sum(p[0] for p in corners) / 4, sum(p[1] for p in corners) / 4


def _same(card: CardSighting, true: dict[str, Any]) -> bool:
    if "id" in true and card.id is not None and card.id != true["id"]:
        return False
    if card.triangles != true["triangles"]:
        return False
    if not true["triangles"]:
        return True
    return card.shape is not None and card.shape.key == Shape.from_json(true["shape"]).key
