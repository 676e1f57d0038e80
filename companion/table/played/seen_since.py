"""Since when what lies open has lain there, and what lay there a moment ago, as long as the table's position is one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

Span = tuple[float, float]
"""When a card was seen first, and when last, in seconds."""
MOST_RUNS = 8
"""So many cards that showed on a pile one after another are remembered."""


@dataclass(frozen=True, slots=True)
class Run:
    """A card that showed on a pile, and no other one between."""

    name: str
    from_s: float
    to_s: float
    open_s: float
    """When the card was seen last to lie open anywhere: where the piles are not seen together this tells of its own."""
    unseen_s: float = 0.0
    """For how long at most it was not, in the position that is looked at."""


_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SeenSince:
    """What was seen to lie open in one position, by name; of what lay there before only what still does."""

    position: object = None
    begun_s: float = 0.0
    """When it was first looked at in this position ..."""
    last_s: float = 0.0
    """... and last."""
    spans: Mapping[str, Span] = field(default_factory=lambda: MappingProxyType({}))
    hidden: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Since when each cell of a board cannot be seen."""
    runs: Mapping[str, tuple[Run, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """What showed on each pile one after another; of what showed in another position before only the last."""

    def saw(
        self,
        position: object,
        names: Collection[str],
        at_s: float,
        hidden: Iterable[str] = (),
        tops: Mapping[str, str] = _NONE,
    ) -> SeenSince:
        """After another look, in which these names lay open, these cells could not be seen, and of these piles these
        cards showed on top."""
        same = self.position == position
        spans = {name: span for name, span in self.spans.items() if same or name in names}
        spans |= {name: (spans.get(name, (at_s, at_s))[0], at_s) for name in names}
        since = {cell: self.hidden.get(cell, at_s) for cell in hidden}
        begun_s = self.begun_s if same else at_s
        runs = {pile: lay if same else _begun_anew(lay) for pile, lay in self.runs.items()}
        runs = {pile: _lying(lay, names, at_s) for pile, lay in runs.items()}
        runs |= {pile: _with_run(runs.get(pile, ()), name, at_s) for pile, name in tops.items()}
        return SeenSince(
            position, begun_s, at_s, MappingProxyType(spans), MappingProxyType(since), MappingProxyType(runs)
        )

    def since_s(self, name: str) -> float | None:
        """When a card was first seen; None where it was not."""
        return self.spans[name][0] if name in self.spans else None

    def came(self, name: str) -> bool:
        """Whether a card was seen in this position, and not in its first look."""
        return name in self.spans and self.spans[name][0] > self.begun_s

    def gone(self, within_s: float, beneath: Iterable[str] = ()) -> list[str]:
        """The cards that came in this position and were seen within so many seconds, but not in the last look; those
        `beneath` others are not asked for."""
        came = {
            name
            for name, (_, last_s) in self.spans.items()
            if self.came(name) and self.last_s - within_s < last_s < self.last_s
        }
        return sorted(came.difference(beneath))

    def covered(self, within_s: float, known: Collection[str] = ()) -> list[str]:
        """The cells that cannot be seen for less than so many seconds, but for those of which it is `known` what lies
        there."""
        late_s = self.last_s - within_s
        return sorted(cell for cell, since_s in self.hidden.items() if since_s > late_s and cell not in known)


def _begun_anew(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """What showed last, of which nothing counts that was not seen in another position."""
    return tuple(replace(run, unseen_s=0.0) for run in runs[-1:])


def _lying(runs: tuple[Run, ...], names: Collection[str], at_s: float) -> tuple[Run, ...]:
    """With what showed last lying open still, where it does."""
    *before, last = runs
    if last.name not in names:
        return runs
    return (*before, replace(last, open_s=at_s, unseen_s=max(last.unseen_s, at_s - last.open_s)))


def _with_run(runs: tuple[Run, ...], name: str, at_s: float) -> tuple[Run, ...]:
    if runs and runs[-1].name == name:
        return (*runs[:-1], replace(runs[-1], to_s=at_s))
    return (*runs, Run(name, at_s, at_s, at_s))[-MOST_RUNS:]
