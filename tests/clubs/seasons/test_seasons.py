"""Seasons of a club: the race over finished events, its pages, paper, file and API."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from clubs.actions.persons.merging import merge_people
from clubs.actions.ratings.receiving import receive_results
from clubs.actions.seasons import SeasonSheet, change_season, open_season
from clubs.actions.undo import undo
from clubs.models import Club
from clubs.papers.season import season_paper
from clubs.parts.race import season_sheet
from clubs.read.ratings.received import FinalOrder, ResultsOf
from clubs.read.seasons.view import SeasonView, race_of, season_of, seasons_of
from journal.models import Record
from journal.verify import verify
from rules.errors import RuleBroken
from tests.clubs.ratings.lists import FIRST, a_result, people
from tests.factories import Program, a_caller, a_club, a_director, a_member

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def an_order(event: int, *places: tuple[int, ...], **more: Any) -> FinalOrder:
    """Return the order of an event that was finished so many days after the first evening."""
    usual: dict[str, Any] = {"name": f"Night {event}", "finished": FIRST + timedelta(days=7 * event), "fee": 0}
    return FinalOrder(event=event, places=places, **(usual | more))


def receive(club: Club, *orders: FinalOrder, **more: Any) -> None:
    """Let a club receive the orders of these events, and the ``matches`` of them."""
    events = tuple(range(1, 20))
    receive_results(ResultsOf(1, club.pk, club.stream.name, 1, events, tuple(more.get("matches", ())), orders))


def a_season(club: Club, **more: Any) -> SeasonView:
    """Open the season of 2026, by the table of the rule book."""
    usual: dict[str, Any] = {"name": "Season 2026", "starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    return open_season(club.pk, SeasonSheet(**(usual | more)), a_caller())


def standing(view: SeasonView) -> list[tuple[int, str, str]]:
    race = race_of(season_of(view.pk), NOON)
    return [(line.place, race.names[line.player], str(line.points)) for line in race.lines]


def test_the_race_adds_up_the_best_nights_by_the_table_of_the_group() -> None:
    club = a_club()
    ann, bob, cid, dee, *_ = people(club)
    view = a_season(club, options={"best": 2}, nights=4)

    # 21-13-8-5 for four; a tie shares 8 and 5; -9 is nobody whom the club knows.
    receive(
        club,
        an_order(1, (ann,), (bob,), (cid, dee)),
        an_order(2, (bob,), (-9,), (ann,), (cid,)),
        an_order(3, (bob,), (ann,), (cid,), (dee,)),
    )

    assert standing(view) == [
        (1, "Bob Baker", "42"), (2, "Ann Archer", "34"), (3, "Cid Cooper", "29/2"), (4, "Dee Draper", "23/2"),
    ]  # fmt: skip
    race = race_of(view, NOON)
    assert (race.left, [line.dropped for line in race.lines]) == (1, [(0,), (1,), (1,), ()])
    assert season_sheet(race, bob).needed == "1 night to come: wins for certain with place 1 each night."
    assert season_sheet(race, ann).needed == "1 night to come: can no longer win."
    assert verify() == []


def test_only_events_that_were_finished_in_its_days_count_and_a_voided_one_does_not() -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_season(club, starts_on=date(2026, 1, 20), ends_on=date(2026, 1, 26))
    first, second, third = (an_order(event, (ann,), (bob,)) for event in (1, 2, 3))
    receive(club, first, second, third)

    inside = [night.finished.date() for night in race_of(view, NOON).nights]
    assert inside == [date(2026, 1, 26)]
    receive(club, first, second)

    assert standing(view) == []


def test_an_event_of_strangers_is_no_night_of_the_season() -> None:
    club = a_club()
    view = a_season(club)

    receive(club, an_order(1, (-1,), (-2,)))

    assert race_of(view, NOON).nights == ()


def test_tie_breaks_decide_and_say_so() -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_season(club, options={"tie_breaks": ["head_to_head"]})
    matches = [a_result(1, bob, ann, event=1), a_result(2, bob, ann, event=2), a_result(3, ann, bob, event=2)]

    receive(club, an_order(1, (ann,), (bob,)), an_order(2, (bob,), (ann,)), matches=matches)

    assert [(place, name) for place, name, _ in standing(view)] == [(1, "Bob Baker"), (2, "Ann Archer")]
    race = race_of(view, NOON)
    assert {str(each) for line in race.lines for each in line.decided_by} == {"head_to_head"}


def test_points_for_wins_count_the_matches_that_were_played_in_each_bracket() -> None:
    club = a_club()
    ann, bob, cid, *_ = people(club)
    wins = {"system": "wins", "wins": {"main": 7, "consolation": 5}, "attendance": 1}
    view = a_season(club, options={"points": wins})
    matches = [
        a_result(1, ann, bob, event=1),
        a_result(2, ann, cid, event=1),
        a_result(3, cid, bob, event=1, bracket="consolation"),
        a_result(4, bob, cid, event=1, kind="walkover"),
    ]

    receive(club, an_order(1, (ann,), (cid,), (bob,)), matches=matches)

    assert standing(view) == [(1, "Ann Archer", "15"), (2, "Cid Cooper", "6"), (3, "Bob Baker", "1")]


def test_two_people_who_are_merged_race_as_one() -> None:
    club = a_club()
    ann, bob, cid, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob,)), an_order(2, (cid,), (bob,)))

    merge_people(cid, ann, a_caller())

    assert standing(view)[0] == (1, "Ann Archer", "16")


def test_other_rules_count_at_once_and_can_be_undone() -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob,)), an_order(2, (ann,), (bob,)))
    before = standing(view)

    change_season(view.pk, SeasonSheet("Best one", view.starts_on, view.ends_on, {"best": 1}), a_caller())

    assert [points for *_, points in standing(view)] != [points for *_, points in before]
    undo("club", club.pk, Record.objects.get(verb="season.changed").number, a_caller())
    assert standing(view) == before


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"ends_on": date(2025, 1, 1)}, "season.days"),
        ({"nights": 0}, "season.nights"),
        ({"options": {"bests": 1}}, "season.options"),
        ({"options": {"best": 1.5}}, "season.options"),
        ({"options": {"points": {"system": "wins"}}}, "season.options"),
    ],
)
def test_a_season_that_makes_no_sense_is_refused(wrong: dict[str, Any], code: str) -> None:
    club = a_club()

    with pytest.raises(RuleBroken) as broken:
        a_season(club, **wrong)

    assert broken.value.code == code
    assert seasons_of(club) == []


def test_the_pages_show_the_race_and_a_director_opens_a_season(client: Client, settings: Settings) -> None:
    settings.MACHINE_ZONE = "Europe/Madrid"
    club = a_club()
    ann, bob, *_ = people(club)
    client.force_login(a_director(club))
    form = {
        "name": "Season 2026", "starts_on": "2026-01-01", "ends_on": "2026-12-31", "nights": "10", "best": "6",
        "points": "table", "tie_fewest_nights": "on", "public": "on",
    }  # fmt: skip

    opened = client.post(f"/clubs/{club.pk}/seasons/", form)
    receive(club, an_order(1, (ann,), (bob,)))
    (view,) = seasons_of(club)
    text = client.get(f"/seasons/{view.pk}/?player={ann}").content.decode()

    assert (opened.status_code, opened["Location"]) == (303, f"/seasons/{view.pk}/")
    assert (
        view.options == '{"best":6,"points":{"system":"table"},"tie_breaks":["fewest_nights"],"zone":"Europe/Madrid"}'
    )
    assert "1 of 10 nights played, the best 6 count" in text
    assert "9 nights to come: wins for certain with place 1 each night." in text
    assert client.post(f"/clubs/{club.pk}/seasons/", form | {"starts_on": "tomorrow"}).status_code == 400
    assert client.post(f"/clubs/{club.pk}/seasons/", form | {"best": "x"}).status_code == 422
    assert "Season 2026" in client.get(f"/clubs/{club.pk}/seasons/").content.decode()
    file = client.get(f"/seasons/{view.pk}/race.csv").content.decode("utf-8-sig").splitlines()
    assert file[0] == "place;name;points;Night 1"


def test_a_season_for_members_is_shown_to_members_only(client: Client) -> None:
    club = a_club()
    view = a_season(club, public=False)

    assert client.get(f"/seasons/{view.pk}/")["Location"].startswith("/sign-in/")
    assert Program(None).get(f"seasons/{view.pk}/").status == 401
    client.force_login(a_member(club))
    assert client.get(f"/seasons/{view.pk}/").status_code == 200


def test_a_program_opens_changes_and_reads_a_season() -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    program = Program(a_director(club))
    body = {"name": "Season", "starts_on": "2026-01-01", "ends_on": "2026-12-31", "options": {"best": 1}}

    opened = program.post(f"clubs/{club.pk}/seasons/", body)
    season = opened.data["id"]
    receive(club, an_order(1, (ann,), (bob,)), an_order(2, (bob,), (ann,)))
    changed = program.patch(f"seasons/{season}/", body | {"nights": 8})
    first = program.get(f"seasons/{season}/")

    assert (opened.status, changed.data["version"], first.data["nights"]) == (201, 2, 8)
    assert [(line["name"], line["dropped"]) for line in first.data["lines"]] == [
        ("Ann Archer", [2]), ("Bob Baker", [1]),
    ]  # fmt: skip
    assert program.get(f"seasons/{season}/", If_None_Match=first.headers["ETag"]).status == 304


def test_the_standings_are_printed() -> None:
    club = a_club()
    ann, bob, cid, dee, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob,), (cid, dee)))

    paper = season_paper(race_of(view, NOON), NOON)

    assert paper.rows[:3] == [
        ("1", "Ann Archer", "21", "1"), ("2", "Bob Baker", "13", "1"), ("3", "Cid Cooper", "6.5", "1"),
    ]  # fmt: skip
    assert paper.what == "Bilbao Backgammon Club · 1 night played"


def test_a_page_needs_as_many_statements_for_one_night_as_for_many(client: Client) -> None:
    club = a_club()
    persons = people(club)
    view = a_season(club)
    counts = []
    for nights in (1, 9):
        receive(club, *(an_order(event, *((each,) for each in persons)) for event in range(1, nights + 1)))
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/seasons/{view.pk}/")
        counts.append(len(captured))

    assert counts[0] == counts[1]
    assert counts[0] <= 14
