"""Every replacement of one's own pieces by others out of the supply.

A replacement falls into blocks: pieces taken up and pieces laid that overlap one another, directly or
over others, and cover one area. Blocks are searched for once; what is left is to choose blocks that
share no piece and that the supply has enough for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.tranglar.actions import Replace
from companion.rules.tranglar.kinds import spots
from companion.rules.tranglar.placing import in_supply, own_places
from companion.rules.tranglar.position import Masks
from companion.rules.tranglar.supply import guard, one

Block = tuple[int, Masks, Masks, int, int]
"""Which of one's own pieces as bits, their masks, the masks of what is laid, what is gone, what is needed."""
Fit = tuple[int, int, int]
"""A place within one's own area: what it needs, its mask, the pieces under it as bits."""


def replacements(own: Masks, supply: int) -> Iterator[Replace]:
    """Every replacement of own pieces, by masks, from a supply; each once."""
    found: list[Block] = []
    for block in blocks(own, supply):
        found.append(block)
        _, removed, placed, gone, laid = block
        if gone != laid:
            yield Replace(removed, placed)
    clear = guard()
    for at, (bits, removed, placed, gone, laid) in enumerate(found):
        left = supply - laid
        have = left | clear
        others = [one for one in found[at + 1 :] if not one[0] & bits and (have - one[4]) & clear == clear]
        if others:
            yield from _with(others, left, removed, placed, gone, laid)


def _with(
    others: Sequence[Block], left: int, removed: Masks, placed: Masks, gone: int, laid: int
) -> Iterator[Replace]:
    """What was chosen so far, joined by one or more of the others."""
    clear = guard()
    for at, (bits, more_removed, more_placed, more_gone, more_laid) in enumerate(others):
        both, all_laid = removed + more_removed, placed + more_placed
        if gone + more_gone != laid + more_laid:
            yield Replace(tuple(sorted(both)), tuple(sorted(all_laid)))
        still = left - more_laid
        have = still | clear
        rest = [one for one in others[at + 1 :] if not one[0] & bits and (have - one[4]) & clear == clear]
        if rest:
            yield from _with(rest, still, both, all_laid, gone + more_gone, laid + more_laid)


def blocks(own: Masks, supply: int) -> Iterator[Block]:
    """Every block that the supply has enough for, one that leaves the same set of pieces included."""
    table = spots()
    area = sum(own)
    fits = _fits(own, area, supply)
    worths = [one(table[mask].kind) for mask in own]
    clear = guard()

    def search(root: int, bits: int, reached: int, still: int, left: int, placed: Masks) -> Iterator[Block]:
        """Lay a piece on the lowest open cell, taking up what else it lies on; `reached` is the area so far."""
        for need, mask, under in fits.get(still & -still, ()):
            if (
                mask & reached & ~still
                or under & (root - 1) & ~bits
                or ((left | clear) - need) & clear != clear
            ):
                continue
            fresh = under & ~bits
            grown, open_ = reached, still
            if fresh:
                for number, piece in enumerate(own):
                    if fresh >> number & 1:
                        grown |= piece
                        open_ |= piece
            open_ ^= mask
            if open_:
                yield from search(root, bits | fresh, grown, open_, left - need, (*placed, mask))
            else:
                yield _block(own, worths, bits | fresh, (*placed, mask), supply - left + need)

    for number, piece in enumerate(own):
        yield from search(1 << number, 1 << number, piece, piece, supply, ())


def _block(own: Masks, worths: Sequence[int], bits: int, placed: Masks, laid: int) -> Block:
    chosen = [number for number in range(len(own)) if bits >> number & 1]
    removed = tuple([own[number] for number in chosen])
    return bits, removed, tuple(sorted(placed)), sum([worths[number] for number in chosen]), laid


def _fits(own: Masks, area: int, supply: int) -> dict[int, list[Fit]]:
    """By each cell's bit the places that cover it and lie on one's own pieces, of kinds that the supply has.

    Without the places where a piece of that very shape lies already.
    """
    table = spots()
    places = own_places()
    found: dict[int, list[Fit]] = {}
    for action in places.of(places.free(~area & (1 << 64) - 1) & in_supply(supply)):
        mask = action.cells
        if mask in own:
            continue
        under = 0
        for number, piece in enumerate(own):
            if piece & mask:
                under |= 1 << number
        fit = (one(table[mask].kind), mask, under)
        cells = mask
        while cells:
            low = cells & -cells
            found.setdefault(low, []).append(fit)
            cells ^= low
    return found
