"""A film from the photos of its states, played by the camera: what is written down, and when.

python -m benchmarks.films.play PHOTOS --film round --seed 1 [--keep FILM.avi]

PHOTOS holds NNN.json and NNN.jpg of every state. Hands, noise and JPEG come over them; every frame is looked at,
however long that takes.
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.board_model.scenes import projected
from benchmarks.films.stories import STORIES, Story
from companion.eyes.parts_eye import PartsEye
from companion.table.played.events import SetUp
from companion.table.recording import played
from companion.table.store import Store
from companion.table.zangle.live import ZangleGame
from companion.web.hall import Hall
from tests.live.staging import SKIN, Camera, with_hand
from vision.live.video_file import frame_rate

LOOK_S = 0.5


def main() -> None:
    """Play a film and print what is written down."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("photos", type=Path)
    parser.add_argument("--film", choices=sorted(STORIES), required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILM", help="where the film is kept")
    chosen = parser.parse_args()
    story = STORIES[chosen.film](chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        video = chosen.keep or Path(folder) / "film.avi"
        write(story, chosen.photos, video)
        if story.wanted:
            print("wanted:", *story.wanted, sep="\n  ")
        for at_s, what in told(story, video):
            print(f"{at_s:7.2f} {what}", flush=True)


def write(story: Story, photos: Path, video: Path) -> None:
    """The film as a file of motion JPEG."""
    scene = json.loads((photos / "000.json").read_text())
    size = (scene["image"]["width"], scene["image"]["height"])
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), story.fps, size)
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, scene["quality"])
    for picture in pictures(story, photos, scene):
        writer.write(picture)
    writer.release()


def pictures(story: Story, photos: Path, scene: dict[str, Any]) -> Iterator[Any]:
    """Each frame (h, w, 3) uint8 BGR."""
    states = [cv2.imread(str(photos / f"{number:03d}.jpg")) for number in range(len(story.states))]
    rng = np.random.default_rng(len(photos.name))
    camera = camera_of(scene, story.size_mm)
    grain = rng.standard_normal(
        (scene["image"]["height"] + 256, scene["image"]["width"] + 256, 3), np.float32
    )
    share = float(np.mean([one.mean() for one in states if one is not None])) / 128
    skin = [share * level for level in SKIN]
    for frame in story.frames:
        light: Any = np.asarray(states[frame.state], np.float32)
        for hand in frame.hands:
            light = with_hand(light, hand, camera, skin)
        top, left = rng.integers(0, 256, 2)
        noise = grain[top : top + light.shape[0], left : left + light.shape[1]]
        light = light + noise * np.float32(scene["noise"]) * (0.4 + np.sqrt(np.clip(light / 255, 0, 1)))
        yield np.clip(light + 0.5, 0, 255).astype(np.uint8)


def camera_of(scene: dict[str, Any], table_mm: tuple[float, float]) -> Camera:
    """The camera of a scene, but for its lens, as hands are drawn under it."""
    image, spec = scene["image"], scene["camera"]
    focal = image["width"] / (2 * math.tan(math.radians(spec["hfov_deg"]) / 2))
    half = np.array([*table_mm, 0]) / 2
    corners = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * half
    eye, aim = np.array(spec["position_mm"], float), np.array(spec["look_at_mm"], float)
    seen = projected(corners, eye, aim, focal, math.radians(spec["roll_deg"]))
    size = (int(image["width"]), int(image["height"]))
    shares = (seen + np.array(size) / 2) / size
    return Camera(size, tuple((float(x), float(y)) for x, y in shares), table_mm)


def told(story: Story, video: Path) -> Iterator[tuple[float, str]]:
    """What is written down, and at which second of the film."""
    with tempfile.TemporaryDirectory() as folder, Store.open(str(Path(folder) / "games.db")) as store:
        if isinstance(story.set_up, SetUp):
            yield from _played_by_parts(Hall(store), story.set_up, video)
            return
        for scene, entries in played(video, story.set_up, ZangleGame(store, "film")):
            for entry in entries:
                yield scene.at_s, str(entry.event)


def _played_by_parts(hall: Hall, set_up: SetUp, video: Path) -> Iterator[tuple[float, str]]:
    assert hall.begin_played(set_up).accepted
    eye = PartsEye(hall, str(video))
    pace_s = 1 / frame_rate(video)
    version, says = 1, ""
    try:
        while eye._looking is not None and not eye._looking.over and eye._looking.failed is None:
            look = eye.look()
            eye.wait(look.number, LOOK_S)
            look = eye.look()
            game = hall.played
            assert game is not None
            if game.state.version != version:
                version = game.state.version
                yield look.number * pace_s, str(game.state.done and game.state.done.event)
            if look.says != says:
                says = look.says
                yield look.number * pace_s, f"    ({says})"
    finally:
        eye.close()
    game = hall.played
    if game is not None and game.state.table is not None:
        yield math.inf, str([(one.seat, one.points, one.rank) for one in game.state.table.places])


if __name__ == "__main__":
    started = time.monotonic()
    main()
    print(f"{time.monotonic() - started:.1f} s")
