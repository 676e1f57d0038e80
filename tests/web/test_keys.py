"""Who may do what: every address tried without a key, with a seat's, with the host's, and with a wrong one."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.table.store import Store
from companion.table.zangle.events import SetUp
from companion.web.app import STATIC, create_app
from companion.web.guard import OPEN
from companion.web.hall import Hall
from companion.web.keys import Keys, kept_secret
from tests.table.script import ONE, TWO
from tests.web.conftest import client_of
from tests.web.payloads import card, exact

KEYS = Keys(b"a secret for tests, of 32 letters")
SEATS = {"hit", "call", "claim", "pass", "penalty", "replenish"}
"""What a seat may ask for itself."""
LOOKS = {"state", "verdict", "events", "clock", "deck", "options", "camera", "camera/picture"}
LOOKS |= {f"played/{name}" for name in ("state", "events", "games", "kinds")}
PHOTOS = {
    "photo",
    "samples",
    "samples/{name}",
    *(f"tranglar/{name}" for name in ("photo", "board", "correct", "change")),
}
Asked = tuple[str, str]


def addresses() -> list[Asked]:
    paths = json.loads((STATIC / "openapi.json").read_text(encoding="utf-8"))["paths"]
    return [
        (method.upper(), path) for path, operations in paths.items() for method in operations
        if method != "parameters"
    ]  # fmt: skip


@contextmanager
def begun(folder: Path) -> Iterator[Hall]:
    """A table at which two are about to play."""
    with Store.open(str(folder / "games.db")) as store:
        hall = Hall(store)
        assert hall.begin(SetUp("speedster", ("ann", "ben"))).accepted
        yield hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with begun(tmp_path) as hall:
        yield hall


@pytest.fixture
def guarded(hall: Hall) -> FlaskClient:
    return client_of(create_app(hall=hall, keys=KEYS))


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A table at which nothing that is asked may change anything."""
    with begun(tmp_path_factory.mktemp("unchanged")) as hall:
        yield client_of(create_app(hall=hall, keys=KEYS))


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def ask(client: FlaskClient, asked: Asked, key: str | None) -> int:
    method, path = asked
    headers = {} if key is None else bearer(key)
    body: dict[str, Any] = {"version": client_version(client), "seat": "ann", "place": "ann", "of": 1}
    path = path.replace("{name}", "nowhere.jpg").replace("{game_id}", "nowhere")
    if path.endswith("/events"):
        response = client.open(path, method=method, headers=headers, buffered=False)
        response.close()
    else:
        response = client.open(path, method=method, json=None if method == "GET" else body, headers=headers)
    return response.status_code


def client_version(client: FlaskClient) -> int:
    return int(client.get("/api/state", headers=bearer(KEYS.host)).get_json()["version"])


@pytest.mark.parametrize("asked", addresses(), ids=" ".join)
def test_every_address_without_a_key_with_a_seats_and_with_the_hosts(
    guarded: FlaskClient, asked: Asked
) -> None:
    name = asked[1].removeprefix("/api/")
    without, wrong = ask(guarded, asked, None), ask(guarded, asked, "0" * 32)
    if asked[1] in OPEN:
        assert without not in (401, 403) or asked[1] == "/api/enter"
        return
    assert (without, wrong) == (401, 401)
    seat = ask(guarded, asked, KEYS.seat("ann"))
    if name in SEATS or name in PHOTOS or (name in LOOKS and asked[0] == "GET"):
        assert seat not in (401, 403)
    else:
        # What cannot be read is refused before it is asked who sent it.
        assert seat in (400, 403)
    assert ask(guarded, asked, KEYS.host) not in (401, 403)


WRONG = {
    "empty": "",
    "cut off": KEYS.host[:-1],
    "longer": KEYS.host + "0",
    "in capitals": KEYS.host.upper(),
    "one letter off": ("1" if KEYS.host[0] == "0" else "0") + KEYS.host[1:],
    "of another table": Keys(b"another secret, as long as this one").host,
    "of another table's seat": Keys(b"another secret, as long as this one").seat("ann"),
    "of nobody who plays": KEYS.seat("zoe"),
    "of a seat's name in capitals": KEYS.seat("ANN"),
}


@pytest.mark.parametrize("asked", addresses(), ids=" ".join)
def test_no_key_that_is_nearly_right_opens_any_address(unchanged: FlaskClient, asked: Asked) -> None:
    if asked[1] in OPEN:
        return
    assert {what: ask(unchanged, asked, key) for what, key in WRONG.items()} == dict.fromkeys(WRONG, 401)


@pytest.mark.parametrize("asked", addresses(), ids=" ".join)
def test_the_cameras_key_and_another_seats(unchanged: FlaskClient, asked: Asked) -> None:
    name = asked[1].removeprefix("/api/")
    looks = asked[0] == "GET" and name in LOOKS | PHOTOS | {"samples", "health", "openapi.json"}
    if asked[1] in OPEN:
        return
    camera, ben = ask(unchanged, asked, KEYS.camera), ask(unchanged, asked, KEYS.seat("ben"))
    if looks or name in PHOTOS or (name == "camera/picture" and asked[0] == "POST"):
        assert camera not in (401, 403)
    else:
        assert camera in (400, 403)
    if name in SEATS:
        assert ben in (400, 403)  # What is asked is for ann.
    state = unchanged.get("/api/state", headers=bearer(KEYS.host)).get_json()
    assert state["version"] == 1


def test_only_the_host_sets_up_undoes_and_overrules(guarded: FlaskClient) -> None:
    seat = bearer(KEYS.seat("ann"))
    for kind, body in {
        "set-up": {"mode": "speedster", "players": ["ann", "ben"]},
        "undo": {"version": 1, "of": 1},
        "overrule": {"version": 1, "of": 1, "ruling": "legal"},
        "correct-score": {"version": 1, "round": 1, "seat": "ann", "points": 0, "why": "please"},
        "join": {"version": 1, "seat": "dee"},
        "pause": {"version": 1},
        "settle": {"version": 1, "seat": "ann"},
        "hit": {"version": 1, "seat": "ben"},
        "replenish": {"version": 1, "place": "ben"},
    }.items():
        assert guarded.post(f"/api/{kind}", json=body, headers=seat).status_code == 403, kind


def test_who_plays_alone_needs_nobody_else(guarded: FlaskClient) -> None:
    host, ann = bearer(KEYS.host), bearer(KEYS.seat("ann"))
    stuck = {"version": 1}
    assert guarded.post("/api/stuck", json=stuck, headers=ann).status_code == 403
    alone = {"mode": "solitaire", "players": ["ann"]}
    assert guarded.post("/api/set-up", json=alone, headers=host).status_code == 200
    for version, kind in enumerate(("deal", "flip"), 1):
        assert guarded.post(f"/api/{kind}", json={"version": version}, headers=host).status_code == 200
    assert guarded.post("/api/stuck", json={"version": 3}, headers=ann).status_code == 200
    filled = {"version": 4, "source": 2, "to": 1}
    assert guarded.post("/api/fill-column", json=filled, headers=ann).status_code == 409  # None is empty yet.
    for other in (KEYS.seat("ben"), KEYS.camera):
        assert guarded.post("/api/stuck", json={"version": 4}, headers=bearer(other)).status_code in (
            401,
            403,
        )


def test_a_seat_calls_and_claims_for_itself_alone(guarded: FlaskClient, hall: Hall) -> None:
    host, ann = bearer(KEYS.host), bearer(KEYS.seat("ann"))
    for kind in ("deal", "flip"):
        body: dict[str, Any] = {"version": client_version(guarded)}
        assert guarded.post(f"/api/{kind}", json=body, headers=host).status_code == 200
    called = {"version": client_version(guarded), "device": "the keyboard", **exact(hall, 0.0)}
    assert guarded.post("/api/call", json={**called, "seat": "ben"}, headers=ann).status_code == 403
    answer = guarded.post("/api/call", json={**called, "seat": "ann"}, headers=ann).get_json()
    assert answer["state"]["table"]["calls"][0]["device"] == "ann", "a seat's device is its own"
    cards = [card("ann", TWO), card("ann", ONE), card("centre", ONE)]
    claim = {"version": client_version(guarded), "seat": "ann", "cards": cards}
    assert guarded.post("/api/claim", json=claim, headers=bearer(KEYS.seat("ben"))).status_code == 403
    assert guarded.post("/api/claim", json=claim, headers=ann).status_code == 200


def test_a_key_is_shown_once_and_kept_in_a_cookie(guarded: FlaskClient) -> None:
    assert guarded.get("/api/state").status_code == 401
    response = guarded.post("/api/enter", json={"key": KEYS.seat("ben")})
    assert response.get_json() == {"host": False, "seat": "ben", "camera": False}
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert guarded.get("/api/state").get_json()["you"] == {"host": False, "seat": "ben", "camera": False}
    assert guarded.post("/api/enter", json={"key": KEYS.host}).get_json()["host"]
    assert guarded.get("/api/state").get_json()["you"] == {"host": True, "seat": "ben", "camera": False}


def test_the_key_of_a_seat_that_sits_out_is_taken_where_the_page_says_whose_it_is(
    guarded: FlaskClient,
) -> None:
    for wrong in ("", "0" * 32, KEYS.seat("yan")):
        assert guarded.post("/api/enter", json={"key": wrong, "seat": "zoe"}).status_code == 401
    response = guarded.post("/api/enter", json={"key": KEYS.seat("zoe"), "seat": "zoe"})
    assert response.get_json() == {"host": False, "seat": "zoe", "camera": False}
    assert guarded.get("/api/state?seat=zoe").get_json()["sits_out"]
    assert guarded.get("/api/state").status_code == 401
    assert guarded.post("/api/enter", json={"key": KEYS.host, "seat": 7}).status_code == 400
    assert guarded.post("/api/enter", json={"key": KEYS.host, "name": "zoe"}).status_code == 400


@pytest.mark.parametrize("key", ["", "0" * 32, KEYS.seat("zoe"), "é", "x" * 5000, None, 7])
def test_keys_that_are_not_good_are_refused(guarded: FlaskClient, key: object) -> None:
    response = guarded.post("/api/enter", json={"key": key})
    assert response.status_code == (401 if isinstance(key, str) else 400)
    assert "Set-Cookie" not in response.headers


def test_links_carry_the_key_where_no_server_sees_it(guarded: FlaskClient) -> None:
    found = guarded.get("/api/seats", headers=bearer(KEYS.host)).get_json()
    assert found["open"]
    assert [one["url"].partition("#")[2] for one in found["seats"]] == [
        f"key={KEYS.seat(name)}" for name in ("ann", "ben")
    ]
    assert all(one["qr"].startswith("data:image/svg+xml") for one in found["seats"])


def test_a_camera_sends_pictures_and_looks_and_nothing_else(guarded: FlaskClient) -> None:
    camera = bearer(KEYS.camera)
    assert guarded.get("/api/state", headers=camera).status_code == 200
    sent = guarded.post("/api/camera/picture", data=b"\xff\xd8", headers=camera)
    assert "phone" in sent.get_json()["error"]
    assert sent.status_code == 400
    assert guarded.post("/api/camera/picture", headers=bearer(KEYS.seat("ann"))).status_code == 403
    bodies: dict[str, dict[str, Any]] = {"hit": {"seat": "ann"}, "undo": {"of": 1}, "pause": {}}
    bodies["replenish"] = {"place": "centre"}
    for kind, body in bodies.items():
        assert guarded.post(f"/api/{kind}", json={"version": 1, **body}, headers=camera).status_code == 403
    assert guarded.post("/api/zones", json={"areas": []}, headers=camera).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "", "[::1", "127.0.0.1.evil.example"])
def test_a_foreign_name_for_this_machine_is_refused(guarded: FlaskClient, host: str) -> None:
    for path in ("/", "/api/health", "/api/state", "/static/shared/app.css", "/static/nowhere.css"):
        assert guarded.get(path, headers={"Host": host}).status_code in (400, 403)


def test_a_foreign_name_in_a_browser_leads_to_where_the_table_is(hall: Hall) -> None:
    app = create_app(hall=hall, keys=KEYS)
    app.extensions["address"] = "http://192.168.1.7:8000/"
    headers = {"Host": "table.example:8000", "Accept": "text/html,*/*;q=0.8"}
    refused = client_of(app).get("/", headers=headers)
    assert (refused.status_code, refused.mimetype) == (403, "text/html")
    assert "open it by its number" in refused.get_data(as_text=True)
    assert 'href="http://192.168.1.7:8000/"' in refused.get_data(as_text=True)
    # It has its looks in it: nothing else is handed out under that name, and no other style is let in.
    page = refused.get_data(as_text=True)
    assert "/static/" not in page
    (looks,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert "--ground" in looks
    told = b64encode(sha256(looks.encode()).digest()).decode()
    assert f"style-src 'sha256-{told}';" in refused.headers["Content-Security-Policy"]
    assert "script-src 'self'" in refused.headers["Content-Security-Policy"]


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7:8000"])
def test_its_own_addresses_are_answered(guarded: FlaskClient, host: str) -> None:
    assert guarded.get("/api/health", headers={"Host": host}).status_code == 200


def test_the_name_that_it_is_served_at_is_its_own(hall: Hall) -> None:
    app = create_app(hall=hall, keys=KEYS)
    app.extensions["address"] = "http://games.home:8000/"
    for host, status in (("games.home:8000", 200), ("games.home.evil.example", 403), ("home", 403)):
        assert client_of(app).get("/api/health", headers={"Host": host}).status_code == status


def test_a_page_of_another_site_may_not_enter_anything(hall: Hall) -> None:
    client = client_of(create_app(hall=hall))
    headers = {"Origin": "http://evil.example"}
    assert client.post("/api/deal", json={"version": 1}, headers=headers).status_code == 403
    assert client.post("/api/deal", json={"version": 1}).status_code == 200


def test_a_secret_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "key"
    secret = kept_secret(file)
    assert kept_secret(file) == secret
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("damaged")
    assert kept_secret(file) != secret
    unwritable = tmp_path / "file"
    unwritable.write_text("")
    assert len(kept_secret(unwritable / "key")) == 32
