"""Games as data: how checkers meet, how a roll is played, what a win pays, what the cube may do.

A ruleset is a value, and a variant is ``ruleset.with_options(option=…)``. A match stores the ``id``, the ``version``
and every option it is played under, so a later change of a preset never changes an old match.

Source: docs/rules/rulesets.md.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from rules.errors import RuleBroken


class Geometry(StrEnum):
    """Which number the opponent gives to each of the player's points."""

    CONTRARY = "contrary"
    PARALLEL_DIAGONAL = "parallel_diagonal"
    PARALLEL_SAME = "parallel_same"

    @cached_property
    def opposite(self) -> tuple[int, ...]:
        """The opponent's number of each point, by the player's number 0 … 25; off and bar stay 0 and 25."""
        if self is Geometry.CONTRARY:
            numbers = [25 - point for point in range(1, 25)]
        elif self is Geometry.PARALLEL_DIAGONAL:
            numbers = [(point + 11) % 24 + 1 for point in range(1, 25)]
        else:
            numbers = list(range(1, 25))
        return (0, *numbers, 25)


class Contact(StrEnum):
    """What happens when a checker lands on a single opposing one. Two or more always block."""

    HIT = "hit"
    PIN = "pin"
    BLOCK = "block"


class Opening(StrEnum):
    """Who starts, and with which dice."""

    TWO_DICE_USE = "two_dice_use"
    ONE_DIE_REROLL = "one_die_reroll"
    FOUR_DICE_USE = "four_dice_use"
    FOUR_DICE_REROLL = "four_dice_reroll"


class LaterGames(StrEnum):
    """Who starts the second and later games."""

    ROLL = "roll"
    PREVIOUS_WINNER = "previous_winner"


class ForcedDie(StrEnum):
    """Which die must be played when only one can."""

    LARGER = "larger"
    EITHER = "either"


class BackgammonTest(StrEnum):
    """Where a checker of the loser must be for the triple game."""

    BAR_OR_HOME = "bar_or_home"
    BAR_ONLY = "bar_only"


class CounterDouble(StrEnum):
    """What may answer a double beside take and pass. ANY: beavers and raccoons without limit."""

    NONE = "none"
    BEAVER = "beaver"
    BEAVER_RACCOON = "beaver_raccoon"
    ANY = "any"
    SNAP = "snap"


class OpeningRefusal(StrEnum):
    """Which opening rolls may be refused; the cube is turned for it and the dice are rolled again."""

    OFF = "off"
    OPENER = "opener"
    EACH_FIRST_ROLL = "each_first_roll"


class IllegalPlay(StrEnum):
    """What happens to an illegal play that the opponent notices."""

    OPPONENT_CHOICE = "opponent_choice"
    MUST_CORRECT = "must_correct"


type Start = tuple[tuple[int, int], ...]
STANDARD_START: Start = ((24, 2), (13, 5), (8, 3), (6, 5))


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game with every option it is played under; docs/rules/rulesets.md#options explains them.

    ``start`` is (own point, checkers), the same for both sides. ``max_doublings`` limits the accepted doubles, beavers
    and raccoons, None for no limit. ``auto_limit`` is how many ties of the opening turn the cube.
    """

    id: str
    version: int = 1
    geometry: Geometry = Geometry.CONTRARY
    contact: Contact = Contact.HIT
    start: Start = STANDARD_START
    opening: Opening = Opening.TWO_DICE_USE
    opening_winner_chooses_side: bool = False
    later_games_start: LaterGames = LaterGames.ROLL
    forced_die: ForcedDie = ForcedDie.LARGER
    double_moves: int = 4
    no_hit_and_run: bool = False
    gammon_value: int = 2
    backgammon_value: int = 3
    backgammon_test: BackgammonTest = BackgammonTest.BAR_OR_HOME
    cube: bool = True
    max_doublings: int | None = None
    counter_double: CounterDouble = CounterDouble.NONE
    beaver_decline: bool = True
    auto_limit: int = 0
    opening_refusal: OpeningRefusal = OpeningRefusal.OFF
    jacoby: bool = False
    illegal_play: IllegalPlay = IllegalPlay.OPPONENT_CHOICE

    @property
    def checkers(self) -> int:
        """How many checkers each side has."""
        return sum(count for _, count in self.start)

    def with_options(self, **options: Any) -> "Ruleset":
        """Return this game with some options changed; a value may be the member of an enum or its text.

        Raises RuleBroken ``ruleset.option`` for an unknown option or value.
        """
        unknown = set(options) - set(Ruleset.__slots__)
        if unknown:
            raise RuleBroken("ruleset.option", option=sorted(unknown))
        for name, value in options.items():
            if isinstance(default := getattr(self, name), StrEnum):
                values = list(type(default))
                if value not in values:
                    raise RuleBroken("ruleset.option", option=[name], value=value, values=values)
                options[name] = type(default)(value)
        return replace(self, **options)

    @property
    def highest_win(self) -> int:
        """The largest multiple of the cube that one game can pay."""
        return max(1, self.gammon_value, self.backgammon_value)


STANDARD = Ruleset("standard")
_NO_TRIPLE = Ruleset("mediterranean", backgammon_value=2, cube=False)
_PRESETS = (
    STANDARD,
    _NO_TRIPLE,
    replace(_NO_TRIPLE, id="portes", opening=Opening.ONE_DIE_REROLL, later_games_start=LaterGames.PREVIOUS_WINNER),
    replace(
        _NO_TRIPLE,
        id="tavla",
        opening=Opening.ONE_DIE_REROLL,
        later_games_start=LaterGames.PREVIOUS_WINNER,
        no_hit_and_run=True,
    ),
    replace(_NO_TRIPLE, id="tabla_bg", later_games_start=LaterGames.PREVIOUS_WINNER),
    replace(_NO_TRIPLE, id="toute_table_1715"),
    replace(_NO_TRIPLE, id="hoyle_1743"),
    Ruleset("nackgammon", start=((24, 2), (23, 2), (13, 4), (8, 3), (6, 4))),
    Ruleset("hypergammon", start=((24, 1), (23, 1), (22, 1))),
    replace(_NO_TRIPLE, id="irish", double_moves=2, gammon_value=1, backgammon_value=1),
)
RULESETS = {ruleset.id: ruleset for ruleset in _PRESETS}


def ruleset(id_: str, version: int = 1) -> Ruleset:
    """Return the preset of that id and version.

    Raises RuleBroken ``ruleset.unknown``.
    """
    preset = RULESETS.get(id_)
    if preset is None or preset.version != version:
        raise RuleBroken("ruleset.unknown", id=id_, version=version, known=tuple(RULESETS))
    return preset


def tournament_ruleset(ruleset: Ruleset) -> Ruleset:
    """Return the ruleset if a match may be played by it.

    Raises RuleBroken ``ruleset.not_in_tournament`` with the options that belong to money play only.
    Source: docs/rules/rulesets.md#money-play-only.
    """
    money = {
        "jacoby": ruleset.jacoby,
        "counter_double": ruleset.counter_double is not CounterDouble.NONE,
        "auto_limit": ruleset.auto_limit > 0,
        "opening_refusal": ruleset.opening_refusal is not OpeningRefusal.OFF,
    }
    excluded = tuple(name for name, is_on in money.items() if is_on)
    if excluded:
        raise RuleBroken("ruleset.not_in_tournament", options=excluded)
    return ruleset
