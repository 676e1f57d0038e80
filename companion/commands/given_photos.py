"""Photos as the commands `see` and `photo` are given them: one read after the other, each told of and drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from companion.commands.photo_text import drawings, write_picture
from companion.commands.saying import (
    DONE,
    PROFILES,
    UNUSABLE,
    Command,
    Unusable,
    complain,
    counted,
    emit,
    json_option,
    say,
    unexpected,
)

if TYPE_CHECKING:
    from calibration.lens import Lens
    from vision.photo import Pixels

SEEN = ("zangle", "tranglar", "zigity", "zont", "zigzaggle")
MARKED = ("zigity", "zont", "zigzaggle")
"""Games whose printed parts are read by their markers."""
NO_PROFILE = "--profile is Zangle's, and not for a deck that was taught: leave it out."


def photo_options(command: Command) -> Command:
    """Give a command what both take: photos, the deck's profile, a lens, a picture to draw, `--json`."""
    for option in (
        click.argument("photos", metavar="PHOTO...", nargs=-1, required=True),
        click.option("--profile", type=click.Choice(PROFILES), help="The deck's shapes; read off the cards."),
        click.option("--lens", metavar="FILE", help="A lens file of the camera; none is needed."),
        click.option("--draw", metavar="OUT.png", help="The annotated picture (of several: OUT-1.png ...)."),
    ):
        command = option(command)
    return json_option(command)


@dataclass(frozen=True, slots=True)
class GivenPhotos:
    """The photos of one command, and how it answers."""

    photos: Sequence[str]
    targets: Sequence[Path | None]
    """Where the picture of each photo is drawn, if anywhere."""
    lens: Lens | None
    as_json: bool

    @classmethod
    def of(
        cls, photos: Sequence[str], lens: str | None, draw: str | None, as_json: bool, *read: str | None
    ) -> Self:
        """`read` are the other files that the command reads, which no picture may take the place of.

        Raises Unusable for a picture that cannot be drawn there, and for a lens file that cannot be used.
        """
        targets = drawings(draw, photos, lens, *read)
        return cls(photos, targets, _lens(lens), as_json)

    def each(self, one: Callable[[str, Pixels, Path | None], int]) -> int:
        """Do `one` for every photo and its picture; a bad photo is named on standard error and the others go on.

        The exit status is the highest of all.
        """
        from calibration.lens import BadLens
        from companion.rules.errors import BadInput
        from vision.errors import BadPhoto
        from vision.photo import load_photo

        status = DONE
        for photo, photo_out in counted(list(zip(self.photos, self.targets, strict=True)), "photos"):
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

    def tell(self, told: Mapping[str, Any], text: Sequence[str]) -> None:
        """Say what was found: as JSON, or in lines for a person."""
        emit(told) if self.as_json else say("\n".join(text))


def draw_to(target: Path | None, picture: Callable[[], Pixels]) -> None:
    """Draw a picture where one is asked for. Raises Unusable where it cannot be written: tell what was seen first."""
    if target is not None:
        write_picture(target, picture())


def _lens(path: str | None) -> Lens | None:
    if path is None:
        return None
    from calibration.lens import BadLens, load_lens

    try:
        return load_lens(path)
    except BadLens as error:
        raise Unusable(str(error)) from error
