"""Reading who is entered."""

from collections import defaultdict

from tournaments.models import Entrant, Event, Line, Particulars, Withdrawal
from tournaments.models.cards import EntrantCard
from tournaments.models.entrants import ticked


def entrant_list(event: int) -> list[EntrantCard]:
    """Return an event's entrants in order of entry, in four statements whatever their number."""
    told = {
        each.entrant_id: each
        for each in Particulars.objects.filter(entrant__event=event, record__undo__isnull=True).order_by("turn")
    }
    out: dict[int, list[str]] = defaultdict(list)
    withdrawn = Withdrawal.objects.filter(entrant__event=event, record__undo__isnull=True)
    for entrant, bracket in withdrawn.order_by("bracket").values_list("entrant", "bracket"):
        out[entrant].append(bracket)
    lines = _lines(event)
    return [
        EntrantCard(
            entrant.pk,
            entrant.number,
            told[entrant.pk].name,
            told[entrant.pk].club,
            told[entrant.pk].country,
            told[entrant.pk].rating,
            told[entrant.pk].seed,
            lines.get(entrant.pk),
            tuple(out[entrant.pk]),
            told[entrant.pk].turn,
            entrant.paid,
            entrant.here,
        )
        for entrant in Entrant.objects.filter(event=event, record__undo__isnull=True)
        .annotate(paid=ticked("paid"), here=ticked("here"))
        .order_by("number")
    ]


def _lines(event: int) -> dict[int, int]:
    current = Event.objects.filter(pk=event).values("current_draw")
    latest: dict[int, int | None] = {}
    rows = Line.objects.filter(draw__in=current, record__undo__isnull=True).order_by("turn")
    for line, entrant in rows.values_list("line", "entrant"):
        latest[line] = entrant
    return {entrant: line for line, entrant in latest.items() if entrant is not None}
