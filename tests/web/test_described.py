"""Whatever is sent to an address, the answer is one that its description knows, and never a fault inside."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote
from weakref import finalize

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.table.store import Store
from companion.web.app import create_app
from companion.web.hall import Hall
from tests.web.conftest import WholeAnswers, client_of
from tests.web.description import DOCUMENT

JSON_POSTS = sorted(
    path
    for path, operations in DOCUMENT["paths"].items()
    if "application/json" in operations.get("post", {}).get("requestBody", {}).get("content", {})
    and "tranglar" not in path
)

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=50)
    | st.sampled_from(["ann", "ben", "centre", "legal", "iamond", "speedster", "centre pile", "row"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@lru_cache(maxsize=1)
def table() -> WholeAnswers:
    """A game that has begun; whatever the requests make of it is as good as any."""
    folder = TemporaryDirectory()
    store = Store.open(str(Path(folder.name) / "games.db"))
    client = client_of(create_app(hall=Hall(store)))
    finalize(client, folder.cleanup)
    finalize(client, store.close)
    client.post("/api/set-up", json={"mode": "speedster", "players": ["ann", "ben"]})
    for version, kind in ((1, "deal"), (2, "flip")):
        client.post(f"/api/{kind}", json={"version": version})
    assert isinstance(client, WholeAnswers)
    return client


def bodies(path: str) -> st.SearchStrategy[Any]:
    """Bodies of the described shape, each field by itself right or anything."""
    schema = DOCUMENT["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    likely = {"version": st.integers(0, 9), "of": st.integers(0, 9), "seat": st.sampled_from(["ann", "ben"])}
    fields = {name: likely.get(name, anything) | anything for name in schema["properties"]}
    return anything | st.fixed_dictionaries({}, optional=fields)


@pytest.mark.parametrize("path", JSON_POSTS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_answer_is_described(path: str, data: st.DataObject) -> None:
    body = json.dumps(data.draw(bodies(path)))
    response = table().post(path, data=body, content_type="application/json")
    described = DOCUMENT["paths"][path]["post"]["responses"]
    assert str(response.status_code) in described, response.get_data(as_text=True)
    if response.status_code != 200:
        says = response.get_json()["error"]
        assert says
        assert "\n" not in says


@pytest.mark.parametrize(
    "path", [path for path in sorted(DOCUMENT["paths"]) if "get" in DOCUMENT["paths"][path]]
)
@settings(max_examples=15, deadline=None)
@given(value=st.text(max_size=30))
def test_every_look_is_described(path: str, value: str) -> None:
    if path.endswith("/events"):
        return
    operation = DOCUMENT["paths"][path]["get"]
    inside = quote(value.replace("/", "").replace("\\", "") or "x")
    address = path.replace("{name}", inside).replace("{game_id}", inside)
    query = {one["name"]: value for one in operation.get("parameters", []) if one.get("in") == "query"}
    response = table().get(address, query_string=query)
    assert str(response.status_code) in operation["responses"] or response.status_code == 404
