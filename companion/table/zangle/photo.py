"""A photo and the rules together: are the cards in this photo one Zangle?

A single photo knows no seats. The rules are therefore asked about cards that nobody saw being taken
from anywhere, and the verdict names the clauses that were left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from calibration.lens import Lens
from companion.rules.verdict import Reason, Ruling
from companion.rules.zangle import Card, Claim, find_zangles, judge
from companion.rules.zangle.clauses import AT_LEAST_THREE, ONE_TARGET
from companion.table.decks import profiles, zangle_deck
from companion.table.page_picture import page_jpeg
from companion.table.teaching.eye import TaughtEye
from companion.table.zangle.one_deck import of_one_deck
from vision.cards.draw import annotate
from vision.cards.see import see
from vision.errors import BadPhoto
from vision.photo import Pixels, load_photo_bytes
from vision.sighting import CardSighting, Seen

__all__ = ["PROFILES", "BadPhoto", "Judged", "Reading", "annotated", "judge_photo", "look", "read_photo"]

GAME = "zangle"
PROFILES = profiles()
MOST_LISTED = 12
"""Of the Zangles among the cards seen."""

NOTHING_SEEN = "No card is seen in this photo: lay the cards apart, come closer, or give more light."


@dataclass(frozen=True, slots=True)
class Judged:
    """What was seen and what the rules say of it.

    `verdict` is as `companion judge` prints it; its card numbers count through the cards and then on
    through what was not read. `zangles` is {"count", "found"}.
    """

    seen: Seen
    verdict: dict[str, Any]
    zangles: dict[str, Any]

    def to_json(self, photo: str) -> dict[str, object]:
        """One line of `companion photo --json`."""
        return {**self.seen.to_json(photo), **self.verdict, "zangles": self.zangles}


@dataclass(frozen=True, slots=True)
class Reading:
    """A photo read and judged. `pixels`: (height, width, 3) uint8, blue-green-red."""

    pixels: Pixels
    seen: Seen
    judged: Judged

    def picture_jpeg(self) -> bytes:
        """The annotated picture, no larger than a page needs."""
        return page_jpeg(annotated(self.pixels, self.seen, self.judged))


def read_photo(
    data: bytes, name: str, *, profile: str | None = None, deck: TaughtEye | None = None
) -> Reading:
    """Read and judge a photo of Zangle as it was uploaded. Raises BadPhoto; `name` is used in its sentence."""
    pixels = load_photo_bytes(data, name)
    seen = look(pixels, game=GAME, profile=profile, deck=deck)
    return Reading(pixels, seen, judge_photo(seen))


def look(
    pixels: Pixels,
    *,
    game: str,
    profile: str | None = None,
    lens: Lens | None = None,
    deck: TaughtEye | None = None,
) -> Seen:
    """What lies in the photo (h, w, 3): cards of a taught deck, or of any, the printed one's markers being known.

    Of Zangle, cards of another profile than `profile`, or than most where it is None, are unread.
    """
    if deck is not None:
        return of_one_deck(deck.seen(pixels, lens), profile)
    if game != GAME:
        return see(pixels, game=game, lens=lens)
    seen = see(pixels, game=game, deck=zangle_deck(), profile=profile, lens=lens)
    if profile is not None and all(card.id is None for card in _sighted(seen)):
        # Cards without markers that are read as those of another deck look like none, or like others: what are they
        # really?
        truly = see(pixels, game=game, deck=zangle_deck(), lens=lens)
        if truly.profile not in (None, profile) and len(truly.cards) >= len(seen.cards):
            seen = truly
    return of_one_deck(seen, profile)


def judge_photo(seen: Seen) -> Judged:
    """Are the cards that were seen one Zangle? What was not read takes part as a card of any kind."""
    return Judged(seen, _verdict(seen), _zangles(seen))


def annotated(pixels: Pixels, seen: Seen, judged: Judged | None = None) -> Pixels:
    """The photo (h, w, 3) with what was read, and with the arrangement where there is a verdict that has one."""
    return annotate(pixels, seen, None if judged is None else judged.verdict)


def _verdict(seen: Seen) -> dict[str, Any]:
    """The rules' verdict, with what would help to read each card that it misses."""
    if not seen.cards and not seen.unread:
        reason = {"clause": AT_LEAST_THREE, "says": NOTHING_SEEN, "where": []}
        return {"ruling": "undecided", "reasons": [reason], "target": None, "arrangement": [], "left_out": []}
    cards = [*_cards(seen), *(Card(None) for _ in seen.unread)]
    verdict = judge(_claim(seen, cards))
    ruling, reasons = verdict.ruling, list(verdict.reasons)
    if seen.unread and ruling is Ruling.ILLEGAL and not _illegal_with_more(seen, cards):
        ruling, reasons = Ruling.UNDECIDED, []
    if seen.unread and ruling is Ruling.UNDECIDED:
        reasons = [reason for reason in reasons if not _about_unread(reason, seen)]
        for number, thing in enumerate(seen.unread, len(seen.cards)):
            reasons.append(
                Reason(ONE_TARGET, f"Card {number + 1} is not read: {_closed(thing.why)}", (number,))
            )
    return {
        **verdict.to_json(),
        "ruling": ruling.value,
        "reasons": [reason.to_json() for reason in reasons],
    }


def _illegal_with_more(seen: Seen, cards: Sequence[Card]) -> bool:
    """Whether it would be illegal even if what was not read were more cards than it looks like.

    Of three cards any may be a Z: what three leave illegal fewer do, too. One alone may hide three beside a target
    that a single card, or two, cannot fill up.
    """
    more = [Card(None)] * max(1, 3 - len(seen.unread), 3 - len(cards))
    return judge(_claim(seen, [*cards, *more])).ruling is Ruling.ILLEGAL


def _about_unread(reason: Reason, seen: Seen) -> bool:
    return bool(reason.where) and all(
        isinstance(number, int) and number >= len(seen.cards) for number in reason.where
    )


def _zangles(seen: Seen) -> dict[str, Any]:
    """The Zangles among the cards that were read, each with its arrangement, those with most cards first."""
    cards = _cards(seen)
    found = find_zangles(cards)
    return {
        "count": len(found),
        "found": [_proved(seen, cards, zangle.centre) for zangle in found[:MOST_LISTED]],
    }


def _proved(seen: Seen, cards: Sequence[Card], chosen: Sequence[int]) -> dict[str, Any]:
    verdict = judge(_claim(seen, [cards[number] for number in chosen])).to_json()
    parts = [{**part, "card": chosen[part["card"]]} for part in verdict["arrangement"]]
    return {
        "target": chosen[verdict["target"]],
        "cards": list(chosen),
        "zs": [number for number in chosen if cards[number].is_z],
        "arrangement": parts,
    }


def _cards(seen: Seen) -> list[Card]:
    return [Card(card.triangles, card.shape) for card in _sighted(seen)]


def _sighted(seen: Seen) -> list[CardSighting]:
    return [card for card in seen.cards if isinstance(card, CardSighting)]


def _claim(seen: Seen, cards: Sequence[Card]) -> Claim:
    """A claim whose cards nobody saw being taken from anywhere."""
    return Claim(None, seen.profile or PROFILES[0], tuple(cards))


def _closed(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."
