"""What the soak makes of its samples."""

from __future__ import annotations

from pathlib import Path
from random import Random

from benchmarks.soak import Sample, _write, read, slope, told


def samples(mb_an_hour: float, minutes: int = 120) -> list[Sample]:
    random = Random(4)
    return [
        Sample(
            60.0 * minute,
            round(150 + mb_an_hour * minute / 60 + random.uniform(-3, 3), 2),
            9 + minute % 2,
            11,
            900 * minute,
            6 * minute,
            4.0,
        )
        for minute in range(minutes)
    ]


def test_a_line_has_its_slope_and_no_error() -> None:
    rate, error = slope([0.0, 1.0, 2.0, 5.0], [3.0, 5.0, 7.0, 13.0])
    assert abs(rate - 2) < 1e-9
    assert error < 1e-9


def test_what_grows_is_said_to_grow_and_noise_is_not() -> None:
    memory = {rate: next(line for line in told(samples(rate)) if "memory" in line) for rate in (0.0, 9.0)}
    assert memory[0.0].endswith("does not grow")
    assert memory[9.0].endswith("GROWS")


def test_samples_are_read_back_and_drawn(tmp_path: Path) -> None:
    file, written = tmp_path / "soak.csv", samples(3.0, 20)
    for number in range(1, len(written) + 1):
        _write(file, written[:number])
    assert read(file) == written
    lines = list(told(written))
    assert sum("MB |" in line for line in lines) == 8
    assert list(told(written[:2])) == ["Too short to tell anything."]
