"""The JSON contract of `companion judge zont`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.rules.errors import BadInput, quoted, refuse_unknown
from companion.rules.verdict import Reason, Verdict
from companion.rules.zont import clauses
from companion.rules.zont.cards import Card, Cards, card_from, suit_from, suits
from companion.rules.zont.judging import report
from companion.rules.zont.options import Rules
from companion.rules.zont.piles import Pile, by_name
from companion.rules.zont.position import (
    Piles,
    first_piles,
    held_then,
    laid_out,
    score_of,
    values_of,
    with_shown,
)
from companion.rules.zont.turn import Art, Change, Favors, Power, Turn, parse

_KEYS = ("piles", "hand", "final", "turn", "player", "scores", "options")


def judge_json(data: object) -> dict[str, Any]:
    """Judge one turn as JSON; docs/zont.md shows the form.

    Raises BadInput, with one sentence that names what is wrong, for input that cannot be judged.
    """
    if not isinstance(data, Mapping):
        raise BadInput("Give an object with the piles, the hand and the turn.")
    refuse_unknown(data, _KEYS, "A turn to judge")
    options = {} if data.get("options") is None else data["options"]
    if not isinstance(options, Mapping):
        raise BadInput("The options must be an object of names with true or false.")
    rules = Rules.of(options)
    final = data.get("final", False)
    if not isinstance(final, bool):
        raise BadInput("final must be true or false.")
    piles = piles_from(data.get("piles", {}))
    hand = None if data.get("hand") is None else by_name(_cards(data["hand"], "The hand"))
    scores: Mapping[str, Cards] = _scores(data.get("scores", {}))
    _each_once(piles, hand or (), scores)
    turn = None if data.get("turn") is None else turn_from_json(data["turn"])
    if turn is None:
        return {**_answer(report(piles), piles, hand, scores), "turn": None, "left_out": []}
    player = _whose(data.get("player"), scores) if turn.score is not None else None
    _not_elsewhere(piles, scores, turn)
    turn = with_shown(piles, turn)
    certain = tuple(clauses.broken(piles, hand, turn, final=final, rules=rules))
    open_ = tuple(clauses.doubts(turn))
    held = tuple(clauses.holds(turn, piles, final=final, hand_known=hand is not None))
    if not certain and not open_:
        piles, taken = laid_out(piles, turn)
        hand = None if hand is None else held_then(hand, turn, taken)
        if final and hand == ():
            held += (Reason(clauses.OVER, "The hand is empty: the game is over."),)
        if player is not None and turn.score is not None:
            scores = {**scores, player: (*scores[player], turn.score)}
    verdict = Verdict.weigh(certain, open_, held)
    left_out = [] if data.get("hand") is not None else [clauses.OWN_HAND]
    return {**_answer(verdict, piles, hand, scores), "turn": str(turn), "left_out": left_out}


def _answer(
    verdict: Verdict, piles: Piles, hand: Cards | None, scores: Mapping[str, Cards]
) -> dict[str, Any]:
    worth = {name: score_of(cards, piles) for name, cards in scores.items()}
    return {
        **verdict.to_json(),
        "piles": {suit["name"]: _pile_json(pile) for suit, pile in zip(suits(), piles, strict=True)},
        "values": {suit["name"]: value for suit, value in zip(suits(), values_of(piles), strict=True)},
        "hand": None if hand is None else [str(card) for card in hand],
        "scores": {name: [str(card) for card in cards] for name, cards in scores.items()},
        "points": {
            name: {
                "total": one.total,
                "lines": [
                    {
                        "clause": clauses.SCORE,
                        "suit": suit,
                        "cards": count,
                        "each": value,
                        "points": count * value,
                    }
                    for suit, count, value in one.lines
                ],
            }
            for name, one in worth.items()
        },
    }


def _pile_json(pile: Pile) -> dict[str, Any]:
    return {
        "top": str(pile.top),
        "mixed": [str(card) for card in pile.mixed],
        "laid": [str(card) for card in pile.laid],
    }


def piles_from(data: object) -> Piles:
    """Read `{"art": [cards, the lowest first], ...}` or `{"art": {"mixed": [...], "laid": [...]}}`.

    A suit that is left out has its 0 alone. Raises BadInput.
    """
    if not isinstance(data, Mapping):
        raise BadInput("The piles must be an object of suits, each with its cards, the lowest first.")
    found, told = list(first_piles()), set[int]()
    for name, cards in data.items():
        suit = suit_from(name)
        if suit in told:
            raise BadInput(f"The {suits()[suit]['name']} pile is told twice; give it once, by its name.")
        told.add(suit)
        mixed: Cards = ()
        lying = cards
        if isinstance(cards, Mapping):
            refuse_unknown(cards, ("top", "mixed", "laid"), f"The {name} pile")
            mixed, lying = by_name(_cards(cards.get("mixed", []), f"The {name} pile")), cards.get("laid", [])
        laid = _cards(lying, f"The {name} pile")
        if not laid:
            raise BadInput(f"The {name} pile has no card that shows; at least its 0 must lie there.")
        if (
            isinstance(cards, Mapping)
            and cards.get("top") is not None
            and card_from(cards["top"]) != laid[-1]
        ):
            raise BadInput(
                f"The {name} pile ends with {laid[-1]}, and its top is another card; correct one of them."
            )
        zero = found[suit].top
        if zero not in (*mixed, *laid):
            raise BadInput(f"The {name} pile lacks {zero}, which never leaves it.")
        if strange := [card for card in (*mixed, *laid) if card.suit != suit]:
            raise BadInput(f"{strange[0]} is no card of the {name} pile.")
        found[suit] = Pile(mixed, laid)
    return tuple(found)


def turn_from_json(data: object) -> Turn:
    """Read a turn: a line of the notation, or an object with middle, pile, power and score. Raises BadInput."""
    if isinstance(data, str):
        return parse(data)
    if not isinstance(data, Mapping):
        raise BadInput("The turn must be a line such as: play A2r, score G3b; or an object.")
    refuse_unknown(data, ("middle", "pile", "power", "score"), "A turn")
    middle, score = (None if data.get(key) is None else card_from(data[key]) for key in ("middle", "score"))
    pile = None if data.get("pile") is None else suit_from(data["pile"])
    if middle is None and pile is not None:
        raise BadInput(
            "A pile is told, and no card that was laid on it; give the middle, or leave the pile out."
        )
    if middle is not None and pile == middle.suit:
        pile = None
    return Turn(middle, None if data.get("power") is None else _power(data["power"]), score, pile)


def _power(data: object) -> Power:
    if not isinstance(data, Mapping):
        raise BadInput("The power must be an object with one of art, change and favors.")
    forms = [key for key in ("art", "change", "favors") if key in data]
    if len(forms) != 1:
        raise BadInput("The power must have one of art, change and favors.")
    form = forms[0]
    refuse_unknown(data, (form, "pile" if form == "art" else "shows"), "A power")
    if form == "art":
        card = card_from(data["art"])
        pile = None if data.get("pile") is None else suit_from(data["pile"])
        return Art(card, None if pile == card.suit else pile)
    shows = None if data.get("shows") is None else card_from(data["shows"])
    return (Change if form == "change" else Favors)(suit_from(data[form]), shows)


def _scores(data: object) -> dict[str, Cards]:
    if not isinstance(data, Mapping):
        raise BadInput("The scores must be an object of players, each with the cards of the score pile.")
    return {str(name): _cards(cards, f"{name}'s score pile") for name, cards in data.items()}


def _whose(player: object, scores: Mapping[str, Cards]) -> str | None:
    if player is None or (isinstance(player, str) and player in scores):
        return player
    raise BadInput(f"There is no score pile of {quoted(player)}; name one of those in scores.")


def _cards(data: object, what: str) -> Cards:
    if not isinstance(data, list | tuple):
        raise BadInput(f"{what} must be a list of cards such as A2r.")
    try:
        return tuple(card_from(card) for card in data)
    except BadInput as wrong:
        raise BadInput(f"{what}: {wrong}") from wrong


def _each_once(piles: Piles, hand: Cards, scores: Mapping[str, Cards]) -> None:
    there: set[Card] = set()
    places: list[Iterable[Card]] = [*((*pile.mixed, *pile.laid) for pile in piles), hand, *scores.values()]
    for cards in places:
        for card in cards:
            if card in there:
                raise BadInput(f"{card} is there twice, and the game has one; give each card one place.")
            there.add(card)


def _not_elsewhere(piles: Piles, scores: Mapping[str, Cards], turn: Turn) -> None:
    """Raise BadInput for a card that is played although it lies in the middle or in a score pile already."""
    lying = {card for pile in piles for card in pile.cards}
    if isinstance(turn.power, Change):
        lying.discard(piles[turn.power.pile].top)
    played = [turn.middle, turn.score, turn.power.card if isinstance(turn.power, Art) else None]
    for card in played:
        if card is not None and card in lying:
            raise BadInput(f"{card} lies in the middle already and cannot be played.")
        if whose := [name for name, cards in scores.items() if card in cards]:
            raise BadInput(f"{card} lies in {whose[0]}'s score pile already and cannot be played.")
        # Whoever takes back the card just played, and plays it again, breaks a rule: that has a verdict.
        again = card == turn.middle and isinstance(turn.power, Change)
        if card is not None and played.count(card) > 1 and not again:
            raise BadInput(f"{card} is played twice in one turn, and the game has one.")
