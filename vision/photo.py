"""A picture file to an upright 8-bit colour image, or one sentence that says what to do."""

from __future__ import annotations

import io
import warnings
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from calibration.files import read_at_most
from vision.errors import BadPhoto

Pixels = NDArray[np.uint8]
"""A picture (h, w, 3), blue, green and red in sRGB, where nothing else is said."""

MIN_SIDE_PX = 120
MAX_PIXELS = 120_000_000
"""Beyond the largest phone sensors; a picture of 20000 x 20000 would take 1.2 GB only to hold."""

MAX_FILE_BYTES = 800_000_000
"""As many pixels without any compression, at 16 bits a colour, are no more."""

_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"}


def load_photo(path: Path | str) -> Pixels:
    """The picture of a file as (height, width, 3) uint8, blue-green-red, turned upright by its EXIF tag.

    Raises BadPhoto: missing, empty, truncated, no picture, too small or too large.
    """
    if path == "":
        raise BadPhoto("the name of a photo is empty: name a file")
    path = Path(path)
    try:
        data = read_at_most(path, MAX_FILE_BYTES)
    except FileNotFoundError as error:
        raise BadPhoto(f"{path}: there is no such file, check the name") from error
    except IsADirectoryError as error:
        raise BadPhoto(f"{path} is a folder: name the photos in it one by one") from error
    except OSError as error:
        raise BadPhoto(
            f"{path} cannot be read: {error.strerror or error}; check its name, and that you may read it"
        ) from error
    return load_photo_bytes(data, str(path))


def load_photo_bytes(data: bytes, name: str, most_pixels: int = MAX_PIXELS) -> Pixels:
    """The same for a picture that is already in memory, of so many pixels at most; `name` is used in sentences only."""
    if not data:
        raise BadPhoto(f"{name} is empty: take or copy the photo again")
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS and not _reads_heif():
        raise BadPhoto(
            f"{name} is a HEIC picture, which cannot be read here: save it as JPEG "
            "(on an iPhone: Settings, Camera, Formats, Most Compatible), or install tabletop-companion[heic]"
        )
    try:
        with warnings.catch_warnings():
            # The size is judged below, by our own limit and in our own words, and damage that can be read past is none.
            warnings.simplefilter("ignore")
            return _upright(data, name, most_pixels)
    except (UnidentifiedImageError, Image.DecompressionBombError) as error:
        if isinstance(error, Image.DecompressionBombError):
            raise BadPhoto(_too_large(name, most_pixels)) from error
        raise BadPhoto(f"{name} is not a picture that can be read: use a JPEG, PNG or WebP photo") from error
    except (
        OSError,
        RuntimeError,
        SyntaxError,
        ValueError,
        EOFError,
        MemoryError,
        IndexError,
        KeyError,
        TypeError,
    ) as error:
        if isinstance(error, BadPhoto):
            raise
        raise BadPhoto(f"{name} is damaged or cut short: take or copy the photo again") from error


@cache
def _reads_heif() -> bool:
    """Whether the library of the extra `heic` is there; its wheels hold a GPL encoder, so nobody has to have it."""
    try:
        pillow_heif = import_module("pillow_heif")
    except ImportError:
        return False
    # What lies beside the picture in its file is not looked at.
    pillow_heif.register_heif_opener(thumbnails=False, depth_images=False, aux_images=False)
    return True


def _too_large(name: str, most_pixels: int) -> str:
    return f"{name} has more than {most_pixels // 1_000_000} megapixels: make it smaller, 12 are plenty"


def _upright(data: bytes, name: str, most_pixels: int) -> Pixels:
    with Image.open(io.BytesIO(data)) as picture:
        width, height = picture.size
        if width * height > most_pixels:
            raise BadPhoto(_too_large(name, most_pixels))
        if min(width, height) < MIN_SIDE_PX:
            raise BadPhoto(
                f"{name} is only {width} x {height} pixels: a photo of cards needs at least "
                f"{MIN_SIDE_PX} on its shorter side"
            )
        picture.load()
        turned = ImageOps.exif_transpose(picture)
        rgb = np.asarray(_as_rgb(turned))
    return np.ascontiguousarray(rgb[..., ::-1])


def _as_rgb(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I;16") or picture.mode in ("I", "F"):
        deep = np.asarray(picture, dtype=np.float64)
        # 16-bit pictures are held as integers: take the range that the values themselves use.
        top = 65535.0 if picture.mode != "F" or deep.max() > 1 else 1.0
        return Image.fromarray(np.clip(deep * (255.0 / top), 0, 255).astype(np.uint8)).convert("RGB")
    if picture.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info:
        layered = picture.convert("RGBA")
        paper = Image.new("RGBA", layered.size, "white")
        return Image.alpha_composite(paper, layered).convert("RGB")
    return picture.convert("RGB")
