"""All benchmarks in one run: `python -m benchmarks` is `companion bench`."""

from __future__ import annotations

import sys

from companion.cli import main

if __name__ == "__main__":
    main(["bench", *sys.argv[1:]])
