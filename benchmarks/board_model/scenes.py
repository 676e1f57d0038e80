"""Scenes of boards for a path tracer, drawn at random: what lies where, the camera, the light, the sensor.

python -m benchmarks.board_model.scenes OUT --kind photo|near --count 40 --seed 1 [--hands .1] [--wide] [--tight]

`photo` is what a webcam over a table sees at 720p or 1080p, `near` the board alone at 416 x 416 pixels, to train on.
Each NAME.json gives millimetres and degrees on a table that is the plane z = 0, x to the right, y away from the viewer:
`objects` (a picture of the board, and pieces by their outlines, with owner, kind, hand and cells), `camera`, `lens`
(k1 k2 p1 p2), `sensor`, `light` and `occluders`.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from benchmarks.board_model.arts import GROUNDS, Art, drawn
from benchmarks.board_model.layouts import laid_out
from benchmarks.board_model.solids import board_of, solids

SKIES = ("interior", "night", "city", "studio", "sunset", "sunrise", "courtyard", "forest")
TABLES = ("wood", "dark_wood", "cloth", "white", "marble")
SKINS = ((0.80, 0.58, 0.46), (0.88, 0.68, 0.56), (0.62, 0.42, 0.31), (0.38, 0.25, 0.18))
LINES = ("full", "full", "full", "full", "faint", "plain", "double", "dotted", "none")


def main() -> None:
    """Write scenes and the pictures of their boards."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--kind", choices=("photo", "near"), default="photo")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=float, default=0.0, help="the share of scenes with a hand or a mug")
    parser.add_argument("--wide", action="store_true", help="all arts and harder cameras")
    parser.add_argument("--tight", action="store_true", help="pieces that fit with hardly a gap")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for number in range(chosen.count):
        rng = np.random.default_rng([chosen.seed, number])
        name = f"{chosen.seed}-{number:03d}"
        hand = rng.random() < chosen.hands
        scene, art = scene_of(rng, chosen.kind, wide=chosen.wide, hand=hand, tight=chosen.tight)
        scene["seed"] = name
        scene["objects"][0]["texture"] = f"{name}.png"
        Image.fromarray(art.picture).save(chosen.out / f"{name}.png")
        (chosen.out / f"{name}.json").write_text(json.dumps(scene))


def scene_of(
    rng: np.random.Generator, kind: str, *, wide: bool, hand: bool, tight: bool = False
) -> tuple[dict[str, Any], Art]:
    """A scene without its seed and its board's texture, and the board to be drawn for that."""
    ground = str(
        rng.choice(list(GROUNDS), p=(0.4, 0.15, 0.15, 0.2, 0.1) if wide else (0.45, 0.1, 0.1, 0.35, 0))
    )
    art = drawn(rng, ground, str(rng.choice(LINES)) if wide else "full")
    # A network has to know an empty board too.
    fewest = 0 if kind == "near" else 4
    laid = laid_out(rng, int(rng.integers(fewest, 27)), clustered=rng.random() < 0.5)
    turn_deg = float(rng.uniform(0, 360))
    objects = [board_of(art, turn_deg), *solids(rng, art, laid, turn_deg, wide=wide, tight=tight)]
    scene = {"objects": objects, "table": str(rng.choice(TABLES)), "light": light_of(rng, wide=wide)}
    scene |= _near(rng, art) if kind == "near" else photo_of(rng, art, turn_deg, wide=wide)
    if hand:
        scene["occluders"] = [occluder_of(rng, art)]
    return scene, art


def photo_of(rng: np.random.Generator, art: Art, turn_deg: float, *, wide: bool) -> dict[str, Any]:
    """Camera, lens and sensor of a photo that has the whole board in it."""
    while True:
        photo = _photo(rng, art, wide=wide)
        if _in_full(photo, art, turn_deg):
            return photo


def light_of(rng: np.random.Generator, *, wide: bool) -> dict[str, Any]:
    """A sky and the lamps of a room."""
    sky = {"hdri": str(rng.choice(SKIES)), "rotation_deg": float(rng.uniform(0, 360)), "strength": 1.0}
    # Skies differ a hundredfold in light: `metered` exposes for it.
    lamps = []
    for _ in range(int(rng.random() < (0.5 if wide else 0.25)) + int(wide and rng.random() < 0.2)):
        turn, far, high = rng.uniform(0, 2 * np.pi), rng.uniform(100, 900), rng.uniform(350, 1000)
        warm = rng.uniform(0, 1)
        lamps.append(
            {
                "position_mm": [far * math.cos(turn), far * math.sin(turn), high],
                "aim_mm": rng.normal(0, 80, 2).tolist() + [0],
                "power_w": float((far**2 + high**2) / 1e6 * rng.uniform(150, 700)),
                "size_mm": float(rng.uniform(30, 400)),
                "color": [1.0, 1 - 0.25 * warm, 1 - 0.55 * warm],
            }
        )
    return sky | {"lamps": lamps}


def _near(rng: np.random.Generator, art: Art) -> dict[str, Any]:
    tilt, turn, far = rng.uniform(0, 45), rng.uniform(0, 2 * np.pi), rng.uniform(420, 900)
    eye = far * np.array(
        [math.sin(math.radians(tilt)) * math.cos(turn), math.sin(math.radians(tilt)) * math.sin(turn), 0]
    )
    eye[2] = far * math.cos(math.radians(tilt))
    field = 2 * math.degrees(math.atan(art.size_mm * rng.uniform(0.66, 0.86) / far))
    return {
        "image": {"width": 416, "height": 416, "samples": 8},
        "camera": {
            "position_mm": eye.tolist(),
            "look_at_mm": rng.normal(0, 4, 3).tolist(),
            "hfov_deg": field,
        },
        "sensor": {"jpeg_quality": 98},
    }


def _photo(rng: np.random.Generator, art: Art, *, wide: bool) -> dict[str, Any]:
    large = rng.random() < 0.25
    tilt = math.radians(rng.uniform(0, 45 if wide else 40))
    turn, field = rng.uniform(-np.pi, np.pi), rng.uniform(55, 85) if wide else rng.uniform(58, 75)
    squares = rng.uniform(62 if wide else 68, 120)
    focal = 1280 / (2 * math.tan(math.radians(field) / 2))
    far = art.square_mm * focal / squares
    eye = far * np.array([math.sin(tilt) * math.sin(turn), -math.sin(tilt) * math.cos(turn), math.cos(tilt)])
    aside = rng.normal(0, 0.1 * far, 2) * (1.0 if wide else 0.7)
    sensor = {
        "blur_px": float(rng.uniform(0.3, 1.2 if wide else 0.9)),
        "noise": float(rng.uniform(1, 6 if wide else 4)),
        "white_balance": np.exp(rng.normal(0, 0.06, 3)).tolist(),
        "vignette": float(rng.uniform(0, 0.25)),
        "jpeg_quality": int(rng.integers(72, 93)),
    }
    if rng.random() < 0.3:
        sensor["sharpen"] = float(rng.uniform(0.2, 0.8))
    bend = 0.1 if wide else 0.05
    return {
        "image": {"width": 1920, "height": 1080} if large else {"width": 1280, "height": 720},
        "camera": {
            "position_mm": (eye + [*aside, 0]).tolist(),
            "look_at_mm": [*(aside + rng.normal(0, 15, 2)).tolist(), 0],
            "hfov_deg": float(field),
            "roll_deg": float(rng.normal(0, 12)),
        },
        "lens": _lens(rng, bend, field),
        "sensor": sensor,
    }


def _lens(rng: np.random.Generator, bend: float, field_deg: float) -> dict[str, float]:
    """A lens that no two of the rays it sees leave at one place."""
    # In focal lengths from the middle, squared; a fifth farther than the corners of a picture of 16 to 9.
    far = (1.2 * math.hypot(1, 9 / 16) * math.tan(math.radians(field_deg) / 2)) ** 2
    while True:
        k1, k2 = float(rng.normal(-0.05, bend)), float(rng.normal(0, 0.02))
        away = np.linspace(0, 1.5 * far, 40)
        if (1 + 3 * k1 * away + 5 * k2 * away**2 > 0.2).all():
            return {"k1": k1, "k2": k2, "p1": 0.0, "p2": 0.0}


def _in_full(photo: dict[str, Any], art: Art, turn_deg: float) -> bool:
    """Whether the whole board is in the picture, and one corner clearly nearest its lower left: that is a1."""
    camera, width, height = photo["camera"], photo["image"]["width"], photo["image"]["height"]
    eye, aim = (np.array(camera[key], float) for key in ("position_mm", "look_at_mm"))
    turns = math.radians(turn_deg) + np.arange(4) * np.pi / 2 + np.pi / 4
    corners = np.stack([np.cos(turns), np.sin(turns), np.zeros(4)], 1) * art.size_mm / math.sqrt(2)
    focal = width / (2 * math.tan(math.radians(camera["hfov_deg"]) / 2))
    seen = projected(corners, eye, aim, focal, math.radians(camera["roll_deg"]))
    places = seen + [width / 2, height / 2]
    away = np.sort(np.hypot(places[:, 0], places[:, 1] - height))
    edge = 0.03 * width
    inside = (places > edge) & (places < [width - edge, height - edge])
    return bool(inside.all() and away[1] > 1.08 * away[0])


def projected(points: Any, eye: Any, aim: Any, focal: float, roll: float) -> Any:
    """Points (n, 3) in pixels from the picture's middle, (n, 2), y down."""
    ahead = (aim - eye) / np.linalg.norm(aim - eye)
    right = np.cross(ahead, [0.0, 0.0, 1.0])
    right = right / np.linalg.norm(right) if np.linalg.norm(right) > 1e-6 else np.array([1.0, 0.0, 0.0])
    up = np.cross(right, ahead)
    right, up = (
        right * math.cos(roll) + up * math.sin(roll),
        up * math.cos(roll) - right * math.sin(roll),
    )
    from_eye = points - eye
    return focal * np.stack([from_eye @ right, -from_eye @ up], 1) / (from_eye @ ahead)[:, None]


def occluder_of(rng: np.random.Generator, art: Art) -> dict[str, Any]:
    """A hand or a mug over a part of the board."""
    turn = rng.uniform(0, 2 * np.pi)
    out = np.array([math.cos(turn), math.sin(turn)])
    across = np.array([-out[1], out[0]]) * rng.uniform(-0.4, 0.4) * art.size_mm
    if rng.random() < 0.2:
        at = out * art.size_mm * rng.uniform(0.3, 0.65) + across
        return {"kind": "mug", "at": at.tolist(), "color": rng.uniform(0.05, 0.9, 3).tolist()}
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.85, 1.1)
    tip = out * art.size_mm * rng.uniform(-0.1, 0.45) + across
    base = out * (art.size_mm + 500) + across * rng.uniform(0, 2)
    return {"kind": "hand", "from": base.tolist(), "to": tip.tolist(), "color": np.clip(skin, 0, 1).tolist()}


if __name__ == "__main__":
    main()
