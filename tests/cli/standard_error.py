"""What a command says on standard error."""

from __future__ import annotations

from tests.conftest import Ran


def complaints(ran: Ran) -> list[str]:
    """What was said on standard error beside how far the work is."""
    return [line for line in ran.err.splitlines() if not line.startswith("photos: ")]
