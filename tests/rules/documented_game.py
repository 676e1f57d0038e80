"""The game that docs/adding-a-game.md adds: the page, and the files that it says are to be written."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
"""What each file holds, by where it stands in the project."""
