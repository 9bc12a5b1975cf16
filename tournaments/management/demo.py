"""The demo, made by the same actions as any other: two tournaments, half played.

The Open has 23 entrants and a consolation; the Sunday Cup has 14, a consolation and a last chance, and everything that
can happen to a match: a running score from a phone, two different results, a ruling, a call.
"""

from datetime import date, time
from pathlib import Path

from clubs.actions.clubs import open_club
from clubs.actions.people import make_owner
from clubs.models import Club, User
from journal.actors import SYSTEM, Actor
from journal.book import Caller
from rules.draws.corrections import Choice
from rules.match.terms import BOTTOM, TOP, Side
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter, tick_all
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches.calls import call_match, penalise
from tournaments.actions.matches.claims import Claimed, claim
from tournaments.actions.matches.corrections import AffectedChoices, correct_result
from tournaments.actions.matches.files import keep_file
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.actions.matches.tables import close_table
from tournaments.management.demo_money import set_demo_fees, take_demo_money
from tournaments.management.demo_people import load_news, load_nights, load_people
from tournaments.models import Match, Tournament

DEMO_ADDRESS = "demo@barpoint.example"
CLUB = "Bilbao Backgammon Club"
TITLE = "Bilbao Autumn Open"
DRAW_KEY = "63 55 21 64"
NAMES = [
    "Petra Horvat", "Hannah Lindqvist", "Falk Brenner", "Sten Kjærgaard", "Vesela Angelova", "Ömer Yıldırım",
    "Wolfgang Bergström-Hohenfels", "Uwe Altmann", "Gorka Iturbe", "Tereza Nováková", "Nikolaos Papadimitriou",
    "Quentin Dubois", "Ilir Shehu", "Ainhoa Etxeberria", "Jon Mendizabal", "Luan Berisha", "Dimitar Petrov",
    "Rozafa Gjoni", "Carla Wiedemann", "Bekim Hoxha", "Maria del Carmen Fernández de Oñate", "Edona Krasniqi",
    "Katrin Vogelsang",
]  # fmt: skip
# So much on the FIBS list; the odds take everybody else to be average.
RATINGS = {
    "Petra Horvat": 1812, "Falk Brenner": 1744, "Tereza Nováková": 1690, "Jon Mendizabal": 1655,
    "Dimitar Petrov": 1633, "Katrin Vogelsang": 1580, "Ilir Shehu": 1412, "Carla Wiedemann": 1398,
}  # fmt: skip
FORMAT = {
    "main": "knockout",
    "consolation": "progressive",
    "length": {"main": {"default": 5, "last": [7, 7, 9]}, "consolation": {"default": 3, "last": [5, 5]}},
}
PLAYED = 21
# The tables of the matches in progress; of 8 tables the last is closed.
ON_NOW = ["4", "7", "2"]

CUP = "Bilbao Sunday Cup"
CUP_KEY = "31 64 52 41"
CUP_NAMES = [
    "Amaia Zubiri", "Rasmus Holmgaard", "Teuta Marku", "Ignacio Valverde", "Lieselotte Ott", "Kwame Boateng",
    "Sanna Virtanen", "Marek Dvořák", "Aurélie Fontaine", "Giorgos Stathakis", "Beñat Larrañaga", "Silke Andresen",
    "Tomás Quiroga", "Yuki Hamasaki",
]  # fmt: skip
CUP_FORMAT = {
    "main": "knockout",
    "consolation": "progressive",
    "last_chance": True,
    "length": {"main": {"default": 7, "last": [9]}, "consolation": 5, "last_chance": {"default": 3, "last": [5]}},
}
CUP_PLAYED = 19
MATCH_FILE = Path(__file__).with_name("demo_match.mat")
CUP_ON_NOW = ["1", "2", "3", "5"]


def load_demo() -> Tournament:
    """Load the demo unless it is there already; return its first tournament."""
    tournament_row = Tournament.objects.filter(name=TITLE).first()
    if tournament_row is not None:
        return tournament_row
    caller = _caller()
    make_owner(DEMO_ADDRESS, "Itziar Agirre", None, caller)
    club = Club.objects.filter(name=CLUB).first() or open_club(CLUB, _caller())
    sheet = TournamentSheet(
        TITLE, "Europe/Madrid", date(2026, 11, 21), time(13), place="Casino, Bilbao", director="Itziar Agirre", tables=8
    )
    tournament = open_tournament(club.pk, sheet, _caller())
    close_table(tournament.pk, "8", "stream", _caller())
    event = open_event(tournament.pk, "Main", FORMAT, _caller(), {"odds": True})
    set_demo_fees(tournament.pk, event.pk)
    _enter(event.pk)
    make_draw(event.pk, DRAW_KEY, _caller())
    _play(event.pk, PLAYED, ON_NOW)
    _load_cup(club.pk)
    load_people(club.pk)
    load_nights(club.pk)
    load_news(club.pk, User.objects.get(email=DEMO_ADDRESS))
    tournament.refresh_from_db()
    return tournament


def _load_cup(club: int) -> None:
    """Load the tournament with a last chance, so far that all three brackets are being played."""
    sheet = TournamentSheet(
        CUP, "Europe/Madrid", date(2026, 11, 22), time(11), place="Casino, Bilbao", director="Itziar Agirre", tables=6
    )
    cup = open_tournament(club, sheet, _caller())
    event = open_event(cup.pk, "Main", CUP_FORMAT, _caller())
    enter(event.pk, [Entry(name) for name in CUP_NAMES], _caller())
    tick_all(event.pk, "here", _caller())
    make_draw(event.pk, CUP_KEY, _caller())
    _play(event.pk, CUP_PLAYED, CUP_ON_NOW)
    _make_it_eventful(event.pk)


def _make_it_eventful(event: int) -> None:
    """Players report on their phones, one result was written the wrong way round, and one match is called."""
    matches = {match.code: match for match in Match.objects.filter(draw__event=event)}
    _claims(matches["C1"], TOP, (4, 2))
    _claims(matches["C2"], TOP, (7, 5))
    _claims(matches["C2"], BOTTOM, (5, 7))
    # Somebody recorded that match; one of its plays can't have been.
    sender = Actor("entrant", matches["C2"].top_id or 0, "phone")
    keep_file(matches["C2"].pk, MATCH_FILE.read_bytes(), Caller(actor=sender))
    turned, reason = Report(points=(2, 7)), "The slip was read upside down. Both played on, so nothing is replayed."
    correct_result(matches["A7"].pk, turned, reason, _caller(), AffectedChoices(all=Choice.STAND))
    call_match(matches["G2"].pk, "4", _caller())


def _claims(match: Match, side: Side, points: tuple[int, int]) -> None:
    """Report the score of a match on the phone of one of its players."""
    player = match.top_id if side is TOP else match.bottom_id
    claim(match.pk, Claimed(None, points), Caller(actor=Actor("entrant", player or 0, "phone")))


def _enter(event: int) -> None:
    """Enter all players; everyone is here, and the last two have not paid all of it."""
    rated = [Entry(name, rating=str(RATINGS.get(name, ""))) for name in NAMES]
    enter(event, rated, _caller())
    take_demo_money(event)
    tick_all(event, "here", _caller())


def _play(event: int, played: int, tables: list[str]) -> None:
    """Play the first open matches, early rounds first; winner and score depend on the count. Some more begin."""
    for count in range(played):
        match = _open(event)[0]
        side = Side.TOP if count * 7 % 3 else Side.BOTTOM
        if count == 5:
            report_result(match.pk, Report(forfeit=(side.other,), why="no_show"), _caller())
            continue
        loser = (count * 2 + 1) % match.length
        points = (match.length, loser) if side is Side.TOP else (loser, match.length)
        report_result(match.pk, Report(points=points, settled=count != played - 1), _caller())
    for match, table in zip(_open(event), tables, strict=False):
        call_match(match.pk, table, _caller())
        if table == tables[0]:
            penalise(match.pk, Side.BOTTOM, 1, "5 minutes late", _caller())
        start_match(match.pk, _caller())


def _open(event: int) -> list[Match]:
    return list(Match.objects.filter(draw__event=event, status=1, begun=False).order_by("round", "place"))


def _caller() -> Caller:
    return Caller(actor=SYSTEM)
