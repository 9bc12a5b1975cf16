"""Start, report, forfeit, confirm: the state after, the record, and nothing changed when refused."""

import json
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from journal.book import Previewed
from journal.models import Record
from journal.refusals import Refused, SeenNeeded, Superseded, Unknown
from rules.draws.corrections import Choice
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Ended, Side, Win
from tests.contents import nothing_changes, refusal
from tests.factories import (
    a_caller,
    a_club,
    a_director,
    a_drawn_event,
    a_match,
    a_stranger,
    an_owner,
    by,
    card_of,
    match_of,
    play,
    play_code,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.matches.corrections import AffectedChoices, correct_result
from tournaments.actions.matches.results import Report, confirm_result, report_result, start_match
from tournaments.models import Game, Match, Result, Start

pytestmark = pytest.mark.django_db


def last_record() -> Record:
    return Record.objects.order_by("-pk")[0]


def facts_of(record: Record) -> list[list[Any]]:
    facts: list[list[Any]] = json.loads(record.body)["facts"]
    return facts


# --- Start


def test_a_start_makes_a_match_begun_and_is_a_fact() -> None:
    match = a_match()

    outcome = start_match(match.pk, a_caller())

    match.refresh_from_db()
    assert (match.begun, match.status, match.version) == (True, 1, 1)
    assert outcome.match is not None
    assert (outcome.match.begun, outcome.match.status, outcome.moved) == (True, "open", ())
    assert last_record().verb == "match.started"
    fact = Start.objects.get()
    assert facts_of(last_record()) == [["tournaments.start", fact.sealed()]]
    assert {fact.first_id, fact.second_id} == {match.top_id, match.bottom_id}


def test_a_match_starts_once() -> None:
    match = a_match()
    start_match(match.pk, a_caller())

    assert refusal(lambda: start_match(match.pk, a_caller())).code == "match.begun"


@pytest.mark.parametrize(("code", "refused"), [("A1", "match.bye"), ("B2", "match.waiting"), ("D1", "match.void")])
def test_only_an_open_match_starts_or_is_reported(code: str, refused: str) -> None:
    match = match_of(a_drawn_event(5), code)

    assert refusal(lambda: start_match(match.pk, a_caller())).code == refused
    assert refusal(lambda: report_result(match.pk, Report(points=(7, 3)), a_caller())).code == refused


# --- Results


def test_a_score_is_a_result_and_the_winner_goes_on_and_the_loser_drops() -> None:
    event = a_drawn_event(4)
    match = match_of(event, "A1")

    outcome = play(match, TOP, 3)

    card = card_of(event, "A1")
    assert outcome.match == card
    assert (card.status, card.score, card.winner, card.goes_on, card.how) == ("finished", (7, 3), TOP, TOP, "played")
    assert (card.settled, card.begun, card.version) == (True, True, 2)
    assert outcome.moved == ("A1", "B1", "C1")
    assert card_of(event, "B1").top == card.top
    assert card_of(event, "C1").top == card.bottom
    result = Result.objects.get()
    assert (result.winner_id, result.points_of(match.top_id or 0), result.points_of(match.bottom_id or 0)) == (
        match.top_id, 7, 3,
    )  # fmt: skip
    assert last_record().verb == "match.finished"
    assert facts_of(last_record()) == [["tournaments.result", result.sealed()]]


def test_the_bottom_player_wins_with_the_same_words() -> None:
    event = a_drawn_event(4)

    play_code(event, "A2", BOTTOM, 6)

    card = card_of(event, "A2")
    assert (card.score, card.winner) == ((6, 7), BOTTOM)
    assert card_of(event, "B1").bottom == card.bottom


def test_points_beyond_the_length_are_kept_and_shown_capped() -> None:
    match = a_match(length=7)

    outcome = report_result(match.pk, Report(points=(12, 0)), a_caller())

    assert outcome.match is not None
    assert (outcome.match.raw, outcome.match.score) == ((12, 0), (7, 0))


def test_games_are_facts_in_their_order() -> None:
    match = a_match(length=5)
    games = (GameResult(BOTTOM, cube=1, ended=Ended.DROP), GameResult(TOP, Win.GAMMON, 2), GameResult(TOP))

    outcome = report_result(match.pk, Report(games=games), a_caller())

    assert outcome.match is not None
    assert (outcome.match.score, outcome.match.winner) == ((5, 1), TOP)
    kept = Game.objects.order_by("number").values_list("number", "winner", "cube", "win", "ended")
    assert list(kept) == [
        (1, match.bottom_id, 1, "single", "drop"),
        (2, match.top_id, 2, "gammon", "played"),
        (3, match.top_id, 1, "single", "played"),
    ]
    assert [name for name, _ in facts_of(last_record())] == ["tournaments.result"] + ["tournaments.game"] * 3


def test_what_is_odd_about_a_score_is_noted_and_stands() -> None:
    outcome = report_result(a_match(length=6).pk, Report(points=(6, 0)), a_caller())

    assert [note.code for note in outcome.notes] == ["length.even"]


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (Report(points=(7, 7)), "score.both"),
        (Report(points=(6, 3)), "score.winner"),
        (Report(points=(-1, 7)), "score.negative"),
        (Report(), "report.empty"),
        (Report(games=()), "match.unfinished"),
        (Report(games=(GameResult(TOP),)), "match.unfinished"),
        (Report(games=(GameResult(TOP, cube=3),)), "cube.value"),
        (Report(games=(GameResult(TOP, cube=0),)), "cube.value"),
        (Report(games=(GameResult(TOP),) * 8), "match.over"),
        (Report(games=(GameResult(TOP),) * 7, points=(7, 1)), "score.games"),
        (Report(forfeit=(TOP,), why="lazy"), "forfeit.why"),
        (Report(forfeit=(TOP,), why="retired", points=(7, 3)), "forfeit.score"),
        (Report(forfeit=(TOP,), why="retired", points=(-1, 3)), "score.negative"),
        (Report(forfeit=(TOP,), why="retired", games=(GameResult(TOP, cube=0),)), "cube.value"),
        (Report(forfeit=(TOP,), why="retired", games=(GameResult(TOP),) * 7), "forfeit.score"),
        (Report(forfeit=(TOP,), why="retired", games=(GameResult(TOP),), points=(2, 0)), "score.games"),
    ],
)
def test_a_result_that_cannot_be_is_refused_by_the_rule_book(report: Report, code: str) -> None:
    match = a_match()

    assert refusal(lambda: report_result(match.pk, report, a_caller())).code == code


# --- Forfeits


@pytest.mark.parametrize("why", ["no_show", "walkover", "retired", "withdrawn"])
@pytest.mark.parametrize("side", [TOP, BOTTOM])
def test_who_forfeits_loses_and_drops(side: Side, why: str) -> None:
    event = a_drawn_event(4)

    report_result(match_of(event, "A1").pk, Report(forfeit=(side,), why=why), a_caller())

    card = card_of(event, "A1")
    assert (card.status, card.winner, card.score, card.how) == ("finished", side.other, None, why)
    loser = card.top if side is TOP else card.bottom
    assert card_of(event, "C1").top == loser


def test_when_both_forfeit_both_sides_are_empty_from_there_on() -> None:
    event = a_drawn_event(4)
    play_code(event, "A2", TOP)

    report_result(match_of(event, "A1").pk, Report(forfeit=(TOP, BOTTOM), why="no_show"), a_caller())

    card = card_of(event, "A1")
    assert (card.status, card.winner, card.goes_on, card.how) == ("finished", None, None, "no_show")
    assert Result.objects.order_by("-pk")[0].winner_id is None
    assert (card_of(event, "B1").status, card_of(event, "B1").top) == ("bye", None)
    assert card_of(event, "C1").status == "bye"


def test_points_and_games_may_stand_beside_a_forfeit() -> None:
    by_points = report_result(a_match().pk, Report(forfeit=(TOP,), why="retired", points=(5, 2)), a_caller())
    games = (GameResult(TOP, cube=2), GameResult(BOTTOM))
    by_games = report_result(a_match().pk, Report(forfeit=(BOTTOM,), why="retired", games=games), a_caller())

    assert by_points.match is not None
    assert by_games.match is not None
    assert (by_points.match.score, by_points.match.winner) == ((5, 2), BOTTOM)
    assert (by_games.match.score, by_games.match.winner) == ((2, 1), TOP)
    assert Game.objects.count() == 2


# --- Provisional results


def test_a_provisional_result_counts_at_once_and_is_settled_by_confirming() -> None:
    event = a_drawn_event(4)
    match = match_of(event, "A1")
    report_result(match.pk, Report(points=(7, 3), settled=False), a_caller())
    before = card_of(event, "A1")

    outcome = confirm_result(match.pk, a_caller())

    after = card_of(event, "A1")
    assert (before.status, before.settled, after.settled) == ("finished", False, True)
    assert card_of(event, "B1").top == before.top
    assert (after.version, outcome.moved) == (before.version, ())
    assert last_record().verb == "match.settled"
    assert [name for name, _ in facts_of(last_record())] == ["tournaments.confirmation"]


def test_what_is_settled_or_not_finished_is_not_confirmed() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")

    assert refusal(lambda: confirm_result(match_of(event, "A1").pk, a_caller())).code == "match.settled"
    assert refusal(lambda: confirm_result(match_of(event, "A2").pk, a_caller())).code == "match.unfinished"


# --- What the reporter saw


def test_a_finished_match_is_not_reported_again() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1", TOP, 3)

    refused = refusal(lambda: report_result(match_of(event, "A1").pk, Report(points=(3, 7)), a_caller()), Refused)

    assert (refused.code, refused.status) == ("match.finished", 409)
    assert refused.facts["match"] == card_of(event, "A1")


def test_an_old_version_is_stale_and_shows_the_match_as_it_is() -> None:
    match = a_match()
    play(match)

    refused = refusal(lambda: report_result(match.pk, Report(points=(7, 3)), a_caller(seen=1)), Refused)

    assert (refused.code, refused.status) == ("stale", 409)
    assert (refused.facts["seen"], refused.facts["version"], refused.facts["match"].status) == (1, 2, "finished")


@pytest.mark.parametrize("turned", [False, True])
def test_between_names_the_two_in_any_order(turned: bool) -> None:
    match = a_match()
    pair = (match.top_id or 0, match.bottom_id or 0)

    outcome = report_result(match.pk, Report(points=(7, 3), between=pair[::-1] if turned else pair), a_caller())

    assert outcome.match is not None
    assert outcome.match.winner is TOP


def test_a_report_about_others_is_refused_with_who_sits_there() -> None:
    event = a_drawn_event(4)
    match, others = match_of(event, "A1"), match_of(event, "A2")
    report = Report(points=(7, 3), between=(others.top_id or 0, match.bottom_id or 0))

    for act in (
        lambda: report_result(match.pk, report, a_caller()),
        lambda: start_match(match.pk, a_caller(), report.between),
    ):
        refused = refusal(act, Refused)
        assert (refused.code, refused.status) == ("match.players", 409)
        assert refused.facts["match"] == card_of(event, "A1")


def a_match_of_others() -> tuple[Match, int]:
    """Return a final that was open between two others before, and its version then."""
    event = a_drawn_event(4)
    play_code(event, "A1")
    play_code(event, "A2")
    before = match_of(event, "B1").version
    correct_result(match_of(event, "A1").pk, Report(points=(3, 7)), "written down wrong", a_caller())
    return match_of(event, "B1"), before


def test_a_report_of_a_match_that_had_other_players_must_name_the_players_seen() -> None:
    match, before = a_match_of_others()
    report = Report(points=(7, 3))

    needed = refusal(lambda: report_result(match.pk, report, a_caller()), SeenNeeded)
    stale = refusal(lambda: report_result(match.pk, report, a_caller(seen=before)), Refused)
    start = refusal(lambda: start_match(match.pk, a_caller()), SeenNeeded)

    assert (needed.code, needed.status, start.code) == ("seen.needed", 428, "seen.needed")
    assert needed.facts["match"].version == match.version
    assert (stale.code, stale.status) == ("stale", 409)
    start_match(match.pk, a_caller(seen=match.version))
    both = (match.top_id or 0, match.bottom_id or 0)
    assert report_result(match.pk, Report(points=(7, 3), between=both), a_caller()).match is not None


# --- Who may, and what was replaced


def test_a_stranger_may_do_nothing_and_a_director_only_in_their_own_club() -> None:
    match = a_match()
    club = match.draw.event.tournament.club
    own, other = a_director(club), a_director(a_club("Wien"), "sten@barpoint.example")

    for user in (a_stranger(), other):
        refusal(partial(start_match, match.pk, by(user)), PermissionDenied)
        refusal(partial(report_result, match.pk, Report(points=(7, 3)), by(user)), PermissionDenied)
        refusal(partial(confirm_result, match.pk, by(user)), PermissionDenied)

    start_match(match.pk, by(own))
    report_result(match.pk, Report(points=(7, 3), settled=False), by(own))
    assert confirm_result(match.pk, by(an_owner())).match is not None
    assert [record.page.actor for record in Record.objects.filter(verb="match.started")] == [f"user:{own.pk}"]


def test_a_match_that_does_not_exist_is_unknown() -> None:
    assert refusal(lambda: start_match(999, a_caller()), Unknown).code == "match.unknown"


def test_a_match_of_a_superseded_draw_names_the_one_that_took_its_place() -> None:
    event = a_drawn_event(4)
    old = match_of(event, "A1")
    make_draw(event.pk, "another key", a_caller())

    refused = refusal(lambda: report_result(old.pk, Report(points=(7, 3)), a_caller()), Superseded)

    assert (refused.code, refused.status) == ("draw.superseded", 410)
    assert refused.facts["match"] == match_of(event, "A1").pk


def test_a_preview_of_a_report_changes_nothing_and_says_what_would_move() -> None:
    match = match_of(a_drawn_event(4), "A1")
    caller = a_caller(preview=True, render=lambda outcome: outcome.moved)

    with nothing_changes(), pytest.raises(Previewed) as previewed:
        report_result(match.pk, Report(points=(7, 3)), caller)

    assert previewed.value.answer == '["A1","B1","C1"]'


def test_a_choice_for_what_is_not_affected_is_refused() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1")
    elsewhere = AffectedChoices(each={match_of(event, "A2").pk: Choice.VOID})

    refused = refusal(
        lambda: correct_result(match_of(event, "A1").pk, Report(points=(3, 7)), "slip", a_caller(), elsewhere)
    )

    assert refused.code == "affected.unknown"
