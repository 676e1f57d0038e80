"""How patiently a camera's look at a game of Zangle is taken."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WatchingConfig:
    """How long things must lie before they count, in seconds."""

    settled_s: float = 0.3
    """A card that came, before anything is made of it."""
    zangle_s: float = 0.05
    """A claim that the rules call a Zangle, while a card of it is not read; laid down and read it counts at once."""
    held_s: float = 0.6
    """The same while a card of it is nowhere to be seen: it may be in another's hand, or more may follow."""
    later_s: float = 0.5
    """A claim lies there no shorter for a card of the centre that is missed only so long after its last one came."""
    more_s: float = 1.2
    """How long after it was told more may be laid to it, as a Z: then it is told anew."""
    gap_s: float = 1.0
    """Time between two pictures; of a longer one no more counts as waiting."""
    hand_share: float = 0.02
    """Of the claim zone, over how much something must move or be new for a hand to be laying cards there."""
    patience_s: float = 2.0
    """A claim that they do not: somebody may still be laying cards."""
    unread_s: float = 4.0
    """The same while a card of it cannot be read."""
    spare_s: float = 4.0
    """The same where it would be a Zangle without one of its cards, which may have fallen there."""
    as_it_lies_s: float = 1.5
    """Cards of which there are as many everywhere as the game says, and which lie otherwise than it knows."""
    zone_play_mm: float = 6.0
    """A sheet that is pushed less far than this leaves the zones as they are."""
    call_uncertainty_s: float = 0.3
    """Of a call by a card at least: it is read once the hand is away."""
    call_moved_mm: float = 25.0
    """A card by which one calls that lies farther from where it lay was laid anew; nearer it was pushed."""
