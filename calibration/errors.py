"""The one exception of calibration that is no lens file's."""

from __future__ import annotations


class CannotCalibrate(ValueError):
    """Photos or values that no calibration can be made of; the message is one sentence that says what to do."""
