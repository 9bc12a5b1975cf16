"""Round robin: everybody plays everybody, by the Berger tables; the table decides.

Source: docs/rules/round-robin.md.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from rules.draws.chance import order_by_lot
from rules.draws.derive import Derived
from rules.draws.facts import Facts
from rules.draws.plan import ENTRY, Bracket, From, Plan, PlannedMatch, Source, round_letter
from rules.draws.seeding import lot_text
from rules.errors import RuleBroken
from rules.formats.format import Format, Place, Stage, StageKind
from rules.formats.knockout import read_flag
from rules.formats.lengths import Lengths, read_lengths, read_mapping
from rules.formats.rounds import places_by_table
from rules.pairing.round_robin import FEWEST, MOST, schedule
from rules.rulesets.played import BACKGAMMON, Played


@dataclass(frozen=True, slots=True)
class RoundRobin(Format):
    """Everybody plays everybody once; ``rounds`` cuts it after so many, 0 plays all."""

    name: ClassVar[str] = "round_robin"
    every_bracket: ClassVar[tuple[Bracket, ...]] = (Bracket(ENTRY, ENTRY),)
    by_field: ClassVar[bool] = True
    is_by_rounds: ClassVar[bool] = True

    rounds: int = 0
    played_to: Lengths = field(default_factory=lambda: Lengths(5))
    crawford: bool = True
    holland: bool = False
    played: Played = BACKGAMMON

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Return the round robin that ``data`` describes.

        Raises RuleBroken ``format.shape``, ``format.unknown``, ``format.length``, ``format.flag``, ``holland.alone``,
        ``round_robin.rounds``.
        """
        read_mapping(data, "format", {"main", "rounds", "length", "crawford", "holland"})
        crawford, holland = read_flag(data, "crawford", True), read_flag(data, "holland", False)
        if holland and not crawford:
            raise RuleBroken("holland.alone")
        rounds = data.get("rounds", 0)
        if isinstance(rounds, bool) or not isinstance(rounds, int) or not 0 <= rounds < MOST:
            raise RuleBroken("round_robin.rounds", got=rounds, most=MOST - 1)
        length = data.get("length", 5)
        if isinstance(length, Mapping) and ENTRY in length:
            length = read_mapping(length, "length", {ENTRY, "consolation", "last_chance"})[ENTRY]
        return cls(rounds, read_lengths(length), crawford, holland)

    def as_data(self) -> dict[str, Any]:
        """Return what ``read`` reads, as plain data with every default spelled out."""
        return {
            "main": self.name,
            "rounds": self.rounds,
            "length": {ENTRY: self.played_to.as_data()},
            "crawford": self.crawford,
            "holland": self.holland,
            **self.played.as_data(),
        }

    @property
    def brackets(self) -> tuple[Bracket, ...]:
        """The one table."""
        return self.every_bracket

    def lengths(self, bracket: str) -> Lengths:
        """Return the lengths of the rounds."""
        return self.played_to

    def size(self, entrants: int) -> int:
        """Return the lines: an even number, because an odd field leaves one free for a latecomer.

        Raises RuleBroken ``round_robin.entrants`` outside 2 to 64 entrants.
        """
        if not FEWEST <= entrants <= MOST:
            raise RuleBroken("round_robin.entrants", got=entrants, fewest=FEWEST, most=MOST)
        return entrants + entrants % 2

    def lines(
        self, numbers: Sequence[int], seeds: Mapping[int, int], key: str, event: int | None = None
    ) -> dict[int, int]:
        """Return line → entrant number: all by lot, seeds change nothing where everybody meets."""
        return dict(enumerate(order_by_lot(sorted(numbers), lot_text(key, event)), start=1))

    def compile(self, size: int, entrants: int | None = None, seeds: int = 0) -> Plan:
        """Return the plan for a field, or for all lines. Raises RuleBroken as ``size`` and ``schedule``."""
        lines = self.size(size if entrants is None else entrants)
        rounds = schedule(lines, min(self.rounds, lines - 1) or None)
        # The match of whoever sits out has the last number of its round.
        empty = lines if entrants is not None and entrants < lines else 0
        matches = [
            PlannedMatch(
                f"{round_letter(at - 1)}{number}",
                ENTRY,
                at,
                number,
                self.played_to.of(at, len(rounds)),
                Source(From.LINE, one),
                Source(From.LINE, other),
            )
            for at, pairs in enumerate(rounds, start=1)
            for number, (one, other) in enumerate(sorted(pairs, key=lambda pair: (empty in pair, pair)), start=1)
        ]
        return Plan(self.name, lines, self.every_bracket, tuple(matches))

    def alternatives(self) -> Sequence[Self]:
        """Return the same with three, five and all rounds, and as it is."""
        others = {*(replace(self, rounds=rounds) for rounds in (3, 5, 0)), self}
        return sorted(others, key=lambda each: each.rounds or MOST)

    @staticmethod
    def stage(plan: Plan, match: int) -> Stage:
        """Return the round by its letter."""
        return Stage(StageKind.ROUND, plan.size, plan.matches[match].letter)

    @staticmethod
    def places(derived: Derived, facts: Facts) -> list[Place]:
        """Return everyone in the order of the table."""
        return places_by_table(derived, facts)

    @staticmethod
    def place_after_loss(plan: Plan, match: int, nobody_goes_on: Container[int]) -> int | None:
        """Return None: the table decides."""
        return None
