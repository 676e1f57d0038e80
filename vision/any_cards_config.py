"""What tells the cards of one game among all quadrilaterals in a photo."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.outlines import OutlineConfig


@dataclass(frozen=True, slots=True)
class AnyCardsConfig:
    """What a quadrilateral must be like to be a card, alone and beside the others."""

    outlines: OutlineConfig = field(default_factory=lambda: OutlineConfig(most=160, min_fill_of_quad=0.86))
    """Fuller than the project's own cards must be, out of whose corners their markers are bitten in small photos."""
    least_support: float = 0.45
    mean_support: float = 0.7
    least_fill: float = 0.84
    aspects: tuple[float, float] = (1.0, 2.4)
    """Longer side over shorter; a card of 1.4 seen along its longer side at 45 degrees looks square."""
    lone_aspects: tuple[float, float] = (1.05, 1.95)
    angles_deg: tuple[float, float] = (48.0, 132.0)
    size_play: float = 0.3
    """By how much the logarithms of areas differ between cards, once the tilt is taken out."""
    aspect_play: float = 0.3
    seeds: int = 50
    guesses: int = 500
    families: int = 40
    """Guesses at size and tilt: from so many quadrilaterals, so many, of which so many are looked at closely."""
    least_spread: float = 0.01
    most_change: float = 3.0
    tilt_cost: float = 0.12
    """Three spots that say how the table is tilted lie apart; the tilt is not too steep, and better small."""
    larger: float = 0.15
    """The power of their area by which larger cards count."""
    print_shares: tuple[float, float] = (0.006, 0.24)
    print_worth: float = 0.35
    """What takes such a share of a quadrilateral around it is likely a print on a card, and counts less."""
    few: int = 4
    """Fewer than these must themselves have a lone card's aspect, and be no prints."""
    most_pattern: int = 40
    focal: float = 0.9
    """A usual lens's focal length over the picture's longer side."""
    steepest: float = 1.2
    """The tangent of the steepest tilt."""
    joint: float = 0.2
    """How near to each other's corners those of a pattern lie, over their side."""
    square_joints: float = 0.15
    other_joints: float = 0.4
    """The share of all corners where three or more meet from which squares, or very many, are a pattern."""
    square: float = 0.15
    """The logarithm of the aspect up to which a quadrilateral may be a square of the table's pattern."""
    print_share: float = 0.3
    """A lone quadrilateral that takes less of the one around it is a card on a sheet, else a print on a card."""
    rim_px: float = 2.0
    overlap: float = 0.15
    worn_px: tuple[int, ...] = (13, 9, 18)
    worn_reach: float = 3.0
    """Cards that a pattern meets that is as light as they are: it is worn away by each of these, and the cards' sides
    are looked for so far from what is left."""
