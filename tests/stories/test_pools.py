"""Fourteen players in pools and a knockout, from the form to the places."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from clubs.models import User
from journal.verify import verify
from rules.__main__ import main
from rules.draws.separation import meeting_round
from rules.match.terms import TOP
from tests.contents import refusal, wrong_in
from tests.factories import (
    KEY,
    Program,
    a_caller,
    a_director,
    a_tournament,
    card_of,
    cards,
    named_players,
    play,
    play_code,
    undo,
)
from tests.pages.on_the_phone import text_of
from tests.pages.reading import page_of
from tests.pages.test_setup import EVENT
from tests.stories.pools import an_event_of_pools, cut_made, earlier_line_wins, staff
from tournaments.actions.draws.cutting import draw_knockout
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import open_event
from tournaments.models import Line
from tournaments.read.draws.places import standings

pytestmark = pytest.mark.django_db


def test_fourteen_players_from_the_form_to_the_places() -> None:
    event = an_event_of_pools()
    client = staff()

    earlier_line_wins(event)
    assert sum(card.status == "finished" for card in cards(event).values()) == 18
    assert {each.place for each in standings(event.pk)} == {None}
    drawn = client.post(f"/events/{event.pk}/knockout/", {"once": "cut-1"})
    earlier_line_wins(event)

    assert drawn.status_code == 303
    assert sum(card.status == "finished" for card in cards(event).values()) == 25
    assert [each.place for each in standings(event.pk)] == [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9, 9, 13, 13]
    assert [each.order for each in standings(event.pk)] == [*range(1, 15)]
    assert wrong_in(event.pk) == []
    assert verify() == []
    page = text_of(page_of(Client(), f"/events/{event.pk}/"))
    champion = standings(event.pk)[0].name
    assert f"1 {champion}" in page
    assert "Pool 4" in page
    assert champion in text_of(page_of(Client(), f"/tournaments/{event.tournament_id}/"))
    places = text_of(page_of(Client(), f"/events/{event.pk}/places/"))
    assert "matches won and lost 0–3" in places


def test_pool_mates_are_drawn_apart_and_winners_of_pools_are_seeded() -> None:
    event = an_event_of_pools()

    cut = cut_made(event).cut

    line = {who: at for at, who in cut.lines.items()}
    first = min(cut.lines)
    for one, other in cut.coming:
        assert meeting_round(line[one] - first + 1, line[other] - first + 1) == 3
    winners = [line[pool[0]] for pool in cut.coming]
    assert len({(at - first) // 2 for at in winners}) == 4
    assert [card.length for code, card in cards(event).items() if code[0] in "DEF"] == [7] * 7


def test_the_pages_of_pools_that_are_played() -> None:
    event = an_event_of_pools()
    client = staff()
    play_code(event, "A1", TOP, 2)
    player = card_of(event, "A1").entrants[0]

    draw = text_of(page_of(client, f"/events/{event.pk}/"))
    coming = text_of(page_of(client, f"/events/{event.pk}/knockout/"))
    person = text_of(page_of(client, f"/players/{player}/"))
    desk = text_of(page_of(client, f"/tournaments/{event.tournament_id}/desk/"))
    wall = text_of(page_of(Client(), f"/tournaments/{event.tournament_id}/wall/?show=places"))

    assert "5–2" in draw
    assert "17 matches are to be decided before the knockout is drawn." in coming
    assert "wins the event" not in person
    assert "18" in desk
    assert all(f"Pool {n}" in wall for n in (1, 2, 3, 4))


def test_the_desk_says_when_the_knockout_is_to_be_drawn() -> None:
    event = an_event_of_pools()
    earlier_line_wins(event)
    client = staff()

    desk = text_of(page_of(client, f"/tournaments/{event.tournament_id}/desk/"))
    coming = text_of(page_of(client, f"/events/{event.pk}/knockout/"))
    stranger = text_of(page_of(Client(), f"/events/{event.pk}/knockout/"))
    draw_knockout(event.pk, a_caller())
    later = text_of(page_of(client, f"/tournaments/{event.tournament_id}/desk/"))

    assert "are played. Draw the knockout" in desk
    assert "is over" not in desk
    assert "First matches" in coming
    assert "First matches" not in stranger
    assert "are played. Draw the knockout" not in later


def test_the_last_match_of_a_pool_leads_to_its_table() -> None:
    event = an_event_of_pools(4, through="2")
    play_code(event, "A1")
    play_code(event, "B1")
    player = card_of(event, "C1").entrants[0]

    page = text_of(page_of(staff(), f"/players/{player}/"))

    assert "the last match of the pool; its table decides who comes through" in page


def test_the_knockout_waits_for_every_match_of_the_pools_and_is_drawn_once() -> None:
    event = an_event_of_pools()
    open_ = refusal(lambda: draw_knockout(event.pk, a_caller()))
    cut_made(event)

    twice = refusal(lambda: draw_knockout(event.pk, a_caller()))

    assert open_.code == "pools.open"
    assert len(open_.facts["matches"]) == 18
    assert twice.code == "pools.drawn"


def test_the_draw_of_the_knockout_is_undone_until_somebody_has_begun_there() -> None:
    event = an_event_of_pools()
    record = cut_made(event).record
    before = cards(event)

    undo(event.tournament_id, record, a_caller())
    assert cards(event)["D1"].status == "void"
    again = draw_knockout(event.pk, a_caller())
    play(next(card for code, card in cards(event, status="open").items() if code[0] == "D"))

    assert [cards(event)[code].entrants for code in ("D1", "D2")] == [before[code].entrants for code in ("D1", "D2")]
    taken_back = refusal(lambda: undo(event.tournament_id, again.record, a_caller()))
    assert taken_back.code == "undo.superseded"
    assert verify() == []


def test_the_tables_are_printed_before_the_cut_and_the_knockout_after_it() -> None:
    event = an_event_of_pools()
    client = staff()
    play_code(event, "A1", TOP, 2)

    texts = [text_in(client, f"/events/{event.pk}/sheet.pdf?paper=A4{more}") for more in ("", "&blank=1")]
    papers = text_of(page_of(client, f"/tournaments/{event.tournament_id}/papers/"))
    cut_made(event)
    knockout = text_in(client, f"/events/{event.pk}/sheet.pdf?paper=A4")
    tables = text_in(client, f"/events/{event.pk}/sheet.pdf?paper=A4&part=pools")

    assert "5–2" in texts[0]
    assert "Pool 4" in texts[0]
    assert "5–2" not in texts[1]
    assert "Tables of the pools" in papers
    assert "Pool 4" not in knockout
    assert "Knockout · 8 entrants" in knockout
    assert "Pool 4" in tables


def text_in(client: Client, address: str) -> str:
    answer: Any = client.get(address)
    assert answer.status_code == 200
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)


def test_programs_draw_the_knockout_after_a_preview() -> None:
    event = an_event_of_pools(8, pools="2")
    program = Program(User.objects.get(email="petra@barpoint.example"))
    earlier_line_wins(event)
    address = f"events/{event.pk}/knockout/"

    preview = program.post(f"{address}?preview=1", {})
    before = program.get(address).data
    made = program.post(address, {})
    after = program.get(address).data

    assert (preview.status, made.status) == (200, 201)
    assert preview.data["lines"] == made.data["lines"]
    assert (before["drawn"], after["drawn"], after["open"]) == (False, True, [])
    assert [sum(line["through"] for line in pool["table"]) for pool in after["pools"]] == [2, 2]
    assert program.post(address, {}).status == 409


def test_a_field_that_is_too_small_is_refused_at_the_draw_and_in_the_form() -> None:
    event = an_event_of_pools(8)

    page = (
        staff()
        .post(
            f"/tournaments/{event.tournament_id}/events/new/",
            EVENT | {"main": "pools", "pools": "4", "entrants": "8", "do": "preview"},
            headers={"X-Fragment": "1"},
        )
        .content.decode()
    )

    assert "For 8 entrants this does not work out. A pool needs 3 players at least." in page


def test_anybody_deals_the_pools_again_from_the_file_of_names(tmp_path: Path) -> None:
    event = an_event_of_pools(11, apart_clubs="on")
    page = text_of(page_of(staff(), f"/events/{event.pk}/draw-key/"))
    names = tmp_path / "names"
    names.write_bytes(Client().get(f"/events/{event.pk}/draw.txt").content)
    key, bound = ["--key", KEY], ["--event", str(event.pk)]

    printed = io.StringIO()
    with redirect_stdout(printed):
        code = main(["draw", str(names), *key, *bound, "--main", "pools", "--largest", "4", "--through", "2", "--json"])

    dealt = [[each["number"] for each in pool["players"]] for pool in json.loads(printed.getvalue())["pools"]]
    rows = list(Line.objects.order_by("line").values_list("entrant__number", flat=True))
    assert code == 0
    assert dealt == [rows[:4], rows[4:8], rows[8:]]
    assert "--main pools --largest 4 --through 2" in page
    assert "11 entrants on 12 lines" in page


def test_pools_cost_the_same_statements_whatever_the_field() -> None:
    costs: dict[int, list[int]] = {}
    for field in (8, 24):
        event = open_event(a_tournament(name=f"For {field}").pk, "Main", {"main": "pools"}, a_caller())
        enter(event.pk, [Entry(name) for name in named_players(field)], a_caller())
        make_draw(event.pk, KEY, a_caller())
        earlier_line_wins(event)
        client = Client()
        client.force_login(a_director(event.tournament.club, f"petra{field}@barpoint.example"))
        costs[field] = [statements(client, f"/events/{event.pk}/{page}") for page in ("knockout/", "", "places/")]
        with CaptureQueriesContext(connection) as queries:
            draw_knockout(event.pk, a_caller())
        costs[field] += [len(queries)]

    assert costs[8] == costs[24]
    # Beside the question who may, and the two savepoints of a test.
    assert costs[8][-1] <= 12 + 4


def statements(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return len(queries)
