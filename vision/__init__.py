"""Pixels to sightings: markers, card outlines and printed shapes. Knows no rule and no player."""

import os

# The matrices are small: a second BLAS thread waits for the first, and burns a core that the camera needs.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
