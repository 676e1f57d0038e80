"""The command `companion photo`: photos judged as a person at the table would ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands.given_photos import MARKED, NO_PROFILE, SEEN, GivenPhotos, draw_to, photo_options
from companion.commands.photo_text import board_text, seen_text, write_picture
from companion.commands.saying import SAID_NO, Unusable, counted, exit_of, verdict_text

if TYPE_CHECKING:
    from companion.table.teaching.eye import TaughtEye
    from vision.photo import Pixels


@dataclass(frozen=True, slots=True)
class _Claimed:
    """What somebody says of what lies in photos of Zigity or Zig Zaggle; None and nothing where it is not said."""

    play_card: str | None
    word: str | None
    runway: str | None
    free: tuple[str, ...]


@click.command(
    short_help="See and judge: is it a Zangle, who is trapped, what was played between two photos?"
)
@click.option("--game", type=click.Choice(SEEN), required=True, help="What lies on the table.")
@click.option("--deck", metavar="FILE", help="A deck that was taught: zangle, zigity or zont.")
@photo_options
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
    given = GivenPhotos.of(photos, lens, draw, as_json, deck, supply)
    if game == "tranglar":
        return _judge_boards(given, to_move, supply)
    if to_move is not None or supply is not None:
        raise Unusable("--to-move and --supply are Tranglar's: leave them out.")
    claimed = _Claimed(play_card, word, runway, free)
    if game == "zigzaggle":
        return _judge_laid(given, claimed)
    if game in MARKED:
        return _judge_parts(given, game, claimed, eye)
    return _judge_cards(given, game, profile, eye)


def _judge_cards(given: GivenPhotos, game: str, profile: str | None, eye: TaughtEye | None) -> int:
    """Zangle: each photo by itself."""
    from companion.table.zangle.photo import annotated, judge_photo, look

    def one(photo: str, pixels: Pixels, target: Path | None) -> int:
        seen = look(pixels, game=game, profile=profile, lens=given.lens, deck=eye)
        judged = judge_photo(seen)
        given.tell(judged.to_json(photo), [*seen_text(photo, seen), *verdict_text(judged.verdict)])
        draw_to(target, lambda: annotated(pixels, seen, judged))
        return exit_of(judged.verdict)

    return given.each(one)


def _judge_parts(given: GivenPhotos, game: str, claimed: _Claimed, eye: TaughtEye | None) -> int:
    """Zigity and Zont: each photo by itself."""
    from companion.commands import parts_photos as parts

    def one(photo: str, pixels: Pixels, target: Path | None) -> int:
        looked = parts.looked_at(photo, pixels, game, given.lens, play_card=claimed.play_card, deck=eye)
        told = parts.judge_one(looked, word=claimed.word)
        given.tell(told, [*parts.seen_text(looked), *parts.verdict_text(told)])
        draw_to(target, looked.picture)
        return exit_of(told)

    return given.each(one)


def _judge_laid(given: GivenPhotos, claimed: _Claimed) -> int:
    """Zig Zaggle: what was laid between two photos."""
    from calibration.lens import BadLens
    from companion.commands import parts_photos as parts
    from companion.rules.errors import BadInput
    from vision.errors import BadPhoto
    from vision.photo import load_photo

    photos = given.photos
    if len(photos) != 2:
        raise Unusable(
            f"A play of Zig Zaggle takes two photos, not {len(photos)}: give one before and one after it; "
            "`companion see` says what lies in one."
        )
    try:
        free = parts.free_from(claimed.free)
        before, after = (
            parts.looked_at(photo, load_photo(photo), "zigzaggle", given.lens)
            for photo in counted(photos, "photos")
        )
        told = parts.judge_two(before, after, runway=claimed.runway, free=free)
    except (BadPhoto, BadLens, BadInput) as error:
        raise Unusable(str(error)) from error
    given.tell(told, [f"{photos[0]} to {photos[1]}", *parts.verdict_text(told)])
    for look, target in zip((before, after), given.targets, strict=True):
        if target is not None:
            write_picture(target, look.picture(parts.laid_ids(look, told)))
    return exit_of(told)


def _judge_boards(given: GivenPhotos, to_move: str | None, supply: str | None) -> int:
    """Who is trapped in one photo; what was played between two. Wrongly turned pieces make a legal action a no."""
    from calibration.lens import BadLens
    from companion.commands import board_photos as boards
    from companion.rules.errors import BadInput
    from vision.board.draw import annotate_board
    from vision.errors import BadPhoto

    photos = given.photos
    if len(photos) > 2:
        raise Unusable(f"There are {len(photos)} photos: give one, or one before and one after an action.")
    if len(photos) == 1 and (to_move is not None or supply is not None):
        raise Unusable("--to-move and --supply are for two photos: give one before and one after an action.")
    try:
        held = None if supply is None else boards.supply_from(supply)
        looked = [boards.look_at(photo, given.lens) for photo in counted(photos, "photos")]
    except (BadPhoto, BadLens, BadInput, boards.BadSupply) as error:
        raise Unusable(str(error)) from error
    told: Mapping[str, Any]
    try:
        if len(looked) == 1:
            told = boards.judge_one(*looked)
            text = [*board_text(photos[0], looked[0].seen), *verdict_text(told), *boards.trapped_text(told)]
        else:
            told = boards.judge_two(*looked, to_move=to_move, supply=held)
            text = boards.change_text(told, photos)
        given.tell(told, text)
    except BadInput as error:
        raise Unusable(str(error)) from error
    finally:
        # What cannot be judged can be drawn.
        for look, target in zip(looked, given.targets, strict=True):
            if target is not None:
                write_picture(target, annotate_board(look.pixels, look.seen))
    return SAID_NO if told.get("forgotten") or told.get("wrong") else exit_of(told)


def _taught_eye(deck: str, game: str) -> TaughtEye:
    """A taught deck to judge photos by."""
    from calibration.taught import BadDeck
    from companion.table.teaching.eye import load_eye

    try:
        return load_eye(deck, game)
    except BadDeck as error:
        raise Unusable(str(error)) from error
