"""First-match losers as the desk enters them: a no-show, a withdrawal and a lost match, in either order."""

import pytest

from rules.match.terms import BOTTOM, TOP
from tests.factories import a_caller, a_drawn_event, card_of, match_of, play_code
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.actions.matches.results import Report, report_result
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Eight players, seven of them here: the upper player of A1 does not come."""
    event = a_drawn_event(8, "first_match", key="1", length=7)
    for code in ("A2", "A3", "A4"):
        play_code(event, code, TOP, 0)
    return event


def no_show(event: Event) -> None:
    report_result(match_of(event, "A1").pk, Report(forfeit=(TOP,), why="no_show"), a_caller())


def leaves(event: Event, entrant: int) -> None:
    withdraw(entrant, EVERYTHING, a_caller())


@pytest.mark.parametrize("forfeit", [True, False], ids=["forfeit and withdrawal", "withdrawal alone"])
def test_the_player_who_came_plays_in_the_consolation_after_losing_the_next_match(event: Event, forfeit: bool) -> None:
    absent, came = match_of(event, "A1").top_id, match_of(event, "A1").bottom_id
    assert absent is not None
    if forfeit:
        no_show(event)

    leaves(event, absent)
    play_code(event, "B1", BOTTOM, 0)

    assert came in (match_of(event, "D1").top_id, match_of(event, "D1").bottom_id)
    assert card_of(event, "D1").status == "open"
