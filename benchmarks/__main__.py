"""All benchmarks in one run."""

from __future__ import annotations

import subprocess
import sys
import time

from benchmarks import judging, live, live_claim, live_page, photos, taught, tranglar


def main() -> None:
    """Print every table."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "companion.cli", "--help"], check=True, capture_output=True)
    print(f"{'companion --help':36} {(time.perf_counter() - start) * 1e3:.0f} ms")
    for room in (photos, judging, tranglar, live, live_page, live_claim, taught):
        print(f"\n{(room.__doc__ or '').strip().splitlines()[0]}")
        for name, value in room.rows():
            print(f"{name:36} {value}", flush=True)


if __name__ == "__main__":
    main()
