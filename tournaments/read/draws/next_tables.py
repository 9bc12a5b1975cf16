"""Who can be paired now in a Swiss in which players are paired as they finish, and who waits: nothing is kept."""

from dataclasses import dataclass
from hashlib import sha256

from rules.formats.finishing import is_as_they_finish
from rules.formats.paired import NextRound
from rules.formats.swiss import Swiss
from rules.pairing.pairing import BYE, Reason
from tournaments.models import Entrant, Event
from tournaments.read.entered import EnteredDraw, entered_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of


@dataclass(frozen=True, slots=True)
class NextTable:
    """A table that can begin: the match it would be, its players by name (no ``other`` in a bye), and why."""

    code: str
    one: str
    other: str
    records: tuple[str, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class NextTables:
    """The tables that can begin, and everybody who waits by id and name, the longest first.

    ``shown`` stands for these tables: whoever pairs after a look at them sends it along.
    """

    tables: tuple[NextTable, ...]
    waiting: tuple[tuple[int, str], ...]
    shown: str


def next_tables(event: Event) -> NextTables | None:
    """Return who can be paired now, None where rounds are paired as a whole.

    Raises Refused ``draw.none``, RuleBroken as ``Swiss.pair_next``.
    """
    rules, draw = event.rules, draw_of(event)
    if not isinstance(rules, Swiss):
        return None
    entered = entered_draw(draw, event.tournament.stream_id)
    if not is_as_they_finish(entered.state.plan):
        return None
    following = next_round(rules, entered, event.pk)
    names = names_in(event.pk)
    code_of = {side.of: match.code for match in entered.state.plan.matches for side in (match.top, match.bottom)}
    line_of = {who: line for line, who in following.lines.items()}
    tables = (
        NextTable(
            code_of[line_of[each.one]],
            names.get(each.one, ""),
            "" if each.other == BYE else names.get(each.other, ""),
            each.records,
            each.reason,
        )
        for each in following.tables
    )
    waiting = tuple((who, names.get(who, "")) for who in following.waiting)
    return NextTables(tuple(tables), waiting, signature(following))


def next_round(rules: Swiss, entered: EnteredDraw, event: int) -> NextRound:
    """Return what is paired next: one statement. Raises RuleBroken as ``Swiss.pair_next``."""
    live = Entrant.objects.filter(event=event, record__undo__isnull=True)
    draw = entered.draw
    return rules.pair_next(entered.state, dict(live.values_list("pk", "number")), draw.key, draw.bound_to)


def signature(following: NextRound) -> str:
    """Return what stands for these tables in a form."""
    text = ",".join(f"{line}-{who}" for line, who in sorted(following.lines.items()))
    return sha256(text.encode()).hexdigest()[:16]
