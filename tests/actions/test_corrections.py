"""A result found wrong: what it affects, void or stand, clear; what the director must say."""

from functools import partial
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from journal.book import Previewed
from journal.models import Record, Words
from journal.refusals import Refused, Superseded
from journal.verify import verify
from rules.draws.corrections import Choice
from rules.match.terms import BOTTOM, TOP
from tests.contents import nothing_changes, refusal, standing
from tests.factories import a_caller, a_drawn_event, a_stranger, by, card_of, cards, match_of, play_code, undo
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import withdraw
from tournaments.actions.matches.corrections import AffectedChoices, clear_result, correct_result
from tournaments.actions.matches.results import Report, start_match
from tournaments.models import Clearing, Event, Passage, Result
from tournaments.read.draws.changes.corrections import correction_preview
from tournaments.read.draws.places import standings

pytestmark = pytest.mark.django_db
TOP_WON, BOTTOM_WON = Report(points=(7, 3)), Report(points=(3, 7))
UNSAID, VOID, STAND = AffectedChoices(), AffectedChoices(all=Choice.VOID), AffectedChoices(all=Choice.STAND)


def correct(event: Event, code: str, report: Report = BOTTOM_WON, choices: AffectedChoices = UNSAID) -> Any:
    return correct_result(match_of(event, code).pk, report, "written down wrong", a_caller(), choices)


def clear(event: Event, code: str, choices: AffectedChoices = UNSAID) -> Any:
    return clear_result(match_of(event, code).pk, "wrong table", a_caller(), choices)


@pytest.fixture
def played() -> Event:
    """Four players. A1, A2 and the final B1 are played by the upper ones, in the consolation C1 has begun."""
    event = a_drawn_event(4)
    for code in ("A1", "A2", "B1"):
        play_code(event, code)
    start_match(match_of(event, "C1").pk, a_caller())
    return event


# --- Nothing affected


def test_a_corrected_score_moves_nobody_and_keeps_the_old_result() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1", TOP, 3)

    outcome = correct(event, "A1", Report(points=(7, 5)))

    assert (card_of(event, "A1").score, outcome.moved) == ((7, 5), ("A1",))
    assert list(Result.objects.order_by("pk").values_list("second_points", flat=True)) == [3, 5]
    record = Record.objects.order_by("-pk")[0]
    assert record.verb == "match.corrected"
    assert Words.objects.get(record=record).text == "written down wrong"


def test_the_other_winner_moves_on_while_nothing_has_begun() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1", TOP)
    before = card_of(event, "A1")

    outcome = correct(event, "A1")

    assert (outcome.match.winner, outcome.moved) == (BOTTOM, ("A1", "B1", "C1"))
    assert (card_of(event, "B1").top, card_of(event, "C1").top) == (before.bottom, before.top)


def test_a_correction_can_say_that_neither_came() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1", TOP)

    correct(event, "A1", Report(forfeit=(TOP, BOTTOM), why="no_show"))

    assert (card_of(event, "A1").goes_on, card_of(event, "B1").status) == (None, "waiting")


def test_a_forfeit_by_withdrawal_can_be_corrected_into_a_result() -> None:
    event = a_drawn_event(4)
    top = card_of(event, "A1").top
    assert top is not None
    withdraw(top.entrant, "main", a_caller())

    correct(event, "A1", TOP_WON)

    assert (card_of(event, "A1").winner, card_of(event, "A1").how) == (TOP, "played")


# --- The choice


def test_a_begun_match_is_not_affected_without_a_choice(played: Event) -> None:
    refused = refusal(lambda: correct(played, "A1"), Refused)

    assert (refused.code, refused.status) == ("match.begun", 409)
    rows = [(each["code"], each["bracket"], each["has_result"]) for each in refused.facts["affected"]]
    assert rows == [("B1", "main", True), ("C1", "consolation", False)]
    assert [each["match"] for each in refused.facts["affected"]] == [match_of(played, code).pk for code in ("B1", "C1")]


def test_each_affected_match_needs_its_choice(played: Event) -> None:
    half = AffectedChoices(each={match_of(played, "B1").pk: Choice.VOID})

    assert refusal(lambda: correct(played, "A1", choices=half), Refused).code == "match.begun"


def test_void_opens_the_affected_matches_between_those_who_belong_there(played: Event) -> None:
    winner, loser = card_of(played, "A1").bottom, card_of(played, "A1").top

    correct(played, "A1", choices=VOID)

    final, consolation = card_of(played, "B1"), card_of(played, "C1")
    assert (final.status, final.begun, final.top, final.score) == ("open", False, winner, None)
    assert (consolation.status, consolation.begun, consolation.top) == ("open", False, loser)
    assert Clearing.objects.count() == 2
    assert verify() == []


def test_what_is_void_sleeps_for_good_even_if_the_pairing_returns(played: Event) -> None:
    correct(played, "A1", choices=VOID)

    correct(played, "A1", TOP_WON)

    assert (card_of(played, "B1").status, card_of(played, "B1").score) == ("open", None)


def test_stand_keeps_the_played_matches_and_the_right_result(played: Event) -> None:
    before = cards(played)

    correct(played, "A1", choices=STAND)

    after = cards(played)
    assert (after["A1"].winner, after["A1"].goes_on, after["A1"].score) == (BOTTOM, TOP, (3, 7))
    for code in ("B1", "C1"):
        assert (after[code].top, after[code].score, after[code].begun) == (before[code].top, before[code].score, True)
    assert Passage.objects.count() == 1
    assert standings(played.pk)[0].entrant == before["B1"].top.entrant  # type: ignore[union-attr] # None fails the test
    assert verify() == []


def test_a_ruling_ends_with_the_next_correction(played: Event) -> None:
    correct(played, "A1", choices=STAND)

    refused = refusal(lambda: correct(played, "A1", Report(points=(2, 7))), Refused)
    correct(played, "A1", TOP_WON)

    assert refused.code == "match.begun"
    card = card_of(played, "A1")
    assert (card.winner, card.goes_on) == (TOP, TOP)
    assert Passage.objects.order_by("-pk")[0].on_id is None


def test_each_match_has_its_own_choice() -> None:
    event = a_drawn_event(8)
    for code in ("A1", "A2", "A3", "A4", "B1", "D1"):
        play_code(event, code)
    lower, upper = match_of(event, "D1").pk, match_of(event, "B1").pk
    fallen = card_of(event, "A1").top

    outcome = correct(event, "A1", choices=AffectedChoices(each={upper: Choice.STAND, lower: Choice.STAND}))
    stood = card_of(event, "B1"), card_of(event, "D1")
    undo(event.tournament_id, outcome.record, a_caller())
    correct(event, "A1", choices=AffectedChoices(each={upper: Choice.VOID, lower: Choice.VOID}))

    assert [(card.status, card.score) for card in stood] == [("finished", (7, 0))] * 2
    assert (card_of(event, "B1").status, card_of(event, "D1").status) == ("open", "open")
    assert card_of(event, "D1").top == fallen


def test_choices_that_tear_the_draw_are_refused() -> None:
    event = a_drawn_event(8, "none")
    for code in ("A1", "A2", "A3", "A4", "B1", "B2"):
        play_code(event, code)
    start_match(match_of(event, "C1").pk, a_caller())
    torn = AffectedChoices(each={match_of(event, "B1").pk: Choice.VOID, match_of(event, "C1").pk: Choice.STAND})

    refused = refusal(lambda: correct(event, "A1", choices=torn))

    assert (refused.code, refused.facts) == ("affected.torn", {"match": "C1"})


def test_a_later_match_stands_when_its_player_is_still_in_the_one_played_again() -> None:
    event = a_drawn_event(8, "none")
    for code in ("A1", "A2", "A3", "A4"):
        play_code(event, code)
    play_code(event, "B1", BOTTOM)
    play_code(event, "B2")
    start_match(match_of(event, "C1").pk, a_caller())
    sat = card_of(event, "C1").top
    mixed = AffectedChoices(each={match_of(event, "B1").pk: Choice.VOID, match_of(event, "C1").pk: Choice.STAND})

    correct(event, "A1", choices=mixed)

    assert (card_of(event, "B1").goes_on, card_of(event, "B1").score, card_of(event, "C1").top) == (BOTTOM, None, sat)
    assert card_of(event, "B1").how == "ruling"
    assert verify() == []


# --- What can't be corrected


@pytest.mark.parametrize("code", ["B1", "A2"])
def test_only_a_finished_match_is_corrected(code: str) -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")

    assert refusal(lambda: correct(event, code), Refused).code == "match.unfinished"


def test_a_correction_needs_a_reason_that_is_one() -> None:
    event = a_drawn_event(4)
    match = match_of(event, "A1").pk
    play_code(event, "A1")

    for reason, code in (("", "reason.empty"), (" \n ", "reason.empty"), ("x" * 501, "reason.long")):
        refused = refusal(partial(correct_result, match, BOTTOM_WON, reason, a_caller()))
        assert refused.code == code
        assert refusal(partial(clear_result, match, reason, a_caller())).code == code


def test_an_old_picture_is_refused_and_so_are_others() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    match = match_of(event, "A1")
    others = Report(points=(3, 7), between=(match.top_id or 0, 999))

    assert refusal(lambda: correct(event, "A1", others), Refused).code == "match.players"
    for act in (
        lambda: correct_result(match.pk, BOTTOM_WON, "slip", a_caller(seen=1)),
        lambda: clear_result(match.pk, "slip", a_caller(seen=1)),
    ):
        assert refusal(act, Refused).code == "stale"


def test_a_stranger_corrects_and_clears_nothing() -> None:
    event, stranger = a_drawn_event(4), a_stranger()
    play_code(event, "A1")
    match = match_of(event, "A1").pk

    refusal(lambda: correct_result(match, BOTTOM_WON, "slip", by(stranger)), PermissionDenied)
    refusal(lambda: clear_result(match, "slip", by(stranger)), PermissionDenied)


def test_a_superseded_match_is_not_corrected() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    old = match_of(event, "A1").pk
    make_draw(event.pk, "again", a_caller(), discard=True, reason="two were missing")

    assert refusal(lambda: correct_result(old, BOTTOM_WON, "slip", a_caller()), Superseded).code == "draw.superseded"
    assert refusal(lambda: clear_result(old, "slip", a_caller()), Superseded).code == "draw.superseded"


# --- Clear


def test_a_cleared_match_is_open_and_has_not_begun() -> None:
    event = a_drawn_event(4)
    start_match(match_of(event, "A1").pk, a_caller())
    play_code(event, "A1")

    outcome = clear(event, "A1")

    card = card_of(event, "A1")
    assert outcome.match == card
    assert (card.status, card.begun, card.score, card.winner) == ("open", False, None, None)
    assert outcome.moved == ("A1", "B1", "C1")
    assert Record.objects.order_by("-pk")[0].verb == "match.cleared"
    start_match(match_of(event, "A1").pk, a_caller())


def test_clearing_a_start_moves_nobody() -> None:
    event = a_drawn_event(4)
    start_match(match_of(event, "A1").pk, a_caller())

    assert clear(event, "A1").moved == ()
    assert not card_of(event, "A1").begun


def test_where_nothing_was_entered_nothing_is_cleared() -> None:
    event = a_drawn_event(4)

    assert refusal(lambda: clear(event, "A1"), Refused).code == "match.blank"
    assert refusal(lambda: clear(event, "B1"), Refused).code == "match.waiting"


def test_clearing_affects_with_void_only(played: Event) -> None:
    assert refusal(lambda: clear(played, "A1"), Refused).code == "match.begun"
    assert refusal(lambda: clear(played, "A1", STAND)).code == "affected.torn"

    clear(played, "A1", VOID)

    assert (card_of(played, "B1").status, card_of(played, "C1").status) == ("waiting", "waiting")
    play_code(played, "A1")
    assert (card_of(played, "B1").status, card_of(played, "B1").begun) == ("open", False)


def test_a_result_that_was_affected_without_being_void_counts_when_the_two_meet_again() -> None:
    event = a_drawn_event(8, "none")
    for code in ("A1", "A2", "B1"):
        play_code(event, code)
    stands = AffectedChoices(each={match_of(event, "B1").pk: Choice.STAND})
    correct(event, "A1", choices=stands)
    assert card_of(event, "B1").score == (7, 0)

    correct(event, "A1", TOP_WON)

    assert card_of(event, "B1").score == (7, 0)


# --- Preview and undo


def test_a_preview_shows_what_the_other_winner_would_affect(played: Event) -> None:
    with nothing_changes():
        preview = correction_preview(match_of(played, "A1").pk, None)
        same = correction_preview(match_of(played, "A1").pk, "top")
        neither = correction_preview(match_of(played, "A1").pk, "none")

    assert [each["code"] for each in preview.affected] == ["B1", "C1"]
    assert preview.moved == ("A1", "B1", "C1")
    assert (same.affected, [each["code"] for each in neither.affected]) == ((), ["B1", "C1"])


def test_a_tried_correction_is_taken_back(played: Event) -> None:
    caller = a_caller(preview=True, render=lambda outcome: outcome.moved)

    with nothing_changes(), pytest.raises(Previewed) as previewed:
        correct_result(match_of(played, "A1").pk, BOTTOM_WON, "slip", caller, VOID)

    assert previewed.value.answer == '["A1","B1","C1"]'


@pytest.mark.parametrize("choices", [VOID, STAND])
def test_undoing_a_correction_restores_all_that_it_affected(played: Event, choices: AffectedChoices) -> None:
    before = standing(played.pk)
    outcome = correct(played, "A1", choices=choices)

    undo(played.tournament_id, outcome.record, a_caller())

    assert standing(played.pk) == before
    assert verify() == []


def test_undoing_a_clearing_restores_result_and_start(played: Event) -> None:
    before = standing(played.pk)
    outcome = clear(played, "B1")

    undo(played.tournament_id, outcome.record, a_caller())

    assert standing(played.pk) == before
