"""The examples of docs/tranglar.md are what the program takes, and its table names every clause."""

from __future__ import annotations

import json
import re

from companion.rules.seeds import seed
from companion.rules.tranglar import judge_json, position_from_line, position_to_line, record_from_text
from tests.rules.documented_tranglar import CLAIM, LINE, RECORD, TEXT


def test_the_claim_is_judged() -> None:
    verdict = judge_json(json.loads(CLAIM))
    assert verdict["ruling"] == "legal"
    assert verdict["flips"] == [{"cells": ["b2N"], "to": "petrol"}]
    keys = set(re.findall(r"`(\w+)`", TEXT.split("Out, besides")[1].split("Pieces that overlap")[0]))
    assert set(verdict) - {"ruling", "reasons"} <= keys


def test_the_line_and_the_record_are_read() -> None:
    assert position_to_line(position_from_line(LINE)) == LINE.strip()
    record = record_from_text(RECORD)
    assert record.to_text() == RECORD
    assert record.replay()[2] is None


def test_the_table_names_every_clause() -> None:
    assert re.findall(r"^\| `([\w-]+)` \|", TEXT.split("## Clauses")[1].split("##")[0], re.MULTILINE) == list(
        seed("tranglar")["clauses"]
    )
