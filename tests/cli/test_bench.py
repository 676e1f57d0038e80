"""`companion bench` in a checkout; tests/test_wheel.py has it without one."""

from __future__ import annotations

import json

from tests.conftest import Companion


def test_a_table_is_measured_a_row_a_line(companion: Companion) -> None:
    ran = companion("bench", "command", "--json")
    assert (ran.status, ran.err) == (0, "")
    told = json.loads(ran.out)
    assert (told["table"], told["what"]) == ("command", "companion --help")
    assert told["figure"].endswith(" ms")
    people = companion("bench", "command", "command")
    assert people.status == 0
    assert people.out.count("companion --help  ") == 2
    assert all(line.startswith("tables: ") for line in people.err.splitlines())


def test_a_table_that_there_is_none_of_is_refused_before_any_is_measured(companion: Companion) -> None:
    ran = companion("bench", "command", "wishes", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("companion: There is no table wishes; name some of command, photos,")
    assert ran.err.count("\n") == 1
