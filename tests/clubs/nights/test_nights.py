"""Nights: planned over daylight saving, cancelled, subscribed to, people checked in, a draw in two taps."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.test import Client
from pytest_django import Settings

from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.nights import NightSheet, cancel_night, check_in, plan_nights
from clubs.actions.persons.details import add_person
from clubs.actions.persons.merging import merge_people
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.undo import undo
from clubs.models import Club, Night
from clubs.read.nights import calendar_feed, calendar_nights, coming_nights, here_at, night_line
from journal.models import Record
from journal.verify import verify
from rules.errors import RuleBroken
from tests.factories import Program, a_caller, a_club, a_director, by
from tournaments.models import Draw, Event, Match, Tournament
from tournaments.read.entrants.names import names_in
from tournaments.read.players.people import linked_in

pytestmark = pytest.mark.django_db

TUESDAYS = NightSheet(
    "Tuesday night", date(2027, 3, 16), time(19, 30), "Europe/Madrid", "Café, Bilbao", weeks=1, until=date(2027, 4, 6)
)
BEFORE = datetime(2027, 3, 1, tzinfo=UTC)


@pytest.fixture
def club() -> Club:
    return a_club()


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(RuleBroken) as refused:
        act()
    return refused.value.code


def a_person(club: Club, name: str, **more: str) -> int:
    return add_person(club.pk, PersonSheet(name, **more), "", a_caller()).person


def test_a_series_keeps_its_time_of_day_over_daylight_saving(club: Club) -> None:
    nights = plan_nights(club.pk, TUESDAYS, a_caller())

    assert [f"{night.starts_at:%d %H:%M}" for night in nights] == ["16 18:30", "23 18:30", "30 17:30", "06 17:30"]
    assert [f"{line.starts:%d %H:%M}" for line in coming_nights(club.pk, BEFORE)] == [
        "16 19:30", "23 19:30", "30 19:30", "06 19:30",
    ]  # fmt: skip
    assert verify() == []


def test_planning_is_undone_as_a_whole_while_nothing_rests_on_it(club: Club) -> None:
    nights = plan_nights(club.pk, TUESDAYS, a_caller())
    planned = Record.objects.latest("at").number
    cancel_night(nights[1].pk, a_caller())

    assert [line.off for line in coming_nights(club.pk, BEFORE)] == [False, True, False, False]
    assert code_of(lambda: cancel_night(nights[1].pk, a_caller())) == "night.off"
    assert code_of(lambda: undo("club", club.pk, planned, a_caller())) == "undo.superseded"
    undo("club", club.pk, planned + 1, a_caller())
    undo("club", club.pk, planned, a_caller())
    assert coming_nights(club.pk, BEFORE) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"until": date(2027, 1, 1)}, "night.dates"),
        ({"until": date(2029, 1, 1)}, "night.many"),
        ({"zone": "Europe/Bilbao"}, "timezone"),
        ({"minutes": 0}, "night.minutes"),
        ({"name": " "}, "name.empty"),
    ],
)
def test_what_makes_no_night_is_refused(club: Club, change: dict[str, object], code: str) -> None:
    values = {name: getattr(TUESDAYS, name) for name in TUESDAYS.__slots__} | change

    assert code_of(lambda: plan_nights(club.pk, NightSheet(**values), a_caller())) == code
    assert Night.objects.count() == 0


def test_a_night_goes_when_it_has_ended(club: Club) -> None:
    plan_nights(club.pk, TUESDAYS, a_caller())

    during, after = datetime(2027, 3, 16, 22, tzinfo=UTC), datetime(2027, 3, 16, 23, tzinfo=UTC)

    assert [len(coming_nights(club.pk, at)) for at in (during, after)] == [4, 3]


def test_the_feed_is_icalendar_in_utc_folded_and_escaped(club: Club) -> None:
    nights = plan_nights(club.pk, TUESDAYS, a_caller())
    cancel_night(nights[0].pk, a_caller())

    text = calendar_feed(club, calendar_nights(club.pk, BEFORE), BEFORE, "http://192.168.178.23:8000")

    lines = text.split("\r\n")
    assert (lines[0], lines[-2], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR", "")
    assert lines.count("BEGIN:VEVENT") == 4
    assert "DTSTART:20270330T173000Z" in lines
    assert "DTEND:20270330T213000Z" in lines
    assert "LOCATION:Café\\, Bilbao" in lines
    assert (lines.count("STATUS:CANCELLED"), lines.count("STATUS:CONFIRMED")) == (1, 3)
    assert f"UID:night-{nights[0].pk}@192.168.178.23" in lines
    assert max(len(line.encode()) for line in lines) <= 75


def test_a_long_name_is_folded_without_tearing_a_letter(club: Club) -> None:
    sheet = NightSheet("Ž" * 80, date(2027, 3, 16), time(19, 30))
    plan_nights(club.pk, sheet, a_caller())

    text = calendar_feed(club, calendar_nights(club.pk, BEFORE), BEFORE, "http://localhost:8000")

    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    assert f"SUMMARY:{'Ž' * 80}" in text.replace("\r\n ", "")


def test_people_are_checked_in_and_out_and_merged_people_count_once(club: Club) -> None:
    night = plan_nights(club.pk, TUESDAYS, a_caller())[0].pk
    ana, anna, bo = (a_person(club, name) for name in ("Ana Ruiz", "Anna Ruiz", "Bo Lind"))
    for person in (ana, anna, bo):
        assert check_in(night, person, True, a_caller())
    assert not check_in(night, bo, True, a_caller())
    check_in(night, bo, False, a_caller())
    merge_people(anna, ana, a_caller())

    assert [row.name for row in here_at(night_line(night))] == ["Ana Ruiz"]
    assert code_of(lambda: check_in(night, anna, False, a_caller())) == "person.merged"
    elsewhere = a_person(a_club("Wien"), "Uwe")
    assert code_of(lambda: check_in(night, elsewhere, True, a_caller())) == "person.clubs"
    assert code_of(lambda: check_in(999, ana, True, a_caller())) == "night.unknown"


def test_a_knockout_of_everyone_here_takes_two_taps_and_a_repeated_form_makes_one(club: Club) -> None:
    night = plan_nights(club.pk, TUESDAYS, a_caller())[0].pk
    people = [a_person(club, name) for name in ("Ana Ruiz", "Bo Lind", "Cem Aydın")]
    people.append(a_person(club, "Mia Sofie Kessler", adult_on="2099-01-01"))
    for person in people:
        check_in(night, person, True, a_caller())
    browser = Client()
    browser.force_login(a_director(club))
    address = f"/nights/{night}/draw/"

    first = browser.get(address)
    posted = {name: first.context["form"].initial[name] for name in ("main", "length", "consolation", "key")} | {
        "once": "tap"
    }
    answers = [browser.post(address, posted) for _ in range(2)]

    event = Event.objects.get()
    assert [answer["Location"] for answer in answers] == [f"/events/{event.pk}/"] * 2
    assert Tournament.objects.get().name == "Tuesday night, 2027-03-16"
    assert (Draw.objects.count(), event.current_draw_id is not None) == (1, True)
    assert sorted(names_in(event.pk).values()) == ["Ana Ruiz", "Bo Lind", "Cem Aydın", "Mia K."]
    assert sorted(linked_in(event.pk).values()) == sorted(people)
    assert verify() == []


def test_a_program_draws_the_knockout_of_a_night_once(club: Club) -> None:
    night = plan_nights(club.pk, TUESDAYS, a_caller())[0].pk
    program, address = Program(a_director(club)), f"nights/{night}/draw/"
    assert program.post(address).code == "night.empty"
    for name in ("Ana Ruiz", "Bo Lind", "Cem Aydın"):
        check_in(night, a_person(club, name), True, a_caller())

    answers = [program.post(address, {"length": 3}, Idempotency_Key="a-key") for _ in range(2)]

    event = Event.objects.get()
    assert [(answer.status, answer.data) for answer in answers] == [(201, {"event": event.pk})] * 2
    assert sorted(names_in(event.pk).values()) == ["Ana Ruiz", "Bo Lind", "Cem Aydın"]


def night_with(club: Club, people: int) -> int:
    """Return a night at which so many people are checked in."""
    night = plan_nights(club.pk, TUESDAYS, a_caller())[0].pk
    for number in range(people):
        check_in(night, a_person(club, f"Player {number}"), True, a_caller())
    return night


@pytest.mark.parametrize(
    ("posted", "matches", "name"),
    [
        ({"main": "round_robin", "rounds": ""}, 10, "Round robin"),
        ({"main": "round_robin", "rounds": "2"}, 4, "Round robin"),
        ({"main": "swiss", "rounds": "3"}, 2, "Swiss"),
        ({"main": "pools"}, 10, "Pools"),
    ],
)
def test_everyone_here_plays_a_round_robin_a_swiss_or_pools(
    club: Club, posted: dict[str, str], matches: int, name: str
) -> None:
    browser = Client()
    browser.force_login(a_director(club))

    answer = browser.post(
        f"/nights/{night_with(club, 5)}/draw/", posted | {"length": "3", "consolation": "none", "key": "52 61"}
    )

    event = Event.objects.get()
    assert (answer.status_code, event.name) == (303, name)
    assert Match.objects.filter(draw__event=event, status=1).count() == matches
    assert verify() == []


def test_two_people_are_too_few_for_pools_and_nothing_is_made(club: Club) -> None:
    program = Program(a_director(club))

    answer = program.post(f"nights/{night_with(club, 2)}/draw/", {"main": "pools"})

    assert (answer.status, answer.code) == (422, "pools.size")
    assert Event.objects.count() == 0


def test_a_round_robin_too_large_makes_nothing(club: Club) -> None:
    program = Program(a_director(club))

    answer = program.post(f"nights/{night_with(club, 65)}/draw/", {"main": "round_robin"})

    assert (answer.status, answer.code) == (422, "round_robin.entrants")
    assert (Tournament.objects.count(), Event.objects.count()) == (0, 0)


def test_the_chouettes_of_a_night_are_listed_with_it(club: Club) -> None:
    now = datetime.now(UTC)
    tonight, later = (
        plan_nights(club.pk, NightSheet("Night", day, now.time().replace(microsecond=0)), a_caller())[0].pk
        for day in (now.date(), now.date() + timedelta(days=7))
    )
    open_session(club.pk, Sitting(("Ann", "Bob", "Cid")), a_caller())
    browser = Client()
    browser.force_login(a_director(club))

    shown = [browser.get(f"/nights/{night}/").content.decode() for night in (tonight, later)]

    assert ["Ann, Bob, Cid" in page for page in shown] == [True, False]


def test_a_director_plans_on_the_page_and_everybody_sees_it(club: Club) -> None:
    browser, anybody = Client(), Client()
    browser.force_login(a_director(club))
    address = f"/clubs/{club.pk}/nights/"
    form = {
        "name": "Tuesday",
        "first": "2099-01-06",
        "at": "19:30",
        "zone": "Europe/Madrid",
        "minutes": "240",
        "weeks": "1",
    }

    assert anybody.post(address, form).status_code == 403
    assert browser.post(address, form | {"until": "2098-01-06"}).status_code == 422
    assert browser.post(address, form | {"until": "2099-01-20"}).status_code == 303
    shown = anybody.get(address).content.decode()
    night = Night.objects.order_by("starts_at")[0].pk
    browser.post(address, {"do": "cancel", "night": night})

    assert shown.count("Tuesday") >= 3
    assert "does not take place" in anybody.get(address).content.decode()
    assert anybody.get(f"/clubs/{club.pk}/nights.ics")["Content-Type"] == "text/calendar; charset=utf-8"


def test_the_desk_checks_in_by_any_spelling(club: Club) -> None:
    night = plan_nights(club.pk, TUESDAYS, a_caller())[0].pk
    person = a_person(club, "Димитър Петров")
    browser = Client()
    browser.force_login(a_director(club))

    offered = browser.get(f"/nights/{night}/?q=dimitar").content.decode()
    browser.post(f"/nights/{night}/", {"person": person})

    assert f'value="{person}"' in offered
    assert [row.id for row in here_at(night_line(night))] == [person]


def test_planning_needs_a_director(club: Club) -> None:
    assert len(plan_nights(club.pk, TUESDAYS, by(a_director(club)))) == 4


def test_a_new_night_is_in_the_zone_of_the_machine_unless_it_names_another(club: Club, settings: Settings) -> None:
    settings.MACHINE_ZONE = "Europe/Madrid"
    browser = Client()
    browser.force_login(a_director(club))

    page = browser.get(f"/clubs/{club.pk}/nights/").text

    assert '<option value="Europe/Madrid" selected>' in page
