"""The questions that every way to play an event answers. Nothing else knows which brackets there are, or why.

Source: docs/decisions/0032-formats.md.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Self, cast

from rules.draws.derive import Derived
from rules.draws.facts import Facts
from rules.draws.plan import Bracket, Plan
from rules.draws.pots import Seeding
from rules.draws.seeding import draw_lines, size_for
from rules.draws.separation import separate
from rules.errors import RuleBroken
from rules.formats.lengths import Lengths
from rules.match.several import counts_as_backgammon
from rules.match.terms import Terms
from rules.rulesets import Ruleset
from rules.rulesets.played import Played


@dataclass(frozen=True, slots=True)
class Place:
    """One entrant's place: ``place`` is shared and None while they can still reach a better one.

    ``order`` is the strict order, 1 to the number of entrants without a gap.
    """

    entrant: int
    place: int | None
    order: int


class StageKind(StrEnum):
    """How a round is named: the final, the second one of a recharge, by how many are left, by its letter, or as the few
    matches before a full round.
    """

    FINAL = "final"
    SECOND_FINAL = "second_final"
    LAST = "last"
    ROUND = "round"
    PLAY_IN = "play_in"


@dataclass(frozen=True, slots=True)
class Stage:
    """The name of a round: ``left`` is how many play in it at most, ``letter`` stands in the codes of its matches."""

    kind: StageKind
    left: int
    letter: str


class Format(ABC):
    """A way to play an event, with the choices a director makes about it.

    A format is a value: equal choices are equal formats. Questions about a plan need its format's name only, so that
    a stored plan answers too. ``every_bracket`` are those that any choice may bring.
    """

    name: ClassVar[str]
    every_bracket: ClassVar[tuple[Bracket, ...]]
    by_field: ClassVar[bool] = False
    """Whether a plan depends on the field that is drawn, not on the number of its lines alone."""
    is_by_rounds: ClassVar[bool] = False
    """Whether all play round after round and a table decides."""
    is_paired: ClassVar[bool] = False
    """Whether a round is paired when the one before it is over."""
    is_cut: ClassVar[bool] = False
    """Whether a knockout is drawn of those whom tables let through."""
    separates: ClassVar[bool] = False
    """Whether its draw can keep players of one group apart, and seed pots or everybody."""
    crawford: bool
    holland: bool
    played: Played

    @classmethod
    @abstractmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Return the format that ``data`` describes. Raises RuleBroken ``format.…``, ``holland.alone``."""

    @abstractmethod
    def as_data(self) -> dict[str, Any]:
        """Return what ``read`` reads, as plain data with every default spelled out."""

    def terms(self, length: int, start: tuple[int, int] = (0, 0)) -> Terms:
        """Return the terms of a match of this length, with the start score (top, bottom).

        Raises RuleBroken as ``Terms`` does.
        """
        return Terms(length, start, crawford=self.crawford, holland=self.holland, games=self.counted_games)

    def playing(self, played: Played) -> Self:
        """Return the same format for other games; without the cube of backgammon it has no rules of the cube."""
        same = self._with(played=played)
        return same if same.counts_as_backgammon else same._with(crawford=False, holland=False)

    @property
    def kept_apart(self) -> tuple[str, ...]:
        """The groups of which two meet late: ``club``, ``country``, ``group`` (who travels together), or none."""
        return tuple(getattr(self, "separate", ()))

    @property
    def seeding(self) -> Seeding:
        """How seeds are used in the draw."""
        return Seeding(getattr(self, "seeded", Seeding.BY_LOT))

    def seeding_by(self, seeding: Seeding) -> Self:
        """Return the same format with seeds used in this way. Raises RuleBroken ``seeding.format``."""
        if seeding is Seeding.BY_LOT:
            return self
        if not self.separates:
            raise RuleBroken("seeding.format", format=self.name)
        return self._with(seeded=seeding)

    def separating(self, groups: tuple[str, ...]) -> Self:
        """Return the same format with players of these groups kept apart. Raises RuleBroken ``separate.format``."""
        if not groups:
            return self
        if not self.separates:
            raise RuleBroken("separate.format", format=self.name)
        return self._with(separate=groups)

    def drawing_data(self) -> dict[str, Any]:
        """Return what ``read_format`` reads of how the lines are drawn, nothing where it is as usual."""
        data: dict[str, Any] = {"separate": list(self.kept_apart)} if self.kept_apart else {}
        return data if self.seeding is Seeding.BY_LOT else data | {"seeding": self.seeding.value}

    def _with(self, **changes: Any) -> Self:
        """Return the same format with some fields changed; every format is a dataclass."""
        changed: Self = replace(cast("Any", self), **changes)
        return changed

    @property
    def counts_as_backgammon(self) -> bool:
        """Whether matches are counted as in backgammon: 1, 2 and 3 points, the cube, no draws."""
        return all(counts_as_backgammon(game) for game in self.played.games)

    @property
    def counted_games(self) -> tuple[Ruleset, ...]:
        """The games that take turns, empty where matches are counted as in backgammon."""
        return () if self.counts_as_backgammon else self.played.games

    @property
    @abstractmethod
    def brackets(self) -> tuple[Bracket, ...]:
        """The brackets of a large field, in the order in which they are shown; all are drawn into the first."""

    @abstractmethod
    def lengths(self, bracket: str) -> Lengths:
        """Return the lengths of a bracket."""

    def size(self, entrants: int) -> int:
        """Return how many lines the draw of a field has. Raises RuleBroken ``draw.field``, or a code of the format."""
        return size_for(entrants)

    def lines(
        self, numbers: Sequence[int], seeds: Mapping[int, int], key: str, event: int | None = None
    ) -> dict[int, int]:
        """Return line (from 1) → entrant number by lot and seeds. Raises RuleBroken as ``draw_lines``."""
        return draw_lines(numbers, seeds, key, event)

    def lines_apart(
        self,
        numbers: Sequence[int],
        seeds: Mapping[int, int],
        groups: Mapping[int, Collection[str]],
        key: str,
        event: int | None = None,
    ) -> dict[int, int]:
        """Return the same with players who share a group as far apart as can be. Raises RuleBroken as ``lines``."""
        return separate(self.lines(numbers, seeds, key, event), groups, key, fixed=seeds)

    @abstractmethod
    def compile(self, size: int, entrants: int | None = None, seeds: int = 0) -> Plan:
        """Return the plan on ``size`` lines for a field of ``entrants``, of whom so many are seeded.

        Without ``entrants`` it is the plan for any field on these lines.

        Raises RuleBroken ``plan.size``, and others where the format does not work out for the field.
        """

    @abstractmethod
    def alternatives(self) -> Sequence[Self]:
        """Return what a director compares before the choice: this format and its relatives, the cheapest first."""

    @staticmethod
    @abstractmethod
    def stage(plan: Plan, match: int) -> Stage:
        """Return how the round of a match is named."""

    @staticmethod
    @abstractmethod
    def places(derived: Derived, facts: Facts) -> list[Place]:
        """Return everyone drawn in strict order, those who can still reach a better place first."""

    @staticmethod
    @abstractmethod
    def place_after_loss(plan: Plan, match: int, nobody_goes_on: Container[int]) -> int | None:
        """Return the place that the losers of a match share, None where a loss decides no place.

        ``nobody_goes_on`` are the matches out of which nobody comes as winner.
        """
