"""A toy fact, declared here and nowhere else, has everything that a fact of the program has."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db import IntegrityError, connection, models, transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from clubs.models import Role
from clubs.words import records as sentences
from journal import book, statements, triggers, verbs
from journal.models import Page
from journal.refusals import Refused
from journal.verbs import Verb, undoable
from journal.verify import verify
from rules.draws.facts import pair_of
from tests import contents
from tests.contents import refusal, standing
from tests.factories import (
    a_caller,
    a_desk_helper,
    a_director,
    a_drawn_event,
    a_stranger,
    an_owner,
    by,
    match_of,
    play_code,
    undo,
)
from tournaments.actions import match_rows
from tournaments.actions.matches.corrections import clear_result
from tournaments.actions.steps import Outcome, derive_draw, open_match, outcome, stream_of_match
from tournaments.models import Event, Match, facts
from tournaments.models.facts import MATCH_TOPICS, InDraw
from tournaments.models.matches import Pairing
from tournaments.permissions import may_run_desk
from tournaments.read import fact_rows
from tournaments.read.entered import entered_draw
from tournaments.read.entrants.names import names_in

pytestmark = pytest.mark.django_db
LABEL: str = "tournaments.fanfare"
COLUMN = "fanfare"
CACHES = [
    verbs.declared,
    facts.draw_facts,
    facts.latest_columns,
    fact_rows._statement,
    match_rows._statement,
    statements._insertion,
    contents._keys,
]


def forget_what_was_declared() -> None:
    apps.clear_cache()
    for each in CACHES:
        each.cache_clear()


def declare() -> type[Pairing]:
    """Return the class of the toy fact: a tune is played for the two who begin."""

    class Fanfare(Pairing):
        sealed_fields = ("match_id", "first_id", "second_id", "tune")
        verbs = (Verb("match.fanfare", Role.Kind.DESK, MATCH_TOPICS), Verb("match.encore", Role.Kind.DIRECTOR))
        in_draw = InDraw(kind="fanfare", ref="record", column=COLUMN)

        record = models.OneToOneField("journal.Record", models.PROTECT, primary_key=True, related_name="+")
        tune = models.CharField(max_length=20)

        class Meta:
            app_label = "tournaments"

    return Fanfare


@pytest.fixture(scope="module", autouse=True)
def fanfare(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[type[Pairing]]:
    """The toy fact with its table, its column in the rows of matches and its triggers; gone after these tests."""
    model = declare()
    column = models.ForeignKey(model, models.PROTECT, null=True, related_name="+")
    column.contribute_to_class(Match, COLUMN)
    forget_what_was_declared()
    sentences.register({"match.fanfare": "<b>{code}</b> {tune} for <bdi>{first}</bdi> and <bdi>{second}</bdi>"}, {})
    with django_db_blocker.unblock():
        with connection.schema_editor() as editor:
            editor.create_model(model)
            editor.add_field(Match, column)
        triggers.install()
    yield model
    with django_db_blocker.unblock(), connection.schema_editor() as editor:
        editor.remove_field(Match, column)
        editor.delete_model(model)
    Match._meta.local_fields.remove(column)
    for name in (COLUMN, f"{COLUMN}_id"):
        delattr(Match, name)
    del apps.all_models["tournaments"]["fanfare"], sentences.SENTENCES["match.fanfare"]
    forget_what_was_declared()


@pytest.fixture
def event() -> Event:
    return a_drawn_event(4)


def play_fanfare(match: int, tune: str, caller: book.Caller, verb: str = "match.fanfare") -> Outcome:
    """The action of the toy fact, written as every other one."""
    with book.page(stream_of_match(match, caller, may_run_desk), caller) as page:
        opened = open_match(page, match)
        first, second = opened.pair
        model = apps.get_model(LABEL)
        fact = model(match=opened.match, first_id=first, second_id=second, tune=tune)
        page.record(verb, [fact], **opened.concerns_only("fanfare"))
        after = opened.having(fact)
        return outcome(page, opened, after, derive_draw(page, opened.entered, after))


def column_of(event: Event, code: str) -> int | None:
    named: int | None = getattr(match_of(event, code), f"{COLUMN}_id")
    return named


def test_the_one_query_of_a_draw_reads_it(event: Event) -> None:
    match = match_of(event, "A1")

    done = play_fanfare(match.pk, "Aida", a_caller())

    entered = entered_draw(match.draw, event.tournament.stream_id)
    pair = pair_of(match.top_id or 0, match.bottom_id or 0)
    record = event.tournament.stream.record_id(done.record or 0)
    assert entered.state.facts.latest("fanfare", match.place, pair) == record


def test_the_row_of_its_match_names_the_latest_and_no_other_row_does(event: Event) -> None:
    play_fanfare(match_of(event, "A1").pk, "Aida", a_caller())

    again = play_fanfare(match_of(event, "A1").pk, "Tannhäuser", a_caller())

    assert column_of(event, "A1") == event.tournament.stream.record_id(again.record or 0)
    assert column_of(event, "A2") is None
    assert verify() == []


def test_it_stands_beside_other_facts_and_is_cleared_with_them(event: Event) -> None:
    play_fanfare(match_of(event, "A1").pk, "Aida", a_caller())
    play_code(event, "A1")

    assert column_of(event, "A1") is not None
    clear_result(match_of(event, "A1").pk, "wrong table", a_caller())

    assert column_of(event, "A1") is None
    assert verify() == []


def test_it_is_undone_to_the_one_before_and_to_none(event: Event) -> None:
    before = standing(event.pk)
    first = play_fanfare(match_of(event, "A1").pk, "Aida", a_caller()).record or 0
    second = play_fanfare(match_of(event, "A1").pk, "Tannhäuser", a_caller()).record or 0

    assert refusal(lambda: undo(event.tournament_id, first, a_caller()), Refused).code == "undo.superseded"
    undo(event.tournament_id, second, a_caller())
    assert column_of(event, "A1") == event.tournament.stream.record_id(first)
    undone = undo(event.tournament_id, first, a_caller())

    assert (undone.verb, column_of(event, "A1")) == ("match.fanfare", None)
    assert standing(event.pk) == before
    assert verify() == []


def test_who_may_undo_it_is_what_its_verb_says(event: Event) -> None:
    club, match = event.tournament.club, match_of(event, "A1").pk
    helper, director, stranger = a_desk_helper(club), a_director(club), a_stranger()
    encore = play_fanfare(match, "Aida", a_caller(), "match.encore").record or 0

    refusal(lambda: undo(event.tournament_id, encore, by(stranger)), PermissionDenied)
    refusal(lambda: undo(event.tournament_id, encore, by(helper)), PermissionDenied)
    undo(event.tournament_id, encore, by(director))

    again = play_fanfare(match, "Aida", a_caller()).record or 0
    assert undo(event.tournament_id, again, by(helper)).verb == "match.fanfare"
    assert {"match.fanfare", "match.encore"} <= undoable()


def test_a_verb_that_no_class_declares_is_never_undone(event: Event) -> None:
    hummed = play_fanfare(match_of(event, "A1").pk, "Aida", a_caller(), "match.hummed").record or 0

    assert refusal(lambda: undo(event.tournament_id, hummed, a_caller()), Refused).code == "undo.never"


def test_its_topics_go_to_those_who_show_its_match(event: Event) -> None:
    match = match_of(event, "A1")
    tournament = event.tournament_id
    expected = {
        f"tournament:{tournament}", f"desk:{tournament}", f"event:{event.pk}/main", f"match:{match.pk}",
        f"entrant:{match.top_id}", f"entrant:{match.bottom_id}",
    }  # fmt: skip

    done = play_fanfare(match.pk, "Aida", a_caller())

    assert _topics() == expected
    undo(tournament, done.record or 0, a_caller())
    assert _topics() == expected


def test_its_rows_are_append_only(event: Event, fanfare: type[Any]) -> None:
    play_fanfare(match_of(event, "A1").pk, "Aida", a_caller())

    with pytest.raises(IntegrityError, match="append only"), transaction.atomic():
        fanfare._default_manager.update(tune="Nabucco")


def test_the_memory_says_it_in_the_sentence_that_was_registered(event: Event, client: Client) -> None:
    match = match_of(event, "A1")
    first, second = (names_in(event.pk)[who] for who in sorted([match.top_id or 0, match.bottom_id or 0]))
    done = play_fanfare(match.pk, "Aida", a_caller())
    client.force_login(an_owner())

    ledger = client.get(f"/tournaments/{event.tournament_id}/memory/").content.decode()
    undo_page = client.get(f"/tournaments/{event.tournament_id}/memory/{done.record}/undo/").content.decode()

    sentence = f"<b>A1</b> Aida for <bdi>{first}</bdi> and <bdi>{second}</bdi>"
    assert sentence in ledger
    assert sentence in undo_page
    assert f"Undo record {done.record}</button>" in undo_page


def test_two_classes_that_declare_one_verb_are_refused() -> None:
    doubled = type(
        "Doubled",
        (Pairing,),
        {
            "__module__": __name__,
            "Meta": type("Meta", (), {"app_label": "tournaments"}),
            "verbs": (Verb("match.started"),),
            "in_draw": InDraw(kind="doubled"),
        },
    )
    verbs.declared.cache_clear()

    try:
        with pytest.raises(ImproperlyConfigured, match=r"match\.started: declared by"):
            verbs.declared()
    finally:
        del apps.all_models["tournaments"][doubled.__name__.lower()]
        forget_what_was_declared()


def _topics() -> set[str]:
    return set(Page.objects.latest("id").topics.split())
