"""After a restore phones report the results that they hold, and the desk lists those that the memory lacks."""

import pytest
from django.core.exceptions import PermissionDenied

from journal.models import Record
from rules.match.terms import BOTTOM, TOP
from tests.contents import nothing_changes, refusal
from tests.factories import a_drawn_event, match_of
from tests.phones import a_phone, name, says
from tournaments.actions.phones.held import Held, report_held
from tournaments.models import Event, Match
from tournaments.read.floor import latest_records, read_floor
from tournaments.read.players.held import HELD, results_on_phones

pytestmark = pytest.mark.django_db
UNKNOWN = 999_999


@pytest.fixture
def event() -> Event:
    return a_drawn_event(4, "none")


def hold(match: Match, *held: tuple[int, int, int]) -> bool:
    """Report results as the phone of the upper player of ``match``."""
    return report_held(match.top_id or 0, [Held(*each) for each in held], a_phone(match, TOP))


def listed(event: Event) -> list[tuple[str, str, tuple[int, int]]]:
    floor = read_floor(Event.objects.get(pk=event.pk).tournament)
    records = latest_records(floor.tournament, (), 0, HELD)
    return [
        (each.player, each.match.code if each.match else "", each.points) for each in results_on_phones(floor, records)
    ]


def test_results_that_the_memory_lacks_are_listed_until_they_have_come_in(event: Event) -> None:
    first, second = match_of(event, "A1"), match_of(event, "A2")
    hold(first, (first.pk, 7, 3))
    report_held(second.bottom_id or 0, [Held(second.pk, 2, 7)], a_phone(second, BOTTOM))
    assert listed(event) == [(name(event, "A1", TOP), "A1", (7, 3)), (name(event, "A2", BOTTOM), "A2", (2, 7))]

    says(first, TOP, (7, 3))

    assert listed(event) == [(name(event, "A2", BOTTOM), "A2", (2, 7))]


def test_both_phones_of_a_match_are_one_line(event: Event) -> None:
    match = match_of(event, "A1")
    hold(match, (match.pk, 7, 3))
    report_held(match.bottom_id or 0, [Held(match.pk, 7, 3)], a_phone(match, BOTTOM))

    assert len(listed(event)) == 1


def test_a_match_that_the_backup_does_not_know_is_listed_too(event: Event) -> None:
    match = match_of(event, "A1")

    hold(match, (UNKNOWN, 7, 3))

    assert listed(event) == [(name(event, "A1", TOP), "", (7, 3))]
    assert Record.objects.latest("number").verb == "phone.held"


def test_what_the_memory_has_is_no_news(event: Event) -> None:
    match = match_of(event, "A1")
    says(match, TOP, (7, 3))

    with nothing_changes():
        assert hold(match, (match.pk, 7, 3)) is False


def test_the_same_again_is_no_news_and_nothing_ends_it(event: Event) -> None:
    match = match_of(event, "A1")
    hold(match, (UNKNOWN, 7, 3))

    with nothing_changes():
        assert hold(match, (UNKNOWN, 7, 3)) is False
    assert hold(match) is True

    assert listed(event) == []


def test_nobody_reports_for_another_player(event: Event) -> None:
    match, other = match_of(event, "A1"), match_of(event, "A2")

    refusal(lambda: report_held(match.top_id or 0, [], a_phone(other, TOP)), PermissionDenied)
