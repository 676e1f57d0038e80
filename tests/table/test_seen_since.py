"""Since when what lies open has lain there, by looks a second apart."""

from __future__ import annotations

from companion.table.played.seen_since import SeenSince


def looks(*lying: str, position: str = "one", since: SeenSince | None = None, at_s: float = 0.0) -> SeenSince:
    """A second for each of these, a letter for each card that lies open."""
    since = since or SeenSince()
    for number, names in enumerate(lying):
        since = since.saw(position, list(names), at_s + number)
    return since


def test_a_card_lies_open_since_it_was_seen_first() -> None:
    since = looks("a", "ab", "ab", "b")
    assert (since.since_s("a"), since.since_s("b"), since.since_s("c")) == (0.0, 1.0, None)


def test_what_came_and_does_not_show_now_is_gone_for_a_while() -> None:
    assert looks("a", "ab", "a").gone(2.0) == ["b"]
    assert looks("a", "ab", "a", "a").gone(2.0) == []
    assert looks("a", "ab", "a").gone(2.0, {"b"}) == []
    assert looks("a", "ab", "a", "ab").gone(2.0) == []


def test_what_lay_there_from_the_beginning_of_a_position_was_not_laid_in_it() -> None:
    assert looks("ab", "a").gone(2.0) == []
    later = looks("ab", "b", position="two", since=looks("a", "ab"), at_s=2.0)
    assert later.gone(2.0) == []
    # How long it has lain there is known all the same, and of what is gone by then nothing.
    assert later.since_s("b") == 1.0
    assert looks("b", position="two", since=looks("ab"), at_s=1.0).since_s("a") is None


def test_a_cell_is_covered_for_as_long_as_it_cannot_be_seen_but_for_known_ones() -> None:
    since = SeenSince()
    for at_s in (0.0, 1.0, 2.0):
        since = since.saw("one", (), at_s, ("a1", "b2") if at_s else ("a1",))
    assert since.covered(3.0) == ["a1", "b2"]
    assert since.covered(2.0) == ["b2"]
    assert since.covered(3.0, {"b2"}) == ["a1"]
    since = since.saw("one", (), 3.0).saw("one", (), 4.0, ("a1",))
    assert since.covered(1.0) == ["a1"]


def test_how_long_a_pile_was_not_seen_is_known_of_its_position_and_by_what_lies_open() -> None:
    since = SeenSince()
    for at_s in (0.0, 0.5, 2.0, 2.5):
        since = since.saw("one", ("a", "b"), at_s, tops={"first": "a", "second": "b"})
    assert [run.unseen_s for lay in since.runs.values() for run in lay] == [1.5, 1.5]
    # The piles are not seen together, and one card is seen by itself.
    for at_s in (3.5, 4.5, 5.5):
        since = since.saw("one", ("a",), at_s)
    since = since.saw("one", ("a", "b"), 6.0, tops={"first": "a", "second": "b"})
    assert {pile: lay[-1].unseen_s for pile, lay in since.runs.items()} == {"first": 1.5, "second": 3.5}
    since = since.saw("two", ("a", "b"), 6.5, tops={"first": "a", "second": "b"})
    assert {pile: lay[-1].unseen_s for pile, lay in since.runs.items()} == {"first": 0.5, "second": 0.5}
