"""What slips say besides the link, from an event as it stands."""

from datetime import date

import pytest

from rules.match.terms import TOP
from tests.factories import a_caller, a_drawn_event, an_entered_event, card_of, match_of, play_code
from tournaments.actions.events import change_tournament
from tournaments.actions.matches.calls import call_match
from tournaments.models import Event
from tournaments.papers.slips.link_slip_details import slip_details
from tournaments.read.events import event_of

pytestmark = pytest.mark.django_db


def name_in(event: Event, code: str, side: str) -> str:
    return str(getattr(card_of(event, code), side).name)


def test_the_next_match_is_named_with_opponent_and_table() -> None:
    event = a_drawn_event(4, "none")
    call_match(match_of(event, "A1").pk, "7", a_caller())

    next_matches = slip_details(event_of(event.pk)).next_matches

    assert next_matches[match_of(event, "A1").top_id or 0] == f"Next: A1, {name_in(event, 'A1', 'bottom')}, table 7"
    assert next_matches[match_of(event, "A2").bottom_id or 0] == f"Next: A2, {name_in(event, 'A2', 'top')}"


def test_a_winner_who_waits_has_the_code_alone_and_a_loser_who_is_out_nothing() -> None:
    event = a_drawn_event(4, "none")
    play_code(event, "A1", TOP)

    next_matches = slip_details(event_of(event.pk)).next_matches

    assert next_matches[match_of(event, "A1").top_id or 0] == "Next: B1"
    assert (match_of(event, "A1").bottom_id or 0) not in next_matches


def test_the_wifi_and_the_day_are_typed_once_in_the_tournament() -> None:
    event = an_entered_event(4)
    changes = {"wifi_name": "Casino", "wifi_password": "dice63-55", "starts_on": date(2026, 11, 21)}
    change_tournament(event.tournament_id, changes, a_caller())

    details = slip_details(event_of(event.pk))

    assert (details.day, details.wifi_name, details.wifi_password) == (
        "Saturday 21 November 2026", "Casino", "dice63-55",
    )  # fmt: skip
    assert details.next_matches == {}
