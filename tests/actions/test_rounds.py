"""A whole round is called and started with one action each, and undone with one."""

import re

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubs.actions.undo import undo_together
from journal.models import Record
from journal.refusals import Refused
from journal.verify import verify
from tests.contents import nothing_changes
from tests.factories import a_caller, a_desk_helper, a_drawn_event, a_stranger, by, match_of
from tournaments.actions.draws.rounds import call_together, start_together
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.tables import furnish
from tournaments.models import Event, Match, Table

pytestmark = pytest.mark.django_db
ROUND = ("A1", "A2", "A3", "A4")


def calls(event: Event) -> list[tuple[int, str]]:
    return [(match_of(event, code).pk, str(at)) for at, code in enumerate(ROUND, start=1)]


def tables(event: Event) -> list[str]:
    matches = Match.objects.filter(draw__event=event, code__in=ROUND).order_by("place").select_related("call")
    return [match.call.table if match.call else "" for match in matches]


def test_a_round_is_called_and_started_at_once_and_each_is_undone_at_once() -> None:
    event = a_drawn_event(8)
    tournament = event.tournament_id

    called = call_together(tournament, calls(event), a_caller())
    started = start_together(tournament, [pk for pk, _ in calls(event)], a_caller())

    assert (called.codes, tables(event)) == (ROUND, ["1", "2", "3", "4"])
    assert Record.objects.filter(verb="match.started").count() == 4
    assert match_of(event, "A4").begun
    assert verify() == []
    undo_together("tournament", tournament, started.first, started.last, a_caller())
    undo_together("tournament", tournament, called.first, called.last, a_caller())
    assert (tables(event), match_of(event, "A4").begun) == (["", "", "", ""], False)
    assert verify() == []


def test_a_table_that_is_taken_or_given_twice_calls_nobody() -> None:
    event = a_drawn_event(8)
    furnish(event.tournament_id, [Table("1"), Table("2", "broken"), Table("3")], a_caller())
    call_match(match_of(event, "A4").pk, "3", a_caller())
    one, two = match_of(event, "A1").pk, match_of(event, "A2").pk

    for second, code in (("3", "table.taken"), ("1", "table.taken"), ("2", "table.closed")):
        with nothing_changes(), pytest.raises(Refused) as refused:
            call_together(event.tournament_id, [(one, "1"), (two, second)], a_caller())
        assert refused.value.code == code


def test_records_made_apart_are_not_undone_together_and_strangers_call_nobody() -> None:
    event = a_drawn_event(8)
    first = call_match(match_of(event, "A1").pk, "1", a_caller()).record or 0
    second = call_match(match_of(event, "A2").pk, "2", a_caller()).record or 0
    stranger = by(a_stranger())

    with nothing_changes(), pytest.raises(Refused) as refused:
        undo_together("tournament", event.tournament_id, first, second, a_caller())
    with nothing_changes(), pytest.raises(PermissionDenied):
        call_together(event.tournament_id, [(match_of(event, "A3").pk, "3")], stranger)
    with nothing_changes(), pytest.raises(Refused):
        start_together(event.tournament_id, [], a_caller())

    assert refused.value.code == "undo.apart"


def test_the_desk_has_a_button_for_all_and_one_to_undo_all() -> None:
    event = a_drawn_event(8)
    client = Client()
    client.force_login(a_desk_helper(event.tournament.club))
    address = f"/tournaments/{event.tournament_id}/desk/"
    [call_all] = re.findall(r'value="(callall [^"]+)"', client.get(address).content.decode())

    client.post(address, {"command": call_all})
    page = client.get(address).content.decode()
    [start_all] = re.findall(r'value="(startall [^"]+)"', page)
    [undo_all] = re.findall(r'value="(undoall [^"]+)"', page)

    assert len(set(tables(event)) - {""}) == 4
    assert "Undo all 4" in page
    assert len(start_all.split(" ")) == 6
    client.post(address, {"command": undo_all})
    assert tables(event) == ["", "", "", ""]
