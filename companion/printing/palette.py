"""One palette for all printed games, and a symbol for each colour, so that nobody depends on hue."""

from __future__ import annotations

from functools import lru_cache

from companion.printing.pen import INK
from companion.rules.seeds import seed

PAPER = "#ffffff"


@lru_cache(maxsize=1)
def colours() -> dict[str, str]:
    """sRGB by name: those of Zangle's shapes, which were chosen to stay apart for every eye."""
    return {row["name"]: row["srgb"] for row in seed("zangle")["colours"] if row["triangles"]}


def blended(colour: str, other: str, share: float) -> str:
    """A colour with a share (0 to 1) of another one mixed in."""
    mixed = (round(a + (b - a) * share) for a, b in zip(_channels(colour), _channels(other), strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def contrast(one: str, other: str) -> float:
    """How much two colours differ in light, from 1 to 21 (WCAG 2.2, contrast ratio)."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def legible_on(colour: str) -> str:
    """Paper or ink, whichever is read more easily on a colour."""
    return max((PAPER, INK), key=lambda over: contrast(over, colour))


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _luminance(colour: str) -> float:
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in _channels(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
