"""``verify`` reports every change made behind the memory's back."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from journal.models import NOTHING_BEFORE, Page, Record, Stream, Undo, Words
from journal.triggers import lifted
from journal.verify import Anchor, Flaw, verify
from rules.draws.corrections import Choice
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP
from tests.factories import a_caller, a_drawn_event, entrant_named, match_of, play, undo
from tournaments.actions.entrants.entering import withdraw
from tournaments.actions.matches.corrections import AffectedChoices, clear_result, correct_result
from tournaments.actions.matches.results import Report, confirm_result, report_result, start_match
from tournaments.models import (
    Clearing,
    Confirmation,
    Draw,
    Entrant,
    Event,
    Game,
    Line,
    Match,
    Particulars,
    Passage,
    Result,
    Start,
    Withdrawal,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """A draw of five with a bit of everything: 13 records and every kind of fact."""
    event = a_drawn_event(5, length=3)
    start_match(match_of(event, "A4").pk, a_caller())
    play(match_of(event, "A4"), TOP)
    report_result(match_of(event, "B1").pk, Report(games=(GameResult(BOTTOM),) * 3, settled=False), a_caller())
    confirm_result(match_of(event, "B1").pk, a_caller())
    play(match_of(event, "B2"), TOP)
    right, stands = Report(points=(1, 3)), AffectedChoices(all=Choice.STAND)
    correct_result(match_of(event, "A4").pk, right, "written down wrong", a_caller(), stands)
    start_match(match_of(event, "C1").pk, a_caller())
    clear_result(match_of(event, "C1").pk, "wrong table", a_caller())
    withdraw(entrant_named(event, "Ainhoa Etxeberria").pk, "consolation", a_caller())
    undo(event.tournament_id, 12, a_caller())
    return event


def flaws_after(change: Callable[[], Any], anchors: tuple[Anchor, ...] = ()) -> list[Flaw]:
    """Return the flaws after a change made directly in the database, then roll it back."""
    savepoint = transaction.savepoint_create()
    connection.check_constraints()
    with lifted():
        change()
    flaws = verify(anchors)
    transaction.savepoint_rollback(savepoint)
    return flaws


def stream_of(event: Event) -> Stream:
    return Stream.objects.get(pk=event.tournament.stream_id)


def record_of(event: Event, number: int) -> Record:
    return Record.objects.get(stream=event.tournament.stream_id, number=number)


def test_an_intact_memory_has_no_flaw(event: Event) -> None:
    stream = stream_of(event)

    assert verify([Anchor(stream.name, 13, stream.head), Anchor(stream.name, 5, record_of(event, 5).hash[:8])]) == []
    assert stream.number == 13


@pytest.mark.parametrize("number", [1, 3, 5, 13])
def test_a_flipped_bit_anywhere_in_a_record_is_reported(event: Event, number: int) -> None:
    record, lot, missed = record_of(event, number), random.Random(number), []

    for at in lot.sample(range(len(record.body)), 6):
        for bit in (1, 2):
            body = record.body[:at] + chr(ord(record.body[at]) ^ bit) + record.body[at + 1 :]
            flaws = flaws_after(lambda body=body: Record.objects.filter(pk=record.pk).update(body=body))  # type: ignore[misc] # mypy infers no type for this lambda
            if Flaw("record.seal", f"{stream_of(event).name} {number}") not in flaws:
                missed.append((at, bit))

    assert missed == []
    assert verify() == []


@pytest.mark.parametrize(
    "change",
    [
        {"hash": "0" * 64},
        {"verb": "match.other"},
        {"body": "{}"},
        {"body": "[]"},
        {"body": '{"facts":[1.5]}'},
        {"body": '{"facts":5}'},
        {"body": "no json"},
    ],
)
def test_a_changed_record_is_reported(event: Event, change: dict[str, str]) -> None:
    record = record_of(event, 5)

    flaws = flaws_after(lambda: Record.objects.filter(pk=record.pk).update(**change))

    assert Flaw("record.seal", f"{stream_of(event).name} 5") in flaws


def test_a_changed_time_is_reported(event: Event) -> None:
    record = record_of(event, 5)
    other = record.at.replace(microsecond=(record.at.microsecond + 1) % 1_000_000)

    flaws = flaws_after(lambda: Record.objects.filter(pk=record.pk).update(at=other))

    assert flaws == [Flaw("record.row", f"{stream_of(event).name} 5")]


def test_a_record_with_another_actor_is_reported(event: Event) -> None:
    page = record_of(event, 5).page_id

    flaws = flaws_after(lambda: Page.objects.filter(pk=page).update(actor="user:7"))

    assert flaws == [Flaw("page.row", f"{stream_of(event).name} 5")]


def test_a_deleted_record_is_reported(event: Event) -> None:
    flaws = flaws_after(lambda: Record.objects.filter(pk=record_of(event, 4).pk)._raw_delete("default"))

    assert Flaw("record.missing", f"{stream_of(event).name} 4") in flaws
    assert {flaw.code for flaw in flaws} >= {"record.missing", "record.seal", "fact.row", "page.empty"}


def test_a_deleted_page_is_reported(event: Event) -> None:
    flaws = flaws_after(lambda: Page.objects.filter(pk=record_of(event, 4).page_id)._raw_delete("default"))

    assert flaws == [Flaw("page.missing", f"{stream_of(event).name} 4")]


def test_a_page_of_no_stream_is_reported(event: Event) -> None:
    first = 777 << 32

    def forge() -> None:
        Page.objects.create(id=first + 1, stream_id=777, actor="user:1", status=200)
        Record.objects.create(
            id=first + 1, page_id=first + 1, stream_id=777, number=1, verb="club.renamed", at=timezone.now(), body="{}"
        )

    assert flaws_after(forge) == [
        Flaw("stream.missing", f"page {first + 1}"),
        Flaw("stream.missing", f"record {first + 1}"),
    ]


def test_two_swapped_records_are_reported(event: Event) -> None:
    name = stream_of(event).name

    def swap() -> None:
        # Their numbers alone can't be exchanged: the key of a record follows from its number.
        rows = Record.objects.filter(stream=event.tournament.stream_id, number__in=(5, 6)).order_by("number")
        fifth, sixth = rows.values("verb", "body", "hash")
        for number, other in ((5, sixth), (6, fifth)):
            Record.objects.filter(stream=event.tournament.stream_id, number=number).update(**other)

    assert {Flaw("record.seal", f"{name} 5"), Flaw("record.row", f"{name} 5"), Flaw("record.seal", f"{name} 6")} <= set(
        flaws_after(swap)
    )


def cut(event: Event, behind: int) -> None:
    """Delete everything after record ``behind``, including facts and pages."""
    later = Record.objects.filter(stream=event.tournament.stream_id, number__gt=behind).values("pk")
    for model in (Undo, Withdrawal, Clearing, Passage, Confirmation, Game, Result, Start, Words):
        model._default_manager.filter(record__in=list(later.values_list("pk", flat=True)))._raw_delete("default")
    Page.objects.filter(pk__in=list(later.values_list("page", flat=True)))._raw_delete("default")
    Record.objects.filter(pk__in=list(later.values_list("pk", flat=True)))._raw_delete("default")


def test_a_cut_tail_shows_in_the_streams_own_number(event: Event) -> None:
    flaws = flaws_after(lambda: cut(event, behind=11))

    assert flaws == [Flaw("stream.head", f"{stream_of(event).name} 13")]


def test_a_tail_cut_with_the_streams_number_shows_against_a_printed_anchor(event: Event) -> None:
    stream, head = stream_of(event), record_of(event, 11).hash

    def cut_well() -> None:
        cut(event, behind=11)
        Stream.objects.filter(pk=stream.pk).update(number=11, head=head)

    assert flaws_after(cut_well) == []
    assert flaws_after(cut_well, (Anchor(stream.name, 13, stream.head[:8]),)) == [
        Flaw("anchor", f"{stream.name} 13 {stream.head[:8]}")
    ]


def test_a_memory_started_again_shows_against_a_printed_anchor(event: Event) -> None:
    stream = stream_of(event)

    assert verify([Anchor(stream.name, 13, "0123abcd")]) == [Flaw("anchor", f"{stream.name} 13 0123abcd")]
    assert verify([Anchor("tournament:999", 1, "00")]) == [Flaw("anchor", "tournament:999 1 00")]
    assert verify([Anchor(stream.name, 13, f"{stream.head[:4].upper()}·{stream.head[4:8]}")]) == []


@pytest.mark.parametrize(
    "change",
    [
        {"number": 12},
        {"head": NOTHING_BEFORE},
        {"name": "tournament:other"},
    ],
)
def test_a_changed_stream_is_reported(event: Event, change: dict[str, Any]) -> None:
    stream = stream_of(event)

    assert flaws_after(lambda: Stream.objects.filter(pk=stream.pk).update(**change)) != []


@pytest.mark.parametrize(
    ("model", "change"),
    [
        (Start, {"first": 2}),
        (Result, {"winner": None, "how": "no_show"}),
        (Result, {"first_points": 2}),
        (Result, {"settled": False, "how": "retired"}),
        (Game, {"cube": 2}),
        (Passage, {"on": None}),
        (Clearing, {"match": 1}),
        (Confirmation, {"result": None}),
        (Withdrawal, {"bracket": "main"}),
        (Entrant, {"number": 77}),
        (Particulars, {"seed": 1}),
        (Line, {"turn": 5}),
        (Draw, {"key": "another key"}),
        (Undo, {"undone": None}),
    ],
)
def test_a_changed_fact_is_reported(event: Event, model: Any, change: dict[str, Any]) -> None:
    fact = model.objects.order_by("-pk").first()
    others: dict[str, Any] = {"first": Entrant, "match": Match, "result": Result, "undone": Record}
    other = {name: _another(others[name], fact, name) if name in others else value for name, value in change.items()}

    flaws = flaws_after(lambda: model.objects.filter(pk=fact.pk).update(**other))

    label = model._meta.label_lower
    assert Flaw("fact.row", f"{label} {fact.pk}") in flaws
    assert any(flaw.code == "fact.missing" and f"record {fact.record_id}: " in flaw.where for flaw in flaws)


def _another(model: Any, fact: Any, name: str) -> Any:
    taken = {getattr(fact, f"{each}_id", None) for each in (name, "first", "second")} - {None}
    return model.objects.exclude(pk__in=taken).order_by("-pk").first()


@pytest.mark.parametrize("model", [Start, Passage, Clearing, Confirmation, Withdrawal, Undo, Game])
def test_a_deleted_fact_is_reported(event: Event, model: Any) -> None:
    fact = model.objects.order_by("-pk").first()

    flaws = flaws_after(lambda: model.objects.filter(pk=fact.pk)._raw_delete("default"))

    assert any(flaw.code == "fact.missing" and model._meta.label_lower in flaw.where for flaw in flaws)


def test_a_fact_without_a_record_is_reported(event: Event) -> None:
    match = match_of(event, "C1")
    record = record_of(event, 13)

    flaws = flaws_after(
        lambda: Start.objects.create(match=match, first=match.top, second=match.bottom, record=record)  # type: ignore[misc] # mypy infers no type for this lambda
    )

    assert [flaw.code for flaw in flaws] == ["fact.row", "match.row"]


@pytest.mark.parametrize(
    "change",
    [
        {"top": None},
        {"status": 3},
        {"goes_on": None},
        {"drops": None},
        {"result": None},
        {"begun": False},
        {"settled": False},
        {"length": 5},
        {"code": "Z9"},
        {"bracket": "consolation"},
        {"round": 2},
        {"number": 9},
    ],
)
def test_a_changed_row_is_reported(event: Event, change: dict[str, Any]) -> None:
    match = match_of(event, "A4")

    flaws = flaws_after(lambda: Match.objects.filter(pk=match.pk).update(**change))

    assert flaws == [Flaw("match.row", f"event {event.pk} A4")]


def test_a_match_that_is_missing_or_in_no_plan_is_reported(event: Event) -> None:
    match = match_of(event, "E2")

    assert flaws_after(lambda: Match.objects.filter(pk=match.pk)._raw_delete("default")) == [
        Flaw("match.row", f"event {event.pk} E2")
    ]
    assert flaws_after(lambda: Match.objects.filter(pk=match.pk).update(place=99)) == [
        Flaw("match.row", f"event {event.pk} E2"),
        Flaw("match.row", f"event {event.pk} place 99"),
    ]


def test_an_event_that_shows_no_draw_or_an_older_one_is_reported(event: Event) -> None:
    assert flaws_after(lambda: Event.objects.filter(pk=event.pk).update(current_draw=None)) == [
        Flaw("event.draw", f"event {event.pk}")
    ]


@pytest.mark.parametrize("plan", ["no plan", "8 lines", ""])
def test_a_changed_plan_is_reported(event: Event, plan: str) -> None:
    flaws = flaws_after(lambda: Draw.objects.update(plan=plan))

    assert flaws == [Flaw("plan.seal", f"draw {event.current_draw_id}")]


@pytest.mark.parametrize("change", [{"name": "Falk Brunner"}, {"club": "Wien"}, {"salt": "", "name": "Falk Brunner"}])
def test_a_changed_name_is_reported(event: Event, change: dict[str, str]) -> None:
    who = entrant_named(event, "Falk Brenner")

    flaws = flaws_after(lambda: Particulars.objects.filter(entrant=who).update(**change))

    assert flaws == [Flaw("words.seal", f"entrant {who.pk}")]


@pytest.mark.parametrize("change", [{"text": "another reason"}, {"salt": "", "text": "another reason"}])
def test_a_changed_reason_is_reported(event: Event, change: dict[str, str]) -> None:
    words = Words.objects.order_by("pk")[0]

    flaws = flaws_after(lambda: Words.objects.filter(pk=words.pk).update(**change))

    assert flaws == [Flaw("words.seal", f"record {words.record_id}")]


def test_a_deleted_reason_is_reported(event: Event) -> None:
    words = Words.objects.order_by("pk")[0]

    flaws = flaws_after(lambda: Words.objects.filter(pk=words.pk)._raw_delete("default"))

    assert flaws == [Flaw("words.missing", f"record {words.record_id}")]


def test_a_check_that_can_not_work_with_flawed_facts_is_named(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> list[Flaw]:
        raise LookupError

    monkeypatch.setattr("journal.verify._checks", [check])

    flaws = flaws_after(lambda: Start.objects.all()._raw_delete("default"))

    assert {flaw.code for flaw in flaws} == {"fact.missing", "check.failed"}
    assert flaws[-1] == Flaw("check.failed", "tests.journal.test_verify")


def test_a_check_that_fails_on_an_intact_memory_is_a_defect(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> list[Flaw]:
        raise LookupError

    monkeypatch.setattr("journal.verify._checks", [check])

    with pytest.raises(LookupError):
        verify()
