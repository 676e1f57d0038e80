"""What a cloth shows over and over, which is no card."""

from __future__ import annotations

import numpy as np

from companion.rules.polyform import Shape
from vision.cards.decks.candidates import Candidate
from vision.cards.decks.decide import NOTHING, Decision
from vision.cards.decks.own_paper import named
from vision.cards.face.colours import hue_of
from vision.cards.face.faces import Face
from vision.cards.face.fit import nearest
from vision.cards.scene_config import SceneConfig


def less_patterned(
    found: list[tuple[Candidate, Decision]], profile: str, config: SceneConfig
) -> list[tuple[Candidate, Decision]]:
    """What is found, less the lone triangles and squares of one colour that the table shows over and over: its pattern
    goes on round each of them, and a few of many are like a print in all else by chance."""
    patterned = _over_and_over([c for c, _ in found], (profile,), config)
    alike: dict[tuple[int, Shape | int], list[int]] = {}
    for k, (c, seen) in enumerate(found):
        if not c.outlined and seen.shape is not None:
            corners = len(seen.shape.outline()[0])
            alike.setdefault((seen.shape.size, corners if corners <= 4 else seen.shape), []).append(k)
    # Nobody lays so many cards of one kind all one way: it is the cloth's, however plain the ground between.
    for (_, kind), own in alike.items():
        least = config.least_pattern if isinstance(kind, int) else config.least_pattern_of_many
        many = len(own) >= config.most_alike
        if many or (len(own) >= least and _all_one_way([found[k][0].face for k in own], profile)):
            patterned |= set(own)
    kept = [(c, NOTHING if k in patterned else seen) for k, (c, seen) in enumerate(found)]
    return named(kept, patterned)


def without_patterns(
    candidates: list[Candidate], profiles: tuple[str, ...], config: SceneConfig
) -> list[Candidate]:
    """The candidates less the lone triangles and squares of one colour that a cloth shows over and over: so many of
    them would tell the deck."""
    patterned = _over_and_over(candidates, profiles, config)
    return [c for k, c in enumerate(candidates) if k not in patterned]


def not_dyed_like(
    candidates: list[Candidate],
    patterned: list[Candidate],
    profiles: tuple[str, ...],
    config: SceneConfig,
) -> list[Candidate]:
    """The candidates less the lone triangles and squares in the ink of a cloth's pattern: where the plane is a little
    off, its far patches come out larger or smaller than the near ones that told it."""
    inks = np.array([_ink(c) for c in patterned]).reshape(-1, 2)
    shapes = [best_shape(c, profiles) for c in patterned]

    def dyed(c: Candidate) -> bool:
        shape = best_shape(c, profiles)
        if c.outlined or shape is None or len(shape.outline()[0]) > 4:
            return False
        hue, depth = _ink(c)
        away = np.abs((inks[:, 0] - hue + 180) % 360 - 180)
        same = np.array([other == shape for other in shapes], bool)
        alike = same & (away < SAME_INK) & (np.abs(inks[:, 1] - depth) < SAME_DEPTH)
        return int(alike.sum()) >= config.least_pattern

    return [c for c in candidates if not dyed(c)]


def _ink(c: Candidate) -> tuple[float, float]:
    """A print's hue in degrees, and the natural logarithm of its saturation."""
    if c.face.blob is None:
        return np.nan, np.nan
    return hue_of(c.face.blob.counted), float(np.log(max(c.face.blob.saturation, 1e-3)))


def best_shape(c: Candidate, profiles: tuple[str, ...]) -> Shape | None:
    """The shape that fits best."""
    best = nearest(c.face.fits, profiles)
    return best.shape if best is not None else None


def _over_and_over(candidates: list[Candidate], profiles: tuple[str, ...], config: SceneConfig) -> set[int]:
    kinds: dict[tuple[int, int], list[int]] = {}
    for k, c in enumerate(candidates):
        shape = best_shape(c, profiles)
        corners = len(shape.outline()[0]) if shape else 0
        if not c.outlined and c.face.blob is not None and 0 < corners <= 4:
            kinds.setdefault((corners, int(hue_of(c.face.blob.counted) // 60)), []).append(k)
    patterned: set[int] = set()
    for same in kinds.values():
        frayed = [k for k in same if candidates[k].face.plain < config.plainer_than_pattern]
        if len(frayed) >= config.least_pattern:
            patterned |= set(frayed)
        for name in profiles:
            patterned |= {same[k] for k in _of_a_rank([candidates[k].face for k in same], name, config)}
    return patterned


def _of_a_rank(faces: list[Face], profile: str, config: SceneConfig) -> list[int]:
    """Which of the faces show a shape as large and as deeply coloured as one that many show that are turned alike."""
    sizes = np.array([fits[0].size_mm if (fits := face.fits.get(profile)) else np.nan for face in faces])
    if np.isfinite(sizes).sum() < config.least_pattern:
        return []
    inks = np.array([np.nan if face.blob is None else face.blob.saturation for face in faces])
    turns = np.array([_turn(face, profile) for face in faces])
    usual = np.angle(np.nanmean(np.exp(1j * turns)))
    large = np.abs(np.log(sizes / np.nanmedian(sizes))) < SAME_SIZE
    rank = large & (np.abs((turns - usual + np.pi) % (2 * np.pi) - np.pi) < SAME_WAY)
    if np.count_nonzero(rank) < config.least_pattern:
        return []
    return np.flatnonzero(large & (inks < MUCH_DEEPER * np.median(inks[rank]))).tolist()


SAME_SIZE = 0.12
SAME_WAY = 1.0
"""Of two turns of a grid, each a whole circle."""
MUCH_DEEPER = 1.3
SAME_INK = 8.0
"""Degrees of hue ..."""
SAME_DEPTH = 0.2
"""... and the natural logarithm of saturations, within which two patches of a cloth are dyed alike."""


def _all_one_way(faces: list[Face], profile: str) -> bool:
    """Whether shapes of one kind lie all one way, up to the turns of their grid."""
    turns = np.exp(1j * np.array([_turn(face, profile) for face in faces if face.fits.get(profile)]))
    return float(abs(turns.mean())) > LEAST_ONE_WAY


def _turn(face: Face, profile: str) -> float:
    """How the likeliest shape is turned, its grid's turns being whole circles; nan where there is none."""
    if not face.fits.get(profile):
        return np.nan
    loop = face.fits[profile][0].outline_mm
    sides = np.roll(loop, -1, axis=0) - loop
    x, y = sides[int(np.hypot(*sides.T).argmax())]
    return float(GRID_TURNS[profile] * np.arctan2(y, x))


GRID_TURNS = {"iamond": 6, "abolo": 4}
LEAST_ONE_WAY = 0.8
