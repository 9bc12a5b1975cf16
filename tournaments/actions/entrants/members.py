"""The members of an entrant of several people: checked in one by one, and what follows them where they change."""

from collections.abc import Mapping, Sequence

from journal import book
from journal.models import Fact, counts
from journal.refusals import Unknown
from rules.members import Member
from rules.typed.names import folded
from tournaments.actions.entrants.entries import Entered, card, line_of
from tournaments.actions.steps import concerning, stream_of_entrant
from tournaments.models import EntrantPerson, Tick
from tournaments.permissions import may_run_desk
from tournaments.read.entrants.listed import members_here
from tournaments.read.entrants.same import members_linked
from tournaments.read.money.entrant_now import entrant_now


def check_in(entrant: int, seat: int, on: bool, caller: book.Caller) -> Entered:
    """Tick that a member is here, counted from 1, or remove the tick; with the last of them the entrant is here.

    A tick that is set already makes no record. Raises Unknown ``member.unknown``.
    """
    with book.page(stream_of_entrant(entrant, caller, may_run_desk), caller) as page:
        known = entrant_now(entrant)
        people = known.particulars.people
        if not 1 <= seat <= len(people):
            raise Unknown("member.unknown", seat=seat, members=len(people))
        here = members_here([entrant])
        after = {(entrant, at) for at in range(1, len(people) + 1)} & (here - {(entrant, seat)})
        after |= {(entrant, seat)} if on else set()
        ticks = [Tick(entrant=known.entrant, kind="here", seat=seat, on=on)] if after != here else []
        everybody = len(after) == len(people)
        if everybody is not known.is_here:
            ticks.append(Tick(entrant=known.entrant, kind="here", on=everybody))
        record = None
        if ticks:
            made = [f"here:{entrant}"]
            page.record("entrant.ticked", ticks, **concerning(known.entrant.event_id, makes=made, needs=made))
            record = page.stream.number
        paid, _ = known.ticks()
        out = tuple(sorted(known.left))
        line = line_of(known.entrant)
        return page.done(Entered((card(known.entrant, known.particulars, line, out, (paid, everybody)),), record))


def with_members(ticks: Sequence[Tick], people: Mapping[int, Sequence[Member]]) -> list[Fact]:
    """Return ticks of whole entrants, each with one for every member: they come and go together."""
    facts: list[Fact] = list(ticks)
    for tick in ticks:
        count = len(people.get(tick.entrant_id, ())) if tick.kind == "here" else 0
        facts += [Tick(entrant_id=tick.entrant_id, kind="here", seat=at, on=tick.on) for at in range(1, count + 1)]
    return facts


def follow_members(entrant: int, before: Sequence[Member], after: Sequence[Member]) -> list[Fact]:
    """Return the facts by which links and ticks stay with the members of an entrant where these change.

    A new member is nobody whom the club knows yet, and not here yet. Two statements.
    """
    links = members_linked([entrant])
    ticks = Tick.objects.filter(counts(), entrant=entrant, kind="here").order_by("record", "pk")
    here = dict(ticks.values_list("seat", "on"))
    seats = {folded(member.name): at for at, member in enumerate(before, start=1)}
    now = {at: seats.get(folded(member.name), -1) for at, member in enumerate(after, start=1)}
    facts: list[Fact] = []
    for seat in range(1, max(len(before), len(after)) + 1):
        was = now.get(seat, -1)
        if links.get((entrant, was)) != links.get((entrant, seat)):
            facts.append(EntrantPerson(entrant_id=entrant, seat=seat, person_id=links.get((entrant, was))))
        if here.get(was, False) is not here.get(seat, False):
            facts.append(Tick(entrant_id=entrant, kind="here", seat=seat, on=here.get(was, False)))
    everybody = bool(after) and all(here.get(was, False) for was in now.values())
    if everybody is not here.get(0, False):
        facts.append(Tick(entrant_id=entrant, kind="here", on=everybody))
    return facts
