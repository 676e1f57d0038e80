"""Teaching a deck in the browser, as JSON: photos in, a deck with its cards out. For the host alone.

Nothing is kept: the page holds the deck as its file would be, and sends it along with each question.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request
from werkzeug.exceptions import BadRequest

from calibration.taught import MOST_FILE_BYTES, BadDeck, TaughtDeck, game_name
from companion.rules.json_text import NoJson, read_json_bytes
from companion.table.teaching.lists import listed
from companion.table.teaching.names import SUFFIXES, decoded, names_in
from companion.table.teaching.showing import deck_from, kept_faces, named, near, show
from companion.web.body import json_value
from companion.web.guard import host_only
from companion.web.sent_file import sent_file, sent_photo

api = Blueprint("teach", __name__)

LONGEST_FILE_NAME = 200


@api.get("/teach/names")
def names() -> Response:
    """What the cards of a game are called, where the rules know."""
    host_only()
    return jsonify(cards=_listed(_asked(request.args.get("game", ""))))


@api.post("/teach/names")
def read_names() -> Response:
    """A list of names that somebody has as a file: text, CSV or JSON."""
    host_only()
    upload = sent_file("names")
    if upload is None:
        raise BadRequest("No list came with the request: send it as the form field 'names'.")
    name = Path(upload.filename or "names.txt").name[:LONGEST_FILE_NAME]
    suffix = Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise BadRequest("A list of names is a .txt, .csv or .json file: save it as one of these.")
    game = _asked(request.form.get("game", ""))
    with _OneSentence():
        found = names_in(decoded(upload.read(), name), suffix, game, name)
    return jsonify(cards=[{"name": one.name, "fields": dict(one.fields)} for one in found])


@api.post("/teach/photo")
def photo() -> Response:
    """Show the deck a photo of cards."""
    host_only()
    upload = sent_photo()
    game = _asked(request.form.get("game", ""))
    with _OneSentence(), current_app.extensions["readers"]:
        deck = deck_from(_sent_deck(), game)
        name = Path(upload.filename or "photo").name[:LONGEST_FILE_NAME]
        deck, cards = show(deck, upload.read(), name)
        return jsonify(cards=[card.to_json() for card in cards], **_told(deck))


@api.post("/teach/deck")
def deck() -> Response:
    """Look a deck through, and name its kinds: those of one name become one."""
    host_only()
    body = json_value(MOST_FILE_BYTES)
    if not isinstance(body, dict) or not isinstance(body.get("deck"), dict):
        raise BadRequest("Send the deck as its file holds it, as the field deck of one JSON object.")
    given = body.get("names")
    if given is not None and not isinstance(given, list):
        raise BadRequest("Send the names as a list, one for each kind.")
    pictures = body.get("pictures", False)
    if not isinstance(pictures, bool):
        raise BadRequest("Whether pictures are asked for is true or false.")
    with _OneSentence(), current_app.extensions["readers"]:
        taught = deck_from(body["deck"])
        places = list(range(len(taught.kinds)))
        if given is not None:
            taught, places = named(taught, given)
        drawn = {"pictures": kept_faces(taught)} if pictures else {}
        return jsonify(places=places, **_told(taught), **drawn)


class _OneSentence:
    """What cannot be used is refused as any other bad request is."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, BadDeck):
            says = str(error)
            raise BadRequest(f"{says[:1].upper()}{says[1:]}.") from error


def _told(deck: TaughtDeck) -> dict[str, Any]:
    return {"deck": deck.to_json(), "alike": near(deck)}


def _listed(game: str) -> list[dict[str, object]]:
    return [{"name": name, "fields": fields} for name, fields in listed(game)]


def _asked(game: str) -> str:
    with _OneSentence():
        return game_name(game)


def _sent_deck() -> Any:
    """The deck that came with a photo; None where none did."""
    sent, text = sent_file("deck"), request.form.get("deck")
    if sent is None and text is None:
        return None
    if sent is not None and text is not None:
        raise BadRequest("A deck came as a file and as text: send one of them.")
    data = sent.read(MOST_FILE_BYTES + 1) if sent is not None else str(text).encode()
    if len(data) > MOST_FILE_BYTES:
        raise BadRequest("The deck is far too long: teach fewer cards in one file.")
    try:
        return read_json_bytes(data)
    except NoJson as error:
        raise BadRequest("The deck that came with the photo is no JSON: begin anew.") from error
