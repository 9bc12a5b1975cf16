"""Knockout: a player who loses is out of the main bracket, and plays on in a consolation where the event has one.

Those who lose early in the consolation may play on once more, in a last chance.

Source: docs/rules/byes-and-drops.md, docs/rules/last-chance.md.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar, Self

from rules.draws.derive import Derived
from rules.draws.facts import Facts
from rules.draws.plan import ENTRY, Bracket, From, Plan, PlannedMatch, Source, round_letter
from rules.draws.pots import Seeding
from rules.draws.separation import with_play_in
from rules.errors import RuleBroken
from rules.formats.drops import drop_line, drop_rounds, last_chance_drops
from rules.formats.format import Format, Place, Stage, StageKind
from rules.formats.lengths import Lengths, read_lengths, read_mapping
from rules.formats.places import place_after_loss, places
from rules.rulesets.played import BACKGAMMON, Played

MAIN, CONSOLATION, LAST_CHANCE = ENTRY, "consolation", "last_chance"
LARGEST = 1024

type Pairs = list[tuple[Source, Source]]


class Consolation(StrEnum):
    """Which players go on after a loss in the main bracket."""

    NONE = "none"
    FIRST_MATCH = "first_match"
    PROGRESSIVE = "progressive"


@dataclass(frozen=True, slots=True)
class Knockout(Format):
    """A knockout, its consolation, the lengths by bracket, Crawford (default on), Holland and last chance (off).

    ``separate`` are the groups kept apart by the draw: ``club``, ``country``, ``group``. ``seeded`` says how seeds are
    used.

    A consolation without lengths of its own plays to those of the main bracket, a last chance to two points fewer than
    the consolation. A last chance needs a consolation.
    """

    name: ClassVar[str] = "knockout"
    separates: ClassVar[bool] = True
    every_bracket: ClassVar[tuple[Bracket, ...]] = (
        Bracket(MAIN, MAIN),
        Bracket(CONSOLATION, CONSOLATION, (MAIN,)),
        Bracket(LAST_CHANCE, LAST_CHANCE, (CONSOLATION,)),
    )

    consolation: Consolation = Consolation.NONE
    played_to: Mapping[str, Lengths] = field(default_factory=lambda: {MAIN: Lengths(7)}, hash=False)
    crawford: bool = True
    holland: bool = False
    last_chance: bool = False
    played: Played = BACKGAMMON
    separate: tuple[str, ...] = ()
    seeded: Seeding = Seeding.BY_LOT

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Return the knockout that ``data`` describes.

        Raises RuleBroken ``format.shape``, ``format.unknown``, ``format.consolation``, ``format.length``,
        ``format.flag``, ``holland.alone`` or ``last_chance.alone``.
        """
        read_mapping(data, "format", {"main", "consolation", "last_chance", "length", "crawford", "holland"})
        crawford, holland = read_flag(data, "crawford", True), read_flag(data, "holland", False)
        consolation, last_chance = _consolation(data), read_flag(data, "last_chance", False)
        if holland and not crawford:
            raise RuleBroken("holland.alone")
        if last_chance and consolation is Consolation.NONE:
            raise RuleBroken("last_chance.alone")
        return cls(consolation, lengths_by_bracket(data.get("length", 7)), crawford, holland, last_chance)

    def as_data(self) -> dict[str, Any]:
        """Return what ``read`` reads, as plain data with every default spelled out."""
        return {
            "main": self.name,
            "consolation": self.consolation.value,
            "last_chance": self.last_chance,
            "length": {bracket.code: self.lengths(bracket.code).as_data() for bracket in self.every_bracket},
            "crawford": self.crawford,
            "holland": self.holland,
            **self.drawing_data(),
            **self.played.as_data(),
        }

    @property
    def brackets(self) -> tuple[Bracket, ...]:
        """Main, then the consolation and the last chance where there are."""
        has_consolation = self.consolation is not Consolation.NONE
        return self.every_bracket[: 1 + has_consolation + self.last_chance]

    def lengths(self, bracket: str) -> Lengths:
        """Return the lengths of a bracket."""
        if bracket in self.played_to:
            return self.played_to[bracket]
        return self.lengths(CONSOLATION).shorter() if bracket == LAST_CHANCE else self.played_to[MAIN]

    def compile(self, size: int, entrants: int | None = None, seeds: int = 0) -> Plan:
        """Return the plan on ``size`` lines (a power of two, 2 to 1,024), the same for any number of entrants.

        Only its first round is called a play-in where it is one.

        The loser of the final never drops: second place is paid. Raises RuleBroken ``plan.size``.
        """
        if size < 2 or size > LARGEST or size & (size - 1):
            raise RuleBroken("plan.size", size=size)
        matches = _Compiler(self, size).matches
        played = {match.bracket for match in matches}
        brackets = tuple(bracket for bracket in self.brackets if bracket.code in played)
        return with_play_in(Plan(self.name, size, brackets, tuple(matches)), entrants)

    def alternatives(self) -> Sequence[Self]:
        """Return the same knockout with each consolation, without a last chance and with one."""
        return [
            replace(self, consolation=consolation, last_chance=last_chance)
            for consolation in Consolation
            for last_chance in (False, True)
            if consolation is not Consolation.NONE or not last_chance
        ]

    @staticmethod
    def stage(plan: Plan, match: int) -> Stage:
        """Return how the round of a match is named: rounds of the main bracket by how many are left."""
        planned = plan.matches[match]
        rounds = plan.rounds(planned.bracket)
        left = 1 << (rounds - planned.round + 1)
        if planned.bracket == MAIN and planned.round == 1 and plan.has_play_in:
            return Stage(StageKind.PLAY_IN, left, planned.letter)
        if planned.round == rounds:
            return Stage(StageKind.FINAL, left, planned.letter)
        kind = StageKind.LAST if planned.bracket == MAIN else StageKind.ROUND
        return Stage(kind, left, planned.letter)

    @staticmethod
    def places(derived: Derived, facts: Facts) -> list[Place]:
        """Return everyone drawn in strict order, those still in the main bracket first."""
        return places(derived, facts)

    @staticmethod
    def place_after_loss(plan: Plan, match: int, nobody_goes_on: Container[int]) -> int | None:
        """Return the place that the losers of a main match share with all who lose in its round."""
        return place_after_loss(plan, match, nobody_goes_on)


# --- Reading


def _consolation(data: Mapping[str, Any]) -> Consolation:
    try:
        return Consolation(data.get("consolation", "none"))
    except ValueError:
        known = [each.value for each in Consolation]
        raise RuleBroken("format.consolation", got=data["consolation"], known=known) from None


def lengths_by_bracket(data: Any) -> dict[str, Lengths]:
    """Return the lengths of every bracket: of main alone, or by code. Raises RuleBroken as ``read_lengths``."""
    given = (
        read_mapping(data, "length", {MAIN, CONSOLATION, LAST_CHANCE}) if isinstance(data, Mapping) else {MAIN: data}
    )
    main = read_lengths(given.get(MAIN, 7))
    consolation = read_lengths(given[CONSOLATION]) if CONSOLATION in given else main
    last_chance = read_lengths(given[LAST_CHANCE]) if LAST_CHANCE in given else consolation.shorter()
    return {MAIN: main, CONSOLATION: consolation, LAST_CHANCE: last_chance}


def read_flag(given: Mapping[str, Any], name: str, default: bool) -> bool:
    """Return a yes or no of a format. Raises RuleBroken ``format.flag``."""
    value = given.get(name, default)
    if not isinstance(value, bool):
        raise RuleBroken("format.flag", where=name, got=value)
    return value


# --- Compiling


class _Compiler:
    """Adds one bracket behind the other; rounds are lettered on from bracket to bracket."""

    def __init__(self, format_: Knockout, size: int) -> None:
        self.format = format_
        self.matches: list[PlannedMatch] = []
        self.main_rounds = size.bit_length() - 1
        self.letters = 0
        self.knockout(MAIN, [Source(From.LINE, line + 1) for line in range(size)])
        if self.main_rounds > 1 and format_.consolation is Consolation.FIRST_MATCH:
            kind = From.FIRST_LOSER if self.main_rounds > 2 else From.LOSER
            self.knockout(CONSOLATION, [Source(kind, match) for match in range(size // 2)])
        if self.main_rounds > 1 and format_.consolation is Consolation.PROGRESSIVE:
            self.dropping(CONSOLATION, [*_progressive(self.main_rounds)])
        if format_.last_chance:
            self.dropping(LAST_CHANCE, last_chance_drops(self.losers(CONSOLATION)))

    def knockout(self, bracket: str, players: list[Source]) -> None:
        """Add a bracket in which ``players`` all begin in the first round."""
        self.dropping(bracket, [players, *([] for _ in range(len(players).bit_length() - 2))])

    def dropping(self, bracket: str, drops: Sequence[list[Source]]) -> None:
        """Add a bracket with those who drop into each round, from its top: none where the survivors meet."""
        players: list[Source] = []
        for round_, droppers in enumerate(drops, start=1):
            meet: Pairs = list(zip(players, droppers, strict=True)) if players and droppers else []
            players = self.round(bracket, (round_, len(drops)), meet or _paired(players or droppers))
        self.letters += len(drops)

    def losers(self, bracket: str) -> list[list[Source]]:
        """Return the losers of each round of a bracket, from its top."""
        rounds: dict[int, list[Source]] = {}
        for at, match in enumerate(self.matches):
            if match.bracket == bracket:
                rounds.setdefault(match.round, []).append(Source(From.LOSER, at))
        return [*rounds.values()]

    def round(self, bracket: str, of: tuple[int, int], sides: Pairs) -> list[Source]:
        """Add one round, ``of`` its number and how many the bracket has, and return its winners."""
        start, letter = len(self.matches), round_letter(self.letters + of[0] - 1)
        length = self.format.lengths(bracket).of(*of)
        for number, (top, bottom) in enumerate(sides, start=1):
            self.matches.append(PlannedMatch(f"{letter}{number}", bracket, of[0], number, length, top, bottom))
        return [Source(From.WINNER, start + place) for place in range(len(sides))]


def _paired(players: Sequence[Source]) -> Pairs:
    return list(zip(players[::2], players[1::2], strict=True))


def _progressive(main_rounds: int) -> Iterator[list[Source]]:
    """Yield who drops into each round of a progressive consolation, from its top."""
    starts = [sum(1 << (main_rounds - before) for before in range(1, r)) for r in range(main_rounds + 1)]
    for main_round in drop_rounds(main_rounds):
        droppers = {
            drop_line(main_rounds, main_round, match): Source(From.LOSER, starts[main_round] + match)
            for match in range(1 << (main_rounds - main_round) if main_round else 0)
        }
        yield [droppers[line] for line in sorted(droppers)]
