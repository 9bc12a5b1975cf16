"""Choosing the lines on which the losers of a round drop, in an event that was announced so."""

from dataclasses import dataclass

from journal import book
from journal.refusals import Refused
from rules.draws.plan import From
from rules.formats.notation.dynamic import round_exchanges
from tournaments.actions.draws.redraw import having_switches, keep_switches, switch_facts
from tournaments.actions.steps import concerning, derive_draw, draw_of, event_with_draw, stream_of_event
from tournaments.read.draws.changes.drops import is_dynamic, round_of_letter
from tournaments.read.entered import entered_draw


@dataclass(frozen=True, slots=True)
class ChosenDrops:
    """The lines of a round that were chosen: its letter, the record, and the codes of matches that moved."""

    event: int
    letter: str
    record: int
    moved: tuple[str, ...]


def choose_drops(event: int, letter: str, caller: book.Caller) -> ChosenDrops:
    """Let the losers of the round of ``letter`` exchange lines so that they meet earlier opponents late or never.

    The record can be undone until a match below has begun. Raises Refused ``draw.none``, ``drop.fixed`` where printed
    lines bind, ``drop.none`` where no exchange helps; RuleBroken ``drop.round``, ``drop.waiting``.
    """
    with book.page(stream_of_event(event, caller), caller) as page:
        event_row = event_with_draw(event)
        if not is_dynamic(event_row):
            raise Refused("drop.fixed", event=event)
        draw = draw_of(event_row)
        before = entered_draw(draw, page.stream.pk)
        made = round_exchanges(before.state, *round_of_letter(before.state.plan, letter))
        if not made:
            raise Refused("drop.none", round=letter)
        switches = [(From.LOSER, one, other) for one, other in made]
        first = before.ids_of([made[0][0]])[made[0][0]]
        drops = f"drops:{draw.pk}:{letter}"
        concerns = concerning(event, makes=[drops], needs=[drops, f"draw:{draw.pk}"], match=first)
        page.record("drop.chosen", switch_facts(draw, switches), **concerns)
        moved = derive_draw(page, before, having_switches(before, switches))
        keep_switches(event)
        return page.done(ChosenDrops(event, letter, page.stream.number, moved))
