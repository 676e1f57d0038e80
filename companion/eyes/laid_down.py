"""What a caller has laid down as the camera sees it, where somebody asks to have it judged at once."""

from __future__ import annotations

from companion.table.watch.claiming import doubtful, in_hand, laid, of_no_column, strangers
from companion.table.watch.watching import Watching
from companion.table.zangle.events import Taken
from companion.web.eye import NoEyes


def laid_down(watching: Watching, seat: str) -> tuple[Taken, ...]:
    """The cards of a caller's claim. Raises NoEyes, with what to do, where it does not show which these are."""
    claimed = watching.claimed(seat)
    if claimed.unsure:
        raise NoEyes("Something covers cards that may have been taken: clear them, or choose by hand.")
    if strangers(claimed, seat):
        raise NoEyes("Another player's card lies in the claim zone: take it back, or choose by hand.")
    if of_no_column(claimed, watching.seats):
        raise NoEyes("The camera did not see where a card lay that was laid down: choose the cards by hand.")
    put = laid(claimed, watching.zones)
    if put and (in_hand(claimed, put) or doubtful(claimed, put)):
        # Whose hand has it does not show.
        raise NoEyes(
            "A card lies nowhere that may be another's: lay it in the claim zone, put it back, or choose by hand."
        )
    if not claimed.cards:
        raise NoEyes("No card has been laid down or taken yet: lay the Zangle in the claim zone.")
    return watching.told_of(claimed.cards, seat)
