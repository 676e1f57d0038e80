"""How far apart a deck's colours look: to most people, to colour-blind people, to a warm-lit webcam.

`python tests/printing/colour_vision.py` searches for the five colours anew, and prints the tables of
docs/printing.md for the deck's own and for those found.
Colours are sRGB in 0..1 with the channels on the last axis.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.rules.seeds import seed

Colours = NDArray[np.float64]

# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB.
DEFICIENCIES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = np.array(
    ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
)
WHITE = TO_XYZ.sum(axis=1)
# A 2700 K lamp before a camera balanced for daylight (D65), as gains in linear RGB.
LAMP_XY = (0.4599, 0.4106)
CONDITIONS = ("normal", *DEFICIENCIES, "2700 K")


def linear(colours: Colours) -> Colours:
    """sRGB to linear RGB."""
    return np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)


def lamp_gains() -> Colours:
    """What a white paper under the lamp gives in linear RGB, its brightest channel 1."""
    x, y = LAMP_XY
    light = np.linalg.solve(TO_XYZ, np.array([x / y, 1.0, (1 - x - y) / y]))
    return np.asarray(light / light.max())


def seen(colours: Colours, condition: str) -> Colours:
    """The colours as Lab (..., 3) under one of CONDITIONS."""
    light = linear(colours)
    if condition in DEFICIENCIES:
        light = np.clip(light @ np.array(DEFICIENCIES[condition]).T, 0, 1)
    elif condition == "2700 K":
        light = np.clip(light * lamp_gains(), 0, 1)
    f = np.clip(light @ TO_XYZ.T / WHITE, 0, None)
    f = np.where(f > 216 / 24389, np.cbrt(f), (24389 / 27 * f + 16) / 116)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1
    )


def ciede2000(one: Colours, two: Colours) -> Colours:
    """The CIEDE2000 difference of Lab colours; about 1 is just seen, 10 at a glance."""
    (l1, a1, b1), (l2, a2, b2) = np.moveaxis(one, -1, 0), np.moveaxis(two, -1, 0)
    mean_c7 = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * np.sqrt(mean_c7 / (mean_c7 + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    turn = np.where(grey, 0.0, (h2 - h1 + 180) % 360 - 180)
    d_l, d_c = l2 - l1, c2 - c1
    d_h = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn) / 2)
    l_bar, c_bar = (l1 + l2) / 2, (c1 + c2) / 2
    h_bar = np.where(grey, h1 + h2, (h1 + turn / 2) % 360)
    weight = (
        1
        - 0.17 * np.cos(np.radians(h_bar - 30))
        + 0.24 * np.cos(np.radians(2 * h_bar))
        + 0.32 * np.cos(np.radians(3 * h_bar + 6))
        - 0.20 * np.cos(np.radians(4 * h_bar - 63))
    )
    s_l = 1 + 0.015 * (l_bar - 50) ** 2 / np.sqrt(20 + (l_bar - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c_bar, 1 + 0.015 * c_bar * weight
    r_c = 2 * np.sqrt(c_bar**7 / (c_bar**7 + 25.0**7))
    r_t = -r_c * np.sin(np.radians(60 * np.exp(-(((h_bar - 275) / 25) ** 2))))
    return np.asarray(
        np.sqrt((d_l / s_l) ** 2 + (d_c / s_c) ** 2 + (d_h / s_h) ** 2 + r_t * (d_c / s_c) * (d_h / s_h))
    )


def distances(colours: Colours, condition: str) -> Colours:
    """All pairwise differences (n, n) of n colours under a condition."""
    lab = seen(colours, condition)
    return ciede2000(lab[:, None], lab[None])


def least(colours: Colours, condition: str) -> tuple[float, int, int]:
    """The smallest pairwise difference and the two colours it is between."""
    apart = distances(colours, condition) + np.diag(np.full(len(colours), np.inf))
    i, j = divmod(int(apart.argmin()), len(colours))
    return float(apart[i, j]), i, j


def from_hex(text: str) -> Colours:
    """`#rrggbb` as sRGB (3,)."""
    return np.array([int(text[k : k + 2], 16) / 255 for k in (1, 3, 5)])


# CIELAB hue in degrees, chroma and lightness within which people still say the word.
NAMES = {
    "blue": ((265, 292), (35, 80), (32, 62)),
    "red": ((25, 36), (58, 95), (38, 52)),
    "purple": ((312, 328), (35, 80), (22, 50)),
    "yellow": ((86, 97), (70, 95), (79, 88)),
    "green": ((138, 158), (38, 75), (42, 66)),
}
LIGHTNESS_APART = 6.0  # so that a picture without colour still tells neighbours in the list apart
PAPER_AND_INK = ("#ffffff", "#1c1b22")


def to_srgb(lch: Colours) -> Colours:
    """Lightness, chroma, hue in degrees (n, 3) as sRGB, outside 0..1 where no screen shows it."""
    lightness, chroma, hue = np.moveaxis(lch, -1, 0)
    y = (lightness + 16) / 116
    f = np.stack(
        [y + chroma * np.cos(np.radians(hue)) / 500, y, y - chroma * np.sin(np.radians(hue)) / 200], axis=-1
    )
    xyz = np.where(f > 6 / 29, f**3, (116 * f - 16) / (24389 / 27)) * WHITE
    light = xyz @ np.linalg.inv(TO_XYZ).T
    return np.asarray(
        np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)
    )


def score(colours: Colours) -> float:
    """The least difference of the five under all conditions; paper and ink count with three quarters."""
    everything = np.vstack([colours, [from_hex(text) for text in PAPER_AND_INK]])
    weight = np.ones((7, 7))
    weight[5:] = weight[:, 5:] = 4 / 3
    block = np.diag(np.full(7, np.inf))
    return min(float((distances(everything, c) * weight + block).min()) for c in CONDITIONS)


def search(rng: np.random.Generator, rounds: int) -> tuple[float, Colours]:
    """One hill climb within NAMES; score and colours (5, 3), rounded to what a hex code holds."""
    low = np.array([[lightness[0], chroma[0], hue[0]] for hue, chroma, lightness in NAMES.values()], float)
    high = np.array([[lightness[1], chroma[1], hue[1]] for hue, chroma, lightness in NAMES.values()], float)
    best, at = -1.0, (low + high) / 2
    for n in range(rounds):
        trial = rng.uniform(low, high) if n < rounds // 5 else at
        if n >= rounds // 5:
            spread = (high - low) * 0.15 * (1 - n / rounds)
            trial = np.clip(at + rng.normal(size=(5, 3)) * spread * (rng.random((5, 1)) < 0.5), low, high)
        shown = to_srgb(trial)
        apart = np.diff(np.sort(trial[:, 0])).min()
        if shown.min() < 0 or shown.max() > 1 or apart < LIGHTNESS_APART:
            continue
        got = score(np.round(shown * 255) / 255)
        if got > best:
            best, at = got, trial
    return best, np.round(to_srgb(at) * 255) / 255


def report(colours: dict[str, Colours]) -> None:
    """Print the colours and the least difference under each condition as Markdown."""
    names, values = list(colours), np.array(list(colours.values()))
    print(f"\nscore {score(values):.1f}\n\n| colour | sRGB | lightness |\n| --- | --- | --- |")
    for name, colour in colours.items():
        code = "".join(f"{round(v * 255):02x}" for v in colour)
        print(f"| {name} | `#{code}` | {seen(colour, 'normal')[0]:.0f} |")
    print("\n| seen by | least difference | between |\n| --- | --- | --- |")
    for condition in CONDITIONS:
        apart, i, j = least(values, condition)
        print(f"| {condition} | {apart:.1f} | {names[i]}, {names[j]} |")


def deck_colours() -> dict[str, Colours]:
    """The five colours that the deck has, by name."""
    rows = sorted(seed("zangle")["colours"], key=lambda row: row["triangles"])
    return {row["name"]: from_hex(row["srgb"]) for row in rows if row["triangles"]}


def main() -> None:
    """Print the deck's colours and the best that a search from several starts finds."""
    report(deck_colours())
    _, colours = max((search(np.random.default_rng(n), 6000) for n in range(6)), key=lambda pair: pair[0])
    report(dict(zip(NAMES, colours, strict=True)))


if __name__ == "__main__":
    main()
