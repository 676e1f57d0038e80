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

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Part(NamedTuple):
    """A part of the system: whether it is there, what brings it, and what it is for."""

    present: Callable[[], bool]
    packages: tuple[str, ...]
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
        ("libgl1", "libglib2.0-0"),
        "OpenCV cannot be loaded without it, so no photo can be read",
    ),
    "zbar": Part(
        lambda: ctypes.util.find_library("zbar") is not None or _loads("libzbar.so.0"),
        ("libzbar0",),
        "QR codes on set-up cards cannot be read without it",
    ),
    "chromium": Part(
        lambda: any(shutil.which(name) for name in CHROMIUMS),
        ("chromium",),
        "the tests of the page in a browser cannot run without it",
    ),
    "postgresql": Part(
        lambda: shutil.which("initdb") is not None or any(Path("/usr/lib/postgresql").glob("*/bin/initdb")),
        ("postgresql",),
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


def _install(packages: list[str]) -> None:
    privilege = _privilege()
    if shutil.which("apt-get") is None or privilege is None:
        return
    env = ["env", "DEBIAN_FRONTEND=noninteractive"]
    print(f"Installing {', '.join(packages)} (once)...", file=sys.stderr)
    update = [*privilege, *env, "apt-get", "update", "-qq"]
    install = [*privilege, *env, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    for command in (update, install):
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            last = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
            print(f"apt-get did not succeed: {last}", file=sys.stderr)


def main(names: list[str]) -> int:
    """Bring in what is missing of `names`; what stays missing is named in one sentence each, and gives 1."""
    missing = [name for name in names if not PARTS[name].present()]
    if missing:
        _install([package for name in missing for package in PARTS[name].packages])
    lacking = [name for name in missing if not PARTS[name].present()]
    for name in lacking:
        part = PARTS[name]
        packages = " ".join(part.packages)
        print(f"{name} is missing: {part.purpose}. Please install it (Debian: {packages}).", file=sys.stderr)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
