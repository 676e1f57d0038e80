"""The command `companion print`."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.out_files import out_folder
from companion.commands.saying import DONE, PROFILES, Unusable, emit, json_option, progress

SHEETS = ("calibration", "places")
PRINTED = ("zangle", "tranglar", "zigity", "zont", "zigzaggle")


@click.command("print", short_help="Make a deck to print: a PDF, a PNG of each face, a manifest.")
@click.argument("game", type=click.Choice((*PRINTED, *SHEETS)))
@click.option("--out", "out", metavar="DIR", required=True, help="The folder to write to; made if missing.")
@click.option("--profile", type=click.Choice(PROFILES), help="Zangle's shapes; iamond if left out.")
@click.option("--plain", is_flag=True, help="Leave the markers off.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Sheet size."
)
@json_option
def print_(*, game: str, out: str, profile: str | None, plain: bool, paper: str, as_json: bool) -> int:
    """Make a deck to print: GAME.pdf, a PNG of each face and manifest.json in DIR.

    With `calibration`: the sheets that a lens and a table are measured with. With `places`: the sheets and cards that
    tell a camera where the centre is and whose row is whose, and cards that work as buttons.
    """
    folder = out_folder(out, "--out")
    if game in SHEETS:
        if profile is not None or plain:
            raise Unusable(
                f"The sheets of {game} have no profile and are never plain: leave these options out."
            )
        printed_sheets = _print_targets if game == "calibration" else _print_places
        return printed_sheets(folder, paper, as_json=as_json)
    from companion.printing import print_game

    if game == "zangle":
        profile = profile or PROFILES[0]
    report = progress(f"{game} faces")
    printed = print_game(game, folder, profile=profile, plain=plain, paper=paper, progress=report)
    pdf, things = str(printed.pdf), printed.things
    what = "things" if game in ("tranglar", "zigzaggle") else "cards"
    if as_json:
        manifest = str(printed.manifest)
        emit({"game": game, "profile": profile, "pdf": pdf, "manifest": manifest, "things": things})
    else:
        click.echo(f"{things} {what}: print {pdf} at 100 % and measure its 100 mm line.")
    return DONE


def _print_targets(out: Path, paper: str, *, as_json: bool) -> int:
    from companion.printing.targets import print_targets

    sheets = print_targets(out, paper)
    if as_json:
        told = [{"name": sheet.name, "pdf": str(sheet.pdf), "target": sheet.spec} for sheet in sheets]
        emit({"game": "calibration", "paper": paper, "sheets": told})
    else:
        names = ", ".join(str(sheet.pdf) for sheet in sheets)
        click.echo(f"{len(sheets)} sheets: print {names} at 100 % and measure each one's 100 mm line.")
    return DONE


def _print_places(out: Path, paper: str, *, as_json: bool) -> int:
    from companion.printing.places import print_places

    printed = print_places(out, paper)
    pdf, manifest, things = str(printed.pdf), str(printed.manifest), len(printed.faces)
    if as_json:
        emit({"game": "places", "paper": paper, "pdf": pdf, "manifest": manifest, "things": things})
    else:
        click.echo(f"{things} sheets and cards: print {pdf} at 100 % and measure its 100 mm line.")
    return DONE
