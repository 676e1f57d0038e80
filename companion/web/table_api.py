"""The table as JSON: how it stands, and everything that can be entered, an address for each kind of event.

`/api/set-up` begins a game, `/api/call` times a call; the others are `/api/KIND` with the event's own
fields and the version of the table that the sender saw, and the game if the sender says it.
"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import BadRequest, Forbidden

from companion.rules.polyform import free_shapes
from companion.rules.seeds import seed
from companion.rules.verdict import Ruling
from companion.rules.zangle import CENTRE, profile_named
from companion.rules.zangle.claim import LEAST_CARDS
from companion.rules.zangle.modes import equalizers
from companion.table.values import to_json
from companion.table.zangle import events as ev
from companion.table.zangle.live import Answer
from companion.table.zangle.play import State, judge
from companion.web import screen
from companion.web.at_table import end_show, entering, eye, game_of, hall, of_kind, refused, version_of
from companion.web.body import json_object
from companion.web.calling import call_from_json
from companion.web.guard import by_whom, host_only, role, you

api = Blueprint("table", __name__)

OWN = (ev.Claim, ev.Hit, ev.Pass, ev.Penalty, ev.Call)
"""What a seat may enter for itself; all else is the host's, but for filling up."""
ALONE = (ev.Stuck, ev.FillColumn)
"""What is nobody else's business where one plays alone."""


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
    """What a card of a deck can show, to choose from by hand, and how few cards a claim of them takes."""
    kind = profile_named(request.args.get("profile") or "iamond")
    sizes = range(1, kind.largest + 1)
    shapes = [shape for size in sizes for shape in free_shapes(kind.lattice, size)]
    faces = [{"triangles": shape.size, "shape": shape.to_json()} for shape in shapes]
    faces.append({"triangles": 0, "shape": None})
    return jsonify(profile=kind.name, faces=faces, least_cards=LEAST_CARDS)


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
    _may(event)
    return _answered(hall().call(event, version, by_whom(), about))


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
