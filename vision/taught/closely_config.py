"""How two pictures of faces are compared, in numbers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.taught.lit_config import LitConfig


@dataclass(frozen=True, slots=True)
class CloselyConfig:
    """What a camera may do to a face between two pictures, and what is left when that is undone."""

    lit: LitConfig = field(default_factory=LitConfig)
    steps: int = 1
    fine_steps: int = 1
    stiffness: float = 2.0
    """How often the face is bent onto the other, coarsely and finely, and how it resists."""
    smooth_px: float = 0.6
    tone_smooth_px: float = 1.0
    noise: tuple[float, float] = (0.008, 0.02)
    tone_noise: tuple[float, float] = (0.007, 0.015)
    """What two pictures of one card differ by in a flat place, at least and at most: how much it is, they say
    themselves."""
    play_px: float = 0.17
    tone_play_px: float = 0.2
    """By what part of a pixel edges are off."""
    full_px: float = 160.0
    """On a face smaller than this (the root of its area) all these are larger, as its pixels are."""
    ink_hue: float = 0.1
    tone_near: float = 0.08
    tone_near_px: int = 7
    """Inks' tones are off by so much of their strength; a photo's file smears them, by so much of what they change by
    in such a window."""
    grain: float = 0.15
    """Fine patterns are off by so much of their contrast, since pixels do not meet them in the same places twice."""
    at_edges: float = 1.0
    hue_at_edges: float = 0.15
    """Where the light has edges, lightness and tones are off by so much of their height."""
    stray: float = 0.01
    darkest: float = 0.05
    """Stray light adds this to all, of the paper's light, or takes as much; on the eye's scale that is most where print
    is dark, of which this is the darkest."""
    of_glare: float = 0.25
    """What glare adds is known but for such a share."""
    shift_px: int = 13
    shift_prior: float = 0.0016
    most_shift_px: float = 1.0
    """Print may be off in its place by so much, all alike within a window of this width: paper is not flat."""
    paled: float = 0.25
    paled_prior: float = 0.03
    """Glare pales its inks by so much at most, within the same window; so many pixels full of ink have to show it."""
    window_px: int = 5
    spread: int = 30
    """A spot has this width; so many of the worst are looked at together."""
    marks: int = 200
    """So many of the pixels that are most off in lightness are looked at together, wherever they lie."""
    most: float = 25.0
    """What is off by more than the root of this, in parts of what may be left, counts no more: glare over one place
    says nothing of the others."""
    differs: float = 7.0
    settled: float = 25.0
    """Two kinds are told apart where they differ by much more than the root of the first; what the face differs in from
    both by much more than the root of the second does not help."""
    bare: float = 0.06
    """Paper that is darker in no colour than by this has no print; by twice as much, it surely has."""
    hueless: float = 0.03
    """The same of tones: blurred, a thin coloured line has little more."""
    even_px: int = 21
    """What is off alike all over such a window is light."""
    glare: float = 0.05
    """Light that is brighter by less than this, as a logarithm, is no glare; by twice as much, it is."""
    quiet: float = 10.0
    loud: float = 120.0
    """A place where they differ in all by less than the first, in squares of what may be left, is not heard; none
    counts more than the second."""

    def for_size(self, size_px: float) -> CloselyConfig:
        """The config for a face of such a size (the root of its area)."""
        if size_px >= self.full_px:
            return self
        up = self.full_px / size_px
        return replace(
            self,
            full_px=0.0,
            noise=(self.noise[0], self.noise[1] * up),
            tone_noise=(self.tone_noise[0], self.tone_noise[1] * up),
            play_px=self.play_px * up,
            tone_play_px=self.tone_play_px * up,
            tone_near=self.tone_near * up,
        )
