"""The table's JSON: what is entered happens, what the rules refuse is refused with every reason."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.table.store import NoStore, Store
from companion.table.zangle.events import KINDS, SetUp
from companion.table.zangle.live import ZangleGame
from companion.web.all_games import LISTED
from companion.web.app import STATIC, create_app
from companion.web.even_clock import A_DAY_S
from companion.web.hall import Hall
from companion.web.stream import follow, parse
from tests.table.script import ONE, TWO
from tests.web.conftest import client_of
from tests.web.payloads import card, exact, passes


@pytest.fixture
def at_table(hall: Hall) -> FlaskClient:
    return client_of(create_app(hall=hall))


def state_of(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/state").get_json()
    return found


def enter(client: FlaskClient, kind: str, /, **body: Any) -> dict[str, Any]:
    """Enter something about the table as it is now; it has to be accepted."""
    response = client.post(f"/api/{kind}", json={"version": state_of(client)["version"], **body})
    assert response.status_code == 200, response.get_json()
    found: dict[str, Any] = response.get_json()["state"]
    return found


def refused(client: FlaskClient, kind: str, /, status: int = 409, **body: Any) -> str:
    response = client.post(f"/api/{kind}", json={"version": state_of(client)["version"], **body})
    assert response.status_code == status, response.get_json()
    says = response.get_json()["error"]
    assert isinstance(says, str)
    assert "\n" not in says
    return says


def begin(client: FlaskClient, *players: str) -> dict[str, Any]:
    names = list(players or ("ann", "ben", "cem"))
    response = client.post("/api/set-up", json={"mode": "speedster", "players": names})
    assert response.status_code == 200, response.get_json()
    enter(client, "deal")
    return enter(client, "flip")


def a_zangle(seat: str) -> list[dict[str, Any]]:
    return [card(seat, TWO), card(seat, ONE), card("centre", ONE)]


def test_before_any_game_there_is_a_table_without_one(at_table: FlaskClient) -> None:
    state = state_of(at_table)
    assert state["game"] is None
    assert state["table"] is None
    assert state["you"] == {"host": True, "seat": None, "camera": False}
    assert "host sets one up" in refused(at_table, "deal", 400)


def test_without_a_place_for_games_none_begins() -> None:
    client = client_of(create_app())
    response = client.post("/api/set-up", json={"mode": "speedster", "players": ["ann", "ben"]})
    assert response.status_code == 400
    assert "--log" in response.get_json()["error"]


def test_a_call_a_claim_and_its_verdict(at_table: FlaskClient, hall: Hall) -> None:
    begin(at_table)
    passes(hall, 1.0)
    state = enter(at_table, "call", seat="ben", device="k", **exact(hall, 0.2))
    assert state["moment"]["kind"] == "called"
    assert state["table"]["control"] == "ben"
    state = enter(at_table, "claim", seat="ben", cards=a_zangle("ben"))
    assert state["moment"]["ruling"] == "legal"
    verdict = at_table.get("/api/verdict").get_json()["verdict"]
    assert (verdict["seat"], verdict["ruling"], verdict["target"]) == ("ben", "legal", 0)
    assert {piece["card"] for piece in verdict["arrangement"]} == {1, 2}
    assert state["table"]["seats"][1]["zangles"]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"seen": "yes"}, "'seen'"),
        ({"seen": 1}, "'seen'"),
        ({"seen": None}, "'seen'"),
        ({"seen": True}, "one of 'cards'"),
        ({"kind": "hit"}, "takes a claim"),
        ({"kind": None}, "takes a claim"),
    ],
)
def test_a_claim_that_says_two_things_is_refused(
    at_table: FlaskClient, hall: Hall, more: dict[str, Any], says: str
) -> None:
    begin(at_table)
    enter(at_table, "call", seat="ben", device="k", **exact(hall, 0.0))
    assert says in refused(at_table, "claim", 400, seat="ben", cards=a_zangle("ben"), **more)
    state = enter(at_table, "claim", seat="ben", cards=a_zangle("ben"), seen=False, kind="claim")
    assert state["moment"]["ruling"] == "legal"


def test_an_address_takes_no_other_kind_of_event(at_table: FlaskClient) -> None:
    body = {"mode": "speedster", "players": ["ann", "ben"], "kind": "deal"}
    assert "takes a set-up" in at_table.post("/api/set-up", json=body).get_json()["error"]
    begin(at_table)
    assert "takes a hit" in refused(at_table, "hit", 400, seat="ben", kind="deal")
    enter(at_table, "hit", seat="ben", kind="hit")
    zont = {"game": "zont", "players": ["ann", "ben"], "kind": "end"}
    assert "takes a set-up" in at_table.post("/api/played/set-up", json=zont).get_json()["error"]
    assert (
        "takes a pause"
        in at_table.post("/api/played/pause", json={"version": 1, "kind": "end"}).get_json()["error"]
    )


def test_a_wrong_claim_can_be_overruled_and_all_of_it_undone(at_table: FlaskClient, hall: Hall) -> None:
    begin(at_table)
    enter(at_table, "call", seat="ann", device="k", **exact(hall, 0.0))
    wrong = [card("ann", ONE), card("centre", ONE), card("centre", ONE)]
    state = enter(at_table, "claim", seat="ann", cards=wrong)
    assert state["moment"]["ruling"] == "illegal"
    assert "penalty" in state["moment"]["next"]
    claim = state["verdict"]["seq"]
    state = enter(at_table, "overrule", of=claim, ruling="legal", why="we say so")
    assert (state["verdict"]["ruling"], state["verdict"]["overruled"]) == ("legal", True)
    assert state["moment"]["ruling"] == "legal"
    state = enter(at_table, "undo", of=state["undo"]["seq"])
    assert state["verdict"]["ruling"] == "illegal"
    state = enter(at_table, "undo", of=claim)
    assert state["verdict"] is None
    assert claim in state["undone"]


def test_the_call_made_first_wins_and_not_the_one_that_came_first(at_table: FlaskClient, hall: Hall) -> None:
    begin(at_table)
    passes(hall, 1.0)
    version = state_of(at_table)["version"]
    measured = exact(hall, 0.5)
    for seat, later_s in (("ann", 0.3), ("ben", 0.0)):
        pressed_s = measured["pressed_s"] + later_s
        body = {"version": version, "seat": seat, "device": seat, **measured, "pressed_s": pressed_s}
        assert at_table.post("/api/call", json=body).status_code == 200
    table = state_of(at_table)["table"]
    assert table["control"] == "ben"
    assert table["margin_s"] == pytest.approx(0.3)


def test_a_clock_that_is_off_by_hours_is_seen_through(at_table: FlaskClient, hall: Hall) -> None:
    begin(at_table)
    passes(hall, 1.0)
    ahead = 7200.0
    now = hall.now_s()
    sample = [now + ahead - 0.02, now - 0.01, now - 0.01, now + ahead]
    body = {"pressed_s": now + ahead - 0.1, "samples": [sample], "device": "a"}
    state = enter(at_table, "call", seat="ann", **body)
    (called,) = state["table"]["calls"]
    assert called["at_s"] == pytest.approx(now - 0.1, abs=0.05)
    assert 0.01 <= called["uncertainty_s"] < 0.02


@pytest.mark.parametrize(
    "body",
    [
        {"samples": []},
        {"samples": [[1, 2, 3]]},
        {"samples": [[4, 3, 2, 1]]},
        {"samples": "now"},
        {"samples": [[0, 0, 0, 0]] * 65},
        {"pressed_s": None},
        {"pressed_s": 1e300},
        {"device": ""},
        {"device": "x" * 99},
        {"seat": 7},
        {"more": 1},
    ],
)
def test_calls_that_make_no_sense_are_refused(
    at_table: FlaskClient, hall: Hall, body: dict[str, Any]
) -> None:
    begin(at_table)
    refused(at_table, "call", 400, **{"seat": "ann", "device": "a", **exact(hall, 0.1), **body})


@pytest.mark.parametrize("ago_s", [-5.0, 3600.0])
def test_calls_of_another_time_are_refused(at_table: FlaskClient, hall: Hall, ago_s: float) -> None:
    begin(at_table)
    assert "call again" in refused(at_table, "call", 400, seat="ann", device="a", **exact(hall, ago_s))


def test_a_call_made_before_the_centre_was_turned_up_is_refused_and_costs_nothing(
    at_table: FlaskClient, hall: Hall
) -> None:
    begin(at_table)
    passes(hall, 3.0)
    enter(at_table, "call", seat="ann", device="a", **exact(hall, 0.1))
    before = state_of(at_table)
    assert "call again" in refused(at_table, "call", seat="ben", device="b", **exact(hall, 4.0))
    assert state_of(at_table) == before
    assert enter(at_table, "call", seat="ben", device="b", **exact(hall, 2.0))["table"]["control"] == "ben"


def test_a_command_about_an_older_table_is_refused(at_table: FlaskClient) -> None:
    begin(at_table)
    response = at_table.post("/api/hit", json={"version": 1, "seat": "ann"})
    assert response.status_code == 409
    assert response.get_json()["reasons"][0]["clause"] == "zangle/stale"


@pytest.mark.parametrize(
    ("data", "status"),
    [(b"{", 400), (b"[]", 400), (b'"x"', 400), (b"{}", 400), (b'{"version": true}', 400), (b"\xff", 400)],
)
def test_bodies_that_are_no_command_are_refused(at_table: FlaskClient, data: bytes, status: int) -> None:
    response = at_table.post("/api/deal", data=data, content_type="application/json")
    assert response.status_code == status
    assert response.get_json()["error"]


def test_a_body_that_is_too_large_is_refused(at_table: FlaskClient) -> None:
    response = at_table.post("/api/pause", json={"version": 0, "why": "x" * 100_000})
    assert response.status_code == 413
    assert at_table.post("/api/pause", data=b"why=x").status_code == 415


def test_a_verdict_of_ones_own_is_refused(at_table: FlaskClient, hall: Hall) -> None:
    begin(at_table)
    enter(at_table, "call", seat="ann", device="k", **exact(hall, 0.0))
    assert "rules" in refused(at_table, "claim", 400, seat="ann", cards=a_zangle("ann"), ruling="legal")


def test_what_is_offered_is_what_is_allowed(at_table: FlaskClient) -> None:
    begin(at_table)
    offers = state_of(at_table)["offers"]
    assert len({offer["id"] for offer in offers}) == len(offers)
    for offer in offers:
        kind = offer["event"].pop("kind")
        if offer["allowed"]:
            enter(at_table, kind, **offer["event"])
            if kind != "undo":
                enter(at_table, "undo", of=state_of(at_table)["undo"]["seq"])
        else:
            assert offer["why"]
            assert refused(at_table, kind, **offer["event"])


def test_to_redo_is_another_button_than_to_undo(at_table: FlaskClient) -> None:
    begin(at_table)
    for kind in ("pause", "resume"):
        enter(at_table, kind)
    enter(at_table, "undo", of=state_of(at_table)["undo"]["seq"])
    offers = {offer["id"]: offer for offer in state_of(at_table)["offers"]}
    assert len(offers) == len(state_of(at_table)["offers"])
    assert state_of(at_table)["table"]["paused"]
    enter(at_table, "undo", of=offers["redo"]["event"]["of"])
    assert not state_of(at_table)["table"]["paused"]


def test_a_game_that_is_over_offers_another_one_as_it_was_set_up(at_table: FlaskClient) -> None:
    at_table.post("/api/set-up", json={"mode": "speedster", "players": ["ann", "ben"], "profile": "abolo"})
    assert "set-up" not in {offer["id"] for offer in state_of(at_table)["offers"]}
    enter(at_table, "join", seat="cem", after="ann")
    enter(at_table, "end")
    first = state_of(at_table)["offers"][0]
    assert (first["id"], first["says"], first["allowed"]) == ("set-up", "Another game", True)
    event = {key: value for key, value in first["event"].items() if key not in ("kind", "v")}
    assert (event["players"], event["dealer"], event["profile"]) == (["ann", "cem", "ben"], "cem", "abolo")
    assert at_table.post("/api/set-up", json=event).get_json()["state"]["version"] == 1


def test_a_tie_made_once_the_game_is_over_says_how_it_is_parted(at_table: FlaskClient) -> None:
    at_table.post("/api/set-up", json={"mode": "speedster", "players": ["ann", "ben"]})
    for number in range(5):
        for kind in ("next-round",) * (number > 0) + ("deal", "flip"):
            enter(at_table, kind)
        places = {"source": {"kind": "centre pile"}, "to": {"kind": "aside"}}
        pile = state_of(at_table)["table"]["pile"]
        enter(at_table, "correct-cards", count=pile, why="lost", **places)
        enter(at_table, "end-round")
    enter(at_table, "correct-score", round=5, seat="ann", points=0, why="counted anew")
    over = enter(at_table, "end")
    assert (over["moment"]["title"], over["moment"]["next"]) == ("ann wins", "")
    tied = {"round": 5, "seat": "ben", "points": 0, "why": "his too"}
    told = enter(at_table, "correct-score", **tied)["moment"]
    assert told["title"] == "ann and ben share the win"
    assert "undo the correction and the end, and correct the points again" in told["next"]
    # What it says is what has to be done.
    for _ in range(2):
        enter(at_table, "undo", of=state_of(at_table)["undo"]["seq"])
    enter(at_table, "correct-score", **tied)
    assert enter(at_table, "end")["moment"]["next"].endswith("for a bonus round undo the end.")
    enter(at_table, "undo", of=state_of(at_table)["undo"]["seq"])
    assert enter(at_table, "next-round")["table"]["bonus"]


def test_games_are_kept_and_gone_on_with(at_table: FlaskClient, store: Store) -> None:
    begin(at_table)
    first = state_of(at_table)
    begin(at_table, "dee", "eve")
    games = at_table.get("/api/games").get_json()["games"]
    assert [game["players"] for game in games] == [["dee", "eve"], ["ann", "ben", "cem"]]
    assert [(game["counts"], game["round"]) for game in games] == [("round", 1)] * 2
    again = client_of(create_app(hall=Hall(store)))
    assert state_of(again)["game"] == games[0]["id"]
    back = again.post(f"/api/games/{first['game']}").get_json()["state"]
    assert back["version"] == first["version"]
    assert again.post("/api/games/nowhere").status_code == 404
    log = again.get(f"/api/games/{first['game']}/log").get_json()
    assert [entry["event"]["kind"] for entry in log["entries"]] == ["set-up", "deal", "flip"]
    rows = again.get(f"/api/games/{first['game']}/scores").get_data(as_text=True)
    assert rows.startswith("round,kind,winner,check,ann,ben,cem")


@pytest.mark.parametrize("ahead_s", [3600.0, 1e9])
def test_the_game_played_last_goes_on_though_the_clock_was_set_back(
    ahead_s: float, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = 1.7e9
    monkeypatch.setattr("companion.web.even_clock.time.time", lambda: now_s + ahead_s)
    assert Hall(store).begin(SetUp("speedster", ("ann", "ben"))).accepted
    monkeypatch.setattr("companion.web.even_clock.time.time", lambda: now_s)
    hall = Hall(store)
    assert hall.begin(SetUp("speedster", ("dee", "eve"))).accepted
    assert abs(hall.now_s() - now_s) < A_DAY_S
    if ahead_s < A_DAY_S:
        assert Hall(store).names == ("dee", "eve")


def test_scores_of_a_game_are_there_however_many_were_played_since(
    at_table: FlaskClient, store: Store
) -> None:
    begin(at_table)
    first = state_of(at_table)["game"]
    for number in range(LISTED):
        since = ZangleGame(store, f"since-{number}")
        assert since.submit(SetUp("speedster", ("dee", "eve")), version=0, at_s=9e9 + number).accepted
    rows = at_table.get(f"/api/games/{first}/scores").get_data(as_text=True)
    assert rows.startswith("round,kind,winner,check,ann,ben,cem")
    assert at_table.get("/api/games/nowhere/scores").status_code == 404


def test_a_late_player_is_dealt_in_with_the_next_round(at_table: FlaskClient) -> None:
    begin(at_table)
    state = enter(at_table, "join", seat="dee", after="ann")
    assert [seat["name"] for seat in state["table"]["seats"]] == ["ann", "dee", "ben", "cem"]
    assert not state["table"]["seats"][1]["playing"]
    names = [one["name"] for one in at_table.get("/api/seats").get_json()["seats"]]
    assert names == ["ann", "dee", "ben", "cem"]


@pytest.mark.parametrize("mode", ["turn-style", "speedster"])
def test_all_games_of_a_day_are_named_alike(at_table: FlaskClient, mode: str) -> None:
    body = {"mode": mode, "players": ["ann", "ben"]}
    found = [at_table.post("/api/set-up", json=body).get_json()["state"]["game"] for _ in range(3)]
    assert [name.split("-", 3)[3] for name in found] == [f"{number}-{mode}" for number in (1, 2, 3)]


def test_what_cannot_be_written_now_can_be_sent_again(
    at_table: FlaskClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(at_table)
    says = "games.db cannot be written: the disk is full; make room there."

    def full(*_: object) -> None:
        raise NoStore(says)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(store, "append", full)
        for kind, body in (("pause", {"version": 3}), ("set-up", {"mode": "solitaire", "players": ["ann"]})):
            response = at_table.post(f"/api/{kind}", json=body)
            assert (response.status_code, response.get_json()) == (503, {"error": says})
    assert at_table.post("/api/pause", json={"version": 3}).status_code == 200


@pytest.mark.parametrize("profile", ["iamond", "abolo"])
def test_a_deck_can_be_chosen_from(at_table: FlaskClient, profile: str) -> None:
    deck = at_table.get(f"/api/deck?profile={profile}").get_json()
    faces = deck["faces"]
    assert deck["least_cards"] == 3
    assert faces[-1] == {"triangles": 0, "shape": None}
    assert {len(face["shape"]["triangles"]) for face in faces[:-1]} == {1, 2, 3, 4, 5}
    assert at_table.get("/api/deck?profile=round").status_code == 400


# --- the stream -----------------------------------------------------------------------------------


def messages(hall: Hall, last: str | None, count: int) -> list[tuple[str, str, dict[str, Any]]]:
    """Kind, id and data of so many messages after `last`."""
    found: list[tuple[str, str, dict[str, Any]]] = []
    stream = follow(hall, parse(last))
    while len(found) < count:
        lines = dict(line.split(": ", 1) for line in next(stream).splitlines() if ": " in line)
        if "event" in lines:
            found.append((lines["event"], lines.get("id", ""), json.loads(lines["data"])))
    stream.close()
    return found


def test_who_comes_back_gets_what_was_missed(at_table: FlaskClient, hall: Hall) -> None:
    begin(at_table)
    game = state_of(at_table)["game"]
    every = messages(hall, None, 4)
    assert [kind for kind, _, _ in every] == ["entry", "entry", "entry", "state"]
    assert [name for _, name, _ in every[:3]] == [f"{game}/{seq}" for seq in (1, 2, 3)]
    for number in range(4):
        missed = messages(hall, f"{game}/{number}", 4 - number)
        assert missed == every[number:]


@pytest.mark.parametrize("last", ["another-game/2", "rubbish", "", "/3", "x/99999999999999", None, "x/-1"])
def test_an_id_that_is_not_of_this_game_starts_at_the_beginning(
    at_table: FlaskClient, hall: Hall, last: str | None
) -> None:
    begin(at_table)
    assert [data["seq"] for _, _, data in messages(hall, last, 3)] == [1, 2, 3]


def test_an_id_from_the_future_starts_at_the_beginning(at_table: FlaskClient, hall: Hall) -> None:
    begin(at_table)
    assert messages(hall, f"{state_of(at_table)['game']}/9", 1)[0][2]["seq"] == 1


def test_before_a_game_the_stream_says_so_and_goes_on(at_table: FlaskClient, hall: Hall) -> None:
    stream = follow(hall, None)
    assert next(stream).startswith("retry")
    assert '"game":null' in next(stream)
    begin(at_table)
    assert "event: entry" in next(stream)
    stream.close()


# --- the description ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"call", "claim"}))
def test_the_description_of_an_event_has_its_fields(kind: str) -> None:
    document = json.loads((STATIC / "openapi.json").read_text(encoding="utf-8"))
    operation = document["paths"][f"/api/{kind}"]["post"]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    own = {one.name for one in fields(KINDS[kind])}
    needed = {
        one.name for one in fields(KINDS[kind]) if one.default is MISSING and one.default_factory is MISSING
    }
    version = set() if kind == "set-up" else {"version"}
    assert set(schema["properties"]) == own | version | {"game" if version else "after"}
    assert set(schema.get("required", ())) == needed | version
