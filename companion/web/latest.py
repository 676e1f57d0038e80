"""What many ask for and is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any


class Latest:
    """The newest of something that is costly to work out. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._of: object = None
        self._value: dict[str, Any] = {}

    def get(self, of: object, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The value of `of`, made where it is not the newest one."""
        with self._lock:
            if self._of != of:
                self._value = make()
                self._of = of
            return self._value
