"""Ladders in a club: what is entered, who may, what the clock settles, and undoing."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from clubs.actions.ladders.entering import Entry, enter_on_ladder, join_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.undo import undo
from clubs.models import Club, LadderPlayer, User
from clubs.read.ladders.view import LadderView, ladder_of, ladder_view, ladders_of
from journal.models import Record, Stream
from journal.refusals import Refused, Unreadable
from journal.verify import verify
from rules.errors import RuleBroken
from tests.clubs.ladders.ladders import ANN, BOB, CID, DEE, EVE, FAY, a_ladder, at, enter, order
from tests.contents import refusal
from tests.factories import a_caller, a_club, a_desk_helper, a_director, a_member, a_stranger, by

pytestmark = pytest.mark.django_db


def again(view: LadderView) -> LadderView:
    return ladder_view(ladder_of(view.ladder.pk))


def last(view: LadderView) -> Record:
    return Record.objects.filter(stream=view.ladder.club.stream).order_by("-number")[0]


def undone(view: LadderView, number: int) -> LadderView:
    undo("club", view.ladder.club_id, number, a_caller())
    return again(view)


def test_a_challenge_that_is_won_takes_the_place_and_everybody_has_their_reason() -> None:
    view = a_ladder()

    enter(view, "2026-03-03T20:00", "challenge", a=EVE, b=BOB)
    view = enter(view, "2026-03-05T21:00", "result", challenge=1, winner=EVE, points=(11, 7))

    assert order(view) == "AEBCDF"
    assert [(view.name(each.player), each.before, each.after, each.reason) for each in view.changes] == [
        ("Eve", 5, 2, "won"),
        ("Bob", 2, 3, "lost"),
        ("Cid", 3, 4, "made_room"),
        ("Dee", 4, 5, "made_room"),
    ]
    assert (view.results[1].won, view.results[1].lost, view.open) == (11, 7, [])
    assert verify() == []


def test_the_clock_settles_what_is_due_in_order_before_anything_else_and_dates_it() -> None:
    view = a_ladder(preset="rac")
    enter(view, "2026-03-03T19:00", "challenge", a=FAY, b=EVE)
    enter(view, "2026-03-04T19:00", "challenge", a=DEE, b=CID)

    view = enter(view, "2026-03-20T12:00", "challenge", a=BOB, b=ANN)

    assert order(view) == "ABDCFE"
    settled = Record.objects.filter(stream=view.ladder.club.stream, verb="ladder.settled").order_by("number")
    assert [f"{record.at:%d %H:%M}" for record in settled] == ["10 19:00", "11 19:00"]
    assert f"{view.ladder.club.stream.name}" == f"club:{view.ladder.club_id}"
    assert f"{Stream.objects.get(pk=view.ladder.club.stream_id).due_at:%d %H:%M}" == "27 12:00"
    assert verify() == []


def test_a_deadline_over_the_change_of_the_clock_is_the_same_time_of_the_day() -> None:
    view = a_ladder(preset="rac")

    view = enter(view, "2026-03-26T19:00", "challenge", a=FAY, b=EVE)

    # 20:00 in Madrid before and after the night of 29 March.
    assert f"{view.open[0].deadline:%d %H:%M}" == "02 18:00"


def test_a_late_result_from_before_the_deadline_is_replayed() -> None:
    view = a_ladder(preset="rac")
    enter(view, "2026-03-03T19:00", "challenge", a=FAY, b=EVE)
    with at("2026-03-11T19:00"):
        settled = enter_on_ladder(view.ladder.pk, Entry("freeze", who=ANN), a_caller())
    played = last(view).at.replace(day=9, hour=20)

    view = enter(view, "2026-03-12T19:00", "result", challenge=1, winner=EVE, at=played)

    assert order(settled) == "ABCDFE"
    # Fay lost: down one is no move at the end, Eve goes up one.
    assert order(view) == "ABCEDF"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"do": "challenge", "a": FAY, "b": BOB}, "ladder.out_of_range"),
        ({"do": "challenge", "a": ANN, "b": BOB}, "ladder.below"),
        ({"do": "challenge", "a": BOB, "b": 9}, "ladder.not_on_ladder"),
        ({"do": "challenge", "a": DEE, "b": CID}, "ladder.already_open"),
        ({"do": "accept", "challenge": 2}, "ladder.no_challenge"),
        ({"do": "result", "challenge": 1, "winner": ANN}, "ladder.not_playing"),
        ({"do": "correct", "challenge": 1, "winner": CID}, "ladder.no_result"),
        ({"do": "thaw", "who": ANN}, "ladder.not_frozen"),
        ({"do": "result", "challenge": 1, "winner": CID, "points": (7, 7)}, "ladder.points"),
        ({"do": "tick"}, "ladder.do"),
        ({"do": "join", "who": 7}, "ladder.do"),
        ({"do": "dance"}, "ladder.do"),
    ],
)
def test_what_the_rules_refuse_changes_nothing(more: dict[str, Any], code: str) -> None:
    view = enter(a_ladder(), "2026-03-03T20:00", "challenge", a=DEE, b=CID)
    before = last(view).number

    assert refusal(lambda: enter(view, "2026-03-04T20:00", **more)).code == code
    assert last(view).number == before


def test_players_act_for_themselves_the_desk_for_everybody_and_directors_correct() -> None:
    club = a_club()
    view = a_ladder(club)
    member, stranger, helper, director = a_member(club), a_stranger(), a_desk_helper(club), a_director(club)
    enter_as = partial(_refused, view)

    with at("2026-03-03T20:00"):
        view = join_ladder(view.ladder.pk, "", by(member))
    assert (order(view), view.number_of(member.pk)) == ("ABCDEFH", 7)
    enter_as(member, do="challenge", a=FAY, b=EVE)
    enter_as(stranger, do="challenge", a=7, b=EVE)
    enter(view, "2026-03-03T21:00", "challenge", by(member), a=7, b=EVE)
    # Only the challenged player answers, and neither of them corrects.
    enter_as(member, do="accept", challenge=1)
    enter(view, "2026-03-03T22:00", "accept", by(helper), challenge=1)
    enter(view, "2026-03-04T20:00", "result", by(member), challenge=1, winner=7)
    # What a player reports in their own favour waits for the desk, or for the clock.
    enter(view, "2026-03-04T20:01", "result", by(helper), challenge=1, winner=7)
    enter_as(member, do="correct", challenge=1, winner=EVE)
    enter_as(helper, do="correct", challenge=1, winner=EVE)
    view = enter(view, "2026-03-04T21:00", "correct", by(director), challenge=1, winner=EVE)

    assert order(view) == "ABCDEFH"
    assert verify() == []


def _refused(view: LadderView, user: User, **entry: Any) -> None:
    refusal(lambda: enter(view, "2026-03-04T19:00", caller=by(user), **entry), PermissionDenied)


def test_a_player_who_left_comes_back_under_their_name() -> None:
    view = a_ladder()
    enter(view, "2026-03-03T20:00", "leave", who=BOB)

    with at("2026-03-04T20:00"):
        view = join_ladder(view.ladder.pk, "Bob", a_caller())
        taken = refusal(lambda: join_ladder(view.ladder.pk, "Bob", a_caller()), Refused)

    assert (order(view), taken.code) == ("ACDEFB", "ladder.already_on_ladder")
    assert LadderPlayer.objects.filter(ladder=view.ladder).count() == 6


def test_undoing_replays_without_it_and_later_records_come_first() -> None:
    view = enter(a_ladder(), "2026-03-03T20:00", "challenge", a=EVE, b=BOB)
    challenged = last(view).number
    view = enter(view, "2026-03-05T21:00", "result", challenge=1, winner=EVE)
    won = last(view).number

    refused = refusal(lambda: undo("club", view.ladder.club_id, challenged, a_caller()), Refused)
    without_result = undone(view, won)
    without_challenge = undone(view, challenged)
    view = enter(view, "2026-03-06T20:00", "challenge", a=DEE, b=CID)

    assert (refused.code, refused.facts["by"]) == ("undo.superseded", won)
    assert (order(without_result), [each.number for each in without_result.open]) == ("ABCDEF", [1])
    assert without_challenge.open == []
    # A number is not given twice.
    assert [each.number for each in view.open] == [2]
    assert verify() == []


def test_a_ladder_that_is_undone_is_not_there_any_more() -> None:
    view = a_ladder()

    undo("club", view.ladder.club_id, last(view).number, a_caller())

    assert ladders_of(Club.objects.get(pk=view.ladder.club_id)) == []


@pytest.mark.parametrize(
    ("opening", "code"),
    [
        (Opening(""), "name.empty"),
        (Opening("Winter", ["Ann", "Ann"]), "ladder.same_name"),
        (Opening("Winter", options={"preset": "chess"}), "ladder.options"),
        (Opening("Winter", options={"speed": 3}), "ladder.options"),
        (Opening("Winter", options={"mode": "swap", "reach": 2, "reach_in": "rungs"}), "ladder.settings"),
        (Opening("Winter", zone="Mars/Olympus"), "ladder.zone"),
        (Opening("Winter", [f"Player {number}" for number in range(501)]), "ladder.players"),
    ],
)
def test_an_opening_is_refused(opening: Opening, code: str) -> None:
    club = a_club()

    assert refusal(lambda: open_ladder(club.pk, opening, a_caller()), RuleBroken).code == code
    assert ladders_of(club) == []


def test_only_directors_open_a_ladder_and_nobody_enters_the_future() -> None:
    club = a_club()
    for user in (a_member(club), a_desk_helper(club), a_stranger()):
        refusal(partial(open_ladder, club.pk, Opening("Winter"), by(user)), PermissionDenied)
    view = a_ladder(club)
    ahead = last(view).at.replace(year=2027)

    late = refusal(lambda: enter(view, "2026-03-04T20:00", "freeze", who=ANN, at=ahead))

    assert late.code == "ladder.time"
    assert refusal(lambda: enter(view, "2026-03-04T20:00", "unknown"), Unreadable).status == 400


def test_a_ladder_that_was_kept_on_paper_begins_when_it_began() -> None:
    began = datetime(2026, 1, 5, 19, tzinfo=UTC)

    with at("2026-03-02T18:00"):
        view = open_ladder(a_club().pk, Opening("Winter", ["Ann", "Bob"], since=began), a_caller())
    enter(view, "2026-03-02T19:00", "challenge", a=BOB, b=ANN, at=began + timedelta(days=3))
    view = enter(view, "2026-03-02T19:00", "result", challenge=1, winner=BOB, at=began + timedelta(days=4))

    assert order(view) == "BA"
    assert view.ladder.since == began
    assert [f"{each.at:%d %b}" for each in view.changes] == ["09 Jan", "09 Jan"]
    assert verify() == []


@pytest.mark.parametrize("since", [datetime(2026, 3, 3, tzinfo=UTC), datetime(1999, 1, 1, tzinfo=UTC)])
def test_a_ladder_begins_neither_in_the_future_nor_long_ago(since: datetime) -> None:
    club = a_club()

    with at("2026-03-02T18:00"):
        refused = refusal(lambda: open_ladder(club.pk, Opening("Winter", since=since), a_caller()), RuleBroken)

    assert refused.code == "ladder.time"
    assert ladders_of(club) == []
