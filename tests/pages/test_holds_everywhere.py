"""Busy players, rest and the hour, where people read them: the desk, phones, the wall, the set-up, programs, paper."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import (
    Program,
    a_caller,
    a_director,
    a_drawn_event,
    a_format,
    an_owner,
    card_of,
    match_of,
    play_code,
)
from tests.pages.at_the_desk import Director
from tests.pages.on_the_phone import lower, text_of, upper
from tests.pages.reading import statements
from tests.pages.test_setup import EVENT, TOURNAMENT, of, seen
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import EventSheet, change_tournament, open_event, set_up_event
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.results import start_match
from tournaments.actions.matches.tables import furnish
from tournaments.models import Event, Table, Tournament
from tournaments.read.draws.expected import expected_now
from tournaments.read.events import conditions_of, tournament_of

pytestmark = pytest.mark.django_db

# A time of another day of play has its weekday: these tests may run shortly before six in the morning.
TIME = r"([A-Z][a-z]{2} )?\d\d:\d\d"


def a_jackpot(main: Event, *names: str) -> Event:
    jackpot = open_event(main.tournament_id, "Jackpot", a_format("none", 5), a_caller())
    enter(jackpot.pk, [Entry(name) for name in names], a_caller())
    make_draw(jackpot.pk, "jackpot", a_caller())
    return jackpot


@pytest.fixture
def main() -> Event:
    """A main event of eight, in whose A1 they play; the jackpot's A1 waits for the upper player."""
    event = a_drawn_event(8)
    player = card_of(event, "A1").top
    assert player is not None
    a_jackpot(event, player.name, "Arben Leka")
    start_match(match_of(event, "A1").pk, a_caller())
    return event


@pytest.fixture
def jackpot(main: Event) -> Event:
    return Event.objects.get(tournament=main.tournament_id, name="Jackpot")


def busy(main: Event) -> str:
    player = card_of(main, "A1").top
    assert player is not None
    return player.name


# --- The desk


def test_the_desk_says_who_plays_elsewhere_and_calls_when_that_is_confirmed(main: Event, jackpot: Event) -> None:
    director, match = Director(a_director(main.tournament.club), main), match_of(jackpot, "A1").pk

    row = director.look().row(match)
    after = director.press(f"callanyway {match} 4")

    assert re.search(rf"{busy(main)} plays Main A1 till ~{TIME}", row)
    assert "Call anyway" in row
    assert after.sentence.startswith("A1 called to table 4")


def test_a_typed_call_of_a_held_match_asks_before_it_calls(main: Event, jackpot: Event) -> None:
    director, match = Director(a_director(main.tournament.club), main), match_of(jackpot, "A1").pk
    shown = director.type("jack a1 t7")

    question = director.follow(director.post(shown.form(f"call {match} 7"), f"call {match} 7"))
    anyway = f"callanyway {match} 7"
    called = director.follow(director.post(question.form(anyway), anyway))

    assert (question.status, question.kind) == (409, "held")
    assert question.sentence == f"{busy(main)} plays A1 of Main now."
    assert called.sentence.startswith("A1 called to table 7")


def test_free_tables_and_call_all_go_to_matches_that_nothing_holds(main: Event, jackpot: Event) -> None:
    furnish(main.tournament_id, [Table(str(number)) for number in range(1, 4)], a_caller())
    director = Director(a_director(main.tournament.club), main)

    page = director.look()

    [call_all] = [form.commands[0] for form in page.forms if form.commands and form.commands[0].startswith("callall")]
    codes = [match_of(main, code).pk for code in ("A2", "A3", "A4")]
    assert {int(each.partition(":")[0]) for each in call_all.split(" ")[2:]} == set(codes)
    assert "without the one below whose players play or rest" in page.section("ready")
    assert page.section("ready").rindex("Jackpot") > page.section("ready").index("A4")
    assert "no table is free" in page.row(match_of(jackpot, "A1").pk)


# --- Phones, wall


def test_the_phones_of_both_players_say_what_their_match_waits_for(main: Event, jackpot: Event) -> None:
    match = match_of(jackpot, "A1")

    for phone in (upper(match), lower(match)):
        assert re.search(rf"{busy(main)} plays Main A1 till about {TIME}\.", phone.reads())


def test_the_page_of_a_player_says_it_too(main: Event, jackpot: Event, client: Client) -> None:
    page = client.get(f"/players/{match_of(jackpot, 'A1').bottom_id}/").content.decode()

    assert f"{busy(main)} plays Main A1 till about" in text_of(page)


def test_the_wall_lists_held_matches_last_with_the_time(main: Event, jackpot: Event, client: Client) -> None:
    page = text_of(client.get(f"/tournaments/{main.tournament_id}/wall/?show=next").content.decode())

    assert re.search(rf"waits till {TIME}", page)
    assert page.index("waits till") > page.index("ready")


def test_a_page_costs_the_same_however_many_play_in_both_events(client: Client) -> None:
    costs = []
    for shared in (1, 3):
        event = a_drawn_event(8)
        names = [player.name for code in ("A1", "A2") for player in card_of(event, code).players if player]
        side = a_jackpot(event, *names[:shared], "Arben Leka")
        path = f"/players/{match_of(side, 'A1').top_id or match_of(side, 'A2').top_id}/"
        costs.append((statements(client, path), statements(client, f"/tournaments/{event.tournament_id}/wall/")))

    assert costs == [(6, 6), (6, 6)]


# --- The forecast


def test_the_forecast_keeps_players_from_two_tables_and_lets_them_rest(main: Event, jackpot: Event) -> None:
    now = timezone.now()
    begun = now.astimezone(ZoneInfo("Europe/Madrid")) - timedelta(hours=1)
    starts = {"starts_on": begun.date(), "starts_at": begun.time().replace(microsecond=0)}
    change_tournament(main.tournament_id, {"rest": 20, **starts}, a_caller())

    ahead = expected_now(tournament_of(main.tournament_id), now)

    playing, waiting = (ahead.draws[each.pk].spans[match_of(each, "A1").place] for each in (main, jackpot))
    assert waiting.begins == playing.ends + 20


def test_what_would_start_after_the_hour_is_expected_the_next_day(at: Callable[[datetime], None]) -> None:
    evening = datetime(2026, 11, 24, 19, 40, tzinfo=UTC)
    at(evening)
    event = a_drawn_event(4)
    change_tournament(event.tournament_id, {"starts_at": time(11)}, a_caller())
    set_up_event(event.pk, EventSheet(conditions={"last_start": "21:30"}), a_caller(seen=1))
    play_code(event, "A1")

    draw = expected_now(tournament_of(event.tournament_id), evening + timedelta(minutes=20)).draws[event.pk]

    assert draw.spans[match_of(event, "A2").place].begins == 0
    assert draw.about(match_of(event, "B1").place) == "Wed 11:00"


# --- The set-up


def test_the_set_up_of_a_tournament_keeps_the_rest(main: Event) -> None:
    director, address = of(main), f"/tournaments/{main.tournament_id}/settings/"
    posted = TOURNAMENT | {"rest": "15"}

    director.post(address, posted | {"seen": "0"})
    page = director.get(address).content.decode()
    refused = director.post(address, posted | {"rest": "999"})

    assert Tournament.objects.get(pk=main.tournament_id).rest == 15
    assert re.search(r'name="rest"[^>]*value="15"|value="15"[^>]*name="rest"', page)
    assert refused.status_code == 422


def test_the_set_up_of_an_event_keeps_the_hour_and_the_rules_announce_it(main: Event) -> None:
    director, address = of(main), f"/events/{main.pk}/setup/"

    director.post(address, EVENT | {"last_start": "22:30", "seen": str(seen(main))})
    page = director.get(address).content.decode()

    assert conditions_of(Event.objects.get(pk=main.pk)).last_start == time(22, 30)
    assert "22:30" in page


# --- Programs


def test_a_program_reads_what_holds_the_ready_matches(main: Event, jackpot: Event) -> None:
    answer = Program(None).get(f"tournaments/{main.tournament_id}/ready/")

    rows = answer.data
    assert answer.status == 200
    assert [(row["event"], row["code"], len(row["holds"])) for row in rows[-1:]] == [(jackpot.pk, "A1", 1)]
    [hold] = rows[-1]["holds"]
    assert hold.pop("until")
    assert hold == {
        "code": "player.busy", "name": busy(main), "match": match_of(main, "A1").pk, "match_code": "A1",
        "event": "Main",
    }  # fmt: skip
    assert {row["code"] for row in rows[:-1]} == {"A2", "A3", "A4"}
    assert all(row["holds"] == [] for row in rows[:-1])


def test_a_program_is_refused_and_calls_anyway(main: Event, jackpot: Event) -> None:
    program, address = Program(an_owner()), f"matches/{match_of(jackpot, 'A1').pk}/call/"

    refused = program.post(address, {"table": "4"})
    called = program.post(address, {"table": "4", "anyway": True})

    assert (refused.status, refused.code) == (409, "player.busy")
    assert refused.data["detail"] == f"{busy(main)} plays A1 of Main now."
    assert [each["code"] for each in refused.data["facts"]["holds"]] == ["player.busy"]
    assert (called.status, [each["code"] for each in called.data["notes"]]) == (200, ["player.busy"])


def test_a_program_sets_the_rest_and_the_hour(main: Event) -> None:
    program, address = Program(an_owner()), f"tournaments/{main.tournament_id}/"

    changed = program.patch(address, {"rest": 15}, If_Match='"0"')
    long = program.patch(address, {"rest": 241})
    event = program.patch(f"events/{main.pk}/", {"conditions": {"last_start": "22:30"}})
    none = program.patch(f"events/{main.pk}/", {"conditions": {"last_start": "late"}})

    assert (changed.status, program.get(address).data["rest"]) == (200, 15)
    assert (long.status, long.code) == (422, "rest")
    assert event.data["conditions"]["last_start"] == "22:30"
    assert (none.status, none.code) == (422, "conditions.hour")


def test_who_was_called_is_busy_before_the_clocks_start(main: Event, jackpot: Event) -> None:
    call_match(match_of(main, "A2").pk, "2", a_caller())
    other = card_of(main, "A2").top
    assert other is not None
    speed = a_jackpot(main, other.name, "Bo Berg")

    rows = {
        (row["event"], row["code"]): row for row in Program(None).get(f"tournaments/{main.tournament_id}/ready/").data
    }

    assert [hold["code"] for hold in rows[speed.pk, "A1"]["holds"]] == ["player.busy"]
