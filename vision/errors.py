"""What vision says of a file that cannot be read as a photo."""

from __future__ import annotations


class BadPhoto(ValueError):
    """Unusable photo or lens file; the message is one sentence that says what to do."""
