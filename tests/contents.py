"""The contents of the database, to compare before and after."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.backends.utils import CursorWrapper

from clubs.models import SignInCode, Token, Tries
from journal.statements import Blank, Columns, Reading
from rules.draws.derive import Status
from rules.errors import RuleBroken
from tournaments.models import Draw, Event, Match, Reentry
from tournaments.read.draws.places import Standing, standings
from tournaments.read.entered import differing_rows, entered_draw
from tournaments.read.entrants.listed import entrant_list

# Written once: the machines look after every step, and to have Django write a statement costs more than to run it.
SEEN = [
    "place", "top", "bottom", "status", "goes_on", "drops", "result", "penalty", "begun", "settled", "call",
    "contested", "card", "top_claim", "bottom_claim",
]  # fmt: skip
current_draw = Columns(lambda: Event.objects.filter(pk=Blank("event")).values_list("current_draw"))
_matches_as_seen = Columns(lambda: Match.objects.filter(draw=Blank("draw")).order_by("place").values_list(*SEEN))
_event = Reading(lambda: Event.objects.filter(pk=Blank("event")), beside=["current_draw", "tournament"])
matches_of = Reading(lambda: Match.objects.filter(draw=Blank("draw")).order_by("place"), beside=["result", "penalty"])
# Counters are not part of the memory: a token's last use, sign-in codes, tries.
COUNTERS = {Token, SignInCode, Tries}


def content() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table of the domain, table by table."""
    with connection.cursor() as cursor:
        # Most tables are empty most of the time, and this asks once for all of them.
        are_filled = ", ".join(f"EXISTS (SELECT 1 FROM {table})" for table in _keys())  # noqa: S608 -- our own names
        cursor.execute(f"SELECT {are_filled}")
        filled = [table for table, is_filled in zip(_keys(), cursor.fetchone(), strict=True) if is_filled]
        return {table: _rows(cursor, table) for table in filled}


def _rows(cursor: CursorWrapper, table: str) -> list[tuple[Any, ...]]:
    cursor.execute(f"SELECT * FROM {table} ORDER BY {_keys()[table]}")  # noqa: S608 -- our own names
    return list(cursor.fetchall())


@cache
def _keys() -> dict[str, str]:
    """Return the tables of the domain, each with the column of its primary key."""
    models = [
        model for label in ("journal", "clubs", "tournaments") for model in apps.get_app_config(label).get_models()
    ]
    return {model._meta.db_table: str(model._meta.pk.column) for model in models if model not in COUNTERS}


def content_hash() -> str:
    """Return one hash of every row."""
    return sha256(repr(content()).encode()).hexdigest()


@contextmanager
def nothing_changes() -> Iterator[None]:
    """Fail if any table differs after the block."""
    before = content()
    yield
    assert content() == before


def refusal(act: Callable[[], Any], kind: type[Exception] = RuleBroken) -> Any:
    """Return the refusal of ``act``, which must change nothing."""
    with nothing_changes(), pytest.raises(kind) as refused:
        act()
    return refused.value


def standing(event: int) -> dict[str, Any]:
    """Return an event as people see it: everything except versions, the order of first pairings, and the memory."""
    ((draw,),) = current_draw(event=event)
    entrants = [
        {name: posted for name, posted in asdict(each).items() if name != "version"} for each in entrant_list(event)
    ]
    return {
        "draw": draw,
        "matches": _matches_as_seen(draw=draw) if draw else [],
        "entrants": entrants,
        "standings": standings(event),
    }


def wrong_in(event: int, now: dict[str, Any] | None = None) -> list[str]:
    """Return the contradictions in a drawn event, none if all is well; ``now`` is its ``standing``."""
    (rows,) = _event(event=event)
    if rows.current_draw is None:
        return []
    matches = matches_of(draw=rows.current_draw.pk)
    return [
        *_underived(rows.current_draw, rows.tournament.stream_id),
        *_results_of_others(matches),
        *_below_their_start(matches),
        *_in_two_places(matches),
        *_misplaced(now or standing(event), matches),
    ]


def _underived(draw: Draw, stream: int) -> Iterator[str]:
    for place, row in differing_rows(draw, entered_draw(draw, stream)).items():
        yield f"place {place} should be {row}"


def _results_of_others(matches: list[Match]) -> Iterator[str]:
    for match in matches:
        result = match.result
        if result is None:
            continue
        if {result.first_id, result.second_id} != {match.top_id, match.bottom_id}:
            yield f"{match.code} shows a result of others"
        if match.goes_on_id not in (None, match.top_id, match.bottom_id):
            yield f"from {match.code} goes on who was not in it"


def _below_their_start(matches: list[Match]) -> Iterator[str]:
    for match in matches:
        result = match.result
        if result is not None and result.how == "played" and match.top_id and match.bottom_id:
            points = result.points_of(match.top_id) or 0, result.points_of(match.bottom_id) or 0
            if points[0] < match.start_score[0] or points[1] < match.start_score[1]:
                yield f"{match.code} ended below the score from which it started"


def _in_two_places(matches: list[Match]) -> Iterator[str]:
    sitting = Counter(
        who for match in matches if match.status == Status.OPEN for who in (match.top_id, match.bottom_id)
    )
    for who, times in sitting.items():
        if times > 1:
            yield f"{who} sits in {times} open matches"


def _misplaced(now: dict[str, Any], matches: list[Match]) -> Iterator[str]:
    table: list[Standing] = now["standings"]
    drawn = {each["id"] for each in now["entrants"] if each["line"] is not None}
    seated = {who for match in matches for who in (match.top_id, match.bottom_id) if who is not None}
    if [each.order for each in table] != list(range(1, len(table) + 1)):
        yield "the strict order has a gap"
    # A player who entered again is placed once.
    first = dict(Reentry.objects.filter(entrant__in=drawn).values_list("entrant", "first"))
    people = {first.get(each, each) for each in drawn}
    if {first.get(each.entrant, each.entrant) for each in table} != people or len(table) != len(people):
        yield "the standings are no permutation of those drawn"
    if not seated <= drawn:
        yield f"{sorted(seated - drawn)} sit in matches and stand on no line"
    places = [each.place for each in table if each.place is not None]
    if places != sorted(places):
        yield "a later place stands before an earlier one"
