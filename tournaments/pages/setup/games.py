"""What can be played in an event, as the set-up offers it: the games, the cycles, and what the event plays now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.rulesets import CYCLES, RULESETS, Ruleset
from rules.rulesets.played import Played, read_played
from rules.rulesets.snapshots import snapshot
from tournaments.words import games, setup

CURRENT, OWN = "current", "own:"
# The games with their families, in the order of the list.
_FAMILIES = (
    (setup.BACKGAMMON, ("standard", "nackgammon", "hypergammon")),
    (setup.SEVERAL_GAMES, tuple(CYCLES)),
    (setup.GREECE, ("portes", "plakoto", "fevga")),
    (setup.BULGARIA, ("tabla_bg", "tapa", "gul_bara", "gul_bara_tabla_bg")),
    (setup.TURKEY, ("tavla", "moultezim", "mahbusa")),
    (setup.CAUCASUS, ("narde", "nardi_seed")),
    (setup.OTHER_HITS, ("mediterranean", "irish", "pilz_wening", "schwab", "toute_table_1715", "hoyle_1743")),
    (setup.OLD_GAMES, ("tabula", "duodecim", "tick_tack")),
)

type Choices = list[tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class Games:
    """What an event can play: the games of the rule book, the club's ``own``, and what it plays now."""

    own: tuple[Ruleset, ...] = ()
    current: Played | None = None

    @property
    def choices(self) -> Choices:
        """What the event plays now if it is no preset, the club's own, then all games by their families."""
        choices: Choices = []
        if self.current is not None and game_value(self.current, self.own) == CURRENT:
            choices.append((CURRENT, games.played_name(self.current)))
        if self.own:
            choices.append((setup.OWN_RULESETS, [(f"{OWN}{each.id}", games.game_name(each)) for each in self.own]))
        return choices + [(family, [(id_, games.preset_name(id_)) for id_ in ids]) for family, ids in _FAMILIES]

    def name_of(self, value: str) -> str:
        """Return the name of a choice."""
        return games.played_name(self.played(value))

    def played(self, value: str) -> Played:
        """Return what a choice stands for."""
        data = self.data(value)
        return read_played(data.get("ruleset"), data.get("match"))

    def data(self, value: str) -> dict[str, Any]:
        """Return the part of a format's data that a choice stands for, nothing for backgammon."""
        if value == CURRENT and self.current is not None:
            return self.current.as_data()
        if value.startswith(OWN):
            return next(({"ruleset": snapshot(each)} for each in self.own if f"{OWN}{each.id}" == value), {})
        if value in CYCLES:
            return {"match": {"kind": value}}
        return {} if value in ("", "standard") else {"ruleset": value}


def game_value(played: Played, own: Sequence[Ruleset] = ()) -> str:
    """Return the choice that stands for what is played."""
    for id_ in (*RULESETS, *CYCLES):
        if Games().played(id_) == played:
            return id_
    return next((f"{OWN}{each.id}" for each in own if played == Played((each,))), CURRENT)
