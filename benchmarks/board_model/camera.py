"""The faults of cameras: blur, motion, shadows, casts, glare, dim light, noise, sharpening, contrast, JPEG."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


class Camera:
    """A camera whose faults are drawn at random for every photo."""

    bright = 0.4
    """How often the brightest of a photo is nearly white or burnt out, as where a camera meters dark surroundings."""
    dim = 0.12
    """How often a photo is far darker than a camera would have it."""
    least_quality = 24
    """Of JPEG, in photos that are not clear."""
    strong = 0.12
    """How often a camera draws edges thick, or contrast hard."""
    shaded = 0.3
    """How often a shadow or a light that falls off lies across it."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.noise = rng.standard_normal((1200, 1200, 3)).astype(np.float32)

    def photo(self, light: Any, along: float, *, clear: bool) -> NDArray[np.uint8]:
        """A photo of this light (h, w, 3), in which the board's ranks run at an angle `along`; a `clear` one has few
        faults."""
        light = self._seen_through_glass(light, clear=clear)
        light = self._toned(self._lit(light, along))
        return self._recorded(light, clear=clear)

    def _seen_through_glass(self, light: Any, *, clear: bool) -> Any:
        """Blur, defocus, motion."""
        rng, draw = self.rng, self.rng.uniform
        most = 0.6 if clear else 0.9
        if (blur := draw(0, most) if clear or rng.random() < 0.8 else draw(0.9, 1.9)) > 0.2:
            light = cv2.GaussianBlur(light, (0, 0), blur)
        if rng.random() < 0.12 and not clear:
            light = cv2.sqrt(np.maximum(cv2.filter2D(light * light, -1, _disc(draw(0.7, 2.6))), 0))
        if rng.random() < 0.1 and not clear:
            light = cv2.filter2D(light, -1, _streak(int(draw(3, 6)) | 1, draw(0, 180)))
        return light

    def _lit(self, light: Any, along: float) -> Any:
        """Shadows, casts, too much and too little light."""
        rng, draw = self.rng, self.rng.uniform
        if rng.random() < self.shaded:
            light = light * self._shade(light.shape[:2], along)
        cast = 0.13 if rng.random() < 0.35 else 0.05
        light = light * np.exp(rng.normal(0, cast, 3) + rng.normal(0, 0.12)).astype(np.float32)
        if rng.random() < self.bright:
            light = light * np.float32(draw(0.85, 1.25) / max(float(np.percentile(light, 96)), 0.1))
        elif rng.random() < self.dim:
            light = light * np.float32(draw(0.3, 0.75))
        if rng.random() < 0.15:
            light = light + self._veil(light.shape[:2])
        return light

    def _toned(self, light: Any) -> Any:
        """A camera's curve: lighter or darker, harder, paler or more colourful."""
        rng, draw = self.rng, self.rng.uniform
        if rng.random() < 0.3:
            light = cv2.pow(np.clip(light, 0, 4), math.exp(rng.normal(0, 0.15)))
        if rng.random() < self.strong:
            hard = np.float32(draw(1.0, 3.2))
            light = (np.tanh(hard * (light - np.float32(draw(0.4, 0.6)))) / np.tanh(hard / 2) + 1) / 2
        if rng.random() < 0.15:
            grey = light.mean(2, keepdims=True)
            light = grey + (light - grey) * np.float32(draw(0.55, 1.35))
        return light

    def _recorded(self, light: Any, *, clear: bool) -> NDArray[np.uint8]:
        """Noise and what is done against it, fewer pixels drawn out, sharpening, JPEG."""
        rng, draw = self.rng, self.rng.uniform
        strength = draw(0.3, 2.5 if clear else 5.5) if clear or rng.random() < 0.85 else draw(5, 11)
        grain = self._grain(light.shape[:2]) * np.float32(strength / 255)
        light = light + grain * (0.4 + cv2.sqrt(np.clip(light, 0, 1)))
        if rng.random() < 0.06 and not clear:
            light = _enlarged(light, draw(0.5, 0.85))
        if rng.random() < self.strong:
            light = light + np.float32(draw(0.5, 1.6)) * (
                light - cv2.GaussianBlur(light, (0, 0), draw(0.8, 2.4))
            )
        elif rng.random() < 0.4:
            light = light + np.float32(draw(0.1, 0.7)) * (light - cv2.GaussianBlur(light, (0, 0), 1.2))
        photo = (np.clip(light, 0, 1) * 255 + 0.5).astype(np.uint8)
        if rng.random() < 0.08:
            photo = np.asarray(cv2.bilateralFilter(photo, 5, draw(8, 30), draw(1, 2.5)), np.uint8)
        if rng.random() < 0.9:
            photo = _coded(photo, draw(74 if clear else self.least_quality, 96))
        return photo

    def _grain(self, shape: tuple[int, ...]) -> NDArray[np.float32]:
        """Noise (h, w, 3) of deviation 1, now and then of .7 in blotches, as cameras that smooth it leave it."""
        top, left = (int(self.rng.integers(0, self.noise.shape[0] - length)) for length in shape)
        grain = self.noise[top : top + shape[0], left : left + shape[1]]
        if self.rng.random() < 0.2:
            reach = self.rng.uniform(0.5, 1.4)
            # White noise of deviation 1 has one of 1 / (2 reach sqrt(pi)) after a Gaussian of that reach.
            blotches = cv2.GaussianBlur(grain, (0, 0), reach) * np.float32(2 * reach * math.sqrt(math.pi))
            grain = np.asarray(blotches, np.float32) * np.float32(0.7)
        return grain

    def _shade(self, shape: tuple[int, ...], along: float) -> NDArray[np.float32]:
        """Factors (h, w, 3) of a band of shadow with a softness and a tint of its own, and of light that falls off;
        half of the bands run as sides of cells do, which their edges are like."""
        rng, length = self.rng, max(shape)
        y, x = (np.mgrid[: shape[0], : shape[1]] / length).astype(np.float32)
        turn = rng.uniform(0, 2 * np.pi)
        if rng.random() < 0.5:
            turn = along + rng.integers(8) * np.pi / 4 + rng.normal(0, 0.03)
        at = x * np.float32(np.cos(turn)) + y * np.float32(np.sin(turn))
        begins, soft = rng.uniform(at.min(), at.max()), math.exp(rng.uniform(math.log(0.001), math.log(0.08)))
        ends = begins + rng.uniform(0.1, 1.0)
        band = 1 / (1 + np.exp(np.clip((begins - at) / soft, -30, 30)))
        band /= 1 + np.exp(np.clip((at - ends) / soft, -30, 30))
        tint = np.exp(rng.normal([0.08, 0, -0.05], 0.08)) * rng.uniform(-1.0, -0.1)
        fall = np.exp((x - 0.5) * rng.normal(0, 0.25) + (y - 0.5) * rng.normal(0, 0.25))
        shade = fall[..., None] * np.exp(band[..., None] * tint)
        return shade.astype(np.float32)

    def _veil(self, shape: tuple[int, ...]) -> NDArray[np.float32]:
        height, width = shape
        y, x = np.mgrid[:height, :width].astype(np.float32)
        middle, spread = self.rng.uniform(0, 1, 2), self.rng.uniform(0.08, 0.35) * width
        far = (x - middle[0] * width) ** 2 + (y - middle[1] * height) ** 2
        veil: NDArray[np.float32] = (self.rng.uniform(0.1, 0.5) * np.exp(-far / (2 * spread**2))).astype(
            np.float32
        )
        return veil[..., None]


def _coded(photo: NDArray[np.uint8], quality: float) -> NDArray[np.uint8]:
    coded = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _enlarged(light: Any, share: float) -> Any:
    """A photo (h, w, 3) as a sensor with fewer pixels sees it, drawn out to its size."""
    size = light.shape[1::-1]
    small = cv2.resize(light, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return cv2.resize(small, size, interpolation=cv2.INTER_LINEAR)


def _disc(radius: float) -> NDArray[np.float32]:
    reach = math.ceil(radius)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(disc / disc.sum(), np.float32)


def _streak(length: int, turn_deg: float) -> NDArray[np.float32]:
    line = np.zeros((length, length), np.float32)
    line[length // 2] = 1
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), turn_deg, 1)
    line = np.asarray(cv2.warpAffine(line, turn, (length, length)), np.float32)
    return np.asarray(line / line.sum(), np.float32)
