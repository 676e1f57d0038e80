"""What docs/tranglar.md shows: a claim, a position on one line and the record of a game."""

from __future__ import annotations

import re
from pathlib import Path

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "tranglar.md").read_text(encoding="utf-8")
CLAIM, LINE, RECORD = re.findall(r"```(?:json)?\n(.*?)```", TEXT, re.DOTALL)
