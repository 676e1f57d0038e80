"""What a person calls a source of frames: a device number, a file, a folder, an address, the phone."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp"})
VIDEOS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mjpg", ".mjpeg"})


class BadSource(ValueError):
    """No frames can come from there; the message is one sentence that says what to do."""


class Kind(Enum):
    """What frames come from."""

    DEVICE = "device"
    VIDEO = "video"
    FOLDER = "folder"
    STREAM = "stream"
    PHONE = "phone"


@dataclass(frozen=True, slots=True)
class SourceName:
    """A source as a person named it."""

    kind: Kind
    where: str
    called: str | None = None
    """How sentences call it, where not by what a person named."""

    @property
    def shown(self) -> str:
        """For sentences; without what an address may hold of a password."""
        if self.called is not None:
            return self.called
        if self.kind is Kind.DEVICE:
            return f"camera {self.where}"
        if self.kind is Kind.PHONE:
            return "the phone"
        return re.sub(r"//[^/@]*@", "//", self.where) if self.kind is Kind.STREAM else self.where

    @property
    def remedy(self) -> str:
        """What to do where it sends no picture, within a sentence."""
        return "keep its page open and its screen on" if self.kind is Kind.PHONE else "check its cable"

    @property
    def restart(self) -> str:
        """What to do where its picture stands still, within a sentence."""
        again = {Kind.DEVICE: "unplug it and plug it in again", Kind.PHONE: "load its page anew"}
        return again.get(self.kind, "start it anew")


def named(text: str) -> SourceName:
    """What a person calls a source: a device number, a file, a folder, an address. Raises BadSource."""
    text = text.strip()
    if text.lower() == Kind.PHONE.value:
        return SourceName(Kind.PHONE, text.lower())
    if re.fullmatch(r"\d{1,3}", text):
        return SourceName(Kind.DEVICE, str(int(text)))
    if match := re.match(r"([a-zA-Z][a-zA-Z0-9+.-]*)://", text):
        if match[1].lower() not in ("http", "https", "rtsp", "rtsps"):
            raise BadSource(f"{text[:200]}: streams come by http, https or rtsp; check the address.")
        return SourceName(Kind.STREAM, text)
    path = Path(text)
    try:
        is_folder, is_file = bool(text) and path.is_dir(), path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        is_folder = is_file = False
    if is_folder:
        return SourceName(Kind.FOLDER, text)
    if is_file:
        if path.suffix.lower() in PICTURES:
            raise BadSource(f"{text} is one photo: name the folder that it lies in, or a video file.")
        return SourceName(Kind.VIDEO, text)
    if path.suffix.lower() in VIDEOS or not text or os.sep in text:
        shown = text[:200] or "A source without a name"
        raise BadSource(f"{shown}: there is no such file or folder, check the name.")
    raise BadSource(
        f"{text[:200]} is no camera: name a device number such as 0, a video file, a folder of photos, "
        "or an http or rtsp address."
    )


def devices() -> tuple[int, ...]:
    """The numbers of the cameras of this computer; where the system does not list them, 0 and 1 are as good a guess."""
    listed = Path("/sys/class/video4linux")
    if listed.is_dir():
        found = (re.fullmatch(r"video(\d+)", path.name) for path in listed.iterdir())
        return tuple(sorted(int(match[1]) for match in found if match))
    return () if os.name == "posix" and os.uname().sysname == "Linux" else (0, 1)
