"""Where the companion keeps what is its user's: the games, and the secret that keys are made of."""

from __future__ import annotations

import os
import sys
from pathlib import Path

FOLDER = "tabletop-companion"


def data_dir() -> Path:
    """The folder for a user's data, as the system has it; it need not exist."""
    if given := os.environ.get("XDG_DATA_HOME"):
        return Path(given) / FOLDER
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / FOLDER
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / FOLDER
    return Path.home() / ".local" / "share" / FOLDER


def own_log() -> str:
    """The file of games that is used where no other is named; its folder is made. Raises OSError."""
    folder = data_dir()
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "games.db")
