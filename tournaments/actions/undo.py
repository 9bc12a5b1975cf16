"""Taking a record back: its facts count no longer, and the draw follows from what is left."""

import json
from dataclasses import dataclass
from typing import Any, cast

from django.db.models import F

from journal import book
from journal.models import Record, Undo
from journal.refusals import Refused, Unknown
from rules.draws.affected import displaced
from tournaments.actions.calls import refuse_if_taken
from tournaments.actions.closing import undo_closing
from tournaments.actions.steps import concerning, derive_draw, draw_of, event_with_draw, refuse_displaced, write_whole
from tournaments.actions.topics import tell_undone
from tournaments.models import Draw, Event, Setup, Tournament
from tournaments.permissions import must, rights_in
from tournaments.read.entered import entered_draw, entered_with_and_without

UNDOABLE = {
    "draw.made",
    "draw.remade",
    "entrant.entered",
    "entrant.late",
    "entrant.renamed",
    "entrant.replaced",
    "entrant.ticked",
    "entrant.withdrawn",
    "event.closed",
    "event.reopened",
    "event.set_up",
    "match.called",
    "match.claimed",
    "match.cleared",
    "match.confirmed",
    "match.contested",
    "match.corrected",
    "match.finished",
    "match.penalised",
    "match.scored",
    "match.settled",
    "match.started",
}
# The desk takes its own work back, a director what only he may do.
DIRECTORS = {"draw.made", "draw.remade", "entrant.replaced", "event.closed", "event.reopened", "event.set_up"}


@dataclass(frozen=True, slots=True)
class Undone:
    """The record taken back, the record that did it, and the codes of matches that moved."""

    undone: int
    verb: str
    record: int
    moved: tuple[str, ...]


def undo(tournament: int, number: int, caller: book.Caller) -> Undone:
    """Take record ``number`` of a tournament back.

    Raises Unknown ``record.unknown``; Refused ``undo.never`` for what can't be taken back, ``undo.done``,
    ``undo.superseded`` when a later record rests on it (undo that one first), ``match.begun`` when a match that
    has begun would lose a player, ``table.taken`` and ``table.closed`` when a call would be back at such a table.
    """
    tournament_row = Tournament.objects.filter(pk=tournament).select_related("stream").first()
    if tournament_row is None:
        raise Unknown("tournament.unknown")
    rights = rights_in(caller.actor, tournament_row.club_id)
    must(rights.desk)
    with book.page(tournament_row.stream.name, caller) as page:
        record, body = _last_word(page, number)
        must(rights.direct or not _is_directors(body))
        fact = Undo(undone_id=record)
        if body["verb"] in ("draw.made", "draw.remade"):
            moved = _undo_draw(page, body["event"], fact)
        elif body["verb"] == "event.set_up":
            moved = _undo_setup(page, body["event"], fact)
        elif body["verb"] in ("event.closed", "event.reopened"):
            page.record("record.undone", [fact], **concerning(body["event"], makes=[]))
            undo_closing(page, body["event"])
            moved = ()
        else:
            moved = _undo_fact(page, body, record, fact)
        tell_undone(page, body)
        return page.done(Undone(number, body["verb"], page.stream.number, moved))


def _last_word(page: book.OpenPage, number: int) -> tuple[int, dict[str, Any]]:
    """Return a record's key and its body with the verb, once no later record that counts rests on it."""
    records = Record.objects.filter(stream=page.stream, number__gte=number).annotate(undone=F("undo__pk"))
    rows = list(records.order_by("number").values_list("number", "pk", "verb", "body", "undone"))
    if not rows or rows[0][0] != number:
        raise Unknown("record.unknown", record=number)
    _, record, verb, text, undone = rows[0]
    if verb not in UNDOABLE:
        raise Refused("undo.never", record=number, verb=verb)
    if undone is not None:
        raise Refused("undo.done", record=number)
    body: dict[str, Any] = json.loads(text)
    if "due" in body:
        # What stands by the clock is corrected or cleared: taken back, the clock would settle it again.
        raise Refused("undo.never", record=number, verb=verb)
    makes = set(body["makes"])
    for later, _, by, text, undone in rows[1:]:
        if undone is None and makes & set(json.loads(text).get("needs", [])):
            raise Refused("undo.superseded", record=number, by=later, verb=by)
    return record, body | {"verb": verb}


def _is_directors(body: dict[str, Any]) -> bool:
    """Whether only a director may take a record back: his own work, or a choice over other matches that had begun."""
    decided = sum(each.startswith("match:") for each in body["makes"]) > 1
    return body["verb"] in DIRECTORS or decided


def _undo_fact(page: book.OpenPage, body: dict[str, Any], record: int, fact: Undo) -> tuple[str, ...]:
    event = event_with_draw(body["event"])
    if event.current_draw_id is None:
        page.record("record.undone", [fact], **concerning(event.pk, makes=[]))
        return ()
    before, after = entered_with_and_without(draw_of(event), page.stream.pk, record)
    refuse_displaced(before, displaced(before.state.derived, before.state.facts, after.state.derived))
    if body["verb"] == "match.called":
        refuse_if_taken(event.tournament, after, int(body["makes"][0].removeprefix("call:")))
    page.record("record.undone", [fact], **concerning(event.pk, makes=[]))
    return derive_draw(page, before, after)


def _undo_setup(page: book.OpenPage, event: int, fact: Undo) -> tuple[str, ...]:
    """Go back to how the event was set up before. A draw made since rests on it, so none of its matches changes."""
    page.record("record.undone", [fact], **concerning(event, makes=[]))
    latest = Setup.objects.filter(event=event, record__undo__isnull=True).order_by("-turn")[:1].get()
    Event.objects.filter(pk=event).update(format=latest.format, conditions=latest.conditions)
    return ()


def _undo_draw(page: book.OpenPage, event: int, fact: Undo) -> tuple[str, ...]:
    """Go back to the draw made before, with whatever was entered about its entrants since."""
    # No later record rests on it, so the draw to undo is the last one that counts.
    live = Draw.objects.filter(event=event, record__undo__isnull=True).order_by("-number")
    draw, previous = [*live.select_related("event").defer("plan")[:2], None][:2]
    current = entered_draw(cast(Draw, draw), page.stream.pk)
    begun = current.state.begun()
    if begun:
        codes = [current.state.plan.matches[place].code for place in begun]
        raise Refused("draw.begun", draw=current.draw.pk, matches=codes)
    page.record("record.undone", [fact], **concerning(event, makes=[]))
    Event.objects.filter(pk=event).update(current_draw=previous)
    if previous is not None:
        write_whole(entered_draw(previous, page.stream.pk))
        # A claim of the draw of before may wait again.
        page.due(page.at)
    return ()
