"""The derivation against a tournament run the old way: slips of paper carried from table to table.

The hall below knows no plan and derives nothing. Given the lines, it lays out the tables by the words and the printed
drop labels of docs/rules/byes-and-drops.md and docs/rules/last-chance.md, and carries every winner and loser to their
next seat as soon as they are known.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draws.affected import affected_by
from rules.draws.derive import Derived, Status, derive
from rules.draws.facts import Kind, collect
from rules.draws.seeding import draw_lines, size_for
from rules.draws.state import DrawState, Row
from rules.formats.knockout import CONSOLATION, LAST_CHANCE, MAIN, Consolation, Knockout
from rules.formats.lengths import Lengths
from rules.formats.registry import compile_plan
from tests.rules.knockouts import knockout

PROGRESSIVE = knockout(Consolation.PROGRESSIVE, Lengths(7), Lengths(5))
FIRST_MATCH = knockout(Consolation.FIRST_MATCH, Lengths(7), Lengths(5))
LAST_CHANCES = [
    knockout(consolation, Lengths(7), Lengths(5), last=Lengths(3))
    for consolation in (Consolation.PROGRESSIVE, Consolation.FIRST_MATCH)
]
EMPTY, UNKNOWN = -1, 0
LETTERS = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(f"A{letter}" for letter in "ABCDEFGHI")]

type Place = tuple[str, int]


@dataclass
class Table:
    """One match in the hall: who sits there, what became of it, where winner and loser go with their slips."""

    seats: list[int] = field(default_factory=lambda: [UNKNOWN, UNKNOWN])
    status: str = "waiting"
    on: int = UNKNOWN
    off: int = UNKNOWN
    winner_to: Place | None = None
    loser_to: Place | None = None


@dataclass
class Happened:
    """What happened: who won (EMPTY: neither came), who began, who went home from what."""

    won: dict[tuple[str, frozenset[int]], int] = field(default_factory=dict)
    began: set[tuple[str, int]] = field(default_factory=set)
    gone: dict[str, list[int]] = field(default_factory=lambda: {MAIN: [], CONSOLATION: [], LAST_CHANCE: []})


def crossed(slips: list[str], number: int) -> list[str]:
    """Cross slips: swap halves if the last bit of ``number`` is set, quarters inside halves for the bit before, …"""
    if len(slips) < 2:
        return slips
    half = len(slips) // 2
    upper, lower = crossed(slips[:half], number // 2), crossed(slips[half:], number // 2)
    return lower + upper if number % 2 else upper + lower


class Hall:
    """All tables; ``seated`` went home before they began in the consolation and keep their chairs there."""

    def __init__(
        self,
        lines: Mapping[int, int],
        size: int,
        format_: Knockout,
        happened: Happened,
        seated: frozenset[int] = frozenset(),
    ) -> None:
        self.happened, self.size = happened, size
        self.tables: dict[str, Table] = {}
        self.rounds: dict[str, list[list[str]]] = {MAIN: [], CONSOLATION: [], LAST_CHANCE: []}
        self.letters = iter(LETTERS)
        self.carried: deque[tuple[Place, int]] = deque()
        self.first_match_slots: dict[str, Place] = {}
        self.holders: dict[str, list[tuple[int, Place]]] = {}
        self.main_rounds = size.bit_length() - 1
        self.lay_main()
        if self.main_rounds > 1 and format_.consolation is Consolation.PROGRESSIVE:
            self.lay_progressive()
        elif self.main_rounds > 1 and format_.consolation is Consolation.FIRST_MATCH:
            self.lay_first_match()
        if format_.last_chance and len(self.rounds[CONSOLATION]) > 1:
            self.lay_last_chance()
        self.bracket_of = {
            code: bracket for bracket, rounds in self.rounds.items() for codes in rounds for code in codes
        }
        self.stay_away = {
            bracket: set(gone) - {who for code, who in happened.began if self.bracket_of[code] == bracket}
            for bracket, gone in happened.gone.items()
        }
        self.stay_away[CONSOLATION] -= seated
        for line in range(1, size + 1):
            self.carry((f"A{(line + 1) // 2}", (line + 1) % 2), lines.get(line, EMPTY))
        while self.carried:
            (code, side), who = self.carried.popleft()
            self.tables[code].seats[side] = who
            if UNKNOWN not in self.tables[code].seats:
                self.play(code)

    def round_of(self, bracket: str, tables: int) -> list[str]:
        letter = next(self.letters)
        codes = [f"{letter}{number}" for number in range(1, tables + 1)]
        self.tables |= {code: Table() for code in codes}
        self.rounds[bracket].append(codes)
        return codes

    def feed(self, codes: Sequence[str], next_codes: Sequence[str]) -> None:
        """Winners of two neighbours meet, or each alone sits down at the upper side."""
        step = len(codes) // len(next_codes)
        for at, code in enumerate(codes):
            self.tables[code].winner_to = (next_codes[at // step], at % step)

    def lay_main(self) -> None:
        codes: list[str] = []
        for round_ in range(self.main_rounds):
            now = self.round_of(MAIN, self.size >> (round_ + 1))
            if codes:
                self.feed(codes, now)
            codes = now

    def lay_progressive(self) -> None:
        survivors = self.round_of(CONSOLATION, self.size // 4)
        self.send(self.main_codes(1), survivors)
        for main_round in range(2, self.main_rounds):
            meeting = self.joined(CONSOLATION, survivors, crossed(self.main_codes(main_round), main_round - 1))
            survivors = self.round_of(CONSOLATION, len(meeting) // 2)
            self.feed(meeting, survivors)

    def lay_first_match(self) -> None:
        codes = self.round_of(CONSOLATION, self.size // 4)
        for at, loser in enumerate(self.main_codes(1)):
            self.first_match_slots[loser] = (codes[at // 2], at % 2)
        self.lay_to_the_end(CONSOLATION, codes)

    def lay_last_chance(self) -> None:
        """For the losers of the first two rounds of the consolation, but not of its final."""
        first, *others = self.rounds[CONSOLATION][:-1][:2]
        if others and len(others[0]) == len(first):
            first, others = first + others[0], []
        codes = self.round_of(LAST_CHANCE, len(first) // 2)
        self.send(first, codes)
        for second in others:
            codes = self.joined(LAST_CHANCE, codes, crossed(second, 1))
        self.lay_to_the_end(LAST_CHANCE, codes)

    def send(self, losers: Sequence[str], to: Sequence[str]) -> None:
        """Losers of two neighbours meet."""
        for at, loser in enumerate(losers):
            self.tables[loser].loser_to = (to[at // 2], at % 2)

    def joined(self, bracket: str, survivors: Sequence[str], losers: Sequence[str]) -> list[str]:
        """Every survivor sits down at the upper side and meets a loser from above."""
        meeting = self.round_of(bracket, len(survivors))
        self.feed(survivors, meeting)
        for at, loser in enumerate(losers):
            self.tables[loser].loser_to = (meeting[at], 1)
        return meeting

    def lay_to_the_end(self, bracket: str, codes: Sequence[str]) -> None:
        while len(codes) > 1:
            now = self.round_of(bracket, len(codes) // 2)
            self.feed(codes, now)
            codes = now

    def main_codes(self, round_: int) -> list[str]:
        return self.rounds[MAIN][round_ - 1]

    def carry(self, to: Place | None, who: int) -> None:
        if to is not None:
            self.carried.append((to, who))

    def drop(self, to: Place | None, who: int) -> None:
        """Carry a loser down; a player who went home before they began there leaves an empty chair."""
        away = to is not None and who in self.stay_away[self.bracket_of[to[0]]]
        self.carry(to, EMPTY if away else who)

    def play(self, code: str) -> None:
        table = self.tables[code]
        one, other = table.seats
        gone = {one, other} & set(self.happened.gone[self.bracket_of[code]])
        won = self.happened.won.get((code, frozenset((one, other))))
        played = False
        if EMPTY in (one, other):
            table.status, table.on, table.off = "void" if one == other else "bye", max(one, other), EMPTY
        elif won is not None:
            table.status, table.on, table.off, played = "finished", won, self.loser(table, won), True
        elif gone:
            table.status = "finished"
            table.on, table.off = self.walkover(code, table, gone)
        else:
            table.status = "open"
            return
        self.carry(table.winner_to, table.on)
        self.drop(table.loser_to, table.off)
        self.first_matches(code, table, played)

    def loser(self, table: Table, won: int) -> int:
        if won == EMPTY:
            return EMPTY
        return table.seats[1] if table.seats[0] == won else table.seats[0]

    def walkover(self, code: str, table: Table, gone: set[int]) -> tuple[int, int]:
        """A player who went home forfeits; of two the one who went first: the opponent had gone on before."""
        off = min(gone, key=self.happened.gone[self.bracket_of[code]].index)
        return self.loser(table, off), off

    def first_matches(self, code: str, table: Table, played: bool) -> None:
        """In a first-match consolation losers of A drop, and players without a match in A if they lose in B."""
        for holder, slot in self.holders.pop(code, []):
            self.drop(slot, holder if table.off == holder else EMPTY)
        if code not in self.first_match_slots:
            return
        slot = self.first_match_slots[code]
        meets = table.off != EMPTY and table.off not in self.stay_away[CONSOLATION]
        if played or meets or table.on == EMPTY or self.main_rounds == 2 or table.winner_to is None:
            self.drop(slot, table.off)
        else:
            self.holders.setdefault(table.winner_to[0], []).append((table.on, slot))

    def torn_from_their_tables(self) -> int:
        """How many players have begun at a table of the last chance that others sit at."""
        began = [(code, who) for code, who in self.happened.began if self.bracket_of[code] == LAST_CHANCE]
        return sum(who not in self.tables[code].seats for code, who in began)

    def seen(self) -> dict[str, tuple[int, int, str, int, int]]:
        return {code: (t.seats[0], t.seats[1], t.status, t.on, t.off) for code, t in self.tables.items()}


def a_state(entrants: int, format_: Knockout, key: str = "63 55 21") -> DrawState:
    plan = compile_plan(size_for(entrants), format_)
    return DrawState(plan, draw_lines(range(1, entrants + 1), {}, key))


def seen(state: DrawState) -> dict[str, tuple[int, int, str, int, int]]:
    return {
        planned.code: (seat.top, seat.bottom, seat.status.word, seat.on, seat.off)
        for planned, seat in zip(state.plan.matches, state.derived.seats(), strict=True)
    }


def hall_of(state: DrawState, format_: Knockout) -> Hall:
    happened = Happened()
    for kind, match, first, second, who, _ in state.entered:
        code = state.plan.matches[match].code
        if kind == Kind.RESULT:
            happened.won[code, frozenset((first, second))] = who or EMPTY
        happened.began |= {(code, first), (code, second)}
    for bracket, entrant in state.withdrawn:
        happened.gone[bracket].append(entrant)
    hall, seated = Hall(state.lines, state.plan.size, format_, happened), frozenset[int]()
    for who in happened.gone[CONSOLATION]:
        if hall.torn_from_their_tables():
            other = Hall(state.lines, state.plan.size, format_, happened, seated | {who})
            if other.torn_from_their_tables() < hall.torn_from_their_tables():
                hall, seated = other, seated | {who}
    return hall


def open_matches(derived: Derived) -> list[int]:
    return [match for match, status in enumerate(derived.statuses) if status == Status.OPEN]


def a_result(state: DrawState, match: int, chance: Random, double_no_shows: float) -> Row:
    seat = state.seat(match)
    winner = 0 if chance.random() < double_no_shows else chance.choice((seat.top, seat.bottom))
    return (Kind.RESULT, match, seat.top, seat.bottom, winner, len(state.entered) + 1)


def played_on(
    state: DrawState, chance: Random, *, at_once: int = 1, double_no_shows: float = 0.0
) -> Iterator[DrawState]:
    """The draw after every further result, or up to ``at_once`` results, in some order of play."""
    while ready := open_matches(state.derived):
        ending = chance.sample(ready, chance.randint(1, min(at_once, len(ready))))
        rows = [a_result(state, match, chance, double_no_shows) for match in ending]
        state = state.having([(*row[:5], len(state.entered) + at) for at, row in enumerate(rows, start=1)])
        yield state


def what_happens(state: DrawState, chance: Random) -> DrawState:
    """The draw after one thing that can happen on an evening: a start, a result, a withdrawal, a late entry."""
    ready, happens = open_matches(state.derived), chance.random()
    entrants = sorted(state.lines.values())
    if happens < 0.15:
        brackets = [bracket.code for bracket in state.plan.brackets]
        who, scope = chance.choice(entrants), chance.choice([*([code] for code in brackets), brackets])
        return state.having(withdrawn=[(bracket, who) for bracket in scope])
    byes = sorted(set(range(1, state.plan.size + 1)) - set(state.lines))
    if happens < 0.2 and byes:
        later = state.having(lines={**state.lines, chance.choice(byes): entrants[-1] + 1})
        return state if list(affected_by(state.derived, state.facts, later.derived)) else later
    if not ready:
        return state
    match = chance.choice(ready)
    if happens < 0.35:
        return state.having([(Kind.START, match, state.seat(match).top, state.seat(match).bottom, 0, None)])
    return state.having([a_result(state, match, chance, 0.05)])


NAMES = ["progressive", "first_match", "progressive_last_chance", "first_match_last_chance"]
EVERY_FORMAT = pytest.mark.parametrize("format_", [PROGRESSIVE, FIRST_MATCH, *LAST_CHANCES], ids=NAMES)


@EVERY_FORMAT
@pytest.mark.parametrize("entrants", [*range(2, 41), 64, 100, 128, 200, 256, 511, 512])
def test_everybody_sits_where_the_slips_were_carried(entrants: int, format_: Knockout) -> None:
    chance = Random(entrants)
    state = a_state(entrants, format_)
    assert seen(state) == hall_of(state, format_).seen()

    for later in played_on(state, chance, at_once=1 + entrants // 8, double_no_shows=0.03):
        assert seen(later) == hall_of(later, format_).seen()
        state = later

    assert not open_matches(state.derived)
    assert Status.WAITING not in state.derived.statuses


@EVERY_FORMAT
@settings(max_examples=60, deadline=None)
@given(entrants=st.integers(2, 20), chance=st.randoms(use_true_random=False))
def test_evenings_with_withdrawals_and_latecomers_go_as_in_the_hall(
    format_: Knockout, entrants: int, chance: Random
) -> None:
    state = a_state(entrants, format_)

    for _ in range(3 * entrants):
        before, state = state, what_happens(state, chance)
        assert seen(state) == hall_of(state, format_).seen()
        assert not list(affected_by(before.derived, before.facts, state.derived))


@pytest.mark.parametrize("entrants", [*range(2, 41), 64, 100, 128, 200, 256, 511, 512])
def test_a_progressive_consolation_plays_three_matches_less_than_it_has_entrants(entrants: int) -> None:
    *_, state = played_on(a_state(entrants, PROGRESSIVE), Random(7), at_once=512)

    played = Counter(
        planned.bracket
        for planned, status in zip(state.plan.matches, state.derived.statuses, strict=True)
        if status == Status.FINISHED
    )
    assert played[MAIN] == entrants - 1
    assert played[CONSOLATION] == max(0, entrants - 3)


@pytest.mark.parametrize("entrants", [*range(5, 41), 64, 100, 128, 200, 256, 511, 512])
def test_players_who_lost_their_first_match_play_the_first_match_consolation(entrants: int) -> None:
    """Of e entrants on s lines s − e have a bye; e − s/2 lose in A, and who of the byes loses in B. One is left."""
    *_, state = played_on(a_state(entrants, FIRST_MATCH), Random(entrants), at_once=512)
    size = state.plan.size
    seats = list(zip(state.plan.matches, state.derived.seats(), strict=True))

    played_a = {who for planned, seat in seats if planned.code[0] == "A" and seat.pair for who in seat.pair}
    lost_b = [seat.off for planned, seat in seats if planned.code[0] == "B" and seat.off not in played_a]
    first_lower = [seat for planned, seat in seats if planned.bracket == CONSOLATION and planned.round == 1]

    first_losers = (entrants - size // 2) + len(lost_b)
    assert sum(who > 0 for seat in first_lower for who in (seat.top, seat.bottom)) == first_losers
    played = sum(seat.pair is not None for planned, seat in seats if planned.bracket == CONSOLATION)
    assert played == max(0, first_losers - 1)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(3, 24), st.sampled_from([PROGRESSIVE, FIRST_MATCH, *LAST_CHANCES]), st.randoms(use_true_random=False)
)
def test_the_order_in_which_results_come_does_not_matter(entrants: int, format_: Knockout, chance: Random) -> None:
    *_, state = played_on(a_state(entrants, format_), chance, double_no_shows=0.05)
    results = list(state.entered)

    chance.shuffle(results)

    again = derive(state.plan, collect(state.lines, results))
    assert again == state.derived


@settings(max_examples=60, deadline=None)
@given(
    st.integers(3, 24), st.sampled_from([PROGRESSIVE, FIRST_MATCH, *LAST_CHANCES]), st.randoms(use_true_random=False)
)
def test_nobody_sits_in_two_open_matches_or_plays_themselves(entrants: int, format_: Knockout, chance: Random) -> None:
    for state in played_on(a_state(entrants, format_), chance, double_no_shows=0.05):
        sitting = [who for match in open_matches(state.derived) for who in state.seat(match).pair or ()]
        assert len(set(sitting)) == len(sitting)
