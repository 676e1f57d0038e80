"""A PostgreSQL server of the tests' own: a fresh cluster in a folder of its own, reached by a socket there."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Self

DEBIAN = Path("/usr/lib/postgresql")
UNPRIVILEGED = ("postgres", "nobody")


class NoPostgres(Exception):
    """There is no server to start here; says why."""


class Cluster:
    """A running server; `kill` stops it as a power cut would, `start` brings it back."""

    def __init__(self) -> None:
        self._programs = _programs()
        self._user = _user()
        # Beside the tests' own folders, which only their user may enter.
        self._home = Path(tempfile.mkdtemp(prefix="companion-pg-"))
        if self._user is not None:
            os.chown(self._home, self._user.pw_uid, self._user.pw_gid)
        self._data = self._home / "data"
        self._run("initdb", "-D", self._data, "-U", "companion", "-A", "trust", "-E", "UTF8", "--locale=C")
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://companion@/postgres?host={self._home}"

    def start(self) -> None:
        log = self._home / "log"
        options = f"-k {self._home} -c listen_addresses= -c shared_buffers=16MB"
        self._run("pg_ctl", "-D", self._data, "-l", log, "-o", options, "-w", "start")

    def kill(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.kill()
        finally:
            shutil.rmtree(self._home, ignore_errors=True)

    def _run(self, program: str, *arguments: str | Path) -> None:
        command: Sequence[str] = [str(self._programs / program), *map(str, arguments)]
        user = None if self._user is None else self._user.pw_uid
        group = None if self._user is None else self._user.pw_gid
        done = subprocess.run(
            command,
            user=user,
            group=group,
            extra_groups=None if user is None else [],
            cwd=self._home,
            env={"PATH": os.environ.get("PATH", ""), "HOME": str(self._home), "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            # The server inherits these, and a pipe would be read until it ends.
            stdout=subprocess.DEVNULL,
            stderr=(errors := (self._home / "errors").open("wb")),
            timeout=120,
        )
        errors.close()
        if done.returncode:
            said = (self._home / "errors").read_text(errors="replace").strip()
            raise RuntimeError(f"{program} gave {done.returncode}: {said}")


def _programs() -> Path:
    versions = (
        sorted(DEBIAN.glob("*/bin"), key=lambda path: float(path.parent.name)) if DEBIAN.is_dir() else []
    )
    places = [
        *reversed(versions),
        *([Path(found).resolve().parent] if (found := shutil.which("initdb")) else []),
    ]
    for place in places:
        if all((place / program).exists() for program in ("initdb", "pg_ctl", "postgres")):
            return place
    raise NoPostgres(
        "there is no PostgreSQL here, and apt could not install it: install Debian's package postgresql"
    )


def _user() -> pwd.struct_passwd | None:
    """Whom to be: the server refuses root. None where the tests are nobody special themselves."""
    if os.geteuid() != 0:
        return None
    for name in UNPRIVILEGED:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoPostgres("PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody")
