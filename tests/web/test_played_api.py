"""The shared table's addresses: whose view it is, who may enter what, what is refused with which clauses."""

from __future__ import annotations

import io
import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import cv2
import pytest
from flask.testing import FlaskClient

from companion.commands.serve import GAMES
from companion.rules.game import games
from companion.table.played import camera
from companion.table.played.proposal import Proposed
from companion.table.store import Store
from companion.web.app import create_app
from companion.web.hall import Hall
from companion.web.keys import Keys
from companion.web.stream import follow, follow_played
from tests.table.films import picture, zigity_film
from tests.table.turning_over import LAID, TAKEN
from tests.web.boards import jpeg
from tests.web.conftest import client_of

KEYS = Keys(b"a secret for tests, of 32 letters")
ZIGITY = "SG10rg,dodge,free/SM9lg,WA3rt,bounce DL5rg,DS7cp,CA1lp,CA4cd SA3cg 1 + 0 0 running"


@pytest.fixture
def host(hall: Hall) -> FlaskClient:
    return client_of(create_app(hall=hall))


@pytest.fixture
def guarded(hall: Hall) -> FlaskClient:
    return client_of(create_app(hall=hall, keys=KEYS))


def begin(client: FlaskClient, key: str | None = None, **more: Any) -> dict[str, Any]:
    body = {"game": "zigity", "players": ["ann", "ben"], "dealt": True, "position": ZIGITY, **more}
    answer = client.post("/api/played/set-up", json=body, headers=bearer(key))
    assert answer.status_code == 200, answer.get_json()
    found: dict[str, Any] = answer.get_json()["state"]
    return found


def bearer(key: str | None) -> dict[str, str]:
    return {} if key is None else {"Authorization": f"Bearer {key}"}


def claim(client: FlaskClient, version: int, seat: str, turn: object, key: str | None = None) -> Any:
    body = {"version": version, "seat": seat, "turn": turn}
    return client.post("/api/played/claim", json=body, headers=bearer(key))


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("played/set-up", {"game": "tranglar", "players": ["ann"]}, "Tranglar is for 2 players, not 1."),
        ("played/set-up", {"game": "zont", "players": ["ann"]}, "Zont is for 2 to 8 players, not 1."),
        (
            "set-up",
            {"mode": "speedster", "players": ["ann", "ann"]},
            "Somebody is called ann already: take another name.",
        ),
    ],
)
def test_who_can_play_is_told_in_plain_words(
    host: FlaskClient, path: str, body: dict[str, Any], says: str
) -> None:
    refused = host.post(f"/api/{path}", json=body)
    assert (refused.status_code, refused.get_json()["error"]) == (409, says)


@pytest.mark.parametrize("art", ["-", "(A0)-", "A1r"])
@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "people deal"])
def test_a_position_that_cannot_be_is_not_written_down(host: FlaskClient, art: str, *, dealt: bool) -> None:
    line = f"{art}/C0/F0/Z0/G0 A2r/C3r -/- - 1 running"
    event = {"game": "zont", "players": ["ann", "ben"], "dealt": dealt, "position": line}
    assert host.post("/api/played/set-up", json=event).status_code == 409
    state = begin(host, game="zont", position=None)
    ended = host.post("/api/played/end", json={"version": state["version"]}).get_json()["state"]
    following = {"version": ended["version"], "position": line}
    assert host.post("/api/played/next-game", json=following).status_code == 409
    assert host.get("/api/played/state").get_json()["version"] == ended["version"]


@pytest.mark.parametrize(
    "line",
    [
        "j10=Sb,k10=Sb SbAr/Eg* - 0/0 2 west 0 1;5;west;j10=Sb,k10=Sb;ZyZy",
        "j10=Sb,k10=Sb Ar/Eg* - 0/0 2 west 0 1;5;west;l10=Sb;-",
        "j10=Sb,k10=Sb SbAr/Eg* - 0/0 2 west 0 -",
    ],
)
def test_a_board_that_no_play_can_have_left_is_not_begun_with(host: FlaskClient, line: str) -> None:
    event = {"game": "zigzaggle", "players": ["ann", "ben"], "dealt": False, "first": "ann", "position": line}
    assert host.post("/api/played/set-up", json=event).status_code == 409
    begun = host.post("/api/played/set-up", json={**event, "position": None}).get_json()["state"]
    ended = host.post("/api/played/end", json={"version": begun["version"]}).get_json()["state"]
    following = {"version": ended["version"], "position": line, "first": "ann"}
    assert host.post("/api/played/next-game", json=following).status_code == 409


def test_a_hand_is_in_its_own_seats_view_alone(guarded: FlaskClient) -> None:
    begin(guarded, KEYS.host)
    ann, ben = KEYS.seat("ann"), KEYS.seat("ben")

    def seen(seat: str | None, key: str) -> Any:
        query = "" if seat is None else f"?seat={seat}"
        return guarded.get(f"/api/played/state{query}", headers=bearer(key))

    own = seen("ann", ann).get_json()
    assert [card["name"] for card in own["table"]["picture"]["hand"]] == ["SG10rg", "dodge", "free"]
    assert own["composes"] == "ann"
    assert "play dodge" in {offer["event"].get("turn") for offer in own["offers"]}
    for other in (seen(None, ann), seen(None, KEYS.camera), seen("ben", ben)):
        assert other.status_code == 200
        for hidden in ("SG10rg", "dodge"):
            assert hidden not in other.get_data(as_text=True)
    assert seen("ann", ben).status_code == 403
    assert seen("ann", KEYS.camera).status_code == 403
    assert seen("ann", KEYS.host).status_code == 200


def test_the_streams_of_a_seat_and_of_everybody_show_their_own_views(host: FlaskClient, hall: Hall) -> None:
    begin(host)
    for seat, sees in ((None, False), ("ann", True), ("ben", False)):
        stream = follow_played(hall, seat, None)
        told = [next(stream) for _ in range(3)]
        stream.close()
        assert told[1].startswith("event: entry")
        assert told[2].startswith("event: state")
        assert ("SG10rg" in "".join(told)) is sees
        assert "DS7cp" not in "".join(told)


def test_a_page_that_comes_back_gets_what_it_missed(host: FlaskClient, hall: Hall) -> None:
    game = begin(host)["game"]
    claim(host, 1, "ann", {"set": ["SG10rg"]})
    claim(host, 2, "ben", {"draw": 1})
    stream = follow_played(hall, None, (game, 1))
    told = [next(stream) for _ in range(4)]
    stream.close()
    assert [one.splitlines()[0] for one in told[1:]] == ["event: entry", "event: entry", "event: state"]
    assert f"id: {game}/3" in told[3]


def told_by(stream: Generator[str], count: int) -> list[tuple[str, str, dict[str, Any]]]:
    """Kind, id and data of so many messages."""
    found: list[tuple[str, str, dict[str, Any]]] = []
    while len(found) < count:
        lines = dict(line.split(": ", 1) for line in next(stream).splitlines() if ": " in line)
        if "event" in lines:
            found.append((lines["event"], lines.get("id", ""), json.loads(lines["data"])))
    return found


def test_the_tables_own_stream_tells_of_these_games_too(host: FlaskClient, hall: Hall) -> None:
    stream = follow(hall, None)
    assert told_by(stream, 1)[0][2]["game"] is None
    game = begin(host)["game"]
    kinds = [(kind, name, data["game"]) for kind, name, data in told_by(stream, 2)]
    assert kinds == [("entry", f"{game}/1", game), ("state", f"{game}/1", game)]
    claim(host, 1, "ann", {"set": ["SG10rg"]})
    (entry, _, line), (state, name, after) = told_by(stream, 2)
    assert (entry, line["kind"], line["claim"]["ruling"]) == ("entry", "claim", "legal")
    shown = host.get("/api/played/state").get_json()
    assert (state, name) == ("state", f"{game}/2")
    assert after == {**{key: shown[key] for key in shown if key != "you"}, "other": game}
    stream.close()


def test_the_tables_own_stream_catches_up_in_these_games_too(host: FlaskClient, hall: Hall) -> None:
    game = begin(host)["game"]
    claim(host, 1, "ann", {"set": ["SG10rg"]})
    claim(host, 2, "ben", {"draw": 1})
    every = told_by(follow(hall, None), 4)
    assert [name for _, name, _ in every] == [f"{game}/{number}" for number in (1, 2, 3, 3)]
    for number in range(4):
        assert told_by(follow(hall, (game, number)), 4 - number) == every[number:]
    response = host.get(f"/api/events?last={game}/2", buffered=False)
    lines = (one.decode() if isinstance(one, bytes) else one for one in response.response)
    assert [name for _, name, _ in told_by(lines, 2)] == [f"{game}/3"] * 2
    response.close()


def test_the_tables_own_stream_shows_a_hand_to_its_seat_alone(guarded: FlaskClient, hall: Hall) -> None:
    begin(guarded, KEYS.host)
    for seat, sees in ((None, False), ("ann", True), ("ben", False)):
        assert ("SG10rg" in json.dumps(told_by(follow(hall, None, seat), 2))) is sees
    own, other = bearer(KEYS.seat("ann")), bearer(KEYS.seat("ben"))
    for headers, status in ((own, 200), (other, 403), ({}, 401)):
        response = guarded.get("/api/events?seat=ann", headers=headers, buffered=False)
        assert response.status_code == status
        response.close()


def test_both_streams_follow_from_game_to_game(host: FlaskClient, hall: Hall) -> None:
    every, played = follow(hall, None), follow_played(hall, None, None)
    assert host.post("/api/set-up", json={"mode": "speedster", "players": ["ann", "ben"]}).status_code == 200
    assert [data["game"] for _, _, data in told_by(every, 2)] == [hall.game.id] * 2
    assert [(kind, data["game"]) for kind, _, data in told_by(played, 1)] == [("state", None)]
    host.post("/api/deal", json={"version": 1})
    assert [(kind, data["version" if kind == "state" else "seq"]) for kind, _, data in told_by(every, 2)] == [
        ("entry", 2), ("state", 2)
    ]  # fmt: skip
    game = begin(host)["game"]
    # What happens in Zangle meanwhile is no news of the other table.
    for stream in (every, played):
        assert [(kind, data["game"]) for kind, _, data in told_by(stream, 2)] == [
            ("entry", game), ("state", game)
        ]  # fmt: skip
        stream.close()


def test_a_claim_says_in_one_way_what_was_played(host: FlaskClient) -> None:
    begin(host)
    both = {"version": 1, "seat": "ann", "move": "draw 1", "turn": {"set": ["SG10rg"]}}
    response = host.post("/api/played/claim", json=both)
    assert response.status_code == 400
    assert response.get_json()["error"] == "A claim has one of 'move' and 'turn': leave the other out."
    assert host.get("/api/played/state").get_json()["version"] == 1


def test_a_wrong_claim_is_kept_with_its_clauses_and_the_game_goes_on(host: FlaskClient) -> None:
    begin(host)
    answer = claim(host, 1, "ann", {"set": ["free"], "word": "CAT"}).get_json()
    verdict = answer["state"]["verdict"]
    assert verdict["ruling"] == "illegal"
    assert all(reason["clause"].startswith("zigity/") for reason in verdict["reasons"])
    assert answer["state"]["table"]["on_turn"] == "ann"
    overruled = host.post("/api/played/overrule", json={"version": 2, "of": 2, "ruling": "legal"})
    assert overruled.get_json()["state"]["table"]["on_turn"] == "ben"
    back = host.post("/api/played/undo", json={"version": 3, "of": 3})
    assert back.get_json()["state"]["table"]["on_turn"] == "ann"
    assert back.get_json()["state"]["undone"] == [3, 4]


def test_a_refused_draw_does_not_tell_others_what_could_have_been_played(guarded: FlaskClient) -> None:
    begin(guarded, KEYS.host)
    ann = KEYS.seat("ann")
    body = {"version": 1, "seat": "ann", "turn": "draw 1"}
    own = guarded.post("/api/played/claim?seat=ann", json=body, headers=bearer(ann)).get_json()
    assert "SG10rg" in json.dumps(own["state"]["verdict"])
    for other in (None, "ben"):
        query = "" if other is None else "?seat=ben"
        key = KEYS.camera if other is None else KEYS.seat("ben")
        seen = guarded.get(f"/api/played/state{query}", headers=bearer(key))
        assert seen.get_json()["verdict"]["ruling"] == "illegal"
        assert "SG10rg" not in seen.get_data(as_text=True)
        (reason,) = seen.get_json()["verdict"]["reasons"]
        assert reason["says"] == "Drawing is not allowed now."
        assert seen.get_json()["moment"]["says"] == "ann draws 1 card. Drawing is not allowed now."


def test_a_draw_that_the_rules_forbid_is_offered_to_nobody(guarded: FlaskClient) -> None:
    begin(guarded, KEYS.host)

    def draws(key: str, query: str) -> list[tuple[bool, str]]:
        seen = guarded.get(f"/api/played/state{query}", headers=bearer(key)).get_json()
        return [(one["allowed"], one["why"]) for one in seen["offers"] if one["says"].startswith("Draw")]

    ((allowed, why),) = draws(KEYS.seat("ann"), "?seat=ann")
    assert not allowed
    assert why.startswith("An action card is in the hand")
    for key, query in ((KEYS.seat("ben"), "?seat=ben"), (KEYS.camera, ""), (KEYS.host, "")):
        assert draws(key, query) == []


@pytest.mark.parametrize(
    ("seat", "turn", "status"),
    [("ben", "draw 1", 409), ("zoe", "draw 1", 400), ("ann", "hop", 400), ("ann", 7, 400), ("ann", "", 400)],
)
def test_what_cannot_be_a_claim_is_refused_in_a_sentence(
    host: FlaskClient, seat: str, turn: object, status: int
) -> None:
    begin(host)
    answer = claim(host, 1, seat, turn)
    assert answer.status_code == status
    assert answer.get_json()["error"].endswith((".", "?", ")"))
    assert host.get("/api/played/state").get_json()["version"] == 1


def test_a_seat_acts_for_itself_and_the_host_for_all(guarded: FlaskClient) -> None:
    begin(guarded, KEYS.host)
    ann, ben = KEYS.seat("ann"), KEYS.seat("ben")
    assert claim(guarded, 1, "ann", "play dodge", ben).status_code == 403
    assert claim(guarded, 1, "ann", "play dodge", KEYS.camera).status_code == 403
    assert claim(guarded, 1, "ann", "play dodge", None).status_code == 401
    bodies: dict[str, dict[str, Any]] = {
        "undo": {"of": 1},
        "end": {},
        "pause": {},
        "join": {"seat": "cem"},
        "correct-score": {"seat": "ann", "points": 5, "why": "so"},
        "next-game": {},
    }
    for kind, body in bodies.items():
        answer = guarded.post(f"/api/played/{kind}", json={"version": 1, **body}, headers=bearer(ann))
        assert answer.status_code == 403, kind
    assert claim(guarded, 1, "ann", "play dodge", ann).status_code == 200
    foreign = {**bearer(KEYS.host), "Origin": "http://elsewhere.example"}
    assert guarded.post("/api/played/end", json={"version": 2}, headers=foreign).status_code == 403


def test_the_table_that_was_seen_must_still_be_the_table(host: FlaskClient) -> None:
    begin(host)
    claim(host, 1, "ann", "play dodge")
    late = claim(host, 1, "ben", "play bounce")
    assert late.status_code == 409
    assert late.get_json()["reasons"][0]["clause"] == "table/stale"


@pytest.mark.parametrize(("dealt", "instead"), [(True, "undo"), (False, "count a hand anew")])
def test_points_that_are_cards_are_not_corrected_beside_them(
    host: FlaskClient, dealt: bool, instead: str
) -> None:
    assert begin(host, dealt=dealt)["table"]["score_is_held"]
    body = {"version": 1, "seat": "ann", "points": 5, "why": "so"}
    refused = host.post("/api/played/correct-score", json=body)
    assert refused.status_code == 409
    assert [one["clause"] for one in refused.get_json()["reasons"]] == ["table/correction"]
    assert instead in refused.get_json()["error"]
    other = {"game": "zont", "players": ["ann", "ben"], "dealt": dealt}
    assert not host.post("/api/played/set-up", json=other).get_json()["state"]["table"]["score_is_held"]
    assert host.post("/api/played/correct-score", json=body).status_code == 200


def test_game_after_game_with_a_late_player(host: FlaskClient) -> None:
    begin(host, dealt=False)

    def post(kind: str, **body: Any) -> Any:
        version = host.get("/api/played/state").get_json()["version"]
        return host.post(f"/api/played/{kind}", json={"version": version, **body})

    assert post("join", seat="cem").status_code == 200
    assert post("next-game").status_code == 409
    assert post("correct-cards", seat="ben", count=2, why="a card was counted twice").status_code == 200
    ended = post("end", why="bedtime").get_json()["state"]
    assert ended["moment"]["kind"] == "over"
    assert [seat["rank"] for seat in ended["table"]["seats"]] == [2, 1]
    following = post("next-game", first="cem").get_json()["state"]["table"]
    assert [seat["name"] for seat in following["seats"]] == ["ann", "ben", "cem"]
    assert following["on_turn"] == "cem"
    assert {seat["name"]: seat["wins"] for seat in following["seats"]} == {"ann": 0, "ben": 1, "cem": 0}
    assert [place["points"] for place in following["results"][0]["places"]] == [3, 2]
    assert following["results"][0]["winners"] == ["ben"]


@pytest.mark.parametrize("game", ["zigity", "zigzaggle", "zont", "tranglar"])
def test_nobody_has_won_a_game_that_was_ended_before_anything_was_played(
    host: FlaskClient, game: str
) -> None:
    begin(host, game=game, position=None, dealt=False, first="ann")
    ended = host.post("/api/played/end", json={"version": 1}).get_json()["state"]
    assert ended["moment"]["title"] == "The game is over"
    assert ended["moment"]["says"] == "Nobody has won: nothing was played."
    assert ended["table"]["winners"] == []
    another = {"version": 2, "first": "ann"}
    following = host.post("/api/played/next-game", json=another).get_json()["state"]["table"]
    assert [seat["wins"] for seat in following["seats"]] == [0, 0]
    assert following["results"][0]["winners"] == []


@pytest.mark.parametrize("dealt", [True, False])
def test_people_who_deal_the_tiles_say_who_begins_the_next_game_too(host: FlaskClient, dealt: bool) -> None:
    begin(host, game="zigzaggle", position=None, dealt=dealt, first="ann")
    for kind, body in (("join", {"seat": "cem"}), ("end", {})):
        version = host.get("/api/played/state").get_json()["version"]
        found = host.post(f"/api/played/{kind}", json={"version": version, **body}).get_json()["state"]
    following = {one["says"]: one for one in found["offers"] if one["event"]["kind"] == "next-game"}
    if dealt:
        assert list(following) == ["Another game"]
        return
    assert list(following) == [f"Another game: {name} begins" for name in ("ann", "ben", "cem")]
    assert len({one["id"] for one in following.values()}) == 3
    event = following["Another game: cem begins"]["event"]
    answer = host.post("/api/played/next-game", json={**event, "version": found["version"]})
    assert answer.get_json()["state"]["table"]["on_turn"] == "cem"


SOUTH = "j10=Cy,j11=Ay,j12=Rg,j13=Ty,j14=Sy EyKg/Ar*Tg TrOr 9/20 1 south 0 -"


@pytest.mark.parametrize("dealt", [True, False])
@pytest.mark.parametrize("passes", [0, 1, 2])
def test_letters_left_are_said_not_to_count_where_the_table_ends_the_game(
    host: FlaskClient, dealt: bool, passes: int
) -> None:
    said = begin(host, game="zigzaggle", position=SOUTH, dealt=dealt)
    for seat in ("ann", "ben")[:passes]:
        said = claim(host, said["version"], seat, "pass").get_json()["state"]
    if not said["table"]["over"]:
        said = host.post("/api/played/end", json={"version": said["version"]}).get_json()["state"]
    ended_by_rules = dealt and passes == 2
    assert ("The table ended the game" in said["moment"]["says"]) is not ended_by_rules
    points = [seat["points"] for seat in said["table"]["seats"]]
    assert points == ([9 - 2 - 7, 20 - 2 - 2] if ended_by_rules else [9, 20])


def test_the_pages_are_those_of_what_is_played(host: FlaskClient) -> None:
    assert "/zangle/screen.js" in host.get("/").get_data(as_text=True)
    game = begin(host)["game"]
    assert "/played/screen.js" in host.get("/").get_data(as_text=True)
    assert "/played/seat.js" in host.get("/seat/ann").get_data(as_text=True)
    assert host.get("/api/state").get_json()["other"] == game
    assert host.post("/api/set-up", json={"mode": "speedster", "players": ["ann", "ben"]}).status_code == 200
    assert "/zangle/screen.js" in host.get("/").get_data(as_text=True)
    assert host.get("/api/played/state").get_json()["table"] is None
    assert [one["counts"] for one in host.get("/api/games").get_json()["games"]] == ["round", "game"]
    assert host.post(f"/api/games/{game}", json={}).status_code == 200
    assert "/played/screen.js" in host.get("/").get_data(as_text=True)
    assert (
        host.get(f"/api/games/{game}/scores").get_data(as_text=True).splitlines()[0] == "game,state,ann,ben"
    )
    assert host.get(f"/api/games/{game}/log").get_json()["game"] == "zigity"


def test_a_server_that_is_started_anew_goes_on_where_it_was(host: FlaskClient, tmp_path: Path) -> None:
    begin(host)
    claim(host, 1, "ann", "play dodge")
    with Store.open(str(tmp_path / "games.db")) as store:
        again = client_of(create_app(hall=Hall(store)))
        before, now = (one.get("/api/played/state?seat=ben").get_json() for one in (host, again))
        assert now == {**before, "told": now["told"]}


def test_a_board_is_in_everybodys_sight_and_the_big_screen_enters_any_turn(host: FlaskClient) -> None:
    begin(host, game="tranglar", position=None, dealt=False, first="ben")
    seen = host.get("/api/played/state").get_json()
    assert (seen["table"]["page"], seen["table"]["on_turn"], seen["composes"]) == ("tranglar", "ben", "ben")
    assert seen["table"]["picture"]["part"]["says"].startswith("Set-up, 1 of 2")
    kinds = host.get("/api/played/kinds").get_json()["kinds"]
    house = next(one for one in kinds if one["name"] == "neutral five-sided")
    laid = claim(host, 1, "ben", {"place": house["places"][0], "neutral": True}).get_json()["state"]
    assert laid["verdict"]["ruling"] == "legal"
    assert laid["table"]["picture"]["lays"] == [{"kind": "neutral trapeze", "count": 1}]
    wrong = claim(host, 2, "ann", {"place": ["a4N"]}).get_json()["state"]
    assert wrong["verdict"]["ruling"] == "illegal"
    assert {one["clause"] for one in wrong["verdict"]["reasons"]} == {"tranglar/set-up"}
    given_up = next(one for one in wrong["offers"] if one["event"].get("turn") == "concede")
    over = host.post("/api/played/claim", json={"version": 3, **without(given_up["event"], "kind")})
    assert over.get_json()["state"]["moment"]["title"] == "ben wins"


def without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


def test_reading_the_table_needs_a_picture(host: FlaskClient) -> None:
    begin(host)
    answer = host.post("/api/played/read")
    assert answer.status_code == 400
    assert "picture" in answer.get_json()["error"]


def test_of_two_photos_of_the_table_none_is_passed_over(host: FlaskClient) -> None:
    begin(host)
    two = [(io.BytesIO(b"a"), "a.jpg"), (io.BytesIO(b"b"), "b.jpg")]
    answer = host.post("/api/played/read", data={"photo": two})
    assert answer.status_code == 400
    assert answer.get_json()["error"].startswith("2 files came as the form field 'photo': send one")


def test_a_photo_of_the_table_is_read_and_judged(host: FlaskClient) -> None:
    film = zigity_film()
    begin(host, dealt=False, position=film.set_up.position)
    for number, ruling in ((0, None), (1, "legal")):
        _, jpeg = cv2.imencode(".jpg", picture(film, film.moments[number], number))
        answer = host.post("/api/played/read", data={"photo": (io.BytesIO(jpeg.tobytes()), "table.jpg")})
        assert answer.get_json()["entered"], answer.get_json()
        verdict = answer.get_json()["state"]["verdict"]
        assert (None if verdict is None else verdict["ruling"]) == ruling
    again = host.post("/api/played/read", data={"photo": (io.BytesIO(b"no photo"), "table.jpg")})
    assert again.status_code == 415


def test_a_photo_that_a_seat_sends_is_its_own_claim(guarded: FlaskClient, hall: Hall) -> None:
    film = zigity_film()
    begin(guarded, KEYS.host, dealt=False, position=film.set_up.position)

    def sent(number: int, key: str) -> Any:
        _, jpeg = cv2.imencode(".jpg", picture(film, film.moments[number], number))
        photo = {"photo": (io.BytesIO(jpeg.tobytes()), "table.jpg")}
        return guarded.post("/api/played/read", data=photo, headers=bearer(key))

    assert sent(0, KEYS.host).get_json()["entered"]
    assert sent(1, KEYS.seat("ben")).status_code == 403
    assert sent(1, KEYS.seat("ann")).get_json()["entered"]
    assert hall.played is not None
    assert hall.all_games.entries(hall.played.id)[-1].by == "ann"


def test_what_a_photo_came_to_is_refused_where_something_was_entered_meanwhile(
    host: FlaskClient, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = zigity_film()
    begin(host, dealt=False, position=film.set_up.position)

    def meanwhile(*given: Any) -> Proposed:
        found = proposed(*given)
        for kind in ("pause", "resume"):
            assert host.post(f"/api/played/{kind}", json={"version": version(hall)}).status_code == 200
        return found

    proposed = camera.proposed
    monkeypatch.setattr(camera, "proposed", meanwhile)
    _, jpeg = cv2.imencode(".jpg", picture(film, film.moments[0], 0))
    answer = host.post("/api/played/read", data={"photo": (io.BytesIO(jpeg.tobytes()), "table.jpg")})
    assert answer.status_code == 409
    assert answer.get_json()["reasons"][0]["clause"] == "table/stale"


def version(hall: Hall) -> int:
    assert hall.played is not None
    return hall.played.state.version


BOARD = "b2E b2N a4Eb4ENSW,c2Ed1ENd2SW petrol 3S4G3M1TL1TR1F1Q1C1PR 3S4G3M1TL1TR1F1Q1C1PL 3/3 - 0"


def read_board(
    client: FlaskClient, pieces: list[dict[str, Any]], key: str | None = None, seat: str = ""
) -> Any:
    photo = (io.BytesIO(jpeg(pieces)), "board.jpg")
    path = f"/api/played/read{seat and f'?seat={seat}'}"
    return client.post(path, data={"photo": photo}, headers=bearer(key))


def test_a_board_is_read_and_what_is_in_dispute_is_told_to_all_and_entered_by_whose_turn_it_is(
    guarded: FlaskClient, hall: Hall
) -> None:
    host = KEYS.host
    begin(guarded, host, game="tranglar", dealt=False, position=BOARD)
    stream = follow(hall, None)
    _, _, before = (next(stream) for _ in range(3))
    answer = read_board(guarded, LAID, KEYS.seat("ben"), "ben").get_json()
    assert (answer["entered"], answer["state"]["version"]) == (False, 1)
    assert answer["state"]["moment"]["title"] == "Not turned over"
    assert [offer["id"] for offer in answer["state"]["offers"]].count("claim-ann-as-read") == 0
    told = json.loads(next(stream).split("data: ")[1])
    assert told["news"] == answer["state"]["news"]
    assert told["told"] == json.loads(before.split("data: ")[1])["told"] + 1
    (offer,) = [one for one in told["offers"] if one["id"] == "claim-ann-as-read"]
    event = {**offer["event"], "version": 1}
    kept = guarded.post("/api/played/claim", json=event, headers=bearer(KEYS.seat("ben")))
    assert kept.status_code == 403
    entered = guarded.post("/api/played/claim", json=event, headers=bearer(KEYS.seat("ann"))).get_json()
    assert (entered["state"]["verdict"]["ruling"], entered["state"]["news"]) == ("legal", None)


def test_to_redo_is_another_button_than_to_undo(host: FlaskClient) -> None:
    version = begin(host, dealt=False)["version"]
    for number, kind in enumerate(("pause", "resume")):
        host.post(f"/api/played/{kind}", json={"version": version + number})
    host.post("/api/played/undo", json={"version": version + 2, "of": version + 2})
    told = host.get("/api/played/state").get_json()
    offers = {offer["id"]: offer["event"] for offer in told["offers"]}
    assert len(offers) == len(told["offers"])
    assert told["table"]["paused"]
    host.post("/api/played/undo", json={"version": version + 3, "of": offers["redo"]["of"]})
    assert not host.get("/api/played/state").get_json()["table"]["paused"]


def test_the_cards_to_choose_from_are_of_a_game_that_is_named(host: FlaskClient) -> None:
    begin(host, dealt=False)
    told = host.get("/api/played/kinds").get_json()
    assert told["game"] == host.get("/api/played/state").get_json()["game"]
    assert told["kinds"]


def test_a_game_goes_on_from_the_board_that_lies_there(guarded: FlaskClient) -> None:
    begin(guarded, KEYS.host, game="tranglar", dealt=False, position=None, first="ann")
    seen = read_board(guarded, TAKEN, KEYS.seat("ann"), "ann").get_json()["state"]
    assert seen["news"]["kind"] == "begin"
    assert not [one for one in seen["offers"] if one["event"]["kind"] == "set-up"]
    told = guarded.get("/api/played/state", headers=bearer(KEYS.host)).get_json()
    (offer,) = [one for one in told["offers"] if one["id"] == "set-up-as-read-ben"]
    event = {name: value for name, value in offer["event"].items() if name not in ("kind", "v")}
    state = guarded.post("/api/played/set-up", json=event, headers=bearer(KEYS.host)).get_json()["state"]
    assert (state["table"]["on_turn"], state["news"]) == ("ben", None)
    assert len(state["table"]["picture"]["pieces"]) == len(TAKEN)


def test_what_was_entered_while_a_board_was_read_goes_before_it(
    host: FlaskClient, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else what is undone in that moment would be entered once more."""
    begin(host, game="tranglar", dealt=False, position=BOARD)
    look = camera.look_at_photo

    def meanwhile(*given: Any) -> camera.Seen:
        found = look(*given)
        for kind in ("pause", "resume"):
            assert host.post(f"/api/played/{kind}", json={"version": version(hall)}).status_code == 200
        return found

    monkeypatch.setattr(camera, "look_at_photo", meanwhile)
    answer = read_board(host, TAKEN)
    assert answer.status_code == 409
    assert answer.get_json()["reasons"][0]["clause"] == "table/stale"


def test_the_command_offers_every_game_there_is() -> None:
    assert sorted(GAMES) == sorted(games())
