"""The JSON contract of `companion judge zangle`."""

from __future__ import annotations

from typing import Any

from companion.rules.errors import BadInput, quoted, refuse_unknown
from companion.rules.polyform import Lattice, Shape
from companion.rules.zangle.claim import Card, Claim, Rules
from companion.rules.zangle.judging import judge
from companion.rules.zangle.profile import profile_named

_CLAIM_KEYS = ("cards", "claimant", "options", "profile")
_CARD_KEYS = ("from", "shape", "triangles")
_SEEN_KEYS = {"id", "corners_px", "confidence", "read_by"}
"""What `companion see` tells of a card besides; it may stay there, and is not asked for."""


def judge_json(data: object) -> dict[str, Any]:
    """Judge one claim as JSON: read it with `claim_from_json`, give `ZangleVerdict.to_json`.

    Raises BadInput, with one sentence that says what to do, for input that is no claim.
    """
    claim, rules = claim_from_json(data)
    return judge(claim, rules).to_json()


def claim_from_json(data: object) -> tuple[Claim, Rules]:
    """Read `{"claimant", "profile", "cards": [{"from", "triangles", "shape"}], "options"}`.

    `profile` and `options` may be left out; `triangles` and `shape` may be null. Raises BadInput.
    """
    if not isinstance(data, dict):
        raise BadInput("A claim must be an object with a claimant and cards.")
    refuse_unknown(data, _CLAIM_KEYS, "A claim")
    claimant = data.get("claimant")
    if not isinstance(claimant, str) or not claimant.strip():
        raise BadInput("A claim must name its claimant.")
    profile = data.get("profile", "iamond")
    if not isinstance(profile, str):
        raise BadInput("The profile must be a name, such as iamond or abolo.")
    lattice = profile_named(profile).lattice
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise BadInput("The options must be an object of names with true or false.")
    cards = data.get("cards")
    if not isinstance(cards, list):
        raise BadInput("A claim must have a list of cards.")
    read = tuple(_card(number, card, lattice) for number, card in enumerate(cards, 1))
    return Claim(claimant, profile, read), Rules.of(options)


def _card(number: int, data: object, lattice: Lattice) -> Card:
    if not isinstance(data, dict):
        raise BadInput(f"Card {number} must be an object with from, triangles and shape.")
    refuse_unknown(
        {key: value for key, value in data.items() if key not in _SEEN_KEYS}, _CARD_KEYS, f"Card {number}"
    )
    source = data.get("from")
    if not isinstance(source, str) or not source.strip():
        raise BadInput(f'Card {number} must say where it is from: "centre" or a player\'s name.')
    if source.strip().casefold() == "center":
        # Taken for a player's name, it would say that the card is another's.
        raise BadInput(f'Card {number} is from {quoted(source)}: write "centre".')
    triangles = data.get("triangles")
    if triangles is not None and type(triangles) is not int:
        raise BadInput(f"The triangles of card {number} must be a whole number or null.")
    shape = data.get("shape")
    try:
        return Card(triangles, None if shape is None else Shape.from_json(shape, lattice), source)
    except BadInput as wrong:
        raise BadInput(f"Card {number}: {wrong}") from wrong
