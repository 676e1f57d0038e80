"""The buttons of a table that all games share, and what the banner says: each button with the event that it enters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.sentences import winning
from companion.rules.verdict import Ruling, Verdict
from companion.table.played import events as ev
from companion.table.played.claims import weighed
from companion.table.played.events import MIDDLE, event_to_json, kind_of
from companion.table.played.news import News
from companion.table.played.play import State, judge, last_claim
from companion.table.played.table import Place, Table


def offers(state: State, seat: str | None, news: News | None = None) -> list[dict[str, Any]]:
    """`[{"id", "says", "asks", "seat", "event", "allowed", "why"}]`: the table's, and the moves that a seat may see.

    `asks` is what a button says until it is pressed once more; empty where one press does. With `news` of the board
    also what enters it all the same.
    """
    table = state.table
    if table is None:
        return []
    told = [] if news is None else _of_news(news, seat)
    return [*told, *_moves(state, table, seat), *_judged(state, _of_table(state, table))]


def _of_news(news: News, seat: str | None) -> Iterator[dict[str, Any]]:
    """What a look at the board came to, entered as the players say; a new game from it is the host's to begin."""
    if news.move is not None and news.seat is not None and seat in (None, news.seat):
        event: dict[str, Any] = {"kind": "claim", "seat": news.seat, "move": news.move}
        event |= {} if news.held is None else {"held": news.held}
        yield _offered(f"claim-{news.seat}-as-read", news.confirm, news.seat, event)
    for number, way in enumerate(news.ways if news.seat is not None and seat in (None, news.seat) else ()):
        event = {"kind": "claim", "seat": news.seat, "move": way.move}
        yield _offered(f"claim-{news.seat}-way-{number}", way.says, news.seat, event)
    for begin in news.begins if seat is None else ():
        who = str(begin.first)
        yield _offered(f"set-up-as-read-{who}", f"Go on: {who} plays", None, event_to_json(begin))


def _offered(name: str, says: str, seat: str | None, event: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "says": says, "asks": "", "seat": seat, "event": event, "allowed": True, "why": ""}


def news_json(news: News) -> dict[str, Any]:
    """News as pages show them: `{"kind", "title", "says", "ruling", "reasons", "seat", "drawn", "cells"}`."""
    return {
        "kind": news.kind,
        "title": news.title,
        "says": news.says,
        "ruling": news.ruling.value,
        "reasons": [reason.to_json() for reason in news.reasons],
        "seat": news.seat,
        "drawn": dict(news.drawn),
        "cells": list(news.cells),
    }


def _moves(state: State, table: Table, seat: str | None) -> Iterator[dict[str, Any]]:
    """What can be said by one button. Of a hand that the program dealt, only its own seat sees them."""
    if table.over and table.ended:
        return
    for number, name in enumerate(table.names):
        hidden = table.dealt and not table.desk.in_sight
        if (hidden and name != seat) or (seat is not None and name != seat):
            continue
        for choice in table.desk.choices(table.position, number):
            move = table.desk.move(choice["turn"], table.position, number)
            verdict = _weighed(state, table, ev.Claim(name, str(move)))
            allowed = verdict.ruling is not Ruling.ILLEGAL and not table.due
            yield {
                "id": f"claim-{name}-{choice['turn']}",
                "says": choice["says"],
                "asks": choice.get("asks", ""),
                "seat": name,
                "event": {"kind": "claim", "seat": name, "turn": choice["turn"]},
                "allowed": allowed,
                "why": "" if allowed else " ".join(dict.fromkeys(one.says for one in verdict.reasons)),
            }


def _weighed(state: State, table: Table, claim: ev.Claim) -> Verdict:
    """Whether a claim may be entered, and where the program knows every card also whether it would be right."""
    verdict = judge(state, claim, state.version)
    if verdict.ruling is Ruling.LEGAL and table.dealt:
        return weighed(table, claim).verdict
    return verdict


def _may_be(state: State, event: ev.Event) -> bool:
    return judge(state, event).ruling is Ruling.LEGAL


def _judged(state: State, found: Iterator[tuple[str, ev.Event]]) -> Iterator[dict[str, Any]]:
    for says, event in found:
        verdict = judge(state, event)
        allowed = verdict.ruling is Ruling.LEGAL
        data = event_to_json(event)
        # Both take back an event: that of a button which redoes is an undo.
        redoes = isinstance(event, ev.Undo) and event.of == state.to_redo
        name = "redo" if redoes else kind_of(event)
        marks = [str(data[name]) for name in ("seat", "ruling", "first") if data.get(name)]
        yield {
            "id": "-".join((name, *marks)),
            "says": says,
            "asks": "",
            "seat": None,
            "event": data,
            "allowed": allowed,
            "why": "" if allowed else " ".join(dict.fromkeys(one.says for one in verdict.reasons)),
        }


def _of_table(state: State, table: Table) -> Iterator[tuple[str, ev.Event]]:
    if table.paused:
        yield "Go on", ev.Resume()
    if table.over:
        yield from _next_games(table)
    nothing = ev.Show(MIDDLE, ())
    if table.waits_for == MIDDLE and table.desk.nothing_turned_up and _may_be(state, nothing):
        yield table.desk.nothing_turned_up, nothing
    claim = last_claim(state)
    if claim is not None:
        yield "Overrule: it was right", ev.Overrule(claim[0].seq, Ruling.LEGAL)
        yield "Overrule: it was wrong", ev.Overrule(claim[0].seq, Ruling.ILLEGAL)
    if not table.over:
        yield "End the game", ev.End()
    if not table.paused and not table.over:
        yield "Pause", ev.Pause()
    last = state.done
    if last is not None and not isinstance(last.event, ev.SetUp):
        yield f"Undo {kind_of(last.event).replace('-', ' ')}", ev.Undo(last.seq)
    if state.to_redo is not None:
        yield "Redo", ev.Undo(state.to_redo)


def _next_games(table: Table) -> Iterator[tuple[str, ev.Event]]:
    if table.dealt or not table.desk.first_by_deal:
        yield "Another game", ev.NextGame()
        return
    for name in (*table.names, *table.waiting):
        yield f"Another game: {name} begins", ev.NextGame(name)


_TITLES = {"legal": "Right", "illegal": "Wrong", "undecided": "Can\u2019t tell yet"}


def moment(
    table: Table, verdict: dict[str, Any] | None, fresh: bool, news: News | None = None
) -> dict[str, Any]:
    """`{"kind", "title", "says", "next", "ruling", "claim"}`: what the banner says now.

    `fresh` says that the verdict is of the last thing that happened; `news` of the board come before it.
    """
    following = _next(table)
    found = {"kind": "table", "title": following, "says": "", "next": "", "ruling": None, "claim": None}
    if table.paused:
        return {**found, "kind": "paused", "title": "Paused"}
    if table.over and not (fresh and verdict is not None and verdict["ruling"] != "legal"):
        if table.ended and not table.by_rules and not table.winners:
            why = "nobody has scored yet" if table.played else "nothing was played"
            return {**found, "kind": "over", "title": "The game is over", "says": f"Nobody has won: {why}."}
        title = winning(table.winners) if table.winners else "The game is over"
        # A word of ours stands between a name and a number: next to an Arabic or Hebrew name it would change its place.
        says = ", ".join(f"{place.rank}. {place.seat} with {place.points}" for place in ranked(table))
        short = table.ended and (table.due or not table.by_rules)
        parts = (says if table.lines else "", table.desk.cut_short if short else "")
        return {**found, "kind": "over", "title": title, "says": ". ".join(filter(None, parts))}
    if news is not None:
        told = {"title": news.title, "says": news.says, "next": following, "ruling": news.ruling.value}
        return {**found, "kind": "news", **told}
    if fresh and verdict is not None:
        return {
            **found,
            "kind": "verdict",
            "title": verdict["title"] or verdict["headline"] or _TITLES[verdict["ruling"]],
            "says": _says(verdict),
            "next": following,
            "ruling": verdict["ruling"],
            "claim": verdict["seq"],
        }
    return found


def _says(verdict: dict[str, Any]) -> str:
    says = str(verdict["says"])
    if verdict["overruled"]:
        return f"{says} The table has ruled so."
    if verdict["headline"]:
        return says
    if verdict["ruling"] == "legal":
        points = sum(line["points"] for line in verdict["lines"] if line["seat"] == verdict["seat"])
        scored = f"{points:+d} points." if verdict["lines"] else ""
        return " ".join(filter(None, (says, scored, verdict["outcome"])))
    reasons = " ".join(dict.fromkeys(one["says"] for one in verdict["reasons"]))
    return f"{says} {reasons}"


def ranked(table: Table) -> list[Place]:
    """The places, the first one first."""
    return sorted(table.places, key=lambda place: place.rank)


def _next(table: Table) -> str:
    if table.over:
        return "The game is over."
    wanted = table.waits_for
    if wanted == MIDDLE:
        return "Which card lies face up? Choose it."
    if wanted is not None:
        return f"{wanted} shows what is left."
    return f"{table.on_turn}\u2019s turn." if table.on_turn else "Play on."
