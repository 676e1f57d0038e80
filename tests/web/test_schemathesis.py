"""The API's own description, put to the proof by Schemathesis: what it says may be sent is sent, and what is answered
has to be as it says."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from weakref import finalize

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.table.store import Store
from companion.web.app import create_app
from companion.web.hall import Hall

SLOW = ("/api/photo", "/api/tranglar/photo", "/api/tranglar/board")
"""They read photos: what is no photo is tried by tests of their own."""
ENDLESS = ("/api/events", "/api/played/events")
CHECKED = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


def played() -> Any:
    """A table with a game that has begun; whatever the requests make of it is as good as any."""
    folder = TemporaryDirectory()
    store = Store.open(str(Path(folder.name) / "games.db"))
    app = create_app(hall=Hall(store))
    finalize(app, folder.cleanup)
    finalize(app, store.close)
    client = app.test_client()
    client.post("/api/set-up", json={"mode": "speedster", "players": ["ann", "ben"]})
    for version, kind in ((1, "deal"), (2, "flip")):
        client.post(f"/api/{kind}", json={"version": version})

    def whole(environ: dict[str, Any], start: Any) -> list[bytes]:
        """The answer read to its end, so that no file of it stays open."""
        answer: Any = app(environ, start)
        try:
            return [b"".join(answer)]
        finally:
            answer.close()

    whole.table = app  # type: ignore[attr-defined]
    return whole


schema = schemathesis.openapi.from_wsgi("/api/openapi.json", played()).exclude(path=[*SLOW, *ENDLESS])


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_it_is_as_described(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(checks=list(CHECKED))
