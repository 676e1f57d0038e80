"""The tabletop companion: rules, printing, the table, its pages and the command."""

import os

# The matrices are small: a second BLAS thread waits for the first, and burns a core that the camera needs.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
