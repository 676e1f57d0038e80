"""The configs of all stages from a photo to its board."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from vision.board.first_look.doubts import DoubtConfig
from vision.board.first_look.read_config import ReadConfig
from vision.board.flat import FlatConfig
from vision.board.grid.find import FindConfig
from vision.board.grid.goes_on import GoesOnConfig
from vision.board.raised_config import RaisedConfig
from vision.board.second_look.again import AgainConfig
from vision.board.second_look.agreed_config import AgreedConfig
from vision.board.second_look.guessed import GuessedConfig
from vision.board.second_look.parted import PartedConfig
from vision.board.second_look.shadowed import ShadowedConfig
from vision.board.second_look.smeared import SmearedConfig
from vision.board.second_look.uncoloured import UncolouredConfig
from vision.board.second_look.unseen import UnseenConfig
from vision.board.settle import SettleConfig
from vision.board.third_look.whitened import WhitenedConfig


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """The configs of all stages, and when a piece counts as read."""

    find: FindConfig = field(default_factory=FindConfig)
    flat: FlatConfig = field(default_factory=FlatConfig)
    goes_on: GoesOnConfig = field(default_factory=GoesOnConfig)
    settle: SettleConfig = field(default_factory=SettleConfig)
    read: ReadConfig = field(default_factory=ReadConfig)
    doubts: DoubtConfig = field(default_factory=DoubtConfig)
    again: AgainConfig = field(default_factory=AgainConfig)
    whitened: WhitenedConfig = field(default_factory=WhitenedConfig)
    agreed: AgreedConfig = field(default_factory=AgreedConfig)
    unseen: UnseenConfig = field(default_factory=UnseenConfig)
    shadowed: ShadowedConfig = field(default_factory=ShadowedConfig)
    smeared: SmearedConfig = field(default_factory=SmearedConfig)
    guessed: GuessedConfig = field(default_factory=GuessedConfig)
    parted: PartedConfig = field(default_factory=PartedConfig)
    raised: RaisedConfig = field(default_factory=RaisedConfig)
    uncoloured: UncolouredConfig = field(default_factory=UncolouredConfig)
    least_cell_px: float = 45.0
    """Of 279 boards made so small 253 are whole, 24 in doubt and two wrong, where one is at their own size; with noise
    laid over them 237, 41 and one."""
    most_burnt: float = 0.01
    """The share of a photo with a lamp's bands that may be burnt out: white pieces were read wrongly at 0.03."""
    least_hue: float = 20.0
    """Of 255: what a picture in one colour shows at most is 11, the palest of 284 boards and tables 12, boards 40."""
    least_hue_beside: float = 12.0
    """A picture that shows so much beside a board that shows none is taken in colour: a game begins on a grey board."""
    looked_at: int = 3
    """Places that may hold the board, and are read."""
    close: float = 0.8
    """Places whose score is at least this share of the best one's are read too."""
    spoilt: float = 0.2
    """The share of its score that a place loses if all of its cells are mixed, covered or make no pieces."""
    contested: float = 0.5
    """Between places that are worth at least this share of the best one the network decides too, ..."""
    beyond: float = 1.5
    """... by so much for every cell that it sees nothing of the board on."""
    moved_on: float = 12.0
    """By so much a place has to be better that lies a square beside one a whole row of which lies beyond the board: a
    hand may lie over a row as well."""
    cut_off: float = 2.0
    """What a place's score loses for every side along its rim beyond which a piece goes on."""
    most_mixed: float = 0.45
    """The share of cells with more than one shade from which a grid is no board."""
    plain_score: float = 45.0
    """Places with a lower score count only if less than `faint_spoilt` of them is spoilt."""
    faint_spoilt: float = 0.1
    faint_runs_on: int = 4
    """So many sides along its rim may have a player's colour on both sides: more, and it is cut out of something."""
    known_cells: int = 40
    """A faint place that is spoilt counts if the network knows so many of its cells, ..."""
    known_open: float = 0.9
    """... or so large a share of those over which it sees nothing, ..."""
    open_cells: int = 32
    """... if these are so many: no wrong place on 127 photos has more than .53, a right one under a hand .97; ..."""
    most_beyond: int = 13
    """... and takes no more than this of the 16 cells along any side for something over or beside the board."""
    known_score: float = 20.0
    """Such a place may show less, ..."""
    nearly_all: int = 56
    """... and one of which the network knows so many cells ..."""
    nearly_all_score: float = 12.0
    """... less than that: a board with dotted lines and three pieces on it shows hardly more."""
    taken: int = 3
    """On so many cells of a faint place the network has to know a piece: a table may be as even as a bare board."""
    least_score: float = 27.0
    """Cells' length of straight edges that a board shows, less what else lies on it."""
    lift: float = 0.45
    """Where no board is found, the photo is searched once more with its shadows lifted by this power, ..."""
    coarse_px: tuple[int, ...] = (480, 400)
    """... and then so small that the dots of a line run together; whether that is a board the network says."""

    def coarse(self, side_px: int) -> BoardConfig:
        """The config of a search at such a size, whose every find is in need of a witness."""
        small = replace(self.find.segments, search_side_px=side_px)
        return replace(
            self, find=replace(self.find, segments=small), least_score=math.inf, plain_score=math.inf
        )
