"""Frames that vote."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vision.live.votes import ENOUGH_BITS, FRAME_BITS, Votes

HEARD = st.lists(st.tuples(st.sampled_from("abc"), st.floats(0, 1)), max_size=12)


def told(heard: list[tuple[str, float]]) -> Votes:
    votes = Votes()
    for name, confidence in heard:
        votes = votes.heard(name, confidence)
    return votes


@given(HEARD)
def test_the_decided_one_leads_by_enough(heard: list[tuple[str, float]]) -> None:
    votes = told(heard)
    bits = dict(votes.bits)
    if votes.decided is not None:
        assert votes.decided == votes.leader
        others = [one for name, one in bits.items() if name != votes.decided]
        assert bits[votes.decided] - max(others, default=0.0) >= ENOUGH_BITS
    assert votes.frames == len(heard)
    assert all(one <= FRAME_BITS * votes.frames for one in bits.values())


@given(HEARD, st.randoms())
def test_the_order_of_frames_does_not_matter(heard: list[tuple[str, float]], random: object) -> None:
    shuffled = list(heard)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = told(heard), told(shuffled)
    assert {name: round(bits, 9) for name, bits in first.bits} == {
        name: round(bits, 9) for name, bits in second.bits
    }


def test_one_frame_never_decides_and_two_clear_ones_do() -> None:
    assert told([("a", 1.0)]).decided is None
    assert told([("a", 1.0), ("a", 0.99)]).decided == "a"
    assert told([("a", 0.5)] * 5).decided is None
    assert told([("a", 1.0), ("b", 1.0)]).leader is None
    assert told([("a", 1.0), ("b", 1.0), ("a", 1.0), ("a", 1.0)]).decided == "a"
