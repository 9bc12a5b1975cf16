"""Lines of losers that are chosen when a round is over: announced, proposed, recorded, undone."""

from random import Random

import pytest
from django.test import Client

from journal.models import Record
from journal.refusals import Refused
from journal.verify import verify
from rules.errors import RuleBroken
from rules.match.terms import BOTTOM, TOP
from tests.contents import nothing_changes, standing
from tests.factories import (
    KEY,
    Program,
    a_caller,
    a_director,
    a_tournament,
    an_owner,
    card_of,
    match_of,
    named_players,
    play,
    play_out,
    undo,
)
from tests.pages.at_the_desk import Director
from tests.pages.on_the_phone import Player
from tests.pages.reading import statements
from tests.pages.test_setup import EVENT
from tournaments.actions.draws.drops import choose_drops
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import open_event
from tournaments.models import Event
from tournaments.read.draws.changes.drops import proposals
from tournaments.read.draws.view import match_list
from tournaments.read.events import event_of
from tournaments.words.events.formats import format_sentence

pytestmark = pytest.mark.django_db
DYNAMIC = {"main": "structure", "preset": "progressive", "dynamic": True}


def an_event(format_: dict[str, object]) -> Event:
    event = open_event(a_tournament().pk, "Main", format_, a_caller())
    enter(event.pk, [Entry(name) for name in named_players(16)], a_caller())
    make_draw(event.pk, KEY, a_caller())
    return event_of(event.pk)


def play_until_c_is_over(event: Event, chance: Random) -> None:
    """Play round by round, the main bracket first, until a main round of two matches is over."""
    while True:
        cards = sorted(match_list(event.pk), key=lambda card: (card.round, card.bracket != "main", card.place))
        if all(card.state.is_over for card in cards if card.code in ("C1", "C2")):
            return
        play(next(card for card in cards if card.status == "open"), chance.choice([TOP, BOTTOM]))


@pytest.fixture
def event() -> Event:
    """An event in which the loser of C1 would probably meet an earlier opponent as printed."""
    event = an_event(DYNAMIC)
    play_until_c_is_over(event, Random(7))
    return event_of(event.pk)


def test_when_a_round_is_over_the_exchange_is_proposed_that_makes_a_rematch_less_likely(event: Event) -> None:
    proposed = {each.letter: each for each in proposals(event)}

    assert [(each.match, each.printed, each.chosen) for each in proposed["C"].drops] == [
        ("C1", "H1", "H2"),
        ("C2", "H2", "H1"),
    ]
    assert (proposed["C"].before, proposed["C"].after) == (1.125, 0.75)
    assert proposed["B"].drops == ()


def test_recorded_the_losers_drop_where_it_was_chosen_and_the_event_is_played_out(event: Event) -> None:
    drop = next(each for each in proposals(event) if each.letter == "C").drops[0]

    done = choose_drops(event.pk, "C", a_caller())

    assert drop.entrant in card_of(event, drop.chosen).entrants
    assert drop.entrant not in card_of(event, drop.printed).entrants
    assert set(done.moved) == {drop.chosen, drop.printed}
    assert verify() == []
    play_out(event)
    assert verify() == []


def test_undo_brings_the_printed_lines_back(event: Event) -> None:
    before = standing(event.pk)
    choose_drops(event.pk, "C", a_caller())
    assert standing(event.pk) != before

    undo(event.tournament_id, Record.objects.get(verb="drop.chosen").number, a_caller())

    assert standing(event.pk) == before
    assert verify() == []


def test_once_a_loser_has_begun_below_it_is_not_undone(event: Event) -> None:
    done = choose_drops(event.pk, "C", a_caller())
    while not all(match_of(event, code).begun for code in done.moved):
        play(next(card for card in match_list(event.pk, status="open") if card.bracket != "main"))

    with nothing_changes(), pytest.raises(Refused) as refused:
        undo(event.tournament_id, done.record, a_caller())

    assert refused.value.code == "match.begun"


@pytest.mark.parametrize(
    ("letter", "code"), [("D", "drop.round"), ("Z", "drop.round"), ("", "drop.round"), ("B", "drop.none")]
)
def test_other_rounds_are_refused(event: Event, letter: str, code: str) -> None:
    with nothing_changes(), pytest.raises((RuleBroken, Refused)) as refused:
        choose_drops(event.pk, letter, a_caller())

    assert refused.value.code == code


def test_a_round_that_is_not_over_waits() -> None:
    event = an_event(DYNAMIC)

    with nothing_changes(), pytest.raises(RuleBroken) as refused:
        choose_drops(event.pk, "B", a_caller())

    assert (refused.value.code, refused.value.facts["matches"]) == ("drop.waiting", ["B1", "B2", "B3", "B4"])


def test_where_printed_lines_bind_nothing_is_proposed() -> None:
    event = an_event(DYNAMIC | {"dynamic": False})

    with nothing_changes(), pytest.raises(Refused) as refused:
        choose_drops(event.pk, "B", a_caller())

    assert refused.value.code == "drop.fixed"
    assert proposals(event) == []


def test_it_is_announced_before_the_draw() -> None:
    tournament, browser = a_tournament(), Client()
    browser.force_login(a_director(tournament.club))
    posted = EVENT | {"main": "structure", "preset": "progressive", "dynamic": "on"}

    answer = browser.post(f"/tournaments/{tournament.pk}/events/new/", posted)

    event = Event.objects.get()
    page = browser.get(f"/events/{event.pk}/setup/").content.decode()
    assert (answer.status_code, event.rules.as_data()["dynamic"]) == (303, True)
    assert 'name="dynamic" id="id_dynamic" checked' in page
    assert "The lines of losers are chosen when a round is over: printed ones do not bind." in format_sentence(
        event.rules
    )


def test_a_director_records_it_on_the_page_and_nobody_else_sees_it(event: Event) -> None:
    address, browser = f"/events/{event.pk}/draw-key/", Client()
    browser.force_login(a_director(event.tournament.club))
    shown = browser.get(address).content.decode()

    done = browser.post(address, {"do": "drops", "round": "C", "once": "a"})
    again = browser.post(address, {"do": "drops", "round": "C", "once": "b"})

    assert "Let the losers of round C drop so" in shown
    assert "Where losers drop" not in Client().get(address).content.decode()
    assert (done.status_code, done.headers["Location"], again.status_code) == (303, f"{address}#drops", 409)
    assert "No exchange would make a rematch less likely in round C." in again.content.decode()
    memory = browser.get(f"/tournaments/{event.tournament_id}/memory/").content.decode()
    assert "drop to lines that were chosen" in memory


def test_desk_and_phone_name_the_old_and_the_new_line_until_the_loser_has_played_there(event: Event) -> None:
    desk = Director(a_director(event.tournament.club), event)
    drops = next(each for each in proposals(event) if each.letter == "C").drops
    phones = [Player(each.entrant) for each in drops]
    before = [phone.reads() for phone in phones], desk.look().section("moved-drops")

    choose_drops(event.pk, "C", a_caller())
    noted = desk.look().section("moved-drops")
    shown = [phone.reads() for phone in phones]

    assert before[1] == ""
    assert not any("as the sheet says" in text for text in before[0])
    for drop, text in zip(drops, shown, strict=True):
        assert f"{drop.name}, loser of {drop.match}, drops to {drop.chosen} instead of {drop.printed}." in noted
        assert f"You drop to {drop.chosen} , not to {drop.printed} as the sheet says." in text
    while not card_of(event, "H2").state.is_over:
        play(next(card for card in match_list(event.pk, status="open") if card.bracket != "main"))
    assert "drops to H2" not in desk.look().section("moved-drops")


def test_the_notice_costs_the_desk_no_statement(event: Event) -> None:
    desk = Director(a_director(event.tournament.club), event)
    fixed = statements(desk.client, desk.address)

    choose_drops(event.pk, "C", a_caller())

    assert statements(desk.client, desk.address) == fixed


def test_a_program_reads_proposals_and_records_one(event: Event) -> None:
    program = Program(an_owner())

    proposed = program.get(f"events/{event.pk}/drops/").data
    done = program.post(f"events/{event.pk}/drops/", {"round": "C"})

    assert [each["round"] for each in proposed][:2] == ["B", "C"]
    assert (proposed[1]["before"], proposed[1]["after"], len(proposed[1]["drops"])) == ("1.12", "0.75", 2)
    assert (done.status, done.data["round"]) == (201, "C")
    assert program.post(f"events/{event.pk}/drops/", {}).status == 400
    assert Program(None).get(f"events/{event.pk}/drops/").status == 401
