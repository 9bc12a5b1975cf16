"""Rounds drawn anew: which can be, every one that was, whether it can be undone, and who was in it."""

from collections.abc import Sequence

from rules.draws.affected import affected_by
from rules.draws.state import DrawState
from rules.draws.switches import NOBODY_FROM, REDRAWN, redraw_of, round_of_last
from rules.errors import RuleBroken
from tournaments.models import Entrant, Event, Redraw
from tournaments.read.entered import entered_before_and_after, entered_draw, entered_without_each
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of


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


def kept_redraws(event: Event, redraws: Sequence[Redraw]) -> dict[int, tuple[str, ...]]:
    """Return record → what forbids to undo a redraw that counts; of ``redraws``, the latest first, that cannot be.

    It is the codes of the matches that have begun and would lose a player; no code where the same round was drawn anew
    once more: that redraw is undone first. One statement, none where nothing counts.
    """
    counting = [each for each in redraws if not hasattr(each.record, "undo")]
    last = {each.left: each.record_id for each in reversed(counting)}
    if not counting:
        return {}
    kept: dict[int, tuple[str, ...]] = {each.record_id: () for each in counting if last[each.left] != each.record_id}
    now, without = entered_without_each(draw_of(event), event.tournament.stream_id, last.values())
    for record, after in without.items():
        begun = affected_by(now.state.derived, now.state.facts, after.state.derived)
        if codes := tuple(now.state.plan.matches[each.match].code for each in begun):
            kept[record] = codes
    return kept


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
