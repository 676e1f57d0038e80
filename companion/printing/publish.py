"""Writing a printed set: the sheets, a PNG of each face, the manifest."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.printing import raster, sheet
from companion.printing.edition import Edition, PrintedSet
from companion.printing.folder import MANIFEST, fresh_set
from companion.rules.errors import BadInput

GAMES = ("zangle", "zigity", "zont")
"""Each is a module here of the same name with `edition(profile, *, plain)`; decks of cards."""
SETS = ("tranglar", "zigzaggle")
"""Games of more than cards: a module `GAME_set` with `print_set(out, *, plain, paper, progress)`, and no profiles."""


def print_game(
    game: str,
    out: Path,
    profile: str | None,
    plain: bool,
    paper: str,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> PrintedSet:
    """Write `GAME.pdf`, `faces/ID.png` and `manifest.json` into `out`, which is made if missing.

    `plain` leaves the markers off; `paper` is a name of `sheet.PAPERS`. `progress` is told how many
    faces of how many are written; `profile` is None for a game that has none.
    Files of an earlier set with the same names are replaced. Raises BadInput for an unknown game,
    profile or paper, and where `out` cannot be written or has another program's manifest.
    """
    if game not in (*GAMES, *SETS):
        raise BadInput(f"There is nothing to print for {game!r}; choose from: {', '.join((*GAMES, *SETS))}.")
    if paper not in sheet.PAPERS:
        raise BadInput(f"There is no paper {paper!r}; choose from: {', '.join(sheet.PAPERS)}.")
    if game in SETS and profile is not None:
        raise BadInput(f"The game {game} has no profiles: leave --profile {profile} out.")
    try:
        if game in SETS:
            module = import_module(f"companion.printing.{game}_set")
            written: PrintedSet = module.print_set(out, plain=plain, paper=paper, progress=progress)
            return written
        edition: Edition = import_module(f"companion.printing.{game}").edition(profile, plain=plain)
        return _write(edition, out, paper, progress)
    except OSError as refused:
        why = refused.strerror or "it failed"
        raise BadInput(f"Cannot write to {out}: {why}; choose another folder.") from refused


def _write(
    edition: Edition, out: Path, paper: str, progress: Callable[[int, int], None] | None
) -> PrintedSet:
    pdf, faces = f"{edition.game}.pdf", [f"faces/{thing.id}.png" for thing in edition.things]
    with fresh_set(out) as fresh:
        (fresh / "faces").mkdir()
        (fresh / pdf).write_bytes(sheet.sheets(edition, sheet.PAPERS[paper]))
        rendered = raster.pages(sheet.singles(edition))
        for count, (face, pixels) in enumerate(zip(faces, rendered, strict=True), 1):
            raster.save(pixels, fresh / face)
            if progress:
                progress(count, len(faces))
        facts = json.dumps(_manifest(edition, paper), indent=1)
        (fresh / MANIFEST).write_text(facts + "\n", encoding="utf-8")
    return PrintedSet(out / pdf, out / MANIFEST, tuple(out / face for face in faces), len(faces))


def _manifest(edition: Edition, paper: str) -> dict[str, Any]:
    return {
        "game": edition.game,
        "profile": edition.profile,
        "paper": paper,
        "px_per_mm": raster.PX_PER_MM,
        "corner_mm": edition.corner_mm,
        **edition.facts,
        "things": [
            {
                "id": thing.id,
                "face": f"faces/{thing.id}.png",
                "size_mm": list(edition.size_mm),
                **thing.facts,
            }
            for thing in edition.things
        ],
    }
