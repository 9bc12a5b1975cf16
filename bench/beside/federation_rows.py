"""Steps of the bench of a federation, taken in the shell of its installation."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import batched

from django.db import connection

from bench.federation import LISTS
from bench.ratings import a_stream
from clubs.actions.persons.steps import PersonSheet, new_details
from clubs.actions.ratings.lists import ListSheet, open_rating_list
from clubs.models import Club, Person, PlayedMatch, RatedMatch, RatedPlayer, RatingState
from clubs.read.ratings.lists import lists_of
from clubs.read.ratings.results import wanted_of
from clubs.tasks import RATINGS
from journal import book
from journal.actors import SYSTEM
from rules.ratings.rated import RatedMatch as Rated
from runtime.models import Job
from tests.factories import a_caller, a_club

A_PAGE = 5000
FIRST, BETWEEN = datetime(2020, 1, 4, 10, tzinfo=UTC), timedelta(minutes=3)


def fill(matches: int, players: int) -> None:
    """Make a club, its people, its lists, and matches three minutes apart."""
    club = a_club("Federation")
    with book.page(club.stream.name, book.Caller(SYSTEM)) as page:
        persons = [Person(club=club, number=number) for number in range(1, players + 1)]
        page.keep(persons)
        details = [new_details(each, PersonSheet(f"Player {each.number}")) for each in persons]
        makes = [f"person:{each.pk}" for each in persons]
        page.record("person.imported", [*persons, *details], count=players, makes=makes, needs=[])
    for name, options in LISTS.items():
        open_rating_list(club.pk, ListSheet(name, {"list": options}), a_caller())
    keys = [each.pk for each in persons]
    for some in batched(a_stream(matches, players), A_PAGE):
        rows = [
            PlayedMatch(
                club=club, match=match + 1, turn=1, event=1, bracket="main", played=FIRST + played * BETWEEN,
                winner_id=keys[winner], loser_id=keys[loser], length=length, kind="played", entrants=64,
            )
            for played, match, winner, loser, length in some
        ]  # fmt: skip
        with book.page(club.stream.name, book.Caller(SYSTEM)) as page:
            page.record("results.received", rows, tournament=1, count=len(rows), makes=[], needs=[])
    # What autovacuum would do within the first minute.
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def forget() -> None:
    """Take away everything that was counted, so that the next workers count from the first match on."""
    for model in (RatedMatch, RatedPlayer, RatingState):
        model.objects.all().delete()
    Job.objects.filter(task=RATINGS).delete()


def digest() -> str:
    """Return the digest of every rating that is stored."""
    rows = RatedPlayer.objects.order_by("rating_list__number", "person").values_list(
        "rating_list__number", "person", "rating"
    )
    return _digest_of(rows.iterator())


def rule_book() -> str:
    """Return the digest of every rating as the rule book makes it from the same matches, one after the other."""
    rows: list[tuple[int, int, float]] = []
    for view in lists_of(Club.objects.get()):
        wanted = wanted_of(view)
        # Matches were given out in the order in which they were played.
        stream = (Rated(each.played, each.match, each.winner, each.loser, each.length) for each in wanted.matches())
        rows += sorted((view.number, person, value[0]) for person, value in wanted.rule.rebuild(stream).items())
    return _digest_of(rows)


def _digest_of(rows: Iterable[tuple[int, int, float]]) -> str:
    digest = sha256()
    for number, person, rating in rows:
        digest.update(f"{number} {person} {rating!r}\n".encode())
    return digest.hexdigest()
