"""Install system libraries that are missing, by apt, as root or with sudo; where that fails, say so and go on.

Called by the Makefile: python .ci/system.py opengl zbar chromium postgresql
Uses nothing outside the standard library, since it runs before anything is installed.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


class Part(NamedTuple):
    """A part of the system: whether it is there, what brings it (the first that can be had), and what it is for."""

    present: Callable[[], bool]
    packages: tuple[tuple[str, ...], ...]
    purpose: str


def _loads(*names: str) -> bool:
    try:
        for name in names:
            ctypes.CDLL(name)
    except OSError:
        return False
    return True


PARTS = {
    "opengl": Part(
        lambda: sys.platform != "linux" or _loads("libGL.so.1", "libgthread-2.0.so.0"),
        (("libgl1", "libglib2.0-0"),),
        "OpenCV cannot be loaded without it, so no photo can be read",
    ),
    "zbar": Part(
        lambda: ctypes.util.find_library("zbar") is not None or _loads("libzbar.so.0"),
        (("libzbar0",),),
        "some QR codes of printed places are read with it alone",
    ),
    "chromium": Part(
        lambda: any(shutil.which(name) for name in CHROMIUMS),
        # The shell opens a page in two fifths of the processor's time.
        (("chromium-headless-shell",), ("chromium",)),
        "the tests of the page in a browser cannot run without it",
    ),
    "postgresql": Part(
        lambda: shutil.which("initdb") is not None or any(Path("/usr/lib/postgresql").glob("*/bin/initdb")),
        (("postgresql",),),
        "the tests of logs kept in PostgreSQL are left out without it",
    ),
}


def _privilege() -> list[str] | None:
    """Return what to put before a command that needs root, or None where there is no way."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    may = subprocess.run(["sudo", "-n", "true"], check=False, capture_output=True).returncode == 0
    return ["sudo", "-n"] if may else None


def _apt() -> Callable[..., None] | None:
    """What runs apt-get with some arguments, or None where it cannot install anything."""
    privilege = _privilege()
    if shutil.which("apt-get") is None or privilege is None:
        return None

    def run(*arguments: str) -> None:
        command = [*privilege, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *arguments]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            last = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
            print(f"apt-get did not succeed: {last}", file=sys.stderr)

    return run


def _install(missing: list[str]) -> None:
    apt = _apt()
    if apt is None:
        return
    print(f"Installing what {', '.join(missing)} needs (once)...", file=sys.stderr)
    apt("update", "-qq")
    for name in missing:
        for packages in PARTS[name].packages:
            if not PARTS[name].present():
                apt("install", "-y", "-qq", "--no-install-recommends", *packages)


def main(names: list[str]) -> int:
    """Bring in what is missing of `names`; what stays missing is named in one sentence each, and gives 1."""
    missing = [name for name in names if not PARTS[name].present()]
    if missing:
        _install(missing)
    lacking = [name for name in missing if not PARTS[name].present()]
    for name in lacking:
        part = PARTS[name]
        packages = ", or ".join(" ".join(together) for together in part.packages)
        print(f"{name} is missing: {part.purpose}. Please install it (Debian: {packages}).", file=sys.stderr)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
