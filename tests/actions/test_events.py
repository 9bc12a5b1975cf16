"""Tournaments and events: made, told anew, set up, copied; what an event costs, told to programs."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from journal.book import Caller
from journal.models import Record
from journal.refusals import Refused
from journal.verify import verify
from tests.contents import refusal
from tests.factories import (
    Program,
    a_caller,
    a_director,
    a_drawn_event,
    a_format,
    a_stranger,
    a_tournament,
    an_entered_event,
    an_event,
    by,
    undo,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.events import (
    EventSheet,
    TournamentSheet,
    change_tournament,
    copy_tournament,
    open_event,
    set_up_event,
)
from tournaments.models import Event, Setup, Tournament, stored_json

pytestmark = pytest.mark.django_db

NOTED = {"notes": "Doors at 12:30"}


def last(event: Event) -> Record:
    return Record.objects.filter(stream=event.tournament.stream_id).order_by("-number")[0]


def notes(event: Event) -> str:
    return str(stored_json(Event.objects.get(pk=event.pk).conditions)["notes"])


def set_up(event: Event, caller: Caller, **posted: Any) -> Event:
    return set_up_event(event.pk, EventSheet("Main", **{"format": a_format()} | posted), caller)


def test_a_set_up_counts_at_once_and_is_a_record() -> None:
    event = an_event()

    done = set_up(event, a_caller(), format=a_format("none", 9), conditions=NOTED)

    assert done.rules.lengths("main").default == 9
    assert notes(event) == "Doors at 12:30"
    assert last(event).verb == "event.set_up"
    assert Setup.objects.filter(event=event).count() == 2
    assert verify() == []


def test_conditions_change_after_the_draw_and_the_format_does_not() -> None:
    event = a_drawn_event(4)

    set_up(event, a_caller(), conditions=NOTED)
    refused = refusal(lambda: set_up(event, a_caller(), format=a_format("none")), Refused)

    assert notes(event) == "Doors at 12:30"
    assert (refused.code, refused.facts) == ("draw.format", {"draw": event.current_draw_id})
    assert verify() == []


def test_undoing_the_draw_frees_the_format() -> None:
    event = an_entered_event(4)
    drawn = make_draw(event.pk, "1 2", a_caller())
    undo(event.tournament_id, drawn.record, a_caller())

    set_up(event, a_caller(), format=a_format("none", 3))
    made = make_draw(event.pk, "3 4", a_caller())

    event.refresh_from_db()
    assert (made.size, event.rules.lengths("main").default) == (4, 3)
    assert verify() == []


def test_a_set_up_is_undone_in_order_and_not_once_a_draw_rests_on_it() -> None:
    event = an_entered_event(4)
    set_up(event, a_caller(), conditions={"notes": "one"})
    first = last(event).number
    set_up(event, a_caller(), conditions={"notes": "two"})
    second = last(event).number

    early = refusal(lambda: undo(event.tournament_id, first, a_caller()), Refused)
    undo(event.tournament_id, second, a_caller())
    after = notes(event)
    make_draw(event.pk, "1 2", a_caller())
    late = refusal(lambda: undo(event.tournament_id, first, a_caller()), Refused)

    assert (early.code, after, late.code) == ("undo.superseded", "one", "undo.superseded")
    assert verify() == []


def test_an_outdated_set_up_form_is_refused() -> None:
    event = an_event()
    set_up(event, a_caller(seen=1), conditions=NOTED)

    assert refusal(lambda: set_up(event, a_caller(seen=1)), Refused).code == "stale"


def test_a_set_up_that_no_fact_tells_is_a_flaw() -> None:
    event = an_event()
    Event.objects.filter(pk=event.pk).update(conditions='{"notes":"forged"}')

    assert [(flaw.code, flaw.where) for flaw in verify()] == [("event.setup", f"event {event.pk}")]


@pytest.mark.parametrize(
    ("posted", "code"),
    [
        ({"format": {"length": 0}}, "format.length"),
        ({"format": []}, "format.shape"),
        ({"conditions": {"clock": {"delay": -1}}}, "conditions.range"),
        ({"conditions": "soon"}, "conditions.shape"),
    ],
)
def test_what_cannot_be_played_is_refused(posted: dict[str, Any], code: str) -> None:
    event = an_event()

    assert refusal(lambda: set_up(event, a_caller(), **posted)).code == code


def test_tournament_details_change_and_tables_keep_their_order() -> None:
    tournament = a_tournament()
    change_tournament(tournament.pk, {"tables": 3, "place": "Casino"}, a_caller(seen=0))
    stream = tournament.stream
    stream.refresh_from_db()

    changed = change_tournament(tournament.pk, {"tables": 2, "name": "Winter Open"}, a_caller(seen=stream.number))

    assert (changed.name, changed.place) == ("Winter Open", "Casino")
    assert [each["name"] for each in stored_json(changed.tables)] == ["1", "2"]
    assert refusal(lambda: change_tournament(tournament.pk, {"place": "x"}, a_caller(seen=0)), Refused).code == "stale"
    assert verify() == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": " "}, "name.empty"),
        ({"timezone": "Nowhere"}, "timezone"),
        ({"tables": 201}, "tables.many"),
        ({"tables": -1}, "tables.many"),
        ({"place": "x" * 121}, "name.long"),
    ],
)
def test_what_no_tournament_can_be_is_refused(changes: dict[str, Any], code: str) -> None:
    tournament = a_tournament()

    assert refusal(lambda: change_tournament(tournament.pk, changes, a_caller())).code == code


def test_a_copy_is_one_record_of_the_club() -> None:
    event = an_entered_event(3)
    earlier = event.tournament
    open_event(earlier.pk, "Jackpot", a_format("none", 3), a_caller(), NOTED)

    made = copy_tournament(earlier.pk, TournamentSheet("Spring Open", "UTC"), a_caller())

    record = Record.objects.order_by("-pk").get(verb="tournament.copied")
    assert record.stream_id == earlier.club.stream_id
    assert [(each.name, each.entrants.count()) for each in made.events.order_by("pk")] == [("Main", 0), ("Jackpot", 0)]
    assert stored_json(made.events.get(name="Jackpot").conditions)["notes"] == "Doors at 12:30"
    assert verify() == []


@pytest.mark.parametrize("doing", ["copy", "change", "set up"])
def test_strangers_neither_copy_nor_change_nor_set_up(doing: str) -> None:
    event = an_event()
    caller = by(a_stranger())
    acts: dict[str, Callable[[], object]] = {
        "copy": lambda: copy_tournament(event.tournament_id, TournamentSheet("x"), caller),
        "change": lambda: change_tournament(event.tournament_id, {"name": "x"}, caller),
        "set up": lambda: set_up(event, caller),
    }

    refusal(acts[doing], PermissionDenied)


# --- For programs


def test_a_program_sets_up_and_asks_what_it_costs() -> None:
    event = an_entered_event(23, length=5)
    program = Program(a_director(event.tournament.club))

    changed = program.patch(f"events/{event.pk}/", {"conditions": {"minutes_per_point": 10}})
    entered = program.get(f"events/{event.pk}/forecast/")
    query = program.get(f"events/{event.pk}/forecast/?entrants=8")

    assert changed.data["conditions"]["minutes_per_point"] == 10
    assert changed.data["format"] == stored_json(event.format)
    assert entered.data == {
        "entrants": 23, "lines": 32, "byes": 9, "minutes": 400, "rematches": "0.41", "longest_wait": 2,
        "brackets": [
            {"bracket": "main", "fewest": 22, "most": 22, "rounds": 5},
            {"bracket": "consolation", "fewest": 20, "most": 20, "rounds": 6},
        ],
    }  # fmt: skip
    assert (query.data["byes"], query.data["minutes"]) == (0, 200)
    assert program.get(f"events/{event.pk}/forecast/?entrants=1").code == "draw.field"


def test_a_program_copies_a_tournament() -> None:
    event = an_event()
    program = Program(a_director(event.tournament.club))
    posted = {"club": event.tournament.club_id, "name": "Again", "starts_at": "13:00", "copy_of": event.tournament_id}

    made = program.post("tournaments/", posted)

    assert made.status == 201
    assert made.data["starts_at"] == "13:00"
    assert [each["name"] for each in made.data["events"]] == ["Main"]
    assert Tournament.objects.count() == 2


@pytest.mark.django_db
def test_two_who_change_different_parts_at_once_both_find_theirs_kept() -> None:
    event = an_event()

    set_up_event(event.pk, EventSheet(name="Open"), a_caller())
    set_up_event(event.pk, EventSheet(conditions={"fee": "20"}), a_caller())

    event = Event.objects.get(pk=event.pk)
    assert (event.name, event.rules, stored_json(event.conditions)["fee"]) == ("Open", an_event().rules, "20")
