"""What a table has agreed on when a game was set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from companion.rules.errors import BadInput, quoted
from companion.rules.seeds import seed
from companion.rules.zangle import Rules, profile_named
from companion.rules.zangle.modes import SPEEDSTER, Equalizer, Mode, equalizers, mode_named
from companion.table.happenings import LONGEST_TEXT
from companion.table.zangle.events import SetUp


@dataclass(frozen=True, slots=True)
class Options:
    """The mode, the deck, and every option with the value that it has at this table."""

    mode: Mode
    profile: str
    rules: Rules
    levels: tuple[Equalizer, ...]
    """The equalizers, level 1 first."""
    equalizers: bool
    late_pays_worst: bool
    columns: int

    @classmethod
    def of(cls, event: SetUp) -> Self:
        """Read them off a set-up. Raises BadInput for an unknown mode, profile, option or value."""
        data = seed("zangle")
        mode = mode_named(event.mode)
        profile_named(event.profile)
        given = dict(event.options)
        table = {name: one["default"] for name, one in data["table"]["options"].items()}
        known = [*data["options"], *table]
        if unknown := sorted(set(given) - set(known)):
            raise BadInput(
                f"There is no option {quoted(unknown[0])} in Zangle; use one of {', '.join(known)}."
            )
        for name, value in given.items():
            if name in table:
                table[name] = _checked(name, value, table[name])
        return cls(
            mode=mode,
            profile=event.profile,
            rules=Rules.of({name: value for name, value in given.items() if name in data["options"]}),
            levels=_levels(event.equalizers),
            equalizers=bool(table["equalizers"]) and mode.name == SPEEDSTER,
            late_pays_worst=bool(table["late-pays-worst"]),
            columns=int(table["columns"]),
        )


def _checked(name: str, value: bool | int, default: bool | int) -> bool | int:
    if type(value) is not type(default):
        kind = "true or false" if isinstance(default, bool) else "a whole number"
        raise BadInput(f"The option {name} must be {kind}.")
    staircase = seed("zangle")["staircase"]
    if name == "columns" and not staircase["columns"] <= value <= staircase["most_columns"]:
        raise BadInput(
            f"The staircase has {staircase['columns']} to {staircase['most_columns']} columns, not {quoted(value)}."
        )
    return value


def _levels(own: tuple[Equalizer, ...]) -> tuple[Equalizer, ...]:
    if not own:
        return equalizers()
    if len(own) != len(equalizers()):
        raise BadInput(f"There are {len(equalizers())} equalizers, one a level; {len(own)} were given.")
    for level in own:
        if len(level.says) > LONGEST_TEXT or not level.says.isprintable():
            raise BadInput(f"The text of an equalizer is one line of at most {LONGEST_TEXT} letters.")
    return own
