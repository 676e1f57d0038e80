"""What is held before the camera: a chessboard, a ChArUco board or a grid of ArUco markers."""

from __future__ import annotations

import re
from dataclasses import dataclass

import cv2

from calibration.errors import CannotCalibrate

FORMS = (
    "chessboard:9x6:25mm (inner corners, square)",
    "charuco:7x10:25mm:18mm[:6X6_250] (squares, square, marker)",
    "arucogrid:4x5:37.5mm:5mm[:6X6_1000] (markers, marker, gap)",
)
MOST_ACROSS, MOST_MM = 60, 5000.0


@dataclass(frozen=True, slots=True)
class Target:
    """A flat target. `kind` is chessboard, charuco or arucogrid; `across` and `down` count inner corners, squares
    or markers; `pitch_mm` is the square (of a grid: marker and gap), `marker_mm` the marker, `family` a dictionary
    of `cv2.aruco` without its `DICT_`.
    """

    kind: str
    across: int
    down: int
    pitch_mm: float
    marker_mm: float = 0.0
    family: str = ""

    def __str__(self) -> str:
        head = f"{self.kind}:{self.across}x{self.down}"
        if self.kind == "chessboard":
            return f"{head}:{self.pitch_mm:g}mm"
        if self.kind == "charuco":
            return f"{head}:{self.pitch_mm:g}mm:{self.marker_mm:g}mm:{self.family}"
        return f"{head}:{self.marker_mm:g}mm:{round(self.pitch_mm - self.marker_mm, 6):g}mm:{self.family}"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height that its points span at most."""
        if self.kind == "chessboard":
            return (self.across - 1) * self.pitch_mm, (self.down - 1) * self.pitch_mm
        if self.kind == "charuco":
            return (self.across - 2) * self.pitch_mm, (self.down - 2) * self.pitch_mm
        return tuple((n - 1) * self.pitch_mm + self.marker_mm for n in (self.across, self.down))  # type: ignore[return-value]


def parse_target(text: str) -> Target:
    """Read `--target`, as in FORMS; raises CannotCalibrate with the forms that there are."""
    kind, *parts = text.strip().split(":")
    kind = kind.lower()
    least = {"chessboard": 2, "charuco": 3, "arucogrid": 3}.get(kind)
    if least is None or not least <= len(parts) <= least + (kind != "chessboard"):
        raise _unknown(text)
    counts = re.fullmatch(r"(\d{1,3})[xX](\d{1,3})", parts[0])
    lengths = [_millimetres(part) for part in parts[1:least]]
    if counts is None or any(length is None for length in lengths):
        raise _unknown(text)
    across, down = int(counts[1]), int(counts[2])
    sizes = [length for length in lengths if length is not None]
    if not 2 <= min(across, down) <= max(across, down) <= MOST_ACROSS:
        raise CannotCalibrate(f"--target {text}: a target has 2 to {MOST_ACROSS} across and down")
    if kind == "chessboard":
        if min(across, down) < 3:
            raise CannotCalibrate(
                f"--target {text}: a chessboard has at least 3 x 3 inner corners, where four squares meet"
            )
        return Target(kind, across, down, sizes[0])
    family = _family(text, parts[least] if len(parts) > least else None, kind)
    if kind == "charuco":
        if min(across, down) < 3:
            raise CannotCalibrate(f"--target {text}: a ChArUco board has at least 3 x 3 squares")
        square, marker = sizes
        if marker >= square:
            raise CannotCalibrate(
                f"--target {text}: the marker stands inside the square, so give the square's side first"
            )
        target = Target(kind, across, down, square, marker, family)
    else:
        marker, gap = sizes
        target = Target(kind, across, down, round(marker + gap, 9), marker, family)
    needed = across * down // (2 if kind == "charuco" else 1)
    if needed > len(dictionary(family).bytesList):
        raise CannotCalibrate(
            f"--target {text}: {family} has too few markers for {needed}, name a larger one"
        )
    return target


def _unknown(text: str) -> CannotCalibrate:
    return CannotCalibrate(f"--target {text} is not a target: give one like {', or '.join(FORMS)}")


def _millimetres(text: str) -> float | None:
    match = re.fullmatch(r"(\d{1,4}(?:\.\d{1,6})?)(?:mm)?", text.strip())
    value = float(match[1]) if match else 0.0
    return value if 0 < value <= MOST_MM else None


def _family(text: str, name: str | None, kind: str) -> str:
    if name is None:
        return "6X6_250" if kind == "charuco" else "6X6_1000"
    plain = name.upper().removeprefix("DICT_")
    for known in (plain, plain.replace("H", "h")):
        if plain and hasattr(cv2.aruco, f"DICT_{known}"):
            return known
    raise CannotCalibrate(f"--target {text}: there are no markers called {name}, they are like 6X6_250")


def dictionary(family: str) -> cv2.aruco.Dictionary:
    """The markers of a family."""
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}"))
