"""What is said of a source, and when it is opened anew: against a naive twin, the clock passed in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vision.live.health import Flow, Health, HealthConfig
from vision.live.source_name import Kind, SourceName

CONFIG = HealthConfig()


@given(
    st.lists(
        st.tuples(st.sampled_from(["frame", "again", "fail", "open", "wait"]), st.floats(0, 9)), max_size=40
    )
)
def test_it_says_what_the_times_say(happenings: list[tuple[str, float]]) -> None:
    health, now, last_frame, begun, is_open = Health(0.0), 0.0, None, 0.0, False
    last_came = None
    for what, passed in happenings:
        now += passed
        if what == "open" and health.to_open(now):
            health, begun, is_open = health.opened(now), now, True
        elif what == "frame" and is_open:
            health, last_frame, last_came = health.framed(now), now, now
        elif what == "again" and is_open and last_frame is not None:
            health, last_came = health.repeated(now), now
        elif what == "fail" and is_open:
            health, is_open = health.failed(now, "It is gone."), False
        flow = health.flow(now)
        if last_frame is not None and last_came is not None:
            frozen = now - last_came < 2 and now - last_frame >= 4
            assert health.frozen(now) == frozen
            assert (flow is Flow.LIVE) == (now - last_came < 2 and not frozen)
            assert (flow is Flow.LOST) == (flow is not Flow.LIVE and not is_open)
            assert health.age_s(now) == now - last_frame
        silent = now - max(begun, last_frame if last_frame is not None else begun)
        assert health.to_give_up(now) == (is_open and silent >= 20)
        assert health.says(now, "camera 0").count("\n") == 0
        says = health.says(now, "camera 0")
        assert "camera 0" in says.lower() or (says == health.why and flow is Flow.LOST)


def test_waits_grow_and_begin_small_again_after_a_frame() -> None:
    health, now, waits = Health(0.0), 0.0, []
    for _ in range(8):
        health = health.opened(now).failed(now, "no")
        waits.append(health.again_s - now)
        assert not health.to_open(now)
        now = health.again_s
        assert health.to_open(now)
    assert waits == sorted(waits)
    assert waits[0] == CONFIG.first_wait_s
    assert waits[-1] == CONFIG.longest_wait_s
    again = health.opened(now).framed(now).failed(now, "no")
    assert again.again_s - now == CONFIG.first_wait_s


def test_a_stall_is_told_after_two_seconds_and_given_up_after_twenty() -> None:
    health = Health(0.0).opened(0.0).framed(1.0)
    assert health.flow(2.9) is Flow.LIVE
    assert health.flow(3.0) is Flow.STALLED
    assert "2 s" in health.says(3.0, "camera 0")
    phone = SourceName(Kind.PHONE, "phone")
    assert health.says(3.0, phone.shown, phone.remedy) == (
        "No picture from the phone for 2 s: keep its page open and its screen on; the game goes on by hand."
    )
    assert not health.to_give_up(20.9)
    assert health.to_give_up(21.0)


def test_one_picture_that_comes_again_and_again_is_told_and_given_up() -> None:
    health = Health(0.0).opened(0.0).framed(1.0)
    for tenth in range(1, 400):
        now = 1.0 + tenth / 10
        health = health.repeated(now)
        assert health.passes_on(now) == (now - 1.0 < CONFIG.repeats_s)
        assert health.flow(now) is (Flow.LIVE if now - 1.0 < CONFIG.frozen_s else Flow.STALLED)
        assert health.to_give_up(now) == (now - 1.0 >= CONFIG.reopen_s)
    phone = SourceName(Kind.PHONE, "phone")
    assert health.says(40.9, phone.shown, phone.remedy, phone.restart) == (
        "The phone has sent the same picture for 40 s: load its page anew; the game goes on by hand."
    )
    # Silent by now, it is not that which is said.
    assert "No picture from the phone" in health.says(43.0, phone.shown, phone.remedy, phone.restart)
    assert health.framed(43.0).flow(43.0) is Flow.LIVE
