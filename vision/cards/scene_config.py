"""The configs of all stages of reading a scene, in one value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.cards.decide_config import DecideConfig
from vision.cards.face.faces import FaceConfig
from vision.cards.face.fit import FitConfig
from vision.cards.face.ink import InkConfig
from vision.cards.spots import SpotConfig
from vision.consensus import ConsensusConfig
from vision.markers import MarkerConfig
from vision.outlines import OutlineConfig

PROFILES = ("iamond", "abolo")


@dataclass(frozen=True, slots=True)
class SceneConfig:
    """The configs of all stages, and what a card may measure beside its neighbours."""

    outlines: OutlineConfig = field(default_factory=OutlineConfig)
    consensus: ConsensusConfig = field(default_factory=ConsensusConfig)
    markers: MarkerConfig = field(default_factory=MarkerConfig)
    spots: SpotConfig = field(default_factory=SpotConfig)
    faces: FaceConfig = field(default_factory=FaceConfig)
    ink: InkConfig = field(default_factory=InkConfig)
    fit: FitConfig = field(default_factory=FitConfig)
    decide: DecideConfig = field(default_factory=DecideConfig)
    least_support: float = 0.25
    most_aspect: float = 2.3
    sure_margin: float = 12.0
    """By how much a profile must lead over the first few cards for the rest to be read by it alone."""
    sure_faces: int = 3
    most_faces: int = 12
    """So many faces are read at a time until the profile is clear, and at most so many before all others are."""
    least_plain: float = 0.8
    """A shape without a card's edge counts only on so even a ground ..."""
    least_plain_of_many: float = 0.6
    """... and one of five corners or more that fits exactly on this."""
    lone_in_lines: bool = False
    """Whether such shapes are drawn in lines, as those on the cards that show their edges are: a table's own rings and
    frames enclose something, too."""
    other_sizes_mm: tuple[tuple[float, float], ...] = (
        (70.0, 70.0),
        (66.0, 79.0),
        (57.0, 89.0),
        (70.0, 120.0),
    )
    honest_view: float = 0.06
    """What a camera can have seen within this needs no other size of cards to explain it ..."""
    most_strange: float = 0.3
    """... and what is farther from it than this is no plane of cards. Of 120 photos one was above 0.12."""
    least_leans: int = 3
    least_lean: float = 0.006
    same_lean: float = 0.8
    """So many shapes at least, the middle one by so much and this share of them one way, have to come out longer
    one way for a deck to have proportions of its own."""
    lone_error: float = 0.62
    """What a lone shape's fit may be off, as a share of what a whole card's may."""
    lone_error_of_many: float = 0.85
    """The same for a shape of five corners or more whose colour is beyond doubt and whose scale is the deck's ..."""
    lone_scale: float = 0.06
    """... to within this share, on so much plain paper all round:"""
    lone_plain: float = 0.95
    lone_trust: float = 0.69
    """How sure the reading of a lone shape has to be ..."""
    lone_trust_of_few: float = 0.985
    """... and that of a triangle or two, which many a table's pattern shows."""
    lone_trust_beyond: float = 0.999
    """... and that of one that may be paler than the deck's print."""
    lone_colour: float = 0.25
    lone_solid: float = 0.85
    """The mean share of its ink within a lone shape, unless glare lies over it: what is pictured is of several."""
    poor_fit: float = -7.0
    """Where the middle shape's log-likelihood is below this, other sizes of cards are tried ..."""
    clearly_better: float = 2.0
    """... and taken where it is better by this."""
    enough_frames: int = 4
    """With fewer cards read for certain the printed shapes help to tell the plane."""
    size_play: float = 0.15
    """How far an outline's sides may differ from a card's, as a share, for it to count as one that was not read."""
    stray_play: float = 0.5
    """The same where the print on it is the deck's exactly ..."""
    whole_support: float = 0.9
    """... and so much of each of its sides shows."""
    most_strays: int = 24
    lone_hopeless: float = 0.12
    """The error of a fit, as a share of its size, beyond which a lone shape is not looked at in all ways."""
    lone_most: int = 70
    lone_first: int = 44
    """Of them so many are read in a plane that is but guessed."""
    most_papers: int = 3
    few_of_paper: int = 15
    """On a patterned table so many groups of so few spots on one paper are asked for the plane before all spots are."""
    lone_many: int = 30
    """With more coloured spots than this those that look like no model at all are passed over."""
    lone_like: float = 0.78
    """Least share of the area in common with the likest model."""
    lone_z: float = 0.75
    """How like a Z a lone dark letter has to be, and between which sizes, in millimetres."""
    perhaps_z: float = 0.55
    """A letter so like one on the deck's own paper may be a Z drawn by hand: it is named, and not passed over."""
    lone_z_mm: tuple[float, float] = (11.0, 95.0)
    lone_play: float = 0.1
    """How far a lone shape's unit edge may differ from the deck's, as a share."""
    lone_play_in_line: float = 0.13
    """The same where the deck's paper is known and the colour is beyond doubt."""
    lone_play_of_four: float = 0.15
    """The same for three triangles or more with four corners."""
    lone_play_of_many: float = 0.22
    """The same for a shape of five corners or more."""
    frayed: float = 1.7
    """By how much a lone shape's fit may be worse than the middle one of the deck's own prints, five at least."""
    frayed_off_scale: float = 1.4
    frayed_scale: float = 0.035
    """The same where its scale is off by more than this share: of 153 right ones none is, of an ace of diamonds yes."""
    another_frayed: float = 2.0
    another_scale: float = 0.05
    """The same for a card that shows its edge and a triangle or two: worse by so much, and off the deck's scale."""
    most_unit: float = 0.36
    """The largest unit edge a deck has, over its cards' length: its longest shape is three units long."""
    paler: float = 0.6
    """A print of less than this share of the deck's saturation is another thing's ..."""
    glaring: float = 0.7
    """... unless its paper, in linear light, is lighter than this."""
    paper_play: float = 0.16
    """How far its paper's tint may differ from that of some card of the deck, as a share."""

    least_told: int = 5
    least_kinds: int = 3
    """So many lone shapes beyond doubt, of so many colours, tell a deck's scale as cards that show their edges do."""
    least_papers: int = 3
    paper_play_of_spots: float = 0.4
    """With so many cards known, what stands out on a ground of another tint by so much is the table's own."""
    faint_most: int = 30
    least_pattern: int = 8
    """So many lone shapes of one kind make a table's pattern ..."""
    least_pattern_of_many: int = 5
    """The same for shapes of many corners that lie all one way, of which no deck has so many."""
    most_alike: int = 12
    """Lone triangles or squares of one kind beyond which they are a pattern, whichever way they lie."""
    plainer_than_pattern: float = 0.97
    """... where so much of what lies round each is plain at most: a print's paper is plain all round."""

    least_evidence: float = 7.0
    """What lone shapes have to say together, as a natural logarithm, for a plane that they alone tell."""
    clear_lead: float = 0.25
    """Of readings in two planes, each of another profile, neither is taken unless the shapes say so much more for one,
    as a share ..."""
    clear_margin: float = 6.0
    """... and as a natural logarithm."""
    clearly_more: float = 1.5
    """By how many times another plane of the same profile has to be better than the first."""
    nearer: bool = True
    """Whether cards are looked for as large ones, too, where few are read."""
    few_spots: int = 3
    """With fewer in a photo no other plane is tried than that which cards' outlines tell."""

    def for_cards(self, card_px: float, side_px: float) -> SceneConfig:
        """The configs for a picture whose longer side is so long and whose cards are as large as squares of so many
        pixels a side: prints and outlines are looked for by that, and not by the picture's own size."""
        share = card_px / side_px
        window, least, most, side = (share * part for part in OF_A_CARD)
        spots = replace(self.spots, window=window, least_side=least, most_side=most)
        least_side = max(side, self.outlines.min_side)
        outlines = replace(self.outlines, min_side=least_side)
        return replace(self, spots=spots, outlines=outlines, nearer=False)

    @property
    def faint_spots(self) -> SpotConfig:
        """How shapes are looked for that glare lies over, where everything else about the deck is known."""
        return replace(self.spots, cuts=(0.84,), least_tint=20.0)

    @property
    def shaded_spots(self) -> SpotConfig:
        """How shapes are looked for by their tint, where shadows lie over cards."""
        return replace(self.spots, cuts=(0.6, 0.42))

    @property
    def shaded_letters(self) -> SpotConfig:
        """How letters are looked for whose whole card may lie in a stripe of shade: beside the paper next to them."""
        return replace(
            self.spots, window=NEXT_TO * self.spots.window, cuts=(0.55, 0.42), most=0, most_dark=12
        )

    @property
    def stricter(self) -> SceneConfig:
        """How cards are decided on where none that shows its edge tells the deck's scale."""
        return replace(
            self,
            decide=replace(self.decide, least_lead=self.decide.least_margin),
            lone_trust=0.9,
            lone_trust_of_few=0.9,
            lone_error_of_many=self.lone_error,
        )

    @property
    def lone_faces(self) -> FaceConfig:
        """How the faces of lone shapes are read."""
        return replace(self.faces, hopeless=self.lone_hopeless)


NEXT_TO = 3 / 7
"""Of how far paper is looked for, what is next to a letter."""

OF_A_CARD = (0.8, 0.08, 1.2, 0.25)
"""Of the side of a square as large as a card: how far the paper round a print is looked for, how large a print is at
least and at most, and how long an outline's side is at least."""
