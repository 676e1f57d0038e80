"""What the spots of a photo show on one ground: shapes whose card's edge does not show, read in its plane."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.cards.decks.agree import read_alone, sure_ones
from vision.cards.decks.candidates import Candidate, good
from vision.cards.decks.deck_scale import deck_unit, one_scale
from vision.cards.decks.patterns import not_dyed_like, without_patterns
from vision.cards.decks.which_deck import choose_profile
from vision.cards.face.marked import MarkedCardSighting, laid_on
from vision.cards.first_look import FirstLook
from vision.cards.ground.lone import likest, lone_shapes, of_size, off_unit
from vision.cards.ground.photo import Photo
from vision.cards.ground.reground import refined
from vision.cards.scene_config import PROFILES, SceneConfig
from vision.cards.spots import PrintSpot
from vision.ground import Ground
from vision.plane import Floats
from vision.quads import inside


@dataclass(frozen=True, slots=True)
class TableReading:
    """Where the reading of a scene stands: candidates, the ground they lie on, the profile chosen.

    `taught` are marked cards read as plain ones: they tell what the deck's print is like, and are no candidates. Where
    no profile is chosen because the shapes may be of either deck, `either` are these.
    """

    candidates: list[Candidate]
    taught: list[Candidate]
    marked: list[MarkedCardSighting]
    ground: Ground
    profile: str | None
    either: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """What is known of a scene before its spots are read: how far the reading is, the candidates that are read for
    certain, and the places, (4, 2) px each, where no more is looked for.
    """

    reading: TableReading
    sure: list[Candidate]
    taken: list[Floats]

    @property
    def ground(self) -> Ground:
        """The ground that the certain ones tell."""
        return self.reading.ground

    def on(self, ground: Ground) -> Begun:
        """The same on another ground."""
        return replace(self, reading=replace(self.reading, ground=ground))


def read_on_ground(
    photo: Photo, begun: Begun, spots: list[PrintSpot], *, guessed: bool = False
) -> TableReading:
    """What the `spots` show on the ground, which may be but `guessed`."""
    start, sure, taken = begun.reading, begun.sure, begun.taken
    profile, config, chosen = photo.profile, photo.config, start.profile
    candidates, taught, marked, ground = start.candidates, start.taught, start.marked, start.ground
    if not ground:
        chosen = chosen or choose_profile([c.face for c in candidates], profile, config.decide)
        return TableReading(candidates, taught, marked, ground, chosen)
    wanted = (chosen,) if chosen else (profile,) if profile else PROFILES
    known = [c.face for c in sure + taught]
    unit = deck_unit(known, chosen, config.decide) if chosen else None
    papers = [face.paper for face in known if good(face, config)]
    reader = _Reader(photo, of_size(spots, ground, unit, papers, config), wanted, unit)
    likely = reader.likely(ground)
    # Of many spots the likest few tell a plane that is only guessed.
    few = config.lone_first if guessed else len(likely)
    lone = reader.read(likely[:few], ground)
    better, other = None, lone
    if len(ground.frames) < config.enough_frames and lone:
        # The shapes themselves tell the plane where too few cards do: read once more in it.
        better = refined(ground, lone, marked, chosen, unit, photo.pyramid, config)
    if better is not None:
        other = reader.read(reader.likely(better), better)
    rest = taught if guessed else taught + candidates
    if better is not None and read_alone(other, rest, chosen, config) >= read_alone(
        lone, rest, chosen, config
    ):
        ground, lone, other = better, other, lone
        marked = laid(marked, ground)
    elif few < len(likely):
        lone += reader.read(likely[few:], ground)
    # A letter is one in either plane.
    lone += [c for c in other if c.face.z >= config.lone_z and not _any_there(c, lone)]
    if unit is None:
        unit, papers = _told(taught + lone, profile or chosen, config)
    if ground.common is not None and unit is not None:
        lone += _fainter(photo, ground, taken, lone, unit, papers, wanted, chosen)
    lone = not_dyed_like(lone, reader.patterned, wanted, config)
    # A guessed plane's millimetres are its own: outlines that nothing was read from must not set the scale.
    candidates = lone if guessed and len(lone) > 1 else candidates + lone
    chosen = chosen or choose_profile([c.face for c in candidates], profile, config.decide)
    return TableReading(candidates, taught, marked, ground, chosen)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads a photo's `spots` as shapes of the `wanted` decks, of their `unit` edge where it is known."""

    photo: Photo
    spots: tuple[list[PrintSpot], list[PrintSpot]]
    """Those of such a size, and others."""
    wanted: tuple[str, ...]
    unit: float | None
    patterned: list[Candidate] = field(default_factory=list)
    """What was read so far and is part of a pattern, as backs have them."""

    def likely(self, ground: Ground) -> list[PrintSpot]:
        """The spots that may be such shapes on a ground, the likest first."""
        photo = self.photo
        return likest(photo.silhouettes, self.spots, ground, self.unit, self.wanted, photo.config)

    def read(self, spots: list[PrintSpot], ground: Ground) -> list[Candidate]:
        """The shapes that spots are on a ground, without patterns."""
        every = lone_shapes(self.photo, spots, ground, self.unit, self.wanted)
        kept = without_patterns(every, self.wanted, self.photo.config)
        self.patterned.extend(c for c in every if not any(c is other for other in kept))
        return kept


def _fainter(
    photo: Photo,
    ground: Ground,
    taken: list[Floats],
    lone: list[Candidate],
    unit: float,
    papers: list[Floats],
    wanted: tuple[str, ...],
    chosen: str | None,
) -> list[Candidate]:
    """What fainter spots show, once the deck's scale and papers are known."""
    config = photo.config
    kept, odd = of_size(_faint(photo.look, taken, lone, config), ground, unit, papers, config)
    more = lone_shapes(photo, kept + odd, ground, unit, wanted)
    # Where lone shapes alone tell the deck, the table's own must not outnumber them.
    return [c for c in more if chosen or off_unit(c.face, unit) < config.lone_play]


def _any_there(candidate: Candidate, others: list[Candidate]) -> bool:
    return any(inside(candidate.middle, other.corners) for other in others)


def _told(
    lone: list[Candidate], profile: str | None, config: SceneConfig
) -> tuple[float | None, list[Floats]]:
    """The deck's unit edge in millimetres and its papers (3,) as lone shapes tell them that are beyond doubt."""
    profile = choose_profile([c.face for c in lone], profile, config.decide)
    told = [c.face for c in sure_ones(lone, profile, config)]
    few = len(told) < config.least_told
    if profile is None or (few and one_scale(told, profile, config.decide) is None):
        return None, []
    return deck_unit(told, profile, config.decide), [face.paper for face in told]


def _faint(
    look: FirstLook,
    taken: list[Floats],
    lone: list[Candidate],
    config: SceneConfig,
) -> list[PrintSpot]:
    """The pale shapes where nothing was read yet, on the plainest ground first, and letters in shade."""
    read_already = taken + [c.corners for c in lone if good(c.face, config)]
    left = [s for s in look.faint() if not any(inside(s.middle, own) for own in read_already)]
    coloured = sorted((s for s in left if not s.dark), key=lambda spot: -spot.plain)
    return coloured[: config.faint_most] + [s for s in left if s.dark]


def laid(marked: list[MarkedCardSighting], ground: Ground) -> list[MarkedCardSighting]:
    """Cards that a single marker names placed on the ground."""
    if not ground:
        return marked
    return [m if m.sound or m.split else laid_on(m, ground.at(m.markers[0].corners.mean(0))) for m in marked]
