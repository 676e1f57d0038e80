"""Scenes as a camera that meters sees them: how long it exposes is chosen by what small photos of them show.

python -m benchmarks.board_model.metered SCENES PREVIEWS [--expose]

First it writes small scenes, to be photographed where they are; with `--expose` it then sets the exposure of the scenes
themselves by those photos.
Without it every scene is exposed alike, however much light there is.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

PREVIEW_EV = -3.0
"""How small photos are exposed, in stops: what burns out in them counts for no more than eight times white."""
PREVIEW_PX = 192
GREY = 0.18
"""The light that a camera brings the mean of what it sees to, as a share of white (18 % grey)."""
OFF_EV = 0.35
"""By how much cameras differ in that, in stops."""
CENTRED = 2 / 3
"""How many cameras mind the middle more; the others take all of a photo alike."""
HELD_BACK = 2 / 3
"""How many expose less where more than a fiftieth of the photo would burn out."""
MOST_EV = 4.0


def main() -> None:
    """Write the scenes of small photos, or set the exposure by these."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenes", type=Path)
    parser.add_argument("previews", type=Path)
    parser.add_argument("--expose", action="store_true")
    chosen = parser.parse_args()
    chosen.previews.mkdir(parents=True, exist_ok=True)
    for path in sorted(chosen.scenes.glob("*.json")):
        scene = json.loads(path.read_text())
        if "camera" not in scene:
            continue
        if not chosen.expose:
            small = preview_of(scene)
            texture = (chosen.scenes / small["objects"][0]["texture"]).resolve()
            small["objects"][0]["texture"] = str(texture)
            (chosen.previews / path.name).write_text(json.dumps(small))
            continue
        photo = cv2.imread(str(chosen.previews / f"{path.stem}.jpg"))
        if photo is None:
            parser.error(f"{chosen.previews / path.stem}.jpg is missing: photograph the small scenes first.")
        rng = np.random.default_rng(list(path.stem.encode()))
        scene["sensor"]["exposure_ev"] = exposure_ev(np.asarray(photo, np.uint8), rng)
        path.write_text(json.dumps(scene))


def preview_of(scene: dict[str, Any]) -> dict[str, Any]:
    """The same scene in a small photo without faults, exposed by PREVIEW_EV."""
    image = scene["image"]
    height = round(PREVIEW_PX * image["height"] / image["width"])
    size = {"width": PREVIEW_PX, "height": height, "samples": 8}
    sensor = {"exposure_ev": PREVIEW_EV, "jpeg_quality": 100}
    small = json.loads(json.dumps(scene)) | {"image": size, "sensor": sensor}
    return dict(small)


def exposure_ev(photo: NDArray[np.uint8], rng: np.random.Generator) -> float:
    """The exposure in stops that a camera, drawn at random, chooses by a photo (h, w, 3) BGR exposed by PREVIEW_EV."""
    light = _linear(photo) * 2**-PREVIEW_EV
    height, width = light.shape[:2]
    weight = np.ones((height, width))
    if rng.random() < CENTRED:
        y, x = np.mgrid[:height, :width]
        away = ((x + 0.5) / width - 0.5) ** 2 + ((y + 0.5) / height - 0.5) ** 2
        weight = np.exp(-away / (2 * 0.25**2))
    grey = light @ np.array([0.0722, 0.7152, 0.2126])
    stops = math.log2(GREY / max(float((grey * weight).sum() / weight.sum()), 1e-4)) + rng.normal(0, OFF_EV)
    if rng.random() < HELD_BACK:
        brightest = float(np.percentile(light.max(2), 98))
        stops = min(stops, -math.log2(max(brightest, 1e-4)))
    return float(np.clip(stops, -MOST_EV, MOST_EV))


def _linear(photo: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Shares of light of an sRGB picture (IEC 61966-2-1)."""
    value = photo / 255.0
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


if __name__ == "__main__":
    main()
