"""Withdraw: from main, consolation or all, before the draw, before a match, in it, after it."""

import pytest

from journal.models import Record
from journal.refusals import Refused
from journal.verify import verify
from rules.match.terms import TOP
from tests.contents import refusal, standing
from tests.factories import (
    a_caller,
    a_drawn_event,
    an_entered_event,
    card_of,
    cards,
    entrant_named,
    match_of,
    play_code,
    undo,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Event, Withdrawal
from tournaments.read.draws.places import standings
from tournaments.read.entrants.listed import EntrantCard, entrant_list

pytestmark = pytest.mark.django_db


def last_record() -> Record:
    return Record.objects.order_by("-pk")[0]


def listed(event: Event) -> dict[str, EntrantCard]:
    return {each.name: each for each in entrant_list(event.pk)}


def seated(event: Event, code: str) -> list[str | None]:
    card = card_of(event, code)
    return [player.name if player else None for player in (card.top, card.bottom)]


def test_who_withdraws_before_the_draw_is_not_drawn() -> None:
    event = an_entered_event(4)
    withdrawn = withdraw(entrant_named(event, "Falk Brenner").pk, EVERYTHING, a_caller())

    make_draw(event.pk, "key", a_caller())

    assert withdrawn.entrants[0].out == ("consolation", "main")
    assert len(standings(event.pk)) == 3


def test_who_is_out_of_the_consolation_only_is_drawn() -> None:
    event = an_entered_event(4)
    withdraw(entrant_named(event, "Falk Brenner").pk, "consolation", a_caller())

    make_draw(event.pk, "key", a_caller())

    assert len(standings(event.pk)) == 4


@pytest.mark.parametrize("scope", ["main", "consolation", EVERYTHING])
@pytest.mark.parametrize("begun", [False, True])
def test_a_withdrawal_forfeits_the_current_matches(scope: str, begun: bool) -> None:
    event = a_drawn_event(4)
    top, bottom = card_of(event, "A1").top, card_of(event, "A1").bottom
    assert top is not None
    if begun:
        start_match(match_of(event, "A1").pk, a_caller())

    withdrawn = withdraw(top.entrant, scope, a_caller())

    after = cards(event)
    if scope == "consolation":
        assert (after["A1"].status, after["A1"].begun, withdrawn.moved) == ("open", begun, ())
        return
    assert (after["A1"].status, after["A1"].goes_on, after["A1"].score) == ("finished", after["A1"].winner, None)
    assert after["A1"].how == "withdrawn"
    assert after["B1"].top == bottom
    # Withdrawn from the main bracket only, the entrant drops; withdrawn from all, nobody does.
    assert after["C1"].top == (top if scope == "main" else None)
    assert (after["C1"].status, last_record().verb) == ("waiting", "entrant.withdrawn")
    assert verify() == []


def test_an_entrant_withdrawn_from_the_consolation_before_dropping_never_appears_there() -> None:
    event = a_drawn_event(4)
    top = card_of(event, "A1").top
    assert top is not None
    withdraw(top.entrant, "consolation", a_caller())

    report_result(match_of(event, "A1").pk, Report(points=(3, 7)), a_caller())
    play_code(event, "A2")

    assert (card_of(event, "C1").top, card_of(event, "C1").status) == (None, "bye")


def test_who_withdraws_in_the_middle_of_a_consolation_match_forfeits_it() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    play_code(event, "A2")
    start_match(match_of(event, "C1").pk, a_caller())
    loser = card_of(event, "C1").top
    assert loser is not None

    withdraw(loser.entrant, "consolation", a_caller())

    card = card_of(event, "C1")
    assert (card.status, card.top, card.goes_on) == ("finished", loser, card.winner)
    assert card.winner is not None


def test_results_played_before_a_withdrawal_stand() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    champion = card_of(event, "A1").top
    assert champion is not None

    withdraw(champion.entrant, "main", a_caller())
    play_code(event, "A2")

    assert card_of(event, "A1").score == (7, 0)
    assert (card_of(event, "B1").status, card_of(event, "B1").winner) == ("finished", TOP.other)


def test_who_went_on_for_a_withdrawal_can_leave_although_the_other_plays_in_the_last_chance() -> None:
    """Ann wins D1 and leaves the consolation; Bob, who lost B2, has E1 without play and leaves once Ann plays in G2."""
    event = a_drawn_event(8, last_chance=True)
    for code in ("A1", "A2", "A3", "A4", "D1", "D2", "B1"):
        play_code(event, code)
    ann = card_of(event, "D1").top
    assert ann is not None
    withdraw(ann.entrant, "consolation", a_caller())
    play_code(event, "B2")
    play_code(event, "E2")
    bob = card_of(event, "E1").bottom
    assert bob is not None
    start_match(match_of(event, "G2").pk, a_caller())

    withdraw(bob.entrant, "consolation", a_caller())

    after = cards(event)
    assert (after["E1"].how, after["E1"].winner) == ("withdrawn", TOP.other)
    assert (after["F1"].top, after["F1"].how, after["F1"].winner) == (bob, "withdrawn", TOP.other)
    assert (after["G2"].top, after["G2"].status, after["G2"].begun) == (ann, "open", True)
    assert verify() == []


def test_nobody_withdraws_twice_from_the_same() -> None:
    event = a_drawn_event(4)
    who = entrant_named(event, "Falk Brenner").pk
    withdraw(who, "main", a_caller())

    refused = refusal(lambda: withdraw(who, "main", a_caller()), Refused)
    rest = withdraw(who, EVERYTHING, a_caller())

    assert (refused.code, refused.facts["brackets"]) == ("entrant.withdrawn", ["main"])
    assert rest.entrants[0].out == ("consolation", "main")
    assert Withdrawal.objects.filter(entrant=who).count() == 2


def test_a_withdrawal_is_undone_while_nothing_after_it_has_begun() -> None:
    event = a_drawn_event(4)
    before = standing(event.pk)
    top = card_of(event, "A1").top
    assert top is not None
    withdrawn = withdraw(top.entrant, EVERYTHING, a_caller())
    undo(event.tournament_id, withdrawn.record or 0, a_caller())
    assert standing(event.pk) == before

    again = withdraw(top.entrant, EVERYTHING, a_caller())
    play_code(event, "A2")
    start_match(match_of(event, "B1").pk, a_caller())

    assert refusal(lambda: undo(event.tournament_id, again.record or 0, a_caller()), Refused).code == "match.begun"


def test_a_withdrawal_by_which_was_drawn_is_not_undone() -> None:
    event = a_drawn_event(4)
    withdrawn = withdraw(entrant_named(event, "Falk Brenner").pk, EVERYTHING, a_caller())
    make_draw(event.pk, "again", a_caller())

    refused = refusal(lambda: undo(event.tournament_id, withdrawn.record or 0, a_caller()), Refused)

    assert refused.code == "undo.superseded"
