"""How far the second look at a board has to believe what it says, or what the first says."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AgreedConfig:
    """How far the second look has to believe what the first says."""

    borne_out: float = 0.5
    """A player's piece that the first is certain of; ..."""
    seam: float = 0.8
    """How likely a side has to be a piece's end for a photo to show seams of that colour; where it shows none, ..."""
    seamless: float = 0.93
    """... each inner side of a piece of it that the first is certain of: of all on 122 boards one was likely by less,
    and that was two pieces; ..."""
    white_borne_out: float = 0.07
    """... a white piece: of 38 small ones on some 520 boards that are believed by less one was right, and all 17 by .07
    to .95 were; ..."""
    burnt_white: float = 0.4
    """... one where light is burnt out, and the board may be as white: of six on 263 boards the one that was wrong was
    believed by less, and one that was right; ..."""
    bare_borne_out: float = 0.85
    """... a bare cell: of 236 boards' a white piece was believed to be one by .81, another by .98, but drawn boards
    that nothing is wrong with have them at .88; ..."""
    bare_burnt: float = 0.985
    """... one where light is burnt out: of 8 by less one was a white piece (.97); ..."""
    bare_hardly: float = 0.99
    """... one where white is hardly told from bare: on 38 of 407 boards three were white pieces, believed to be bare by
    .957, .961 and .986; ..."""
    bare_alone: float = 0.5
    """... and one where no layings are known."""
    perhaps_over: float = 0.1
    """How likely something may lie over a cell of a piece that the first is certain of: of some 1,300 pieces on 110
    boards three were wrong beyond this, and one right."""
    beside_over: float = 0.75
    """A piece that the first is certain of beside what covers the board: it may go on beneath. Of those on 263 boards
    none that did not is believed by less than .78; one that did was by .7, in a shadow."""
    piece: float = 0.75
    """A piece where the first is in doubt, whatever that holds for likeliest, ..."""
    white: float = 0.95
    """... a white one: of five small ones on 236 boards that are believed by .75 to this one was a bare cell; ..."""
    white_likely: float = 0.85
    """... one that the first holds for likelier than not: of 23 such that are believed by .75 to .95, on 253 boards at
    up to seven sizes, one is wrong (.80), and of fourteen others four; ..."""
    white_large: float = 0.7
    """... a large one that the first holds for likelier than not, if nothing lies over the board beside it: the two on
    some 480 boards that are believed by less than .85, .775 and .781, are right; ..."""
    undivided: float = 0.9
    """... a player's, each of whose inner sides is so likely one: two pieces may show no seam between them. Of four on
    148 boards that are likely by less two were, ..."""
    against: float = 0.99
    """... or where it is certain of something else: of eight on 148 boards one was wrong, two pieces between which the
    first saw a seam, and believed by .973; ..."""
    under: float = 0.98
    """... each of its ends towards what covers the board, if it might go on beneath: of 35 such pieces on 187 boards
    one did, whose end was likely by .979; and a white piece there by all of it, but for a large one that the first
    holds for likelier than not (eight of eight on 329 boards were right); ..."""
    under_alone: float = 0.999
    """... of a player's piece of one cell: so little may show of a larger one. Of six such on some 480 boards one
    was the tip of one, beneath a mug, and its end likely by .998; ..."""
    reaching: int = 1
    """So many cells of a piece may lie under what covers the board, ..."""
    shown: int = 3
    """... if so many others show, and it is believed by `under` as a whole: what shows of the sides between tells. Of
    thirty such pieces on 187 boards thirteen are, and right; of the others one was wrong (.66); ..."""
    odd: float = 0.99
    """A piece in tints that the first takes for something over the board: nothing else bears it out. Of fourteen on
    263 boards two were wrong, which were believed by .98; ..."""
    bare: float = 0.97
    """... a bare cell, ..."""
    perhaps_bare: float = 0.1
    """... if the first holds that for so likely at least; ..."""
    burnt_bare: float = 0.999
    """... where light is burnt out: of 85 such cells in doubt one was not bare, which was believed by .997; ..."""
    bare_beside: float = 0.99
    """... beside what covers the board, in whose shadow a white piece looks like a bare cell: of sixteen such cells one
    was not bare, which was believed by .977."""
