"""Drawing the round of the last 16 or 8 anew, by a key of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max

from journal import book
from journal.refusals import Refused
from rules.draws.chance import read_key
from rules.draws.pots import bound_key
from rules.draws.state import DrawState
from rules.draws.switches import Switch as Switching
from rules.draws.switches import redraw_of, switched
from tournaments.actions.steps import concerning, derive_draw, draw_of, event_with_draw, stream_of_event
from tournaments.models import Draw, Entrant, Event, Redraw, Switch
from tournaments.models.switches import stored_switches
from tournaments.read.draws.made import groups_now
from tournaments.read.entered import EnteredDraw, entered_draw


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A round that was drawn anew: its record, and the codes of matches that moved."""

    event: int
    left: int
    key: str
    record: int
    moved: tuple[str, ...]


def redraw_round(event: int, left: int, key: str, caller: book.Caller) -> Redrawn:
    """Draw the round of the last ``left`` players of the main bracket anew, those of a group apart as in the draw.

    Only who meets whom changes: a result of before that is corrected brings another player to the same place. The
    record can be undone until a match of the round has begun. Raises RuleBroken ``key.…`` and as ``redraw_of``; Refused
    ``draw.none``, ``draw.key_used``.
    """
    with book.page(stream_of_event(event, caller), caller) as page:
        key = read_key(key)
        event_row = event_with_draw(event)
        draw, before = draw_of(event_row), entered_draw(draw_of(event_row), page.stream.pk)
        if key_used(event, key):
            raise Refused("draw.key_used", key=key)
        numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
        groups = groups_now(event, event_row.rules.kept_apart)
        switches = redraw_of(before.state, left, numbers, bound_key(key, event), groups)
        facts = [Redraw(draw=draw, left=left, key=key), *switch_facts(draw, switches)]
        made = f"redraw:{draw.pk}:{left}"
        needs = [made, f"draw:{draw.pk}", f"setup:{event}"]
        page.record("round.redrawn", facts, **concerning(event, makes=[made], needs=needs))
        moved = derive_draw(page, before, having_switches(before, switches))
        keep_switches(event)
        # A preview says whether the round can be drawn, and keeps to itself what the key would bring.
        shown = () if caller.preview else moved
        return page.done(Redrawn(event, left, key, page.stream.number, shown))


def key_used(event: int, key: str) -> bool:
    """Whether a draw of the event, or of one of its rounds, was made by this key."""
    draws = Draw.objects.filter(event=event, key=key).values("pk")
    return draws.union(Redraw.objects.filter(draw__event=event, key=key).values("pk")).exists()


def switch_facts(draw: Draw, switches: Sequence[Switching]) -> list[Switch]:
    """Return the facts that switch these ways of a draw, in their order."""
    last = Switch.objects.filter(draw=draw).aggregate(last=Max("turn"))["last"] or 0
    return [
        Switch(draw=draw, turn=turn, kind=kind.name.lower(), place=one, other=other)
        for turn, (kind, one, other) in enumerate(switches, start=last + 1)
    ]


def having_switches(entered: EnteredDraw, switches: Sequence[Switching]) -> EnteredDraw:
    """Return the draw with these ways switched."""
    state = entered.state
    plan = switched(state.plan, switches)
    return entered.with_state(DrawState(plan, state.lines, state.entered, state.withdrawn, state.facts))


def keep_switches(event: int) -> None:
    """Step: write down the switches of an event that count, for one statement to read."""
    Event.objects.filter(pk=event).update(switches=stored_switches(event))
