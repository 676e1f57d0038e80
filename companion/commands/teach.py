"""The command `companion teach`: photo files and lists of names meet the recognition of taught cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True)
class _Shot:
    """A photo (h, w, 3) of cards that are taught, and what each of its faces is in the deck once that is learnt."""

    photo: str
    pixels: Pixels
    faces: list[Shown]
    learnt: tuple[Learnt, ...] = ()


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
    from calibration.taught import BadDeck, game_name, load_deck
    from vision.errors import BadPhoto
    from vision.taught.learn import alike, empty

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
            deck, shots = _taught(deck, _shots(photos, lens), given)
        else:
            deck, shots = _renamed(deck, given, out), []
        near = alike(deck)
        data = _usable(deck, out)
        _draw(targets, deck, shots)
        write_whole(file, data)
    except (BadDeck, BadPhoto) as error:
        raise Unusable(str(error)) from error
    if as_json:
        emit(_told(game, out, deck, shots, near))
    else:
        say("\n".join(_text(out, deck, shots, near)))
    return DONE


def _usable(deck: TaughtDeck, out: str) -> bytes:
    """The deck as its file has it. Raises BadDeck where it could not be read with, or not be read again."""
    from calibration.files import json_bytes
    from calibration.taught import MOST_FILE_BYTES, BadDeck
    from vision.taught.faces import FaceReader

    FaceReader(deck)
    data = json_bytes(deck.to_json())
    if len(data) > MOST_FILE_BYTES:
        raise BadDeck(
            f"the deck would be too large for {out} to be read again: teach fewer cards in one file"
        )
    return data


def _taught(
    deck: TaughtDeck, shots: Sequence[_Shot], names: list[Named] | None
) -> tuple[TaughtDeck, list[_Shot]]:
    """The deck with the photos' cards in it, and the photos with what was learnt of each."""
    from vision.taught.learn import learn

    known: list[_Shot] = []
    for shot, called in zip(shots, _in_order(names, shots), strict=True):
        deck, learnt = learn(deck, shot.faces, called)
        known.append(replace(shot, learnt=tuple(learnt)))
    return deck, known


def _shots(photos: Sequence[str], lens: str | None) -> list[_Shot]:
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
            shots.append(_Shot(photo, pixels, faces))
    except BadLens as error:
        raise BadDeck(str(error)) from error
    return shots


def _in_order(names: list[Named] | None, shots: Sequence[_Shot]) -> list[list[Named | None]]:
    """The names of each photo's cards."""
    from calibration.taught import BadDeck

    counts = [len(shot.faces) for shot in shots]
    if names is None:
        return [[None] * count for count in counts]
    if len(names) != sum(counts):
        found = ", ".join(f"{len(shot.faces)} in {shot.photo}" for shot in shots)
        raise BadDeck(
            f"there are {len(names)} names for {sum(counts)} cards ({found}): give a name for each, row by row from "
            "the top left; --draw without --names shows what is found"
        )
    left = iter(names)
    return [[next(left) for _ in range(count)] for count in counts]


def _renamed(deck: TaughtDeck, names: list[Named] | None, out: str) -> TaughtDeck:
    """The deck with its kinds named in their order, all or the first so many."""
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
    shots: Sequence[_Shot],
    near: Sequence[tuple[str, str]],
) -> dict[str, object]:
    return {
        "game": game,
        "out": out,
        "kinds": len(deck.kinds),
        "cards": sum(kind.copies for kind in deck.kinds),
        "photos": [
            {
                "photo": shot.photo,
                "cards": [
                    {
                        "name": deck.kinds[one.kind].name,
                        "new": one.new,
                        "corners_px": [[round(float(v), 2) for v in corner] for corner in face.corners],
                    }
                    for face, one in zip(shot.faces, shot.learnt, strict=True)
                ],
            }
            for shot in shots
        ],
        "alike": [list(pair) for pair in near],
    }


def _text(
    out: str,
    deck: TaughtDeck,
    shots: Sequence[_Shot],
    near: Sequence[tuple[str, str]],
) -> list[str]:
    lines = []
    for shot in shots:
        lines.append(f"{shot.photo}: {so_many(len(shot.faces), 'card')}")
        for number, (face, one) in enumerate(zip(shot.faces, shot.learnt, strict=True), 1):
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
    shots: Sequence[_Shot],
) -> None:
    from vision.taught.draw import named_outlines

    for shot, target in zip(shots, targets, strict=True):
        if target is not None:
            labels = [f"{n}: {deck.kinds[one.kind].name}" for n, one in enumerate(shot.learnt, 1)]
            corners = [face.corners for face in shot.faces]
            write_picture(target, named_outlines(shot.pixels, corners, labels))
