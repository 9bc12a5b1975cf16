"""Whether a player may enter an event again, from how many lines theirs is drawn, and what it costs them.

Source: docs/rules/re-entry.md.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Q

from journal.refusals import Refused
from journal.statements import LARGEST_NUMBER
from rules.draws.separation import lines_to_re_enter
from rules.errors import RuleBroken
from rules.money.fees import lines_of
from rules.re_entry import may_enter_again
from tournaments.models import Event
from tournaments.read.entered import entered_draw
from tournaments.read.events import conditions_of, draw_of
from tournaments.read.money.payers import charged_by, fees_of, latest_payers, payers_to_charge
from tournaments.read.re_entries import entries_of_one

# No entrant has so large a number: it stands for the one that is still to be entered.
_NEW = LARGEST_NUMBER


@dataclass(frozen=True, slots=True)
class Again:
    """A player who would enter again; ``entries`` are all entrants that they have, the first one first.

    ``broken`` says why they may not, None where they may. Theirs is drawn from so many ``lines``, 0 where rounds are
    paired. ``fee`` is what their account is charged in minor units, 0 where nobody pays for them.
    """

    entries: tuple[int, ...]
    broken: RuleBroken | None = None
    lines: int = 0
    fee: int = 0

    @property
    def may(self) -> bool:
        """Whether they may enter again."""
        return self.broken is None

    @property
    def last(self) -> int:
        """The entry that they made last."""
        return self.entries[-1]


def again_of(event: Event, entrant: int, now: datetime) -> Again:
    """Return whether the player of an entrant may enter again; ``event`` was read with its tournament.

    A constant number of statements.
    """
    entries = tuple(entries_of_one(entrant))
    if event.current_draw_id is None:
        return Again(entries, Refused("re_entry.undrawn", event=event.pk))
    state = entered_draw(draw_of(event), event.tournament.stream_id).state
    try:
        may_enter_again(conditions_of(event).re_entry, state, entries)
        lines = [] if event.rules.is_paired else lines_to_re_enter(state, _NEW)
    except RuleBroken as broken:
        return Again(entries, broken)
    return Again(entries, None, len(lines), _fee(event, entries[-1], now))


def _fee(event: Event, before: int, now: datetime) -> int:
    """Return what the payer of the entry before is charged more with another entry, in minor units."""
    payer = next((payer for _, _, payer, _ in latest_payers(Q(entrant=before))), None)
    if payer is None:
        return 0
    facts = payers_to_charge(Q(pk=payer), now).facts[payer]
    today = now.astimezone(ZoneInfo(event.tournament.timezone)).date()
    after = replace(facts, entries=[*facts.entries, (_NEW, event.pk, today)])
    fees = fees_of(event.tournament)
    one, other = (sum(line.amount for line in lines_of(fees, charged_by(fees, each, today))) for each in (facts, after))
    return other - one
