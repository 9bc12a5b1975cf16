"""The same work by the rule book: a large double elimination, a feed-in consolation, rounds of a Swiss as records."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time

from rules.draws.chance import order_by_lot
from rules.draws.facts import Kind, pair_of
from rules.draws.plan import ENTRY, Bracket, Plan
from rules.draws.state import DrawState
from rules.formats.knockout import Consolation, Knockout
from rules.formats.lengths import Lengths
from rules.formats.notation.building import CONSOLATION, NAME, Builder
from rules.formats.notation.presets import unshifted
from rules.formats.notation.shape import shape
from rules.pairing.fixed import next_fixed_round
from rules.pairing.pairing import BYE
from rules.pairing.results import Result

KEY = "2026-11-20 63 55 21"


def double_elimination(entrants: int) -> Plan:
    """Return the plan of the preset ``double_elimination_recharge`` for a full field, larger ones than events too."""
    rounds = entrants.bit_length() - 1
    builder = Builder({ENTRY: Lengths(7)}, entrants, entrants)
    builder.main(rounds)
    losers = {chr(65 + at): entrants >> (at + 1) for at in range(rounds)}
    builder.lower(CONSOLATION, shape(unshifted(entrants, finalist=True), losers), "A")
    builder.crossing(recharge=True)
    brackets = Bracket(ENTRY, ENTRY), Bracket(CONSOLATION, CONSOLATION, (ENTRY,))
    return Plan(NAME, entrants, brackets, tuple(builder.matches))


def created(entrants: int) -> DrawState:
    """Return a double elimination with its plan compiled anew, drawn by lot and derived."""
    order = order_by_lot(range(1, entrants + 1), f"{KEY}/lines")
    return DrawState(double_elimination(entrants), dict(enumerate(order, start=1)))


def feed_in(entrants: int) -> DrawState:
    """Return a knockout in which every loser but that of the final feeds into the consolation."""
    plan = Knockout(Consolation.PROGRESSIVE).compile(entrants)
    return DrawState(plan, {line: line for line in range(1, entrants + 1)})


def played_out(state: DrawState) -> tuple[DrawState, int]:
    """Return the draw after a result in every match, entered one by one and all derived each time; and how many."""
    played = 0
    for match in range(len(state.plan.matches)):
        seat = state.seat(match)
        if seat.pair:
            played += 1
            winner = seat.top if match % 3 else seat.bottom
            state = state.having([(Kind.RESULT, match, *pair_of(*seat.pair), winner, played)])
    return state, played


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds of a Swiss of ``entrants``: ``tables`` and results of every round by the rule book."""

    entrants: int
    results: tuple[Result, ...]

    @classmethod
    def played(cls, entrants: int, rounds: int) -> "Rounds":
        """Pair and play that many rounds; in three of five matches the first named wins."""
        results: list[Result] = []
        for round_ in range(1, rounds + 1):
            for table in next_fixed_round(range(1, entrants + 1), rounds, results, KEY).tables:
                pair = table.one, table.other
                first_wins = table.other == BYE or (7 * table.one + 13 * table.other + round_) % 5 < 3
                winner, loser = pair if first_wins else pair[::-1]
                results.append(Result(round_, winner, loser))
        return cls(entrants, tuple(results))

    def until(self, round_: int) -> list[Result]:
        """Return the results of the rounds up to this one."""
        return [each for each in self.results if each.round <= round_]

    def milliseconds(self, rounds: Sequence[int]) -> float:
        """Return the CPU time of pairing the round after each of these, records included."""
        began = process_time()
        for round_ in rounds:
            next_fixed_round(range(1, self.entrants + 1), max(rounds) + 1, self.until(round_), KEY)
        return 1000 * (process_time() - began)

    def as_trf(self, round_: int) -> str:
        """Return the field after a round as a report that chess programs read, white for whoever had it less often."""
        cells: dict[int, list[str]] = {who: [] for who in range(1, self.entrants + 1)}
        whites, points = dict.fromkeys(cells, 0), dict.fromkeys(cells, 0)
        for each in self.until(round_):
            white = min((each.winner, each.loser), key=lambda who: (whites[who], who))
            for who, other in ((each.winner, each.loser), (each.loser, each.winner)):
                whites[who] += 1 if who == white else -1
                cells[who].append(f"{other:4d} {'w' if who == white else 'b'} {int(who == each.winner)}")
            points[each.winner] += 1
        order = sorted(points, key=lambda who: (-points[who], who))
        lines = [
            f"001 {who:4d}      {f'P{who:04d}':<33} {3000 - who:4d} {'':26} {points[who]:4.1f} "
            f"{order.index(who) + 1:4d}  {'  '.join(cells[who])}"
            for who in cells
        ]
        return "\n".join(["012 Bench", f"XXR {round_ + 3}", *lines, ""])
