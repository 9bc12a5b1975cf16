"""Swiss: rounds that are paired one after the other, to a number of losses or for a number of rounds.

The plan has room for every round. Its lines are numbered on from round to round: who sits on those of a later round is
recorded when it is paired, so that corrections, withdrawals and undo need nothing of their own.

Source: docs/rules/swiss.md#as-a-format.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from math import comb
from typing import Any, ClassVar, Self

from rules.draws.derive import Derived
from rules.draws.facts import Facts
from rules.draws.plan import ENTRY, Bracket, From, Plan, PlannedMatch, Source, round_letter
from rules.draws.seeding import FEWEST, MOST
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.finishing import AS_THEY_FINISH, is_as_they_finish, pair_free_players, progress
from rules.formats.format import Format, Place, Stage, StageKind
from rules.formats.knockout import read_flag
from rules.formats.lengths import Lengths, read_lengths, read_mapping
from rules.formats.paired import NextRound, is_decided, joined_later, key_of_event, last_round, renamed
from rules.formats.rounds import results_of
from rules.pairing.by_losses import Barred, Options, Phase, Variant, next_round
from rules.pairing.fixed import MOST_ROUNDS, next_fixed_round
from rules.pairing.outcome import outcome
from rules.pairing.pairing import BYE, Table
from rules.pairing.results import Result
from rules.pairing.standings import standings
from rules.rulesets.played import BACKGAMMON, Played

_WORDS = {"main", "losses", "rounds", "paid", "variant", "pairing", "apart", "length", "crawford", "holland"}
MOST_APART, LARGEST = 200, 99_999
_DASH, _BETWEEN, _PAIR = re.compile(r"\s*[-–]\s*"), re.compile(r"[\s,;]+"), re.compile(r"([0-9]{1,5})-([0-9]{1,5})")
RANKING = ("wins", "buchholz", "sonneborn_berger")
"""How a Swiss of fixed rounds is ranked."""


class Pairing(StrEnum):
    """When players are paired: all of them when a round is over, or each as soon as an opponent is free."""

    ROUNDS = "rounds"
    AS_THEY_FINISH = "as_they_finish"


@dataclass(frozen=True, slots=True)
class Swiss(Format):
    """Out after ``losses`` lost matches, with a playoff of the ``paid`` places; with ``rounds`` all play that number.

    ``apart`` are the numbers of entrants who must not meet.
    """

    name: ClassVar[str] = "swiss"
    every_bracket: ClassVar[tuple[Bracket, ...]] = (Bracket(ENTRY, ENTRY),)
    by_field: ClassVar[bool] = True
    is_by_rounds: ClassVar[bool] = True
    is_paired: ClassVar[bool] = True

    losses: int = 3
    rounds: int = 0
    paid: int = 0
    variant: Variant = Variant.PLAYOFF
    pairing: Pairing = Pairing.ROUNDS
    played_to: Lengths = field(default_factory=lambda: Lengths(7))
    apart: tuple[tuple[int, int], ...] = ()
    crawford: bool = True
    holland: bool = False
    played: Played = BACKGAMMON

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Return the Swiss that ``data`` describes.

        Raises RuleBroken ``format.shape``, ``format.unknown``, ``format.length``, ``format.flag``, ``holland.alone``,
        ``swiss.losses``, ``swiss.paid``, ``swiss.variant``, ``swiss.pairing``, ``swiss.apart``, ``fixed.rounds``.
        """
        read_mapping(data, "format", _WORDS)
        crawford, holland = read_flag(data, "crawford", True), read_flag(data, "holland", False)
        if holland and not crawford:
            raise RuleBroken("holland.alone")
        losses, rounds, paid = (
            _whole(data, word, usual) for word, usual in (("losses", 3), ("rounds", 0), ("paid", 0))
        )
        variant = data.get("variant", Variant.PLAYOFF.value)
        if variant not in [each.value for each in Variant]:
            raise RuleBroken("swiss.variant", got=variant, known=[each.value for each in Variant])
        Options(losses, paid, Variant(variant))
        pairing = data.get("pairing", Pairing.ROUNDS.value)
        if pairing not in [each.value for each in Pairing]:
            raise RuleBroken("swiss.pairing", got=str(pairing)[:60], known=[each.value for each in Pairing])
        if not 0 <= rounds <= MOST_ROUNDS:
            raise RuleBroken("fixed.rounds", got=rounds, most=MOST_ROUNDS)
        length = data.get("length", 7)
        if isinstance(length, Mapping) and ENTRY in length:
            length = read_mapping(length, "length", {ENTRY, "consolation", "last_chance"})[ENTRY]
        apart = read_apart(data.get("apart", []))
        how = Variant(variant), Pairing(pairing)
        return cls(losses, rounds, paid, *how, read_lengths(length), apart, crawford, holland)

    def as_data(self) -> dict[str, Any]:
        """Return what ``read`` reads, as plain data with every default spelled out."""
        return {
            "main": self.name,
            "losses": self.losses,
            "rounds": self.rounds,
            "paid": self.paid,
            "variant": self.variant.value,
            **({"pairing": self.pairing.value} if self.pairing is not Pairing.ROUNDS else {}),
            **({"apart": [list(pair) for pair in self.apart]} if self.apart else {}),
            "length": {ENTRY: self.played_to.as_data()},
            "crawford": self.crawford,
            "holland": self.holland,
            **self.played.as_data(),
        }

    @property
    def options(self) -> Options:
        """The options of a Swiss by losses."""
        return Options(self.losses, self.paid, self.variant)

    @property
    def brackets(self) -> tuple[Bracket, ...]:
        """The one table."""
        return self.every_bracket

    def lengths(self, bracket: str) -> Lengths:
        """Return the lengths of the rounds."""
        return self.played_to

    def size(self, entrants: int) -> int:
        """Return the lines of all rounds. Raises RuleBroken ``draw.field``."""
        return 2 * sum(self.room(entrants))

    def room(self, entrants: int) -> tuple[int, ...]:
        """Return for how many tables each round has room, some for latecomers. Raises RuleBroken ``draw.field``."""
        if not FEWEST <= entrants <= MOST:
            raise RuleBroken("draw.field", entrants=entrants, fewest=FEWEST, most=MOST)
        field_ = min(MOST, entrants + max(4, entrants // 4))
        most = (field_ + 1) // 2
        if self.rounds:
            return (most,) * self.rounds
        return tuple(min(most, tables) for tables in _tables_by_losses(field_, self.losses))

    def lines(
        self, numbers: Sequence[int], seeds: Mapping[int, int], key: str, event: int | None = None
    ) -> dict[int, int]:
        """Return line → entrant number of the first round, by lot; seeds change nothing."""
        self.size(len(numbers))
        tables = self._pair(sorted(numbers), (), key_of_event(key, event), self._barred()).tables
        return dict(_seated(tables, 0))

    def compile(self, size: int, entrants: int | None = None, seeds: int = 0) -> Plan:
        """Return the plan for a field, or for as many entrants as ``size``. Raises RuleBroken ``draw.field``."""
        room = self.room(size if entrants is None else entrants)
        matches: list[PlannedMatch] = []
        for round_, tables in enumerate(room, start=1):
            for number in range(1, tables + 1):
                line = 2 * len(matches) + 1
                code = f"{round_letter(round_ - 1)}{number}"
                length = self.played_to.of(round_, len(room))
                sides = Source(From.LINE, line), Source(From.LINE, line + 1)
                matches.append(PlannedMatch(code, ENTRY, round_, number, length, *sides))
        options = (f"rounds={self.rounds}",) if self.rounds else (
            f"losses={self.losses}", f"paid={self.paid}", f"variant={self.variant.value}"
        )  # fmt: skip
        if self.pairing is Pairing.AS_THEY_FINISH:
            options = (*options, AS_THEY_FINISH)
        return Plan(self.name, 2 * len(matches), self.every_bracket, tuple(matches), options)

    def pair_next(self, state: DrawState, numbers: Mapping[int, int], key: str, event: int | None) -> NextRound:
        """Return the round after those that are paired; ``numbers`` has the number of every entrant by id.

        Where players are paired as they finish, return who can be paired now. Nobody is paired who has withdrawn.
        Raises RuleBroken ``round.open`` with the ``matches`` that are not decided, ``round.room`` where the plan has no
        room, and as ``next_round``.
        """
        if is_as_they_finish(state.plan):
            lots = key_of_event(key, event)
            return pair_free_players(state, numbers, lots, frozenset(self.apart), self._pair)
        last = last_round(state.plan, state.facts)
        open_ = [
            at for at, match in enumerate(state.plan.matches) if match.round <= last and not is_decided(state.seat(at))
        ]
        if open_:
            raise RuleBroken("round.open", matches=[state.plan.matches[at].code for at in open_])
        out = frozenset(numbers[who] for who in state.facts.out.get(ENTRY, ()) if who in numbers)
        known = replace(self._barred(), withdrawn=out, joined=joined_later(state.plan, state.lines, numbers, last))
        results = [renamed(each, numbers) for each in results_of(state.plan, state.derived.seats(), byes_win=True)]
        paired = self._pair(sorted(numbers.values()), results, key_of_event(key, event), known)
        before = sum(match.round < paired.round for match in state.plan.matches)
        room = sum(match.round == paired.round for match in state.plan.matches)
        if len(paired.tables) > room:
            raise RuleBroken("round.room", round=paired.round, tables=len(paired.tables), room=room)
        ids = {number: who for who, number in numbers.items()} | {BYE: BYE}
        tables = tuple(replace(each, one=ids[each.one], other=ids[each.other]) for each in paired.tables)
        return NextRound(
            paired.phase,
            paired.round,
            dict(_seated(tables, 2 * before)),
            tables,
            ids[paired.waits],
            tuple(ids[each] for each in paired.leaving),
        )

    def _barred(self) -> Barred:
        return Barred(pairs=frozenset(self.apart))

    def _pair(self, numbers: Sequence[int], results: Sequence[Result], key: str, known: Barred) -> NextRound:
        if self.rounds:
            fixed = next_fixed_round(numbers, self.rounds, results, key, known)
            return NextRound(Phase.SWISS if fixed.tables else Phase.OVER, fixed.round, {}, fixed.tables)
        following = next_round(numbers, self.options, results, key, known)
        if following.phase is Phase.CONTINGENT_BYE and not results:
            # A field of three has an ordinary bye: a player who waited through the first round would count as late.
            following = next_round(numbers, replace(self.options, paid=0), results, key, known)
        return NextRound(following.phase, following.round, {}, following.tables, following.waits, following.leaving)

    def alternatives(self) -> Sequence[Self]:
        """Return the same to two, three and four losses, and as it is."""
        others = {*(replace(self, losses=losses, rounds=0) for losses in (2, 3, 4)), self}
        return sorted(others, key=lambda each: (bool(each.rounds), each.rounds, each.losses))

    @staticmethod
    def stage(plan: Plan, match: int) -> Stage:
        """Return the round by its letter."""
        return Stage(StageKind.ROUND, plan.size, plan.matches[match].letter)

    @staticmethod
    def places(derived: Derived, facts: Facts) -> list[Place]:
        """Return everyone, those who are still in first; equal exits share a place."""
        return swiss_places(derived, facts)

    @staticmethod
    def place_after_loss(plan: Plan, match: int, nobody_goes_on: Container[int]) -> int | None:
        """Return None: the rounds decide."""
        return None


def read_apart(given: Any) -> tuple[tuple[int, int], ...]:
    """Return pairs of numbers, the smaller first, from pairs or from text such as "3-7, 4-9".

    Raises RuleBroken ``swiss.apart``.
    """
    pairs = _typed_pairs(given) if isinstance(given, str) else given
    if not isinstance(pairs, list) or len(pairs) > MOST_APART or not all(_is_pair(each) for each in pairs):
        raise RuleBroken("swiss.apart", got=str(given)[:60], most=MOST_APART)
    return tuple(sorted({(min(pair), max(pair)) for pair in pairs}))


def _typed_pairs(text: str) -> list[Any]:
    """Return the pairs in a text, None for a part that is no pair."""
    parts = _BETWEEN.split(_DASH.sub("-", text.strip())) if text.strip() else []
    matches = (_PAIR.fullmatch(each) for each in parts if each)
    return [[int(each[1]), int(each[2])] if each else None for each in matches]


def _is_pair(given: Any) -> bool:
    if not isinstance(given, list) or len(given) != 2 or given[0] == given[1]:
        return False
    return all(type(each) is int and 1 <= each <= LARGEST for each in given)


def swiss_places(derived: Derived, facts: Facts) -> list[Place]:
    """Return everyone who was ever paired; nobody still in has a place. Inside a share the lower id comes first."""
    plan = derived.plan
    options = plan.named_options
    entrants = sorted(set(facts.lines.values()))
    played = _complete(derived, facts)
    results = [each for each in results_of(plan, derived.seats(), byes_win=True) if each.round <= played]
    out = frozenset(facts.out.get(ENTRY, ()))
    joined = joined_later(plan, facts.lines, dict.fromkeys(entrants, 0), plan.rounds(ENTRY))
    first = {who: round_ for who, round_ in joined.items() if who}
    if "rounds" in options:
        return _fixed_places(entrants, results, over=played == int(options["rounds"]))
    barred = Barred(out, joined=first)
    came = outcome(entrants, Options(int(options["losses"]), int(options["paid"]), Variant(options["variant"])),
                   results, "", barred)  # fmt: skip
    placed: list[Place] = []
    for at, group in enumerate(came.groups):
        place = len(placed) + 1
        inside = at == 0 and not came.over
        placed += [Place(who, None if inside else place, len(placed) + 1 + on) for on, who in enumerate(sorted(group))]
    return placed


def _fixed_places(entrants: Sequence[int], results: Sequence[Result], *, over: bool) -> list[Place]:
    table = standings(entrants, results, RANKING)
    return [Place(each.entrant, each.place if over else None, order) for order, each in enumerate(table, start=1)]


def _complete(derived: Derived, facts: Facts) -> int:
    """Return the last round of which, and of all before it, every match is decided and nobody is left to pair."""
    if is_as_they_finish(derived.plan):
        return progress(derived.plan, derived.seats(), facts.lines, facts.out.get(ENTRY, ())).round - 1
    open_ = [match.round for at, match in enumerate(derived.plan.matches) if not is_decided(derived.seat(at))]
    return min([last_round(derived.plan, facts), *(round_ - 1 for round_ in open_)])


def _seated(tables: Sequence[Table], before: int) -> Iterator[tuple[int, int]]:
    for at, table in enumerate(tables):
        yield before + 2 * at + 1, table.one
        if table.other != BYE:
            yield before + 2 * at + 2, table.other


def _whole(data: Mapping[str, Any], word: str, usual: int) -> int:
    given = data.get(word, usual)
    if isinstance(given, bool) or not isinstance(given, int):
        raise RuleBroken("format.shape", where=word, got=type(given).__name__)
    return given


@lru_cache(maxsize=64)
def _tables_by_losses(entrants: int, losses: int) -> tuple[int, ...]:
    """Return the most tables of each round: of those who have not lost so often if all matches are even, and a few.

    Behind the round in which hardly anybody is left there is room for the last few to lose all that they can.
    """
    tables: list[int] = []
    while True:
        round_ = len(tables)
        left = entrants * sum(comb(round_, lost) for lost in range(min(losses, round_ + 1))) / 2**round_
        tables.append(int(left / 2) + losses + 1)
        if left <= 2:
            return (*tables, *(losses + 1 for _ in range(3 * losses)))
