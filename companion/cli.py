"""The command `companion`: what each subcommand takes, prints and exits with is in docs/commands.md.

Nothing heavy is imported before a command needs it, so that `companion --help` answers at once.
"""

from __future__ import annotations

import errno
import io
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

from companion.ending import end
from companion.rules.game import games, json_judge

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.table.teaching.eye import TaughtEye
    from vision.board.sighting import BoardSeen
    from vision.sighting import Outline, Seen

DONE, SAID_NO, UNUSABLE = 0, 1, 2
DEBUG = "COMPANION_DEBUG"
GAMES = ("zangle",)
PRINTED = ("zangle", "tranglar", "zigity", "zont", "zigzaggle")
SEEN = ("zangle", "tranglar", "zigity", "zont", "zigzaggle")
MARKED = ("zigity", "zont", "zigzaggle")
"""Games whose printed parts are read by their markers."""
PROFILES = ("iamond", "abolo")
PICTURES = (".png", ".jpg", ".jpeg", ".webp")

Command = Callable[..., Any]


class Unusable(click.ClickException):
    """Input that cannot be used; the message is one sentence that says what to do."""

    exit_code = UNUSABLE


def _json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")(command)


def _game_option(*games: str) -> Callable[[Command], Command]:
    return click.option("--game", type=click.Choice(games), required=True, help="What lies on the table.")


def _photo_options(command: Command) -> Command:
    for option in (
        click.argument("photos", metavar="PHOTO...", nargs=-1, required=True),
        click.option("--profile", type=click.Choice(PROFILES), help="The deck's shapes; read off the cards."),
        click.option("--lens", metavar="FILE", help="A lens file of the camera; none is needed."),
        click.option("--draw", metavar="OUT.png", help="The annotated picture (of several: OUT-1.png ...)."),
    ):
        command = option(command)
    return _json_option(command)


ELSEWHERE = {
    "calibrate": "companion.calibrate_commands:calibrate",
    "export": "companion.log_commands:export",
    "replay": "companion.log_commands:replay",
    "serve": "companion.serve_commands:serve",
    "teach": "companion.taught_commands:teach",
}
"""Commands of modules of their own, which are imported when one of them is asked for."""


class _Commands(click.Group):
    """The commands of this file and those that are found elsewhere."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *ELSEWHERE})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        module, _, name = ELSEWHERE[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
)
@click.version_option(package_name="tabletop-companion", prog_name="companion")
@click.pass_context
def cli(context: click.Context) -> None:
    """A camera at the table: recognises the cards, judges the claim, shows why.

    Exit status: 0 done, 1 the check said no, 2 unusable input.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command("print", short_help="Make a deck to print: a PDF, a PNG of each face, a manifest.")
@click.argument("game", type=click.Choice((*PRINTED, "calibration", "places")))
@click.option("--out", "out", metavar="DIR", required=True, help="The folder to write to; made if missing.")
@click.option("--profile", type=click.Choice(PROFILES), help="Zangle's shapes; iamond if left out.")
@click.option("--plain", is_flag=True, help="Leave the markers off.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Sheet size."
)
@_json_option
def print_(*, game: str, out: str, profile: str | None, plain: bool, paper: str, as_json: bool) -> int:
    """Make a deck to print: GAME.pdf, a PNG of each face and manifest.json in DIR.

    With `calibration`: the sheets that a lens and a table are measured with. With `places`: the sheets and cards that
    tell a camera where the centre is and whose row is whose, and cards that work as buttons.
    """
    if game == "calibration":
        return _print_targets(Path(out), paper, as_json=as_json)
    if game == "places":
        return _print_places(Path(out), paper, as_json=as_json)
    from companion.printing import print_game

    if game in GAMES:
        profile = profile or PROFILES[0]
    report = _progress(f"{game} faces")
    printed = print_game(game, Path(out), profile=profile, plain=plain, paper=paper, progress=report)
    pdf, things = str(printed.pdf), printed.things
    what = "things" if game in ("tranglar", "zigzaggle") else "cards"
    if as_json:
        manifest = str(printed.manifest)
        _emit({"game": game, "profile": profile, "pdf": pdf, "manifest": manifest, "things": things})
    else:
        click.echo(f"{things} {what}: print {pdf} at 100 % and measure its 100 mm line.")
    return DONE


def _print_targets(out: Path, paper: str, *, as_json: bool) -> int:
    from companion.printing.targets import print_targets

    sheets = print_targets(out, paper)
    if as_json:
        told = [{"name": sheet.name, "pdf": str(sheet.pdf), "target": sheet.spec} for sheet in sheets]
        _emit({"game": "calibration", "paper": paper, "sheets": told})
    else:
        names = ", ".join(str(sheet.pdf) for sheet in sheets)
        click.echo(f"{len(sheets)} sheets: print {names} at 100 % and measure each one's 100 mm line.")
    return DONE


def _print_places(out: Path, paper: str, *, as_json: bool) -> int:
    from companion.printing.places import print_places

    printed = print_places(out, paper)
    pdf, manifest, things = str(printed.pdf), str(printed.manifest), len(printed.faces)
    if as_json:
        _emit({"game": "places", "paper": paper, "pdf": pdf, "manifest": manifest, "things": things})
    else:
        click.echo(f"{things} sheets and cards: print {pdf} at 100 % and measure its 100 mm line.")
    return DONE


@cli.command(short_help="Say what lies where in photos.")
@click.option("--game", type=click.Choice([*SEEN, "none"]), help="What lies on the table; not with --deck.")
@click.option("--deck", metavar="FILE", help="A deck that `companion teach` wrote: its cards are recognised.")
@_photo_options
def see(
    *,
    photos: tuple[str, ...],
    game: str | None,
    deck: str | None,
    profile: str | None,
    lens: str | None,
    draw: str | None,
    as_json: bool,
) -> int:
    """Say what lies where in each PHOTO; with --game none only where cards lie, of any game."""
    if game is None and deck is None:
        raise click.UsageError("Missing option '--game' (or '--deck', for a deck that was taught).")
    glass = _lens(lens)
    targets = _drawings(draw, photos)
    if game == "tranglar" and deck is None:
        return _see_boards(photos, glass, targets, as_json)
    if game in MARKED and deck is None:
        _zangles_alone(profile)
        return _see_parts(photos, str(game), glass, targets, as_json)
    from companion.table.photo import annotated, look

    eye = (
        partial(look, game=str(game), profile=profile, lens=glass)
        if deck is None
        else _taught(deck, game, glass)
    )

    def one(photo: str, pixels: NDArray[np.uint8]) -> int:
        seen = eye(pixels)
        if photo_out := targets.get(photo):
            _write_picture(photo_out, annotated(pixels, seen))
        _emit(seen.to_json(photo)) if as_json else click.echo("\n".join(_seen_text(photo, seen)))
        return DONE

    return _each_photo(photos, one)


@cli.command(short_help="See and judge: is it a Zangle, who is trapped, what was played between two photos?")
@_game_option(*SEEN)
@click.option("--deck", metavar="FILE", help="A deck that was taught: zangle, zigity or zont.")
@_photo_options
@click.option("--to-move", type=click.Choice(["petrol", "green"]), help="Tranglar: whose turn it was.")
@click.option("--supply", metavar="FILE", help="Tranglar: what was held before, as `judge` takes it.")
@click.option(
    "--play-card", metavar="CARD", help="Zigity: the play card, such as WA7lg, where it does not show."
)
@click.option("--word", metavar="WORD", help="Zigity: the word that the cards are said to spell.")
@click.option("--runway", metavar="NAME", help="Zig Zaggle: the runway in play, such as west.")
@click.option("--free", metavar="CELL=LETTER", multiple=True, help="Zig Zaggle: what a free tile stands for.")
def photo(
    *,
    photos: tuple[str, ...],
    game: str,
    deck: str | None,
    profile: str | None,
    lens: str | None,
    draw: str | None,
    as_json: bool,
    to_move: str | None,
    supply: str | None,
    play_card: str | None,
    word: str | None,
    runway: str | None,
    free: tuple[str, ...],
) -> int:
    """Judge a photo as a person at the table would ask.

    Zangle: are the cards in each PHOTO one Zangle? Tranglar: one PHOTO says which pieces are trapped; two, BEFORE and
    AFTER, say what was played between them, whether it was legal, and what was turned over wrongly. Zigity: is what
    lies open a set for the play card? Zont: what do the suits and the score piles count? Zig Zaggle: BEFORE and AFTER
    say what was laid, and what it scores.

    Exit status 0: legal; 1: illegal or undecided.
    """
    if game != "zigity" and (play_card is not None or word is not None):
        raise Unusable("--play-card and --word are Zigity's: leave them out.")
    if game != "zigzaggle" and (runway is not None or free):
        raise Unusable("--runway and --free are Zig Zaggle's: leave them out.")
    if game != "zangle":
        _zangles_alone(profile)
    eye = None if deck is None else _taught_eye(deck, game)
    if game == "tranglar":
        return _judge_boards(photos, _lens(lens), _drawings(draw, photos), as_json, to_move, supply)
    if to_move is not None or supply is not None:
        raise Unusable("--to-move and --supply are Tranglar's: leave them out.")
    if game in MARKED:
        asked = {"play_card": play_card, "word": word, "runway": runway, "free": free}
        return _judge_parts(photos, game, _lens(lens), _drawings(draw, photos), as_json, asked, eye)
    from companion.table.photo import annotated, judge_photo, look

    glass = _lens(lens)
    targets = _drawings(draw, photos)

    def one(photo: str, pixels: NDArray[np.uint8]) -> int:
        seen = look(pixels, game=game, profile=profile, lens=glass, deck=eye)
        judged = judge_photo(seen)
        if photo_out := targets.get(photo):
            _write_picture(photo_out, annotated(pixels, seen, judged))
        if as_json:
            _emit(judged.to_json(photo))
        else:
            click.echo("\n".join([*_seen_text(photo, seen), *_verdict_text(judged.verdict)]))
        return _exit_of(judged.verdict)

    return _each_photo(photos, one)


@cli.command(short_help="Judge claims given as JSON.")
@click.argument("game", type=click.Choice(games()))
@click.argument("file", metavar="[FILE]", default="-")
@click.option("--words", metavar="FILE", help="Zig Zaggle: a word list in the place of the program's own.")
@_json_option
def judge(game: str, file: str, words: str | None, as_json: bool) -> int:
    """Judge the claims in FILE (or on standard input): one JSON object, or one a line.

    Exit status 0: all legal; 1: some illegal or undecided.
    """
    from companion.rules.errors import BadInput

    judge_json = json_judge(game)
    if words is not None:
        if game != "zigzaggle":
            raise Unusable("--words is Zig Zaggle's: leave it out.")
        from companion.rules.words import words_from

        judge_json = partial(judge_json, words=words_from(words))
    status = DONE
    with _open_text(file) as lines:
        for where, text in _documents(lines):
            try:
                verdict = judge_json(_parsed(text, where))
            except (BadInput, Unusable) as error:
                _complain(_placed(str(error), where))
                status = UNUSABLE
                continue
            _emit(verdict) if as_json else click.echo("\n".join(_verdict_text(verdict)))
            sys.stdout.flush()
            status = max(status, _exit_of(verdict))
    return status


# --- photos ---------------------------------------------------------------------------------------


def _each_photo(photos: Sequence[str], one: Callable[[str, NDArray[np.uint8]], int]) -> int:
    """Do `one` for every photo; a bad photo is named on standard error and the others go on."""
    from calibration.lens import BadLens
    from companion.rules.errors import BadInput
    from vision.errors import BadPhoto
    from vision.photo import load_photo

    status = DONE
    for photo in photos:
        try:
            status = max(status, one(photo, load_photo(photo)))
        except (BadPhoto, BadLens, BadInput, click.ClickException) as error:
            _complain(error.message if isinstance(error, click.ClickException) else str(error))
            status = UNUSABLE
        except BrokenPipeError:
            raise
        except Exception as error:
            _complain(_unexpected(error, photo))
            status = UNUSABLE
    return status


def _see_boards(photos: Sequence[str], lens: Any, targets: Mapping[str, Path], as_json: bool) -> int:
    from vision.board.draw import annotate_board
    from vision.board.see import see_board

    def one(photo: str, pixels: NDArray[np.uint8]) -> int:
        seen = see_board(pixels, lens=lens)
        if photo_out := targets.get(photo):
            _write_picture(photo_out, annotate_board(pixels, seen))
        _emit(seen.to_json(photo)) if as_json else click.echo("\n".join(_board_text(photo, seen)))
        return DONE

    return _each_photo(photos, one)


def _zangles_alone(profile: str | None) -> None:
    if profile is not None:
        raise Unusable("--profile is Zangle's: leave it out.")


def _see_parts(
    photos: Sequence[str], game: str, lens: Any, targets: Mapping[str, Path], as_json: bool
) -> int:
    from companion import parts_photos as parts

    def one(photo: str, pixels: NDArray[np.uint8]) -> int:
        looked = parts.looked_at(photo, pixels, game, lens)
        if photo_out := targets.get(photo):
            _write_picture(photo_out, looked.picture())
        _emit(looked.to_json()) if as_json else click.echo("\n".join(parts.seen_text(looked)))
        return DONE

    return _each_photo(photos, one)


def _judge_parts(
    photos: Sequence[str],
    game: str,
    lens: Any,
    targets: Mapping[str, Path],
    as_json: bool,
    asked: Mapping[str, Any],
    eye: TaughtEye | None,
) -> int:
    """Zigity and Zont: each photo by itself. Zig Zaggle: what was laid between two."""
    from companion import parts_photos as parts

    if game == "zigzaggle":
        return _judge_laid(photos, lens, targets, as_json, asked)

    def one(photo: str, pixels: NDArray[np.uint8]) -> int:
        looked = parts.looked_at(photo, pixels, game, lens, play_card=asked["play_card"], deck=eye)
        told = parts.judge_one(looked, word=asked["word"])
        if photo_out := targets.get(photo):
            _write_picture(photo_out, looked.picture())
        text = [*parts.seen_text(looked), *parts.verdict_text(told)]
        _emit(told) if as_json else click.echo("\n".join(text))
        return _exit_of(told)

    return _each_photo(photos, one)


def _judge_laid(
    photos: Sequence[str], lens: Any, targets: Mapping[str, Path], as_json: bool, asked: Mapping[str, Any]
) -> int:
    from calibration.lens import BadLens
    from companion import parts_photos as parts
    from companion.rules.errors import BadInput
    from vision.errors import BadPhoto
    from vision.photo import load_photo

    if len(photos) != 2:
        raise Unusable(
            f"There {'is' if len(photos) == 1 else 'are'} {len(photos)} of the two photos: give one "
            "before and one after a play; `companion see` says what lies in one."
        )
    try:
        free = parts.free_from(asked["free"])
        before, after = (parts.looked_at(photo, load_photo(photo), "zigzaggle", lens) for photo in photos)
        told = parts.judge_two(before, after, runway=asked["runway"], free=free)
    except (BadPhoto, BadLens, BadInput) as error:
        raise Unusable(str(error)) from error
    for one in (before, after):
        if photo_out := targets.get(one.name):
            _write_picture(photo_out, one.picture(parts.laid_ids(one, told)))
    heard = [f"{photos[0]} to {photos[1]}", *parts.verdict_text(told)]
    _emit(told) if as_json else click.echo("\n".join(heard))
    return _exit_of(told)


def _judge_boards(
    photos: Sequence[str],
    lens: Any,
    targets: Mapping[str, Path],
    as_json: bool,
    to_move: str | None,
    supply: str | None,
) -> int:
    """Who is trapped in one photo; what was played between two. Wrongly turned pieces make a legal action a no."""
    from calibration.lens import BadLens
    from companion import board_photos as boards
    from companion.rules.errors import BadInput
    from vision.board.draw import annotate_board
    from vision.errors import BadPhoto

    if len(photos) > 2:
        raise Unusable(f"There are {len(photos)} photos: give one, or one before and one after an action.")
    if len(photos) == 1 and (to_move is not None or supply is not None):
        raise Unusable("--to-move and --supply are for two photos: give one before and one after an action.")
    try:
        held = None if supply is None else boards.supply_from(supply)
        looked = [boards.look_at(photo, lens) for photo in photos]
        for one in looked:
            if photo_out := targets.get(one.name):
                _write_picture(photo_out, annotate_board(one.pixels, one.seen))
        told = (
            boards.judge_one(*looked)
            if len(looked) == 1
            else boards.judge_two(*looked, to_move=to_move, supply=held)
        )
    except (BadPhoto, BadLens, BadInput, boards.BadSupply) as error:
        raise Unusable(str(error)) from error
    if as_json:
        _emit(told)
    elif len(looked) == 1:
        lines = [*_board_text(photos[0], looked[0].seen), *_verdict_text(told), *boards.trapped_text(told)]
        click.echo("\n".join(lines))
    else:
        click.echo("\n".join(boards.change_text(told, photos)))
    return SAID_NO if told.get("forgotten") or told.get("wrong") else _exit_of(told)


def _lens(path: str | None) -> Any:
    if path is None:
        return None
    from calibration.lens import BadLens, load_lens

    try:
        return load_lens(path)
    except BadLens as error:
        raise Unusable(str(error)) from error


def _taught(deck: str, game: str | None, lens: Any) -> Callable[[NDArray[np.uint8]], Seen]:
    from calibration.taught import BadDeck
    from companion.taught_commands import taught_eye

    try:
        return taught_eye(deck, game, lens)
    except BadDeck as error:
        raise Unusable(str(error)) from error


def _taught_eye(deck: str, game: str) -> TaughtEye:
    """A taught deck to judge photos by."""
    from calibration.taught import BadDeck
    from companion.table.teaching.eye import load_eye

    try:
        return load_eye(deck, game)
    except BadDeck as error:
        raise Unusable(str(error)) from error


def _drawings(draw: str | None, photos: Sequence[str]) -> dict[str, Path]:
    """Which picture is drawn for which photo: OUT.png itself for one, OUT-1.png and so on for several."""
    if draw is None:
        return {}
    out = Path(draw)
    if out.suffix.lower() not in PICTURES:
        raise Unusable(f"--draw {draw}: name a picture that ends in {', '.join(PICTURES)}.")
    if len(photos) == 1:
        return {photos[0]: out}
    return {photo: out.with_stem(f"{out.stem}-{number}") for number, photo in enumerate(photos, 1)}


def _write_picture(out: Path, pixels: NDArray[np.uint8]) -> None:
    import cv2

    done, data = cv2.imencode(out.suffix.lower(), pixels)
    if not done:
        raise Unusable(f"{out}: a picture of this size cannot be written in this format; use .png.")
    try:
        out.write_bytes(data.tobytes())
    except OSError as error:
        raise Unusable(f"{out} cannot be written: {error.strerror or error}.") from error


# --- claims ---------------------------------------------------------------------------------------


def _open_text(file: str) -> IO[str]:
    try:
        raw = sys.stdin.buffer if file == "-" else Path(file).open("rb")  # noqa: SIM115 - closed with the text
    except OSError as error:
        raise Unusable(f"{file} cannot be read: {error.strerror or error}.") from error
    return io.TextIOWrapper(raw, encoding="utf-8-sig")


def _documents(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Split the input into (where, JSON text): one a line where the first line stands alone, else one in all.

    Lines are handed on as they come, so that a program on the other end of a pipe gets each answer at once.
    """
    held: list[str] = []
    alone = False
    try:
        for number, line in enumerate(lines, 1):
            if not alone and not held and line.strip():
                alone = _stands_alone(line)
            if alone and line.strip():
                yield f"line {number}", line
            elif held or line.strip():
                held.append(line)
    except UnicodeDecodeError as error:
        raise Unusable("The input is not UTF-8 text: give the claim as JSON.") from error
    except OSError as error:
        raise Unusable(f"The input cannot be read: {error.strerror or error}.") from error
    if held:
        parts = [line for line in held if line.strip()]
        if len(parts) > 1 and all(line.lstrip().startswith("{") for line in parts):
            yield from ((f"line {number}", line) for number, line in enumerate(held, 1) if line.strip())
        else:
            yield "", "".join(held)
    elif not alone:
        raise Unusable("The input is empty: give a claim as JSON, docs/commands.md shows one.")


def _stands_alone(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _parsed(text: str, where: str) -> object:
    def refuse(constant: str) -> NoReturn:
        raise ValueError(f"{constant} is no number that JSON knows")

    try:
        return json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        place = f"column {error.colno}" if where else f"line {error.lineno}, column {error.colno}"
        raise Unusable(f"this is not JSON ({place}: {error.msg}); give one object, or one a line.") from error
    except RecursionError as error:
        raise Unusable("this is nested too deeply to be a claim.") from error
    except ValueError as error:
        raise Unusable(f"this is not JSON that can be used ({error}).") from error


def _placed(sentence: str, where: str) -> str:
    return f"{where}: {sentence}" if where else sentence


def _exit_of(verdict: Mapping[str, object]) -> int:
    return DONE if verdict["ruling"] == "legal" else SAID_NO


# --- what a person reads --------------------------------------------------------------------------


def _board_text(photo: str, seen: BoardSeen) -> list[str]:
    """What lies on a board, a piece a line."""
    count = len(seen.pieces)
    lines = [f"{photo}: {count} piece{'' if count == 1 else 's'}, {len(seen.unread)} unread"]
    for piece in seen.pieces:
        hand = f" {piece.hand}" if piece.hand else ""
        name = piece.kind.removeprefix("neutral ")
        lines.append(f"  {piece.owner:<8}{name}{hand}  {' '.join(piece.cells)}  {piece.confidence:.0%}")
    return lines + [f"  ?       {' '.join((*place.cells, '', place.why)).strip()}" for place in seen.unread]


def _seen_text(photo: str, seen: Seen) -> list[str]:
    from vision.sighting import CardSighting
    from vision.taught.sighting import TaughtSighting

    cards: tuple[CardSighting | Outline, ...] = seen.cards
    found = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
    lines = [f"{photo}: {found}{f', {seen.profile}' if seen.profile else ''}, {len(seen.unread)} unread"]
    for number, card in enumerate(cards, 1):
        x, y = (round(sum(axis) / 4) for axis in zip(*card.corners_px, strict=True))
        what = ""
        if isinstance(card, CardSighting):
            count = (
                "Z"
                if card.shape is None
                else f"{card.triangles} triangle{'' if card.triangles == 1 else 's'}"
            )
            name = f" {card.id}" if card.id else ""
            what = f"  {count}{name}  {card.confidence:.0%} by {'+'.join(card.read_by)}"
        elif isinstance(card, TaughtSighting):
            what = f"  {card.name}  {card.confidence:.0%}"
        lines.append(f"  {number:>2}{what}  at {x},{y}")
    for thing in seen.unread:
        x, y = (round(sum(axis) / 4) for axis in zip(*thing.corners_px, strict=True))
        lines.append(f"   ?  {thing.why}  at {x},{y}")
    return lines


def _verdict_text(verdict: Mapping[str, Any]) -> list[str]:
    lines = [str(verdict["ruling"]).upper()]
    lines += [f"  {reason['says']}  [{reason['clause']}]" for reason in verdict["reasons"]]
    return lines


def _progress(label: str) -> Callable[[int, int], None]:
    """Return what long work calls with (done, in all); it keeps one line on standard error up to date."""
    live = sys.stderr.isatty()
    last = -1

    def report(done: int, total: int) -> None:
        nonlocal last
        tenth = done * 10 // max(total, 1)
        if live:
            click.echo(f"\r{label}: {done} of {total}", nl=done >= total, err=True)
        elif tenth != last:
            click.echo(f"{label}: {done} of {total}", err=True)
        last = tenth

    return report


def _emit(value: object) -> None:
    """One JSON object on one line of standard output."""
    click.echo(json.dumps(value, separators=(", ", ": ")))


def _complain(sentence: str) -> None:
    """One line on standard error."""
    click.echo(f"companion: {' '.join(sentence.split())}", err=True)


def _unexpected(error: BaseException, what: str = "") -> str:
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    about = f"{what}: " if what else ""
    return f"{about}this should not happen: {type(error).__name__}: {error} ({DEBUG}=1 shows where)"


# --- the door -------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; never shows a traceback unless COMPANION_DEBUG is set."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        status = _quiet_pipe()
    except OSError as error:
        if error.errno == errno.EPIPE:
            status = _quiet_pipe()
        else:
            _complain(f"{error.filename or 'standard output'} cannot be used: {error.strerror or error}.")
            status = UNUSABLE
            if error.filename is None:
                _quiet_pipe()
    end(status)


def _run(arguments: Sequence[str] | None) -> int:
    from companion.rules.errors import BadInput

    try:
        return int(cli.main(arguments, prog_name="companion", standalone_mode=False) or DONE)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 128 + 2
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "companion"
        _complain(f"{error.format_message()} ({path} --help tells more)")
    except click.ClickException as error:
        _complain(error.format_message())
    except BadInput as error:
        _complain(str(error))
    except SystemExit:
        return _quiet_pipe()  # Click turns a broken pipe into this, and nothing else
    except OSError:
        raise
    except BaseException as error:
        _complain(_unexpected(error))
    return UNUSABLE


def _quiet_pipe() -> int:
    """Whoever read the output has left: say nothing, and let nothing be written on the way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + 13


if __name__ == "__main__":
    main()
