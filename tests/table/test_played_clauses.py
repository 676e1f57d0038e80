"""The shared table's clauses: every one is cited somewhere, is data, and is told of in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

from companion.rules.game import games
from companion.rules.seeds import seed
from companion.table.played.play import _ALLOWED

ROOT = Path(__file__).resolve().parents[2]
CLAUSES = seed("table")["table"]["clauses"]


def test_every_clause_that_is_cited_is_data_and_the_other_way_round() -> None:
    table = ROOT / "companion" / "table"
    files = [*(table / "played").glob("*.py"), table / "past.py"]
    code = "".join(path.read_text(encoding="utf-8") for path in files)
    cited = set(re.findall(r'reason\(\s*"([a-z-]+)"', code)) | set(_ALLOWED.values())
    cited |= set(re.findall(r'"table/([a-z-]+)"', code))
    assert cited == set(CLAUSES)


def test_every_clause_is_told_of() -> None:
    told = (ROOT / "docs/live-games.md").read_text(encoding="utf-8")
    assert {name for name in CLAUSES if f"`table/{name}`" not in told} == set()


def test_the_tables_own_seed_is_no_game() -> None:
    assert "table" not in games()
