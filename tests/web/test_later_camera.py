"""A camera that is chosen on the page, where a lens file was given and no camera: the file is of that one."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from tests.web.conftest import Serving
from tests.web.playing import ask
from vision.live.mount import Mount

GLASS = Lens((520, 520), (360.0, 360.0), (260.0, 260.0), (-0.24, 0.06, 0.0, 0.0, 0.0))


def shown(serving: Serving) -> dict[str, Any]:
    """What is known of the camera once it has taken a picture."""
    looks = (ask(serving.url, "camera?after=0") for _ in range(20))
    return next(look for look in looks if look["sight"] != "starting")


@pytest.mark.parametrize(
    ("address", "begins"),
    [("set-up", {"mode": "speedster"}), ("played/set-up", {"game": "zont"})],
    ids=["zangle", "zont"],
)
def test_its_pictures_are_straightened(
    serve: Callable[..., Serving], tmp_path: Path, address: str, begins: dict[str, Any]
) -> None:
    file, folder = tmp_path / "lens.json", tmp_path / "photos"
    file.write_text(json.dumps(GLASS.to_json()))
    folder.mkdir()
    chequered = np.kron(np.indices((13, 13)).sum(axis=0) % 2, np.ones((40, 40)))[..., None]
    bent = np.repeat(np.asarray(255 * chequered, np.uint8), 3, axis=2)
    cv2.imwrite(str(folder / "table.png"), bent)
    serving = serve("--camera", "none", "--lens", str(file))
    ask(serving.url, address, {**begins, "players": ["Ann", "Ben"]})
    ask(serving.url, "camera", {"source": str(folder)})
    assert shown(serving)["sight"] == "live"
    with urllib.request.urlopen(f"{serving.url}api/camera/picture", timeout=60) as answer:
        picture = cv2.imdecode(np.frombuffer(answer.read(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    straight = Mount(GLASS).straight(bent)
    off = [np.abs(picture.astype(int) - one).mean() for one in (straight, bent)]
    assert 4 * off[0] < off[1]
