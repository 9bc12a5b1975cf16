"""Pairing the next round of a Swiss."""

from dataclasses import dataclass

from journal import book
from journal.refusals import Refused
from rules.formats.swiss import NextRound, Swiss
from rules.pairing.by_losses import Phase
from tournaments.actions.steps import concerning, derive_draw, draw_of, event_with_draw, stream_of_event
from tournaments.models import Entrant, Line
from tournaments.permissions import may_run_desk
from tournaments.read.entered import entered_draw


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round as it was paired: its record, and the codes of the matches that moved."""

    event: int
    round: NextRound
    record: int
    moved: tuple[str, ...]


def pair_round(event: int, caller: book.Caller) -> PairedRound:
    """Pair the next round by the draw key, once every match of those before is decided.

    Whoever was entered since joins with a loss for each round missed; nobody is paired who has withdrawn. The record
    can be undone until a match of the round has begun. Raises Refused ``draw.none``, ``round.format``, ``round.over``;
    RuleBroken as ``Swiss.pair_next``.
    """
    with book.page(stream_of_event(event, caller, may_run_desk), caller) as page:
        event_row = event_with_draw(event)
        draw, rules = draw_of(event_row), event_row.rules
        if not isinstance(rules, Swiss):
            raise Refused("round.format", event=event)
        before = entered_draw(draw, page.stream.pk)
        live = Entrant.objects.filter(event=event, record__undo__isnull=True)
        numbers = dict(live.values_list("pk", "number"))
        following = rules.pair_next(before.state, numbers, draw.key, draw.bound_to)
        if following.phase is Phase.OVER or not following.lines:
            raise Refused("round.over", event=event)
        plan = before.state.plan
        places = [at for at, match in enumerate(plan.matches) if match.top.of in following.lines]
        lines = [
            Line(draw=draw, line=at, turn=before.turns.get(at, 0) + 1, entrant_id=who)
            for at, who in following.lines.items()
        ]
        state = before.state.having(lines={**before.state.lines, **following.lines})
        round_ = f"round:{draw.pk}:{following.round}"
        makes = [round_, *(f"match:{pk}" for pk in before.ids_of(places).values())]
        needs = [f"round:{draw.pk}:{following.round - 1}", f"draw:{draw.pk}", f"field:{event}", f"setup:{event}"]
        page.record("round.paired", lines, **concerning(event, makes=makes, needs=[round_, *needs]))
        moved = derive_draw(page, before, before.with_state(state))
        return page.done(PairedRound(event, following, page.stream.number, moved))
