"""Pools: a round robin in each, then a knockout of those who come through.

Both are one bracket, because its winner has won the event and whoever withdraws from it has left the field. The lines
of the knockout stand behind those of the pools; who sits on them is recorded when the cut is made, as a round of a
Swiss is, so that corrections, withdrawals and undo need nothing of their own.

Source: docs/rules/pools.md; docs/decisions/0110-pools.md.
"""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar, Self

from rules.draws.chance import order_by_lot
from rules.draws.derive import Derived
from rules.draws.facts import Facts
from rules.draws.plan import ENTRY, Bracket, From, Plan, PlannedMatch, Source, round_letter
from rules.draws.pots import Seeding
from rules.draws.seeding import MOST, size_for
from rules.errors import RuleBroken
from rules.formats.cuts import BEST, POOLS, THROUGH, Criterion, pools_places
from rules.formats.format import Format, Place, Stage, StageKind
from rules.formats.knockout import read_flag
from rules.formats.lengths import Lengths, read_lengths, read_mapping
from rules.formats.paired import key_of_event
from rules.formats.places import place_after_loss
from rules.pairing.pools import SMALLEST, deal_pools
from rules.pairing.round_robin import MOST as MOST_IN_POOL
from rules.pairing.round_robin import schedule
from rules.rulesets.played import BACKGAMMON, Played

_WORDS = {"main", "pools", "largest", "through", "best", "ranking", "ties", "length", "crawford", "holland"}
_LENGTHS = {"pools", "knockout", ENTRY, "consolation", "last_chance"}
USUAL_RANKING = (Criterion.WINS, Criterion.HEAD_TO_HEAD, Criterion.POINT_DIFFERENCE, Criterion.POINTS_FOR)
MOST_POOLS, MOST_THROUGH = 64, 16
FILL, FILLS = -1, "fill"
"""As many best of the next place as fill the lines of the knockout, and the word for it."""


class Ties(StrEnum):
    """What decides between players whom the ranking leaves equal at the cut: the lot, or a match to one point."""

    LOT = "lot"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Pools(Format):
    """So many ``pools``, or with 0 as few as hold the field with ``largest`` in each; ``through`` of each go on.

    Of those behind them the ``best`` over all pools go on too; with ``FILL`` as many as the knockout has lines for.
    ``ranking`` are the criteria of a pool in their order, ``ties`` says what decides where they leave players equal.
    """

    name: ClassVar[str] = "pools"
    every_bracket: ClassVar[tuple[Bracket, ...]] = (Bracket(ENTRY, ENTRY),)
    by_field: ClassVar[bool] = True
    separates: ClassVar[bool] = True
    is_cut: ClassVar[bool] = True

    pools: int = 0
    largest: int = 4
    through: int = 2
    best: int = 0
    ranking: tuple[Criterion, ...] = USUAL_RANKING
    ties: Ties = Ties.LOT
    pools_to: Lengths = field(default_factory=lambda: Lengths(5))
    played_to: Lengths = field(default_factory=lambda: Lengths(7))
    separate: tuple[str, ...] = ()
    seeded: Seeding = Seeding.BY_LOT
    crawford: bool = True
    holland: bool = False
    played: Played = BACKGAMMON

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Return the pools that ``data`` describes.

        Raises RuleBroken ``format.shape``, ``format.unknown``, ``format.length``, ``format.flag``, ``holland.alone``,
        ``pools.count``, ``pools.through``, ``pools.best``, ``pools.ranking``, ``pools.ties``.
        """
        read_mapping(data, "format", _WORDS)
        crawford, holland = read_flag(data, "crawford", True), read_flag(data, "holland", False)
        if holland and not crawford:
            raise RuleBroken("holland.alone")
        pools = _whole(data, "pools", 0, (0, MOST_POOLS), "pools.count")
        largest = _whole(data, "largest", 4, (SMALLEST, MOST_IN_POOL), "pools.count")
        through = _whole(data, "through", 2, (1, MOST_THROUGH), "pools.through")
        best = FILL if data.get("best") == FILLS else _whole(data, "best", 0, (0, MOST_POOLS), "pools.best")
        ties = data.get("ties", Ties.LOT.value)
        if ties not in [each.value for each in Ties]:
            raise RuleBroken("pools.ties", got=ties, known=[each.value for each in Ties])
        lengths = _read_lengths(data.get("length", {}))
        return cls(
            pools, largest, through, best, read_ranking(data), Ties(ties), *lengths, crawford=crawford, holland=holland
        )

    def as_data(self) -> dict[str, Any]:
        """Return what ``read`` reads, as plain data with every default spelled out."""
        return {
            "main": self.name,
            "pools": self.pools,
            "largest": self.largest,
            "through": self.through,
            "best": FILLS if self.best == FILL else self.best,
            "ranking": [each.value for each in self.ranking],
            "ties": self.ties.value,
            "length": {"pools": self.pools_to.as_data(), "knockout": self.played_to.as_data()},
            **self.drawing_data(),
            "crawford": self.crawford,
            "holland": self.holland,
            **self.played.as_data(),
        }

    @property
    def brackets(self) -> tuple[Bracket, ...]:
        """The one bracket: the pools, and the knockout behind them."""
        return self.every_bracket

    def lengths(self, bracket: str) -> Lengths:
        """Return the lengths of the knockout."""
        return self.played_to

    def sizes(self, entrants: int) -> tuple[int, ...]:
        """Return how many players each pool of a field has, the first pools one more where they differ.

        Raises RuleBroken ``pools.size`` where a pool has fewer than three, ``pools.through`` where it has fewer than
        come through, or only one comes through in all; ``draw.field`` above the largest field.
        """
        if entrants > MOST:
            raise RuleBroken("draw.field", entrants=entrants, fewest=SMALLEST, most=MOST)
        count = self.pools or max(1, min(-(-entrants // self.largest), entrants // SMALLEST))
        if entrants < SMALLEST * count:
            raise RuleBroken("pools.size", entrants=entrants, pools=count, smallest=SMALLEST)
        each, more = divmod(entrants, count)
        if not self.through <= each or self.through * count < 2:
            raise RuleBroken("pools.through", got=self.through, most=each, pools=count)
        return tuple(each + (at < more) for at in range(count))

    def best_of(self, sizes: Sequence[int]) -> int:
        """Return how many come through as the best of the next place, out of pools of these sizes.

        Raises RuleBroken ``pools.best`` where fewer pools have a player on that place.
        """
        usual, most = self.through * len(sizes), sum(size > self.through for size in sizes)
        if self.best == FILL:
            return min(size_for(usual) - usual, most)
        if self.best > most:
            raise RuleBroken("pools.best", where="best", got=self.best, fewest=0, most=most)
        return self.best

    def coming(self, sizes: Sequence[int]) -> int:
        """Return how many come through pools of these sizes. Raises RuleBroken as ``best_of``."""
        return self.through * len(sizes) + self.best_of(sizes)

    def size(self, entrants: int) -> int:
        """Return the lines of all pools and of the knockout. Raises RuleBroken as ``sizes`` and ``best_of``."""
        sizes = self.sizes(entrants)
        return sum(map(_lines_for, sizes)) + size_for(self.coming(sizes))

    def lines(
        self, numbers: Sequence[int], seeds: Mapping[int, int], key: str, event: int | None = None
    ) -> dict[int, int]:
        """Return line → entrant number in the pools: seeds in snake order, the others by lot."""
        return self.lines_apart(numbers, seeds, {}, key, event)

    def lines_apart(
        self,
        numbers: Sequence[int],
        seeds: Mapping[int, int],
        groups: Mapping[int, Collection[str]],
        key: str,
        event: int | None = None,
    ) -> dict[int, int]:
        """Return the same with players who share a group spread over the pools."""
        sizes, text = self.sizes(len(numbers)), key_of_event(key, event)
        lines: dict[int, int] = {}
        before = 0
        for at, pool in enumerate(deal_pools(sorted(numbers), len(sizes), text, seeds, groups), start=1):
            drawn = order_by_lot(sorted(pool), f"{text}/pool:{at}/lines")
            lines |= dict(enumerate(drawn, start=before + 1))
            before += _lines_for(len(pool))
        return lines

    def compile(self, size: int, entrants: int | None = None, seeds: int = 0) -> Plan:
        """Return the plan for a field, or for as many entrants as ``size``. Raises RuleBroken as ``size``."""
        sizes = self.sizes(size if entrants is None else entrants)
        matches = list(self._pool_matches(sizes))
        rounds = max(match.round for match in matches)
        lines = [_lines_for(each) for each in sizes]
        first, best = sum(lines), self.best_of(sizes)
        coming = size_for(self.coming(sizes))
        sides = [Source(From.LINE, first + line) for line in range(1, coming + 1)]
        levels = coming.bit_length() - 1
        for level in range(1, levels + 1):
            start = len(matches)
            for number, pair in enumerate(zip(sides[::2], sides[1::2], strict=True), start=1):
                code = f"{round_letter(rounds + level - 1)}{number}"
                length = self.played_to.of(level, levels)
                matches.append(PlannedMatch(code, ENTRY, rounds + level, number, length, *pair))
            sides = [Source(From.WINNER, at) for at in range(start, len(matches))]
        options = (
            f"{POOLS}={','.join(map(str, lines))}",
            f"{THROUGH}={self.through}",
            *([f"{BEST}={best}"] if best else []),
            f"ranking={','.join(self.ranking)}",
            f"ties={self.ties.value}",
        )
        return Plan(self.name, first + coming, self.every_bracket, tuple(matches), options)

    def _pool_matches(self, sizes: Sequence[int]) -> Iterator[PlannedMatch]:
        """Yield the matches of all pools, round by round; those of a free line stand last in their round."""
        by_round: dict[int, list[tuple[bool, int, int, int]]] = {}
        before = 0
        for at, players in enumerate(sizes):
            lines = _lines_for(players)
            for round_, pairs in enumerate(schedule(lines), start=1):
                of_round = by_round.setdefault(round_, [])
                of_round += [(players < max(pair), at, before + pair[0], before + pair[1]) for pair in sorted(pairs)]
            before += lines
        for round_, of_round in sorted(by_round.items()):
            for number, (_, _, one, other) in enumerate(sorted(of_round), start=1):
                code, length = f"{round_letter(round_ - 1)}{number}", self.pools_to.of(round_, len(by_round))
                yield PlannedMatch(
                    code, ENTRY, round_, number, length, Source(From.LINE, one), Source(From.LINE, other)
                )

    def alternatives(self) -> Sequence[Self]:
        """Return the same with pools of four, five and six, as it is, and with a knockout that is filled or not."""
        others = {*(replace(self, pools=0, largest=largest) for largest in (4, 5, 6)), self}
        others |= {replace(self, best=0), replace(self, best=FILL)}
        return sorted(others, key=lambda each: (each.pools, each.largest, each.best % (MOST_POOLS + 2)))

    @staticmethod
    def stage(plan: Plan, match: int) -> Stage:
        """Return a round of the pools by its letter, one of the knockout by how many are left."""
        planned, rounds = plan.matches[match], plan.rounds(ENTRY)
        if match in plan.tabled:
            return Stage(StageKind.ROUND, plan.size, planned.letter)
        left = 1 << (rounds - planned.round + 1)
        return Stage(StageKind.FINAL if planned.round == rounds else StageKind.LAST, left, planned.letter)

    @staticmethod
    def places(derived: Derived, facts: Facts) -> list[Place]:
        """Return everyone: by the knockout, then those who did not come through by their places in the pools."""
        return pools_places(derived, facts)

    @staticmethod
    def place_after_loss(plan: Plan, match: int, nobody_goes_on: Container[int]) -> int | None:
        """Return the place of those who lose in a round of the knockout, None in a pool."""
        return None if match in plan.tabled else place_after_loss(plan, match, nobody_goes_on)


def read_ranking(data: Mapping[str, Any]) -> tuple[Criterion, ...]:
    """Return the criteria of a pool in their order, each once. Raises RuleBroken ``pools.ranking``."""
    given = data.get("ranking", [each.value for each in USUAL_RANKING])
    known = [each.value for each in Criterion]
    if not isinstance(given, list) or not given or len(set(map(str, given))) < len(given):
        raise RuleBroken("pools.ranking", got=given, known=known)
    if any(each not in known for each in given):
        raise RuleBroken("pools.ranking", got=given, known=known)
    return tuple(Criterion(each) for each in given)


def _lines_for(players: int) -> int:
    """Return the lines of a pool: an even number, because an odd pool leaves one free for a latecomer."""
    return players + players % 2


def _read_lengths(given: Any) -> tuple[Lengths, Lengths]:
    """Return the lengths of pools and knockout, from one for both or by name. Raises RuleBroken ``format.…``."""
    if not isinstance(given, Mapping) or not _LENGTHS.intersection(given):
        both = read_lengths(given) if given != {} else None
        return both or Lengths(5), both or Lengths(7)
    named = read_mapping(given, "length", _LENGTHS)
    knockout = named.get("knockout", named.get(ENTRY, 7))
    return read_lengths(named.get("pools", 5)), read_lengths(knockout)


def _whole(data: Mapping[str, Any], word: str, usual: int, limits: tuple[int, int], code: str) -> int:
    given = data.get(word, usual)
    if isinstance(given, bool) or not isinstance(given, int):
        raise RuleBroken("format.shape", where=word, got=type(given).__name__)
    if not limits[0] <= given <= limits[1]:
        raise RuleBroken(code, where=word, got=given, fewest=limits[0], most=limits[1])
    return given
