"""A main bracket with any lower brackets: by their notation, or by a name such as double elimination.

Source: docs/rules/lower-brackets.md.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from rules.draws.derive import Derived
from rules.draws.facts import Facts
from rules.draws.plan import ENTRY, Bracket, Plan
from rules.draws.pots import Seeding
from rules.draws.seeding import MOST
from rules.draws.separation import with_play_in
from rules.errors import RuleBroken
from rules.formats.format import Format, Place, Stage, StageKind
from rules.formats.knockout import Knockout, lengths_by_bracket, read_flag
from rules.formats.lengths import Lengths, read_mapping
from rules.formats.notation.building import NAME
from rules.formats.notation.compass import COMPASS, DIRECTIONS, compass
from rules.formats.notation.compiler import Structure, compile_structure
from rules.formats.notation.parser import Notation, parse
from rules.formats.notation.places import decides_by_exits, finals_of, place_after_exit, second_final, structure_places
from rules.formats.notation.presets import PRESETS, WITH_THIRD, preset
from rules.formats.places import place_after_loss
from rules.rulesets.played import BACKGAMMON, Played

_WORDS = {"main", "preset", "lower", "third", "byes", "joins", "dynamic", "length", "crawford", "holland"}
NAMED = (*PRESETS, COMPASS)
"""Every preset that an event can have."""
_USUAL = ("progressive", "double_elimination", "double_elimination_recharge")


@dataclass(frozen=True, slots=True)
class Structured(Format):
    """A structure by its ``preset``, or by the notation of its ``lower`` and perhaps its ``third`` bracket.

    ``separate`` are the groups kept apart by the draw and ``seeded`` says how seeds are used, as in a knockout.
    ``byes``, ``joins`` and ``dynamic`` are those of ``Structure``; lengths by bracket and their defaults as in a
    knockout.
    """

    name: ClassVar[str] = NAME
    separates: ClassVar[bool] = True
    every_bracket: ClassVar[tuple[Bracket, ...]] = (*Knockout.every_bracket, *DIRECTIONS)
    by_field: ClassVar[bool] = True

    preset: str = ""
    lower: Notation | None = None
    third: Notation | None = None
    byes: bool = False
    joins: bool = False
    dynamic: bool = False
    played_to: Mapping[str, Lengths] = field(default_factory=lambda: lengths_by_bracket(7), hash=False)
    crawford: bool = True
    holland: bool = False
    played: Played = BACKGAMMON
    separate: tuple[str, ...] = ()
    seeded: Seeding = Seeding.BY_LOT

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Return the structure that ``data`` describes.

        Raises RuleBroken ``format.shape``, ``format.unknown``, ``format.length``, ``format.flag``, ``holland.alone``,
        ``structure.chosen`` unless there is either a preset or a notation, ``preset.unknown``, ``notation.…``.
        """
        read_mapping(data, "format", _WORDS)
        flags = {name: read_flag(data, name, False) for name in ("byes", "joins", "dynamic", "holland")}
        crawford = read_flag(data, "crawford", True)
        if flags["holland"] and not crawford:
            raise RuleBroken("holland.alone")
        name, lower, third = (_text(data, word) for word in ("preset", "lower", "third"))
        if bool(name) == bool(lower) or (name and (third or flags["byes"] or flags["joins"])):
            raise RuleBroken("structure.chosen", preset=name, lower=lower, third=third)
        if name and name not in NAMED:
            raise RuleBroken("preset.unknown", got=name, known=[*NAMED])
        return cls(
            name,
            parse(lower) if lower else None,
            parse(third, has_finals=False) if third else None,
            played_to=lengths_by_bracket(data.get("length", 7)),
            byes=flags["byes"],
            joins=flags["joins"],
            dynamic=flags["dynamic"],
            crawford=crawford,
            holland=flags["holland"],
        )

    def as_data(self) -> dict[str, Any]:
        """Return what ``read`` reads, as plain data with every default spelled out."""
        chosen: dict[str, Any] = {"preset": self.preset}
        if self.lower is not None:
            chosen = {"lower": self.lower.text, "third": self.third.text if self.third else ""}
            chosen |= {"byes": self.byes, "joins": self.joins}
        return {
            "main": self.name,
            **chosen,
            "dynamic": self.dynamic,
            "length": {bracket.code: self.lengths(bracket.code).as_data() for bracket in Knockout.every_bracket},
            "crawford": self.crawford,
            "holland": self.holland,
            **self.drawing_data(),
            **self.played.as_data(),
        }

    @property
    def brackets(self) -> tuple[Bracket, ...]:
        """Main and consolation, then the last chance where there is a third bracket; the directions of a compass."""
        if self.preset == COMPASS:
            return (self.every_bracket[0], *DIRECTIONS)
        return Knockout.every_bracket[: 2 + (self.third is not None or self.preset in WITH_THIRD)]

    def lengths(self, bracket: str) -> Lengths:
        """Return the lengths of a bracket."""
        return self.played_to.get(bracket, self.played_to[ENTRY])

    def structure(self, entrants: int) -> Structure:
        """Return the structure for a field. Raises RuleBroken ``preset.field``, ``notation.third``."""
        if self.lower is None:
            return replace(preset(self.preset, entrants), dynamic=self.dynamic, lengths=self.played_to)
        return Structure(self.lower, self.third, self.byes, self.joins, self.dynamic, lengths=self.played_to)

    def compile(self, size: int, entrants: int | None = None, seeds: int = 0) -> Plan:
        """Return the plan on ``size`` lines (a power of two, 2 to 512) for a field of ``entrants`` with so many seeds.

        Without ``entrants`` it is that of all lines, or where the numbers do not work out for them, of the smallest
        field on these lines. Raises RuleBroken ``plan.size``, and as ``structure`` and ``compile_structure``.
        """
        if size < 2 or size > MOST or size & (size - 1):
            raise RuleBroken("plan.size", size=size)
        drawn = size // 2 + 1 if entrants is None else entrants
        if self.preset == COMPASS:
            return compass(size if entrants is None else entrants, self.played_to)
        return with_play_in(compile_structure(drawn, replace(self.structure(drawn), seeds=seeds)).plan, entrants)

    def alternatives(self) -> Sequence[Self]:
        """Return the usual presets, and this structure where it is none of them."""
        plain = replace(self, lower=None, third=None, byes=False, joins=False)
        usual = [replace(plain, preset=name) for name in _USUAL]
        return usual if self in usual else [self, *usual]

    @staticmethod
    def stage(plan: Plan, match: int) -> Stage:
        """Return how the round of a match is named.

        Where a player comes back from a lower bracket, only the rounds from there on are named by how many are left.
        """
        planned, finals = plan.matches[match], finals_of(plan)
        if planned.bracket == ENTRY and planned.round == 1 and plan.has_play_in:
            return Knockout.stage(plan, match)
        if not finals or (planned.bracket == ENTRY and match in finals):
            return _final(plan, match) if finals else Knockout.stage(plan, match)
        return Stage(StageKind.ROUND, 2 * sum(_in_round(plan, match, at) for at in plan.of(planned.bracket)),
                     planned.letter)  # fmt: skip

    @staticmethod
    def places(derived: Derived, facts: Facts) -> list[Place]:
        """Return everyone drawn in strict order, those who can still reach a better place first."""
        return structure_places(derived, facts)

    @staticmethod
    def place_after_loss(plan: Plan, match: int, nobody_goes_on: Container[int]) -> int | None:
        """Return the place that the losers of a match share, None where a loss decides no place."""
        if decides_by_exits(plan):
            return place_after_exit(plan, match, nobody_goes_on)
        return place_after_loss(plan, match, nobody_goes_on)


def _in_round(plan: Plan, match: int, other: int) -> bool:
    return plan.matches[match].round == plan.matches[other].round


def _final(plan: Plan, match: int) -> Stage:
    """Return the name of a round in which players come back: the last eight, the last four, the final."""
    planned, last = plan.matches[match], plan.rounds(ENTRY) - second_final(plan)
    if planned.round > last:
        return Stage(StageKind.SECOND_FINAL, 2, planned.letter)
    left = 1 << (last - planned.round + 1)
    return Stage(StageKind.FINAL if planned.round == last else StageKind.LAST, left, planned.letter)


def _text(data: Mapping[str, Any], word: str) -> str:
    given = data.get(word, "")
    if not isinstance(given, str):
        raise RuleBroken("format.shape", where=word, got=type(given).__name__)
    return given.strip()
