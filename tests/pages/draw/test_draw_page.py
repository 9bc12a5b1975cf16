"""The page of a draw: the drawing and the list say the same, one can be followed, and nobody pays for it twice."""

from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.match.terms import BOTTOM, TOP, Side
from runtime.pages.etags import public_page
from tests.factories import (
    a_caller,
    a_drawn_event,
    an_entered_event,
    an_event,
    cards,
    entrant_named,
    in_order_of_lines,
    match_of,
    play,
    play_code,
    play_out,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Event
from tournaments.pages.draw.lines import DrawSource
from tournaments.pages.draw.rows import Reader as RowReader
from tournaments.pages.draw.rows import RoundRow, comers, folding, round_row
from tournaments.pages.draw.sheet import public_draw
from tournaments.read.draws.view import draw_view
from tournaments.read.entered import entered_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of, event_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    public_page.cache_clear()
    public_draw.cache_clear()


class Reader(HTMLParser):
    """Reads a page: every element with its attributes, and the texts inside the drawing and inside the list."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.drawn: list[str] = []
        self.listed: list[str] = []
        self.within: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in ("svg", "ol", "title"):
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.within and self.within[-1] == tag:
            self.within.pop()

    def handle_data(self, text: str) -> None:
        if not text.strip() or not self.within:
            return
        if self.within[-1] == "svg":
            self.drawn.append(text.strip())
        elif self.within[-1] == "ol":
            self.listed.append(text.strip())

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def page_of(client: Client, event: Event, query: str = "") -> Reader:
    return Reader(client.get(f"/events/{event.pk}/{query}").content.decode())


def a_played_event(entrants: int, results: int) -> Event:
    """Return a drawn event with its first matches played."""
    event = a_drawn_event(entrants)
    for _ in range(results):
        play(next(card for card in cards(event, status="open").values()), loser_points=3)
    return event


def test_the_drawing_and_the_list_hold_every_match_that_is_played(client: Client) -> None:
    event = a_played_event(23, 20)

    page = page_of(client, event)

    played = [card.code for card in cards(event).values() if card.status in ("open", "finished")]
    assert [code for code in played if code not in page.drawn] == []
    assert [code for code in played if code not in page.listed] == []
    assert {"A1", "F1"}.isdisjoint(page.drawn)


def test_every_name_of_the_entry_list_stands_in_the_list_in_full(client: Client) -> None:
    event = a_drawn_event(23)

    page = page_of(client, event)

    names = {player.name for card in cards(event).values() for player in (card.top, card.bottom) if player}
    assert len(names) == 23
    assert names <= set(page.listed)


def test_a_score_stands_beside_both_names_in_the_drawing_and_in_the_list(client: Client) -> None:
    event = a_drawn_event(2, "none", length=7)
    play_code(event, "A1", loser_points=4)

    page = page_of(client, event)

    assert [text for text in page.drawn if text in ("7", "4")] == ["7", "4"]
    assert [text for text in page.listed if text in ("7", "4")] == ["7", "4"]


@pytest.mark.parametrize(("winner", "classes"), [(TOP, ["won", "lost"]), (BOTTOM, ["lost", "won"])])
def test_the_list_shows_winners_and_losers(client: Client, winner: Side, classes: list[str]) -> None:
    event = a_drawn_event(2, "none")
    play_code(event, "A1", winner)

    page = page_of(client, event)

    assert [each["class"] for each in page.of("li") if each.get("class") in ("won", "lost")] == classes


def test_byes_are_open_before_the_first_result_and_folded_after(client: Client) -> None:
    event = a_drawn_event(3, "none")
    before = page_of(client, event)

    play_code(event, "A2")
    after = page_of(client, event)

    assert ("A1" in before.drawn, "bye" in before.drawn) == (True, True)
    assert ("A1" in after.drawn, "bye" in after.drawn) == (False, True)


def test_results_do_not_change_the_size_of_the_drawing(client: Client) -> None:
    event = a_played_event(13, 1)
    before = [(svg["width"], svg["height"]) for svg in page_of(client, event).of("svg") if svg.get("role") == "img"]

    play_out(event)

    after = [(svg["width"], svg["height"]) for svg in page_of(client, event).of("svg") if svg.get("role") == "img"]
    assert before == after


def test_matches_in_progress_and_unconfirmed_results_are_shown(client: Client) -> None:
    event = a_drawn_event(8)
    start_match(match_of(event, "A1").pk, a_caller())
    report_result(match_of(event, "A2").pk, Report(points=(7, 1), settled=False), a_caller())

    page = page_of(client, event)

    states = [each["data-state"] for each in page.of("li") if "data-state" in each]
    assert (states.count("playing"), states.count("unsettled"), states.count("ready")) == (1, 1, 2)
    assert "On now" in page.drawn
    assert "Not confirmed" in page.listed


def test_progress_counts_matches_and_no_byes(client: Client) -> None:
    event = a_played_event(23, 2)

    html = client.get(f"/events/{event.pk}/").content.decode()

    assert "<b>2</b> of 42 matches played" in html


def test_an_event_that_is_not_drawn_says_how_it_will_be(client: Client) -> None:
    event = an_entered_event(3)

    html = client.get(f"/events/{event.pk}/").content.decode()

    assert "Not drawn yet" in html
    assert "3 entered." in html


def test_a_finished_draw_shows_its_places_before_the_drawing(client: Client) -> None:
    event = a_drawn_event(8)
    play_out(event)

    html = client.get(f"/events/{event.pk}/").content.decode()

    champion = cards(event)["C1"].top
    assert champion is not None
    assert 0 < html.index('class="champion"') < html.index(champion.name) < html.index('<svg class="sheet')


@pytest.mark.parametrize(("path", "statements"), [("", 6), ("?player={player}", 6)])
@pytest.mark.parametrize("entrants", [8, 128])
def test_the_page_takes_the_same_statements_for_8_and_for_128(
    client: Client, path: str, statements: int, entrants: int
) -> None:
    event = a_played_event(entrants, 3)
    address = f"/events/{event.pk}/" + path.format(player=entrant_named(event, "Falk Brenner").pk)
    client.get(f"/events/{a_drawn_event(2).pk}/")

    with CaptureQueriesContext(connection) as queries:
        client.get(address)

    assert len(queries) == statements


def test_a_page_already_made_for_this_number_takes_one_statement(client: Client) -> None:
    event = a_drawn_event(8)
    client.get(f"/events/{event.pk}/")

    with CaptureQueriesContext(connection) as queries:
        client.get(f"/events/{event.pk}/")

    assert len(queries) == 1


def test_an_unchanged_page_is_not_sent_again(client: Client) -> None:
    event = a_drawn_event(8)
    tag = client.get(f"/events/{event.pk}/")["ETag"]

    with CaptureQueriesContext(connection) as queries:
        again = client.get(f"/events/{event.pk}/", headers={"if-none-match": tag})

    assert (again.status_code, again.content, len(queries)) == (304, b"", 1)


def test_a_result_is_on_the_page_at_once(client: Client) -> None:
    event = a_drawn_event(8)
    tag = client.get(f"/events/{event.pk}/")["ETag"]
    play_code(event, "A1")

    again = client.get(f"/events/{event.pk}/", headers={"if-none-match": tag})

    assert again.status_code == 200
    assert "<b>1</b> of" in again.content.decode()


def rows(event: Event) -> dict[str, RoundRow]:
    """Return the rows of all matches of an event, by code."""
    draw = draw_of(event_of(event.pk))
    source = DrawSource(entered_draw(draw, event.tournament.stream_id).state, draw_view(draw, names_in(event.pk)))
    state, reader = source.state, RowReader("en", 0, "?player=", ("/matches/", "/"))
    who_comes = comers(folding(state.plan, state.derived, frozenset(range(len(source.matches)))))
    return {
        match.code: round_row(source.row(match.place, state.seat(match.place), who_comes), reader)
        for match in source.matches
    }


def test_a_result_to_be_confirmed_changes_only_the_rows_that_show_it() -> None:
    event = a_played_event(8, 3)
    before = rows(event)
    last = next(card for card in cards(event, status="open").values() if card.letter == "A")

    play(last, settled=False)

    after = rows(event)
    # C1, the final, now depends on this result too, but no row shows that before its players are known.
    changed = [code for code in after if after[code] != before[code]]
    assert (last.code, changed) == ("A4", ["A4", "B2", "D2"])


def test_the_followed_players_matches_are_on_top_with_the_next_opponent(client: Client) -> None:
    event = a_drawn_event(4, "none")
    play_code(event, "A1", BOTTOM, loser_points=2)
    me = cards(event)["A1"].bottom
    assert me is not None

    html = client.get(f"/events/{event.pk}/?player={me.entrant}").content.decode()

    own = html[html.index('class="player"') : html.index("Show all players")]
    assert me.name in own
    assert "beat" in own
    assert "7–2" in own
    assert "winner of A2" in own


def test_the_way_of_who_is_followed_is_drawn_in_ink(client: Client) -> None:
    event = a_drawn_event(4, "none")
    play_code(event, "A1")
    me = cards(event)["A1"].top
    assert me is not None

    page = page_of(client, event, f"?player={me.entrant}")

    assert len([path for path in page.of("path") if path.get("class") == "mine"]) == 1
    assert [svg["class"] for svg in page.of("svg") if svg.get("role") == "img"] == ["sheet followed"]


@pytest.mark.parametrize("query", ["?player=0", "?player=x", "?player=99999999999", "?player=-1", "?draw="])
def test_a_query_that_names_nobody_shows_the_whole_draw(client: Client, query: str) -> None:
    event = a_drawn_event(4)

    answer = client.get(f"/events/{event.pk}/{query}")

    assert answer.status_code == 200
    assert "followed" not in answer.content.decode()


def test_an_earlier_draw_stays_readable_and_says_that_it_does_not_count(client: Client) -> None:
    event = a_drawn_event(4)
    make_draw(event.pk, "second key", a_caller())

    first, second = (client.get(f"/events/{event.pk}/?draw={number}").content.decode() for number in (1, 2))

    assert "This is draw 1. It does not count" in first
    assert "It does not count" not in second
    assert client.get(f"/events/{event.pk}/?draw=3").status_code == 404


def test_128_stand_in_quarters_with_that_of_the_followed_player_first(client: Client) -> None:
    event = a_drawn_event(128)
    low = cards(event)["A64"].bottom
    assert low is not None

    source, own = page_of(client, event), page_of(client, event, f"?player={low.entrant}")

    parts = [each.get("id") for each in source.of("div") if each.get("class") == "part"]
    assert parts[:5] == ["main-1", "main-2", "main-3", "main-4", "main-5"]
    assert next(each.get("id") for each in own.of("div") if each.get("class") == "part") == "main-4"


HOSTILE = [
    '"><img src=x onerror=alert(1)><script>alert(2)</script>',
    "</text></svg><script>alert(1)</script>",
    "{{ settings.SECRET_KEY }}{% load x %}",
    "&lt;b&gt; & <b>",
    "عبد الرحمن بن خالد الحسيني",
    "=HYPERLINK(0)",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_text_and_nothing_else(client: Client, name: str) -> None:
    event, tame = an_event(consolation="none"), a_drawn_event(2, "none")
    names = in_order_of_lines(event, [name, "Bob"], "63 55")
    enter(event.pk, [Entry(each) for each in names], a_caller())
    make_draw(event.pk, "63 55", a_caller())
    play_code(event, "A1")
    play_code(tame, "A1")

    page, like = page_of(client, event), page_of(client, tame)

    title = ["title"] * (len(page.of("title")) - len(like.of("title")))
    assert sorted(tag for tag, _ in page.elements) == sorted([tag for tag, _ in like.elements] + title)
    assert not any(key.startswith("on") for _, attributes in page.elements for key in attributes)


def test_the_page_holds_no_style_attribute_and_no_inline_script(client: Client) -> None:
    page = page_of(client, a_played_event(23, 12))

    assert not any("style" in attributes for _, attributes in page.elements)
    assert all(script.get("src") for script in page.of("script"))


def test_links_in_the_hidden_drawing_are_not_reached_by_keyboard_those_in_the_list_are(client: Client) -> None:
    event = a_drawn_event(4, "none")

    page = page_of(client, event)

    followed = [link for link in page.of("a") if (link.get("href") or "").startswith("?player=")]
    assert [link.get("tabindex") for link in followed] == ["-1"] * 4 + [None] * 4
    assert all(svg.get("aria-hidden") == "true" for svg in page.of("svg"))
