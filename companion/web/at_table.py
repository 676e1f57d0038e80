"""What all addresses of a table share: its games, its camera, what a command is about, and how one is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from flask import Response, current_app, jsonify
from werkzeug.exceptions import BadRequest

from companion.rules.verdict import Verdict
from companion.web.body import json_object
from companion.web.eye import RECORDING, Eye
from companion.web.hall import Hall

E = TypeVar("E")
"""A kind of event."""


def hall() -> Hall:
    """The games of this table."""
    return cast(Hall, current_app.extensions["hall"])


def eye() -> Eye:
    """What looks at this table."""
    return cast(Eye, current_app.extensions["eye"])


def end_show() -> None:
    """A game of people's own begins: what is shown, or will be, must not be taken for what lies on their table."""
    if hall().showing or eye().look().source == RECORDING:
        eye().choose(None)


def version_of(body: dict[str, Any]) -> int:
    """Which table it is about, taken out of the body. Raises BadRequest."""
    version = body.pop("version", None)
    if type(version) is not int or version < 0:
        raise BadRequest("Say by 'version' which table this is about: the number that the state came with.")
    return version


def game_of(body: dict[str, Any], field: str = "game") -> str | None:
    """Which game it is about, taken out of the body; None where the sender does not say. Raises BadRequest."""
    if field not in body:
        return None
    game = body.pop(field)
    if not isinstance(game, str):
        raise BadRequest(f"Say by '{field}' which game this is about, as text, or leave it out.")
    return game


def of_kind(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    """The event of that kind whose fields came along. Raises BadRequest where they say that it is another."""
    if body.get("kind", kind) != kind:
        raise BadRequest(
            f"This address takes a {kind}, and 'kind' says that this is something else: leave it out."
        )
    return {**body, "kind": kind}


def entering(
    kind: str,
    read: Callable[[dict[str, Any]], E],
    enter: Callable[[E, int, str | None], tuple[Response, int]],
) -> Callable[[], tuple[Response, int]]:
    """What answers at the address of a kind of event: `read` makes the event of its JSON, and `enter` enters it in the
    version and the game that its sender saw."""

    def entered() -> tuple[Response, int]:
        body = json_object()
        version, about = version_of(body), game_of(body)
        return enter(read(of_kind(kind, body)), version, about)

    return entered


def refused(verdict: Verdict, version: int) -> tuple[Response, int]:
    """What stands against a command, and where the table is."""
    reasons = [reason.to_json() for reason in verdict.reasons]
    says = " ".join(dict.fromkeys(reason.says for reason in verdict.reasons))
    return jsonify(error=says, reasons=reasons, version=version), 409
