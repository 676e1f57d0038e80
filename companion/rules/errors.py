"""What the rules say of input that cannot be judged at all."""

from __future__ import annotations


class BadInput(ValueError):
    """Unusable input; the message is one sentence that says what to do."""
