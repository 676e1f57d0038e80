"""The table as JSON: how it stands, and everything that can be entered, an address for each kind of event.

`/api/set-up` begins a game, `/api/call` times a call; the others are `/api/KIND` with the event's own
fields and the version of the table that the sender saw, and the game if the sender says it.
"""

from __future__ import annotations

from typing import cast

import segno
from flask import Blueprint, Response, current_app, jsonify, make_response, request
from werkzeug.exceptions import BadRequest, Forbidden, Unauthorized

from companion.rules.errors import BadInput, quoted
from companion.rules.polyform import free_shapes
from companion.rules.seeds import seed
from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE, profile_named
from companion.rules.zangle.modes import equalizers
from companion.table.log import write_log
from companion.table.played.scores import played_csv
from companion.table.values import to_json
from companion.table.zangle import events as ev
from companion.table.zangle.live import Answer
from companion.table.zangle.play import State, judge
from companion.table.zangle.scores import scores, scores_csv
from companion.web import screen
from companion.web.all_games import UnknownGame
from companion.web.at_table import end_show, entering, eye, game_of, hall, of_kind, refused, version_of
from companion.web.body import json_object
from companion.web.calling import call_from_json
from companion.web.guard import COOKIES, by_whom, host_only, role, you
from companion.web.hall import AnotherGame
from companion.web.keys import Keys

api = Blueprint("table", __name__)

OWN = (ev.Claim, ev.Hit, ev.Pass, ev.Penalty, ev.Call)
"""What a seat may enter for itself; all else is the host's, but for filling up."""
ALONE = (ev.Stuck, ev.FillColumn)
"""What is nobody else's business where one plays alone."""
KEPT_S = 30 * 24 * 3600


# --- how it stands --------------------------------------------------------------------------------


@api.get("/state")
def state() -> Response:
    """Everything that a page shows."""
    shown = screen.current(hall())
    return jsonify({**shown, "you": you()})


@api.get("/verdict")
def verdict() -> Response:
    """The claim that is in effect last, as it is ruled now, with the arrangement that shows it."""
    return jsonify(verdict=screen.current(hall())["verdict"])


@api.get("/clock")
def clock() -> Response:
    """The server's time, twice: as the question came, and as the answer leaves."""
    received_s = hall().now_s()
    return jsonify(received_s=received_s, answered_s=hall().now_s())


@api.get("/deck")
def deck() -> Response:
    """What a card of a deck can show, to choose from by hand."""
    kind = profile_named(request.args.get("profile") or "iamond")
    sizes = range(1, kind.largest + 1)
    shapes = [shape for size in sizes for shape in free_shapes(kind.lattice, size)]
    faces = [{"triangles": shape.size, "shape": shape.to_json()} for shape in shapes]
    return jsonify(profile=kind.name, faces=[*faces, {"triangles": 0, "shape": None}])


@api.get("/options")
def options() -> Response:
    """What can be agreed on when a game is set up."""
    data = seed("zangle")
    modes = [{"name": name, **mode} for name, mode in data["modes"].items()]
    known = {**data["options"], **data["table"]["options"]}
    return jsonify(
        modes=modes,
        profiles=list(data["profiles"]),
        options=[{"name": name, **one} for name, one in known.items()],
        equalizers=to_json(equalizers()),
        columns={key: data["staircase"][key] for key in ("columns", "most_columns")},
    )


# --- games ----------------------------------------------------------------------------------------


@api.get("/games")
def games() -> Response:
    """The games that can be gone on with, the one played last first."""
    host_only()
    return jsonify(
        games=[screen.summary(name, one) for name, one in hall().all_games.kept()],
        keeps=hall().all_games.keeps,
    )


@api.post("/games/<game_id>")
def go_on(game_id: str) -> Response:
    """Go on with a game of the store."""
    host_only()
    if hall().all_games.keeps and hall().all_games.has(game_id):
        end_show()
    hall().open(game_id)
    return jsonify(state=screen.current(hall()))


@api.get("/games/<game_id>/log")
def log(game_id: str) -> Response:
    """The log of a game, as `companion export` writes it."""
    host_only()
    text = write_log(game_id, hall().all_games.entries(_known(game_id)))
    return _download(text, "application/json", f"{game_id}.json")


@api.get("/games/<game_id>/scores")
def score_rows(game_id: str) -> Response:
    """The scores of a game as rows for a spreadsheet."""
    host_only()
    found = hall().all_games.state_of(game_id)
    if found.table is None:
        raise BadInput("This game has no scores yet.")
    rows = scores_csv(scores(found.table)) if isinstance(found, State) else played_csv(found.table)
    return _download(rows, "text/csv", f"{game_id}.csv")


def _known(game_id: str) -> str:
    if not hall().all_games.has(game_id):
        raise UnknownGame(f"There is no game {game_id[:80]!r}.")
    return game_id


def _download(text: str, kind: str, name: str) -> Response:
    response = make_response(text)
    response.headers["Content-Type"] = f"{kind}; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# --- who is who -----------------------------------------------------------------------------------


@api.post("/enter")
def enter() -> Response:
    """Show a key; it is kept in a cookie that no script can read.

    The code of a seat is good while its player sits out, too: then the page says by `seat` whose it is.
    """
    body = json_object()
    key, seat = body.pop("key", None), body.pop("seat", None)
    if body:
        raise BadRequest(f"There is no {quoted(min(body))} here; use key and seat.")
    if not isinstance(key, str):
        raise BadRequest("Send the key as text, as 'key'.")
    if not isinstance(seat, str | None):
        raise BadRequest("Say by 'seat' whose page this is, as text, or leave it out.")
    keys = cast(Keys, current_app.extensions["keys"])
    found = keys.role([key], hall().names if seat is None else (*hall().names, seat))
    if not found.known:
        raise Unauthorized("This key is not good here: scan the code anew.")
    response = jsonify(host=found.host, seat=found.seat, camera=found.camera)
    if keys.needed:
        name = COOKIES[0 if found.host else 2 if found.camera else 1]
        response.set_cookie(
            name, key, max_age=KEPT_S, httponly=True, samesite="Strict", secure=request.is_secure
        )
    return response


@api.get("/seats")
def seats() -> Response:
    """The links by which phones join, each with its QR code as a picture."""
    host_only()
    keys = cast(Keys, current_app.extensions["keys"])
    address = current_app.extensions["address"] or request.host_url
    camera = screen.host_link(f"{address}camera", keys.camera)
    links = [(name, screen.seat_link(address, name, keys.seat(name))) for name in hall().names]
    return jsonify(
        open=keys.needed,
        host=screen.host_link(address, keys.host),
        camera={"url": camera, "qr": _qr(camera)},
        seats=[{"name": name, "url": url, "qr": _qr(url)} for name, url in links],
    )


def _qr(url: str) -> str | None:
    """The code of a link; None where it is too long for any, as with names that were taken once."""
    try:
        code = segno.make(url, error="m")
    except segno.DataOverflowError:
        return None
    return str(code.svg_data_uri(border=4, dark="#000", light="#fff", omitsize=True))


# --- what happens ---------------------------------------------------------------------------------


@api.post("/set-up")
def set_up() -> tuple[Response, int]:
    """Begin a game; the one being played stays in the store."""
    host_only()
    body = json_object()
    after = game_of(body, "after")
    event = ev.event_from_json(of_kind("set-up", body))
    if not isinstance(event, ev.SetUp):
        raise BadRequest("A game is begun with a set-up.")
    hall().check_played(after)
    if judge(State(), event, 0).ruling is Ruling.LEGAL:
        end_show()
    return _answered(hall().begin(event, after))


@api.post("/call")
def call() -> tuple[Response, int]:
    """A call, with the readings of the caller's clock; the server works out when it was made."""
    body = json_object()
    version, about = version_of(body), game_of(body)
    event = call_from_json(body, now_s=hall().now_s(), device=role().seat if not role().host else None)
    return _submitted(event, version, about)


@api.post("/claim")
def claim() -> tuple[Response, int]:
    """What a caller puts forward: the cards, or `"seen": true` for what the camera saw being laid down."""
    body = json_object()
    version, about = version_of(body), game_of(body)
    seen = body.pop("seen", False)
    if not isinstance(seen, bool):
        raise BadRequest("Say by 'seen' true for the cards that the camera saw, or false, or leave it out.")
    if seen:
        if body.get("cards"):
            raise BadRequest(
                "A claim has one of 'cards' and what the camera has 'seen': leave the other out."
            )
        seat = body.get("seat")
        if not isinstance(seat, str):
            raise BadRequest("A claim names its seat.")
        body["cards"] = to_json(eye().claimed(seat))
    for given in ("ruling", "reasons"):
        if body.get(given):
            raise BadRequest("A claim gets its verdict from the rules: leave out ruling and reasons.")
    return _submitted(ev.event_from_json(of_kind("claim", body)), version, about)


def _submitted(event: ev.Event, version: int, about: str | None) -> tuple[Response, int]:
    _may(event)
    return _answered(hall().submit(event, version, by_whom(), about))


for _kind in ev.KINDS:
    if _kind not in ("set-up", "call", "claim"):
        _answer = entering(_kind, ev.event_from_json, _submitted)
        api.add_url_rule(f"/{_kind}", f"enter-{_kind}", _answer, methods=["POST"])


def _may(event: ev.Event) -> None:
    """A seat acts for itself; only the host sets up, undoes, overrules. Raises Forbidden."""
    who = role()
    if who.host:
        return
    if who.seat is None:
        raise Forbidden("The camera's own phone only sends pictures.")
    own = isinstance(event, OWN) and event.seat == who.seat
    fills = isinstance(event, ev.Replenish) and event.place in (CENTRE, who.seat)
    alone = isinstance(event, ALONE) and hall().names == (who.seat,)
    if not (own or fills or alone):
        raise Forbidden("A seat acts for itself: this is the host's, or another player's.")


def _answered(answer: Answer) -> tuple[Response, int]:
    """What became of a command: 200 with the table as it is now, or 409 with what stands against it."""
    if answer.entry is None:
        return refused(answer.verdict, answer.state.version)
    return jsonify(seq=answer.entry.seq, state=screen.current(hall())), 200


@api.app_errorhandler(AnotherGame)
def _about_another(error: AnotherGame) -> tuple[Response, int]:
    return refused(error.verdict, error.version)
