"""The last 16 drawn anew in a running event: recorded, shown everywhere, repeated by anybody, undone."""

import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from django.test import Client

from journal.models import Record
from journal.refusals import Refused
from journal.verify import verify
from rules.__main__ import main
from rules.draws.separation import nearness
from rules.errors import RuleBroken
from tests.contents import nothing_changes, standing
from tests.factories import (
    KEY,
    Program,
    a_caller,
    a_director,
    a_drawn_event,
    an_event,
    an_owner,
    card_of,
    match_of,
    play,
    play_code,
    play_out,
    undo,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.draws.redraw import redraw_round
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report, start_match
from tournaments.models import Event, Redraw, Switch
from tournaments.read.draws.places import ranked
from tournaments.read.draws.view import match_list
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of
from tournaments.read.odds import odds_of

pytestmark = pytest.mark.django_db
LATE = "55 34 21"


def an_event_of_sixteen(**more: object) -> Event:
    """Return a draw of sixteen of which the first round is played; the last eight come from it."""
    event = a_drawn_event(16, **more)  # type: ignore[arg-type] # the format
    play_round(event, "A")
    return event


def play_round(event: Event, letter: str) -> None:
    for card in match_list(event.pk, status="open"):
        if card.code.startswith(letter):
            play(card)


def pairs_of(event: Event, letter: str) -> list[tuple[str, str]]:
    names = names_in(event.pk)
    rows = [card for card in match_list(event.pk) if card.code.startswith(letter)]
    return [(names[card.top.entrant], names[card.bottom.entrant]) for card in rows if card.top and card.bottom]


def last(event: Event) -> int:
    return Record.objects.filter(stream=event.tournament.stream_id).order_by("-number")[0].number


def test_the_last_eight_are_drawn_anew_and_played_out() -> None:
    event = an_event_of_sixteen()
    before = pairs_of(event, "B")

    done = redraw_round(event.pk, 8, LATE, a_caller())

    after = pairs_of(event, "B")
    assert sorted(name for pair in after for name in pair) == sorted(name for pair in before for name in pair)
    assert after != before
    assert set(done.moved) <= {"B1", "B2", "B3", "B4"}
    assert verify() == []
    play_out(event)
    assert verify() == []
    current = Event.objects.select_related("current_draw").get(pk=event.pk)
    assert [each.place for each in ranked(event, draw_of(current), names_in(event.pk))][:4] == [1, 2, 3, 3]


def test_a_group_is_kept_apart_again() -> None:
    event = an_event(separate=["club"])
    enter(event.pk, [Entry(f"Player {n}", "Graz" if n % 2 else "Wien") for n in range(1, 17)], a_caller())
    make_draw(event.pk, KEY, a_caller())
    play_round(event, "A")

    redraw_round(event.pk, 8, LATE, a_caller())

    names = [name for pair in pairs_of(event, "B") for name in pair]
    clubs = {at: [f"club {int(name.split()[1]) % 2}"] for at, name in enumerate(names, start=1)}
    players = {at: at for at in range(1, 9)}
    best = min(4, sum(each == ["club 1"] for each in clubs.values()))
    assert nearness(players, clubs) <= nearness(players, {at: ["one"] for at in players}) - best / 8


def test_undo_brings_the_round_of_before() -> None:
    event = an_event_of_sixteen()
    before = standing(event.pk)
    redraw_round(event.pk, 8, LATE, a_caller())
    assert standing(event.pk) != before

    undo(event.tournament_id, last(event), a_caller())

    assert standing(event.pk) == before
    assert Event.objects.get().switches == "[]"
    assert verify() == []


def test_once_a_match_of_the_round_has_begun_there_is_no_redraw_and_no_undo() -> None:
    event = an_event_of_sixteen()
    first = redraw_round(event.pk, 8, LATE, a_caller()).moved[0]
    record = last(event)
    start_match(match_of(event, first).pk, a_caller(seen=match_of(event, first).version))

    with nothing_changes(), pytest.raises(RuleBroken) as refused:
        redraw_round(event.pk, 8, "another key", a_caller())
    with nothing_changes(), pytest.raises(Refused) as kept:
        undo(event.tournament_id, record, a_caller())

    assert (refused.value.code, refused.value.facts["matches"]) == ("redraw.begun", [first])
    assert kept.value.code == "match.begun"


def test_a_result_corrected_later_brings_the_other_player_to_the_new_place() -> None:
    event = an_event_of_sixteen()
    redraw_round(event.pk, 8, LATE, a_caller())
    winner, loser = card_of(event, "A1").entrants
    place = next(card.code for card in match_list(event.pk) if card.code.startswith("B") and winner in card.entrants)

    correct_result(match_of(event, "A1").pk, Report(points=(3, 7)), "slip", a_caller())

    assert loser in card_of(event, place).entrants
    assert verify() == []


@pytest.mark.parametrize(
    ("left", "key", "code"),
    [
        (8, KEY, "draw.key_used"),
        (8, LATE, "draw.key_used"),
        (16, "new", "redraw.round"),
        (4, "new", "redraw.round"),
        (8, "", "key.empty"),
    ],
)
def test_what_cannot_be_drawn_anew_is_refused(left: int, key: str, code: str) -> None:
    event = an_event_of_sixteen()
    redraw_round(event.pk, 8, LATE, a_caller())

    with nothing_changes(), pytest.raises((RuleBroken, Refused)) as refused:
        redraw_round(event.pk, left, key, a_caller())

    assert refused.value.code == code


def test_no_later_draw_uses_the_key_of_a_redraw() -> None:
    event = an_event_of_sixteen()
    redraw_round(event.pk, 8, LATE, a_caller())

    with pytest.raises(Refused) as refused:
        make_draw(event.pk, LATE, a_caller(), discard=True, reason="slip")

    assert refused.value.code == "draw.key_used"


def test_before_its_players_are_known_a_round_waits() -> None:
    event = a_drawn_event(16)
    play_code(event, "A1")

    with pytest.raises(RuleBroken) as refused:
        redraw_round(event.pk, 8, LATE, a_caller())

    assert refused.value.facts["matches"] == [f"A{n}" for n in range(2, 9)]


def test_the_page_draws_shows_and_takes_back(tmp_path: Path) -> None:
    event, browser = an_event_of_sixteen(), Client()
    browser.force_login(a_director(event.tournament.club))
    address = f"/events/{event.pk}/draw-key/"
    assert "Draw the last 16 or 8 anew" in browser.get(address).content.decode()

    drawn = browser.post(address, {"do": "redraw", "re-left": "8", "re-key": LATE, "once": "a"})

    shown = Client().get(address).content.decode()
    record = Record.objects.get(verb="round.redrawn").number
    assert (drawn.status_code, drawn.headers["Location"]) == (303, f"{address}#redraws")
    assert f'<bdi class="key">{LATE}</bdi>' in shown
    assert f"draw-{event.pk}-redraw-{record}.txt --key" in shown
    assert "Undo this redraw" not in shown
    path = tmp_path / "last"
    path.write_bytes(Client().get(f"/events/{event.pk}/draw.txt?redraw={record}").content)
    printed = io.StringIO()
    with redirect_stdout(printed):
        assert main(["draw", str(path), "--key", LATE, "--event", str(event.pk), "--redraw", "--json"]) == 0
    names = [each["name"] for each in json.loads(printed.getvalue())["lines"]]
    assert names == [name for pair in pairs_of(event, "B") for name in pair]

    undone = browser.post(address, {"do": "undo", "record": str(record), "once": "b"})

    assert undone.status_code == 303
    assert Event.objects.get().switches == "[]"
    assert Event.objects.get().current_draw is not None


def test_the_page_offers_to_undo_a_redraw_only_while_it_can_be_undone() -> None:
    event, browser = an_event_of_sixteen(), Client()
    browser.force_login(a_director(event.tournament.club))
    redraw_round(event.pk, 8, LATE, a_caller())
    first = last(event)
    redraw_round(event.pk, 8, "21 21 63", a_caller())
    second = last(event)

    free = undo_forms(browser, event)
    start_match(match_of(event, "B2").pk, a_caller(seen=match_of(event, "B2").version))
    begun = undo_forms(browser, event)

    again = "The round was drawn anew once more since: undo that redraw first."
    assert free == ([second], [again])
    assert begun == ([], ["This redraw can no longer be undone: B2 has begun.", again])
    for record, code in ((second, "match.begun"), (first, "undo.superseded")):
        with nothing_changes(), pytest.raises(Refused) as refused:
            undo(event.tournament_id, record, a_caller())
        assert refused.value.code == code
    assert "no longer be undone" not in Client().get(f"/events/{event.pk}/draw-key/").content.decode()


def undo_forms(browser: Client, event: Event) -> tuple[list[int], list[str]]:
    """Return the records that the page of the key offers to undo, and the sentences that say why others are not."""
    page = browser.get(f"/events/{event.pk}/draw-key/").content.decode()
    section = page[page.index('<section id="redraws">') :]
    offered = re.findall(r'name="record" value="(\d+)">\s*<button[^>]*>\s*Undo this redraw', section)
    kept = re.findall(r"(This redraw can no longer[^<]*?|The round was drawn anew once[^<]*?)\s*</p>", section)
    return [int(record) for record in offered], kept


def test_the_page_says_what_is_wrong_at_the_field() -> None:
    event, browser = an_event_of_sixteen(), Client()
    browser.force_login(a_director(event.tournament.club))

    with nothing_changes():
        empty = browser.post(
            f"/events/{event.pk}/draw-key/", {"do": "redraw", "re-left": "8", "re-key": "", "once": "a"}
        )
        wrong = browser.post(
            f"/events/{event.pk}/draw-key/", {"do": "redraw", "re-left": "4", "re-key": "1", "once": "b"}
        )
        far = browser.post(
            f"/events/{event.pk}/draw-key/", {"do": "redraw", "re-left": "16", "re-key": "1", "once": "c"}
        )

    assert [each.status_code for each in (empty, wrong, far)] == [422, 422, 422]
    assert "No round of the main bracket after the first is that of the last 16." in far.content.decode()


def test_pages_and_papers_show_the_round_as_it_was_drawn_anew() -> None:
    event = an_event_of_sixteen()
    redraw_round(event.pk, 8, LATE, a_caller())
    browser = Client()
    browser.force_login(a_director(event.tournament.club))

    tournament = f"/tournaments/{event.tournament_id}/"
    rooms = [f"{tournament}{room}" for room in ("", "desk/", "papers/", "memory/")]
    for address in (*rooms, f"/events/{event.pk}/", f"/matches/{match_of(event, 'B1').pk}/"):
        answer = browser.get(address, follow=True)
        assert answer.status_code == 200, address
    known = odds_of(Event.objects.select_related("tournament", "current_draw").get(pk=event.pk))
    assert known is not None
    assert round(sum(each.wins for each in known.lines), 6) == 1
    memory = browser.get(f"/tournaments/{event.tournament_id}/memory/", follow=True).content.decode()
    assert "The round of the last 8 of Main was drawn anew with the key" in memory


def test_a_program_draws_the_round_and_a_preview_keeps_the_secret() -> None:
    event = an_event_of_sixteen()
    program = Program(an_owner())

    tried = program.post(f"events/{event.pk}/redraw/?preview=1", {"left": 8, "key": LATE})
    done = program.post(f"events/{event.pk}/redraw/", {"left": 8, "key": LATE})

    assert tried.data["moved"] == []
    assert (done.status, done.data["left"], done.data["key"]) == (201, 8, LATE)
    assert (Redraw.objects.count(), Switch.objects.count() > 0) == (1, True)
    plan = program.get(f"events/{event.pk}/plan/").data["matches"]
    assert [each["code"] for each in plan[:2]] == ["A1", "A2"]
    assert program.post(f"events/{event.pk}/redraw/", {"left": 12, "key": "1"}).status == 422
