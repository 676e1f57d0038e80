"""What a camera makes of a known face: its light from place to place, and how strong its inks are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.taught.bending import Plane

Colours = NDArray[np.float32]
"""(h, w, 3), blue, green and red, 1 the paper."""
Planes = NDArray[np.float32]
"""(3, h, w), the same, in small pixels."""

FEW = np.float32(0.02)
"""Added where light is divided by: as little as this tells nothing."""
_THIRDS = np.full((1, 3), 1 / 3, np.float32)


@dataclass(frozen=True, slots=True)
class Haze:
    """What light all over a face does, each (3,), of linear light: by how much it multiplies, and what it adds."""

    light: NDArray[np.float32]
    veil: NDArray[np.float32]

    def planes(self, known: Planes) -> Planes:
        """A face's planes under it."""
        return root_of(known * known * self.light[:, None, None] + self.veil[:, None, None])

    def colours(self, known: Colours) -> Colours:
        """A face under it."""
        return root_of(_each(known * known, self.light, self.veil))

    def level(self, known: Plane) -> Plane:
        """A lightness under it."""
        return root_of(known * known * self.light.mean() + self.veil.mean())


@dataclass(frozen=True, slots=True)
class Lit:
    """`light`: (h, w, 3) small pixels; `veil`: (h, w, 3), what glare adds, of linear light, less than none where it
    lay on the known face; `strength` and `balance`: (3,), of the inks, and of all colours."""

    light: Colours
    veil: Colours
    strength: NDArray[np.float32]
    balance: NDArray[np.float32] | None
    haze: Haze | None = None

    def colours(self, known: Colours) -> tuple[Colours, Colours]:
        """A known face in this light, and how much of that is glare."""
        known = np.ascontiguousarray(known)
        if self.haze is not None:
            known = self.haze.colours(known)
        factors = self.strength if self.balance is None else self.strength * self.balance
        # Ink by ink: 1 - (1 - known) * strength.
        plain = _each(known, factors, 1 - self.strength)
        plain *= self._at(self.light, known)
        veiled = self._veiled(plain)
        return veiled, np.asarray(veiled - plain, np.float32)

    def paper(self) -> Plane:
        """How light the known face's paper is in each small pixel."""
        return self._veiled(mean_of(self.light))

    def level(self, known: Plane, colours: Colours) -> Plane:
        """A known face's lightness in this light; `colours` are its own."""
        if self.haze is not None:
            hazed = mean_of(self.haze.colours(colours))
            share = hazed / np.maximum(self.haze.level(mean_of(colours)), FEW)
            known = self.haze.level(known) * self._at(np.asarray(share, np.float32), known)
        if self.balance is not None:
            share = mean_of(colours * self.balance) / np.maximum(mean_of(colours), FEW)
            known = known * self._at(np.asarray(share, np.float32), known)
        inked = 1 - (1 - known) * np.float32(self.strength.mean())
        return self._veiled(inked * self._at(mean_of(self.light), known))

    def _veiled(self, plain: NDArray[np.float32]) -> NDArray[np.float32]:
        veil = self._at(self.veil if plain.ndim == 3 else mean_of(self.veil), plain)
        return root_of(plain * plain + veil)

    @staticmethod
    def _at(light: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.float32]:
        size = known.shape[1], known.shape[0]
        return np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_LINEAR), np.float32)


def mean_of(colours: Colours) -> Plane:
    """The mean (h, w) of three colours (h, w, 3): numpy's own takes its time over so few."""
    return np.asarray(cv2.transform(np.ascontiguousarray(colours, np.float32), _THIRDS), np.float32)


def _each(colours: Colours, factors: NDArray[np.float32], more: NDArray[np.float32]) -> Colours:
    """Each colour by a factor of its own, and more of it."""
    turned = np.zeros((3, 4), np.float32)
    turned[[0, 1, 2], [0, 1, 2]] = factors
    turned[:, 3] = more
    return np.asarray(cv2.transform(colours, turned), np.float32)


def root_of(planes: NDArray[np.float32]) -> NDArray[np.float32]:
    """The roots of planes or colours, any shape; 0 of what is less."""
    return np.asarray(np.sqrt(np.maximum(planes, np.float32(0))), np.float32)
