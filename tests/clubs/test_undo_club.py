"""Everything in a club that says it can be undone can be: the club is as before, and the same can be done again."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from secrets import token_hex
from typing import Any

import pytest

from clubs.actions.casual import CasualScore, claim_casual, decide_casual, report_casual
from clubs.actions.embeds import list_hosts
from clubs.actions.ladders.entering import join_ladder
from clubs.actions.news import post_news, withdraw_news
from clubs.actions.nights import NightSheet, cancel_night, check_in, plan_nights
from clubs.actions.persons.claiming import claim_person, offer_person
from clubs.actions.persons.details import add_person, change_person
from clubs.actions.persons.importing import import_people
from clubs.actions.persons.memberships import begin_membership, end_membership
from clubs.actions.persons.merging import merge_people
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.ratings.lists import (
    ListSheet,
    StartLine,
    change_rating_list,
    end_rating_list,
    import_starts,
    open_rating_list,
)
from clubs.actions.reports import remove_template, save_template
from clubs.actions.season_prizes import AwardSheet, award_season, pay_prize
from clubs.actions.seasons import SeasonSheet, change_season, open_season
from clubs.actions.sights import show_to
from clubs.actions.undo import undo
from clubs.actions.webhooks.setting import WebhookSheet, add_webhook
from clubs.models import Club, PersonClaim, RatingStart, Sight, User
from clubs.read.casual import casual_matches
from clubs.read.embeds import hosts_of
from clubs.read.ladders.view import LadderView, ladder_of, ladder_view, ladders_of
from clubs.read.news import news_of
from clubs.read.nights import coming_nights, here_at
from clubs.read.persons.rows import person_rows
from clubs.read.ratings.lists import lists_of
from clubs.read.reports import templates
from clubs.read.seasons.prizes import prizes_of
from clubs.read.seasons.view import season_of, seasons_of
from clubs.read.sights import hidden_in
from clubs.read.webhooks.listing import webhook_lines
from journal.models import Record, counts
from journal.verbs import declared, undoable
from journal.verify import verify
from tests.clubs.ladders.ladders import ANN, BOB, CID, DEE, EVE, FAY, a_ladder, at, enter, order
from tests.clubs.seasons.test_season_prizes import earn
from tests.clubs.seasons.test_seasons import an_order, receive
from tests.factories import a_caller, a_club, a_member, a_stranger, by

pytestmark = pytest.mark.django_db

TUESDAY = NightSheet("Tuesday night", date(2027, 3, 16), time(19, 30), "Europe/Madrid")
BEFORE = datetime(2027, 3, 1, tzinfo=UTC)
NEXT_YEAR = date(2027, 11, 23)
HOOK = WebhookSheet("https://hooks.example.org/", ["results"], "text", "https://barpoint.example")
SEASON = SeasonSheet("Season 2027", date(2027, 1, 1), date(2027, 12, 31))


@dataclass(frozen=True, slots=True)
class Players:
    """Two people with accounts, and a casual match that the first reported won."""

    first: int
    second: int
    users: tuple[User, User]
    match: int


@dataclass(frozen=True, slots=True)
class Year:
    """A club with two people, one a member, a night, a ladder with a challenge, a rating list, a season, a user.

    ``players`` are two more people.
    """

    club: Club
    person: int
    double: int
    membership: int
    night: int
    ladder: LadderView
    ratings: int
    season: int
    article: int
    template: int
    user: User
    players: "Players"

    def standing(self) -> tuple[object, ...]:
        """Return what the club shows of all that."""
        ladder, nights = ladder_view(ladder_of(self.ladder.ladder.pk)), coming_nights(self.club.pk, BEFORE)
        return (
            person_rows(self.club.pk),
            nights,
            [row.id for night in nights for row in here_at(night)],
            list(PersonClaim.objects.filter(counts()).values_list("person", flat=True)),
            [row.ladder.pk for row in ladders_of(self.club)],
            (order(ladder), ladder.open, ladder.results, ladder.replayed.frozen),
            [(row.pk, row.name, row.options, row.ended) for row in lists_of(self.club)],
            list(RatingStart.objects.filter(counts()).values_list("person", flat=True)),
            [(row.pk, row.name, row.options) for row in seasons_of(self.club)],
            prizes_of(season_of(self.season)),
            [(row.title, row.html) for row in news_of(self.club.pk, members=True)],
            [(each.row.pk, each.winner, each.is_disputed, each.result) for each in casual_matches(self.club.pk)],
            hidden_in(self.club.pk),
            (
                hosts_of(self.club.pk),
                len(webhook_lines(self.club)),
                list(templates(self.club.pk).values("name", "kind")),
            ),
        )


@pytest.fixture
def year() -> Year:
    club = a_club()
    person, double = (add_person(club.pk, PersonSheet(name), "", a_caller()).person for name in ("Falk", "Falko"))
    membership = begin_membership(person, "full", None, None, a_caller()).pk
    [night] = plan_nights(club.pk, TUESDAY, a_caller())
    ladder = a_ladder(club)
    enter(ladder, "2026-03-02T20:00", "challenge", a=DEE, b=CID)
    enter(ladder, "2026-03-02T20:01", "challenge", a=BOB, b=ANN)
    enter(ladder, "2026-03-02T20:02", "result", challenge=2, winner=BOB)
    enter(ladder, "2026-03-02T20:03", "freeze", who=FAY)
    ratings = open_rating_list(club.pk, ListSheet("Club list"), a_caller()).pk
    season = open_season(club.pk, SEASON, a_caller()).pk
    earn(club, 300_00)
    receive(club, an_order(1, (person,), (double,), finished=BEFORE))
    award_season(season, AwardSheet("100", "EUR", ["1"]), a_caller())
    article = post_news(club.pk, "New boards", "Four of them.", a_caller()).pk
    template = save_template(club.pk, "ABT", "places", "place", a_caller()).pk
    players, user = players_of(club), a_stranger()
    return Year(club, person, double, membership, night.pk, ladder, ratings, season, article, template, user, players)


def players_of(club: Club) -> Players:
    people, users = [], []
    for name in ("Petra", "Quentin"):
        people.append(add_person(club.pk, PersonSheet(name), "", a_caller()).person)
        users.append(a_member(club, f"{name.lower()}@barpoint.example"))
        link = token_hex()
        offer_person(people[-1], link, a_caller())
        claim_person(link, by(users[-1]))
    match = report_casual(club.pk, people[1], 7, CasualScore(people[0], 7, 4), by(users[0])).row.pk
    return Players(people[0], people[1], (users[0], users[1]), match)


def reports(year: Year) -> None:
    petra, quentin = year.players.first, year.players.second
    report_casual(year.club.pk, petra, 5, CasualScore(quentin, 5, 3), by(year.players.users[1]))


def disputes(year: Year) -> None:
    claim_casual(year.players.match, CasualScore(year.players.second, 7, 6), by(year.players.users[1]))


def hides(year: Year) -> None:
    show_to(year.club.pk, Sight.Kind.NIGHTS, 0, a_caller(), public=False)


def on_ladder(do: str, **more: Any) -> Callable[[Year], object]:
    return lambda year: enter(year.ladder, "2026-03-03T20:00", do, **more)


def joins(year: Year) -> None:
    with at("2026-03-03T20:00"):
        join_ladder(year.ladder.ladder.pk, "Gil", a_caller())


def claims(year: Year) -> None:
    link = token_hex()
    offer_person(year.person, link, a_caller())
    claim_person(link, by(year.user))


STEPS: dict[str, Callable[[Year], object]] = {
    "person.added": lambda year: add_person(year.club.pk, PersonSheet("Brigitta Solheim"), "guest", a_caller()),
    "person.changed": lambda year: change_person(year.person, {"country": "DE"}, a_caller()),
    "person.imported": lambda year: import_people(year.club.pk, "name,country\nBrigitta,NO\n", {}, a_caller()),
    "person.merged": lambda year: merge_people(year.double, year.person, a_caller()),
    "person.claimed": claims,
    "membership.begun": lambda year: begin_membership(year.double, "guest", None, NEXT_YEAR, a_caller()),
    "membership.ended": lambda year: end_membership(year.membership, NEXT_YEAR, a_caller()),
    "night.planned": lambda year: plan_nights(year.club.pk, TUESDAY, a_caller()),
    "night.cancelled": lambda year: cancel_night(year.night, a_caller()),
    "night.checked_in": lambda year: check_in(year.night, year.person, True, a_caller()),
    "ladder.opened": lambda year: a_ladder(year.club),
    "ladder.joined": joins,
    "ladder.challenged": on_ladder("challenge", a=EVE, b=ANN),
    "ladder.accepted": on_ladder("accept", challenge=1),
    "ladder.refused": on_ladder("decline", challenge=1),
    "ladder.withdrawn": on_ladder("withdraw", challenge=1),
    "ladder.result": on_ladder("result", challenge=1, winner=DEE),
    "ladder.corrected": on_ladder("correct", challenge=2, winner=ANN),
    "ladder.voided": on_ladder("void", challenge=2),
    "ladder.frozen": on_ladder("freeze", who=EVE),
    "ladder.thawed": on_ladder("thaw", who=FAY),
    "ladder.left": on_ladder("leave", who=EVE),
    "ratings.opened": lambda year: open_rating_list(year.club.pk, ListSheet("Members"), a_caller()),
    "ratings.changed": lambda year: change_rating_list(year.ratings, ListSheet("Club list 2"), a_caller()),
    "ratings.started": lambda year: import_starts(year.ratings, [StartLine(str(year.person), ("1700",))], a_caller()),
    "ratings.ended": lambda year: end_rating_list(year.ratings, a_caller()),
    "season.opened": lambda year: open_season(year.club.pk, replace(SEASON, name="Spring"), a_caller()),
    "news.posted": lambda year: post_news(year.club.pk, "Clocks", "In *December*.", a_caller()),
    "news.withdrawn": lambda year: withdraw_news(year.article, a_caller()),
    "webhook.added": lambda year: add_webhook(year.club.pk, HOOK, a_caller()),
    "template.saved": lambda year: save_template(year.club.pk, "WBGF", "ratings", "place", a_caller()),
    "template.removed": lambda year: remove_template(year.template, a_caller()),
    "embeds.changed": lambda year: list_hosts(year.club.pk, ["www.example.org"], a_caller()),
    "season.changed": lambda year: change_season(year.season, replace(SEASON, name="Season"), a_caller()),
    "season.awarded": lambda year: award_season(year.season, AwardSheet("50", "EUR", ["1"]), a_caller()),
    "season.paid": lambda year: pay_prize(year.season, year.person, a_caller()),
    "casual.reported": reports,
    "casual.claimed": disputes,
    "casual.decided": lambda year: decide_casual(year.players.match, None, a_caller()),
    "sight.changed": hides,
}


@pytest.mark.parametrize("verb", STEPS)
def test_undo_leaves_the_club_as_it_was_and_the_same_can_be_done_again(year: Year, verb: str) -> None:
    before = year.standing()
    STEPS[verb](year)
    done = year.standing()
    record = Record.objects.filter(stream=year.club.stream).order_by("-number")[0]

    undo("club", year.club.pk, record.number, a_caller())

    assert record.verb == verb
    assert done != before
    assert year.standing() == before
    STEPS[verb](year)
    assert verify() == []


def test_everything_in_a_club_that_says_so_can_be_undone() -> None:
    # Tested in tests/clubs/test_undo_roles.py, and in tests/clubs/ladders/test_ladder_claims.py.
    of_roles, of_claims = {"role.given", "role.taken", "role.changed", "role.ended"}, {"ladder.claimed"}
    of_clubs = {verb for verb in undoable() if declared()[verb].fact.__module__.startswith("clubs")}

    assert of_clubs == set(STEPS) | of_roles | of_claims
