"""Zones that were drawn are there the next time; a file that holds none keeps no table from starting."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.web.app import create_app
from companion.web.camera_api import keep_areas, kept_areas
from companion.web.eye import Area
from tests.web.conftest import client_of

AREA = Area("seat", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), "Zoë")


def test_zones_are_read_back_and_nothing_lies_beside_them(tmp_path: Path) -> None:
    file = tmp_path / "zones.json"
    keep_areas(file, (AREA,))
    assert kept_areas(file) == (AREA,)
    assert list(tmp_path.iterdir()) == [file]
    keep_areas(tmp_path / "nowhere" / "zones.json", (AREA,))


def test_zones_that_were_not_sent_are_asked_for_by_their_name() -> None:
    response = client_of(create_app()).post("/api/zones", json={"zones": []})
    assert response.status_code == 400
    assert response.get_json() == {"error": "Send the zones as 'areas', a list of at most 16."}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[" * 100_000,
        b"[]",
        b"null",
        b'{"areas": null}',
        b'{"areas": [[]]}',
        b'{"areas": {"use": 1}}',
        b'{"areas": [{"use": "centre", "corners": [[NaN, 0], [1, 0], [1, 1]]}]}',
        b"\xff\xfe",
    ],
)
def test_a_file_without_zones_is_as_none(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "zones.json"
    file.write_bytes(content)
    assert kept_areas(file) == ()
