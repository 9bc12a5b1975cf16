"""Does every row follow from the facts? Asked by ``verify``."""

from collections.abc import Iterable

from journal.verify import Flaw
from tournaments.models import Draw, Event, Particulars, seal_of
from tournaments.models.entered import differing_rows, entered_draw


def flaws() -> Iterable[Flaw]:
    """Yield a flaw for every match row that differs from its draw's derivation, and for every unsealed word."""
    for made in Draw.objects.all().iterator():
        if seal_of(made.plan) != made.plan_seal:
            yield Flaw("plan.seal", f"draw {made.pk}")
    for event in Event.objects.select_related("tournament", "current_draw").exclude(current_draw=None).iterator():
        draw = event.current_draw
        if draw is None:
            continue
        latest = Draw.objects.filter(event=event, record__undo__isnull=True).order_by("-number").first()
        if latest != draw:
            yield Flaw("event.draw", f"event {event.pk}")
        entered = entered_draw(draw, event.tournament.stream_id)
        for place in differing_rows(draw, entered):
            yield Flaw("match.row", f"event {event.pk} {entered.state.plan.matches[place].code}")
    for told in Particulars.objects.exclude(salt="").iterator():
        if told.digest != told.words_digest():
            yield Flaw("words.seal", f"entrant {told.entrant_id}")
