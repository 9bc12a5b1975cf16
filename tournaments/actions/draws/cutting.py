"""Drawing the knockout of those who come through pools."""

from collections.abc import Collection
from dataclasses import dataclass

from journal import book
from journal.refusals import Refused
from rules.draws.plan import Plan
from rules.formats.cuts import Cut, is_drawn, make_cut
from tournaments.actions.steps import concerning, derive_draw, draw_of, event_with_draw, stream_of_event
from tournaments.models import Entrant, Line
from tournaments.permissions import may_run_desk
from tournaments.read.entered import entered_draw


@dataclass(frozen=True, slots=True)
class DrawnKnockout:
    """A knockout as it was drawn: who came through, its record, and the codes of the matches that moved."""

    event: int
    cut: Cut
    plan: Plan
    record: int
    moved: tuple[str, ...]


def draw_knockout(event: int, caller: book.Caller, chosen: Collection[int] = ()) -> DrawnKnockout:
    """Draw the knockout by the draw key, once every match of the pools is decided.

    Whoever has withdrawn is left out. ``chosen`` have won the matches that decide between those who are equal at the
    cut. The record can be undone until a match of the knockout has begun. Raises Refused ``draw.none``,
    ``pools.format``, ``pools.drawn``; RuleBroken as ``make_cut``.
    """
    with book.page(stream_of_event(event, caller, may_run_desk), caller) as page:
        event_row = event_with_draw(event)
        draw = draw_of(event_row)
        if not event_row.rules.is_cut:
            raise Refused("pools.format", event=event)
        before = entered_draw(draw, page.stream.pk)
        plan = before.state.plan
        if is_drawn(plan, before.state.lines):
            raise Refused("pools.drawn", event=event)
        live = Entrant.objects.filter(event=event, record__undo__isnull=True)
        cut = make_cut(before.state, dict(live.values_list("pk", "number")), draw.key, draw.bound_to, chosen)
        lines = [
            Line(draw=draw, line=at, turn=before.turns.get(at, 0) + 1, entrant_id=who) for at, who in cut.lines.items()
        ]
        state = before.state.having(lines={**before.state.lines, **cut.lines})
        places = [at for at, match in enumerate(plan.matches) if at not in plan.tabled and match.top.of in cut.lines]
        knockout = f"knockout:{draw.pk}"
        makes = [knockout, *(f"match:{pk}" for pk in before.ids_of(places).values())]
        needs = [knockout, f"draw:{draw.pk}", f"field:{event}", f"setup:{event}"]
        page.record("knockout.drawn", lines, **concerning(event, makes=makes, needs=needs))
        moved = derive_draw(page, before, before.with_state(state))
        return page.done(DrawnKnockout(event, cut, plan, page.stream.number, moved))
