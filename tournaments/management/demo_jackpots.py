"""Jackpots at the demo's festival: one that waits for its last player, one that is played, and a qualifier."""

from clubs.models import Club
from journal.actors import SYSTEM
from journal.book import Caller
from rules.jackpots import Terms
from tournaments.actions.events import open_event
from tournaments.actions.jackpots.joining import join_queue
from tournaments.actions.jackpots.queues import open_queue
from tournaments.actions.jackpots.splitting import split_final
from tournaments.actions.matches.results import Report, report_result
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.management.demo_formats import FESTIVAL, NAMES
from tournaments.models import Jackpot, Match, Tournament

MASTERS = "Sunday Masters"
FEE = 6_000
# Who plays the first jackpot, who the second, and who waits.
FIRST, SECOND, WAITING = NAMES[20:24], [NAMES[24], *NAMES[1:4]], NAMES[20:23]


def load_jackpots(club: str) -> None:
    """Load queues into the festival of the club with this name, unless they are there already."""
    festival = Tournament.objects.filter(name=FESTIVAL, club=Club.objects.filter(name=club).order_by("pk")[0]).first()
    if festival is None or Jackpot.objects.filter(tournament=festival).exists():
        return
    masters = open_event(festival.pk, MASTERS, {"length": 9}, _caller()).pk
    entry = {"code": "masters", "kind": "entry", "name": "", "amount": FEE, "event": masters, "prices": []}
    set_fees(festival.pk, FeeSheet("EUR", [entry]), _caller())
    five = open_queue(festival.pk, Terms("Jackpot 5", 4, 3, 500), _caller()).jackpot
    _join(five, FIRST)
    _split(festival.pk, "Jackpot 5 no. 1")
    _join(five, SECOND)
    _join(five, WAITING)
    qualifier = open_queue(festival.pk, Terms("Masters qualifier", 8, 5, 1_000, 10), _caller(), masters).jackpot
    _join(qualifier, NAMES[25:30])


def _join(queue: int, names: list[str]) -> None:
    for name in names:
        join_queue(queue, name, "", _caller())


def _split(tournament: int, name: str) -> None:
    """Play a jackpot to its final, which both split."""
    matches = Match.objects.filter(draw__event__tournament=tournament, draw__event__name=name).order_by("place")
    *early, final = matches.values_list("pk", flat=True)
    for match in early:
        report_result(match, Report(points=(3, 1)), _caller())
    split_final(final, _caller())


def _caller() -> Caller:
    return Caller(actor=SYSTEM)
