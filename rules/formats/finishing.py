"""A Swiss in which players are paired as they finish: how far it has come, and who can be paired now.

Everybody sits in the next round after their last one, so players of one round have played equally often. The first
round that is not complete is paired to its end as soon as the rounds before it are decided; in the later ones equal
records meet as they come.

Source: docs/rules/swiss.md#as-they-finish; docs/decisions/0126-as-they-finish.md.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rules.draws.derive import Seat
from rules.draws.facts import PHANTOM
from rules.draws.plan import ENTRY, Plan
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.paired import NextRound, first_rounds, is_decided, joined_later, renamed
from rules.formats.rounds import results_of
from rules.pairing.as_they_finish import equal_tables, sparing
from rules.pairing.by_losses import Barred, Options, Phase, Variant, stand
from rules.pairing.outcome import barred_until
from rules.pairing.pairing import BYE, Record, Table, pair_round
from rules.pairing.results import Result, records

AS_THEY_FINISH = "pairing=as_they_finish"
"""The option of a plan whose players are paired as they finish."""

FEWEST_OF_A_ROUND = 3
"""With no more than three left by losses there may be a contingent bye, so that a round is paired as a whole."""

# Pairs a round as a whole: of these numbers, results, lots and bars.
type Whole = Callable[[Sequence[int], Sequence[Result], str, Barred], NextRound]


def is_as_they_finish(plan: Plan) -> bool:
    """Whether players are paired as they finish."""
    return AS_THEY_FINISH in plan.options


@dataclass(frozen=True, slots=True)
class Progress:
    """The first round that is not complete, who plays in it, and who of them is still to be seated.

    ``over``: there is no such round.
    """

    round: int
    inside: frozenset[int]
    due: frozenset[int]
    over: bool = False


def progress(plan: Plan, seats: Sequence[Seat], lines: Mapping[int, int], out: Collection[int]) -> Progress:
    """Return how far a draw has come: ``seats`` are its matches, ``lines`` as in ``Facts``, ``out`` have withdrawn.

    Players who were never seated count for nothing.
    """
    first, seated = first_rounds(plan, lines), seats_by_round(plan, lines)
    undecided = {match.round for match, seat in zip(plan.matches, seats, strict=True) if not is_decided(seat)}
    results = list(results_of(plan, seats, byes_win=True))
    playing, gone = _playing_on(plan, results, first, out), Barred(frozenset(out))
    by_losses = _losses(plan) is not None
    for round_ in range(1, plan.rounds(ENTRY) + 1):
        here = sorted(who for who, joined in first.items() if joined <= round_)
        before = [each for each in results if each.round < round_]
        inside, phase = _inside(plan, here, before, first, barred_until(gone, results, round_ - 1))
        now, ahead = seated.get(round_, {}).keys(), seated.get(round_ + 1, {}).keys()
        due = inside - now
        passed = by_losses and ahead and round_ not in undecided and now & playing <= ahead
        if now and (phase is not Phase.SWISS or passed):
            due = frozenset()  # whoever is in again by a correction joins the next round
        over = phase is Phase.OVER or (not now and len(inside) < 2)
        if over or due or round_ in undecided or not now:
            return Progress(round_, inside, due, over and bool(first))
    return Progress(plan.rounds(ENTRY) + 1, frozenset(), frozenset(), over=True)


def waiting(plan: Plan, seats: Sequence[Seat], lines: Mapping[int, int], out: Collection[int]) -> frozenset[int]:
    """Return who is free and waits for an opponent; arguments as for ``progress``."""
    now = progress(plan, seats, lines, out)
    if now.over:
        return frozenset()
    busy = {who for seat in seats if not is_decided(seat) for who in (seat.top, seat.bottom)}
    by_round, last = seats_by_round(plan, lines), dict[int, int]()
    for round_ in sorted(by_round):
        last.update(dict.fromkeys(by_round[round_], round_))
    results = list(results_of(plan, seats, byes_win=True))
    playing = _playing_on(plan, results, first_rounds(plan, lines), out) - busy
    ends = plan.rounds(ENTRY)
    return frozenset(who for who in playing if last[who] < ends and (last[who] >= now.round or who in now.inside))


def _inside(
    plan: Plan, entrants: Sequence[int], before: Sequence[Result], first: Mapping[int, int], barred: Barred
) -> tuple[frozenset[int], Phase]:
    """Return who plays the round after these results, and of which phase it is."""
    losses = _losses(plan)
    if losses is None:
        return frozenset(entrants) - barred.withdrawn, Phase.SWISS
    joined = {who: first[who] for who in entrants if first[who] > 1}
    now = stand(entrants, losses, before, "", replace(barred, joined=joined))
    return frozenset(now.still_in), now.phase


def _playing_on(
    plan: Plan, results: Sequence[Result], first: Mapping[int, int], out: Collection[int]
) -> frozenset[int]:
    """Return who has neither withdrawn nor lost as often as they may."""
    options = _losses(plan)
    known = records(sorted(first), results, {who: round_ for who, round_ in first.items() if round_ > 1})
    return frozenset(
        who for who, each in known.items() if who not in out and (options is None or each.losses < options.losses)
    )


def _losses(plan: Plan) -> Options | None:
    """Return the options of a Swiss by losses, None of one with fixed rounds."""
    given = plan.named_options
    if "rounds" in given:
        return None
    return Options(int(given["losses"]), int(given["paid"]), Variant(given["variant"]))


def seats_by_round(plan: Plan, lines: Mapping[int, int]) -> dict[int, dict[int, int]]:
    """Return round → entrant → their match, by place, of all who are seated."""
    seats: dict[int, dict[int, int]] = {}
    for at, match in enumerate(plan.matches):
        for side in (match.top, match.bottom):
            who = lines.get(side.of, PHANTOM)
            if who != PHANTOM:
                seats.setdefault(match.round, {})[who] = at
    return seats


@dataclass(frozen=True)
class _Field:
    """All that the pairing looks at. Entrants are their numbers here, from which the lots are drawn."""

    state: DrawState
    numbers: Mapping[int, int]
    key: str
    apart: frozenset[tuple[int, int]]
    now: Progress

    @cached_property
    def seats(self) -> dict[int, dict[int, int]]:
        by_round = seats_by_round(self.state.plan, self.state.lines)
        known = self.numbers
        return {
            round_: {known[who]: at for who, at in seats.items() if who in known} for round_, seats in by_round.items()
        }

    @cached_property
    def last(self) -> dict[int, int]:
        """The last round in which each is seated, 0 for those who came late and never were."""
        last = dict.fromkeys(self.numbers.values(), 0)
        for round_ in sorted(self.seats):
            last.update(dict.fromkeys(self.seats[round_], round_))
        return last

    @cached_property
    def inside(self) -> frozenset[int]:
        return frozenset(self.numbers[who] for who in self.now.inside if who in self.numbers)

    @cached_property
    def late(self) -> list[int]:
        return sorted(who for who, last in self.last.items() if not last and who not in self.out)

    @cached_property
    def out(self) -> frozenset[int]:
        gone = self.state.facts.out.get(ENTRY, ())
        return frozenset(self.numbers[who] for who in gone if who in self.numbers)

    @cached_property
    def results(self) -> list[Result]:
        plan, seats = self.state.plan, self.state.derived.seats()
        return [renamed(each, self.numbers) for each in results_of(plan, seats, byes_win=True)]

    @cached_property
    def joined(self) -> dict[int, int]:
        return joined_later(self.state.plan, self.state.lines, self.numbers, self.now.round - 1)

    @cached_property
    def records(self) -> dict[int, Record]:
        """The record of each so far; whoever they play now is an opponent already."""
        known = records(sorted(self.numbers.values()), self.results, self.joined)
        for at in range(len(self.state.plan.matches)):
            seat = self.state.seat(at)
            if is_decided(seat) or (pair := seat.pair) is None:
                continue
            one, other = (self.numbers[who] for who in pair)
            for who, met in ((one, other), (other, one)):
                known[who] = replace(known[who], opponents=(*known[who].opponents, met))
        return known

    def records_before(self, round_: int, players: Sequence[int]) -> list[Record]:
        """Return the records with which these enter a round."""
        known = records(sorted(self.numbers.values()), [each for each in self.results if each.round < round_],
                        self.joined)  # fmt: skip
        return [known[who] for who in players]

    def is_in(self, who: int) -> bool:
        """Whether somebody plays on: they have neither withdrawn, nor lost as often as they may, nor left paid."""
        options, last = _losses(self.state.plan), self.last[who]
        if who in self.out or (options is not None and self.records[who].losses >= options.losses):
            return False
        return not last or last >= self.now.round or who in self.inside

    def is_free(self, who: int) -> bool:
        """Whether all their matches are decided."""
        return all(is_decided(self.state.seat(seats[who])) for seats in self.seats.values() if who in seats)

    def waited(self, who: int) -> tuple[int, int]:
        """Return what sorts players by the time for which they are free: results are numbered as they were entered.

        Byes and walkovers come first, late players last.
        """
        if not self.last[who]:
            return max((ref or 0 for ref in self.state.derived.refs), default=0) + 1, who
        return self.state.derived.refs[self.seats[self.last[who]][who]] or 0, who


def pair_free_players(
    state: DrawState, numbers: Mapping[int, int], key: str, apart: frozenset[tuple[int, int]], whole: Whole
) -> NextRound:
    """Return who can be paired now, in all rounds, and who waits; no lines where nobody can.

    ``numbers`` has the number of every entrant by id, ``key`` the text of which every lot begins, ``apart`` are numbers
    that must not meet, ``whole`` pairs a round of which nobody is seated. Raises RuleBroken ``round.room``,
    ``pairing.impossible``.
    """
    out = state.facts.out.get(ENTRY, ())
    field = _Field(state, numbers, key, apart, progress(state.plan, state.derived.seats(), state.lines, out))
    begins, tables = field.now.round, dict[int, tuple[Table, ...]]()
    if field.now.over:
        return NextRound(Phase.OVER, begins, {}, ())
    first = NextRound(Phase.SWISS, begins, {}, ())
    if begins not in field.seats:
        first = whole(sorted(numbers.values()), field.results, key, Barred(field.out, apart, field.joined))
        tables[begins] = first.tables
    else:
        tables[begins] = _rest(field)
    for round_ in range(begins + 1, min(max(field.seats, default=0) + 1, state.plan.rounds(ENTRY)) + 1):
        tables[round_] = _early(field, round_, [each for made in tables.values() for each in made])
    ids = {number: who for who, number in numbers.items()} | {BYE: BYE}
    lines = {line: ids[who] for round_, each in tables.items() for line, who in _seated(state, round_, each)}
    made = [each for round_ in sorted(tables) for each in tables[round_]]
    paired = {who for each in made for who in (each.one, each.other)} | {first.waits, *first.leaving}
    free = sorted((who for who in numbers.values() if _waits(field, who, paired)), key=field.waited)
    return NextRound(
        first.phase,
        min((round_ for round_, each in tables.items() if each), default=begins),
        lines,
        tuple(replace(each, one=ids[each.one], other=ids[each.other]) for each in made),
        ids[first.waits],
        tuple(ids[each] for each in first.leaving),
        tuple(ids[who] for who in free),
    )


def _rest(field: _Field) -> tuple[Table, ...]:
    """Return the tables that complete the first open round, with a bye if need be.

    Late players join those who are left; alone they meet each other, and an odd one waits.
    """
    round_, due = field.now.round, sorted(field.numbers[who] for who in field.now.due if who in field.numbers)
    late = [who for who in field.late if field.is_in(who)]
    text = f"{field.key}/round:{round_}"
    if not due:
        return equal_tables(field.records_before(round_, late), text, field.apart)
    return tuple(pair_round(field.records_before(round_, [*due, *late]), text, field.apart)[0])


def _early(field: _Field, round_: int, before: Sequence[Table]) -> tuple[Table, ...]:
    """Return the tables of equal records in a round to which others still come; ``before`` were made just now."""
    meets = {who: other for each in before for who, other in ((each.one, each.other), (each.other, each.one))}
    # A correction can leave somebody out of a round behind their last one: who plays it now has not arrived.
    arrived = [who for who in field.numbers.values() if field.last[who] == round_ - 1 and who not in meets]
    arrived = sorted((who for who in arrived if field.is_in(who) and field.is_free(who)), key=field.waited)
    ahead = {who for who, last in field.last.items() if last >= round_}
    coming = [who for who in field.numbers.values() if who not in ahead and who not in arrived and field.is_in(who)]
    free = field.records_before(round_, arrived)
    tables = equal_tables(free, f"{field.key}/round:{round_}", field.apart)
    later = [replace(each, opponents=(*each.opponents, meets.get(each.entrant, BYE))) for each in
             (field.records[who] for who in coming)]  # fmt: skip
    tables = sparing(tables, [*free, *later], field.apart)
    options = _losses(field.state.plan)
    certain = len(field.seats.get(round_, ())) + 2 * len(tables)
    # By losses a round is a playoff, or waits for a contingent bye, if too few are left: so many must be sure to play.
    return tables if options is None or certain > max(options.paid, FEWEST_OF_A_ROUND) else ()


def _waits(field: _Field, who: int, paired: set[int]) -> bool:
    ended = field.last[who] == field.state.plan.rounds(ENTRY)
    return who not in paired and not ended and field.is_in(who) and field.is_free(who)


def _seated(state: DrawState, round_: int, tables: Sequence[Table]) -> Iterator[tuple[int, int]]:
    """Yield line and entrant number, on the first empty matches of the round. Raises RuleBroken ``round.room``."""
    lines = state.facts.lines
    rows = [match for match in state.plan.matches if match.round == round_]
    empty = [match for match in rows if match.top.of not in lines and match.bottom.of not in lines]
    if len(tables) > len(empty):
        raise RuleBroken("round.room", round=round_, tables=len(tables), room=len(empty))
    for match, table in zip(empty, tables, strict=False):
        yield match.top.of, table.one
        if table.other != BYE:
            yield match.bottom.of, table.other
