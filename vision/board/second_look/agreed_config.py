"""How far the second look at a board has to believe what it says, or what the first says.

Where counts are given, they are of 326 photographs of which none was shown to the network (320 path-traced boards and
six shared ones); what the third look says of each is that of one that was not trained with it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AgreedConfig:
    """How far the second look has to believe what the first says."""

    borne_out: float = 0.8
    """A piece that the first is certain of. A player's: of some 3,600 all twelve that are wrong are believed by .01 or
    less, and no right one by less than .37; of 1,800 on 140 boards photographed since ten are wrong, nine of them
    believed by .03 or less and one by .76 (two pieces between which hardly anything shows), and no right one by less
    than .85; of some 700 on harder boards, which the network was shown, four right ones by .74 to .79. A
    white one of cells that are surely white, where the question is where it ends, by as much: in burnt-out light two
    were told the wrong way round, believed by .67; ..."""
    white_surely: float = 0.9
    """How likely the least likely of its cells is white then; ..."""
    white_borne_out: float = 0.2
    """... a white one that may be bare board: of some 450 small ones 28 are wrong, 26 of them believed by .1 or less
    and two, where white is hardly told from bare, by .81 and .86; of the right ones one is by .02, the others by .23
    and more; ..."""
    rival: float = 4.0
    """A player's piece that the first is certain of is borne out, too, if every laying without it loses so much more:
    of nine of those that are believed by less than .93 and are wrong none leads by more than 1.6, on 452 photographs,
    and of seventeen right ones nine do by 3.8 to 6.8; ..."""
    rival_white: float = 6.0
    """... a white one by this: of some 30 that are in doubt and lead by more one is wrong (8.3), against which the
    first is certain of another, and of some 50 that lead by less six are, by 5.4 at most; ..."""
    seam: float = 0.8
    """How likely a side has to be a piece's end for a photo to show seams of that colour; where it shows none, ..."""
    seamless: float = 0.985
    """... each inner side of a piece of it: of 420 such pieces that the first is certain of, all right, one is likely
    by less (.972). On 65 older boards, whose pieces lie closer, two were two pieces, and likely by .982 and .989;
    ..."""
    seamless_first: float = 0.98
    """... if the first is certain of it by so much, ..."""
    seamless_doubted: float = 0.995
    """... and where it is not, each by this: with colours smeared by a camera two dark pieces were told as one, likely
    by .961 to the first and by .991 here; on 372 photographs no right piece is lost for it; ..."""
    white_hardly: float = 0.9
    """... a small one where white is hardly told from bare: of those on 24 boards seven are wrong, one of them believed
    by .81, and of the right ones three by less than .9 (.84, .88 and .896); ..."""
    known_bare: float = 0.97
    least_known_bare: int = 3
    """Cells that the second look holds for bare with so much: where a nearly full board has fewer, ..."""
    white_uncompared: float = 0.5
    """... a small white piece: colours and edges have nothing to lay it beside, and on a board of two tints told a bare
    cell, the only one of its tint, as white, believed by .36; ..."""
    white_refused: float = 0.1
    """... or where the second look believes another small one by less that the first is certain of: on 452 photographs
    no right one is lost for it, and on 480 in little light seven wrong ones, on five, are told no more; ..."""
    white_unlike: float = 0.99
    """... or where bare cells are known only of the other kind, east and west quarters or north and south ones: on one
    of 492 photographs, a board of two tints, three bare cells were told as white, believed by .69 and less. There are
    two right ones on these, on a board of which no bare cell is known, where nothing more is asked; ..."""
    bare_borne_out: float = 0.99
    """... a bare cell, also where white is hardly told from bare: of some 7,140 on 293 boards three were white pieces,
    believed to be bare by .957, .972 and .981; 79 bare ones, on 26 boards, are by less than .99. That a cell may be
    white or bare leaves no verdict open; ..."""
    bare_alone: float = 0.5
    """... and one where no layings are known."""
    perhaps_over: float = 0.1
    """How likely something may lie over a cell of a piece that the first is certain of, unless all but one of its cells
    show as below: of five such pieces two are right, and believed by .99, and three wrong, by less than .001."""
    beside_over: float = 0.85
    """A piece that the first is certain of beside what covers the board: it may go on beneath, unless each of its ends
    towards that is likely by `under`. None that does not is believed by less than .96; one that did was by .7, in a
    shadow."""
    piece: float = 0.85
    """A player's piece where the first is in doubt, whatever that holds for likeliest: of some 90 with nothing over the
    board beside them five are wrong, believed by .51 to .76, and seven right ones by .77 to .85; ..."""
    white: float = 0.93
    """... a white one: of thirteen small ones the one that is wrong is believed by .86, and five right ones by .77 to
    .89; ..."""
    white_likely: float = 0.8
    """... one that the first holds for likelier than not: of 40 small ones four are wrong (.52, .55, .59 and .72), of
    the right ones three are believed by less than .91 (.59, .62 and .74); ..."""
    white_large: float = 0.65
    """... a large one that the first holds for likelier than not, if nothing lies over the board beside it: all 32 are
    right, one is believed by .69; ..."""
    placed: float = 0.99
    """How far a large white piece is believed without which every laying falls far short, wherever the first is in
    doubt, ..."""
    placed_white: float = 0.5
    """... if the least likely of its cells that show is white with so much: with a picture made small and large again,
    or grainy, two were told a cell beside their place, with .1 and .2; of right ones none has less than .99; ..."""
    undivided: float = 0.95
    """... a player's, each of whose inner sides is so likely one: two pieces may show no seam between them. On 372
    photographs the one that was wrong had a side likely by .901, and a single right piece one by less than .97; ..."""
    likely_one: float = 0.8
    undivided_unlikely: float = 0.99
    """... each by this, where the first holds it for less likely: on 180 photographs the one of these that was two
    pieces had a side likely by .984 (the first held it for likely by .17, and with the photo saved anew by up to .61),
    and no right one by less than .998; ..."""
    against: float = 0.97
    """... or where it is certain of something else: of five players' pieces, all right, two are believed by .989, and
    of another network's one that was wrong by .83; ..."""
    against_whole: float = 0.998
    """... or of a larger piece of the same player's, of which it would be a part, or holds one for as likely as
    `likely_one`: on one of some 150 boards a rectangle was told so as two pieces, believed by .986 and .988, and on one
    of 20 others a trapeze of strong grain, of which the first was in doubt (.86), by .987 and .993; ..."""
    against_white: float = 0.97
    """... the same of a white one: of seven right ones three are believed by .77 to .87 and one by .984, on 412 boards
    no wrong one by .96 or more; ..."""
    under: float = 0.99
    """... each of its ends towards what covers the board, if it might go on beneath: of fourteen such pieces two do,
    and one of these has an end that is likely by .982; and a white piece there by all of it, but for a large one that
    the first holds for likelier than not; ..."""
    under_alone: float = 0.9999
    """... of a player's piece of one cell, whether or not the first is certain of it: so little may show of a larger
    one. In twenty kinds of light and of faults one that was the tip of one, beneath a mug, had an end that was likely
    by .9996 at most; two that end there by .99999 and more, and one by .994 to .99998; ..."""
    reaching: int = 1
    """So many cells of a piece may lie under what covers the board, ..."""
    shown: int = 3
    """... if so many others show, ..."""
    reached: float = 0.98
    """... and it is believed by so much as a whole: what shows of the sides between tells; ..."""
    odd: float = 0.99
    """A piece in tints that the first takes for something over the board: nothing else bears it out. Of fourteen on 263
    boards two were wrong, which another network believed by .98; ..."""
    against_bare: float = 0.999
    """... a bare cell where the first is certain of a small white piece: in 370 such places on 420 photographs, half of
    them with a camera's faults, 13 are bare that are believed by so much, and of the pieces none is by more than .986;
    ..."""
    bare: float = 0.99
    """... a bare cell: no more is asked of one that colours and edges are certain of, ..."""
    perhaps_bare: float = 0.1
    """... if the first holds that for so likely at least; ..."""
    bare_hardly: float = 0.995
    """... where white is hardly told from bare: on 68 such photographs a few cells more are in doubt, and with tones
    mapped by place one of 24 had a white piece passed over that was believed to be bare by .992; ..."""
    bare_alike: float = 0.998
    """... where not even the sides of known cells tell white from bare, whatever the first says: one piece that was
    passed over there was believed to be bare by .996; ..."""
    burnt_bare: float = 0.999
    """... where light is burnt out, or in tints that the first takes for something over the board: of some 50 such
    cells in doubt two are not bare, one of which is believed by .9988; ..."""
    shining_bare: float = 0.9995
    """... where the first takes it for a piece that glare washes out, or for part of that glare: in a shadow under the
    open sky a bare cell is as blue as a pale petrol one. Of such cells of pieces on 179 boards none is believed to be
    bare by more than .25 if a player's, and by .958 if white."""
