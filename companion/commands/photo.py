"""The commands `companion see` and `companion photo`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands.photo_text import board_text, drawings, seen_text, write_picture
from companion.commands.saying import (
    DONE,
    PROFILES,
    SAID_NO,
    UNUSABLE,
    Command,
    Unusable,
    complain,
    counted,
    emit,
    exit_of,
    json_option,
    say,
    unexpected,
    verdict_text,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.table.teaching.eye import TaughtEye
    from vision.sighting import Seen

Targets = Sequence[Path | None]
"""Where the picture of each photo is drawn, if anywhere."""
SEEN = ("zangle", "tranglar", "zigity", "zont", "zigzaggle")
MARKED = ("zigity", "zont", "zigzaggle")
"""Games whose printed parts are read by their markers."""
NO_PROFILE = "--profile is Zangle's, and not for a deck that was taught: leave it out."


def _photo_options(command: Command) -> Command:
    for option in (
        click.argument("photos", metavar="PHOTO...", nargs=-1, required=True),
        click.option("--profile", type=click.Choice(PROFILES), help="The deck's shapes; read off the cards."),
        click.option("--lens", metavar="FILE", help="A lens file of the camera; none is needed."),
        click.option("--draw", metavar="OUT.png", help="The annotated picture (of several: OUT-1.png ...)."),
    ):
        command = option(command)
    return json_option(command)


@click.command(short_help="Say what lies where in photos.")
@click.option(
    "--game",
    type=click.Choice([*SEEN, "none"]),
    help="What lies on the table; with --deck, its own or left out.",
)
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
    if profile is not None and (deck is not None or game != "zangle"):
        raise Unusable(NO_PROFILE)
    if game is None and deck is None:
        raise click.UsageError("Missing option '--game' (or '--deck', for a deck that was taught).")
    glass = _lens(lens)
    targets = drawings(draw, photos, lens, deck)
    if game == "tranglar" and deck is None:
        return _see_boards(photos, glass, targets, as_json)
    if game in MARKED and deck is None:
        return _see_parts(photos, str(game), glass, targets, as_json)
    from companion.table.photo import annotated, look

    eye = (
        partial(look, game=str(game), profile=profile, lens=glass)
        if deck is None
        else _taught(deck, game, glass)
    )

    def one(photo: str, pixels: NDArray[np.uint8], photo_out: Path | None) -> int:
        seen = eye(pixels)
        emit(seen.to_json(photo)) if as_json else say("\n".join(seen_text(photo, seen)))
        # What was seen is told before a picture may not be written.
        if photo_out is not None:
            write_picture(photo_out, annotated(pixels, seen))
        return DONE

    return _each_photo(photos, targets, one)


@click.command(
    short_help="See and judge: is it a Zangle, who is trapped, what was played between two photos?"
)
@click.option("--game", type=click.Choice(SEEN), required=True, help="What lies on the table.")
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
    if profile is not None and (deck is not None or game != "zangle"):
        raise Unusable(NO_PROFILE)
    eye = None if deck is None else _taught_eye(deck, game)
    targets = drawings(draw, photos, lens, deck, supply)
    if game == "tranglar":
        return _judge_boards(photos, _lens(lens), targets, as_json, to_move, supply)
    if to_move is not None or supply is not None:
        raise Unusable("--to-move and --supply are Tranglar's: leave them out.")
    if game in MARKED:
        asked = {"play_card": play_card, "word": word, "runway": runway, "free": free}
        return _judge_parts(photos, game, _lens(lens), targets, as_json, asked, eye)
    from companion.table.photo import annotated, judge_photo, look

    glass = _lens(lens)

    def one(photo: str, pixels: NDArray[np.uint8], photo_out: Path | None) -> int:
        seen = look(pixels, game=game, profile=profile, lens=glass, deck=eye)
        judged = judge_photo(seen)
        if as_json:
            emit(judged.to_json(photo))
        else:
            say("\n".join([*seen_text(photo, seen), *verdict_text(judged.verdict)]))
        if photo_out is not None:
            write_picture(photo_out, annotated(pixels, seen, judged))
        return exit_of(judged.verdict)

    return _each_photo(photos, targets, one)


def _each_photo(
    photos: Sequence[str], targets: Targets, one: Callable[[str, NDArray[np.uint8], Path | None], int]
) -> int:
    """Do `one` for every photo and its picture; a bad photo is named on standard error and the others go on."""
    from calibration.lens import BadLens
    from companion.rules.errors import BadInput
    from vision.errors import BadPhoto
    from vision.photo import load_photo

    status = DONE
    for photo, photo_out in counted(list(zip(photos, targets, strict=True)), "photos"):
        try:
            status = max(status, one(photo, load_photo(photo), photo_out))
        except (BadPhoto, BadLens, BadInput, click.ClickException) as error:
            complain(error.message if isinstance(error, click.ClickException) else str(error))
            status = UNUSABLE
        except Exception as error:
            if isinstance(error, OSError) and error.filename is None:
                raise  # Standard output is lost, and with it whatever the other photos would say.
            complain(unexpected(error, photo))
            status = UNUSABLE
    return status


def _see_boards(photos: Sequence[str], lens: Any, targets: Targets, as_json: bool) -> int:
    from vision.board.draw import annotate_board
    from vision.board.see import see_board

    def one(photo: str, pixels: NDArray[np.uint8], photo_out: Path | None) -> int:
        seen = see_board(pixels, lens=lens)
        emit(seen.to_json(photo)) if as_json else say("\n".join(board_text(photo, seen)))
        if photo_out is not None:
            write_picture(photo_out, annotate_board(pixels, seen))
        return DONE

    return _each_photo(photos, targets, one)


def _see_parts(photos: Sequence[str], game: str, lens: Any, targets: Targets, as_json: bool) -> int:
    from companion.commands import parts_photos as parts

    def one(photo: str, pixels: NDArray[np.uint8], photo_out: Path | None) -> int:
        looked = parts.looked_at(photo, pixels, game, lens)
        emit(looked.to_json()) if as_json else say("\n".join(parts.seen_text(looked)))
        if photo_out is not None:
            write_picture(photo_out, looked.picture())
        return DONE

    return _each_photo(photos, targets, one)


def _judge_parts(
    photos: Sequence[str],
    game: str,
    lens: Any,
    targets: Targets,
    as_json: bool,
    asked: Mapping[str, Any],
    eye: TaughtEye | None,
) -> int:
    """Zigity and Zont: each photo by itself. Zig Zaggle: what was laid between two."""
    from companion.commands import parts_photos as parts

    if game == "zigzaggle":
        return _judge_laid(photos, lens, targets, as_json, asked)

    def one(photo: str, pixels: NDArray[np.uint8], photo_out: Path | None) -> int:
        looked = parts.looked_at(photo, pixels, game, lens, play_card=asked["play_card"], deck=eye)
        told = parts.judge_one(looked, word=asked["word"])
        text = [*parts.seen_text(looked), *parts.verdict_text(told)]
        emit(told) if as_json else say("\n".join(text))
        if photo_out is not None:
            write_picture(photo_out, looked.picture())
        return exit_of(told)

    return _each_photo(photos, targets, one)


def _judge_laid(
    photos: Sequence[str], lens: Any, targets: Targets, as_json: bool, asked: Mapping[str, Any]
) -> int:
    from calibration.lens import BadLens
    from companion.commands import parts_photos as parts
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
        before, after = (
            parts.looked_at(photo, load_photo(photo), "zigzaggle", lens)
            for photo in counted(photos, "photos")
        )
        told = parts.judge_two(before, after, runway=asked["runway"], free=free)
    except (BadPhoto, BadLens, BadInput) as error:
        raise Unusable(str(error)) from error
    heard = [f"{photos[0]} to {photos[1]}", *parts.verdict_text(told)]
    emit(told) if as_json else say("\n".join(heard))
    for one, photo_out in zip((before, after), targets, strict=True):
        if photo_out is not None:
            write_picture(photo_out, one.picture(parts.laid_ids(one, told)))
    return exit_of(told)


def _judge_boards(
    photos: Sequence[str],
    lens: Any,
    targets: Targets,
    as_json: bool,
    to_move: str | None,
    supply: str | None,
) -> int:
    """Who is trapped in one photo; what was played between two. Wrongly turned pieces make a legal action a no."""
    from calibration.lens import BadLens
    from companion.commands import board_photos as boards
    from companion.rules.errors import BadInput
    from vision.board.draw import annotate_board
    from vision.errors import BadPhoto

    if len(photos) > 2:
        raise Unusable(f"There are {len(photos)} photos: give one, or one before and one after an action.")
    if len(photos) == 1 and (to_move is not None or supply is not None):
        raise Unusable("--to-move and --supply are for two photos: give one before and one after an action.")
    try:
        held = None if supply is None else boards.supply_from(supply)
        looked = [boards.look_at(photo, lens) for photo in counted(photos, "photos")]
    except (BadPhoto, BadLens, BadInput, boards.BadSupply) as error:
        raise Unusable(str(error)) from error
    try:
        if len(looked) == 1:
            told = boards.judge_one(*looked)
            heard = [*board_text(photos[0], looked[0].seen), *verdict_text(told), *boards.trapped_text(told)]
        else:
            told = boards.judge_two(*looked, to_move=to_move, supply=held)
            heard = boards.change_text(told, photos)
        emit(told) if as_json else say("\n".join(heard))
    except BadInput as error:
        raise Unusable(str(error)) from error
    finally:
        # What cannot be judged can be drawn.
        for one, photo_out in zip(looked, targets, strict=True):
            if photo_out is not None:
                write_picture(photo_out, annotate_board(one.pixels, one.seen))
    return SAID_NO if told.get("forgotten") or told.get("wrong") else exit_of(told)


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
    from companion.commands.teach import taught_eye

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
