"""Cards with a marker in two opposite corners: what the seed says of them, and their place on the face."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.printing.edition import Draw, Edition, Thing
from companion.printing.palette import PAPER
from companion.printing.pen import Pen, Xy
from companion.rules.errors import BadInput
from companion.rules.seeds import seed

CORNER_MM, RIM_MM, BACK_CORNER_MM = 3.0, 3.5, 1.5


@dataclass(frozen=True, slots=True)
class CardStyle:
    """What all faces of a printed deck share; lengths in millimetres."""

    size_mm: Xy
    family: str
    marker_mm: float
    inset_mm: float
    first_marker: int

    @classmethod
    def of(cls, game: str) -> CardStyle:
        """What `[face]` and `[markers]` of a game's seed say."""
        face, markers = seed(game)["face"], seed(game)["markers"]
        return cls(
            (float(face["width_mm"]), float(face["height_mm"])),
            markers["family"],
            float(markers["size_mm"]),
            float(markers["inset_mm"]),
            int(markers["first_marker"]),
        )

    def markers(self, index: int) -> list[dict[str, Any]]:
        """Those of the deck's card number `index`, from 0: top left and bottom right, as the manifest has them."""
        (width, height), size, near = self.size_mm, self.marker_mm, self.inset_mm
        far = near + size
        corners = ((near, near), (width - far, height - far))
        return [
            {
                "id": self.first_marker + 2 * index + place,
                "corners_mm": [[x, y], [x + size, y], [x + size, y + size], [x, y + size]],
            }
            for place, (x, y) in enumerate(corners)
        ]

    def draw_paper(self, pen: Pen) -> None:
        """The white card itself."""
        pen.round_rectangle((0.0, 0.0), self.size_mm, CORNER_MM, PAPER)

    def draw_markers(self, pen: Pen, index: int) -> None:
        """Both markers of a card."""
        for marker in self.markers(index):
            x, y = marker["corners_mm"][0]
            pen.marker((x, y), self.marker_mm, self.family, marker["id"])

    def draw_back_ground(self, pen: Pen, colour: str) -> tuple[float, float, float, float]:
        """A card's back but for its pattern: a white rim, which forgives a slipped duplex page. The ground's box."""
        width, height = self.size_mm
        self.draw_paper(pen)
        ground = (width - 2 * RIM_MM, height - 2 * RIM_MM)
        pen.round_rectangle((RIM_MM, RIM_MM), ground, BACK_CORNER_MM, colour)
        return RIM_MM, RIM_MM, width - RIM_MM, height - RIM_MM

    def edition(
        self, game: str, profile: str | None, things: Iterable[Thing], back: Draw, *, plain: bool
    ) -> Edition:
        """The one deck of a game, `plain` without markers. Raises BadInput for a profile, of which there is none."""
        if profile is not None:
            raise BadInput(f"The game {game} has no profiles: leave --profile {profile} out.")
        return Edition(
            game=game,
            profile=None,
            size_mm=self.size_mm,
            corner_mm=CORNER_MM,
            things=tuple(things),
            back=back,
            facts={"marker_family": None if plain else self.family},
        )
