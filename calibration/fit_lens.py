"""From views of a target to a lens, or to a sentence that says why not and what to photograph instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.curve import holds
from calibration.errors import CannotCalibrate
from calibration.find import Points, View
from calibration.fitted_lens import Dropped, LensFit, Shot, ShotFit
from calibration.leftover import leftover
from calibration.solve import Fisheye, Solved, solve, solve_fisheye
from calibration.target import Target
from calibration.views import SAME_VIEW, Coverage, apart, coverage, diagonal, outline


@dataclass(frozen=True, slots=True)
class FitConfig:
    """What a set of photos must fulfil. Errors in pixels are for pictures 1280 wide, and grow with wider ones."""

    least_views: int = 3
    outlier_ratio: float = 3.0
    outlier_px: float = 0.5
    greatest_rms_px: float = 1.5
    greatest_focal_sd: float = 0.05
    """Over the focal length; beyond it the photos do not determine it."""
    least_tilt: float = 8.0
    """In degrees; at least one board must be tilted more against the picture's plane."""
    focal_range: tuple[float, float] = (0.15, 10.0)
    """Over the picture's longer side: 147 to 6 degrees across."""
    good_focal_sd: float = 0.01
    fisheye_gain: float = 1.04
    """How much better a fisheye model must be to say that it is one; it has one parameter less."""
    fisheye_evidence: float = 30.0
    """The least difference of the two models' log likelihoods, so that a few points are no proof."""
    fisheye_angle: float = 40.0
    fewer_terms_evidence: float = 6.0
    """The most log likelihood that a simpler distortion may lose where the full one makes no sense at the corners."""
    most_alike: float = 0.3
    """The correlation of what neighbours on the board are off by, and `most_alike_px` what they share: beyond both the
    board was not flat, or the lens not one."""
    most_alike_px: float = 0.15
    most_stretch: float = 0.015
    """By what share fx and fy may differ: pixels are square, and printers stretch."""


MORE = "take 10 to 15 with the board tilted by 20 to 45 degrees in turn to every side, near and far, into every corner"


def fit_lens(shots: Sequence[Shot], target: Target, config: FitConfig | None = None) -> LensFit:
    """Fit a lens to pictures of a target; bad pictures are left out by name.

    Raises CannotCalibrate where too few are left, where they do not determine the focal length, where the lens is a
    fisheye, and where the points do not fit one lens.
    """
    config = config or FitConfig()
    shots, dropped = _sorted_out(shots, target)
    if len(shots) < config.least_views:
        raise CannotCalibrate(_too_few(len(shots), dropped))
    size = shots[0].size_px
    scale = max(1.0, max(size) / 1280)
    first = _solved(shots, size)
    rival = _refuse_fisheye(shots, first, config)
    shots, fit = _without_outliers(shots, first, dropped, config, scale)
    fit = _sensible(shots, fit, rival, config)
    if fit.rms_px > config.greatest_rms_px * scale:
        raise CannotCalibrate(
            f"the points lie {fit.rms_px:.1f} px off on average, which no lens does: the board must be flat, the "
            f"figures of --target must be the printed ones, and zoom and focus must stay as they are"
        )
    _refuse_undetermined(fit, config)
    covered = coverage((s.view for s in shots if s.view is not None), size)
    return LensFit(
        fit.lens,
        target,
        fit.rms_px,
        (fit.sd_px[0], fit.sd_px[1]),
        (fit.sd_px[2], fit.sd_px[3]),
        tuple(
            ShotFit(s.name, error, len(s.view.image_px))
            for s, error in zip(shots, fit.errors_px, strict=True)
            if s.view is not None
        ),
        tuple(dropped),
        covered,
        (*_warnings(fit, covered, config), *_doubts(_views(shots), fit, config, scale)),
    )


def _sorted_out(shots: Sequence[Shot], target: Target) -> tuple[list[Shot], list[Dropped]]:
    """The pictures that show the target, alike in size and each in another way; and the others."""
    dropped = [
        Dropped(s.name, f"no {target} found: show all of it, sharp and evenly lit")
        for s in shots
        if s.view is None
    ]
    found = [s for s in shots if s.view is not None]
    sizes = [s.size_px for s in found]
    usual = max(dict.fromkeys(sizes), key=sizes.count) if sizes else (0, 0)
    kept: list[Shot] = []
    outlines: list[Points] = []
    for shot in found:
        if shot.view is None:
            continue
        if shot.size_px != usual:
            says = "it is {0} x {1} px and the others are {2} x {3}: take all in one mode, held the same way"
            dropped.append(Dropped(shot.name, says.format(*shot.size_px, *usual)))
            continue
        here = outline(shot.view)
        near = [apart(here, there) for there in outlines]
        if near and min(near) < SAME_VIEW * diagonal(usual):
            twin = kept[int(np.argmin(near))].name
            dropped.append(
                Dropped(shot.name, f"it shows the board where {twin} shows it: move it between photos")
            )
            continue
        kept.append(shot)
        outlines.append(here)
    return kept, dropped


def _too_few(count: int, dropped: Sequence[Dropped]) -> str:
    reasons = "; ".join(f"{d.name}: {d.why}" for d in dropped[:3])
    more = f"; and {len(dropped) - 3} more" if len(dropped) > 3 else ""
    behind = f" ({reasons}{more})" if reasons else ""
    have = _HAVE.get(count, f"only {count} photos can be used")
    return f"{have}{behind}: {MORE}"


_HAVE = {0: "no photo can be used", 1: "only 1 photo can be used"}


def _views(shots: Sequence[Shot]) -> list[View]:
    return [s.view for s in shots if s.view is not None]


def _solved(shots: Sequence[Shot], size: tuple[int, int]) -> Solved:
    fit = solve(_views(shots), size)
    if fit is None:
        raise CannotCalibrate(f"these photos do not determine a lens: {MORE}")
    return fit


def _refuse_fisheye(shots: Sequence[Shot], fit: Solved, config: FitConfig) -> Fisheye | None:
    """Ask a fisheye model about all pictures, before any is left out: the outermost would go first."""
    views = _views(shots)
    rival = solve_fisheye(views, shots[0].size_px, fit)
    if rival is None:
        return None
    gain = fit.rms_px / max(rival.rms_px, 1e-9)
    evidence = _evidence(shots, fit.rms_px, rival.rms_px)
    if (
        gain > config.fisheye_gain
        and evidence > config.fisheye_evidence
        and rival.widest > config.fisheye_angle
    ):
        raise CannotCalibrate(
            f"this is a fisheye lens: a fisheye's curve fits to {rival.rms_px:.2f} px and an ordinary lens's to "
            f"{fit.rms_px:.2f} px, with points seen {rival.widest:.0f} degrees off its axis; use a mode without "
            f'fisheye (on action cameras "linear"), or another camera'
        )
    return rival


def _evidence(shots: Sequence[Shot], worse_px: float, better_px: float) -> float:
    """The difference of two fits' log likelihoods, by their root mean square errors."""
    count = 2 * sum(len(view.image_px) for view in _views(shots))
    return count * float(np.log(max(worse_px, 1e-9) / max(better_px, 1e-9)))


def _without_outliers(
    shots: list[Shot], fit: Solved, dropped: list[Dropped], config: FitConfig, scale: float
) -> tuple[list[Shot], Solved]:
    """Leave out, one by one, the picture that fits far worse than the rest; a third of them at most."""
    most = len(shots) // 3
    for _ in range(most):
        worst = int(np.argmax(fit.errors_px))
        others = float(np.median(np.delete(fit.errors_px, worst)))
        error = fit.errors_px[worst]
        if error <= max(config.outlier_ratio * others, config.outlier_px * scale):
            break
        if len(shots) == config.least_views:
            break
        shot = shots.pop(worst)
        why = f"its points lie {error:.1f} px off and those of the others {others:.1f}: blurred, or the board was bent"
        dropped.append(Dropped(shot.name, why))
        fit = _solved(shots, shot.size_px)
    return shots, fit


def _sensible(shots: Sequence[Shot], fit: Solved, rival: Fisheye | None, config: FitConfig) -> Solved:
    """The fit with the most radial terms whose curve still rises at the picture's corners."""
    for terms in (3, 2, 1):
        simpler = fit if terms == fit.terms else solve(_views(shots), fit.lens.size_px, terms)
        if simpler is None or not holds(simpler.lens):
            continue
        if _evidence(shots, simpler.rms_px, fit.rms_px) <= config.fewer_terms_evidence:
            return simpler
    widest = f", with points seen {rival.widest:.0f} degrees off its axis" if rival else ""
    raise CannotCalibrate(
        f"this looks like a fisheye lens: its distortion folds the picture's corners over{widest}; use a mode "
        f"without fisheye, or, if it is an ordinary lens, show the board in the picture's corners too"
    )


def _refuse_undetermined(fit: Solved, config: FitConfig) -> None:
    """The standard deviation tells; but on boards that are never tilted the fit may end anywhere, and be sure of it."""
    share = max(sd / f for sd, f in zip(fit.sd_px[:2], fit.lens.focal_px, strict=True))
    steepest = max(fit.tilts)
    least, most = (part * max(fit.lens.size_px) for part in config.focal_range)
    likely = all(least < focal < most for focal in fit.lens.focal_px)
    if share <= config.greatest_focal_sd and steepest >= config.least_tilt and likely:
        return
    why = f"the board is tilted by {steepest:.0f} degrees at most" if steepest < 20 else "they are too alike"
    raise CannotCalibrate(f"these photos do not determine the focal length: {why}; {MORE}")


def _warnings(fit: Solved, covered: Coverage, config: FitConfig) -> tuple[str, ...]:
    warnings = []
    share = max(sd / f for sd, f in zip(fit.sd_px[:2], fit.lens.focal_px, strict=True))
    if share > config.good_focal_sd:
        warnings.append(
            f"the focal length may be {2 * share:.0%} off: add photos with the board tilted by 20 to 45 degrees"
        )
    if covered.empty:
        parts = ", ".join(covered.empty)
        warnings.append(
            f"no photo shows the board in these parts of the picture: {parts}; the distortion is guessed there"
        )
    if fit.terms < 3:
        warnings.append(
            "the photos tell little of the distortion, so a simpler one was fitted: show the board in the corners"
        )
    return tuple(warnings)


ALIKE_PROOF = 4.0
"""Neighbours that have nothing to do with each other correlate by one over the root of their number, or less."""


def _doubts(views: Sequence[View], fit: Solved, config: FitConfig, scale: float) -> tuple[str, ...]:
    """What makes the focal length untrue and no standard deviation tells: it takes points to be off at random."""
    doubts = []
    left = leftover(views, fit.gaps)
    chance = ALIKE_PROOF / max(left.pairs, 1) ** 0.5
    if left.alike > max(config.most_alike, chance) and left.px > config.most_alike_px * scale:
        doubts.append(
            f"points next to each other are off alike, by {left.px:.1f} px: the focal length may be several percent "
            f"off; glue the board onto something flat and stiff, and keep zoom and focus as they are"
        )
    fx, fy = fit.lens.focal_px
    known = (
        max(sd / f for sd, f in zip(fit.sd_px[:2], fit.lens.focal_px, strict=True)) <= config.good_focal_sd
    )
    if known and abs(fx / fy - 1) > config.most_stretch:
        doubts.append(
            f"fx and fy differ by {abs(fx / fy - 1):.1%}, and the pixels of nearly all cameras are square: measure the "
            f"board's squares both ways, as the printer may have stretched it"
        )
    return tuple(doubts)
