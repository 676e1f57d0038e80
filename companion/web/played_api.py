"""The table that all games but Zangle share, as JSON: how it stands for a seat or for everybody, and what is entered.

`/api/played/set-up` begins a game; the others are `/api/played/KIND` with the event's own fields and the version of
the table that the sender saw, and the game if the sender says it. What is hidden leaves here in the view of its own
seat alone.
"""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from flask import Blueprint, Response, current_app, jsonify, request
from werkzeug.exceptions import BadRequest, Forbidden

from companion.rules.errors import BadInput
from companion.rules.game import game_named, games
from companion.rules.verdict import Ruling, Verdict
from companion.table.log import GAME
from companion.table.played import camera
from companion.table.played import events as ev
from companion.table.played.checks import set_up
from companion.table.played.desks import desk_kind, options_of, title_of
from companion.table.played.live import PlayedGame
from companion.table.played.table import Table
from companion.web.all_games import NoGame
from companion.web.at_table import end_show, entering, eye, game_of, hall, of_kind, refused, version_of
from companion.web.body import json_object
from companion.web.guard import by_whom, host_only, own_view, role, you
from companion.web.played_screen import current
from companion.web.sent_file import sent_file

api = Blueprint("played", __name__)

OWN = (ev.Claim, ev.Show)
"""What a seat may enter for itself; all else is the host's."""


# --- how it stands --------------------------------------------------------------------------------


@api.get("/played/state")
def state() -> Response:
    """Everything that a page shows; with `seat`, what that player may see besides."""
    found = current(hall(), own_view())
    return jsonify({**found, "you": you()})


@api.get("/played/games")
def known() -> Response:
    """The games that this table can play, with their options."""
    found = []
    for name in games():
        if name == GAME:
            continue
        least, most = game_named(name).seats
        found.append(
            {
                "name": name,
                "title": title_of(name),
                "least": least,
                "most": most,
                "people_deal": desk_kind(name).people_deal,
                "in_sight": desk_kind(name).in_sight,
                "note": desk_kind(name).note,
                "options": options_of(name),
            }
        )
    return jsonify(games=found, chosen=current_app.config["GAME"])


@api.get("/played/kinds")
def kinds() -> Response:
    """Every card or tile of the game being played, to choose from by hand."""
    game = _playing()
    return jsonify(game=game.id, kinds=_table(game).desk.kinds())


def _playing() -> PlayedGame:
    game = hall().played
    if game is None:
        raise NoGame("No such game is being played: the host sets one up.")
    return game


def _table(game: PlayedGame) -> Table:
    table = game.state.table
    if table is None:
        raise NoGame("The game is not set up yet.")
    return table


# --- what happens ---------------------------------------------------------------------------------


@api.post("/played/set-up")
def begin() -> tuple[Response, int]:
    """Begin a game; the one being played stays in the store."""
    host_only()
    body = json_object()
    after = game_of(body, "after")
    event = ev.event_from_json(of_kind("set-up", body))
    if not isinstance(event, ev.SetUp):
        raise BadRequest("A game is begun with a set-up.")
    if event.game == GAME:
        raise BadInput("Zangle has a table of its own: set it up there.")
    against = tuple(set_up(event, new=True))
    if against:
        return refused(Verdict(Ruling.ILLEGAL, against), 0)
    hall().check_played(after)
    end_show()
    answer = hall().begin_played(event, after)
    if answer.entry is None:
        return refused(answer.verdict, answer.state.version)
    # The camera is another game's from now on, whether or not a page looks; letting go of it takes a while.
    Thread(target=eye().look, daemon=True).start()
    return jsonify(seq=answer.entry.seq, state=current(hall(), None)), 200


@api.post("/played/claim")
def claim() -> tuple[Response, int]:
    """What a player says was played: `turn` as `companion judge GAME` takes it."""
    body = json_object()
    version, about = version_of(body), game_of(body)
    if body.get("ruling") or body.get("reasons"):
        raise BadRequest("A claim gets its verdict from the rules: leave out ruling and reasons.")
    if "turn" in body and "move" in body:
        raise BadRequest("A claim has one of 'move' and 'turn': leave the other out.")
    if "turn" in body:
        # In another game it would say something else, or nothing.
        hall().check_played(about)
        table = _table(_playing())
        seat = body.get("seat")
        if seat not in table.names:
            raise BadInput("A claim names its seat.")
        turn = body.pop("turn")
        body["move"] = str(table.desk.move(turn, table.position, table.names.index(seat)))
    return _entered(ev.event_from_json(of_kind("claim", body)), version, about)


@api.post("/played/read")
def read() -> tuple[Response, int]:
    """Have the camera's newest picture, or an uploaded photo, say what was played; what is certain is entered.

    What the camera sees lies on the table, whoever asks; a photo that is sent is the sender's own claim.
    """
    if not (role().host or role().seat):
        raise Forbidden("The camera's own phone only sends pictures.")
    own = own_view()
    game = _playing()
    # Before the picture is read: what others enter meanwhile goes before what lay in it.
    state = game.state
    table = _table(game)
    found = camera.proposed(table, _looked_at(table))
    hall().tell(game.id, state.version, found.news)
    if found.event is None:
        return jsonify(says=found.says, entered=False, state=current(hall(), own)), 200
    by: str | None = "camera"
    if "photo" in request.files:
        _may(found.event)
        by = by_whom()
    answer = hall().enter(found.event, state.version, by, game.id)
    if answer.entry is None:
        return refused(answer.verdict, answer.state.version)
    return jsonify(says="", entered=True, state=current(hall(), own)), 200


def _looked_at(table: Table) -> camera.Seen:
    """What lies in the photo that was sent, or else in the camera's newest picture."""
    upload, deck = sent_file("photo"), current_app.extensions["deck"]
    pixels = eye().newest() if upload is None else None
    if upload is None and pixels is None:
        raise BadInput("There is no picture of the table: choose a camera in the set-up, or send a photo.")
    with current_app.extensions["readers"]:
        if upload is not None:
            return camera.look_at_photo(table, upload.read(), Path(upload.filename or "photo").name, deck)
        assert pixels is not None
        return camera.look(table, pixels, deck)


def _entered(event: ev.Event, version: int, about: str | None) -> tuple[Response, int]:
    _may(event)
    answer = hall().enter(event, version, by_whom(), about)
    if answer.entry is None:
        return refused(answer.verdict, answer.state.version)
    seat = request.args.get("seat")
    own = seat if role().host or seat == role().seat else None
    return jsonify(seq=answer.entry.seq, state=current(hall(), own)), 200


def _may(event: ev.Event) -> None:
    """A seat claims and shows for itself, and may say what was turned up. Raises Forbidden."""
    who = role()
    if who.host:
        return
    whose = getattr(event, "seat", getattr(event, "place", None))
    turned = isinstance(event, ev.Show) and event.place == ev.MIDDLE and who.seat is not None
    if not turned and not (isinstance(event, OWN) and who.seat is not None and whose == who.seat):
        raise Forbidden("A seat acts for itself: this is the host's, or another player's.")


for _kind in ev.KINDS:
    if _kind not in ("set-up", "claim"):
        _answer = entering(_kind, ev.event_from_json, _entered)
        api.add_url_rule(f"/played/{_kind}", f"played-{_kind}", _answer, methods=["POST"])
