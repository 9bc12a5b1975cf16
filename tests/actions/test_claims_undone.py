"""How a dispute ends, and what taking back means for what the clock settles."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from journal.models import Record
from journal.verify import verify
from rules.draws.corrections import Choice
from rules.match.terms import BOTTOM, TOP
from tests.contents import refusal, wrong_in
from tests.factories import a_caller, a_drawn_event, a_match, card_of, match_of, play_code, undo
from tests.phones import a_phone, reporting, says
from tournaments.actions.entrants.entering import withdraw
from tournaments.actions.matches import claims as acts
from tournaments.actions.matches.corrections import AffectedChoices, correct_result
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Event
from tournaments.tasks import settle_what_is_due

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 15, 42, tzinfo=UTC)
type Clock = Callable[[datetime], None]


# --- Disputes end


def a_dispute_with_the_next_match_begun() -> Event:
    event = a_drawn_event(4, "none")
    says(match_of(event, "A1"), TOP, (7, 5))
    play_code(event, "A2")
    says(match_of(event, "B1"), TOP, (1, 0))
    says(match_of(event, "A1"), BOTTOM, (5, 7))
    return event


def test_a_player_gives_in() -> None:
    match = a_match()
    says(match, TOP, (7, 5))
    says(match, BOTTOM, (5, 7))

    outcome = says(match, TOP, (3, 7))

    assert outcome.match is not None
    assert (outcome.match.settled, outcome.match.winner, outcome.match.score) == (True, BOTTOM, (3, 7))


def test_the_desk_rules() -> None:
    match = a_match()
    says(match, TOP, (7, 5))
    says(match, BOTTOM, (5, 7))

    outcome = report_result(match.pk, Report(points=(5, 7)), a_caller())

    assert outcome.match is not None
    assert (outcome.match.settled, outcome.match.winner, outcome.match.claims) == (True, BOTTOM, ())


def test_the_former_winner_keeps_a_match_that_has_begun() -> None:
    event = a_dispute_with_the_next_match_begun()

    outcome = says(match_of(event, "A1"), BOTTOM, (7, 6))

    assert outcome.match is not None
    assert (outcome.match.settled, outcome.match.winner) == (True, TOP)


def test_a_later_match_that_begins_settles_who_drops_out_of_a_dispute() -> None:
    event = a_drawn_event(8, "first_match")
    play_code(event, "A3")
    play_code(event, "A4")
    disputed = match_of(event, "B2")
    withdraw(disputed.bottom_id or 0, "consolation", a_caller())
    says(disputed, TOP, (7, 5))
    says(disputed, BOTTOM, (5, 7))
    before = match_of(event, "B2")

    start_match(match_of(event, "D2").pk, a_caller())

    after = match_of(event, "B2")
    assert (before.drops_id, after.drops_id) == (None, disputed.bottom_id)
    assert after.version == before.version + 1
    assert wrong_in(event.pk) == []


def test_two_who_agree_take_nobody_out_of_a_match_that_has_begun() -> None:
    event = a_dispute_with_the_next_match_begun()

    agreed = refusal(lambda: says(match_of(event, "A1"), TOP, (5, 7)))
    ruled = refusal(lambda: report_result(match_of(event, "A1").pk, Report(points=(5, 7)), a_caller()))
    outcome = correct_result(
        match_of(event, "A1").pk, Report(points=(5, 7)), "both cards seen", a_caller(), AffectedChoices(all=Choice.VOID)
    )

    assert (agreed.code, ruled.code) == ("match.begun", "match.begun")
    assert [each["code"] for each in agreed.facts["affected"]] == ["B1"]
    assert (outcome.match and outcome.match.winner, card_of(event, "B1").begun) == (BOTTOM, False)
    assert verify() == []


def test_what_would_take_others_out_of_a_begun_match_is_the_desks() -> None:
    """W goes on through a bye whose empty side let X go on, and X has begun: nothing of it may wait now."""
    event = a_drawn_event(8)
    report_result(match_of(event, "A2").pk, Report(forfeit=(TOP, BOTTOM), why="no_show"), a_caller())
    says(match_of(event, "A1"), TOP, (7, 5))
    for code in ("A3", "A4", "D2", "B2", "E1", "F1"):
        (says(match_of(event, code), TOP, (1, 0)) if code == "F1" else play_code(event, code))
    match = match_of(event, "A1")

    refused = refusal(lambda: acts.contest(match.pk, a_phone(match, BOTTOM)))

    assert (refused.code, [each["code"] for each in refused.facts["affected"]]) == ("match.begun", ["F1"])


def test_under_a_ruling_that_stands_a_contest_is_an_objection() -> None:
    event = a_drawn_event(4, "none")
    for code in ("A1", "A2"):
        play_code(event, code)
    says(match_of(event, "B1"), TOP, (1, 0))
    match, other = match_of(event, "A1"), Report(points=(5, 7), settled=False)
    correct_result(match.pk, other, "slip", a_caller(), AffectedChoices(all=Choice.STAND))

    outcome = acts.contest(match.pk, a_phone(match, TOP))

    assert outcome.match is not None
    assert (outcome.match.status, outcome.match.goes_on, outcome.match.contested) == ("finished", TOP, True)
    assert card_of(event, "B1").begun
    assert verify() == []


# --- Taken back


def record_of(verb: str) -> int:
    return Record.objects.filter(verb=verb).order_by("-number").values_list("number", flat=True)[0]


def test_a_contest_taken_back_lets_the_clock_look_again(at: Clock) -> None:
    event = a_drawn_event(4, "none")
    match = match_of(event, "A1")
    at(NOW)
    says(match, TOP, (7, 5))
    acts.contest(match.pk, a_phone(match, BOTTOM))
    at(NOW + timedelta(minutes=11))
    play_code(event, "A2")
    assert not card_of(event, "A1").settled

    undo(event.tournament_id, record_of("match.contested"), a_caller())
    settle_what_is_due(NOW + timedelta(minutes=11))

    assert card_of(event, "A1").settled
    assert Record.objects.get(verb="match.settled").at == NOW + timedelta(minutes=10)
    assert verify() == []


def test_what_the_clock_settled_is_not_taken_back(at: Clock) -> None:
    match = a_match()
    at(NOW)
    says(match, TOP, (7, 5))
    at(NOW + timedelta(minutes=10))
    settle_what_is_due(NOW + timedelta(minutes=10))
    tournament = match.draw.event.tournament_id

    settled = refusal(lambda: undo(tournament, record_of("match.settled"), a_caller()))
    claimed = refusal(lambda: undo(tournament, record_of("match.claimed"), a_caller()))

    assert (settled.code, claimed.code) == ("undo.never", "undo.superseded")


def test_a_claim_taken_back_leaves_nothing_for_the_clock(at: Clock) -> None:
    match = a_match()
    at(NOW)
    says(match, TOP, (7, 5))
    undo(match.draw.event.tournament_id, record_of("match.claimed"), a_caller())

    settle_what_is_due(NOW + timedelta(hours=1))

    assert card_of(match.draw.event, "A1").status == "open"
    assert not Record.objects.filter(verb="match.settled").exists()


def test_a_pairing_that_returns_brings_its_claim_back_to_the_clock(at: Clock) -> None:
    event = a_drawn_event(4, "none")
    at(NOW)
    play_code(event, "A1")
    play_code(event, "A2")
    says(match_of(event, "B1"), TOP, (7, 5))
    top = card_of(event, "B1").top
    first = match_of(event, "A1")
    other = AffectedChoices(all=Choice.STAND)
    correct_result(first.pk, Report(points=(0, 7)), "slip", a_caller(), other)
    assert card_of(event, "B1").top == top
    at(NOW + timedelta(minutes=10))

    settle_what_is_due(NOW + timedelta(minutes=10))

    assert card_of(event, "B1").settled


def test_a_refused_action_leaves_what_is_due_to_the_next() -> None:
    event = a_drawn_event(4, "none")
    reporting(event, grace=0)
    says(match_of(event, "A1"), TOP, (7, 5))

    refusal(lambda: report_result(match_of(event, "A1").pk, Report(points=(7, 5)), a_caller()))
    assert not card_of(event, "A1").settled
    play_code(event, "A2")

    assert card_of(event, "A1").settled
