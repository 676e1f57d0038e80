"""The table's plane as a camera can see it, where few things tell it: tilt, focal length, distance and the lens's bend.

A map between planes has eight free numbers and follows the noise of two or three cards far astray at the picture's
other end. A camera's view of a table has four, up to where on the table it looks, and of two of them it is known
beforehand about what they are; they are found by damped least squares (Marquardt 1963) over rigid things.
"""

from __future__ import annotations

import numpy as np

from vision.plane import Floats
from vision.rigid import Rigids, residuals

USUAL_FOCAL, FOCAL_PLAY = 0.8, 0.3
"""Focal length over the picture's longer side, and how far off it may be, as the logarithm's standard deviation."""
USUAL_BEND, BEND_PLAY = -0.03, 0.06
"""The radial coefficient for radii as shares of half the diagonal, and its standard deviation."""
NOISE = 0.0012
"""How far off a corner is seen, as a share of the picture's longer side."""
ODD = 4.0
"""A thing so many times as far off as noise explains counts half."""
EXACT, EXACT_THINGS = 0.32, 4
"""So many things, off by less than this share of the noise, are seen so well that they tell the lens themselves."""
ROUNDS = 14
STEP = np.array([1e-4, 1e-4, 1e-4, 1e-4, 1e-4])

TILTS = np.array(
    [(0.0, 0.0)]
    + [(t * np.cos(s), t * np.sin(s)) for t in (0.3, 0.6, 0.85) for s in np.arange(8) * np.pi / 4]
)
"""Rotations to begin with: about axes in the picture, in radians."""


def camera_view(things: Rigids, picture: tuple[int, int]) -> tuple[Floats, float, float] | None:
    """The map (3, 3) from straightened pixels to millimetres that suits rigid things best among those of a camera,
    the bend's coefficient, and by how many times the noise the middle thing is off; None where no view suits them.

    Pixels are straightened about the picture's middle by `straight` before they are mapped.
    """
    first = np.array([[*tilt, 0.0, 0.0, 0.0] for tilt in TILTS])
    first[:, 2], first[:, 4] = np.log(USUAL_FOCAL), USUAL_BEND
    first[:, 3] = _log_scale(things, first, picture)
    if not np.isfinite(first[:, 3]).all():
        return None
    cost = _cost(_errors(things, first, picture), first)
    errors, views = _settled(things, first[np.argsort(cost)[:3]], picture)
    best = int(errors.argmin())
    view = views[best]
    if not np.isfinite(errors[best]):
        return None
    off = _typically_off(things, view, picture)
    if off < EXACT and len(things.real) >= EXACT_THINGS:
        # What is usual counts beside what is seen, and that is seen better than usual.
        _, (view,) = _settled(things, view[None], picture, max(off, 0.05) ** 2)
        off = _typically_off(things, view, picture)
    return _maps(view[None], picture)[0], float(view[4]), off


def _typically_off(things: Rigids, view: Floats, picture: tuple[int, int]) -> float:
    """By how many times the noise the middle thing is off under a view (5,)."""
    squares = _errors(things, view[None], picture)[0]
    return float(np.median(np.sqrt(squares.sum(-1) / things.real.sum(-1))))


def straight(points: Floats, bends: Floats, picture: tuple[int, int]) -> Floats:
    """Points (..., 2) px as (v, ..., 2) without each of the radial bends (v,), by a fixed-point iteration."""
    middle = np.array([(picture[0] - 1) / 2, (picture[1] - 1) / 2])
    half_px = float(np.hypot(*picture)) / 2
    seen = (points - middle) / half_px
    k = bends.reshape(-1, *[1] * points.ndim)
    flat = np.broadcast_to(seen, (len(bends), *seen.shape))
    for _ in range(4):
        flat = seen / (1 + k * (flat**2).sum(-1, keepdims=True))
    out: Floats = flat * half_px + middle
    return out


def _settled(
    things: Rigids, first: Floats, picture: tuple[int, int], firm: float = 1.0
) -> tuple[Floats, Floats]:
    """The least costs (s,) that steps downhill from views (s, 5) lead to, and the views there; what is usual counts by
    `firm`. They go side by side, each with a damping of its own."""
    views = first.copy()
    least = _cost(_errors(things, views, picture), views, firm)
    damping = np.full(len(views), 1e-2)
    firmness = firm * _firmness()
    left = np.arange(len(views))
    for _ in range(ROUNDS):
        here = views[left]
        tries = np.concatenate([here[:, None], here[:, None] + np.diag(STEP)], 1)
        off = _signed(things, tries.reshape(-1, len(STEP)), picture)
        off = off.reshape(len(left), -1, *off.shape[1:])
        base = off[:, 0]
        slope = ((off[:, 1:] - base[:, None]) / STEP[:, None, None, None]).reshape(len(left), len(STEP), -1)
        # What is far off counts less: a shape read as another must not pull the plane.
        share = (base**2).sum((-2, -1)) / things.real.sum(-1)
        weighed = slope * np.repeat(1 / (1 + share / ODD**2), base.shape[2] * 2, 1)[:, None]
        normal = weighed @ slope.swapaxes(1, 2) + np.diag(firmness)
        right = -(weighed @ base.reshape(len(left), -1, 1))[..., 0] - firmness * (here - _usual())
        damped = normal * (1 + damping[left, None, None] * np.eye(len(STEP)))
        new = here + np.clip(np.linalg.solve(damped, right[..., None])[..., 0], -0.3, 0.3)
        cost = _cost(_errors(things, new, picture), new, firm)
        better = cost < least[left]
        gain, went = least[left] - cost, left[better]
        views[went], least[went] = new[better], cost[better]
        damping[left] *= np.where(better, 0.25, 8)
        left = left[~np.where(better, gain < 1e-3 * firm, damping[left] > 1e4)]
        if not len(left):
            break
    return least, views


def _usual() -> Floats:
    return np.array([0.0, 0.0, np.log(USUAL_FOCAL), 0.0, USUAL_BEND])


def _firmness() -> Floats:
    """How firmly each number is held to what is usual: the inverse variances."""
    return np.array([1e-6, 1e-6, FOCAL_PLAY**-2, 0.0, BEND_PLAY**-2])


def _maps(views: Floats, picture: tuple[int, int]) -> Floats:
    """The maps (v, 3, 3) from straightened pixels to millimetres of views (v, 5)."""
    focal = np.exp(views[:, 2]) * max(picture)
    middle = (picture[0] - 1) / 2, (picture[1] - 1) / 2
    rays = np.zeros((len(views), 3, 3))
    rays[:, 0, 0] = rays[:, 1, 1] = 1 / focal
    rays[:, 0, 2], rays[:, 1, 2], rays[:, 2, 2] = -middle[0] / focal, -middle[1] / focal, 1
    angle = np.linalg.norm(views[:, :2], axis=1)
    x, y = (views[:, :2] / np.maximum(angle, 1e-12)[:, None]).T
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.stack(
        [
            np.stack([cos + x * x * (1 - cos), x * y * (1 - cos), y * sin], -1),
            np.stack([x * y * (1 - cos), cos + y * y * (1 - cos), -x * sin], -1),
            np.stack([-y * sin, x * sin, cos], -1),
        ],
        -2,
    )
    maps = turn @ rays
    maps[:, :2] *= np.exp(views[:, 3])[:, None, None]
    out: Floats = maps
    return out


def _signed(things: Rigids, views: Floats, picture: tuple[int, int]) -> Floats:
    """By how many times the noise each corner (v, n, k, 2) is off its true form laid over it."""
    seen = straight(things.seen, views[:, 4], picture)
    maps = _maps(views, picture)
    off, scale_px = residuals(Rigids(seen, things.form, things.real), maps)
    found: Floats = off * (scale_px / (NOISE * max(picture)))[..., None, None] * things.real[..., None]
    return np.nan_to_num(found, nan=1e3, posinf=1e3, neginf=-1e3)


def _errors(things: Rigids, views: Floats, picture: tuple[int, int]) -> Floats:
    squares: Floats = (_signed(things, views, picture) ** 2).sum(-1)
    return squares


def _cost(squares: Floats, views: Floats, firm: float = 1.0) -> Floats:
    """What views (v, 5) cost: corners' squares (v, n, k), those of odd things by their logarithm, and oddity itself."""
    corners = np.maximum((squares > 0).sum(-1), 1)
    odd = corners * ODD**2 * np.log1p(squares.sum(-1) / corners / ODD**2)
    cost: Floats = odd.sum(-1) + firm * ((views - _usual()) ** 2 * _firmness()).sum(-1)
    return cost


def _log_scale(things: Rigids, views: Floats, picture: tuple[int, int]) -> Floats:
    """The logarithms (v,) of the scales at which the views' things are about as large as they are."""
    seen = straight(things.seen, views[:, 4], picture)
    ones = np.ones((*seen.shape[:-1], 1))
    flat = np.einsum("vij,vnkj->vnki", _maps(views, picture), np.concatenate([seen, ones], -1))
    flat = flat[..., :2] / flat[..., 2:]
    real = things.real[..., None]
    middle = (flat * real).sum(-2, keepdims=True) / real.sum(-2, keepdims=True)
    size = np.sqrt((((flat - middle) * real) ** 2).sum((-2, -1)))
    true = np.sqrt(((things.form * real) ** 2).sum((-2, -1)))
    scale: Floats = np.log(np.median(true / size, axis=-1))
    return scale
