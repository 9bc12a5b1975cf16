"""Taking a record back: its facts count no longer, and the draw follows from what is left."""

import json
from dataclasses import dataclass

from journal import book
from journal.models import Record, Undo
from journal.refusals import Refused, Unknown
from rules.draws.displaced import displaced
from tournaments.actions.steps import concerning, derive_draw, derive_whole, draw_of, event_with_draw, refuse_displaced
from tournaments.models import Draw, Event, Tournament
from tournaments.models.entered import entered_draw, entered_with_and_without
from tournaments.permissions import may_direct, must

UNDOABLE = {
    "draw.made",
    "draw.remade",
    "entrant.entered",
    "entrant.late",
    "entrant.renamed",
    "entrant.replaced",
    "entrant.withdrawn",
    "match.cleared",
    "match.corrected",
    "match.finished",
    "match.settled",
    "match.started",
}


@dataclass(frozen=True, slots=True)
class Undone:
    """The record taken back, the record that did it, and the codes of matches that moved."""

    undone: int
    verb: str
    record: int
    moved: tuple[str, ...]


def undo(tournament: int, number: int, hand: book.Hand) -> Undone:
    """Take record ``number`` of a tournament back.

    Raises Unknown ``record.unknown``; Refused ``undo.never`` for what can't be taken back, ``undo.done``,
    ``undo.superseded`` when a later record rests on it (undo that one first), ``match.begun`` when a match that
    has begun would lose a player.
    """
    found = Tournament.objects.filter(pk=tournament).select_related("stream").first()
    if found is None:
        raise Unknown("tournament.unknown")
    must(may_direct(hand.by, found.club_id))
    with book.page(found.stream.name, hand) as page:
        record = Record.objects.filter(stream=page.stream, number=number).select_related("undo").first()
        if record is None:
            raise Unknown("record.unknown", record=number)
        if record.verb not in UNDOABLE:
            raise Refused("undo.never", record=number, verb=record.verb)
        if hasattr(record, "undo"):
            raise Refused("undo.done", record=number)
        body = book.read_body(record)
        _must_be_last(page, record, set(body["makes"]))
        event = event_with_draw(body["event"])
        fact = Undo(undone=record)
        if record.verb in ("draw.made", "draw.remade"):
            moved = _undo_draw(page, event, record, fact)
        else:
            moved = _undo_fact(page, event, record, fact)
        return page.done(Undone(number, record.verb, page.stream.number, moved))


def _must_be_last(page: book.OpenPage, record: Record, makes: set[str]) -> None:
    later = Record.objects.filter(stream=page.stream, number__gt=record.number, undo__isnull=True)
    for number, verb, text in later.order_by("number").values_list("number", "verb", "body"):
        if makes & set(json.loads(text).get("needs", [])):
            raise Refused("undo.superseded", record=record.number, by=number, verb=verb)


def _undo_fact(page: book.OpenPage, event: Event, record: Record, fact: Undo) -> tuple[str, ...]:
    if event.current_draw_id is None:
        page.record("record.undone", [fact], **concerning(event.pk, makes=[]))
        return ()
    before, after = entered_with_and_without(draw_of(event), page.stream.pk, record.pk)
    refuse_displaced(before, displaced(before.state.derived, before.state.facts, after.state.derived))
    page.record("record.undone", [fact], **concerning(event.pk, makes=[]))
    return derive_draw(page, before, after)


def _undo_draw(page: book.OpenPage, event: Event, record: Record, fact: Undo) -> tuple[str, ...]:
    """Go back to the draw made before, with whatever was entered about its entrants since."""
    current = entered_draw(draw_of(event), page.stream.pk)
    begun = current.state.begun()
    if begun:
        codes = [current.state.plan.matches[place].code for place in begun]
        raise Refused("draw.begun", draw=event.current_draw_id, matches=codes)
    page.record("record.undone", [fact], **concerning(event.pk, makes=[]))
    live = Draw.objects.filter(event=event, record__undo__isnull=True).exclude(record=record)
    previous = live.order_by("-number").defer("plan").first()
    Event.objects.filter(pk=event.pk).update(current_draw=previous)
    if previous is not None:
        derive_whole(previous, entered_draw(previous, page.stream.pk))
    return ()
