"""Two evenings whose money is counted: prizes that are being paid, and books that are closed.

The Masters is played out and awarded: a side pool, a chop, a prize that nobody collects, a payout that waits for a
second person. The books of the October Cup are closed.
"""

from dataclasses import dataclass
from datetime import date, time

from django.db.models import Q

from clubs.models import Club
from clubs.read.books import balance_of
from journal.actors import SYSTEM
from journal.book import Caller
from rules.match.terms import Side
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter, tick_all
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches.results import Report, report_result
from tournaments.actions.money.cash import Hand, hand_out, take
from tournaments.actions.money.closing import close_books
from tournaments.actions.money.drawers import count_drawer, open_drawer
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.prizes import add_money_of, award_prizes, leave_unclaimed, set_pot, transfer_prize
from tournaments.models import Match, Payer, Tournament
from tournaments.models.money.cash import Purses
from tournaments.read.entrants.payers import latest_payers
from tournaments.read.money.payers import line_sums
from tournaments.read.money.payouts import payouts_of

MASTERS, OCTOBER = "Bilbao Masters", "Bilbao October Cup"
FORMAT = {
    "consolation": "first_match",
    "length": {"main": {"default": 7, "last": [9]}, "consolation": 5},
}
MASTERS_NAMES = [
    "Leire Goikoetxea", "Anselm Rautenberg", "Brigitta Solheim", "Cosmin Dragomir", "Daphne Vlachou", "Emeka Okafor",
    "Fiorella Brambilla", "Goran Stanković",
]  # fmt: skip
OCTOBER_NAMES = [
    "Itxaso Mendiola", "Jasper Vandenberghe", "Kalliope Reppas", "Lorcan Mulvihill", "Mireia Puigdomènech",
    "Nils Söderqvist", "Oihane Urrutia", "Piotr Zieliński",
]  # fmt: skip
# By the order of entry: who joins the side pool of the Masters, and who pays by card.
IN_POOL, BY_CARD = (1, 3, 4, 6, 8), (2, 5)
RELEASE_ABOVE, FLOAT, ADDED, CHOPPED, MISCOUNTED = 20_000, 10_000, 20_000, 5_000, 200


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament of one event with its fees, in minor units; ``pool`` is 0 where there is no side pool."""

    name: str
    day: date
    names: list[str]
    entry: int
    registration: int
    pool: int
    table: str
    key: str


def load_evenings(club: str) -> None:
    """Load both evenings into the club with this name, unless they are there already."""
    if Tournament.objects.filter(name=MASTERS).exists():
        return
    pk = Club.objects.filter(name=club).order_by("pk")[0].pk
    day = Evening(MASTERS, date(2026, 11, 20), MASTERS_NAMES, 10_000, 1_500, 4_000, "4-2-2-1-1-1-1", "11 42 65 33")
    _pay_masters(_played(pk, day))
    day = Evening(OCTOBER, date(2026, 10, 17), OCTOBER_NAMES, 3_000, 500, 0, "50-25-25", "21 54 62 13")
    _close_october(_played(pk, day))


def _played(club: int, evening: Evening) -> Tournament:
    """Return the tournament of an evening: entered, paid, drawn, played out and awarded."""
    sheet = TournamentSheet(
        evening.name, "Europe/Madrid", evening.day, time(19), place="Casino, Bilbao", director="Itziar Agirre", tables=4
    )
    tournament = open_tournament(club, sheet, _caller())
    event = open_event(tournament.pk, "Main", FORMAT, _caller()).pk
    _set_fees(tournament.pk, event, evening)
    enter(event, [Entry(name) for name in evening.names], _caller())
    _take(event, evening)
    tick_all(event, "here", _caller())
    make_draw(event, evening.key, _caller())
    _play_out(event)
    award_prizes(event, _caller())
    tournament.refresh_from_db()
    return tournament


def _set_fees(tournament: int, event: int, evening: Evening) -> None:
    """Set what an evening costs and how its pots are divided, and put change into the drawer."""
    fees = [
        {"code": "registration", "kind": "registration", "name": "Registration", "amount": evening.registration,
         "event": None, "prices": []},
        {"code": "main", "kind": "entry", "name": "Main, entry", "amount": evening.entry, "event": event, "prices": []},
    ]  # fmt: skip
    if evening.pool:
        fees.append(
            {"code": "pool", "kind": "pool", "name": "Side pool", "amount": evening.pool, "event": event, "prices": []}
        )
    set_fees(tournament, FeeSheet("EUR", fees, RELEASE_ABOVE), _caller())
    open_drawer(tournament, 1, FLOAT, _caller())
    set_pot(event, "", {"table": evening.table, "house": {"percent": 10, "unit": 100}, "unit": 500}, "", _caller())
    if evening.pool:
        set_pot(event, "pool", {"table": "4-2-1", "unit": 500, "rule": "consolation"}, "", _caller())
        add_money_of(event, "Casino Bilbao", ADDED, _caller())


def _take(event: int, evening: Evening) -> None:
    """Take what everybody owes, in cash or by card."""
    rows = latest_payers(Q(entrant__event=event))
    for number, (entrant, _, payer, _) in enumerate(rows, start=1):
        if evening.pool and number in IN_POOL:
            decide_line(payer, Decision("chosen", f"pool:{entrant}"), _caller())
        take(payer, None, None, Hand(means="card" if number in BY_CARD else "cash"), _caller())
    for payer in Payer.objects.filter(tournament__events=event, entrants__isnull=True).values_list("pk", flat=True):
        take(payer, None, None, Hand(means="card"), _caller())


def _play_out(event: int) -> None:
    """Play everything, early rounds first; winner and score depend on the count."""
    count = 0
    while match := Match.objects.filter(draw__event=event, status=1).order_by("round", "place").first():
        side, loser = Side.TOP if count % 3 else Side.BOTTOM, (count * 2 + 1) % match.length
        points = (match.length, loser) if side is Side.TOP else (loser, match.length)
        report_result(match.pk, Report(points=points), _caller())
        count += 1


def _pay_masters(tournament: Tournament) -> None:
    """Record a chop, pay in part, ask for a second person where the sum is large, and keep what nobody collects."""
    people = payouts_of(tournament.events.get()).people
    first, second, *others = [each.payer for each in people]
    # Who is in the side pool's money depends on the draw: the third may need a second person too.
    small = next(each.payer for each in people[2:] if each.to_pay <= RELEASE_ABOVE)
    reason = "Agreed before the final: 50.00 to the finalist"
    transfer_prize(first, second, CHOPPED, reason, _caller())
    hand_out(first, None, Hand(), _caller())
    hand_out(small, None, Hand(), _caller())
    leave_unclaimed(others[-1], "Left before the prizes, to be sent by transfer", _caller())


def _close_october(tournament: Tournament) -> None:
    """Pay everybody, count the drawer, and close the books."""
    paid = list(Payer.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True))
    sums = line_sums(tournament.stream_id, paid)
    for payer in paid:
        if sum(sums.get(payer, {}).values()) < 0:
            hand_out(payer, None, Hand(), _caller())
    cash = balance_of(tournament.stream_id, Purses.CASH, 1)
    count_drawer(tournament.pk, 1, cash - MISCOUNTED, "A note was given out as change twice", _caller())
    close_books(tournament.pk, _caller())


def _caller() -> Caller:
    return Caller(actor=SYSTEM)
