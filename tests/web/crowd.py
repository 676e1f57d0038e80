"""A table full of players, some of them with long names, and what of their seats is out of place."""

from __future__ import annotations

NAMES = [
    "Maximiliane Oberhuber-Schweighofer",
    "Donaudampfschifffahrt",
    "Cem",
    "Dee",
    "Eva",
    "Fay",
    "Gus",
    "Hal",
]
OUT_OF_PLACE = """() => [...document.querySelectorAll(".seat")].flatMap((seat) => {
    const box = seat.getBoundingClientRect();
    const name = seat.querySelector(".name").getBoundingClientRect();
    const spills = [...seat.querySelectorAll(".chip, .points, .quiet")].filter((one) => one.checkVisibility()
        && one.getBoundingClientRect().right > box.right);
    return name.width < 24 || spills.length ? [seat.textContent] : [];
})"""
"""Evaluated in a page, the seats whose name is cut short to nothing or of which something spills over."""
