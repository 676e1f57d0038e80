"""What reading a flat board goes by."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.board.first_look.behind import BehindConfig
from vision.board.first_look.flanks import FlankConfig
from vision.board.first_look.glare import GlareConfig
from vision.board.first_look.labels import LabelConfig
from vision.board.first_look.likely import LikelyConfig
from vision.board.first_look.over import OverConfig
from vision.board.first_look.seams import SeamConfig
from vision.board.first_look.shades import ShadeConfig
from vision.board.first_look.whites import WhiteConfig


@dataclass(frozen=True, slots=True)
class ReadConfig:
    """The configs of all stages of reading a flat board, and when a reading is in doubt."""

    flanks: FlankConfig = field(default_factory=FlankConfig)
    shades: ShadeConfig = field(default_factory=ShadeConfig)
    labels: LabelConfig = field(default_factory=LabelConfig)
    likely: LikelyConfig = field(default_factory=LikelyConfig)
    seams: SeamConfig = field(default_factory=SeamConfig)
    whites: WhiteConfig = field(default_factory=WhiteConfig)
    over: OverConfig = field(default_factory=OverConfig)
    behind: BehindConfig = field(default_factory=BehindConfig)
    glare: GlareConfig = field(default_factory=GlareConfig)
    windows: tuple[float, ...] = (7.0, 14.0, 28.0)
    """How much evidence a partition may ignore; the next one is tried where none is left."""
    effort: int = 6000
    """Steps of the search for the partitions of one region."""
    extra_piece: float = 2.5
    """What each piece beyond a player's own supply costs: it may be one that was turned over."""
    piece: float = 0.4
    """What each piece costs."""
    small_piece: float = 0.8
    """What each piece beyond the fewest that fill the same cells costs besides: over the boards of random games one
    piece is three to ten times as frequent as two in its place."""
    seam_shown: float = 1.5
    """The logarithm of line over ground from which a side beside a covered cell may be a piece's end."""
    clear: float = 4.0
    """By how much a side has to look more like a seam than not, as a logarithm, to be the end of a piece that may reach
    under a hand: the hand's shadow ends along lines too."""
    over_grain: tuple[float, float] = (0.2, 0.6)
    """A line stands out of the grain by the logarithm of their ratio: up to the first it says nothing for a seam, from
    the second on all it would without grain."""
    blank: float = 1.0
    """The logarithm of line over ground below which nothing shows at a side."""
    same_piece: float = 1.0
    """Shades no farther apart than this many plays, right beside a side, are one piece's."""
    same_frame: float = 0.6
    """The same across a line along the rim."""
    same_tint: float = 0.02
    """By how much the board's tint may differ from one of its groups of cells to the next."""
    veil: float = 0.75
    veil_play: float = 0.01
    """How far towards white a window may wash out a part of the board, and how far off that way its tint may be."""
    ragged: float = 0.2
    """The share of mixed cells from which a further colour is no board's, but something that lies over it."""
    two_lights: float = 0.25
    """The share of a cell that differs from its middle shade where it is partly in the sun."""
    most_white: int = 16
    """Cells that the white pieces cover at most, all together."""
    covered_cell: float = 0.7
    most_covered: int = 22
    many_covered: float = 1.5
    """What each covered cell beyond `most_covered` costs besides: who looks at a board leaves most of it free."""
    unexplained_cell: float = 3.0
    """What a cell that is not read costs, beside other ways to label the colours."""
    edge_on_side: float = 1.0
    """What each side of a cell costs along which something that lies over the board ends exactly, up to
    `most_on_sides` of them: a hand does not keep to the grid."""
    most_on_sides: int = 8
    shaped: float = 4.0
    """What it costs that a further colour of the board has just the cells of a piece, three at least."""
    runs_on: float = 2.0
    """What each side along the rim over which a player's colour runs on costs a labelling, up to `most_run_on`."""
    most_run_on: int = 6
    most_gained: float = 5.0
    """The most that white pieces are worth together, beside bare board."""
    label_window: float = 5.0
    """Other labellings that are less likely by more than this, as logarithms, are dropped."""
    label_trust: float = 0.7
    """How far differences between labellings are believed: the model of colours is a rough one."""
    least_bare: int = 8
    """How well a board is read is measured by its bare cells, or by so many if there are fewer."""
    kept: int = 12
    """Whole readings that are handed on at most."""
    open_share: float = 0.03
    """A reading is open if it is at least this likely beside the best."""
