"""What both players report by phone: whose report settles, what waits for the clock, what the desk must decide."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from journal.models import Page, Record, Stream
from journal.verify import verify
from rules.match.terms import BOTTOM, TOP, Side
from tests.contents import nothing_changes, refusal
from tests.factories import a_caller, a_drawn_event, a_match, card_of, match_of, play_code
from tests.phones import a_phone, claims, claims_of, says
from tournaments.actions.matches import claims as acts
from tournaments.actions.matches.results import Report, confirm_result, report_result
from tournaments.tasks import settle_what_is_due

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 15, 42, tzinfo=UTC)
type Clock = Callable[[datetime], None]


def test_the_losers_own_word_settles() -> None:
    match = a_match()

    outcome = says(match, BOTTOM, (7, 5))

    assert outcome.match is not None
    assert (outcome.match.status, outcome.match.settled, outcome.match.winner) == ("finished", True, TOP)
    assert (outcome.match.score, outcome.match.deadline) == ((7, 5), None)


def test_the_winners_report_counts_at_once_and_waits_for_the_opponent(at: Clock) -> None:
    event = a_drawn_event(4, "none")
    at(NOW)

    outcome = says(match_of(event, "A1"), TOP, (7, 5))

    assert outcome.match is not None
    assert (outcome.match.status, outcome.match.settled) == ("finished", False)
    assert outcome.match.deadline == NOW + timedelta(minutes=10)
    assert card_of(event, "B1").top == card_of(event, "A1").top
    assert Stream.objects.get(name=f"tournament:{event.tournament_id}").due_at == NOW + timedelta(minutes=10)


@pytest.mark.parametrize("first", [TOP, BOTTOM])
def test_two_who_say_the_same_settle_and_the_losers_score_stands(first: Side) -> None:
    match = a_match()
    points = {TOP: (7, 3), BOTTOM: (7, 5)}

    says(match, first, points[first])
    outcome = says(match, first.other, points[first.other])

    assert outcome.match is not None
    assert (outcome.match.settled, outcome.match.score) == (True, (7, 5))
    assert claims_of(match) == {TOP: (TOP, (7, 3)), BOTTOM: (TOP, (7, 5))}
    assert [note.code for note in outcome.notes] == (["claim.score"] if first is BOTTOM else [])


@pytest.mark.parametrize("first", ["loser", "desk", "both"])
def test_another_score_of_a_settled_result_is_refused_and_not_acknowledged(first: str) -> None:
    match = a_match()
    if first == "desk":
        report_result(match.pk, Report(points=(7, 5)), a_caller())
    if first == "both":
        says(match, TOP, (7, 5))
    if first != "desk":
        says(match, BOTTOM, (7, 5))

    with nothing_changes():
        refused = refusal(lambda: says(match, BOTTOM, (7, 2)))
        repeated = says(match, BOTTOM, (7, 5))

    assert (refused.code, repeated.record) == ("match.settled", None)


def test_two_results_are_put_aside_and_the_next_match_waits() -> None:
    event = a_drawn_event(4, "progressive")
    says(match_of(event, "A1"), TOP, (7, 5))
    assert card_of(event, "B1").top is not None

    outcome = says(match_of(event, "A1"), BOTTOM, (5, 7))

    assert outcome.match is not None
    assert (outcome.match.status, outcome.match.settled, outcome.match.score) == ("disputed", False, None)
    assert (card_of(event, "B1").top, card_of(event, "C1").top) == (None, None)
    assert claims_of(match_of(event, "A1")) == {TOP: (TOP, (7, 5)), BOTTOM: (BOTTOM, (5, 7))}


def test_a_later_match_that_has_begun_goes_on() -> None:
    event = a_drawn_event(4, "progressive")
    says(match_of(event, "A1"), TOP, (7, 5))
    play_code(event, "A2")
    winner = card_of(event, "A1").top
    says(match_of(event, "B1"), TOP, (1, 0))

    says(match_of(event, "A1"), BOTTOM, (5, 7))

    assert card_of(event, "A1").status == "disputed"
    assert card_of(event, "B1").top == winner
    assert card_of(event, "C1").top is None, "the loser has not begun in the consolation"
    assert verify() == []


# --- The clock


def test_before_its_time_nothing_is_settled(at: Clock) -> None:
    event = a_drawn_event(4, "none")
    at(NOW)
    says(match_of(event, "A1"), TOP, (7, 5))
    at(NOW + timedelta(minutes=9, seconds=59))

    play_code(event, "A2")
    settle_what_is_due(NOW + timedelta(minutes=9, seconds=59))

    assert not card_of(event, "A1").settled


def test_the_next_page_settles_what_is_due_before_it_acts(at: Clock) -> None:
    event = a_drawn_event(4, "none")
    at(NOW)
    says(match_of(event, "A1"), TOP, (7, 5))
    at(NOW + timedelta(minutes=10))

    play_code(event, "A2")

    finished, settled = Record.objects.filter(stream__name=f"tournament:{event.tournament_id}").order_by("-number")[:2]
    assert (settled.verb, settled.page.actor, settled.at) == ("match.settled", "system:0", NOW + timedelta(minutes=10))
    assert '"due":"2026-11-21T15:52:00.000000Z"' in settled.body
    assert (finished.verb, finished.page_id) == ("match.finished", finished.pk)
    assert card_of(event, "A1").settled
    assert verify() == []


def test_the_watcher_settles_what_nobody_comes_for(at: Clock) -> None:
    match = a_match()
    at(NOW)
    says(match, TOP, (7, 5))
    at(NOW + timedelta(hours=1))

    settle_what_is_due(NOW + timedelta(hours=1))

    assert card_of(match.draw.event, "A1").settled
    assert not Stream.objects.filter(due_at__isnull=False).exists()
    with nothing_changes():
        settle_what_is_due(NOW + timedelta(hours=2))


def test_what_is_due_is_settled_in_the_order_of_its_deadlines(at: Clock) -> None:
    event = a_drawn_event(8, "none")
    for minute, code in [(2, "A1"), (0, "A2"), (1, "A3"), (9, "A4")]:
        at(NOW + timedelta(minutes=minute))
        says(match_of(event, code), TOP, (7, 5))
    at(NOW + timedelta(minutes=12))

    settle_what_is_due(NOW + timedelta(minutes=12))

    settled = Record.objects.filter(verb="match.settled").order_by("number").values_list("at", flat=True)
    assert [moment - NOW for moment in settled] == [timedelta(minutes=each) for each in (10, 11, 12)]
    assert Stream.objects.get(due_at__isnull=False).due_at == NOW + timedelta(minutes=19)
    assert Page.objects.filter(actor="system:0", records__verb="match.settled").distinct().count() == 1


# --- Confirmed, contested


def test_the_loser_confirms_the_winners_report(at: Clock) -> None:
    match = a_match()
    says(match, TOP, (7, 5))

    outcome = acts.confirm_claim(match.pk, a_phone(match, BOTTOM))

    assert outcome.match is not None
    assert (outcome.match.settled, outcome.match.deadline) == (True, None)
    assert Record.objects.get(verb="match.confirmed").page.actor.startswith("entrant:")


def test_nobody_confirms_their_own_win() -> None:
    match = a_match()
    says(match, TOP, (7, 5))

    refused = refusal(lambda: acts.confirm_claim(match.pk, a_phone(match, TOP)))

    assert (refused.code, refused.facts["match"].settled) == ("claim.own", False)


def test_what_is_settled_is_confirmed_without_a_trace() -> None:
    match = a_match()
    says(match, BOTTOM, (7, 5))

    with nothing_changes():
        outcome = acts.confirm_claim(match.pk, a_phone(match, BOTTOM))

    assert (outcome.record, outcome.match and outcome.match.settled) == (None, True)


@pytest.mark.parametrize(("stories", "code"), [([], "match.unfinished"), ([TOP, BOTTOM], "match.disputed")])
def test_there_must_be_a_result_to_confirm(stories: list[Side], code: str) -> None:
    match = a_match()
    for side in stories:
        says(match, side, (7, 5) if side is TOP else (5, 7))

    assert refusal(lambda: acts.confirm_claim(match.pk, a_phone(match, BOTTOM))).code == code


def test_who_contests_in_time_puts_the_result_aside() -> None:
    match = a_match()
    says(match, TOP, (7, 5))

    outcome = acts.contest(match.pk, a_phone(match, BOTTOM))

    assert outcome.match is not None
    assert (outcome.match.status, outcome.match.contested) == ("disputed", False)


def test_an_objection_may_report_another_result_at_once() -> None:
    match = a_match()
    says(match, TOP, (7, 5))

    acts.contest(match.pk, a_phone(match, BOTTOM), claims(points=(6, 7)))

    assert claims_of(match) == {TOP: (TOP, (7, 5)), BOTTOM: (BOTTOM, (6, 7))}


def test_what_is_settled_counts_and_is_contested(at: Clock) -> None:
    event = a_drawn_event(4, "none")
    match = match_of(event, "A1")
    at(NOW)
    says(match, TOP, (7, 5))
    at(NOW + timedelta(minutes=11))

    outcome = acts.contest(match.pk, a_phone(match, BOTTOM), claims(points=(5, 7)))

    assert outcome.match is not None
    assert (outcome.match.status, outcome.match.settled, outcome.match.contested) == ("finished", True, True)
    assert card_of(event, "B1").top == outcome.match.top
    assert f'"says":[[{match.top_id},5],[{match.bottom_id},7]]' in Record.objects.get(verb="match.contested").body
    with nothing_changes():
        acts.contest(match.pk, a_phone(match, BOTTOM))
    assert verify() == []


def test_the_desk_confirms_what_is_contested() -> None:
    match = a_match()
    says(match, BOTTOM, (7, 5))
    acts.contest(match.pk, a_phone(match, BOTTOM))

    outcome = confirm_result(match.pk, a_caller())

    assert outcome.match is not None
    assert (outcome.match.settled, outcome.match.contested) == (True, False)
    assert refusal(lambda: confirm_result(match.pk, a_caller())).code == "match.settled"
