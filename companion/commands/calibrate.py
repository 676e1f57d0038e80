"""The commands `companion calibrate lens` and `companion calibrate table`.

Here calibration meets photo files and the recognition of cards: it knows of neither.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands.out_files import out_file, write_whole
from companion.commands.saying import DONE, UNUSABLE, complain, counted, emit, hint, say
from companion.rules.sentences import so_many

if TYPE_CHECKING:
    from calibration.find import Points
    from calibration.fit_table import TableFit
    from calibration.fitted_lens import Dropped, LensFit, Shot
    from calibration.lens import Lens
    from calibration.table import Zone
    from calibration.target import Target
    from vision.photo import Pixels

FEWEST_OF_A_SHEET = 3
"""So many of its markers tell that the calibration sheet lies there."""


@click.group(short_help="Measure a lens, or the table under the camera.", invoke_without_command=True)
@click.pass_context
def calibrate(context: click.Context) -> None:
    """Measure a lens, or the table under the camera, from photos."""
    if context.invoked_subcommand is None:
        raise click.UsageError("Say what to measure: lens or table.", context)


@calibrate.command(short_help="Measure a lens from photos of a printed board.")
@click.argument("photos", metavar="[PHOTO...]", nargs=-1)
@click.option(
    "--target", metavar="BOARD", required=True, help="chessboard:9x6:25mm, charuco:7x10:25mm:18mm ..."
)
@click.option(
    "--camera", metavar="SOURCE", help="Measure live instead: a device number, a video, an address."
)
@click.option("--out", metavar="FILE", help="The lens file to write; `companion see --lens` reads it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def lens(*, photos: tuple[str, ...], target: str, camera: str | None, out: str | None, as_json: bool) -> int:
    """Measure a lens from PHOTO..., 10 to 15 of a printed board, tilted to every side and in every corner.

    With --camera the same live: it says what to show next, and ends when it has seen enough, or with Ctrl-C.

    BOARD is chessboard:9x6:25mm (inner corners, square), charuco:7x10:25mm:18mm[:6X6_250] (squares, square,
    marker) or arucogrid:4x5:37.5mm:5mm[:6X6_1000] (markers, marker, gap).
    """
    with _sentences():
        from calibration.files import json_bytes
        from calibration.fit_lens import fit_lens
        from calibration.lens import load_lens
        from calibration.target import parse_target

        board = parse_target(target)
        file = _free(out, "a lens file", load_lens)
        if bool(photos) == (camera is not None):
            raise click.UsageError("Name photos of the board, or a --camera that sees it.")
        if camera is not None:
            from companion.commands.live_lens import lens_from_camera

            unread: list[Dropped] = []
            fit = lens_from_camera(camera, board, hint)
        else:
            shots, unread = _shots(photos, board)
            fit = fit_lens(shots, board)
            fit = replace(fit, dropped=(*unread, *fit.dropped))
        if file is not None:
            write_whole(file, json_bytes(fit.to_file()))
    if as_json:
        emit({**fit.to_json(), "out": out})
    else:
        say("\n".join(_lens_text(fit, out)))
    return UNUSABLE if unread else DONE


@calibrate.command(short_help="Measure the table from a photo of its printed sheet.")
@click.argument("photo", metavar="PHOTO")
@click.option("--lens", "lens_file", metavar="FILE", help="The camera's lens file; makes the table truer.")
@click.option("--cards", is_flag=True, help="Measure by 63 x 88 mm cards that lie there, without a sheet.")
@click.option(
    "--zone",
    "zones",
    metavar="NAME:X,Y;X,Y;...",
    multiple=True,
    help="A part of the table, in millimetres; can be given again.",
)
@click.option(
    "--out", metavar="FILE", help="The table file to write; its zones are kept while they are true."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def table(
    *, photo: str, lens_file: str | None, cards: bool, zones: tuple[str, ...], out: str | None, as_json: bool
) -> int:
    """Measure the table in PHOTO, on which the printed sheet lies (companion print calibration)."""
    with _sentences():
        from calibration.files import json_bytes
        from calibration.keep_zones import with_zones
        from calibration.lens import load_lens
        from calibration.table import load_table
        from vision.photo import load_photo

        named = _zones(zones)
        file = _free(out, "a table file", load_table)
        before = load_table(file) if file is not None and file.exists() else None
        glass = None if lens_file is None else load_lens(lens_file)
        pixels = load_photo(photo)
        fit = _by_cards(pixels, glass) if cards else _by_sheet(pixels, glass)
        measured, doubts = with_zones(fit.table, before, named)
        fit = replace(fit, table=measured, warnings=(*fit.warnings, *doubts))
        if file is not None:
            write_whole(file, json_bytes(fit.to_file()))
    if as_json:
        emit({"photo": photo, **fit.to_json(), "out": out})
    else:
        say("\n".join(_table_text(photo, fit, out, by="card" if cards else "marker")))
    return DONE


@contextmanager
def _sentences() -> Iterator[None]:
    """Turn every refusal of calibration and of photo files into the command line's."""
    from calibration.errors import CannotCalibrate
    from calibration.lens import BadLens
    from calibration.table import BadTable
    from vision.errors import BadPhoto

    try:
        yield
    except (CannotCalibrate, BadLens, BadTable, BadPhoto) as error:
        raise click.ClickException(str(error)) from error


def _free(out: str | None, kind: str, load: Any) -> Path | None:
    """The file to write, if it may be: what is there already must be of the same kind."""
    if out is None:
        return None
    file = out_file(out, "--out")
    if file.exists():
        try:
            load(file)
        except ValueError as error:
            raise click.ClickException(f"--out {out} is there and not {kind}: choose another name") from error
    return file


# --- the lens -------------------------------------------------------------------------------------


def _shots(photos: Sequence[str], target: Target) -> tuple[list[Shot], list[Dropped]]:
    """The target in every photo; files that are no photos are named at once and come second."""
    import cv2
    import numpy as np

    from calibration.find import find_target
    from calibration.fitted_lens import Dropped, Shot
    from vision.errors import BadPhoto
    from vision.photo import load_photo

    shots, unread = [], []
    for photo in counted(photos, "photos"):
        try:
            grey = np.asarray(cv2.cvtColor(load_photo(photo), cv2.COLOR_BGR2GRAY), np.uint8)
        except BadPhoto as error:
            complain(str(error))
            unread.append(Dropped(photo, str(error)))
            continue
        size = (grey.shape[1], grey.shape[0])
        shots.append(Shot(photo, size, find_target(grey, target)))
    return shots, unread


def _lens_text(fit: LensFit, out: str | None) -> list[str]:
    (fx, fy), (cx, cy) = fit.lens.focal_px, fit.lens.centre_px
    sd = max(fit.focal_sd_px)
    lines = [
        f"fx {fx:.1f}, fy {fy:.1f} px (standard deviation {sd:.1f}), cx {cx:.1f}, cy {cy:.1f}",
        "k1 {:.4f}, k2 {:.4f}, p1 {:.5f}, p2 {:.5f}, k3 {:.4f}".format(*fit.lens.distortion),
        f"RMS {fit.rms_px:.2f} px over {len(fit.used)} photos, which cover {fit.coverage.share:.0%} of the picture",
    ]
    lines += [f"  {shot.rms_px:.2f} px  {shot.name}" for shot in fit.used]
    lines += [f"  left out  {shot.name}: {shot.why}" for shot in fit.dropped]
    lines += [f"Take care: {warning}." for warning in fit.warnings]
    lines.append(f"Written to {out}." if out else "Say --out FILE to keep it.")
    return lines


# --- the table ------------------------------------------------------------------------------------


def _zones(texts: Sequence[str]) -> tuple[Zone, ...]:
    from calibration.table import BadTable

    found = tuple(map(_zone, texts))
    for name, times in Counter(zone.name for zone in found).items():
        if times > 1:
            raise BadTable(f"--zone {name} is given {times} times: give each zone once")
    return found


def _zone(text: str) -> Zone:
    from calibration.table import BadTable, zone_of

    name, colon, rest = text.partition(":")
    number = r"\s*([-+]?\d+(?:\.\d+)?)\s*"
    corners = [re.fullmatch(f"{number},{number}", corner) for corner in rest.split(";") if corner.strip()]
    if not colon or any(corner is None for corner in corners):
        raise BadTable(f"--zone {text}: give it like centre:-60,-90;60,-90;60,90;-60,90, in millimetres")
    return zone_of(name.strip(), [(float(c[1]), float(c[2])) for c in corners if c is not None])


def _by_sheet(pixels: Pixels, glass: Lens | None) -> TableFit:
    from calibration.fit_table import fit_table
    from calibration.sheet import table_sheet

    size = (pixels.shape[1], pixels.shape[0])
    return fit_table(_sheets_markers(pixels), table_sheet(), size, glass)


def _sheets_markers(pixels: Pixels) -> dict[int, Points]:
    """The calibration sheet's markers in a photo: corners (4, 2) px by id."""
    import cv2
    import numpy as np

    from calibration.sheet import find_sheet, table_sheet

    return find_sheet(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8), table_sheet())


def _by_cards(pixels: Pixels, glass: Lens | None) -> TableFit:
    import numpy as np

    from calibration.errors import CannotCalibrate
    from calibration.fit_cards import fit_table_from_cards
    from vision.cards.see import see

    if len(_sheets_markers(pixels)) >= FEWEST_OF_A_SHEET:
        # Its squares would be taken for cards.
        raise CannotCalibrate(
            "the calibration sheet lies in the photo: leave --cards out, or take the sheet away and photograph anew"
        )
    seen = see(pixels, game="none", lens=glass)
    size = (pixels.shape[1], pixels.shape[0])
    return fit_table_from_cards([np.array(card.corners_px) for card in seen.cards], size, glass)


def _table_text(photo: str, fit: TableFit, out: str | None, *, by: str) -> list[str]:
    lines = [f"{photo}: {so_many(fit.seen, by)} used"]
    if fit.held_out is not None:
        lines.append(
            f"Held out, a {by} lies {fit.held_out.mean_mm:.2f} mm off on average, "
            f"{fit.held_out.worst_mm:.2f} mm at worst"
        )
    if fit.table.stand is not None:
        stand = fit.table.stand
        lines.append(
            f"The camera is {stand.height_mm:.0f} mm above the table and looks {stand.tilt_degrees:.0f} degrees aslant"
        )
    if fit.table.zones:
        lines.append(f"Zones: {', '.join(zone.name for zone in fit.table.zones)}")
    lines += [f"Take care: {warning}." for warning in fit.warnings]
    lines.append(f"Written to {out}." if out else "Say --out FILE to keep it.")
    return lines
