"""What a request costs in statements, literally, and the same for 8 entrants as for 512.

Between BEGIN and COMMIT at most 12, for the whole authenticated request at most 18 (BEGIN and COMMIT among them).
A test's transaction is opened as a savepoint, which stands for BEGIN.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.actions.people import store_uses
from clubs.models import Token
from journal.canon import canonical
from rules.formats.registry import read_format
from tests.factories import (
    Answer,
    Program,
    a_director,
    a_drawn_event,
    an_entered_event,
    card_of,
    entrant_named,
    match_of,
)
from tournaments.models import Event
from tournaments.models.draws import _compiled, plan_sealed

pytestmark = pytest.mark.django_db
SIZES = [8, 512]
MOST_INSIDE, MOST_IN_ALL = 12, 18


@dataclass(frozen=True, slots=True)
class Cost:
    inside: int
    in_all: int


def cost(act: Callable[[], Answer], status: int = 200) -> Cost:
    """Return the statements between BEGIN and COMMIT, and all of the request."""
    with CaptureQueriesContext(connection) as captured:
        answer = act()
    assert answer.status == status, answer.text
    rows = [query["sql"] for query in captured.captured_queries]
    begin = next((at for at, sql in enumerate(rows) if sql.startswith(("BEGIN", "SAVEPOINT"))), None)
    if begin is None:
        return Cost(0, len(rows))
    end = max(at for at, sql in enumerate(rows) if sql.startswith(("COMMIT", "RELEASE")))
    return Cost(end - begin - 1, len(rows))


class Desk:
    """A director's program beside an event; all that a request names is looked up before it is counted."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.program = Program(a_director(event.tournament.club))
        # The first request of a minute also tells that the token was used.
        self.program.get("clubs/")
        self.program.get(f"events/{event.pk}/standings/")

    def change(self, path: str, body: Any = None, status: int = 200) -> Cost:
        return cost(lambda: self.program.post(path, body, Idempotency_Key="key-1"), status)

    def match(self, code: str) -> str:
        return f"matches/{match_of(self.event, code).pk}/"

    def entrant(self, name: str = "Petra Horvat") -> str:
        return f"entrants/{entrant_named(self.event, name).pk}/"

    def report(self, code: str, **more: Any) -> Answer:
        return self.program.post(f"{self.match(code)}result/", {"score": [7, 3]} | more)

    def undo(self, number: int) -> Cost:
        return self.change(f"tournaments/{self.event.tournament_id}/records/{number}/undo/")


def a_desk(n: int) -> Desk:
    """One bye, so that a latecomer finds a line: 7 of 8, 511 of 512."""
    return Desk(a_drawn_event(n - 1))


# --- Changes


def report(at: Desk) -> Cost:
    return at.change(f"{at.match('A3')}result/", {"score": [7, 3]})


def report_games(at: Desk) -> Cost:
    games = [{"winner": "top", "cube": 2, "kind": "gammon"}, {"winner": "top"}, {"winner": "top", "cube": 2}]
    return at.change(f"{at.match('A3')}result/", {"games": games})


def report_forfeit(at: Desk) -> Cost:
    return at.change(f"{at.match('A3')}result/", {"forfeit": "both", "why": "no_show"})


def start(at: Desk) -> Cost:
    return at.change(f"{at.match('A3')}start/")


def call(at: Desk) -> Cost:
    at.program.post(f"{at.match('A4')}call/", {"table": "stage"})
    return at.change(f"{at.match('A3')}call/", {"table": "4"})


def penalise(at: Desk) -> Cost:
    return at.change(f"{at.match('A3')}penalty/", {"late": "top", "points": 2, "reason": "10 minutes"})


def report_penalised(at: Desk) -> Cost:
    penalise(at)
    path = f"{at.match('A3')}result/"
    return cost(lambda: at.program.post(path, {"score": [7, 3]}, Idempotency_Key="key-2"))


def tick(at: Desk) -> Cost:
    return at.change(f"{at.entrant()}tick/", {"paid": True})


def furnish(at: Desk) -> Cost:
    path, body = f"tournaments/{at.event.tournament_id}/tables/", {"tables": [{"name": "1"}, {"name": "2"}]}
    return cost(lambda: at.program.ask("PUT", path, body, Idempotency_Key="key-1"))


def confirm(at: Desk) -> Cost:
    at.report("A3", provisional=True)
    return at.change(f"{at.match('A3')}confirm/")


def clear(at: Desk) -> Cost:
    at.report("A3")
    return at.change(f"{at.match('A3')}clear/", {"reason": "wrong table"})


def correct(at: Desk) -> Cost:
    at.report("A3")
    return at.change(f"{at.match('A3')}correction/", {"score": [3, 7], "reason": "slip"})


def correct_and_void(at: Desk) -> Cost:
    return correct_with_choices(at, "void")


def correct_and_stand(at: Desk) -> Cost:
    return correct_with_choices(at, "stand")


def correct_each(at: Desk) -> Cost:
    return correct_with_choices(at, {match_of(at.event, "B2").pk: "void"})


def correct_with_choices(at: Desk, choice: Any) -> Cost:
    for code in ("A3", "A4", "B2"):
        at.report(code)
    return at.change(f"{at.match('A3')}correction/", {"score": [3, 7], "reason": "slip", "affected": choice})


def withdraw(at: Desk) -> Cost:
    player = card_of(at.event, "A3").top
    assert player is not None
    return at.change(f"{at.entrant(player.name)}withdraw/", {"from": "all"})


def enter_late(at: Desk) -> Cost:
    return at.change(f"events/{at.event.pk}/entrants/", {"entrants": [{"name": "Late Lucy"}]}, 201)


def replace(at: Desk) -> Cost:
    return at.change(f"{at.entrant()}replacement/", {"name": "Standby Stan"}, 201)


def rename(at: Desk) -> Cost:
    path = at.entrant()
    return cost(lambda: at.program.patch(path, {"name": "Petra H."}, Idempotency_Key="key-1", If_Match='"1"'))


def draw(at: Desk) -> Cost:
    undrawn = an_entered_event(at.event.entrants.count(), tournament=at.event.tournament)
    return at.change(f"events/{undrawn.pk}/draw/", {"key": "63 55"}, 201)


def draw_again(at: Desk) -> Cost:
    at.report("A3")
    return at.change(f"events/{at.event.pk}/draw/", {"key": "again", "discard": True, "reason": "slip"}, 201)


def undo_result(at: Desk) -> Cost:
    return at.undo(at.report("A3").data["record"])


def undo_call(at: Desk) -> Cost:
    return at.undo(at.program.post(f"{at.match('A3')}call/", {"table": "4"}).data["record"])


def undo_tick(at: Desk) -> Cost:
    return at.undo(at.program.post(f"{at.entrant()}tick/", {"here": True}).data["record"])


def undo_late_entry(at: Desk) -> Cost:
    entered = at.program.post(f"events/{at.event.pk}/entrants/", {"entrants": [{"name": "Late Lucy"}]})
    return at.undo(entered.data["record"])


def undo_draw(at: Desk) -> Cost:
    return at.undo(at.program.post(f"events/{at.event.pk}/draw/", {"key": "again"}).data["record"])


def refuse(at: Desk) -> Cost:
    at.report("A3")
    return at.change(f"{at.match('A3')}result/", {"score": [7, 3]}, 409)


def send_again(at: Desk) -> Cost:
    report(at)
    return report(at)


CHANGES: dict[Callable[[Desk], Cost], Cost] = {
    report: Cost(10, 14),
    report_games: Cost(11, 15),
    report_forfeit: Cost(10, 14),
    start: Cost(10, 14),
    call: Cost(11, 15),
    penalise: Cost(11, 15),
    report_penalised: Cost(10, 14),
    tick: Cost(8, 12),
    furnish: Cost(7, 11),
    confirm: Cost(11, 15),
    clear: Cost(11, 15),
    correct: Cost(11, 15),
    correct_and_void: Cost(12, 16),
    correct_and_stand: Cost(12, 16),
    correct_each: Cost(12, 16),
    withdraw: Cost(9, 13),
    enter_late: Cost(11, 15),
    replace: Cost(12, 16),
    rename: Cost(9, 13),
    draw: Cost(11, 15),
    draw_again: Cost(12, 16),
    undo_result: Cost(10, 15),
    undo_call: Cost(10, 15),
    undo_tick: Cost(9, 14),
    undo_late_entry: Cost(10, 15),
    undo_draw: Cost(12, 17),
    refuse: Cost(7, 11),
    send_again: Cost(3, 7),
}


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("what", CHANGES, ids=lambda what: what.__name__)
def test_a_change_costs_the_same_statements_for_any_field(what: Callable[[Desk], Cost], n: int) -> None:
    assert what(a_desk(n)) == CHANGES[what]


@pytest.mark.parametrize("what", CHANGES, ids=lambda what: what.__name__)
def test_a_last_chance_adds_no_statement_to_a_change(what: Callable[[Desk], Cost]) -> None:
    assert what(Desk(a_drawn_event(7, last_chance=True))) == CHANGES[what]


def test_a_change_stays_below_what_the_design_allows() -> None:
    dear = {what for what, posted in CHANGES.items() if posted.inside > MOST_INSIDE or posted.in_all > MOST_IN_ALL}

    assert dear == set()


def test_a_process_that_never_saw_a_draw_pays_no_more() -> None:
    at = a_desk(8)
    plan_sealed.cache_clear()
    _compiled.cache_clear()

    answer = at.change(f"{at.match('A3')}result/", {"score": [7, 3]})

    assert answer == CHANGES[report]


def test_a_plan_that_another_release_compiled_is_read_as_it_was_stored() -> None:
    at = a_desk(8)
    plan_sealed.cache_clear()
    Event.objects.filter(pk=at.event.pk).update(format=canonical(read_format({"consolation": "none"}).as_data()))

    answer = at.change(f"{at.match('A3')}result/", {"score": [7, 3]})

    assert answer == Cost(CHANGES[report].inside + 1, CHANGES[report].in_all + 1)


def test_a_tokens_use_is_stored_by_the_clock_and_costs_a_request_nothing() -> None:
    at = a_desk(8)
    store_uses(timezone.now())
    Token.objects.update(last_used_at=None)

    answer = at.change(f"{at.match('A3')}result/", {"score": [7, 3]})

    assert answer == Cost(CHANGES[report].inside, CHANGES[report].in_all)
    assert store_uses(timezone.now()) == 1
    assert Token.objects.get().last_used_at is not None


# --- Reading

READING = {
    "clubs/": 1,
    "tournaments/": 2,
    "tournaments/{tournament}/": 2,
    "tournaments/{tournament}/records/": 2,
    "tournaments/{tournament}/tables/": 1,
    "events/{event}/": 8,
    "events/{event}/entrants/": 5,
    "events/{event}/draw/": 4,
    "events/{event}/matches/": 5,
    "events/{event}/matches/?status=open&bracket=main": 5,
    "events/{event}/standings/": 5,
    "matches/{match}/": 4,
    "matches/{match}/correction/": 4,
}


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("path", READING)
def test_reading_costs_the_same_statements_for_any_field(path: str, n: int) -> None:
    at = a_desk(n)
    at.report("A3")
    address = path.format(tournament=at.event.tournament_id, event=at.event.pk, match=match_of(at.event, "A3").pk)

    assert cost(lambda: Program(None).get(address)) == Cost(0, READING[path])


# --- What PostgreSQL looks up by itself


@pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL only: there each foreign key is a statement")
def test_a_result_makes_the_database_look_up_five_foreign_keys() -> None:
    """With the 13 statements of a request on PostgreSQL they are the 18 of the design."""
    written = ["tournaments_result", "tournaments_match", "journal_page", "journal_record", "journal_stream"]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, attname FROM pg_constraint "
            "JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey) "
            "WHERE contype = 'f' AND conrelid::regclass::text = ANY(%s)",
            [written],
        )
        keys = set(cursor.fetchall())

    # The draw of a match never changes, so it is not looked up.
    assert keys == {
        ("tournaments_result", "record_id"),
        ("tournaments_result", "match_id"),
        ("tournaments_result", "first_id"),
        ("tournaments_result", "second_id"),
        ("journal_record", "page_id"),
        ("tournaments_match", "draw_id"),
    }
