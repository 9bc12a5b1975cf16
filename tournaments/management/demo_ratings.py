"""Rating lists and a season for the demo: Tuesday nights of the club's regulars, all played out."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.utils import timezone

from clubs.actions.persons.details import add_person
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.ratings.counting import count_list
from clubs.actions.ratings.lists import ListSheet, StartLine, import_starts, open_rating_list
from clubs.actions.ratings.receiving import receive_results
from clubs.actions.season_prizes import AwardSheet, award_season, pay_prize
from clubs.actions.seasons import SeasonSheet, open_season
from clubs.models import Club, RatingList
from clubs.read.persons.rows import person_rows
from journal import now
from journal.actors import SYSTEM
from journal.book import Caller
from rules.match.terms import Side
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches.results import Report, report_result
from tournaments.actions.money.club_books import book_in_club
from tournaments.models import BooksClosing, Entrant, Match, Tournament
from tournaments.read.club.results import results_of

NIGHTS, PLANNED, BEST = 10, 14, 7
PRIZES, SHARES = "60", ("50", "30", "20")
# The nights were played at equal distances up to the last week.
EVERY = timedelta(days=36)
SERIES = "Bilbao Tuesday nights"
FORMAT = {"main": "knockout", "consolation": "none", "length": 7}
REGULARS = (
    "Petra Horvat", "Falk Brenner", "Tereza Nováková", "Ömer Yıldırım", "Mia Kessler", "Olga Zabala", "Max Oyarzun",
    "Ilir Shehu", "Brigitta Solheim", "Emeka Okafor",
)  # fmt: skip
STARTS = {"Petra Horvat": "1812", "Falk Brenner": "1744", "Tereza Nováková": "1690", "Ilir Shehu": "1412"}
ZONE = "Europe/Madrid"


def load_ratings(club_name: str) -> None:
    """Load two rating lists, a season and the nights that they count into the demo's club, once."""
    club = Club.objects.filter(name=club_name).order_by("pk")[0]
    if RatingList.objects.filter(club=club).exists():
        return
    people = _regulars(club)
    fibs = {"list": {"preset": "fibs", "zone": ZONE}, "listing": {"experience": "20"}}
    lists = [
        open_rating_list(club.pk, ListSheet(name, options), _caller()).pk
        for name, options in (
            ("Club list", fibs),
            ("Glicko list", {"list": {"preset": "glicko2", "period": "week", "zone": ZONE}}),
            ("Master points", {"points": {"system": "master"}}),
        )
    ]
    starts = [StartLine(str(people[name]), (rating, "400")) for name, rating in STARTS.items()]
    import_starts(lists[0], starts, _caller())
    first = timezone.localdate(_night_at(0))
    days = (first, first + timedelta(days=500))
    rules = {"best": BEST, "tie_breaks": ["fewest_nights", "head_to_head"], "zone": ZONE}
    sheet = SeasonSheet(f"Season {first.year}/{days[1].year % 100}", *days, rules, PLANNED)
    season = open_season(club.pk, sheet, _caller()).pk
    receive_results(results_of(_series(club, people).pk))
    for each in lists:
        count_list(each)
    _award(club, season)


def _award(club: Club, season: int) -> None:
    """Give what a closed evening left the house to the first of the season, and pay the winner."""
    for record in BooksClosing.objects.filter(tournament__club=club).order_by("pk").values_list("record", flat=True):
        book_in_club(record)
    prizes = award_season(season, AwardSheet(PRIZES, "EUR", SHARES), _caller())
    if prizes is not None:
        pay_prize(season, prizes.winners[0].person, _caller())


def _regulars(club: Club) -> dict[str, int]:
    """Return name → person of everybody who comes on Tuesdays; who is new to the club is added."""
    known = {row.name: row.id for row in person_rows(club.pk)}
    new = [name for name in REGULARS if name not in known]
    return known | {name: add_person(club.pk, PersonSheet(name), "full", _caller()).person for name in new}


def _series(club: Club, people: dict[str, int]) -> Tournament:
    """Return a tournament with an event for each night; two of the regulars stay at home each time."""
    with _clock_at(_night_at(0)):
        first = timezone.localdate(_night_at(0))
        tournament = open_tournament(club.pk, TournamentSheet(SERIES, ZONE, first, tables=4), _caller())
    for night in range(NIGHTS):
        with _clock_at(_night_at(night)):
            _play_night(tournament, night, people)
    return tournament


def _play_night(tournament: Tournament, night: int, people: dict[str, int]) -> None:
    here = [name for at, name in enumerate(REGULARS) if at not in (night % 10, (3 * night + 4) % 10)]
    event = open_event(tournament.pk, f"Night {night + 1}", FORMAT, _caller()).pk
    enter(event, [Entry(name) for name in here], _caller())
    entrants = Entrant.objects.filter(event=event).order_by("number").values_list("pk", flat=True)
    link_entrants(event, {entrant: people[name] for entrant, name in zip(entrants, here, strict=True)}, _caller())
    make_draw(event, f"6{night + 1} 54", _caller())
    _play_out(event, night)


def _night_at(night: int) -> datetime:
    return timezone.now() - timedelta(days=3) - (NIGHTS - 1 - night) * EVERY


@contextmanager
def _clock_at(moment: datetime) -> Iterator[None]:
    """Let the memory read this time: the night was then."""
    before = now.read
    now.read = lambda: moment
    try:
        yield
    finally:
        now.read = before


def _play_out(event: int, night: int) -> None:
    """Play everything; winner and score depend on the count."""
    count = night
    while match := Match.objects.filter(draw__event=event, status=1).order_by("round", "place").first():
        side, loser = Side.TOP if count % 3 else Side.BOTTOM, (count * 2 + 1) % match.length
        points = (match.length, loser) if side is Side.TOP else (loser, match.length)
        report_result(match.pk, Report(points=points), _caller())
        count += 1


def _caller() -> Caller:
    return Caller(actor=SYSTEM)
