"""What can be played in an event, as the set-up offers it: the games, the cycles, and what the event plays now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from rules.errors import RuleBroken
from rules.match.several import counts_as_backgammon
from rules.rulesets import CYCLES, RULESETS, Ruleset
from rules.rulesets.played import Played, read_played
from rules.rulesets.snapshots import own_ruleset, snapshot
from tournaments.words.events import games, setup

CURRENT, OWN = "current", "own:"
NAMED = ("id", "version", "name", "copy_of")
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


class GameSelect(forms.Select):
    """The chooser of the game; it marks the games ``without_cube``, to hide the rules of the cube for them."""

    without_cube: frozenset[str] = frozenset()

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(*args, **kwargs)
        if str(option["value"]) in self.without_cube:
            option["attrs"]["class"] = "no-cube"
        return option


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

    @property
    def without_cube(self) -> frozenset[str]:
        """The choices without the cube of backgammon, to which the Crawford and Holland rules do not apply."""
        own = (f"{OWN}{each.id}" for each in self.own)
        current = (CURRENT,) if self.current is not None else ()
        values = (*RULESETS, *CYCLES, *own, *current)
        return frozenset(value for value in values if not with_cube(self.played(value)))

    def name_of(self, value: str) -> str:
        """Return the name of a choice."""
        return games.played_name(self.played(value))

    def played(self, value: str) -> Played:
        """Return what a choice stands for."""
        data = self.data(value)
        return read_played(data.get("ruleset"), data.get("match"))

    def own_data(self, value: str, name: str, options: str) -> dict[str, Any]:
        """Return the data of a club's own ruleset: a copy of the chosen game under a name, with some options changed.

        ``options`` are written one a line, ``option = value``. A name that the club has used before makes the next
        version of that ruleset. Raises RuleBroken ``ruleset.both`` for a cycle, and as ``own_ruleset`` does.
        """
        played = self.played(value)
        if played.cycle:
            raise RuleBroken("ruleset.both", match=played.cycle)
        id_ = _id_of(name)
        made = own_ruleset(_without_name(played.games[0]), id_, name, **dict(_options(options)))
        earlier = next((each for each in self.own if each.id == id_), None)
        if earlier is not None:
            same = replace(made, version=earlier.version)
            made = same if same == earlier else replace(made, version=earlier.version + 1)
        return {"ruleset": snapshot(made)}

    def data(self, value: str) -> dict[str, Any]:
        """Return the part of a format's data that a choice stands for, nothing for backgammon."""
        if value == CURRENT and self.current is not None:
            return self.current.as_data()
        if value.startswith(OWN):
            return next(({"ruleset": snapshot(each)} for each in self.own if f"{OWN}{each.id}" == value), {})
        if value in CYCLES:
            return {"match": {"kind": value}}
        return {} if value in ("", "standard") else {"ruleset": value}


def with_cube(played: Played) -> bool:
    """Whether a match of these games has the cube of backgammon, and with it the Crawford rule."""
    return all(counts_as_backgammon(game) for game in played.games)


def _id_of(name: str) -> str:
    """Return the id of a club's own ruleset: its name in small letters, digits and underscores."""
    words = "".join(letter if letter.isalnum() else " " for letter in name.lower()).split()
    return "_".join(("own", *words)) if words else ""


def _without_name(game: Ruleset) -> Ruleset:
    """Return a club's own ruleset as what it is a copy of, with its options: a copy of a copy is a copy."""
    return replace(game, id=game.family, name="", copy_of="", version=1)


def _options(text: str) -> Iterator[tuple[str, Any]]:
    """Yield the options of some lines. Raises RuleBroken ``ruleset.option`` for a line that is none."""
    for line in text.splitlines():
        name, is_set, value = (part.strip() for part in line.partition("="))
        if line.strip() and not (name and is_set and value):
            raise RuleBroken("ruleset.option", option=[line.strip()[:60]])
        if name:
            yield name, int(value) if value.isdecimal() and len(value) < 9 else value


def changed_options(game: Ruleset) -> str:
    """Return the options in which a club's own ruleset differs from the preset, as they are written."""
    base = RULESETS.get(game.family)
    if base is None or not game.name:
        return ""
    words = {True: "on", False: "off", None: "off"}
    kept = (name for name, value in game.options.items() if name not in NAMED and value != base.options[name])
    return "\n".join(f"{name} = {words.get(game.options[name], game.options[name])}" for name in kept)


def game_value(played: Played, own: Sequence[Ruleset] = ()) -> str:
    """Return the choice that stands for what is played."""
    for id_ in (*RULESETS, *CYCLES):
        if Games().played(id_) == played:
            return id_
    return next((f"{OWN}{each.id}" for each in own if played == Played((each,))), CURRENT)
