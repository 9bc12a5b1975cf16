"""Pairing the next round of a Swiss, or those who can be paired now."""

from dataclasses import dataclass
from typing import Any

from journal import book
from journal.refusals import Refused
from rules.formats.finishing import is_as_they_finish
from rules.formats.paired import NextRound
from rules.formats.swiss import Swiss
from rules.pairing.by_losses import Phase
from tournaments.actions.steps import concerning, derive_draw, draw_of, event_with_draw, stream_of_event
from tournaments.models import Line
from tournaments.permissions import may_run_desk
from tournaments.read.draws.next_tables import next_round, signature
from tournaments.read.entered import EnteredDraw, entered_draw


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round, or some tables, as they were paired: the record, and the codes of the matches that moved."""

    event: int
    round: NextRound
    record: int
    moved: tuple[str, ...]


def pair_round(event: int, caller: book.Caller, shown: str = "") -> PairedRound:
    """Pair the next round by the draw key, once every match of those before is decided.

    Where players are paired as they finish, pair everybody who has an opponent now; ``shown`` is the signature of the
    tables that were looked at, empty for any. Whoever was entered since joins with a loss for each round missed; nobody
    is paired who has withdrawn. The record can be undone until one of its matches has begun. Raises Refused
    ``draw.none``, ``round.format``, ``round.over``, ``pairing.nobody``, ``pairing.changed``; RuleBroken as
    ``Swiss.pair_next``.
    """
    with book.page(stream_of_event(event, caller, may_run_desk), caller) as page:
        event_row = event_with_draw(event)
        draw, rules = draw_of(event_row), event_row.rules
        if not isinstance(rules, Swiss):
            raise Refused("round.format", event=event)
        before = entered_draw(draw, page.stream.pk)
        following = next_round(rules, before, event)
        finishing = is_as_they_finish(before.state.plan)
        if following.phase is Phase.OVER or (not following.lines and not finishing):
            raise Refused("round.over", event=event)
        if not following.lines:
            raise Refused("pairing.nobody", event=event)
        if shown and finishing and shown != signature(following):
            raise Refused("pairing.changed", event=event)
        lines = [
            Line(draw=draw, line=at, turn=before.turns.get(at, 0) + 1, entrant_id=who)
            for at, who in following.lines.items()
        ]
        state = before.state.having(lines={**before.state.lines, **following.lines})
        page.record("round.paired", lines, **_concerns(event, before, following))
        moved = derive_draw(page, before, before.with_state(state))
        return page.done(PairedRound(event, following, page.stream.number, moved))


def _concerns(event: int, before: EnteredDraw, following: NextRound) -> dict[str, Any]:
    """Return what the record makes and needs: the round before it, or the matches out of which its players come."""
    plan, draw = before.state.plan, before.draw.pk
    lines, players = following.lines, set(following.lines.values())
    made = {at: match for at, match in enumerate(plan.matches) if match.top.of in lines}
    needs = [f"draw:{draw}", f"field:{event}", f"setup:{event}"]
    if not is_as_they_finish(plan):
        matches = [f"match:{pk}" for pk in before.ids_of(made).values()]
        round_ = f"round:{draw}:{following.round}"
        return concerning(
            event, makes=[round_, *matches], needs=[round_, f"round:{draw}:{following.round - 1}", *needs]
        )
    sits = before.state.lines
    left = [
        at for at, match in enumerate(plan.matches)
        if at not in made and not players.isdisjoint({sits.get(match.top.of), sits.get(match.bottom.of)})
    ]  # fmt: skip
    ids = before.ids_of([*made, *left])
    return concerning(
        event,
        makes=[f"match:{ids[at]}" for at in made],
        needs=[*(f"match:{ids[at]}" for at in [*made, *left]), *needs],
    )
