"""Who was first, and how well clocks are known, against truths that the code is not told."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.rules.errors import BadInput
from companion.table.clock import Clock, Sample
from companion.table.zangle.calls import BAND_S, precedence


@dataclass(frozen=True)
class Heard:
    seat: str
    at_s: float
    uncertainty_s: float = 0.0
    device: str = ""


def heard(seat: str, at_s: float, uncertainty_s: float = 0.0, device: str | None = None) -> Heard:
    return Heard(seat, at_s, uncertainty_s, seat if device is None else device)


def test_the_earlier_call_holds_with_its_margin() -> None:
    found = precedence([heard("ben", 1.2), heard("ann", 1.0)])
    assert (found.first, found.tied) == ("ann", ())
    assert found.margin_s == pytest.approx(0.2)
    assert found.band_s == BAND_S == 0.05


def test_one_call_alone_has_no_margin() -> None:
    assert precedence([heard("ann", 1.0, 9.0)]) == precedence([heard("ann", 2.0)])
    with pytest.raises(ValueError, match="nobody called"):
        precedence([])


@pytest.mark.parametrize(("apart_s", "first"), [(0.049, None), (0.051, "ann")])
def test_two_devices_are_never_parted_below_the_band(apart_s: float, first: str | None) -> None:
    assert precedence([heard("ann", 1.0), heard("ben", 1.0 + apart_s)]).first == first


def test_uncertainties_add_up() -> None:
    calls = [heard("ann", 1.0, 0.06), heard("ben", 1.1, 0.05)]
    assert precedence(calls).tied == ("ann", "ben")
    assert precedence([*calls[:1], heard("ben", 1.12, 0.05)]).first == "ann"


def test_one_keyboard_has_no_band() -> None:
    board = [heard("ann", 1.0, 0.5, "board"), heard("ben", 1.000001, 0.5, "board")]
    assert precedence(board).first == "ann"
    assert precedence([board[0], heard("ben", 1.0, 0.5, "board")]).tied == ("ann", "ben")


def test_only_who_may_have_been_first_is_in_the_tie() -> None:
    calls = [heard("ann", 1.0, 0, "board"), heard("ben", 1.01, 0, "board"), heard("cem", 1.02)]
    assert precedence(calls).tied == ("ann", "cem")


CALLS = st.lists(
    st.builds(
        Heard,
        st.uuids().map(str),
        st.floats(0, 0.3),
        st.floats(0, 0.1),
        st.sampled_from(["board", "a", "b", "c"]),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda call: call.seat,
)


@given(calls=CALLS, data=st.data())
def test_the_answer_is_that_of_comparing_every_pair(calls: list[Heard], data: st.DataObject) -> None:
    def beaten(call: Heard) -> bool:
        for other in calls:
            needed = (
                0.0 if other.device == call.device else max(0.05, other.uncertainty_s + call.uncertainty_s)
            )
            if call.at_s - other.at_s > needed:
                return True
        return False

    unbeaten = {call.seat for call in calls if not beaten(call)}
    found = precedence(data.draw(st.permutations(calls)))
    assert ({found.first} if found.first else set(found.tied)) == unbeaten
    assert (found.first is None) == (len(unbeaten) > 1)
    assert found == precedence(calls)
    assert (found.margin_s is None) == (len(calls) == 1)


@given(calls=CALLS, data=st.data())
def test_who_is_named_first_was_first_whatever_the_clocks_true_errors_are(
    calls: list[Heard], data: st.DataObject
) -> None:
    error_s = {}
    for device in {call.device for call in calls}:
        least = min(call.uncertainty_s for call in calls if call.device == device)
        error_s[device] = data.draw(st.floats(-least, least))
    truth = {call.seat: call.at_s + error_s[call.device] for call in calls}
    found = precedence(calls)
    if found.first is not None:
        assert truth[found.first] <= min(truth.values()) + 1e-12


# --- clocks ---------------------------------------------------------------------------------------

EXCHANGES = st.lists(
    st.tuples(
        st.floats(0.05, 30),  # the wait before it
        st.floats(0.0001, 0.08),  # the way there
        st.floats(0, 0.02),  # the server's own time
        st.floats(0.0001, 0.08),  # the way back
    ),
    min_size=1,
    max_size=30,
)


def measured(
    exchanges: list[tuple[float, float, float, float]], offset_s: float, drift: float
) -> tuple[Clock, float, float]:
    """The clock after some exchanges, the device's time then, and the true offset then."""
    clock, server_s = Clock(), 1000.0

    def device(at_s: float) -> float:
        return round((at_s - 1000.0) * (1 + drift) + 1000.0 - offset_s, 3)

    for wait_s, there_s, within_s, back_s in exchanges:
        asked_s = server_s + wait_s
        received_s = asked_s + there_s
        answered_s = received_s + within_s
        server_s = answered_s + back_s
        clock = clock.add(
            Sample(device(asked_s), received_s, answered_s, max(device(server_s), device(asked_s)))
        )
    return clock, device(server_s), server_s - ((server_s - 1000.0) * (1 + drift) + 1000.0 - offset_s)


@given(exchanges=EXCHANGES, offset_s=st.floats(-100, 100), drift=st.floats(-50e-6, 50e-6))
@example(exchanges=[(1.0, 0.08, 0.0, 0.0001)] * 5, offset_s=3.0, drift=0.0)
def test_the_truth_lies_within_the_stated_uncertainty(
    exchanges: list[tuple[float, float, float, float]], offset_s: float, drift: float
) -> None:
    clock, device_s, true_s = measured(exchanges, offset_s, drift)
    assert abs(clock.offset_s - true_s) <= clock.uncertainty_s
    assert clock.uncertainty_s == clock.uncertainty_at(device_s) < clock.uncertainty_at(device_s + 60)
    assert clock.restarts == 0
    assert abs(clock.server_s(device_s) - (device_s + true_s)) <= clock.uncertainty_s


@given(exchanges=EXCHANGES, offset_s=st.floats(-100, 100))
def test_the_uncertainty_is_at_most_that_of_the_quickest_exchange_and_its_age(
    exchanges: list[tuple[float, float, float, float]], offset_s: float
) -> None:
    clock, _, _ = measured(exchanges, offset_s, 0.0)
    quickest = min(there_s + back_s for _, there_s, _, back_s in exchanges) / 2
    lasted_s = sum(map(sum, exchanges))
    assert clock.uncertainty_s <= quickest + 0.003 + clock.drift * lasted_s


@given(exchanges=EXCHANGES, set_by_s=st.sampled_from([-3600.0, -5.0, 5.0, 3600.0]))
def test_a_clock_that_was_set_is_measured_anew(
    exchanges: list[tuple[float, float, float, float]], set_by_s: float
) -> None:
    clock, device_s, true_s = measured(exchanges, 2.0, 0.0)
    asked_s = device_s + 1 + set_by_s
    server_s = device_s + 1 + true_s
    clock = clock.add(Sample(asked_s, server_s + 0.01, server_s + 0.01, asked_s + 0.02))
    assert clock.restarts == 1
    assert abs(clock.offset_s - (true_s - set_by_s)) <= clock.uncertainty_s


def test_an_unmeasured_clock_is_wholly_uncertain() -> None:
    assert isinf(Clock().uncertainty_s)
    assert isinf(Clock().uncertainty_at(1.0))
    assert Clock().server_s(5.0) == 5.0


@pytest.mark.parametrize(
    "times",
    [
        (2.0, 0.0, 0.0, 1.0),
        (0.0, 1.0, 0.5, 2.0),
        (0.0, inf, 0.0, 1.0),
        (-inf, 0.0, 0.0, 1.0),
        (float("nan"), 0, 0, 0),
    ],
)
def test_a_measurement_that_cannot_be_is_refused(times: tuple[float, float, float, float]) -> None:
    with pytest.raises(BadInput, match="measurement of a clock"):
        Sample(*times)
