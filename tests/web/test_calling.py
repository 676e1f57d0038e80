"""Eight phones with clocks of their own call nearly at once, over a network that delays every message anew."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from companion.rules.errors import BadInput
from companion.table.happenings import LONGEST_NAME
from companion.table.zangle.calls import precedence
from companion.table.zangle.events import Call
from companion.web.calling import MOST_SAMPLES, call_from_json, clock_of

ROUNDS = 200
PHONES = 8
SPREAD_S = 0.02
JITTER_S = 0.08
DRIFT = 50e-6
"""A quartz clock may run as much too fast or too slow."""


@dataclass
class Phone:
    """A phone in virtual time. True time is the server's."""

    name: str
    offset_s: float
    drift: float
    random: Random
    samples: list[list[float]] = field(default_factory=list)

    def clock(self, true_s: float) -> float:
        """What it shows."""
        return true_s * (1 + self.drift) + self.offset_s

    def leg(self) -> float:
        """How long a message takes one way: some milliseconds at least, and up to the jitter."""
        return 0.002 + JITTER_S * self.random.random() ** 3

    def measure(self, true_s: float) -> None:
        """Ask for the time once."""
        received = true_s + self.leg()
        answered = received + 0.0005
        returned = answered + self.leg()
        self.samples.append([self.clock(true_s), received, answered, self.clock(returned)])
        del self.samples[:-MOST_SAMPLES]

    def call(self, true_s: float) -> Call:
        """Press at a true time; the message comes whenever it comes."""
        body = {"seat": self.name, "pressed_s": self.clock(true_s), "samples": self.samples}
        return call_from_json(body, now_s=true_s + 1.0, device=self.name)


@pytest.mark.parametrize("time", [10**400, -(10**400), True, "1", None])
def test_what_is_no_time_is_refused(time: object) -> None:
    with pytest.raises(BadInput, match="number of seconds"):
        clock_of([[0.0, 0.0, 0.0, time]])


def test_a_call_by_a_clock_that_is_hardly_known_forces_no_tie() -> None:
    def call(*, way_s: float, earlier_s: float = 0.0) -> Call:
        now_s = 1000.0
        sample = [
            now_s - earlier_s - 2 * way_s,
            now_s - earlier_s - way_s,
            now_s - earlier_s - way_s,
            now_s - earlier_s,
        ]
        return call_from_json(
            {"seat": "ann", "pressed_s": now_s, "samples": [sample]}, now_s=now_s, device="a"
        )

    assert call(way_s=0.9).uncertainty_s < 1
    for way_s, earlier_s in ((1.1, 0.0), (1e11, 0.0), (0.1, 6000.0)):
        with pytest.raises(BadInput, match=r"not known to 1 s: .* measured anew, so call again"):
            call(way_s=way_s, earlier_s=earlier_s)


@pytest.mark.parametrize("seed", range(3))
def test_the_true_first_wins_whenever_the_gap_exceeds_what_is_stated(seed: int) -> None:
    random = Random(seed)
    phones = [
        Phone(f"p{n}", random.uniform(-5, 5), random.uniform(-DRIFT, DRIFT), random) for n in range(PHONES)
    ]
    now_s = 10_000.0
    told = parted = 0
    for _ in range(ROUNDS):
        for phone in phones:
            for n in range(4):
                phone.measure(now_s + n)
        now_s += 10
        spread_s = random.choice((SPREAD_S, SPREAD_S, 0.3, 1.0))
        pressed = {phone.name: now_s + spread_s * random.random() for phone in phones}
        calls = [phone.call(pressed[phone.name]) for phone in phones]
        for call in calls:
            assert abs(call.at_s - pressed[call.seat]) <= call.uncertainty_s
        random.shuffle(calls)
        found = precedence(calls)
        first, second = sorted(pressed, key=pressed.__getitem__)[:2]
        gap_s = pressed[second] - pressed[first]
        if found.first is not None:
            told += 1
            assert found.first == first
        else:
            assert first in found.tied
        uncertain = sorted(call.uncertainty_s for call in calls)[-2:]
        # Both may be off by as much, and the measured gap by that again.
        if gap_s > 2 * max(0.05, sum(uncertain)):
            parted += 1
            assert found.first == first
    assert told >= parted > 0


def test_the_description_says_how_long_a_device_is_called_and_who_must_say_it() -> None:
    described = json.loads((Path(__file__).parents[2] / "static" / "openapi.json").read_text("utf-8"))
    body = described["paths"]["/api/call"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    device = body["properties"]["device"]
    assert (device["minLength"], device["maxLength"]) == (1, LONGEST_NAME)
    assert "The host has to say it" in device["description"]
    for name in (None, "", "x" * (LONGEST_NAME + 1)):
        with pytest.raises(BadInput, match=f"1 to {LONGEST_NAME} letters"):
            call_from_json({"seat": "ann", "pressed_s": 1.0, "device": name}, now_s=1.0, device=None)
    called = call_from_json(
        {"seat": "ann", "pressed_s": 1.0, "samples": [[0.9, 0.9, 0.9, 0.9]]}, now_s=1.0, device="ann"
    )
    assert called.device == "ann"
