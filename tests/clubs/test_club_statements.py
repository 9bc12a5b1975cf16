"""Every page of a club costs as many statements after a long year as after a short one."""

import re
from collections.abc import Callable
from datetime import date, time, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.actions.casual import CasualScore, report_casual
from clubs.actions.ladders.entering import Entry, enter_on_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.news import post_news
from clubs.actions.nights import NightSheet, check_in, plan_nights
from clubs.actions.persons.claiming import claim_person, offer_person
from clubs.actions.persons.memberships import begin_membership
from clubs.actions.ratings.lists import StartLine, import_starts
from clubs.actions.season_prizes import AwardSheet, award_season
from clubs.actions.seasons import SeasonSheet, open_season
from clubs.models import Club, User
from tests.clubs.ratings.lists import a_list, a_season, counted, people
from tests.clubs.seasons.test_season_prizes import earn
from tests.clubs.seasons.test_seasons import an_order, receive
from tests.factories import a_caller, a_club, a_director, by

pytestmark = pytest.mark.django_db
SHORT, LONG = 3, 9


class Year:
    """A club of ``size`` people with as many nights, ladders, lists, matches and articles, and its director."""

    def __init__(self, size: int) -> None:
        self.club: Club = a_club()
        self.director: User = a_director(self.club, f"director-{size}@barpoint.example")
        self.people = people(self.club, [f"Player {number}" for number in range(1, size + 2)])
        offer_person(self.people[0], f"link-{size}", a_caller())
        claim_person(f"link-{size}", by(self.director))
        self.night = self._nights(size)
        self.ladder, *_ = [self._ladder(number, size) for number in range(size)]
        self.lists = [a_list(self.club, f"List {number}") for number in range(size)]
        self._results(size)
        self.season = self._season(size)
        for number in range(size):
            begin_membership(self.people[number + 1], "guest", date(2025, 1, 1), date(2025, 12, 31), a_caller())
            post_news(self.club.pk, f"Article {number}", "Some *news*.", a_caller())
            report_casual(self.club.pk, self.people[1], 7, CasualScore(self.people[0], 7, 4), by(self.director))

    def _nights(self, size: int) -> int:
        first = timezone.localdate() + timedelta(days=1)
        until = first + timedelta(weeks=size - 1)
        sheet = NightSheet("Club night", first, time(19, 30), "UTC", "Casino", weeks=1, until=until)
        night = plan_nights(self.club.pk, sheet, a_caller())[0].pk
        for person in self.people:
            check_in(night, person, True, a_caller())
        return night

    def _ladder(self, number: int, size: int) -> int:
        names, since = [f"Player {each}" for each in range(1, size + 2)], timezone.now() - timedelta(weeks=20)
        opening = Opening(f"Ladder {number}", names, {"preset": "swap"}, "UTC", since)
        ladder = open_ladder(self.club.pk, opening, a_caller()).ladder.pk
        for challenge in range(1, size + 1):
            at = since + timedelta(weeks=challenge)
            enter_on_ladder(ladder, Entry("challenge", a=2, b=1, at=at), a_caller())
            lost = Entry("result", challenge=challenge, winner=1, points=(7, 3), at=at + timedelta(days=1))
            enter_on_ladder(ladder, lost, a_caller())
        return ladder

    def _results(self, size: int) -> None:
        orders = [an_order(event, *((each,) for each in self.people)) for event in range(1, size + 1)]
        receive(self.club, *orders, matches=a_season(self.people, 5 * size))
        for view in self.lists:
            import_starts(view.pk, [StartLine(str(each), ("1600",)) for each in self.people], a_caller())
            counted(view)

    def _season(self, size: int) -> int:
        earn(self.club, 1000_00)
        for number in range(size):
            sheet = SeasonSheet(f"Season {number}", date(2026, 1, 1), date(2026, 12, 31), nights=20)
            season = open_season(self.club.pk, sheet, a_caller()).pk
            award_season(season, AwardSheet("90", "EUR", ["1"] * size), a_caller())
        return season


ADDRESSES: dict[str, Callable[[Year], str]] = {
    "club": lambda year: f"/clubs/{year.club.pk}/",
    "my club": lambda _: "/my-club/",
    "nights": lambda year: f"/clubs/{year.club.pk}/nights/",
    "calendar": lambda year: f"/clubs/{year.club.pk}/nights.ics",
    "night": lambda year: f"/nights/{year.night}/",
    "knockout": lambda year: f"/nights/{year.night}/draw/",
    "news": lambda year: f"/clubs/{year.club.pk}/news/",
    "feed": lambda year: f"/clubs/{year.club.pk}/news.atom",
    "matches": lambda year: f"/clubs/{year.club.pk}/matches/",
    "people": lambda year: f"/clubs/{year.club.pk}/people/",
    "search": lambda year: f"/clubs/{year.club.pk}/people/?q=player",
    "people as a file": lambda year: f"/clubs/{year.club.pk}/people.csv",
    "person": lambda year: f"/people/{year.people[0]}/",
    "data of a person": lambda year: f"/people/{year.people[0]}/person.json",
    "members": lambda year: f"/clubs/{year.club.pk}/members/",
    "memory": lambda year: f"/clubs/{year.club.pk}/memory/",
    "books": lambda year: f"/clubs/{year.club.pk}/books/",
    "ladders": lambda year: f"/clubs/{year.club.pk}/ladders/",
    "ladder": lambda year: f"/ladders/{year.ladder}/",
    "end of a ladder": lambda year: f"/ladders/{year.ladder}/knockout/",
    "lists": lambda year: f"/clubs/{year.club.pk}/ratings/",
    "list": lambda year: f"/ratings/{year.lists[0].pk}/",
    "list as a file": lambda year: f"/ratings/{year.lists[0].pk}/list.csv",
    "player": lambda year: f"/ratings/{year.lists[0].pk}/people/{year.people[0]}/",
    "seasons": lambda year: f"/clubs/{year.club.pk}/seasons/",
    "season": lambda year: f"/seasons/{year.season}/",
    "race as a file": lambda year: f"/seasons/{year.season}/race.csv",
}


def statements(year: Year, address: str) -> list[str]:
    """Return the statements that a page needs, without their values, the second time that it is looked at."""
    browser = Client()
    browser.force_login(year.director)
    browser.get(address)
    with CaptureQueriesContext(connection) as queries:
        answer = browser.get(address)
        b"".join(answer) if answer.streaming else answer.content
    assert answer.status_code == 200, address
    return [re.sub(r"\d+|'[^']*'|\([^)]*\)", "…", query["sql"])[:150] for query in queries.captured_queries]


def test_every_page_costs_as_many_statements_after_a_long_year_as_after_a_short_one() -> None:
    few = {name: statements(year, of(year)) for year in [Year(SHORT)] for name, of in ADDRESSES.items()}
    many = {name: statements(year, of(year)) for year in [Year(LONG)] for name, of in ADDRESSES.items()}

    assert {name: len(each) for name, each in many.items()} == {name: len(each) for name, each in few.items()}
    assert max(map(len, many.values())) <= 25
