"""The front page of a club: what comes, the ladder with its moves, the latest finals, the race, the news."""

import re
from datetime import date, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.actions.ladders.entering import Entry as LadderEntry
from clubs.actions.ladders.entering import enter_on_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.news import post_news, withdraw_news
from clubs.actions.nights import NightSheet, cancel_night, plan_nights
from clubs.actions.seasons import SeasonSheet, open_season
from clubs.actions.undo import undo
from clubs.models import Club
from clubs.read.ladders.moves import places_gained
from clubs.read.ladders.view import ladder_of, ladder_view
from clubs.read.news import markdown
from journal.models import Record
from tests.clubs.ratings.lists import people
from tests.clubs.seasons.test_seasons import an_order, receive
from tests.factories import a_caller, a_club, a_director, a_drawn_event, a_member, a_tournament, named_players, play_out
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import open_event
from tournaments.models import Event
from tournaments.read.club.finals import latest_finals

pytestmark = pytest.mark.django_db


def text_of(client: Client, club: Club) -> str:
    """Return the text of the club's page, each run of blanks as one."""
    page = client.get(f"/clubs/{club.pk}/").content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") :]).split())


def nights_of(club: Club, count: int) -> list[int]:
    """Plan nights of a club, the first tomorrow."""
    first = timezone.localdate() + timedelta(days=1)
    last = first + timedelta(weeks=count - 1)
    sheet = NightSheet("Club night", first, time(19, 30), "UTC", "Casino", weeks=1, until=last)
    return [night.pk for night in plan_nights(club.pk, sheet, a_caller())]


def a_ladder(club: Club, players: int = 3) -> int:
    """Open a ladder of some weeks; the third beat the first a week ago, who moved up before is forgotten."""
    since = timezone.now() - timedelta(weeks=8)
    names = ["Ann Archer", "Bob Baker", "Cid Cook", *(f"Player {at}" for at in range(players - 3))]
    opening = Opening("Winter ladder", names, {"preset": "cambridge"}, "UTC", since)
    ladder = open_ladder(club.pk, opening, a_caller()).ladder.pk
    for at, (a, b) in ((timedelta(weeks=1), (2, 1)), (timedelta(weeks=7), (3, 2))):
        number = 1 if a == 2 else 2
        enter_on_ladder(ladder, LadderEntry("challenge", a=a, b=b, at=since + at), a_caller())
        enter_on_ladder(ladder, LadderEntry("result", challenge=number, winner=a, at=since + at), a_caller())
    return ladder


def test_nights_come_by_day_and_one_that_is_off_says_so(client: Client) -> None:
    club = a_club()
    nights = nights_of(club, 6)
    cancel_night(nights[1], a_caller())

    text = text_of(client, club)

    assert text.count("Club night") == 4
    assert text.count("19:30, Casino") == 3
    assert text.count("does not take place") == 1


def test_the_ladder_counts_moves_of_the_last_three_weeks(client: Client) -> None:
    club = a_club()
    view = ladder_view(ladder_of(a_ladder(club)))

    gained = places_gained(view, timezone.now() - timedelta(weeks=3))

    assert [view.name(each) for each in view.order] == ["Cid Cook", "Bob Baker", "Ann Archer"]
    assert gained == {3: 2, 2: -1, 1: -1}
    assert "1 Cid Cook places gained: ▲ 2 2 Bob Baker places lost: ▽ 1" in text_of(client, club)


def test_a_final_names_winner_loser_and_points(client: Client) -> None:
    event = a_drawn_event(4, "none")
    club = event.tournament.club
    assert latest_finals(club.pk, 4) == []

    play_out(event)

    (final,) = latest_finals(club.pk, 4)
    assert (final.tournament, final.bracket) == ("Bilbao Autumn Open", "main")
    assert final.points is not None
    won, lost = final.points
    assert f"{final.winner} beat {final.loser} {won}–{lost}" in text_of(client, club)


def test_the_race_stands_there_and_one_for_members_only_for_them(client: Client) -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    days = (date(2026, 1, 1), date(2026, 12, 31))
    open_season(club.pk, SeasonSheet("Season 2026", *days, public=False), a_caller())
    receive(club, an_order(1, (ann,), (bob,)))
    member = Client()
    member.force_login(a_member(club))

    assert ("Season 2026" in text_of(client, club), "Season 2026" in text_of(member, club)) == (False, True)


def test_news_is_public_or_for_members_and_is_taken_off_and_put_back(client: Client) -> None:
    club = a_club()
    shown = post_news(club.pk, "New boards", "Four **boards** arrived.", a_caller())
    post_news(club.pk, "Key code", "It is 1234.", a_caller(), public=False)
    member = Client()
    member.force_login(a_member(club))

    assert ("New boards" in text_of(client, club), "Key code" in text_of(client, club)) == (True, False)
    assert "Key code" in text_of(member, club)
    feed = client.get(f"/clubs/{club.pk}/news.atom").content.decode()
    assert ("New boards" in feed, "&lt;strong&gt;boards" in feed, "1234" in feed) == (True, True, False)
    assert [each["title"] for each in client.get(f"/api/v1/clubs/{club.pk}/news/").json()] == ["New boards"]
    withdraw_news(shown.pk, a_caller())
    assert "New boards" not in text_of(client, club)
    undo("club", club.pk, Record.objects.filter(stream=club.stream).latest("number").number, a_caller())
    assert "New boards" in text_of(client, club)


@pytest.mark.parametrize(
    ("typed", "html"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
        ("[tap](javascript:alert(1))", "<p>[tap](javascript:alert(1))</p>"),
        ("[tap](JaVaScRiPt&colon;alert(1))", "<p>[tap]("),
        ("[tap](data:text/html,x)", "<p>[tap](data:text/html,x)</p>"),
        ("![seen](https://tracker.example/x.png)", '!<a rel="nofollow ugc noopener" href="https://tracker.example'),
        ('[a](https://a.example "x" onclick="b")', "[a](https://a.example"),
        ("# Head", "<p># Head</p>"),
        ("**bold** and [link](https://a.example)", '<a rel="nofollow ugc noopener" href="https://a.example">link</a>'),
    ],
)
def test_markdown_is_safe_whatever_was_typed(typed: str, html: str) -> None:
    made = str(markdown(typed))

    assert html in made
    assert not re.search(r"<(?!/?(p|strong|em|ul|ol|li|a|code|pre|blockquote|br|hr)\b)", made)


def test_a_director_posts_and_nobody_else(client: Client) -> None:
    club = a_club()
    form = {"title": "New boards", "text": "Four.", "public": "on"}
    director = Client()
    director.force_login(a_director(club))

    assert client.post(f"/clubs/{club.pk}/news/", form).status_code == 403
    assert director.post(f"/clubs/{club.pk}/news/", form | {"text": " "}).status_code == 422
    assert director.post(f"/clubs/{club.pk}/news/", form).status_code == 303
    page = director.get(f"/clubs/{club.pk}/news/").content.decode()
    (article,) = re.findall(r'name="article"\s+value="(\d+)"', page)
    off = {"do": "withdraw", "article": article}
    assert director.post(f"/clubs/{club.pk}/news/", off).status_code == 303
    assert "New boards" not in director.get(f"/clubs/{club.pk}/news/").content.decode()


@pytest.mark.parametrize("size", [1, 3])
def test_the_front_takes_the_same_statements_whatever_its_size(client: Client, size: int) -> None:
    event = a_drawn_event(4, "none")
    play_out(event)
    club = event.tournament.club
    ann, bob, *_ = people(club)
    open_season(club.pk, SeasonSheet("Season 2026", date(2026, 1, 1), date(2026, 12, 31)), a_caller())
    for count in range(size):
        nights_of(club, 1 + count)
        a_ladder(club, 3 + 4 * count)
        post_news(club.pk, f"Article {count}", "Text.", a_caller())
    receive(club, *(an_order(at, (ann,), (bob,)) for at in range(1, 1 + size)))

    with CaptureQueriesContext(connection) as captured:
        client.get(f"/clubs/{club.pk}/")

    assert len(captured) == 23


def a_drawn_format(entrants: int = 4, **format_: Any) -> Event:
    """Return an event in this format, drawn."""
    event = open_event(a_tournament().pk, "Main", format_, a_caller())
    enter(event.pk, [Entry(name) for name in named_players(entrants)], a_caller())
    make_draw(event.pk, "63 55 21", a_caller())
    event.refresh_from_db()
    return event


def test_the_last_round_of_a_round_robin_is_no_final() -> None:
    event = a_drawn_format(main="round_robin")

    play_out(event)

    assert latest_finals(event.tournament.club_id, 4) == []


def test_a_round_of_a_swiss_with_one_table_is_no_final() -> None:
    event = a_drawn_format(2, main="swiss", rounds=1)

    play_out(event)

    assert latest_finals(event.tournament.club_id, 4) == []


def test_where_nobody_needs_the_second_final_the_first_one_is_shown() -> None:
    event = a_drawn_format(main="structure", preset="double_elimination_recharge")

    play_out(event)

    assert [final.bracket for final in latest_finals(event.tournament.club_id, 4)].count("main") == 1
