"""A match as everybody sees it: its state, its winner and its ruling, from the columns of one row."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from journal.models import Record, Stream
from rules.draws.derive import Status
from rules.draws.match_state import State
from rules.formats.course import courses
from rules.formats.registry import compile_plan, read_format
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Win
from tests.factories import a_caller, a_drawn_event, a_match, match_of, play, undo
from tests.phones import a_phone, claims
from tournaments.actions.matches.calls import call_match, penalise
from tournaments.actions.matches.claims import claim
from tournaments.actions.matches.corrections import clear_result
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.actions.steps import Outcome as Done
from tournaments.models import Match
from tournaments.read.draws.view import draw_view, match_list, one_match
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of
from tournaments.read.matches.from_row import kept_matches, match_view
from tournaments.read.matches.own import Outcome, OwnMatch
from tournaments.read.matches.row import WITH, MatchRow, row_of
from tournaments.read.matches.view import MatchTimes, MatchView, PlayerView, RulingKind

ANN, BOB = 1, 2
NAMES = {ANN: "Ann", BOB: "Bob"}
A1 = courses(compile_plan(4, read_format({"consolation": "progressive"})))[0]
EMPTY: dict[str, Any] = dict.fromkeys(MatchRow._fields)
OPEN = EMPTY | {
    "pk": 10, "draw": 1, "place": 0, "code": "A1", "bracket": "main", "round": 1, "number": 1, "length": 7,
    "version": 1, "top": ANN, "bottom": BOB, "status": int(Status.OPEN), "begun": False, "settled": False,
    "ruled": False, "contested": False,
}  # fmt: skip
PLAYED = OPEN | {
    "status": int(Status.FINISHED), "begun": True, "settled": True, "goes_on": ANN, "drops": BOB, "result": 5,
    "how": "played", "winner": ANN, "result_first": BOB, "result_points": 3, "result_second": 9,
}  # fmt: skip


def row(columns: dict[str, Any], **more: Any) -> MatchRow:
    return MatchRow(**columns | more)


def view(columns: dict[str, Any], **more: Any) -> MatchView:
    return match_view(row(columns, **more), NAMES, A1, lambda _: ("B1",))


@pytest.mark.parametrize(
    ("columns", "more", "state"),
    [
        (OPEN, {"status": Status.WAITING, "bottom": None}, State.WAITING),
        (OPEN, {}, State.READY),
        (OPEN, {"table": "4"}, State.CALLED),
        (OPEN, {"table": "", "begun": True}, State.PLAYING),
        (OPEN, {"table": "4", "begun": True}, State.PLAYING),
        (OPEN, {"status": Status.DISPUTED, "begun": True}, State.DISPUTED),
        (OPEN, {"status": Status.BYE, "bottom": None, "goes_on": ANN}, State.BYE),
        (OPEN, {"status": Status.VOID, "top": None, "bottom": None}, State.VOID),
        (PLAYED, {"settled": False}, State.UNSETTLED),
        (PLAYED, {}, State.FINAL),
        (PLAYED, {"contested": True}, State.FINAL),
        (PLAYED, {"how": "walkover"}, State.WALKOVER),
        (PLAYED, {"how": "no_show"}, State.NO_SHOW),
        (PLAYED, {"how": "no_show", "winner": None, "goes_on": None, "drops": None}, State.NO_SHOW),
        (PLAYED, {"how": "retired"}, State.RETIRED),
        (PLAYED, {"result": None, "how": None, "winner": None}, State.WITHDRAWN),
        (PLAYED, {"goes_on": BOB, "drops": ANN}, State.RULING),
        (PLAYED, {"goes_on": BOB, "drops": ANN, "settled": False}, State.UNSETTLED),
        (PLAYED, {"result": None, "how": None, "winner": None, "ruled": True}, State.RULING),
    ],
)
def test_a_match_has_one_state(columns: dict[str, Any], more: dict[str, Any], state: State) -> None:
    assert view(columns, **more).state is state


def test_points_are_named_by_side_and_capped_at_the_length() -> None:
    match = view(PLAYED)

    assert (match.score, match.raw, match.texts) == ((7, 3), (9, 3), ("7", "3"))


def test_a_kept_match_has_a_winner_and_another_who_goes_on() -> None:
    match = view(PLAYED, goes_on=BOB, drops=ANN)

    assert (match.winner, match.goes_on, match.on, match.off) == (TOP, BOTTOM, BOB, ANN)
    assert match.ruling is not None
    assert (match.ruling.kind, match.ruling.goes_on, match.ruling.kept) == (
        RulingKind.KEPT,
        PlayerView(BOB, "Bob"),
        ("B1",),
    )


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"goes_on": BOB}, RulingKind.KEPT),
        ({"how": "no_show", "winner": None}, RulingKind.KEPT),
        ({"result": None, "how": None, "winner": None, "ruled": True}, RulingKind.ALONE),
        ({"result": None, "how": None, "winner": None, "ruled": True, "contested": True}, RulingKind.DISPUTED),
    ],
)
def test_a_ruling_says_what_became_of_the_result(more: dict[str, Any], kind: RulingKind) -> None:
    ruling = view(PLAYED, **more).ruling

    assert ruling is not None
    assert ruling.kind is kind


@pytest.mark.parametrize(
    "more",
    [{}, {"how": "no_show", "winner": None, "goes_on": None}, {"result": None, "how": None, "winner": None}],
    ids=["played", "neither came", "withdrawn"],
)
def test_without_a_ruling_nobody_asks_what_is_kept(more: dict[str, Any]) -> None:
    def kept(_: MatchRow) -> tuple[str, ...]:
        raise AssertionError

    assert match_view(row(PLAYED, **more), NAMES, A1, kept).ruling is None


def test_the_next_match_of_each_is_kept_where_it_has_begun_byes_passed_over() -> None:
    ruled = row(PLAYED, goes_on=BOB, drops=ANN)
    bye = row(OPEN, place=1, code="B1", top=BOB, bottom=None, status=int(Status.BYE))
    final = row(PLAYED, place=2, code="C1", top=BOB, bottom=3)
    later = row(PLAYED, place=3, code="D1", top=BOB, bottom=4)
    below = row(OPEN, place=4, code="F1", top=5, bottom=ANN)

    assert kept_matches(ruled, [bye, final, later, below]) == ("C1",)
    assert kept_matches(ruled, [bye, final, later, below._replace(begun=True)]) == ("C1", "F1")
    assert kept_matches(ruled, [bye, below]) == ()


def test_a_match_is_won_and_lost_by_its_result_whoever_goes_on() -> None:
    match = view(PLAYED, goes_on=BOB, drops=ANN)
    ann, bob = OwnMatch(match, TOP), OwnMatch(match, BOTTOM)

    assert (ann.outcome, ann.goes_on, ann.score) == (Outcome.WON, False, (7, 3))
    assert (bob.outcome, bob.goes_on, bob.score) == (Outcome.LOST, True, (3, 7))
    assert OwnMatch(view(PLAYED, how="no_show", winner=None, goes_on=None), TOP).outcome is Outcome.NEITHER
    assert OwnMatch(view(OPEN), TOP).outcome is None


def test_a_dispute_shows_both_claims_top_first() -> None:
    claims = {
        "status": int(Status.DISPUTED), "top_claim": 8, "top_winner": ANN, "top_first": ANN, "top_points": 8,
        "top_second": 1, "bottom_claim": 9, "bottom_winner": BOB, "bottom_first": ANN, "bottom_points": 2,
        "bottom_second": 7,
    }  # fmt: skip
    match = view(OPEN, **claims)

    assert match.disputed == ((7, 1), (2, 7))
    assert match.texts == ("7 / 2", "1 / 7")
    assert view(OPEN, **claims | {"bottom_claim": None}).disputed == ((7, 1), None)


@pytest.mark.django_db
def test_penalty_points_that_come_after_a_score_card_are_added_to_its_games() -> None:
    match = a_match()
    claim(match.pk, claims(GameResult(TOP, cube=2), GameResult(BOTTOM, Win.GAMMON, 2)), a_phone(match, TOP))

    penalise(match.pk, BOTTOM, 2, "", a_caller())
    late = one_match(match.pk)
    penalise(match.pk, BOTTOM, 0, "", a_caller())
    forgiven = one_match(match.pk)

    assert (late.start, late.running) == ((2, 0), (4, 4))
    assert (forgiven.start, forgiven.running) == ((0, 0), (2, 4))


@pytest.mark.django_db
def test_a_running_score_without_games_stays_as_it_was_reported() -> None:
    match = a_match()
    claim(match.pk, claims(points=(3, 2)), a_phone(match, TOP))

    penalise(match.pk, BOTTOM, 2, "", a_caller())

    assert one_match(match.pk).running == (3, 2)


def test_a_deadline_ends_when_the_result_is_settled() -> None:
    at = datetime(2026, 11, 21, 15, 52, tzinfo=UTC)

    assert view(PLAYED, settled=False, deadline=at).deadline == at
    assert view(PLAYED, deadline=at).deadline is None


# --- The query of a draw and a row at hand


@pytest.mark.django_db
def test_a_draw_and_each_of_its_matches_are_read_alike() -> None:
    event = a_drawn_event(5)
    first, second = match_list(event.pk, "open")[:2]
    play(first, BOTTOM, 4)
    start_match(second.id, a_caller())
    report_result(second.id, Report(points=(7, 0), settled=False), a_caller())
    event.refresh_from_db()
    names = names_in(event.pk)

    draw = draw_view(draw_of(event), names)

    assert [one_match(match.id) for match in draw.matches] == list(draw.matches)
    at_hand = Match.objects.select_related(*WITH).order_by("place")
    plain = [
        match_view(row_of(match, match.result), names, seen.course, lambda _: (), seen.depends_on)
        for match, seen in zip(at_hand, draw.matches, strict=True)
    ]
    assert plain == list(draw.matches)


@pytest.mark.django_db
def test_a_table_is_read_in_the_letters_in_which_it_was_typed() -> None:
    event = a_drawn_event(4)

    call_match(match_of(event, "A1").pk, '"\\ \N{SNOWMAN} Ü', a_caller())

    assert [match.table for match in match_list(event.pk)] == ['"\\ \N{SNOWMAN} Ü', "", "", ""]


@pytest.mark.django_db
def test_times_follow_what_was_entered_and_end_with_it() -> None:
    match = match_of(a_drawn_event(4), "A1")
    acts: list[Callable[[], Done]] = [
        lambda: call_match(match.pk, "4", a_caller()),
        lambda: start_match(match.pk, a_caller()),
        lambda: report_result(match.pk, Report(points=(7, 2)), a_caller()),
        lambda: clear_result(match.pk, "wrong match", a_caller()),
    ]
    seen: list[MatchTimes] = []
    written: list[datetime] = []
    for act in acts:
        after = act().match
        assert after == one_match(match.pk)
        seen.append(one_match(match.pk).times)
        written.append(Record.objects.order_by("-pk")[0].at)
    called, started, finished, _ = written

    assert seen == [
        MatchTimes(called, None, None, None),
        MatchTimes(called, started, None, None),
        MatchTimes(called, started, None, finished),
        MatchTimes(None, None, None, None),
    ]


@pytest.mark.django_db
def test_a_match_whose_start_is_undone_or_whose_call_is_taken_back_has_no_such_time() -> None:
    match = match_of(a_drawn_event(4), "A1")
    tournament = match.draw.event.tournament
    call_match(match.pk, "4", a_caller())
    start_match(match.pk, a_caller())

    undo(tournament.pk, Stream.objects.get(pk=tournament.stream_id).number, a_caller())
    assert (one_match(match.pk).times.started, one_match(match.pk).began) == (None, None)

    call_match(match.pk, "", a_caller())
    assert one_match(match.pk).times.called is None
