"""The command `companion teach`: photo files and lists of names meet the recognition of taught cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.out_files import out_file, write_whole
from companion.commands.photo_text import drawings, write_picture
from companion.commands.saying import DONE, Unusable, counted, emit, say
from companion.rules.sentences import so_many

if TYPE_CHECKING:
    from calibration.taught import TaughtDeck
    from vision.photo import Pixels
    from vision.taught.learn import Learnt, Named, Shown


@click.command(short_help="Show a shop-bought deck once; its cards are then recognised without markers.")
@click.argument("game", metavar="GAME")
@click.argument("photos", metavar="[PHOTO...]", nargs=-1)
@click.option("--out", metavar="FILE", required=True, help="The deck's file; a deck in it is added to.")
@click.option("--names", metavar="NAMES", help="Names in reading order: a,b,c or a .json, .csv or .txt file.")
@click.option("--lens", metavar="FILE", help="A lens file of the camera; none is needed.")
@click.option(
    "--draw", metavar="OUT.png", help="Where each card was seen (of several photos: OUT-1.png ...)."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def teach(
    *,
    game: str,
    photos: tuple[str, ...],
    out: str,
    names: str | None,
    lens: str | None,
    draw: str | None,
    as_json: bool,
) -> int:
    """Teach GAME's cards from PHOTO..., each card shown once, face up, several a photo, in any order.

    NAMES are given in reading order, through all photos. Without them cards are numbered, and a card that is known is
    one more copy of it. Without photos NAMES name the kinds of FILE, in the order of their numbers.
    """
    from calibration.files import json_bytes
    from calibration.taught import MOST_FILE_BYTES, BadDeck, game_name, load_deck
    from vision.errors import BadPhoto
    from vision.taught.learn import alike, empty, learn

    if not photos and (draw is not None or lens is not None):
        raise Unusable("--draw and --lens are for photos: give some, or leave them out.")
    try:
        read = [one for one in (lens, names) if one is not None]
        file = out_file(out, "--out", [*photos, *read])
        targets = drawings(draw, photos, *read, out)
        deck = load_deck(file) if file.exists() else empty(game_name(game))
        if deck.game != game:
            raise BadDeck(f"{out} holds a deck of {deck.game}: give --out another name, or teach {deck.game}")
        given = None if names is None else names_from(names, game)
        if photos:
            shots = _shots(photos, lens)
            called = _in_order(given, [len(faces) for _, _, faces in shots], photos)
            told: list[list[Learnt]] = []
            for (_, _, faces), own in zip(shots, called, strict=True):
                deck, learnt = learn(deck, faces, own)
                told.append(learnt)
        else:
            deck, shots, told = _renamed(deck, given, out), [], []
        near = alike(deck)
        _usable(deck)
        data = json_bytes(deck.to_json())
        if len(data) > MOST_FILE_BYTES:
            raise BadDeck(
                f"the deck would be too large for {out} to be read again: teach fewer cards in one file"
            )
        _draw(targets, deck, shots, told)
        write_whole(file, data)
    except (BadDeck, BadPhoto) as error:
        raise Unusable(str(error)) from error
    if as_json:
        emit(_told(game, out, deck, shots, told, near))
    else:
        say("\n".join(_text(out, deck, shots, told, near)))
    return DONE


def _usable(deck: TaughtDeck) -> None:
    from vision.taught.faces import FaceReader

    FaceReader(deck)


def _shots(photos: Sequence[str], lens: str | None) -> list[tuple[str, Pixels, list[Shown]]]:
    from calibration.lens import BadLens, load_lens
    from calibration.taught import BadDeck
    from vision.photo import load_photo
    from vision.straighten import straightened
    from vision.taught.learn import shown

    shots = []
    try:
        glass = None if lens is None else load_lens(lens)
        for photo in counted(photos, "photos"):
            pixels = load_photo(photo)
            if glass is not None:
                pixels = straightened(pixels, glass.scaled_to(pixels.shape[1], pixels.shape[0]))
            faces = shown(pixels)
            if not faces:
                raise BadDeck(
                    f"no card is found in {photo}: lay the cards apart on a plain ground of another colour, whole in "
                    "the picture"
                )
            shots.append((photo, pixels, faces))
    except BadLens as error:
        raise BadDeck(str(error)) from error
    return shots


def _in_order(
    names: list[Named] | None, counts: Sequence[int], photos: Sequence[str]
) -> list[list[Named | None]]:
    from calibration.taught import BadDeck

    if names is None:
        return [[None] * count for count in counts]
    if len(names) != sum(counts):
        found = ", ".join(f"{count} in {photo}" for count, photo in zip(counts, photos, strict=True))
        raise BadDeck(
            f"there are {len(names)} names for {sum(counts)} cards ({found}): give a name for each, row by row from "
            "the top left; --draw without --names shows what is found"
        )
    left = iter(names)
    return [[next(left) for _ in range(count)] for count in counts]


def _renamed(deck: TaughtDeck, names: list[Named] | None, out: str) -> TaughtDeck:
    """The deck with its kinds named in their order, all or the first so many."""
    from dataclasses import replace

    from calibration.taught import BadDeck, deck_of

    if names is None:
        raise BadDeck("name photos of the cards, or --names for the cards that the deck already has")
    if not deck.kinds:
        raise BadDeck(f"{out} holds no cards yet: teach some from photos, then name them")
    if len(names) > len(deck.kinds):
        raise BadDeck(
            f"there are {len(names)} names for {len(deck.kinds)} kinds in {out}: give one for each at most"
        )
    told = [
        replace(kind, name=named.name, fields=dict(named.fields))
        for kind, named in zip(deck.kinds, names, strict=False)
    ]
    renamed = replace(deck, kinds=(*told, *deck.kinds[len(told) :]))
    return deck_of(renamed.to_json())


# --- names ----------------------------------------------------------------------------------------


def names_from(text: str, game: str) -> list[Named]:
    """Names from the command line itself or a file, with what else is said of each card. Raises BadDeck."""
    from companion.table.teaching.names import SUFFIXES, decoded, names_in

    suffix = Path(text).suffix.lower()
    if suffix not in SUFFIXES:
        return names_in(text, "", game, text or "--names")
    return names_in(decoded(_content(text), text), suffix, game, text)


def _content(path: str) -> bytes:
    from calibration.taught import BadDeck
    from companion.table.teaching.names import MOST_LIST_BYTES

    try:
        with Path(path).open("rb") as file:
            return file.read(MOST_LIST_BYTES + 1)
    except OSError as error:
        raise BadDeck(
            f"cannot read the list of names {path}: {error.strerror or error}; check its name"
        ) from error


# --- what a person reads --------------------------------------------------------------------------


def _told(
    game: str,
    out: str,
    deck: TaughtDeck,
    shots: Sequence[tuple[str, Pixels, list[Shown]]],
    told: Sequence[Sequence[Learnt]],
    near: Sequence[tuple[str, str]],
) -> dict[str, object]:
    return {
        "game": game,
        "out": out,
        "kinds": len(deck.kinds),
        "cards": sum(kind.copies for kind in deck.kinds),
        "photos": [
            {
                "photo": photo,
                "cards": [
                    {
                        "name": deck.kinds[one.kind].name,
                        "new": one.new,
                        "corners_px": [[round(float(v), 2) for v in corner] for corner in face.corners],
                    }
                    for face, one in zip(faces, learnt, strict=True)
                ],
            }
            for (photo, _, faces), learnt in zip(shots, told, strict=True)
        ],
        "alike": [list(pair) for pair in near],
    }


def _text(
    out: str,
    deck: TaughtDeck,
    shots: Sequence[tuple[str, Pixels, list[Shown]]],
    told: Sequence[Sequence[Learnt]],
    near: Sequence[tuple[str, str]],
) -> list[str]:
    lines = []
    for (photo, _, faces), learnt in zip(shots, told, strict=True):
        lines.append(f"{photo}: {so_many(len(faces), 'card')}")
        for number, (face, one) in enumerate(zip(faces, learnt, strict=True), 1):
            x, y = (round(float(v)) for v in face.corners.mean(0))
            lines.append(
                f"  {number:>2} {deck.kinds[one.kind].name}{'' if one.new else ' (known)'}  at {x},{y}"
            )
    lines += [
        f"Take care: {a} and {b} look so alike that they will often be unread; name copies of one kind alike, or "
        "show both from closer."
        for a, b in near
    ]
    lines.append(f"{so_many(len(deck.kinds), 'kind')} in {out}.")
    return lines


def _draw(
    targets: Sequence[Path | None],
    deck: TaughtDeck,
    shots: Sequence[tuple[str, Pixels, list[Shown]]],
    told: Sequence[Sequence[Learnt]],
) -> None:
    from vision.taught.draw import named_outlines

    for (_, pixels, faces), learnt, target in zip(shots, told, targets, strict=True):
        if target is not None:
            labels = [f"{n}: {deck.kinds[one.kind].name}" for n, one in enumerate(learnt, 1)]
            write_picture(target, named_outlines(pixels, [face.corners for face in faces], labels))
