"""Who comes late gives points away: the match is played and judged from its start score."""

from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import assume, given
from hypothesis import strategies as st

from journal.models import Record, Words
from journal.refusals import Refused, SeenNeeded
from journal.verify import verify
from rules.errors import RuleBroken
from rules.match.games import GameResult
from rules.match.score import report_games, report_score
from rules.match.terms import BOTTOM, TOP, Side, Terms, Win
from tests.contents import refusal
from tests.factories import (
    a_caller,
    a_desk_helper,
    a_drawn_event,
    a_match,
    a_stranger,
    by,
    card_of,
    match_of,
    play_code,
    undo,
)
from tournaments.actions.matches.calls import penalise
from tournaments.actions.matches.corrections import clear_result, correct_result
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.actions.steps import Outcome
from tournaments.models import Event, Match, Penalty
from tournaments.read.draws.view import one_match
from tournaments.read.matches.view import MatchView

pytestmark = pytest.mark.django_db


def late(event: Event, code: str, side: Side, points: int, reason: str = "") -> Outcome:
    match = match_of(event, code)
    return penalise(match.pk, side, points, reason, a_caller(seen=match.version))


def report(event: Event, code: str, *points: int) -> MatchView | None:
    match = match_of(event, code)
    return report_result(match.pk, Report(points=(points[0], points[1])), a_caller(seen=match.version)).match


def take_back(event: Event, back: int = 0) -> object:
    event.tournament.stream.refresh_from_db()
    return undo(event.tournament_id, event.tournament.stream.number - back, a_caller())


def test_the_opponent_of_who_is_late_starts_with_the_points() -> None:
    event = a_drawn_event(8)

    outcome = late(event, "A3", TOP, 2, "10 minutes late")

    assert outcome.match == card_of(event, "A3")
    assert (card_of(event, "A3").start, card_of(event, "A4").start) == ((0, 2), (0, 0))
    assert Record.objects.order_by("-pk")[0].verb == "match.penalised"
    assert Words.objects.get().text == "10 minutes late"
    assert verify() == []


def test_whoever_saw_the_match_before_must_look_again() -> None:
    event = a_drawn_event(8)

    outcome = late(event, "A3", TOP, 2)

    assert (card_of(event, "A3").version, outcome.moved) == (2, ("A3",))
    stale = refusal(lambda: report_result(match_of(event, "A3").pk, Report(points=(7, 3)), a_caller(seen=1)), Refused)
    assert (stale.code, stale.facts["match"].start) == ("stale", (0, 2))


def test_both_may_have_come_late_and_the_last_word_of_each_counts() -> None:
    event = a_drawn_event(8)
    late(event, "A3", TOP, 2)
    late(event, "A3", BOTTOM, 3)

    assert card_of(event, "A3").start == (3, 2)

    late(event, "A3", TOP, 0)
    assert card_of(event, "A3").start == (3, 0)

    late(event, "A3", BOTTOM, 1)
    assert (card_of(event, "A3").start, Penalty.objects.count()) == ((1, 0), 4)


def test_a_begun_match_may_be_penalised_and_a_finished_one_not() -> None:
    event = a_drawn_event(7)
    start_match(match_of(event, "A3").pk, a_caller())
    play_code(event, "A2")

    late(event, "A3", BOTTOM, 1)

    assert (card_of(event, "A3").begun, card_of(event, "A3").start) == (True, (1, 0))
    assert refusal(partial(late, event, "A2", TOP, 1), Refused).code == "match.finished"
    assert refusal(partial(late, event, "A1", TOP, 1), Refused).code == "match.bye"
    assert refusal(partial(late, event, "B2", TOP, 1), Refused).code == "match.waiting"


def test_what_stands_already_makes_no_second_record() -> None:
    event = a_drawn_event(8)
    late(event, "A3", TOP, 2)

    assert refusal(partial(late, event, "A3", TOP, 2), Refused).code == "match.penalised"
    assert refusal(partial(late, event, "A3", BOTTOM, 0), Refused).code == "match.penalised"


@pytest.mark.parametrize(("length", "least"), [(1, 1), (2, 2), (5, 3), (7, 4), (9, 5), (15, 8)])
def test_points_that_cost_the_match_are_no_start_score(length: int, least: int) -> None:
    match = a_match(length=length)

    refused = refusal(lambda: penalise(match.pk, TOP, least, "", a_caller()))

    assert (refused.code, refused.facts) == ("penalty.match", {"points": least, "length": length, "late": "top"})
    if least > 1:
        assert penalise(match.pk, TOP, least - 1, "", a_caller()).record is not None


def test_a_penalty_has_no_points_below_nil_and_no_hidden_reason() -> None:
    event = a_drawn_event(8)

    assert refusal(partial(late, event, "A3", TOP, -1)).code == "penalty.points"
    assert refusal(partial(late, event, "A3", TOP, 1, "late\u202e")).code == "reason.hidden"


def test_a_penalty_in_a_match_that_had_other_players_must_name_the_players_seen() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1", TOP)
    play_code(event, "A2", TOP)
    correct_result(match_of(event, "A1").pk, Report(points=(3, 7)), "slip", a_caller())

    refused = refusal(lambda: penalise(match_of(event, "B1").pk, TOP, 1, "", a_caller()), SeenNeeded)

    assert refused.code == "seen.needed"
    assert late(event, "B1", TOP, 1).record is not None


# --- Judged from the start score


def test_a_score_holds_the_penalty_points() -> None:
    event = a_drawn_event(8)
    late(event, "A3", TOP, 2)

    refused = refusal(partial(report, event, "A3", 7, 1))
    card = report(event, "A3", 7, 2)

    assert (refused.code, refused.facts["start"]) == ("score.start", (0, 2))
    assert card is not None
    assert (card.score, card.winner, card.start) == ((7, 2), TOP, (0, 2))
    assert verify() == []


def test_games_are_counted_from_the_start_score() -> None:
    event = a_drawn_event(8)
    late(event, "A3", TOP, 3)
    games = (GameResult(BOTTOM, Win.GAMMON, 2),)

    outcome = report_result(match_of(event, "A3").pk, Report(games=games), a_caller())

    assert outcome.match is not None
    assert (outcome.match.score, outcome.match.winner) == ((0, 7), BOTTOM)


def test_one_point_away_by_a_penalty_makes_game_one_the_crawford_game() -> None:
    event = a_drawn_event(2, "none", length=3)
    late(event, "A1", TOP, 1)
    late(event, "A1", BOTTOM, 1)
    doubled = (GameResult(TOP, Win.SINGLE, 1), GameResult(BOTTOM, Win.SINGLE, 2))

    refused = refusal(lambda: report_result(match_of(event, "A1").pk, Report(games=doubled), a_caller(seen=3)))

    assert (refused.code, refused.facts["game"], refused.facts["score"]) == ("crawford.cube", 2, (2, 1))


def test_a_forfeit_is_what_it_was() -> None:
    event = a_drawn_event(8)
    late(event, "A3", TOP, 3)

    outcome = report_result(match_of(event, "A3").pk, Report(forfeit=(TOP,), why="no_show"), a_caller())

    assert outcome.match is not None
    assert (outcome.match.winner, outcome.match.how, outcome.match.raw) == (BOTTOM, "no_show", None)


def test_a_correction_is_judged_from_the_start_score_too() -> None:
    event = a_drawn_event(8)
    late(event, "A3", TOP, 2)
    report(event, "A3", 7, 2)
    match = match_of(event, "A3").pk

    refused = refusal(lambda: correct_result(match, Report(points=(7, 1)), "slip", a_caller()))
    corrected = correct_result(match, Report(points=(5, 7)), "slip", a_caller())

    assert refused.code == "score.start"
    assert corrected.match is not None
    assert (corrected.match.score, corrected.match.start) == ((5, 7), (0, 2))


@given(
    length=st.integers(1, 9),
    start=st.tuples(st.integers(0, 4), st.integers(0, 4)),
    points=st.tuples(st.integers(0, 12), st.integers(0, 12)),
)
def test_a_score_from_any_start_is_judged_as_the_rule_book_does(
    length: int, start: tuple[int, int], points: tuple[int, int]
) -> None:
    match = _started(length, start)

    assert _judged(match, Report(points=points)) == _by_the_book(
        lambda: report_score(Terms(length, start), points).points
    )


@given(
    length=st.integers(2, 7),
    start=st.tuples(st.integers(0, 3), st.integers(0, 3)),
    games=st.lists(
        st.builds(GameResult, st.sampled_from(Side), st.sampled_from(Win), st.sampled_from([1, 2, 4])), max_size=7
    ),
)
def test_games_from_any_start_are_judged_as_the_rule_book_does(
    length: int, start: tuple[int, int], games: list[GameResult]
) -> None:
    match = _started(length, start)

    assert _judged(match, Report(games=tuple(games))) == _by_the_book(
        lambda: report_games(Terms(length, start), games).points
    )


def _started(length: int, start: tuple[int, int]) -> Match:
    """Return a match that starts from this score, for which the director may have to be milder than the book."""
    assume(2 * max(start) <= length)
    match = a_match(length=length)
    for side, points in ((BOTTOM, start[0]), (TOP, start[1])):
        if points:
            penalise(match.pk, side, points, "", a_caller())
    assert one_match(match.pk).start == start
    return match


def _judged(match: Match, posted: Report) -> tuple[int, int] | str | None:
    try:
        card = report_result(match.pk, posted, a_caller()).match
    except RuleBroken as broken:
        return broken.code
    return None if card is None else card.raw


def _by_the_book(judge: object) -> tuple[int, int] | str:
    assert callable(judge)
    try:
        points: tuple[int, int] = judge()
    except RuleBroken as broken:
        return broken.code
    return points


# --- Clearing and undo


def test_a_cleared_match_keeps_its_penalty() -> None:
    event = a_drawn_event(8)
    late(event, "A3", TOP, 2)
    report(event, "A3", 7, 2)

    clear_result(match_of(event, "A3").pk, "wrong slip", a_caller())

    assert (card_of(event, "A3").status, card_of(event, "A3").start) == ("open", (0, 2))


def test_a_penalty_is_undone_after_the_result_that_was_judged_from_it() -> None:
    event = a_drawn_event(8)
    late(event, "A3", TOP, 2)
    report(event, "A3", 7, 2)

    refused = refusal(partial(take_back, event, 1), Refused)
    take_back(event)
    take_back(event, 2)

    assert (refused.code, refused.facts["verb"]) == ("undo.superseded", "match.finished")
    assert (card_of(event, "A3").status, card_of(event, "A3").start) == ("open", (0, 0))
    assert verify() == []


def test_a_cleared_result_does_not_come_back_under_another_start_score() -> None:
    event = a_drawn_event(8)
    report(event, "A3", 7, 0)
    clear_result(match_of(event, "A3").pk, "wrong slip", a_caller())
    late(event, "A3", TOP, 2)

    refused = refusal(partial(take_back, event, 1), Refused)

    assert (refused.code, refused.facts["verb"]) == ("undo.superseded", "match.penalised")


def test_a_start_is_undone_whatever_was_penalised_after_it() -> None:
    event = a_drawn_event(8)
    start_match(match_of(event, "A3").pk, a_caller())
    late(event, "A3", TOP, 2)

    take_back(event, 1)

    assert (card_of(event, "A3").begun, card_of(event, "A3").start) == (False, (0, 2))


def test_a_penalty_sleeps_while_others_sit_there_and_counts_when_the_two_return() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1", TOP)
    play_code(event, "A2", TOP)
    late(event, "B1", BOTTOM, 1)
    correct_result(match_of(event, "A1").pk, Report(points=(3, 7)), "slip", a_caller())
    other = card_of(event, "B1").start
    correct_result(match_of(event, "A1").pk, Report(points=(7, 3)), "it was right", a_caller())

    assert (other, card_of(event, "B1").start) == ((0, 0), (1, 0))


def test_the_desk_penalises_and_a_stranger_does_not() -> None:
    event = a_drawn_event(8)
    match, desk, stranger = match_of(event, "A3").pk, a_desk_helper(event.tournament.club), a_stranger()

    refusal(lambda: penalise(match, TOP, 1, "", by(stranger)), PermissionDenied)

    assert penalise(match, TOP, 1, "", by(desk)).record is not None


def test_the_row_of_a_penalty_is_held_against_the_facts() -> None:
    event = a_drawn_event(8)
    late(event, "A3", TOP, 2)
    Match.objects.filter(code="A3").update(penalty=None)

    assert [(flaw.code, flaw.where) for flaw in verify()] == [("match.row", f"event {event.pk} A3")]
