"""Bounds of what is decided of cards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DecideConfig:
    """Bounds of the decision: errors as shares of the shape, spreads as shares, margins as natural logarithms."""

    error_floor: float = 0.012
    error_floor_px: float = 0.16
    """Errors below this, as a share of the shape's size and in photo pixels, are noise."""
    error_weight: float = 8.0
    """A boundary's independent places: the log-likelihood falls by so much where the error grows e-fold."""
    most_error: float = 0.046
    most_error_px: float = 0.4
    """A fit may be off by the sum of these, as a share of the shape's size and in photo pixels."""
    alone_scale: float = 0.15
    """Two different shapes whose unit edges are as near, as a natural logarithm, vouch for each other. Where none do,
    ..."""
    alone_error: float = 0.026
    alone_error_px: float = 0.3
    """... a fit may be off by the sum of these, and its unit edge has to be as long as a blurred picture's: of 407
    prints 4 are off by more. And the print may be off the card's middle by ..."""
    alone_off: float = 0.18
    """... this share of a side: prints are off by up to 0.07, an index in a corner by 0.3."""
    alone_card_px: float = 40.0
    """... and of a card whose shorter side is so long in the photo: chips of a floor have sharp corners, too."""
    least_card_px: float = 28.0
    many_cards: int = 5
    """Among so many cards those without a marker may be as small as the former: of 981 that were read rightly sixteen,
    of one photo, are smaller than 40 pixels, and none smaller than 30. Letters of street signs were, of 18 to 25."""
    alone_colour: float = 0.2
    """Its ink has to be so like the usual one of its count: orange lies between two, and a learner's cards show it."""
    unit_spread: float = 0.05
    unit_floor: float = -8.0
    least_typical: float = -10.0
    """The middle face's log-likelihood below which no profile is chosen."""
    most_votes: float = 6.0
    """Of all faces that look like one shape, on the deck's unit edge."""
    least_margin: float = 4.5
    """What the deck is learnt from is so much likelier than the runner-up, and so is its profile ..."""
    least_lead: float = 3.2
    """... and a reading by so much at least. Of 1,274 cards read rightly, many of them in photographs made dark,
    blurred or small, 4 led by less; so did 3 of the 5 that blur made look like another."""
    half_lead: float = 2.4
    """The lead at which a reading is as likely right as wrong."""
    least_colour: float = 0.02
    least_clear: float = 0.86
    least_z: float = 0.66
    sure_z: float = 0.75
    letter_saturation: float = 0.7
    """What is so like a Z and of so little colour is one, though the noise in it may fit a shape."""
    least_plain: float = 0.72
    least_papery: float = 0.3
    least_even: float = 0.2
    """Less plain paper than all three, about the shape and all over the card, is a card's back."""
    exact_error: float = 0.03
    exact_unit: float = 0.06
    exact_colour: float = 0.9
    """A shape that is so near to what the deck says, in its fit, its scale and its colour, is all there."""
    exact_fit: float = -6.0
    exact_shapes: int = 4
    exact_counts: int = 3
    """So many shapes of at least such a log-likelihood, of so many counts and one scale, are a deck's for certain."""
    same_unit: float = 0.02
    likely_colour: float = 0.5
    """So are two different ones whose unit edges differ by no more than this, as a natural logarithm, each in a colour
    that is so likely its count's."""
    least_scale: float = -1.2
    frayed: float = 0.65
    """What is off by more than this share of the bound has to be of the deck's scale to within 1.5 spreads, ..."""
    frayed_colour: float = 0.1
    """... and of a colour that is so likely its count's: a green shape of five, its tip washed out by the sun, was told
    as one of four (.07). Of right ones that no marker names three are as frayed and less likely than .2, by .14 to .17.
    """
    lined: int = 1
    """Shapes of so few triangles, clear and in their own colour, ..."""
    unveiled: float = 0.9
    lined_floor: float = 0.95
    """... may be off the deck's scale until their score has fallen to this share of the least; ..."""
    lined_scale: float = -2.0
    """... where they are frayed, too, as in a dark line round them that is out of focus, to this."""
    unmistakable_error: float = 0.6
    unmistakable_lead: float = 10.0
    """What a shape of many corners may be off, as a share of the bound, and its lead over the runner-up, where its size
    is not asked for."""
    least_unit_px: float = 6.0
    sharp_unit_px: float = 9.0
    sharp_solid: float = 0.91
    """Below the one a shape of three or more has to have this mean share of ink within its outline: what moved while
    the picture was taken has its ink spread beyond it, and turns into another shape when it is as small as that."""
