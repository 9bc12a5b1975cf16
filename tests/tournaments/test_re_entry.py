"""A player or a pair who is out enters again: the line, the fee, one person, places, undo, pages, programs."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client

from clubs.actions.persons.details import add_person
from clubs.actions.persons.steps import PersonSheet
from clubs.read.reports import Report
from journal.refusals import Refused
from journal.verify import verify
from rules.draws.derive import Status
from rules.draws.plan import ENTRY
from rules.errors import RuleBroken
from rules.match.terms import BOTTOM, TOP
from rules.reports import Kind, plain_columns
from tests.contents import refusal, wrong_in
from tests.factories import Program, a_caller, a_director, a_format, a_tournament, cards, play, play_out, undo
from tests.pages.on_the_phone import text_of
from tests.pages.reading import page_of
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, withdraw
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.entrants.re_entering import enter_again
from tournaments.actions.events import open_event
from tournaments.actions.matches.corrections import clear_result
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.models import Entrant, Event, Line, Reentry
from tournaments.papers.draw_sheet import draw_sheet_html
from tournaments.papers.draw_sheet_rows import draw_sheet
from tournaments.read.draws.places import standings
from tournaments.read.entrants.listed import entrant_list
from tournaments.read.events import event_of
from tournaments.read.floor import read_floor
from tournaments.read.money.payers import line_sums
from tournaments.read.re_entries import entries_of_one
from tournaments.read.reports import place_rows

pytestmark = pytest.mark.django_db
KEY = "63 55 21"


def an_event_to_enter_again(
    players: int = 6, times: int = 1, until: int = 1, kind: str = "single", fee: bool = False, **more: Any
) -> Event:
    """Return a drawn knockout without a consolation, whose losers may enter again."""
    conditions = {"re_entry": {"times": times, "until": until}, "entrants": kind}
    format_ = a_format(**{"consolation": "none", "length": 5, **more})
    event = open_event(a_tournament().pk, "Jumbo", format_, a_caller(), conditions)
    if fee:
        fees = [
            {"code": code, "kind": kind_of, "name": "", "amount": amount, "event": event.pk}
            for code, kind_of, amount in (("entry", "entry", 4000), ("again", "reentry", 2500))
        ]
        set_fees(event.tournament_id, FeeSheet("EUR", fees), a_caller())
    names = [f"Ann {n}" if kind == "single" else f"Ann {n} / Bo {n}" for n in range(1, players + 1)]
    enter(event.pk, [Entry(name) for name in names], a_caller())
    make_draw(event.pk, KEY, a_caller())
    event.refresh_from_db()
    return event


def a_loser(event: Event) -> int:
    """Play the first open match and return who lost it."""
    card = next(iter(cards(event, status="open").values()))
    play(card, TOP, 2)
    return card.entrants[1]


def last(event: Event) -> int:
    event.tournament.stream.refresh_from_db()
    return event.tournament.stream.number


def test_a_loser_enters_again_on_a_line_by_lot_and_plays_on() -> None:
    event = an_event_to_enter_again()
    loser = a_loser(event)

    done = enter_again(loser, a_caller())

    new = done.entrants[0]
    assert (new.number, new.here, new.paid) == (7, True, False)
    assert new.name == next(each.name for each in entrant_list(event.pk) if each.id == loser)
    line = Line.objects.get(entrant=new.id).line
    assert new.line == line
    assert any(new.id in card.entrants for card in cards(event, status="open").values())
    assert wrong_in(event.pk) == []
    assert verify() == []


def test_the_same_key_gives_the_same_line() -> None:
    assert len({enter_again(a_loser(event), a_caller()).entrants[0].line for event in (
        an_event_to_enter_again(), an_event_to_enter_again()
    )}) <= 2  # fmt: skip


def test_both_entries_are_one_person_who_is_not_guessed_to_be_two() -> None:
    event = an_event_to_enter_again()
    loser = a_loser(event)

    new = enter_again(loser, a_caller()).entrants[0].id

    people = read_floor(event.tournament).people
    assert people[new] == people[loser]
    assert len({frozenset(each) for each in people.values()}) == 6
    assert entries_of_one(new) == entries_of_one(loser) == [loser, new]


def test_a_linked_player_stays_linked_and_others_can_be_linked_afterwards() -> None:
    event = an_event_to_enter_again()
    loser = a_loser(event)
    persons = [
        add_person(event.tournament.club_id, PersonSheet(name), "", a_caller()).person for name in ("Ann", "Bea")
    ]
    link_entrants(event.pk, {loser: persons[0]}, a_caller())

    new = enter_again(loser, a_caller()).entrants[0].id
    other = Entrant.objects.filter(event=event).exclude(pk__in=[loser, new]).first()
    assert other is not None
    link_entrants(event.pk, {other.pk: persons[1]}, a_caller())

    twice = refusal(lambda: link_entrants(event.pk, {other.pk: persons[0]}, a_caller()), Refused)
    assert twice.code == "person.entered"


def test_a_pair_enters_again_with_its_members() -> None:
    event = an_event_to_enter_again(kind="pair")
    loser = a_loser(event)

    new = enter_again(loser, a_caller()).entrants[0]

    assert [each.name[:3] for each in new.members] == ["Ann", "Bo "]
    people = read_floor(event.tournament).people
    assert people[new.id] == people[loser]
    assert len(people[new.id]) == 2


def test_the_fee_of_a_re_entry_is_charged_to_the_same_account() -> None:
    event = an_event_to_enter_again(fee=True)
    loser = a_loser(event)

    new = enter_again(loser, a_caller()).entrants[0].id

    sums = [lines for lines in line_sums(event.tournament.stream_id, None).values() if f"entry:{loser}" in lines]
    assert sums == [{f"entry:{loser}": 4000, f"again:{new}": 2500}]
    undo(event.tournament_id, last(event), a_caller())
    assert sum(sum(each.values()) for each in line_sums(event.tournament.stream_id, None).values()) == 6 * 4000
    assert verify() == []


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"times": 0}, "re_entry.none"),
        ({"players": 8}, "re_entry.full"),
        ({"consolation": "progressive"}, "re_entry.playing"),
    ],
)
def test_where_nobody_may_or_can_enter_again_it_is_refused(more: dict[str, Any], code: str) -> None:
    event = an_event_to_enter_again(**more)
    loser = a_loser(event)

    assert refusal(lambda: enter_again(loser, a_caller()), RuleBroken).code == code


def test_a_player_who_withdrew_from_the_consolation_may_enter_again() -> None:
    event = an_event_to_enter_again(consolation="progressive")
    loser = a_loser(event)
    withdraw(loser, "consolation", a_caller())

    assert enter_again(loser, a_caller()).entrants[0].number == 7
    assert wrong_in(event.pk) == []


def test_nobody_enters_again_more_often_than_announced_nor_while_they_play() -> None:
    event = an_event_to_enter_again(players=5, times=1)
    loser = a_loser(event)
    winner = next(card.entrants[0] for card in cards(event).values() if loser in card.entrants)
    new = enter_again(loser, a_caller()).entrants[0].id

    assert refusal(lambda: enter_again(loser, a_caller()), RuleBroken).code == "re_entry.often"
    assert refusal(lambda: enter_again(new, a_caller()), RuleBroken).code == "re_entry.often"
    assert refusal(lambda: enter_again(winner, a_caller()), RuleBroken).code == "re_entry.playing"
    undrawn = open_event(event.tournament_id, "Later", a_format(), a_caller())
    enter(undrawn.pk, [Entry("Cy")], a_caller())
    cy = Entrant.objects.get(event=undrawn).pk
    assert refusal(lambda: enter_again(cy, a_caller()), Refused).code == "re_entry.undrawn"


def test_the_loss_cannot_be_undone_before_the_re_entry_is() -> None:
    event = an_event_to_enter_again()
    loser = a_loser(event)
    lost = last(event)
    enter_again(loser, a_caller())

    refused = refusal(lambda: undo(event.tournament_id, lost, a_caller()), Refused)
    undo(event.tournament_id, last(event), a_caller())
    undo(event.tournament_id, lost, a_caller())

    assert refused.code == "undo.superseded"
    assert [card.status for card in cards(event).values() if loser in card.entrants] == ["open"]
    assert verify() == []


def test_places_count_the_best_entry() -> None:
    event = an_event_to_enter_again()
    loser = a_loser(event)
    new = enter_again(loser, a_caller()).entrants[0].id
    while rows := [*cards(event, status="open").values()]:
        for card in rows:
            play(card, TOP if card.entrants[0] == new or card.entrants[1] != new else BOTTOM)

    placed = standings(event.pk)

    assert (placed[0].entrant, placed[0].place) == (new, 1)
    assert loser not in {each.entrant for each in placed}
    assert [each.place for each in placed] == [1, 2, 3, 3, 5, 5]
    text = text_of(page_of(Client(), f"/events/{event.pk}/places/"))
    assert f"(#{entrant_list(event.pk)[-1].number})" in text


def test_figures_of_entrants_count_people_and_those_of_entries_entries() -> None:
    event = an_event_to_enter_again()
    enter_again(a_loser(event), a_caller())
    play_out(event)
    director = Client()
    director.force_login(a_director(event.tournament.club))

    report = place_rows(event_of(event.pk), Report(Kind.PLACES, plain_columns(Kind.PLACES)))
    home = text_of(page_of(Client(), f"/tournaments/{event.tournament_id}/"))
    papers = text_of(page_of(director, f"/tournaments/{event.tournament_id}/papers/"))

    assert {(row["entrants"], row["entries"]) for row in report} == {("6", "7")}
    assert "6 entrants" in home
    assert "6 entrants" in papers
    assert "6 entrants" in text_of(page_of(Client(), f"/events/{event.pk}/"))
    assert "6 entrants, 1 re-entry, 1 bye" in html_of(event)


def html_of(event: Event) -> str:
    """Return the sheet of the main bracket as it is printed, as text."""
    return re.sub(r"<[^>]+>", "", draw_sheet_html(draw_sheet(event.pk, ENTRY), "A4"))


def test_a_new_draw_is_one_of_first_entries() -> None:
    event = an_event_to_enter_again()
    new = enter_again(a_loser(event), a_caller()).entrants[0].id

    make_draw(event.pk, "another key", a_caller(), discard=True, reason="wrong list")

    event.refresh_from_db()
    drawn = set(Line.objects.filter(draw=event.current_draw_id).values_list("entrant", flat=True))
    assert len(drawn) == 6
    assert new not in drawn


def test_the_desk_and_a_program_enter_a_player_again() -> None:
    event = an_event_to_enter_again(players=5)
    director = a_director(event.tournament.club)
    desk, program = Client(), Program(director)
    desk.force_login(director)
    loser = a_loser(event)
    page = f"/entrants/{loser}/"

    before = text_of(page_of(desk, page))
    done = desk.post(page, {"do": "again", "once": "a"})
    new = Reentry.objects.get().entrant_id
    again = program.post(f"entrants/{loser}/re-entry/")
    undo(event.tournament_id, last(event), a_caller())
    entered = program.post(f"entrants/{loser}/re-entry/")

    assert "Enter Ann" in before
    assert done["Location"] == f"/entrants/{new}/?done=again"
    assert "A later entry of this player" in text_of(page_of(desk, page))
    assert (again.status, again.code) == (422, "re_entry.often")
    assert (entered.status, entered.data["number"]) == (201, 7)
    assert "Enter Ann" not in text_of(page_of(Client(), page))


@pytest.mark.parametrize("seed", range(12))
def test_in_any_order_the_rows_are_those_that_follow_from_the_facts(seed: int) -> None:
    chance = Random(seed)
    event = an_event_to_enter_again(
        players=chance.choice([5, 6, 9, 11]), times=2, until=2, kind=chance.choice(["single", "pair"])
    )

    for _ in range(14):
        step(event, chance)

    assert wrong_in(event.pk) == []
    assert verify() == []
    occupants = [
        each for card in cards(event).values() if card.status != str(Status.VOID) for each in card.entrants if each
    ]
    assert set(occupants) <= set(Entrant.objects.filter(event=event).values_list("pk", flat=True))


def step(event: Event, chance: Random) -> None:
    """Take one step, or have it refused."""
    everybody = [each.id for each in entrant_list(event.pk)]
    matches = [*cards(event, status="open").values()]
    over = [*cards(event, status="finished").values()]
    steps: list[Callable[[], object]] = [
        lambda: play(chance.choice(matches), chance.choice([TOP, BOTTOM])) if matches else None,
        lambda: enter_again(chance.choice(everybody), a_caller()),
        lambda: enter_again(chance.choice(everybody), a_caller()),
        lambda: undo(event.tournament_id, last(event), a_caller()),
        lambda: withdraw(chance.choice(everybody), EVERYTHING, a_caller()),
        lambda: clear_result(chance.choice(over).id, "wrong", a_caller()) if over else None,
    ]
    try:
        chance.choice(steps)()
    except (RuleBroken, Refused):
        return
