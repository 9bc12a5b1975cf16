"""The memory as a ledger: searched, followed, checked, and taken back after a look."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from journal.models import Record, Words
from journal.triggers import lifted
from rules.match.terms import BOTTOM
from tests.contents import nothing_changes
from tests.factories import (
    a_caller,
    a_drawn_event,
    a_match,
    a_stranger,
    an_entered_event,
    an_owner,
    by,
    card_of,
    match_of,
    play,
    play_code,
    undo,
)
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_owner())
    return client


def text_of(answer: Any) -> str:
    page = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") :]).split())


def ledger(desk: Client, event: Event, **query: str | int) -> Any:
    return desk.get(f"/tournaments/{event.tournament_id}/memory/", query)


def numbers(answer: Any) -> list[int]:
    return [int(each) for each in re.findall(r'<tr id="r(\d+)"', answer.content.decode())]


def test_the_newest_stands_first_and_the_chain_is_checked(desk: Client) -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")

    answer = ledger(desk, event)

    assert numbers(answer) == [4, 3, 2, 1]
    assert re.search(r"4 records, chain checked \d\d:\d\d", text_of(answer))


def test_fifty_stand_on_a_page_and_the_rest_behind_a_link(desk: Client) -> None:
    match = a_match()
    for number in range(60):
        call_match(match.pk, str(number % 2 + 1), a_caller())
    event = match.draw.event

    first = ledger(desk, event)
    second = ledger(desk, event, before=14)

    assert (len(numbers(first)), numbers(first)[0], numbers(first)[-1]) == (50, 63, 14)
    assert 'href="?before=14"' in first.content.decode()
    assert numbers(second) == list(range(13, 0, -1))
    assert "Older records" not in text_of(second)


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ({"q": "falk"}, [2]),
        ({"q": "a2"}, [6]),
        ({"q": "match.called"}, [7]),
        ({"q": "uwe cleared"}, []),
        ({"q": "misread"}, [8]),
        ({"kind": "draw"}, [3]),
        ({"kind": "match", "q": "a1"}, [8, 5, 4]),
        ({"q": "nobody of that name"}, []),
    ],
)
def test_names_codes_verbs_people_and_reasons_are_found(desk: Client, query: dict[str, str], rows: list[int]) -> None:
    event = an_event_with_records()

    posted = numbers(ledger(desk, event, **query))

    assert [each for each in posted if each in rows] == rows
    if query != {"q": "falk"}:
        assert posted == rows


def an_event_with_records() -> Event:
    """Records: 1 event, 2 entrants, 3 draw, 4 A1 started, 5 A1, 6 A2, 7 B1 called, 8 A1 corrected."""
    event = a_drawn_event(4, consolation="none")
    start_match(match_of(event, "A1").pk, a_caller())
    play_code(event, "A1")
    play_code(event, "A2")
    call_match(match_of(event, "B1").pk, "2", a_caller())
    correct_result(match_of(event, "A1").pk, Report(points=(7, 5)), "misread", a_caller())
    return event


def test_who_wrote_it_can_be_chosen(desk: Client) -> None:
    match = a_match()
    helper = an_owner("uwe@barpoint.example")
    report_result(
        match.pk,
        Report(points=(7, 3)),
        by(
            helper,
        ),
    )

    assert numbers(ledger(desk, match.draw.event, who=f"user:{helper.pk}")) == [4]


def test_a_result_names_the_one_that_it_replaces(desk: Client) -> None:
    event = an_event_with_records()

    text = text_of(ledger(desk, event, kind="match"))

    assert "A1 ruled:" in text
    assert "misread replaces 5" in text


def test_what_was_taken_back_is_struck_through(desk: Client) -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    undo(event.tournament_id, 4, a_caller())

    answer = ledger(desk, event)

    assert answer.content.decode().count("<s>") == 1
    assert "undone by 5" in text_of(answer)
    assert "Undone: record 4" in text_of(answer)


def test_an_erased_reason_says_so(desk: Client) -> None:
    event = an_event_with_records()
    Words.objects.update(text="", salt="")

    assert "(erased)" in text_of(ledger(desk, event))


def test_a_broken_chain_turns_the_head_into_a_warning(desk: Client) -> None:
    event = an_event_with_records()
    with lifted():
        Record.objects.filter(stream=event.tournament.stream, number=4).update(verb="match.finished")

    answer = ledger(desk, event)

    assert "Record 4 does not match its seal." in text_of(answer)
    assert "chain checked" not in text_of(answer)
    assert answer.content.decode().count("untrusted") == 5


def test_a_cut_tail_is_seen_too(desk: Client) -> None:
    event = an_event_with_records()
    stream = event.tournament.stream
    stream.refresh_from_db()
    type(stream).objects.filter(pk=stream.pk).update(number=stream.number + 1)

    assert "does not match its seal" in text_of(ledger(desk, event))


def test_nothing_found_says_so(desk: Client) -> None:
    assert "No such records." in text_of(ledger(desk, an_entered_event(2), q="zzz"))


def test_one_record_shows_every_match_before_and_after_it(desk: Client) -> None:
    event = a_drawn_event(4)
    play_code(event, "A1", BOTTOM, 3)
    play_code(event, "A2")
    card = card_of(event, "A1")
    assert card.top is not None
    assert card.bottom is not None

    answer = text_of(desk.get(f"/tournaments/{event.tournament_id}/memory/4/"))

    assert f"A1 {card.bottom.name} beat {card.top.name} 7–3" in answer
    assert f"A1 {card.top.name} – {card.bottom.name} ready {card.top.name} 3–7 {card.bottom.name} final" in answer
    assert f"B1 … – … waiting {card.bottom.name} – … waiting" in answer


def test_an_undo_is_looked_at_before_it_is_done(desk: Client) -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    path = f"/tournaments/{event.tournament_id}/memory/4/undo/"

    with nothing_changes():
        looked = text_of(desk.get(path))
    answer = desk.post(path)

    assert "Now After the undo" in looked
    assert (answer.status_code, answer["Location"]) == (303, f"/tournaments/{event.tournament_id}/memory/?record=5#r5")
    assert card_of(event, "A1").status == "open"


def test_an_undo_under_a_later_record_leads_to_that_one(desk: Client) -> None:
    event = an_event_with_records()

    page = desk.get(f"/tournaments/{event.tournament_id}/memory/5/undo/").content.decode()

    assert f'href="/tournaments/{event.tournament_id}/memory/8/undo/"' in page
    assert "<button" not in page.partition("<main")[2].partition("</main")[0]


def test_an_undo_that_would_affect_a_begun_match_is_not_offered(desk: Client) -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    play_code(event, "A2")
    start_match(match_of(event, "B1").pk, a_caller())

    looked = desk.get(f"/tournaments/{event.tournament_id}/memory/4/undo/")
    answer = desk.post(f"/tournaments/{event.tournament_id}/memory/4/undo/")

    assert "Matches that have begun would lose a player" in text_of(looked)
    assert (answer.status_code, "There is a problem" in text_of(answer)) == (409, True)


def test_a_record_that_is_not_there_is_not_found(desk: Client) -> None:
    event = an_entered_event(2)

    assert desk.get(f"/tournaments/{event.tournament_id}/memory/99/").status_code == 404
    assert desk.get("/tournaments/4711/memory/").status_code == 404


def test_only_the_desk_reads_the_memory(client: Client) -> None:
    event = a_drawn_event(2, "none")
    passer_by = ledger(client, event)
    client.force_login(a_stranger())

    assert passer_by["Location"] == f"/sign-in/?next=/tournaments/{event.tournament_id}/memory/"
    assert ledger(client, event).status_code == 403


def test_the_ledger_costs_the_same_for_one_result_and_for_three(desk: Client) -> None:
    one, three = a_drawn_event(8), a_drawn_event(8)
    play_code(one, "A1")
    for code in ("A1", "A2", "A3"):
        play_code(three, code)

    assert [statements(desk, f"/tournaments/{event.tournament_id}/memory/") for event in (one, three)] == [8, 8]
    paths = [f"/tournaments/{event.tournament_id}/memory/{number}/" for event, number in ((one, 4), (three, 6))]
    assert [statements(desk, path) for path in paths] == [10, 10]
    assert [statements(desk, f"{path}undo/") for path in paths] == [10, 10]


def statements(desk: Client, path: str) -> int:
    desk.get(path)
    with CaptureQueriesContext(connection) as queries:
        desk.get(path)
    return len(queries)


def test_hostile_names_and_reasons_stay_text(desk: Client) -> None:
    hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
    match = a_match()
    play(match)
    correct_result(match.pk, Report(points=(5, 7)), hostile, a_caller())

    pages = [ledger(desk, Match.objects.get().draw.event), desk.get(f"/matches/{match.pk}/")]

    assert ["<script" in page.content.decode().partition("<main")[2] for page in pages] == [False, False]
    assert ["&lt;script&gt;" in page.content.decode() for page in pages] == [True, True]
