"""Three players with a real deck before a camera: who holds what, what lies where, and what the table has to know.

The truth is kept here by itself: a shuffled deck, hands, piles, points. The game learns of it by frames alone, and by
what people say on their phones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from random import Random

from companion.rules.zangle import Card, find_zangles
from companion.rules.zangle.deck import deck
from companion.table.recording import known
from companion.table.watch.eye import Eye
from companion.table.zangle import events as ev
from companion.table.zangle.live import Answer, ZangleGame
from companion.table.zangle.play import State
from companion.table.zangle.table import Phase, Table
from tests.live.staging import BACK, Laid, Pixels, Stage
from vision.live.follow import Follow

FPS = 10
CENTRE = "centre"
CARDS = {card.id: Card(card.triangles, card.shape) for card in deck("iamond")}
PATIENCE = 45
"""Frames in which whatever lies there has to be understood."""
TRIES = 60

ROWS = {
    1: [Laid(114 + 65 * place, 372, (1.5, -2.0, 0.7, -1.1)[place % 4]) for place in range(5)],
    2: [Laid(116 + 66 * place, 54, 180 + (2.0, -0.6, 1.2, -1.8)[place % 4]) for place in range(5)],
    3: [Laid(646 - 65 * place, 372, (-1.4, 0.9, 1.6, -0.5)[place % 4]) for place in range(5)],
}
OPEN = [Laid(x, 212, tilt) for x, tilt in ((134, 1.0), (200, -1.7), (419, 0.6), (485, 2.2))]
CLAIM = [Laid(590 + 66 * (k % 3), 152 + 94 * (k // 3), (0.8, -1.3, 1.9)[k % 3]) for k in range(6)]
SHEETS = {
    "mark centre": Laid(309, 212, 0.4),
    "mark claim": Laid(664, 212, -0.6),
    "mark seat 1": Laid(48, 372, 0.5),
    "mark seat 2": Laid(50, 54, 180.6),
    "mark seat 3": Laid(712, 372, -0.5),
    BACK: Laid(285.8, 211.8, 0.4),
}


@dataclass
class Hand:
    """What a player holds: cards in the row by their place, and how many face down."""

    seat: int
    row: dict[int, str] = field(default_factory=dict)
    draw: int = 0

    @property
    def cards(self) -> int:
        return self.draw + len(self.row)

    def free(self, count: int) -> list[int]:
        return [place for place in range(len(ROWS[self.seat])) if place not in self.row][:count]


@dataclass
class Evening:
    """The table, its camera and its game."""

    game: ZangleGame
    names: tuple[str, ...]
    chance: Random = field(default_factory=lambda: Random(7))
    stage: Stage = field(default_factory=Stage)
    follow: Follow = field(default_factory=lambda: Follow(known("iamond")))
    eye: Eye = field(default_factory=Eye)
    hands: dict[str, Hand] = field(default_factory=dict)
    open: dict[int, str] = field(default_factory=dict)
    """The centre's open cards by their place."""
    unseen: list[str] = field(default_factory=list)
    """Every card that no one has turned up this round."""
    pile: int = 0
    claimed: list[str] = field(default_factory=list)
    buttons: dict[str, Laid] = field(default_factory=dict)
    points: list[dict[str, int]] = field(default_factory=list)
    frames: int = 0
    refused: list[Answer] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hands = {name: Hand(number) for number, name in enumerate(self.names, 1)}

    # --- the camera -------------------------------------------------------------------------------

    @property
    def now_s(self) -> float:
        return round(self.frames / FPS, 3)

    @property
    def table(self) -> Table:
        found = self.game.state.table
        assert found is not None
        return found

    def look(self, until: Callable[[Table], bool]) -> None:
        """Let the camera look at what lies there until the game knows it; that has to be soon."""
        pictures = self._pictures()
        for picture in (next(pictures) for _ in range(PATIENCE)):
            self.frames += 1
            scene = self.follow.frame(picture, self.frames, self.now_s)
            noticed = self.eye.look(scene, self.game.state, self._submit)
            self.refused += [answer for answer in noticed.answers if not answer.accepted]
            if until(self.table):
                return
        told = [(str(card.card and card.card.id), card.at_mm) for card in scene.cards]
        raise AssertionError(f"not understood: {told}, {self.eye.watching.call}, {self.table}")

    def _pictures(self) -> cycle[Pixels]:
        """What lies there, with two different noises: the camera never sends the same picture twice running."""
        things = {**SHEETS, **self.buttons}
        for hand in self.hands.values():
            things |= {name: ROWS[hand.seat][place] for place, name in hand.row.items()}
        things |= {name: OPEN[place] for place, name in self.open.items()}
        things |= {name: CLAIM[place] for place, name in enumerate(self.claimed)}
        return cycle([self.stage.picture(things, number=2 * self.frames + k) for k in range(2)])

    def _submit(self, event: ev.Event, version: int, by: str | None) -> Answer:
        return self.game.submit(event, version=version, at_s=self.now_s, by=by)

    def say(self, event: ev.Event, by: str = "host") -> State:
        """What somebody enters on a page."""
        answer = self._submit(event, self.game.state.version, by)
        assert answer.accepted, answer.verdict
        return answer.state

    # --- what people do ---------------------------------------------------------------------------

    def deal(self, each: int, *, to: Sequence[str] = ()) -> None:
        """Everyone's cards, then the centre's."""
        self.unseen = sorted(CARDS)
        self.chance.shuffle(self.unseen)
        to = to or self.names
        for name in to:
            hand = self.hands[name]
            hand.row = {place: self.unseen.pop() for place in range(4)}
            hand.draw = each - 4
        self.look(lambda table: table.phase is Phase.DEALT)
        self.open = {place: self.unseen.pop() for place in range(4)}
        self.pile = len(CARDS) - each * len(to) - 4
        self.look(lambda table: table.phase is Phase.PLAY)
        self.seen(CENTRE, *to)

    def lose(self, name: str, count: int) -> None:
        """The table says that so many cards of a draw pile belong on the centre's: a short way to a round's end."""
        draw, pile = (ev.Place(kind, seat) for kind, seat in ((ev.Kind.DRAW, name), (ev.Kind.PILE, None)))
        self.say(ev.CorrectCards(draw, pile, count, "dealt too many"))
        self.hands[name].draw -= count
        self.pile += count

    def seen(self, *places: str) -> None:
        """Look until the game knows the faces that lie at these places, and how many cards are where."""
        self.look(lambda table: all(self._knows(table, place) for place in places))
        for name, hand in self.hands.items():
            assert self.table.known_seat(name).draw == hand.draw
        assert self.table.pile == self.pile

    def _knows(self, table: Table, place: str) -> bool:
        there = self.open if place == CENTRE else self.hands[place].row
        return sorted(face.id or "" for face in table.faces(place) or ()) == sorted(there.values())

    def hit(self, name: str) -> None:
        """A card more for the row."""
        hand = self.hands[name]
        hand.row[hand.free(1)[0]] = self.unseen.pop()
        self.pile -= 1
        self.seen(name)

    def call(self, name: str) -> None:
        """By the card in the second player's row, and by phone for the others."""
        if self.hands[name].seat == 2:
            self.buttons["mark mine"] = Laid(452, 54, 181.0)
        else:
            self.say(ev.Call(name, self.now_s, 0.01, f"{name}'s phone"), by=name)
        self.look(lambda table: table.control == name and self.eye.watching.call is not None)

    def lay(self, name: str, cards: Sequence[str]) -> None:
        """Cards go from where they lie to the claim zone."""
        hand = self.hands[name]
        self.claimed = list(cards)
        hand.row = {place: card for place, card in hand.row.items() if card not in cards}
        self.open = {place: card for place, card in self.open.items() if card not in cards}

    def wrong(self, name: str) -> None:
        """A claim that is none, put back and paid for with a card from the pile."""
        hand = self.hands[name]
        before = dict(hand.row), dict(self.open)
        own = [card for card in hand.row.values() if CARDS[card].triangles][:2]
        cards = [next(card for card in self.open.values() if CARDS[card].triangles), *own]
        sizes = sorted(CARDS[card].triangles or 0 for card in cards)
        assert sizes[-1] != sum(sizes[:-1]), "choose another seed: this one is right by chance"
        self.call(name)
        self.lay(name, cards)
        self.look(lambda table: table.pending is not None)
        hand.row, self.open, self.claimed = before[0], before[1], []
        hand.draw += 1
        self.pile -= 1
        self.look(lambda table: table.control is None)
        self.buttons.pop("mark mine", None)
        self.seen(CENTRE, name)

    def best(self, name: str, most: int) -> list[str]:
        """The Zangle that takes the most of the own cards, up to so many; nothing where there is none."""
        own, there = list(self.hands[name].row.values()), list(self.open.values())
        found = find_zangles([CARDS[card] for card in there], [CARDS[card] for card in own])
        fitting = [
            zangle
            for zangle in found
            if len(zangle.own) <= most and len(zangle.own) + len(zangle.centre) <= len(CLAIM)
        ]
        if not fitting:
            return []
        zangle = max(fitting, key=lambda zangle: len(zangle.own))
        return [*(there[index] for index in zangle.centre), *(own[index] for index in zangle.own)]

    def zangle(self, name: str, most: int = 9) -> None:
        """Call, lay down, have it judged, take it away, fill up; where there is none, take a hit."""
        while not (cards := self.best(name, most)):
            self.hit(name)
        laid = len(self.hands[name].row) + self.hands[name].draw
        self.call(name)
        self.lay(name, cards)
        self.look(lambda table: table.known_seat(name).cards < laid)
        self.claimed = []
        self.buttons.pop("mark mine", None)
        self.fill_up(name, most)

    def fill_up(self, name: str, most: int) -> None:
        """Cards for the centre, then for the row. The deck has been kind: the best of some shuffles comes up."""
        hand = self.hands[name]
        gaps = [place for place in range(4) if place not in self.open][: self.pile]
        own = hand.free(min(hand.draw, max(0, 4 - len(hand.row))))
        row, there, options = dict(hand.row), dict(self.open), []
        for _ in range(TRIES):
            drawn = self.chance.sample(self.unseen, len(gaps) + len(own))
            self.open = {**there, **dict(zip(gaps, drawn, strict=False))}
            hand.row = {**row, **dict(zip(own, drawn[len(gaps) :], strict=True))}
            won = sum(card in hand.row.values() for card in self.best(name, most))
            options.append((won, drawn))
        _, drawn = max(options)
        self.unseen = [card for card in self.unseen if card not in drawn]
        self.open, hand.row = {**there, **dict(zip(gaps, drawn, strict=False))}, row
        self.pile -= len(gaps)
        if not hand.cards:
            return
        self.seen(CENTRE)
        if own:
            hand.row = {**row, **dict(zip(own, drawn[len(gaps) :], strict=True))}
            hand.draw -= len(own)
            self.seen(name)

    def go_out(self, name: str) -> None:
        """Until no card is left."""
        while self.hands[name].cards:
            self.zangle(name)
        self.look(lambda table: table.phase is Phase.CHECK)

    def check(self, winner: str, *, honest: bool = True, bonus: bool = False) -> None:
        """The winner's Zangles are looked at, points are written down, cards are gathered."""
        self.say(ev.RoundCheck(honest))
        played = {seat.name: seat.playing for seat in self.table.seats}
        cost = {}
        for name, hand in self.hands.items():
            if not honest:
                cost[name] = 5 if name == winner else 0
            else:
                cost[name] = 0 if bonus or not played[name] else hand.cards
        self.points.append(cost)
        self.hands = {name: Hand(hand.seat) for name, hand in self.hands.items()}
        self.open, self.buttons = {}, {}
        if self.table.equalizer_due is not None:
            assert self.table.equalizer_due == winner
            self.say(ev.Equalize(winner))

    def next_round(self) -> None:
        """By the card that says so, laid where the rows were."""
        number = self.table.round
        self.buttons = {"mark next": Laid(380, 372, 1.0)}
        self.look(lambda table: table.round == number + 1)
        self.buttons = {}

    @property
    def totals(self) -> dict[str, int]:
        return {name: sum(one[name] for one in self.points) for name in self.names}
