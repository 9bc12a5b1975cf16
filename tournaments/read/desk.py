"""Reads of the desk beside the floor: starts of matches, ticks, and the last records."""

from collections.abc import Iterable
from datetime import datetime

from clubs.read.records import RawRecord, raw_records
from journal.models import Record
from rules.draws.match_state import State
from tournaments.models import Start, Tick, Tournament
from tournaments.read.floor import Floor


def starts_of(floor: Floor) -> dict[int, datetime]:
    """Return when each match that is on began; one that was never started counts from its call."""
    playing = {match.id: match for match in floor.matches if match.state is State.PLAYING}
    called = (
        (match.id, times.called)
        for draw in floor.draws.values()
        for match, times in zip(draw.matches, draw.times, strict=True)
    )
    rows = Start.objects.filter(match__draw__event__tournament=floor.tournament, record__undo__isnull=True)
    starts = rows.order_by("record").values_list("match", "first", "second", "record__at")
    started = {pk: at for pk, at in called if pk in playing and at is not None}
    for pk, first, second, at in starts:
        match = playing.get(pk)
        if match is not None and {first, second} == set(match.entrants):
            started[pk] = at
    return started


def ticks_of(tournament: Tournament) -> dict[tuple[int, str], bool]:
    """Return (entrant, kind) → the latest tick."""
    ticks = Tick.objects.filter(entrant__event__tournament=tournament, record__undo__isnull=True).order_by("record")
    return {(entrant, kind): on for entrant, kind, on in ticks.values_list("entrant", "kind", "on")}


def latest_records(tournament: Tournament, but: tuple[str, ...], most: int) -> list[RawRecord]:
    """Return the latest records, the last one first, without the verbs ``but``."""
    records = Record.objects.filter(stream=tournament.stream_id).exclude(verb__in=but)
    return raw_records(records.order_by("-number")[:most])


def last_undoable(tournament: Tournament, actor: str, verbs: Iterable[str]) -> RawRecord | None:
    """Return the last record that ``actor`` wrote with one of ``verbs`` and that counts."""
    own = Record.objects.filter(stream=tournament.stream_id, page__actor=actor, verb__in=verbs)
    return next(iter(raw_records(own.filter(undo__isnull=True).order_by("-number")[:1])), None)


def record_numbered(tournament: Tournament, number: int) -> RawRecord | None:
    """Return one record of a tournament."""
    return next(iter(raw_records(Record.objects.filter(stream=tournament.stream_id, number=number))), None)


def record_of_result(result: int) -> RawRecord | None:
    """Return the record that is a result, None for 0."""
    return next(iter(raw_records(Record.objects.filter(pk=result))), None)
