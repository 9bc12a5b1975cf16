"""Ticks on the entry list: who has paid, who is here."""

import pytest

from journal.models import Record
from journal.refusals import Refused, Unknown
from journal.verify import verify
from tests.contents import nothing_changes, refusal
from tests.factories import a_caller, a_drawn_event, an_entered_event, an_event, entrant_named, undo
from tournaments.actions.entrants.entering import EVERYTHING, rename, tick, tick_all, withdraw
from tournaments.models import Event, Tick
from tournaments.read.entrants.listed import entrant_list

pytestmark = pytest.mark.django_db


def ticks(event: Event) -> dict[str, tuple[bool, bool]]:
    return {each.name: (each.paid, each.here) for each in entrant_list(event.pk)}


def take_back(event: Event, back: int = 0) -> object:
    event.tournament.stream.refresh_from_db()
    return undo(event.tournament_id, event.tournament.stream.number - back, a_caller())


def test_a_tick_says_that_somebody_has_paid_or_is_here() -> None:
    event = an_entered_event(3)
    falk, petra = entrant_named(event, "Falk Brenner").pk, entrant_named(event, "Petra Horvat").pk

    paid = tick(falk, "paid", True, a_caller())
    tick(petra, "here", True, a_caller())

    assert ticks(event) == {
        "Falk Brenner": (True, False),
        "Petra Horvat": (False, True),
        "Ömer Yıldırım": (False, False),
    }
    assert paid.entrants == (entrant_list(event.pk)[0],)
    assert Record.objects.order_by("-pk")[0].verb == "entrant.ticked"
    assert verify() == []


def test_a_tick_is_taken_away_and_the_latest_counts() -> None:
    event = an_entered_event(2)
    falk = entrant_named(event, "Falk Brenner").pk
    for on in (True, False, True, False):
        tick(falk, "paid", on, a_caller())

    assert ticks(event)["Falk Brenner"] == (False, False)
    take_back(event)
    assert ticks(event)["Falk Brenner"] == (True, False)


def test_what_is_ticked_so_already_makes_no_record() -> None:
    event = an_entered_event(2)
    falk = entrant_named(event, "Falk Brenner").pk
    tick(falk, "paid", True, a_caller())

    with nothing_changes():
        again = tick(falk, "paid", True, a_caller())

    assert (again.record, again.entrants[0].paid) == (None, True)


def test_there_are_two_kinds_of_ticks() -> None:
    event = an_entered_event(2)

    refused = refusal(lambda: tick(entrant_named(event, "Falk Brenner").pk, "drunk", True, a_caller()))

    assert (refused.code, refused.facts["known"]) == ("tick.kind", ["paid", "here"])
    assert refusal(lambda: tick_all(event.pk, "drunk", a_caller())).code == "tick.kind"
    assert refusal(lambda: tick(999, "paid", True, a_caller()), Unknown).code == "entrant.unknown"


def test_ticks_are_kept_by_a_new_name_a_withdrawal_and_the_draw() -> None:
    event = a_drawn_event(4)
    falk = entrant_named(event, "Falk Brenner").pk
    tick(falk, "paid", True, a_caller())

    renamed = rename(falk, {"club": "Wien"}, a_caller())
    withdrawn = withdraw(falk, "consolation", a_caller())

    assert (renamed.entrants[0].paid, renamed.entrants[0].here) == (True, False)
    assert withdrawn.entrants == (next(each for each in entrant_list(event.pk) if each.id == falk),)
    assert ticks(event)["Falk Brenner"] == (True, False)


def test_all_who_play_are_ticked_in_one_record() -> None:
    event = an_entered_event(4)
    falk, petra = entrant_named(event, "Falk Brenner").pk, entrant_named(event, "Petra Horvat").pk
    tick(falk, "here", True, a_caller())
    withdraw(petra, EVERYTHING, a_caller())

    ticked = tick_all(event.pk, "here", a_caller())

    assert ticked == (
        entrant_named(event, "Ömer Yıldırım").pk,
        entrant_named(event, "Ainhoa Etxeberria").pk,
    )
    assert ticks(event)["Petra Horvat"] == (False, False)
    take_back(event)
    assert [name for name, rows in ticks(event).items() if rows[1]] == ["Falk Brenner"]


def test_nobody_left_to_tick_makes_no_record() -> None:
    event, empty = an_entered_event(2), an_event()
    tick_all(event.pk, "paid", a_caller())

    with nothing_changes():
        assert tick_all(event.pk, "paid", a_caller()) == ()
        assert tick_all(empty.pk, "paid", a_caller()) == ()


def test_an_earlier_tick_is_undone_after_the_later_one_and_an_entry_at_any_time() -> None:
    event = an_entered_event(2)
    falk = entrant_named(event, "Falk Brenner").pk
    tick(falk, "paid", True, a_caller())
    tick(falk, "paid", False, a_caller())

    assert refusal(lambda: take_back(event, 1), Refused).code == "undo.superseded"
    take_back(event, 2)

    assert (entrant_list(event.pk), Tick.objects.count()) == ([], 2)
