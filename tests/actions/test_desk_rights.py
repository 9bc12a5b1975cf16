"""What a desk helper may do alone, and what needs a director."""

from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied

from clubs.models import User
from journal.refusals import Refused
from rules.draws.corrections import Choice
from rules.match.terms import TOP
from tests.contents import refusal
from tests.factories import (
    a_caller,
    a_club,
    a_desk_helper,
    a_director,
    a_drawn_event,
    a_format,
    a_member,
    by,
    card_of,
    entrant_named,
    match_of,
    play_code,
    undo,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter, rename, replace_entrant, tick, tick_all, withdraw
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches.corrections import AffectedChoices, clear_result, correct_result
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Six players; A2 is played, behind it B1 has begun."""
    event = a_drawn_event(6)
    play_code(event, "A2")
    start_match(match_of(event, "B1").pk, a_caller())
    return event


@pytest.fixture
def helper(event: Event) -> User:
    return a_desk_helper(event.tournament.club)


def last(event: Event) -> int:
    event.tournament.stream.refresh_from_db()
    return event.tournament.stream.number


def who(event: Event) -> int:
    return entrant_named(event, "Falk Brenner").pk


DESK: dict[str, Callable[[Event, User], object]] = {
    "start": lambda event, user: start_match(match_of(event, "A4").pk, by(user)),
    "report": lambda event, user: report_result(match_of(event, "A4").pk, Report(points=(7, 3)), by(user)),
    "forfeit": lambda event, user: report_result(
        match_of(event, "A4").pk, Report(forfeit=(TOP,), why="no_show"), by(user)
    ),
    "clear": lambda event, user: clear_result(match_of(event, "B1").pk, "wrong table", by(user)),
    "correct": lambda event, user: correct_result(match_of(event, "A2").pk, Report(points=(7, 5)), "misread", by(user)),
    "late": lambda event, user: enter(event.pk, [Entry("Late Lucy")], by(user)),
    "rename": lambda event, user: rename(who(event), {"club": "Wien"}, by(user)),
    "tick": lambda event, user: tick(who(event), "paid", True, by(user)),
    "tick all": lambda event, user: tick_all(event.pk, "here", by(user)),
    "withdraw": lambda event, user: withdraw(who(event), "consolation", by(user)),
    "undo": lambda event, user: undo(event.tournament_id, last(event), by(user)),
}
DIRECTOR: dict[str, Callable[[Event, User], object]] = {
    "draw again": lambda event, user: make_draw(event.pk, "again", by(user), discard=True, reason="slip"),
    "replace": lambda event, user: replace_entrant(who(event), Entry("Stan"), by(user)),
    "open a tournament": lambda event, user: open_tournament(
        event.tournament.club_id, TournamentSheet("Open"), by(user)
    ),
    "open an event": lambda event, user: open_event(event.tournament_id, "Jackpot", a_format("none"), by(user)),
    "void what has begun": lambda event, user: correct_result(
        match_of(event, "A2").pk, Report(points=(3, 7)), "slip", by(user), AffectedChoices(all=Choice.VOID)
    ),
    "let it stand": lambda event, user: correct_result(
        match_of(event, "A2").pk, Report(points=(3, 7)), "slip", by(user),
        AffectedChoices(each={match_of(event, "B1").pk: Choice.STAND}),
    ),
    "clear and void": lambda event, user: clear_result(
        match_of(event, "A2").pk, "slip", by(user), AffectedChoices(all=Choice.VOID)
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", DESK)
def test_the_desk_does_its_work_alone(event: Event, helper: User, what: str) -> None:
    number = last(event)

    DESK[what](event, helper)

    assert last(event) == number + 1


@pytest.mark.parametrize("what", DIRECTOR)
def test_a_desk_helper_fetches_the_director(event: Event, helper: User, what: str) -> None:
    director = a_director(event.tournament.club)

    refusal(lambda: DIRECTOR[what](event, helper), PermissionDenied)

    assert DIRECTOR[what](event, director) is not None


@pytest.mark.parametrize("what", [*DESK, *DIRECTOR])
def test_a_member_and_a_helper_of_another_club_do_nothing_here(event: Event, what: str) -> None:
    member, elsewhere = a_member(event.tournament.club), a_desk_helper(a_club("Wien"))

    refusal(lambda: (DESK | DIRECTOR)[what](event, member), PermissionDenied)
    refusal(lambda: (DESK | DIRECTOR)[what](event, elsewhere), PermissionDenied)


def test_the_desk_sees_what_a_correction_would_affect(event: Event, helper: User) -> None:
    refused = refusal(
        lambda: correct_result(match_of(event, "A2").pk, Report(points=(3, 7)), "slip", by(helper)), Refused
    )

    assert (refused.code, [each["code"] for each in refused.facts["affected"]]) == ("match.begun", ["B1"])


@pytest.mark.parametrize("what", ["draw again", "replace", "void what has begun", "let it stand"])
def test_what_a_director_did_is_undone_by_a_director(event: Event, helper: User, what: str) -> None:
    director = a_director(event.tournament.club)
    DIRECTOR[what](event, director)
    take_back = partial(undo, event.tournament_id, last(event))

    refusal(lambda: take_back(by(helper)), PermissionDenied)

    assert take_back(by(director)).moved is not None


def test_the_desk_undoes_a_result_that_a_director_wrote(event: Event, helper: User) -> None:
    report_result(match_of(event, "A4").pk, Report(points=(7, 3)), by(a_director(event.tournament.club)))

    undo(event.tournament_id, last(event), by(helper))

    assert card_of(event, "A4").status == "open"
