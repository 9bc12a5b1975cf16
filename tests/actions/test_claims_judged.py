"""What a phone tells is judged as at the desk: by the rule book, by who tells it, by what is known already."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.core.exceptions import PermissionDenied

from journal.book import Caller
from journal.models import Record
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Side, Win
from tests.contents import nothing_changes, refusal
from tests.factories import a_caller, a_director, a_drawn_event, a_match, by, card_of, match_of, play_code
from tests.phones import a_phone, claims, reporting, says
from tournaments.actions.closing import close_event
from tournaments.actions.matches import claims as acts
from tournaments.actions.matches.calls import penalise
from tournaments.actions.matches.claims import Claimed
from tournaments.actions.matches.results import Report, confirm_result, report_result
from tournaments.actions.phones.links import player
from tournaments.models import Match
from tournaments.tasks import settle_what_is_due

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 15, 42, tzinfo=UTC)
type Clock = Callable[[datetime], None]


# --- The score as it stands


def test_what_falls_short_of_the_length_is_the_score_as_it_stands() -> None:
    match = a_match()
    games = [GameResult(TOP, Win.GAMMON, cube=2), GameResult(BOTTOM)]

    outcome = acts.claim(match.pk, claims(*games), a_phone(match, TOP))

    assert outcome.match is not None
    assert (outcome.match.status, outcome.match.begun, outcome.match.running) == ("open", True, (4, 1))
    kept = Match.objects.select_related("card").get(pk=match.pk).card
    assert kept is not None
    assert kept.games == f'[[{match.top_id},2,"gammon","played"],[{match.bottom_id},1,"single","played"]]'
    with nothing_changes():
        acts.claim(match.pk, claims(*games), a_phone(match, TOP))


def test_of_two_running_scores_the_latest_is_shown() -> None:
    match = a_match()
    says(match, TOP, (3, 1))

    outcome = says(match, BOTTOM, (3, 2))

    assert outcome.match is not None
    assert outcome.match.running == (3, 2)
    assert Record.objects.filter(verb="match.scored").count() == 2


@pytest.mark.parametrize(
    ("posted", "code"),
    [
        (claims(points=(-1, 3)), "score.negative"),
        (claims(points=(7, 7)), "score.both"),
        (claims(), "report.empty"),
        (claims(GameResult(TOP), points=(2, 0)), "score.games"),
        (claims(GameResult(TOP, cube=3)), "cube.value"),
        (claims(*[GameResult(TOP, cube=4)] * 3), "match.over"),
        (Claimed(games=()), "match.unfinished"),
        (claims(GameResult(TOP, Win.BACKGAMMON, cube=2), GameResult(BOTTOM, cube=2)), "crawford.cube"),
    ],
)
def test_the_rule_book_judges_reports(posted: Claimed, code: str) -> None:
    match = a_match()

    assert refusal(lambda: acts.claim(match.pk, posted, a_phone(match, TOP))).code == code


def test_a_claim_is_judged_from_the_start_score() -> None:
    match = a_match()
    penalise(match.pk, BOTTOM, 2, "late", a_caller())

    running = refusal(lambda: says(match, TOP, (1, 0)))
    outcome = says(match, TOP, (7, 0))

    assert running.code == "score.start"
    assert outcome.match is not None
    assert outcome.match.score == (7, 0)


def test_after_a_result_no_running_score_is_accepted() -> None:
    match = a_match()
    says(match, TOP, (7, 5))

    assert refusal(lambda: says(match, BOTTOM, (5, 5))).code == "claim.unfinished"


# --- What changes nothing, and what is refused


@pytest.mark.parametrize("who", [TOP, BOTTOM])
def test_who_tells_the_same_again_is_answered_without_a_new_record(who: Side) -> None:
    match = a_match()
    points = (7, 5)
    first = says(match, who, points)

    with nothing_changes():
        again = says(match, who, points)

    assert (again.record, again.match) == (None, first.match)


def test_games_reported_after_the_bare_score_are_new() -> None:
    match = a_match()
    says(match, TOP, (7, 0))

    outcome = acts.claim(match.pk, claims(*[GameResult(TOP)] * 7), a_phone(match, TOP))

    assert outcome.record is not None
    with nothing_changes():
        acts.claim(match.pk, claims(*[GameResult(TOP)] * 7), a_phone(match, TOP))


def test_after_the_desks_result_an_equal_claim_changes_nothing_and_another_is_refused() -> None:
    match = a_match()
    report_result(match.pk, Report(points=(7, 5)), a_caller())

    with nothing_changes():
        equal = says(match, BOTTOM, (7, 5))
        score = refusal(lambda: says(match, BOTTOM, (7, 3)))
        winner = refusal(lambda: says(match, BOTTOM, (5, 7)))

    assert (equal.record, equal.match and equal.match.score) == (None, (7, 5))
    for refused in (score, winner):
        assert (refused.code, refused.facts["match"].score) == ("match.settled", (7, 5))


def test_nobody_but_the_two_tells_anything() -> None:
    event = a_drawn_event(4, "none")
    match, stranger = match_of(event, "A1"), a_phone(match_of(event, "A2"), TOP)

    refusal(lambda: acts.confirm_claim(match.pk, stranger), PermissionDenied)
    refusal(lambda: acts.contest(match.pk, stranger), PermissionDenied)
    refusal(lambda: acts.claim(match.pk, claims(points=(7, 5)), stranger), PermissionDenied)
    refusal(lambda: acts.claim(match.pk, claims(points=(7, 5)), a_caller()), PermissionDenied)
    director = by(a_director(event.tournament.club))
    refusal(lambda: acts.claim(match.pk, claims(points=(7, 5)), director), PermissionDenied)


def test_a_player_may_do_nothing_that_the_desk_may() -> None:
    match = a_match()
    caller = a_phone(match, TOP)

    refusal(lambda: report_result(match.pk, Report(points=(7, 5)), caller), PermissionDenied)
    refusal(lambda: confirm_result(match.pk, caller), PermissionDenied)


def test_in_a_closed_event_nobody_tells_anything() -> None:
    match = a_match()
    caller = a_phone(match, TOP)
    close_event(match.draw.event_id, a_caller())

    refusal(lambda: acts.claim(match.pk, claims(points=(7, 5)), caller), PermissionDenied)


def test_where_phones_are_off_the_desk_enters_the_results() -> None:
    match = a_match()
    reporting(match.draw.event, phones=False)

    assert refusal(lambda: says(match, TOP, (7, 5))).code == "reports.off"


def test_without_grace_the_winners_word_stands_with_the_next_page(at: Clock) -> None:
    match = a_match()
    reporting(match.draw.event, grace=0)
    at(NOW)

    outcome = says(match, TOP, (7, 5))
    settle_what_is_due(NOW)

    assert outcome.match is not None
    assert (outcome.match.settled, outcome.match.deadline) == (False, NOW)
    assert card_of(match.draw.event, "A1").settled


def test_whoever_saw_others_is_refused() -> None:
    match = a_match()

    refused = refusal(lambda: acts.claim(match.pk, claims(points=(7, 5), between=(98, 99)), a_phone(match, TOP)))

    assert refused.code == "match.players"


def test_a_match_without_an_opponent_takes_no_claim() -> None:
    event = a_drawn_event(4, "none")
    play_code(event, "A1")
    waiting, winner = match_of(event, "B1"), card_of(event, "A1").top
    assert winner is not None

    refused = refusal(lambda: acts.claim(waiting.pk, claims(points=(7, 5)), Caller(actor=player(winner.entrant))))

    assert refused.code == "match.waiting"
