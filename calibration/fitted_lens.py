"""The pictures that a lens was fitted to, and the lens with how well they determine it."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.find import View
from calibration.lens import Lens
from calibration.target import Target
from calibration.views import Coverage


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture: its name for sentences, its (width, height), and the target in it if it was found."""

    name: str
    size_px: tuple[int, int]
    view: View | None


@dataclass(frozen=True, slots=True)
class ShotFit:
    """A picture that was used: the root mean square distance of its points from where the lens puts them."""

    name: str
    rms_px: float
    points: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """A picture that was left out, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class LensFit:
    """A lens and how well it is known; `focal_sd_px` and `centre_sd_px` are standard deviations."""

    lens: Lens
    target: Target
    rms_px: float
    focal_sd_px: tuple[float, float]
    centre_sd_px: tuple[float, float]
    used: tuple[ShotFit, ...]
    dropped: tuple[Dropped, ...]
    coverage: Coverage
    warnings: tuple[str, ...]

    def to_file(self) -> dict[str, object]:
        """What the lens file holds: the lens, and a `fit` that tells where it came from."""
        fit = {
            "target": str(self.target),
            "photos": len(self.used),
            "rms_px": self.rms_px,
            "focal_sd_px": list(self.focal_sd_px),
            "centre_sd_px": list(self.centre_sd_px),
            "coverage": self.coverage.share,
        }
        return {**self.lens.to_json(), "fit": fit}

    def to_json(self) -> dict[str, object]:
        """All that is known of the fit."""
        (fx, fy), (cx, cy) = self.lens.focal_px, self.lens.centre_px
        return {
            **self.lens.to_json(),
            "fx": fx,
            "fy": fy,
            "cx": cx,
            "cy": cy,
            "target": str(self.target),
            "rms_px": self.rms_px,
            "focal_sd_px": list(self.focal_sd_px),
            "centre_sd_px": list(self.centre_sd_px),
            "photos": [{"photo": s.name, "rms_px": s.rms_px, "points": s.points} for s in self.used],
            "dropped": [{"photo": d.name, "why": d.why} for d in self.dropped],
            "coverage": {"share": self.coverage.share, "empty": list(self.coverage.empty)},
            "warnings": list(self.warnings),
        }
