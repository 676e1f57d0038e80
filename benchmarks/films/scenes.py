"""Scenes of a film for a path tracer, a state of the table each, in one light and under one camera drawn at random.

python -m benchmarks.films.scenes OUT --film round --seed 1 [--width 1280]
python -m benchmarks.films.scenes OUT --expose PHOTO

OUT/metered/first.json is a small scene: by what its photo shows the second command chooses the exposure of all.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image
from shapely import Polygon, affinity

from benchmarks.board_model.metered import exposure_ev, preview_of
from benchmarks.board_model.scenes import TABLES, light_of, projected
from benchmarks.films.stories import STORIES, Story, Thing

Scene = dict[str, Any]
SHEET_MM = 0.35
FILLS = (0.86, 0.97)
"""How much of the picture is taken by what lies there, across or down."""


def main() -> None:
    """Write the scenes of a film and the pictures of what lies there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--film", choices=sorted(STORIES), default="round")
    parser.add_argument("--expose", type=Path, metavar="PHOTO")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, choices=(1280, 1920), default=1280)
    chosen = parser.parse_args()
    if chosen.expose is not None:
        expose(chosen.out, chosen.expose)
        return
    chosen.out.mkdir(parents=True, exist_ok=True)
    write(STORIES[chosen.film](chosen.seed), chosen.out, chosen.seed, chosen.width)


def write(story: Story, out: Path, seed: int, width: int) -> None:
    """A scene NNN.json for every state, and the small one that is metered."""
    rng = np.random.default_rng([seed, 7])
    size = (width, width * 9 // 16)
    base: Scene = {"table": str(rng.choice(TABLES)), "light": light_of(rng, wide=False)}
    base |= camera_of(rng, _reach(story), size)
    rough = float(rng.uniform(0.3, 0.8))
    for number, state in enumerate(story.states):
        scene = base | {"seed": f"film-{seed}-{number}", "objects": _objects(state, out, rough)}
        (out / f"{number:03d}.json").write_text(json.dumps(scene))
        if number == len(story.states) // 2:
            (out / "metered").mkdir(exist_ok=True)
            (out / "metered" / "first.json").write_text(json.dumps(preview_of(scene)))


def expose(out: Path, photo: Path) -> None:
    """Set the exposure of a film's scenes by the small photo of one of them."""
    taken = cv2.imread(str(photo))
    if taken is None:
        raise SystemExit(f"{photo}: no photo; photograph {out / 'metered' / 'first.json'} first.")
    stops = exposure_ev(np.asarray(taken, np.uint8), np.random.default_rng(len(out.name)))
    for path in sorted(out.glob("*.json")):
        scene = json.loads(path.read_text())
        scene["sensor"]["exposure_ev"] = stops
        path.write_text(json.dumps(scene))


def _reach(story: Story) -> tuple[float, float]:
    """How far what lies there reaches from the table's middle, twice, in millimetres."""
    flat = [thing for state in story.states for thing in state if isinstance(thing, Thing)]
    if not flat:
        return story.size_mm
    half = [max(abs(one.pose[k]) + max(one.size_mm) / 2 for one in flat) for k in range(2)]
    return 2 * half[0], 2 * half[1]


def camera_of(rng: np.random.Generator, table_mm: tuple[float, float], size: tuple[int, int]) -> Scene:
    """A camera that has a table of this size in its picture, and hardly more."""
    tilt, turn = math.radians(rng.uniform(3, 35)), rng.normal(0, 0.08)
    field = rng.uniform(58, 78)
    fills = rng.uniform(*FILLS)
    upright = table_mm[1] > table_mm[0]
    turn += math.pi / 2 if upright else 0.0
    aim = rng.normal(0, 6, 2)
    away = np.array([math.sin(tilt) * math.sin(turn), -math.sin(tilt) * math.cos(turn), math.cos(tilt)])
    corners = np.array([[x, y, 0] for x in (-1, 1) for y in (-1, 1)]) * [table_mm[0] / 2, table_mm[1] / 2, 0]
    focal = size[0] / (2 * math.tan(math.radians(field) / 2))
    far = 200.0
    roll = math.radians(rng.normal(0, 1.5))
    while not _fits(
        corners, np.array([*aim, 0]) + far * away, np.array([*aim, 0.0]), focal, size, fills, roll
    ):
        far *= 1.02
    eye = np.array([*aim, 0]) + far * away
    lens = {"k1": float(rng.normal(-0.03, 0.04)), "k2": float(rng.normal(0, 0.01)), "p1": 0.0, "p2": 0.0}
    return {
        "image": {"width": size[0], "height": size[1], "samples": 6},
        "camera": {
            "position_mm": eye.tolist(),
            "look_at_mm": [*aim.tolist(), 0],
            "hfov_deg": field,
            "roll_deg": math.degrees(roll),
        },
        "lens": lens,
        "sensor": {
            "blur_px": float(rng.uniform(0.4, 0.9)),
            "white_balance": np.exp(rng.normal(0, 0.06, 3)).tolist(),
            "vignette": float(rng.uniform(0, 0.25)),
            "jpeg_quality": 97,
        },
        "noise": float(rng.uniform(1.5, 5)),
        "quality": int(rng.integers(75, 93)),
    }


def _fits(
    corners: Any, eye: Any, aim: Any, focal: float, size: tuple[int, int], fills: float, roll: float
) -> bool:
    seen = np.abs(projected(corners, eye, aim, focal, roll))
    return bool((seen <= np.array(size) / 2 * fills).all())


def _objects(state: tuple[Thing | dict[str, Any], ...], out: Path, rough: float) -> list[Scene]:
    objects: list[Scene] = []
    lying: list[tuple[Any, float]] = []
    for number, thing in enumerate(state):
        if isinstance(thing, dict):
            one = dict(thing)
            if "printed" in one:
                one["texture"] = _drawn(out, one["name"], one.pop("printed"))
            objects.append(one)
            continue
        x, y, turn = thing.pose
        half = np.array(thing.size_mm) / 2
        rim = Polygon([(-half[0], -half[1]), (half[0], -half[1]), (half[0], half[1]), (-half[0], half[1])])
        rim = affinity.translate(affinity.rotate(rim, turn), x, y)
        z = max((high + SHEET_MM for other, high in lying if other.intersects(rim)), default=0.1)
        lying.append((rim, z))
        objects.append(
            {
                "name": f"{thing.name}-{number}",
                "texture": _drawn(out, thing.name, thing.printed),
                "size_mm": list(thing.size_mm),
                "pose": [x, y, turn],
                "z_mm": z,
                "roughness": rough,
            }
        )
    return objects


def _drawn(out: Path, name: str, printed: Any) -> str:
    path = (out / f"{name}.png").resolve()
    if not path.exists():
        Image.fromarray(printed).save(path)
    return str(path)


if __name__ == "__main__":
    main()
