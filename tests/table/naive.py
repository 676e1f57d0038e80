"""A game played with real cards in real piles: the independent twin of the table's counting.

It knows no clause. It is told only what was allowed, moves cards from list to list, and counts them at
the end; nothing of it is shared with the table but the events and the shapes on the cards.
"""

from __future__ import annotations

import random
from copy import copy
from typing import Any

from companion.rules.verdict import Ruling
from companion.rules.zangle import deck
from companion.table.zangle import events as ev
from companion.table.zangle.events import Face

Pile = list[Face]


class Naive:
    """All mutable; `before` are whole copies for undo."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.box: dict[str, Any] = {}
        self.before: list[tuple[int, ev.Event, dict[str, Any]]] = []
        self.undone: list[tuple[int, dict[str, Any], list[Any]]] = []
        self.seq = 0

    # --- what a test asks -------------------------------------------------------------------------

    def totals(self) -> dict[str, int]:
        """Points by the rulebook: one a card, or five and none where the check went wrong."""
        box = self.box
        totals = dict.fromkeys(box["names"], 0)
        for row in box["score_rows"]:
            for name in totals:
                if name in row["fixed"]:
                    totals[name] += row["fixed"][name]
                elif row["wrong"]:
                    if name == row["winner"]:
                        totals[name] += 5
                elif row["bonus"]:
                    pass
                elif name in row["cards"]:
                    totals[name] += row["cards"][name]
            if not row["bonus"] and box["late_worst"]:
                worst = 0
                for name in row["cards"]:
                    mine = 0 if row["wrong"] else row["cards"][name]
                    if row["wrong"] and name == row["winner"]:
                        mine = 5
                    worst = max(worst, row["fixed"].get(name, mine))
                for name in totals:
                    if name not in row["cards"]:
                        totals[name] += worst
        return totals

    def placed(self) -> list[tuple[int, str]]:
        """(rank, name), sorted: least points first, a won bonus round before the others alike."""
        totals = self.totals()
        lowest = [n for n in totals if totals[n] == min(totals.values())]
        beaten: set[str] = set()
        for row in self.box["score_rows"]:
            if row["bonus"]:
                beaten -= set(row["cards"])
                if row["winner"] in lowest and not row["wrong"]:
                    beaten |= {name for name in row["cards"] if name != row["winner"]}
        ranks = []
        for name in totals:
            better = 0
            for other in totals:
                if totals[other] < totals[name] or (
                    totals[other] == totals[name]
                    and name in lowest
                    and name in beaten
                    and other not in beaten
                ):
                    better += 1
            ranks.append((1 + better, name))
        return sorted(ranks)

    def cards(self) -> int:
        box = self.box
        piles = [box["pile"], box["centre"], box["face_down"], box["discard"], box["aside"], box["used"]]
        piles += [*box["draw"].values(), *box["row"].values(), *box["laid"].values(), *box["columns"]]
        return sum(map(len, piles))

    # --- what happens -----------------------------------------------------------------------------

    def happen(self, event: ev.Event, ended: bool) -> None:
        """`ended` tells that the table says that the round has just ended, which only it decides."""
        self.seq += 1
        if isinstance(event, ev.Undo):
            if self.undone and self.undone[-1][0] == event.of:
                _, self.box, self.before = self.undone.pop()
                return
            self.undone.append((self.seq, self.box, list(self.before)))
            while True:
                seq, _, box = self.before.pop()
                if seq == event.of:
                    self.box = box
                    return
        if not isinstance(event, ev.Seen):
            self.undone = []
        self.before.append((self.seq, event, self.box))
        if isinstance(event, ev.Overrule):
            claim, box = next((e, b) for s, e, b in self.before if s == event.of)
            assert isinstance(claim, ev.Claim)
            self.box = self._copied(box)
            self._claim(claim, event.ruling)
            self._others_again(claim, [e for s, e, _ in self.before if s > event.of])
        else:
            self.box = self._copied(self.box)
            getattr(self, f"_{type(event).__name__.lower()}", self._nothing)(event)
        if ended:
            self._score()

    def _others_again(self, claim: ev.Claim, since: list[ev.Event]) -> None:
        """What others did after a claim that was ruled otherwise, and hits; nobody plays on once somebody is out."""
        box = self.box
        if all(box["row"][name] or box["draw"][name] for name in box["row"]):
            for event in since:
                if isinstance(event, ev.Hit):
                    self._hit(event)
                elif isinstance(event, ev.Replenish) and event.place not in ("centre", claim.seat):
                    self._replenish(event)

    def _copied(self, box: dict[str, Any]) -> dict[str, Any]:
        def fresh(value: Any) -> Any:
            if isinstance(value, list):
                return [copy(one) if isinstance(one, list | dict) else one for one in value]
            if isinstance(value, dict):
                return {key: copy(one) if isinstance(one, list) else one for key, one in value.items()}
            return value

        return {key: fresh(value) for key, value in box.items()}

    def _nothing(self, _event: ev.Event) -> None:
        pass

    def _setup(self, event: ev.SetUp) -> None:
        options = dict(event.options)
        self.box = {
            "mode": event.mode,
            "names": list(event.players),
            "profile": event.profile,
            "levels": dict.fromkeys(event.players, 0),
            "columns_wanted": options.get("columns", 5),
            "late_worst": options.get("late-pays-worst", True),
            "extras": [one.extra for one in event.equalizers] or [0, 0, 0, 5],
            "rows": [one.row for one in event.equalizers] or [4, 4, 3, 3],
            "score_rows": [],
            "rounds": 0,
        }
        self._gather()

    def _gather(self) -> None:
        box = self.box
        all_cards = [Face(card.triangles, card.shape, card.id) for card in deck(box["profile"])]
        self.random.shuffle(all_cards)
        box.update(aside=all_cards, pile=[], centre=[], face_down=[], discard=[], used=[], columns=[])
        box.update(draw={}, row={}, laid={}, up=False, honest=None)

    def _join(self, event: ev.Join) -> None:
        names = self.box["names"]
        names.insert(len(names) if event.after is None else names.index(event.after) + 1, event.seat)
        self.box["levels"][event.seat] = 0

    def _cap(self, name: str) -> int:
        level = self.box["levels"][name]
        return int(self.box["rows"][level - 1]) if level else 4

    def _deal(self, _event: ev.Deal) -> None:
        box = self.box
        box["rounds"] += 1
        cards = box["aside"]
        if box["mode"] == "solitaire":
            pile = [cards.pop() for _ in range(10)]
            box["face_down"] = [pile.pop() for _ in range(3)]
            box["pile"] = pile
            box["columns"] = [[cards.pop() for _ in range(n + 1)] for n in range(box["columns_wanted"])]
            return
        bonus = box["rounds"] > {"speedster": 5, "turn-style": 3}[box["mode"]]
        least = min(rank for rank, _ in self.placed())
        players = [n for n in box["names"] if not bonus or (least, n) in self.placed()]
        for name in players:
            level = box["levels"][name]
            number = 4 if bonus else 10 + (box["extras"][level - 1] if level else 0)
            hand = [cards.pop() for _ in range(number)]
            box["row"][name] = [hand.pop() for _ in range(min(self._cap(name), number))]
            box["draw"][name] = hand
            box["laid"][name] = []
        box["face_down"] = [cards.pop() for _ in range(4)]
        box["pile"], box["aside"] = cards, []
        box["bonus"] = bonus

    def _flip(self, _event: ev.Flip) -> None:
        self.box.update(centre=self.box["face_down"], face_down=[], up=True)

    def _hit(self, event: ev.Hit) -> None:
        self.box["row"][event.seat].append(self.box["pile"].pop())

    def _claim(self, event: ev.Claim, ruling: Ruling | None = None) -> None:
        if (ruling or event.ruling) is not Ruling.LEGAL:
            return
        box = self.box
        for taken in sorted(event.cards, key=lambda one: one.face == Face()):
            if taken.source == "centre":
                there = box["centre"]
            elif taken.source.startswith("column "):
                there = box["columns"][int(taken.source[7:]) - 1]
                box["used"].append(there.pop())
                continue
            else:
                there = box["row"][taken.source]
            card = next((one for one in there if one == taken.face), None)
            if card is None:
                # A claim can name a card wrongly and be overruled; some card leaves all the same.
                card = next((one for one in there if taken.face.agrees(one)), there[0])
            there.remove(card)
            (box["used"] if box["mode"] == "solitaire" else box["laid"][event.seat]).append(card)

    def _penalty(self, event: ev.Penalty) -> None:
        if self.box["pile"]:
            self.box["draw"][event.seat].append(self.box["pile"].pop())

    def _replenish(self, event: ev.Replenish) -> None:
        box = self.box
        solitaire = box["mode"] == "solitaire"
        if event.place == "centre":
            there, pile, cap = box["centre"], box["pile"], 3 if solitaire else 4
        else:
            there, pile = box["row"][event.place], box["draw"][event.place]
            cap = self._cap(event.place)
        while len(there) < cap and pile:
            there.append(pile.pop())

    def _fillcolumn(self, event: ev.FillColumn) -> None:
        columns = self.box["columns"]
        columns[event.to - 1].append(columns[event.source - 1].pop())

    def _stuck(self, _event: ev.Stuck) -> None:
        box = self.box
        if not box["pile"]:
            return
        box["discard"] += box["centre"]
        box["centre"] = []
        for _ in range(3):
            if box["pile"]:
                box["centre"].append(box["pile"].pop())

    def _roundcheck(self, event: ev.RoundCheck) -> None:
        self.box["honest"] = event.correct

    def _equalize(self, event: ev.Equalize) -> None:
        self.box["levels"][event.seat] = min(4, self.box["levels"][event.seat] + 1)

    def _nextround(self, _event: ev.NextRound) -> None:
        self._gather()

    def _correctscore(self, event: ev.CorrectScore) -> None:
        rows = self.box["score_rows"]
        row = rows[event.round - 1]
        fixed = {**row["fixed"], event.seat: event.points}
        rows[event.round - 1] = {**row, "fixed": fixed}

    def _correctcards(self, event: ev.CorrectCards) -> None:
        source, to = self._where(event.source), self._where(event.to)
        for _ in range(event.count):
            to.insert(0, source.pop(0))

    def _where(self, place: ev.Place) -> Pile:
        box = self.box
        by_kind = {
            ev.Kind.PILE: box["pile"],
            ev.Kind.DISCARD: box["discard"],
            ev.Kind.ASIDE: box["aside"],
            ev.Kind.CENTRE: box["centre"] if box["up"] else box["face_down"],
            ev.Kind.ROW: box["row"].get(place.seat),
            ev.Kind.DRAW: box["draw"].get(place.seat),
            ev.Kind.USED: box["laid"].get(place.seat) if place.seat else box["used"],
            ev.Kind.COLUMN: box["columns"][place.column - 1] if place.column else None,
        }
        found = by_kind[place.kind]
        assert found is not None
        return found  # type: ignore[no-any-return]

    def _score(self) -> None:
        box = self.box
        if box["mode"] == "solitaire":
            held = {box["names"][0]: sum(map(len, box["columns"]))}
        else:
            held = {name: len(box["row"][name]) + len(box["draw"][name]) for name in box["row"]}
        winner = next((name for name in held if held[name] == 0), None)
        box["score_rows"].append(
            {
                "cards": held,
                "wrong": box["honest"] is False,
                "winner": winner,
                "bonus": box.get("bonus", False),
                "fixed": {},
            }
        )
