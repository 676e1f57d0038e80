"""A printed deck as a stranger finds it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from companion.printing import PrintedSet


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck as a stranger finds it: a folder with files."""

    folder: Path
    manifest: dict[str, Any]
    written: PrintedSet
    steps: list[tuple[int, int]]

    @property
    def things(self) -> list[dict[str, Any]]:
        return list(self.manifest["things"])

    def face(self, thing: dict[str, Any]) -> NDArray[np.uint8]:
        with Image.open(self.folder / thing["face"]) as picture:
            return np.array(picture)
