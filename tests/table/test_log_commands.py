"""`companion export` and `companion replay` as a person uses them, and everything that can be wrong with a log."""

from __future__ import annotations

import csv
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from companion.cli import main
from companion.rules.errors import BadInput
from companion.rules.verdict import Ruling
from companion.table.log import Entry, read_log, write_log
from companion.table.played import events as played_events
from companion.table.played.live import PlayedGame
from companion.table.store import Store
from companion.table.zangle import events as ev
from companion.table.zangle.events import Taken
from companion.table.zangle.replay import replay
from tests.conftest import Companion
from tests.table.folded import fold_zangle
from tests.table.script import ONE, TWO, Script
from tests.table.scripted_modes import five_rounds


def finished() -> tuple[Entry, ...]:
    game = five_rounds().do(ev.Equalize("cem"), ev.NextRound()).start()
    game.lay("ann", 2).go_out("ben").do(ev.RoundCheck(True), ev.End())
    return tuple(Entry(seq, 1e9 + seq / 4, None, event) for seq, event in enumerate(game.log, 1))


ENTRIES = finished()


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "friday.json"
    path.write_text(write_log("friday", ENTRIES), encoding="utf-8")
    return path


def keep(where: str, *ids: str, events: int | None = None) -> None:
    with Store.open(where) as store:
        for game_id in ids:
            for entry in ENTRIES[:events]:
                store.append(game_id, entry)


def test_a_log_whose_game_lacks_its_position_is_told_of_by_its_entry(
    companion: Companion, tmp_path: Path
) -> None:
    begun = Entry(1, 1e9, None, played_events.SetUp("zigity", ("ann", "ben"), dealt=True))
    path = tmp_path / "friday.json"
    path.write_text(write_log("friday", [begun]), encoding="utf-8")
    ran = companion("replay", path)
    assert (ran.status, ran.err) == (1, "")
    assert "Entry 1 may not happen: The log lacks the position that the game begins with." in ran.out


def test_a_log_goes_from_a_database_to_a_document_and_back(companion: Companion, database: str) -> None:
    with Store.open(database) as store:
        game_id = f"game{len(store.games())}"
    keep(database, game_id)
    ran = companion("export", database, "--id", game_id)
    assert (ran.status, ran.err) == (0, "")
    assert read_log(ran.out) == (game_id, ENTRIES)
    again = companion("replay", "-", "--json", stdin=ran.out)
    assert again.status == 0
    said = json.loads(again.out)
    assert (said["id"], said["events"], said["played"]) == (game_id, len(ENTRIES), len(ENTRIES))
    assert said["claims"] == sum(isinstance(entry.event, ev.Claim) for entry in ENTRIES)
    assert said["differences"] == []
    assert [(place["rank"], place["seat"], place["total"]) for place in said["standings"]] == [
        (1, "ben", 21),
        (2, "ann", 21),
        (3, "cem", 28),
    ]


@pytest.mark.parametrize("query", ["", "?timeout=5"])
def test_a_database_is_never_written_over_by_what_is_read_from_it(
    companion: Companion, tmp_path: Path, query: str
) -> None:
    keep(str(tmp_path / "games.db"), "monday", events=4)
    before = (tmp_path / "games.db").read_bytes()
    ran = companion("export", f"sqlite:///games.db{query}", "--out", "games.db")
    assert ran.status == 2
    assert "is itself what is read" in ran.err
    assert (tmp_path / "games.db").read_bytes() == before


def test_scores_by_round_are_a_table(companion: Companion, document: Path, tmp_path: Path) -> None:
    out = tmp_path / "scores.csv"
    ran = companion("export", document, "--format", "csv", "--out", out, "--json")
    assert json.loads(ran.out) == {"id": "friday", "format": "csv", "out": str(out), "events": len(ENTRIES)}
    rows = list(csv.reader(out.read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["round", "kind", "winner", "check", "ann", "ben", "cem"]
    assert rows[2] == ["2", "round", "ben", "wrong", "0", "5", "0"]
    assert rows[6] == ["6", "bonus", "ben", "right", "0", "0", "0"]
    assert rows[7:] == [["total", "", "", "", "21", "21", "28"], ["rank", "", "", "", "2", "1", "3"]]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_score_sheet_is_one_page_with_every_figure(
    companion: Companion, document: Path, tmp_path: Path, paper: str
) -> None:
    out = tmp_path / "sheet.pdf"
    assert companion("export", document, "--format", "sheet", "--out", out, "--paper", paper).status == 0
    pdf = pypdfium2.PdfDocument(out)
    assert len(pdf) == 1
    words = pdf[0].get_textpage().get_text_bounded().split()
    pdf.close()
    assert [word for word in words if word in ("ann", "ben", "cem")][:3] == ["ann", "ben", "cem"]
    for figure in ("11", "21", "28", "1.", "3.", "Speedster", "Bonus"):
        assert figure in words


def test_a_sheet_of_a_game_just_begun_holds_long_names_and_open_rounds(
    companion: Companion, tmp_path: Path
) -> None:
    names = tuple(f"{letter * 30} the Great" for letter in "ABCDEFGH")
    path = tmp_path / "new.json"
    path.write_text(write_log("new", [Entry(1, 0.0, None, ev.SetUp("speedster", names))]), encoding="utf-8")
    out = tmp_path / "sheet.pdf"
    assert companion("export", path, "--format", "sheet", "--out", out).status == 0
    pdf = pypdfium2.PdfDocument(out)
    text = pdf[0].get_textpage().get_text_bounded()
    pdf.close()
    assert "Round 5" in text
    assert text.count("…") == 8


@pytest.mark.parametrize(
    ("game", "leads"),
    [("zigity", "the fewest win"), ("zont", "The most points win"), ("tranglar", "The most points win")],
)
def test_any_game_has_a_sheet_of_its_games_with_rows_for_more(
    companion: Companion, tmp_path: Path, game: str, leads: str
) -> None:
    store = Store.open(str(tmp_path / "games.db"))
    played = PlayedGame(store, "evening", random.Random(4))
    # Of Zigity the score is the cards in the hands.
    written = played_events.CorrectCards if game == "zigity" else played_events.CorrectScore
    for event in (
        played_events.SetUp(game, ("ann", "ben"), dealt=game != "zigity"),
        written("ann", 17, "lent"),
        written("ben", 18, "lent"),
        played_events.End(),
        played_events.NextGame(),
        played_events.Join("cem"),
    )[: 5 if game == "tranglar" else 6]:
        assert played.submit(event, version=played.state.version, at_s=0.0).accepted
    store.close()
    out = tmp_path / "sheet.pdf"
    ran = companion("export", tmp_path / "games.db", "--format", "sheet", "--out", out)
    assert (ran.status, ran.err) == (0, "")
    pdf = pypdfium2.PdfDocument(out)
    text = pdf[0].get_textpage().get_text_bounded()
    assert len(pdf) == 1
    pdf.close()
    assert leads in text
    assert "so far" in text
    table = played.state.table
    assert table is not None
    (result,) = table.results
    for place in result.places:
        assert str(place.points) in text.split()
    winner = next(place.seat for place in result.places if place.rank == 1)
    assert f"won by {winner}" in text
    assert {*table.names, *table.waiting, "Won"} <= set(text.split())
    assert "Game 6" in text


def test_a_name_cannot_be_a_formula(companion: Companion, tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    setup = ev.SetUp("speedster", ("=1+1", "ben"))
    path.write_text(write_log("new", [Entry(1, 0.0, None, setup)]), encoding="utf-8")
    assert companion("export", path, "--format", "csv").out.startswith("round,kind,winner,check,'=1+1,ben\n")


def tampered(seq: int, ruling: Ruling) -> tuple[Entry, ...]:
    entry = ENTRIES[seq - 1]
    assert isinstance(entry.event, ev.Claim)
    event = ev.Claim(entry.event.seat, entry.event.cards, ruling, entry.event.reasons)
    return (*ENTRIES[: seq - 1], Entry(seq, entry.at_s, None, event), *ENTRIES[seq:])


def first_claim(ruling: Ruling) -> int:
    return next(e.seq for e in ENTRIES if isinstance(e.event, ev.Claim) and e.event.ruling is ruling)


def test_replay_names_a_verdict_that_is_not_the_rules_own(companion: Companion, tmp_path: Path) -> None:
    seq = first_claim(Ruling.LEGAL)
    played = replay(tampered(seq, Ruling.ILLEGAL))
    assert (played.differences[0].seq, played.differences[0].now) == (seq, "legal")
    assert played.stopped
    path = tmp_path / "tampered.json"
    path.write_text(write_log("t", tampered(seq, Ruling.ILLEGAL)[:seq]), encoding="utf-8")
    ran = companion("replay", path, "--json")
    assert ran.status == 1
    (difference,) = json.loads(ran.out)["differences"]
    assert (difference["seq"], difference["logged"], difference["now"]) == (seq, "illegal", "legal")
    assert "zangle/exact-cover" in {reason["clause"] for reason in difference["reasons"]}
    assert "was ruled illegal, and the rules say legal" in companion("replay", path).out


def test_replay_tells_a_verdict_for_other_reasons() -> None:
    seq = first_claim(Ruling.ILLEGAL)
    entry = ENTRIES[seq - 1]
    assert isinstance(entry.event, ev.Claim)
    bare = ev.Claim(entry.event.seat, entry.event.cards, Ruling.ILLEGAL, entry.event.reasons[:0])
    played = replay((*ENTRIES[: seq - 1], Entry(seq, 0.0, None, bare), *ENTRIES[seq:]))
    assert not played.stopped
    assert [one.seq for one in played.differences] == [seq]
    assert "no clause" in played.differences[0].says


def test_an_overruled_claim_is_no_difference() -> None:
    game = Script(ev.SetUp("speedster", ("ann", "ben"))).start().call("ann")
    game.do(ev.Claim("ann", (Taken("ann", ONE), Taken("centre", TWO))))
    game.do(ev.Overrule(game.state.version, Ruling.LEGAL, "house rule tonight"))
    played = replay([Entry(seq, 0.0, None, event) for seq, event in enumerate(game.log, 1)])
    assert (played.differences, played.claims) == ((), 1)
    assert played.state == fold_zangle(game.log)


def test_scores_of_a_log_that_cannot_be_played_are_refused(companion: Companion, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text(write_log("b", [ENTRIES[0], Entry(2, 0.0, None, ev.Flip())]), encoding="utf-8")
    assert companion("export", path).status == 0
    ran = companion("export", path, "--format", "csv")
    assert (ran.status, ran.out) == (2, "")
    assert "Entry 2 may not happen" in ran.err
    assert companion("replay", path).status == 1


def changed(path: str, value: Any) -> str:
    """The document with one value changed, by its path such as entries/0/seq."""
    data = json.loads(write_log("friday", ENTRIES))
    *way, last = path.split("/")
    at = data
    for key in way:
        at = at[int(key)] if isinstance(at, list) else at[key]
    at[last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("[]", "must be an object"),
        ("{}", "must be an object"),
        ("[" * 100_000, "it is nested too deeply"),
        ('{"log": NaN}', "NaN"),
        ('{"log": ' + "9" * 5000 + "}", "a number in it is far too long"),
        (changed("entries/0/at_s", 10**4000), "at_s in seconds"),
        (changed("entries/0/event/v", 10**4000), "version 1000"),
        (changed("game", "x" * 15_000), "for 'xxx"),
        ('{"log": 1}', "format 1 for null"),
        (changed("log", 2), "format 2"),
        (changed("game", "chess"), "'chess'"),
        (changed("entries/0/event/players", ["\ud800", "ben"]), "half a letter"),
        (changed("id", "../../etc"), "A game's id"),
        (changed("more", 1), "'more'"),
        (changed("entries", {}), "must be a list"),
        (changed("entries/0/seq", 7), "count from 1 without a gap"),
        (changed("entries/1/seq", True), "count from 1 without a gap"),
        (changed("entries/0/at_s", "noon"), "at_s in seconds"),
        (changed("entries/0/by", 5), "by whom"),
        (changed("entries/0/extra", 5), "Entry 1 of the log must be an object"),
        (changed("entries/0/event", []), "Entry 1 of the log: An event must be an object"),
        (changed("entries/0/event/kind", "dance"), "no event 'dance'"),
        (changed("entries/0/event/v", 99), "version 99"),
        (changed("entries/0/event/v", "1"), "whole number"),
        (changed("entries/0/event/dealers", "ann"), "no 'dealers'"),
        (changed("entries/0/event/players", "ann"), "must be a list"),
        (changed("entries/0/event/players", [1]), "must be text"),
        (changed("entries/0/event/mode", None), "must be text"),
        (changed("entries/0/event/options", [1]), "must be an object"),
        (changed("entries/0/event/options", {"x": "y"}), "true or false or a whole number"),
        (changed("entries/0/event/dealer", "a" * 1000), "at most 40 letters"),
        (changed("entries/0/event/equalizers", [{"says": ""}]), "equalizer needs a sentence"),
        (changed("entries/3/event/at_s", 1e300), "must be a number"),
        (changed("entries/4/event/ruling", "perhaps"), "one of legal, illegal, undecided"),
        (changed("entries/4/event/cards/0/face/triangles", 9), "shape of"),
    ],
)
def test_a_log_that_is_none_is_one_sentence(text: str, says: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_log(text)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "set_int" not in str(refused.value)
    assert len(str(refused.value)) < 400


def test_commands_name_what_is_wrong_in_one_line(
    document: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    two, none, other = tmp_path / "two.db", tmp_path / "none.db", tmp_path / "other.db"
    keep(str(two), "monday", "friday", events=4)
    many = tmp_path / "many.db"
    keep(str(many), *"abcdefg", events=4)
    Store.open(str(none)).close()
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE cats (name TEXT)")
    connection.close()
    (tmp_path / "picture.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    for arguments, says in (
        (["replay"], "LOG"),
        (["replay", "missing.json"], "missing.json cannot be read: No such file or directory; name a log"),
        (["replay", tmp_path], "cannot be read: Is a directory"),
        (["replay", tmp_path / "picture.jpg"], "is no log"),
        (["replay", two], "choose one by --id, latest first: "),
        (["replay", two, "--id", "sunday"], "no game 'sunday': choose another, latest first: "),
        (["replay", many, "--id", "z"], "no game 'z': choose another, the latest 5 of 7 are g, f, e, d, c."),
        (["replay", none], "holds no game yet"),
        (["replay", other], "holds no games of the companion"),
        (["replay", document, "--id", "monday"], "is the log of friday"),
        (["replay", "sqlite:///missing.db"], "no such database; check its name"),
        (["replay", "postgresql://x:secret@127.0.0.1:1/y"], "cannot be used"),
        (["export", document, "--format", "sheet"], "--out"),
        (["export", document, "--json"], "--out"),
        (["export", document, "--format", "csv", "--out", document], "is itself what is read"),
        (["export", two, "--id", "friday", "--out", two], "is itself what is read"),
        (["export", f"sqlite:///{two}", "--id", "friday", "--out", two], "is itself what is read"),
        (["export", document, "--out", tmp_path / "no" / "where.json"], "make it first, or name another"),
        (["export", document, "--out", tmp_path], "cannot be written"),
        (["export", document, "--format", "xls"], "xls"),
    ):
        with pytest.raises(SystemExit) as stop:
            main([str(one) for one in arguments])
        out, err = capsys.readouterr()
        assert (stop.value.code, out) == (2, ""), arguments
        assert says in err
        assert "secret" not in err
        assert err.startswith("companion: ")
        assert err.count("\n") == 1
    assert not (tmp_path / "missing.db").exists()
    assert read_log(document.read_text(encoding="utf-8")) == ("friday", ENTRIES)
