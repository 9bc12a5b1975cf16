"""Does every row follow from the facts? Asked by ``verify``."""

from collections.abc import Iterable, Iterator

from journal.chunks import in_chunks
from journal.verify import Flaw
from tournaments.models import (
    Closing,
    Draw,
    Event,
    FileContent,
    Match,
    MatchFile,
    Particulars,
    PositionPhoto,
    PositionQuestion,
    Setup,
    Tournament,
    seal_of,
)
from tournaments.models.switches import stored_switches
from tournaments.read.breaks import stored_breaks
from tournaments.read.entered import differing_rows, entered_draw


def flaws() -> Iterable[Flaw]:
    """Yield a flaw for every match row that differs from its draw's derivation, and for every unsealed word."""
    broken = set()
    for made in in_chunks(Draw.objects.all()):
        if seal_of(made.plan) != made.plan_seal:
            broken.add(made.pk)
            yield Flaw("plan.seal", f"draw {made.pk}")
    for event in in_chunks(Event.objects.select_related("tournament", "current_draw")):
        yield from _events_kept(event)
        if event.current_draw is not None and event.current_draw_id not in broken:
            yield from _rows(event, event.current_draw)
    for particulars in in_chunks(Particulars.objects.all()):
        erased = not any(getattr(particulars, name) for name in Particulars.erasable_fields)
        if not erased and particulars.digest != particulars.words_digest():
            yield Flaw("words.seal", f"entrant {particulars.entrant_id}")
    yield from _files()
    yield from _photos()
    for tournament in in_chunks(Tournament.objects.all()):
        if tournament.breaks != stored_breaks(tournament.pk):
            yield Flaw("tournament.breaks", f"tournament {tournament.pk}")


def _events_kept(event: Event) -> Iterator[Flaw]:
    """Yield what an event keeps that does not follow from its facts."""
    if event.switches != stored_switches(event.pk):
        yield Flaw("event.switches", f"event {event.pk}")
    latest = Draw.objects.filter(event=event, record__undo__isnull=True).order_by("-number").first()
    if latest != event.current_draw:
        yield Flaw("event.draw", f"event {event.pk}")
    setup = Setup.objects.filter(event=event, record__undo__isnull=True).order_by("-turn").first()
    if setup is not None and (setup.format, setup.conditions) != (event.format, event.conditions):
        yield Flaw("event.setup", f"event {event.pk}")
    closing = Closing.objects.filter(event=event, record__undo__isnull=True).order_by("-record").first()
    if event.closed != (closing is not None and closing.closed):
        yield Flaw("event.closing", f"event {event.pk}")


def _files() -> Iterator[Flaw]:
    """Yield the match files whose bytes are not those that were recorded."""
    kept = {(each.match_id, each.digest): each.is_whole for each in in_chunks(FileContent.objects.all())}
    for match, digest in MatchFile.objects.values_list("match", "digest").order_by("pk"):
        if not kept.get((match, digest), False):
            yield Flaw("file.content", f"match {match} {digest[:12]}")


def _photos() -> Iterator[Flaw]:
    """Yield the photos of boards whose bytes are not those that were recorded."""
    kept = {(each.tournament_id, each.digest): each.is_whole for each in in_chunks(PositionPhoto.objects.all())}
    questions = PositionQuestion.objects.exclude(photo="").values_list("tournament", "photo")
    for tournament, digest in questions.order_by("pk"):
        if not kept.get((tournament, digest), False):
            yield Flaw("photo.content", f"tournament {tournament} {digest[:12]}")


def _rows(event: Event, draw: Draw) -> Iterator[Flaw]:
    """Yield the matches that are not as plan and facts have them, and those that no plan knows."""
    entered = entered_draw(draw, event.tournament.stream_id)
    planned = {
        place: (match.code, match.bracket, match.round, match.number, match.length)
        for place, match in enumerate(entered.state.plan.matches)
    }
    stored = {
        place: row
        for place, *row in Match.objects.filter(draw=draw).values_list(
            "place", "code", "bracket", "round", "number", "length"
        )
    }
    differing = {
        place for place in planned.keys() | stored.keys() if planned.get(place) != tuple(stored.get(place, ()))
    }
    for place in sorted(differing | differing_rows(draw, entered).keys()):
        code = planned[place][0] if place in planned else f"place {place}"
        yield Flaw("match.row", f"event {event.pk} {code}")
