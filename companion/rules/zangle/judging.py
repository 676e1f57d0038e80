"""Judge a claim, and lay out the arrangement that proves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules.polyform import Shape, Triangle
from companion.rules.verdict import Reason, Ruling, Verdict
from companion.rules.zangle import clauses
from companion.rules.zangle.claim import Claim, Rules, default_rules
from companion.rules.zangle.judgement import Judgement, judgement


@dataclass(frozen=True, slots=True)
class Laid:
    """A part of a Zangle on its target."""

    card: int
    """Its index in the claim."""
    triangles: tuple[Triangle, ...]
    """The card's own triangles, moved rigidly into the target's own coordinates."""


@dataclass(frozen=True, slots=True)
class ZangleVerdict:
    """The verdict on one claim, with its witness."""

    claim: Claim
    _judgement: Judgement

    @property
    def verdict(self) -> Verdict:
        """The ruling and all its reasons; `where` holds indices of cards from 0."""
        return self._judgement.verdict

    @property
    def ruling(self) -> Ruling:
        """Legal, illegal or undecided."""
        return self._judgement.verdict.ruling

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every clause that decided, never none."""
        return self._judgement.verdict.reasons

    @property
    def target(self) -> int | None:
        """The index of the card whose shape is made; None where none is, or none is certain."""
        return self._judgement.target

    @property
    def left_out(self) -> tuple[str, ...]:
        """The clauses that could not be asked, because nobody looked where the cards came from."""
        known = clauses.located(self.claim.facts)
        return () if known else (clauses.BOTH_LOCATIONS, clauses.NO_OTHERS)

    @property
    def arrangement(self) -> tuple[Laid, ...]:
        """The parts on the target, by index; empty where they do not fill it. Zs have nothing to lay.

        Given for an illegal claim too if the shapes themselves fit. Where the target's drawing was
        not read, the coordinates are those of its canonical drawing.
        """
        found = self._judgement
        if found.target is None or not found.tiles:
            return ()
        drawn = dict(found.stands)
        home = self._drawing(found.target, drawn).frame.inverse()
        laid = []
        for card, tile in sorted(found.tiles, key=lambda tile: tile[0]):
            part = self._drawing(card, drawn)
            laid.append(Laid(card, part.moved(home.after(tile).after(part.frame)).triangles))
        return tuple(laid)

    def to_json(self) -> dict[str, Any]:
        """`{"ruling", "reasons", "target", "arrangement", "left_out"}`."""
        arrangement = [
            {"card": laid.card, "triangles": [[list(point) for point in t] for t in laid.triangles]}
            for laid in self.arrangement
        ]
        return {
            **self.verdict.to_json(),
            "target": self.target,
            "arrangement": arrangement,
            "left_out": list(self.left_out),
        }

    def _drawing(self, card: int, stands: dict[int, Shape]) -> Shape:
        shape = self.claim.cards[card].shape
        return stands[card] if shape is None else shape


def judge(claim: Claim, rules: Rules | None = None) -> ZangleVerdict:
    """Judge a claim against every clause; the default rules are those of `seeds/zangle.toml`.

    Cards that were not read are given every shape that the deck's profile has: illegal if none makes
    the claim legal, legal if all do, undecided otherwise, with the cards to show.
    """
    return ZangleVerdict(claim, judgement(claim.facts, claim.profile, rules or default_rules()))
