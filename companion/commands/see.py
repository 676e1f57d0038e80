"""The command `companion see`: what lies where in photos, without a rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.given_photos import MARKED, NO_PROFILE, SEEN, GivenPhotos, draw_to, photo_options
from companion.commands.photo_text import board_text, seen_text
from companion.commands.saying import DONE, Unusable

if TYPE_CHECKING:
    from calibration.lens import Lens
    from vision.photo import Pixels
    from vision.sighting import Seen


@click.command(short_help="Say what lies where in photos.")
@click.option(
    "--game",
    type=click.Choice([*SEEN, "none"]),
    help="What lies on the table; with --deck, its own or left out.",
)
@click.option("--deck", metavar="FILE", help="A deck that `companion teach` wrote: its cards are recognised.")
@photo_options
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
    given = GivenPhotos.of(photos, lens, draw, as_json, deck)
    if deck is not None:
        return _see_cards(given, _taught(deck, game, given.lens))
    if game == "tranglar":
        return _see_boards(given)
    if game in MARKED:
        return _see_parts(given, str(game))
    from companion.table.zangle.photo import look

    return _see_cards(given, partial(look, game=str(game), profile=profile, lens=given.lens))


def _see_cards(given: GivenPhotos, eye: Callable[[Pixels], Seen]) -> int:
    from companion.table.zangle.photo import annotated

    def one(photo: str, pixels: Pixels, target: Path | None) -> int:
        seen = eye(pixels)
        given.tell(seen.to_json(photo), seen_text(photo, seen))
        draw_to(target, lambda: annotated(pixels, seen))
        return DONE

    return given.each(one)


def _see_boards(given: GivenPhotos) -> int:
    from vision.board.draw import annotate_board
    from vision.board.see import see_board

    def one(photo: str, pixels: Pixels, target: Path | None) -> int:
        seen = see_board(pixels, lens=given.lens)
        given.tell(seen.to_json(photo), board_text(photo, seen))
        draw_to(target, lambda: annotate_board(pixels, seen))
        return DONE

    return given.each(one)


def _see_parts(given: GivenPhotos, game: str) -> int:
    from companion.commands import parts_photos as parts

    def one(photo: str, pixels: Pixels, target: Path | None) -> int:
        looked = parts.looked_at(photo, pixels, game, given.lens)
        given.tell(looked.to_json(), parts.seen_text(looked))
        draw_to(target, looked.picture)
        return DONE

    return given.each(one)


def _taught(path: str, game: str | None, lens: Lens | None) -> Callable[[Pixels], Seen]:
    """What recognises a taught deck, be its game known here or not. Raises Unusable, also for another game's deck."""
    from calibration.taught import BadDeck, load_deck
    from vision.taught.read import TaughtReader

    try:
        deck = load_deck(path)
        if game is not None and game != deck.game:
            raise BadDeck(
                f"{path} holds a deck of {deck.game}: leave --game {game} out, or name that game's deck"
            )
        if not deck.kinds:
            raise BadDeck(
                f"{path} holds a deck without cards: teach it some by companion teach {deck.game} PHOTO..."
            )
        reader = TaughtReader(deck)
    except BadDeck as error:
        raise Unusable(str(error)) from error
    return lambda pixels: reader.see(pixels, lens)
