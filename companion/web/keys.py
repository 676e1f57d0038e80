"""Who may do what: the host's key, and one for each seat, which come as links and QR codes."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from companion.whole_files import put_whole

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Role:
    """What a request may do: all for the host, its own calls and claims for a seat, pictures for a camera."""

    host: bool = False
    seat: str | None = None
    camera: bool = False

    @property
    def known(self) -> bool:
        """Whether it may look at the table at all."""
        return self.host or self.camera or self.seat is not None


class Keys:
    """Keys made of one secret, so that they are the same after a restart; without a secret all are the host.

    A seat's key is for a name: who plays again under it need not scan again.
    """

    def __init__(self, secret: bytes | None) -> None:
        self._secret = secret

    @property
    def needed(self) -> bool:
        """Whether a key is asked for."""
        return self._secret is not None

    @property
    def host(self) -> str:
        """The host's key."""
        return self._key("host")

    @property
    def camera(self) -> str:
        """The key of a phone that is the camera."""
        return self._key("camera")

    def seat(self, name: str) -> str:
        """The key of a seat."""
        return self._key(f"seat {name}")

    def holds(self, name: str, shown: Iterable[str]) -> bool:
        """Whether one of these keys is that name's, whoever plays."""
        return self.needed and any(
            hmac.compare_digest(key.encode(), self.seat(name).encode()) for key in shown
        )

    def role(self, shown: Iterable[str], names: Iterable[str]) -> Role:
        """What those who show these keys may do at a table with these names."""
        if not self.needed:
            return Role(host=True)
        keys = [key.encode() for key in shown]
        host = any(hmac.compare_digest(key, self.host.encode()) for key in keys)
        seats = [name for name in names for key in keys if hmac.compare_digest(key, self.seat(name).encode())]
        camera = any(hmac.compare_digest(key, self.camera.encode()) for key in keys)
        return Role(host, seats[0] if seats else None, camera)

    def _key(self, what: str) -> str:
        if self._secret is None:
            return ""
        return hmac.new(self._secret, what.encode(), sha256).hexdigest()[:32]


def kept_secret(file: Path) -> bytes:
    """The secret kept in a file that only its owner can read; a new one where there is none yet.

    Where nothing can be kept it is good until the server ends.
    """
    try:
        kept = bytes.fromhex(file.read_text(encoding="ascii"))
        if len(kept) == SECRET_BYTES:
            return kept
    except (OSError, ValueError):
        pass
    new = secrets.token_bytes(SECRET_BYTES)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        put_whole(file, new.hex().encode(), mode=0o600)
    return new
