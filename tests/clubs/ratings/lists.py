"""Rating lists for tests: people, lists and received results, made with the real actions."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from clubs.actions.persons.details import add_person
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.ratings.counting import count_list
from clubs.actions.ratings.lists import ListSheet, open_rating_list
from clubs.actions.ratings.receiving import receive_results
from clubs.models import Club, RatedMatch, RatedPlayer
from clubs.read.ratings.lists import ListView, list_of
from clubs.read.ratings.received import ResultsOf, SettledMatch
from clubs.read.ratings.results import starts_of, wanted_of
from rules.ratings.rated import RatedMatch as Rated
from tests.factories import a_caller

FIRST = datetime(2026, 1, 5, 19, tzinfo=UTC)
NAMES = ("Ann Archer", "Bob Baker", "Cid Cooper", "Dee Draper", "Eve Ebert", "Fay Fisher", "Gus Glover", "Hal Hunter")


def people(club: Club, names: Sequence[str] = NAMES) -> list[int]:
    """Add people to a club, and return their keys."""
    return [add_person(club.pk, PersonSheet(name), "full", a_caller()).person for name in names]


def a_list(club: Club, name: str = "Club list", **options: Any) -> ListView:
    """Open a rating list, by the FIBS formula unless it says otherwise."""
    return open_rating_list(club.pk, ListSheet(name, options), a_caller())


def a_result(match: int, winner: int | None, loser: int | None, **more: Any) -> SettledMatch:
    """Return a match to 7 that was played nine hours times ``match`` after the first evening."""
    usual: dict[str, Any] = {
        "event": 1, "bracket": "main", "played": FIRST + timedelta(hours=9 * match), "length": 7, "kind": "played",
        "entrants": 8,
    }  # fmt: skip
    return SettledMatch(match=match, winner=winner, loser=loser, **(usual | more))


def receive(club: Club, matches: Iterable[SettledMatch], number: int = 1) -> int:
    """Let a club receive the matches of tournament 1: all that it reports, one that is missing counts no more."""
    return receive_results(ResultsOf(1, club.pk, club.stream.name, number, (1,), tuple(matches), ()))


def values(view: ListView) -> dict[int, tuple[float, ...]]:
    """Return person → value of a list as it is stored."""
    fibs = view.rules.listing is not None and view.options.find("glicko") < 0
    rows = RatedPlayer.objects.filter(rating_list=view.pk).values_list("person", "rating", "second", "third")
    return {person: (rating, second) if fibs else (rating, second, third) for person, rating, second, third in rows}


def rebuilt(view: ListView) -> dict[int, tuple[float, ...]]:
    """Return what the rule book makes of all matches that count, from the first one on, without idle periods."""
    view = list_of(view.pk)
    wanted = wanted_of(view)
    rows = sorted(wanted.matches(), key=lambda each: (each.played, each.match))
    stream = [Rated(each.played, each.match, each.winner, each.loser, each.length) for each in rows]
    starts: Any = starts_of(view, wanted.into)
    return {person: tuple(value) for person, value in wanted.rule.rebuild(stream, starts).items()}


def counted(view: ListView) -> int:
    """Count a list, and return how many values were worked out."""
    return count_list(view.pk)


def a_season(persons: Sequence[int], matches: int, seed: int = 1) -> list[SettledMatch]:
    """Return so many matches between these people, the same every time."""
    chance = Random(seed)
    played = []
    for match in range(1, matches + 1):
        winner, loser = chance.sample(list(persons), 2)
        played.append(a_result(match, winner, loser, length=chance.choice((1, 3, 5, 7, 9, 11))))
    return played


def rows_of(view: ListView) -> list[RatedMatch]:
    """Return the matches of a list in order."""
    return list(RatedMatch.objects.filter(rating_list=view.pk).order_by("group", "match"))
