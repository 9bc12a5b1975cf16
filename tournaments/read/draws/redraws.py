"""Rounds drawn anew: which can be, every one that was, and who was in it."""

from rules.draws.state import DrawState
from rules.draws.switches import NOBODY_FROM, REDRAWN, redraw_of, round_of_last
from rules.errors import RuleBroken
from tournaments.models import Entrant, Event, Redraw
from tournaments.read.entered import entered_before_and_after, entered_draw
from tournaments.read.events import draw_of
from tournaments.read.names import names_in


def rounds_to_redraw(event: Event) -> list[tuple[int, RuleBroken | None]]:
    """Return how many are left in each round of the current draw that can be drawn anew, and what forbids it now."""
    if event.current_draw_id is None or not event.rules.separates:
        return []
    state = entered_draw(draw_of(event), event.tournament.stream_id).state
    rounds = [(left, _forbidden(state, left)) for left in REDRAWN]
    return [(left, broken) for left, broken in rounds if broken is None or broken.code != "redraw.round"]


def _forbidden(state: DrawState, left: int) -> RuleBroken | None:
    try:
        redraw_of(state, left, {who: who for who in state.lines.values()}, "", {})
    except RuleBroken as broken:
        return broken
    return None


def redraws_of(event: Event) -> list[Redraw]:
    """Return every redraw of the current draw with its record, the latest first: one statement."""
    rows = Redraw.objects.filter(draw=event.current_draw_id).select_related("record__undo")
    return list(rows.order_by("-record"))


def drawn_anew(event: Event, record: int) -> dict[int, str] | None:
    """Return number → name of those in a round as it was drawn anew, by the number of the record; None for none.

    A match out of which nobody came has a number of its own and no name.
    """
    redraw = Redraw.objects.filter(draw__event=event, record__number=record).select_related("draw").first()
    if redraw is None:
        return None
    redraw.draw.event = event
    before, _ = entered_before_and_after(redraw.draw, event.tournament.stream_id, redraw.record_id)
    state, names = before.state, names_in(event.pk)
    numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
    matches = [state.plan.matches[at] for at in round_of_last(state.plan, redraw.left)]
    winners = [(side.of, state.seat(side.of).on) for match in matches for side in (match.top, match.bottom)]
    return dict(
        sorted((numbers[who], names.get(who, "")) if who > 0 else (NOBODY_FROM + at, "") for at, who in winners)
    )
