"""The page of a player: what its page says in every state, and what it costs."""

import gzip
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from rules.match.terms import BOTTOM, TOP
from runtime.pages.light_css import light_css
from tests.factories import (
    a_caller,
    a_drawn_event,
    an_entered_event,
    card_of,
    entrant_named,
    match_of,
    play_code,
    play_out,
)
from tests.pages.reading import page_of, statements
from tournaments.actions.entrants.entering import withdraw
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Event
from tournaments.read.draws.places import standings
from tournaments.read.players.player import After, PlayerPage, page_for

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]


def page_in(event: Event, code: str, upper: bool = True) -> PlayerPage:
    """Return the page of who sits above (or below) in a match."""
    match = match_of(event, code)
    return page_for((match.top_id if upper else match.bottom_id) or 0, timezone.now())


# --- What it costs


def test_a_players_page_takes_the_same_statements_for_8_and_for_128(client: Client) -> None:
    small, large = a_drawn_event(8), a_drawn_event(128)
    pages = []
    for event in (small, large):
        start_match(match_of(event, "A1").pk, a_caller())
        pages.append(f"/players/{match_of(event, 'A1').top_id}/")

    assert [statements(client, page) for page in pages] == [6, 6]


def test_what_is_ahead_of_everybody_is_made_once_for_all_players(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = a_drawn_event(8)
    first, second = (match_of(event, code).top_id for code in ("A1", "A2"))
    client.get(f"/players/{first}/")

    with django_assert_num_queries(2):
        client.get(f"/players/{second}/")


@pytest.mark.parametrize("language", ["bg", "de", "en", "eu", "sq"])
def test_the_first_view_weighs_ten_kilobytes_at_most(client: Client, language: str) -> None:
    event = a_drawn_event(23)
    play_code(event, "A4")
    address = f"/players/{match_of(event, 'A4').bottom_id}/"
    page = client.get(address, headers={"accept-language": language}).content

    linked = re.findall(r'href="/static(/css/[\w/]+\.css)"', page.decode())
    styles = {path: light_css((ROOT / f"static{path}").read_text()).encode() for path in linked}

    assert {"/css/tokens.css", "/css/base.css", "/css/pages/player.css"} <= set(styles)
    assert sum(len(gzip.compress(each)) for each in (page, *styles.values())) <= 10_240


def test_a_players_page_is_the_same_for_five_minutes(client: Client) -> None:
    event = a_drawn_event(4)
    start_match(match_of(event, "A1").pk, a_caller())
    who = match_of(event, "A1").top_id or 0

    early, late, next_step = (page_for(who, datetime(2030, 1, 5, 15, minute, tzinfo=UTC)) for minute in (40, 44, 45))

    assert early == late
    assert early.win is not None
    assert next_step.entrant == early.entrant


# --- What it says


def test_before_the_draw_he_is_entered(client: Client) -> None:
    event = an_entered_event(4)
    who = entrant_named(event, "Petra Horvat").pk

    page = page_for(who, timezone.now())

    assert (page.state, page.next, page.played) == ("undrawn", None, ())
    assert "Entered." in page_of(client, f"/players/{who}/")


def test_who_has_a_bye_waits_for_the_winner_of_the_match_beside_it() -> None:
    event = a_drawn_event(3)

    page = page_in(event, "B1")

    assert page.state == "bye"
    assert page.next is not None
    assert page.next.byes == ("A",)
    assert (page.next.opponent.player, page.next.opponent.feed) == (None, "winner")
    assert page.next.opponent.match == card_of(event, "A2")
    assert len(page.next.opponent.names) == 2


def test_ready_called_and_playing_follow_each_other() -> None:
    event = a_drawn_event(4)
    match = match_of(event, "A1")
    seen = [page_in(event, "A1")]

    call_match(match.pk, "3", a_caller())
    seen.append(page_in(event, "A1"))
    start_match(match.pk, a_caller())
    seen.append(page_in(event, "A1"))

    assert [each.state for each in seen] == ["ready", "called", "playing"]
    assert [each.next.own.match.table for each in seen if each.next] == ["", "3", "3"]


def test_a_win_and_a_loss_say_where_they_lead() -> None:
    event = a_drawn_event(4)
    other = match_of(event, "A2")
    start_match(match_of(event, "A1").pk, a_caller())
    start_match(other.pk, a_caller())

    page = page_in(event, "A1")

    assert page.win is not None
    assert page.loss is not None
    assert (page.win.leads, page.win.match, page.win.place) == ("match", card_of(event, "B1"), None)
    assert (page.loss.leads, page.loss.match, page.loss.place) == ("match", card_of(event, "C1"), 3)
    assert page.win.opponent.feed == "winner"
    assert page.loss.opponent.feed == "loser"
    assert page.drops
    assert re.fullmatch(r"([A-Z][a-z]{2} )?\d\d:\d[05]", page.win.about)  # with its weekday before six in the morning


def test_the_final_leads_to_the_first_two_places() -> None:
    event = a_drawn_event(2, "none")

    page = page_in(event, "A1")

    assert page.win == After("champion", "main", place=1)
    assert page.loss == After("out", "main", place=2)


def test_a_first_loser_may_be_the_holder_of_a_bye() -> None:
    event = a_drawn_event(7, "first_match")

    beside = next(page for code in ("A1", "A2", "A3", "A4") for page in [page_in(event, code)] if page.state == "bye")

    assert beside.loss is not None
    assert beside.loss.leads == "match"
    assert beside.loss.opponent.feed == "loser"


def test_a_result_that_is_not_confirmed_is_a_mark_on_what_follows() -> None:
    event = a_drawn_event(4)
    match = match_of(event, "A1")
    report_result(match.pk, Report(points=(7, 5), settled=False), a_caller(seen=match.version))

    winner, waiting = page_in(event, "A1"), page_in(event, "A2")

    assert winner.state == "reported"
    assert winner.reported is not None
    assert (winner.reported.own_text, winner.reported.opponent_text) == ("7", "5")
    assert winner.reported.match.reporter is None
    assert winner.next is not None
    assert winner.next.rests_on == ("A1",)
    assert waiting.reported is None


def test_a_bye_on_the_way_keeps_the_mark() -> None:
    event = a_drawn_event(23)
    match = match_of(event, "A4")
    report_result(match.pk, Report(points=(7, 5), settled=False), a_caller(seen=match.version))

    loser = page_in(event, "A4", upper=False)

    assert loser.next is not None
    assert (loser.next.own.match.code, loser.next.byes, loser.next.rests_on) == ("G2", ("F",), ("A4",))


def test_what_he_has_played_stands_with_his_own_points_first() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1", BOTTOM, 4)

    loser, winner = page_in(event, "A1"), page_in(event, "A1", upper=False)

    assert [(each.match.code, each.score, each.outcome) for each in loser.played] == [("A1", (4, 7), "lost")]
    assert [(each.match.code, each.score, each.outcome) for each in winner.played] == [("A1", (7, 4), "won")]
    assert (loser.dropped, loser.place, loser.state) == (True, 3, "waiting")
    assert (winner.dropped, winner.place) == (False, None)


def test_who_withdraws_drops_nowhere() -> None:
    event = a_drawn_event(4)
    who = match_of(event, "A1").top_id or 0
    withdraw(who, "consolation", a_caller())

    page = page_for(who, timezone.now())

    assert page.out == ("consolation",)
    assert page.loss == After("out", "main", place=3)


@pytest.mark.parametrize(("field", "consolation"), [(5, "progressive"), (8, "first_match"), (11, "progressive")])
def test_at_the_end_everybody_has_the_place_that_the_list_of_places_gives(field: int, consolation: str) -> None:
    event = a_drawn_event(field, consolation)
    play_out(event)

    posted = {each.entrant: each.place for each in standings(event.pk)}

    assert {who: page_for(who, timezone.now()).place for who in posted} == posted
    assert {page_for(who, timezone.now()).state for who in posted} == {"done"}


def test_after_hours_without_news_nobody_says_when() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1", TOP)

    page = page_for(match_of(event, "A1").top_id or 0, timezone.now() + timedelta(hours=7))

    assert page.next is not None
    assert page.next.about == ""


def test_an_unknown_player_is_not_found(client: Client) -> None:
    assert client.get("/players/4711/").status_code == 404


def test_the_page_names_the_opponent_and_leads_to_his(client: Client) -> None:
    event = a_drawn_event(4)
    match = match_of(event, "A1")
    call_match(match.pk, "12", a_caller())

    html = page_of(client, f"/players/{match.top_id}/")

    assert f'href="/players/{match.bottom_id}/"' in html
    assert "Please sit down" in html
    assert "<small>Table</small> <bdi>12</bdi>" in html
