"""Re-entry: a player or a pair who is out enters the event again, as a new entrant on a free line.

Source: docs/rules/re-entry.md.
"""

from dataclasses import replace

from django.db.models import Max, Q

from journal import book
from journal.models import Fact, counts
from journal.refusals import Refused
from rules.draws.plan import ENTRY
from rules.draws.separation import re_entry_line
from rules.re_entry import may_enter_again
from tournaments.actions.draws.lines import seat
from tournaments.actions.entrants.entries import Entered, card
from tournaments.actions.entrants.members import with_members
from tournaments.actions.money.charging import charge
from tournaments.actions.steps import draw_of, entrants_with_draw, stream_of_entrant
from tournaments.models import Entrant, EntrantPayer, EntrantPerson, Event, Particulars, Reentry, Tick
from tournaments.permissions import may_run_desk, must
from tournaments.read.entered import EnteredDraw, entered_draw
from tournaments.read.events import conditions_of
from tournaments.read.money.payers import latest_payers, payers_to_charge
from tournaments.read.re_entries import entries_of_one


def enter_again(entrant: int, caller: book.Caller) -> Entered:
    """Enter a player who is out once more; ``entrant`` is any of their entries.

    They get a line by lot from the byes that are still free; where rounds are paired they join the next one. Fees are
    charged to who paid for them before. For the desk, and for the player themselves while the event is not closed.
    Raises PermissionDenied; Refused ``re_entry.undrawn``, RuleBroken ``re_entry.…`` as ``may_enter_again`` and
    ``re_entry_line`` do.
    """
    # A player is an actor of the same name as their entrant.
    may = replace(may_run_desk, also=f"entrant:{entrant}")
    with book.page(stream_of_entrant(entrant, caller, may), caller) as page:
        row = entrants_with_draw().get(pk=entrant)
        event = row.event
        must(caller.actor.kind != "entrant" or not event.closed)
        entries = entries_of_one(row.pk)
        if event.current_draw_id is None:
            raise Refused("re_entry.undrawn", event=event.pk)
        before = entered_draw(draw_of(event), page.stream.pk)
        may_enter_again(conditions_of(event).re_entry, before.state, entries)
        number = Entrant.objects.filter(event=event).aggregate(last=Max("number"))["last"] + 1
        new = Entrant(event=event, number=number)
        page.keep([new])
        line = None if event.rules.is_paired else re_entry_line(before.state, before.draw.key, new.pk, number)
        particulars, facts = _copied(new, entries)
        facts += _paid_for(page, event, new, entries[-1], facts)
        needs = [f"entrant:{entries[-1]}", *_results(before, entries[-1])]
        moved = seat(page, event, before, "entrant.re_entered", {line: new} if line else {}, facts, needs)
        return page.done(Entered((card(new, particulars, line, ticks=(False, True)),), page.stream.number, moved))


def _copied(new: Entrant, entries: list[int]) -> tuple[Particulars, list[Fact]]:
    """Return what is known about a player, entered for the new entrant, who is here: three statements."""
    now = Particulars.objects.filter(counts(), entrant=entries[-1]).latest("turn")
    links = EntrantPerson.objects.filter(counts(), entrant=entries[-1]).order_by("record", "pk")
    people = dict(links.values_list("seat", "person"))
    particulars = Particulars(
        entrant=new, name=now.name, club=now.club, country=now.country, rating=now.rating, group=now.group,
        members=now.members,
    ).sealing()  # fmt: skip
    facts: list[Fact] = [new, Reentry(entrant=new, first_id=entries[0]), particulars]
    facts += [EntrantPerson(entrant=new, seat=at, person_id=who) for at, who in people.items() if who is not None]
    return particulars, [*facts, *with_members([Tick(entrant=new, kind="here", on=True)], {new.pk: now.people})]


def _paid_for(page: book.OpenPage, event: Event, new: Entrant, before: int, facts: list[Fact]) -> list[Fact]:
    """Step: return the facts that charge the fee to the payer of the entry before; none where nobody pays."""
    payer = next((payer for _, _, payer, _ in latest_payers(Q(entrant=before))), None)
    if payer is None:
        return []
    link = EntrantPayer(entrant=new, payer_id=payer)
    page.keep([*facts[1:], link])
    return [link, *charge(page, event.tournament, payers_to_charge(Q(pk=payer), page.at).facts)]


def _results(before: EnteredDraw, entrant: int) -> list[str]:
    """Return what the record rests on: the match of the main bracket that the entry before lost."""
    seats, plan = before.state.derived.seats(), before.state.plan
    lost = [
        at for at, each in enumerate(seats) if entrant in (each.top, each.bottom) and plan.matches[at].bracket == ENTRY
    ]
    return [f"result:{pk}" for pk in before.ids_of([max(lost)]).values()] if lost else []
