"""What the rules say of input that cannot be judged at all."""

from __future__ import annotations


class BadInput(ValueError):  # noqa: N818 - named for what a person gave, not for Python's sake
    """Unusable input; the message is one sentence that says what to do."""
