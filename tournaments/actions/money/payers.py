"""Payers: the people behind entrants, and others who pay or are paid."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Max, Q

from journal import book
from journal.book import OpenPage
from journal.models import Fact
from journal.refusals import Refused, Unknown
from rules.errors import RuleBroken
from rules.money.fees import MARKS
from rules.naming import read_name, read_optional
from rules.typed.names import folded
from tournaments.actions.money.charging import charge
from tournaments.actions.steps import stream_of_entrant, stream_of_tournament
from tournaments.models import Entrant, EntrantPayer, Particulars, Payer, PayerName, PayerTick, Tournament
from tournaments.permissions import may_run_desk
from tournaments.read.money.payers import latest_payers
from tournaments.read.names import entered_names


@dataclass(frozen=True, slots=True)
class Changed:
    """A payer whose account an action changed, and the record, None if nothing changed."""

    payer: int
    record: int | None


def charge_change(
    page: OpenPage, tournament: Tournament, *, entering: Sequence[Entrant] = (), leaving: Sequence[int] = (),
    facts: Sequence[Fact] = (), also: Collection[int] = (),
) -> list[Fact]:  # fmt: skip
    """Step: return the facts that charge payers when entrants enter, or leave before they played.

    Each new entrant gets a payer: the same name and club in another event is the same payer, in the same event it is a
    namesake. ``facts`` are those of the entrants, kept first; ``also`` are further payers to charge. Where the
    tournament has no fees nothing happens.
    """
    if tournament.fees == "[]":
        return []
    page.keep(facts)
    links, payers = give_payers(page, tournament, entering, facts)
    rows = latest_payers(Q(entrant__in=leaving)) if leaving else []
    ticks = [PayerTick(payer_id=payer, kind="left", what=str(entrant), on=True) for entrant, _, payer, _ in rows]
    page.keep(ticks)
    left = {payer for _, _, payer, _ in rows}
    return [*links, *ticks, *charge(page, tournament, payers | left | set(also))]


def add_payer(tournament: int, name: str, club: str, caller: book.Caller) -> Changed:
    """Add somebody who is no entrant: a bidder, a sponsor, a guest. Raises RuleBroken ``name.…``."""
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        payer = Payer(tournament_id=tournament, number=last_number(tournament) + 1)
        page.keep([payer])
        known = PayerName(payer=payer, name=read_name(name), club=read_optional(club)).sealing()
        page.record("payer.added", [payer, known])
        return page.done(Changed(payer.pk, page.stream.number))


def rename_payer(payer: int, name: str, club: str, caller: book.Caller) -> Changed:
    """Give a payer who has no entrant another name. Raises Unknown ``payer.unknown``, RuleBroken ``name.…``."""
    tournament = tournament_of_payer(payer)
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        turn = PayerName.objects.filter(payer=payer).aggregate(last=Max("turn"))["last"] or 0
        known = PayerName(payer_id=payer, turn=turn + 1, name=read_name(name), club=read_optional(club)).sealing()
        about = [f"payer-name:{payer}"]
        page.record("payer.renamed", [known], makes=about, needs=about)
        return page.done(Changed(payer, page.stream.number))


def move_entrant(entrant: int, payer: int, caller: book.Caller) -> Changed:
    """Have another payer pay for an entrant, with what is charged for them.

    Money already taken stays on the account of the payer who gave it. Raises Unknown ``payer.unknown``, Refused
    ``payer.same``.
    """
    with book.page(stream_of_entrant(entrant, caller, may_run_desk), caller) as page:
        tournament = Tournament.objects.get(events__entrants=entrant)
        payer_in(tournament, payer)
        before = next((each for _, _, each, _ in latest_payers(Q(entrant=entrant))), None)
        if before == payer:
            raise Refused("payer.same", payer=payer)
        turn = EntrantPayer.objects.filter(entrant=entrant).aggregate(last=Max("turn"))["last"] or 0
        fact = EntrantPayer(entrant_id=entrant, turn=turn + 1, payer_id=payer)
        page.keep([fact])
        payers = {payer} if before is None else {payer, before}
        page.record(
            "payer.moved", [fact, *charge(page, tournament, payers)],
            makes=[f"payer-of:{entrant}"], needs=[f"payer-of:{entrant}", f"entrant:{entrant}"],
        )  # fmt: skip
        return page.done(Changed(payer, page.stream.number))


def mark_payer(payer: int, mark: str, on: bool, caller: book.Caller) -> Changed:
    """Mark a payer as guest, student or member, or remove the mark; they are charged accordingly.

    Raises RuleBroken ``payer.mark``, Refused ``books.closed``.
    """
    tournament = tournament_of_payer(payer)
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        if mark not in MARKS:
            raise RuleBroken("payer.mark", got=mark, known=[each.value for each in MARKS])
        tick = PayerTick(payer_id=payer, kind="mark", what=mark, on=on)
        return page.done(ticked(page, Tournament.objects.get(pk=tournament), "payer.marked", tick))


def ticked(page: OpenPage, tournament: Tournament, verb: str, tick: PayerTick, words: str = "") -> Changed:
    """Step: keep a tick with the charges that follow from it; one that is set already makes no record."""
    known = PayerTick.objects.filter(
        payer=tick.payer_id, kind=tick.kind, what=tick.what, record__undo__isnull=True
    ).order_by("-record_id")
    if (known.values_list("on", flat=True).first() or False) is tick.on:
        return Changed(tick.payer_id, None)
    page.keep([tick])
    makes = [f"{tick.kind}:{tick.payer_id}:{tick.what}"]
    page.record(verb, [tick, *charge(page, tournament, {tick.payer_id})], words, makes=makes, needs=makes)
    return Changed(tick.payer_id, page.stream.number)


def tournament_of_payer(payer: int) -> int:
    """Return the tournament in whose books a payer is. Raises Unknown ``payer.unknown``."""
    tournament = Payer.objects.filter(pk=payer).values_list("tournament", flat=True).first()
    if tournament is None:
        raise Unknown("payer.unknown")
    return tournament


def payer_in(tournament: Tournament, payer: int) -> Payer:
    """Return a payer of this tournament. Raises Unknown ``payer.unknown``."""
    row = Payer.objects.filter(pk=payer, tournament=tournament).first()
    if row is None:
        raise Unknown("payer.unknown")
    return row


def last_number(tournament: int) -> int:
    """Return the number of the payer who was added last, 0 for none."""
    return Payer.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0


def give_payers(
    page: OpenPage, tournament: Tournament, entrants: Sequence[Entrant], facts: Sequence[Fact] = ()
) -> tuple[list[Fact], set[int]]:
    """Step: return the facts that give these entrants their payers, and the payers; ``facts`` may hold their names."""
    if not entrants:
        return [], set()
    new_names = {each.entrant_id: each for each in facts if isinstance(each, Particulars)}
    entered = entered_names(Q(entrant__event__tournament=tournament))
    names = {each.entrant: (folded(each.name), folded(each.club)) for each in entered}
    names |= {entrant: (folded(each.name), folded(each.club)) for entrant, each in new_names.items()}
    known = _payers_by_name(tournament, names)
    number = last_number(tournament.pk)
    new: list[Payer] = []
    links: list[EntrantPayer] = []
    for entrant in entrants:
        alike = known[names[entrant.pk]]
        known_payer = next((each for each in alike if entrant.event_id not in each.events), None)
        if known_payer is None:
            new.append(Payer(tournament=tournament, number=number + len(new) + 1))
            known_payer = _KnownPayer(new[-1])
            alike.append(known_payer)
        known_payer.events.add(entrant.event_id)
        links.append(EntrantPayer(entrant=entrant, payer=known_payer.payer))
    page.keep(new)
    for link in links:
        link.payer_id = link.payer.pk
    page.keep(links)
    return [*new, *links], {link.payer_id for link in links}


@dataclass(slots=True)
class _KnownPayer:
    """A payer and the events that they entered."""

    payer: Payer
    events: set[int] = field(default_factory=set)


def _payers_by_name(
    tournament: Tournament, names: Mapping[int, tuple[str, str]]
) -> defaultdict[tuple[str, str], list[_KnownPayer]]:
    """Return name and club → the payers whose entrants have them, the first who paid first."""
    known: dict[int, _KnownPayer] = {}
    alike = defaultdict[tuple[str, str], list[_KnownPayer]](list)
    rows = latest_payers(Q(payer__tournament=tournament))
    for entrant, event, payer, _ in sorted(rows, key=lambda row: row[2]):
        if payer not in known:
            known[payer] = _KnownPayer(Payer(pk=payer))
            alike[names[entrant]].append(known[payer])
        known[payer].events.add(event)
    return alike
