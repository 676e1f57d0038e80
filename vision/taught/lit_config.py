"""How far a camera may change a face's light and inks, in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LitConfig:
    """How far a camera may change a face's light and inks."""

    around_px: int = 11
    levels: tuple[float, float] = (0.65, 1.5)
    light_hue: float = 0.04
    """Light may differ by so much, and its colours by this share, smoothly within a window of this width in small
    pixels."""
    inks: tuple[float, float] = (0.7, 1.5)
    hue: float = 0.05
    """All inks may be stronger or weaker by so much, their colours by this share."""
    prior: float = 1.0
    hue_prior: float = 4.0
    """So many pixels full of ink have to show it."""
    rounds: int = 2
    balance: float = 1.4
    balanced: float = 1.04
    """Where another of the card's colours was taken for its paper, all of them are off by one factor each: by this much
    at most, and by less than the second it is light."""
    veil_px: int = 9
    veil_hue: float = 0.5
    veil: float = 0.9
    veil_slack: float = 0.05
    veil_prior: float = 0.02
    gains: tuple[float, float] = (0.3, 2.5)
    """Glare adds white to all that lies under it, smoothly within the first, its colours off by such a share: so much
    of the paper's light at most, and hardly more than it brightens the paper there; so many pixels of full contrast
    have to show it. Once it is known, the light itself may be found to differ by the last."""
    unveiled: int = 2
    unveiled_from: float = 0.02
    """So often light and inks are found anew, on the face without the glare that was found, which is neither; where
    that is less in the mean than this, the first time is enough."""
    haze: float = 0.5
    haze_least: float = 0.03
    haze_hue: float = 0.2
    haze_light: tuple[float, float] = (0.25, 2.5)
    haze_prior: float = 0.1
    own_prior: float = 0.05
    haze_rounds: int = 6
    """Glare may lie over the whole of a face: so much of the paper's light at most, and no less than the second, its
    colours off by such a share; the light itself may then differ by such factors. So much contrast has to show it in
    all colours, and so much in each."""
    inked: float = 0.8
    mostly: float = 0.5
    """That is looked for where such a share of the face is darker, in some colour, than so much of the paper: on paper
    that is mostly bare it would be the same as paler ink."""
