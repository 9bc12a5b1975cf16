"""Payers: the people behind entrants, and others who pay or are paid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Max, Q, Subquery

from journal import book
from journal.book import OpenPage
from journal.models import Fact
from journal.refusals import Refused, Unknown
from rules.errors import RuleBroken
from rules.money.fees import MARKS
from rules.naming import read_name, read_optional
from tournaments.actions.money.charging import charge
from tournaments.actions.money.new_payers import give_payers
from tournaments.actions.steps import stream_of_entrant, stream_of_payer, stream_of_tournament
from tournaments.models import Entrant, EntrantPayer, Payer, PayerName, PayerTick, Tournament
from tournaments.permissions import may_run_desk
from tournaments.read.entrants.payers import known_payers
from tournaments.read.money.payers import At, ChargedAccounts, facts_of, fees_of, payers_to_charge


@dataclass(frozen=True, slots=True)
class Changed:
    """A payer whose account an action changed, and the record, None if nothing changed."""

    payer: int
    record: int | None


def charge_change(
    page: OpenPage, tournament: Tournament, *, entering: Sequence[Entrant] = (), leaving: Sequence[int] = (),
    facts: Sequence[Fact] = (),
) -> list[Fact]:  # fmt: skip
    """Step: return the facts that charge payers when entrants enter, or leave before they played.

    Each new entrant gets a payer: the same name and club in another event is the same payer, in the same event it is a
    namesake. ``facts`` are those of the entrants, kept first. Where the tournament has no fees nothing happens.
    """
    if tournament.fees == "[]":
        return []
    page.keep(facts)
    if not entering:
        return _leave(page, tournament, leaving)
    given = give_payers(page, tournament, entering, facts)
    left = {entrant: payer for entrant, _, payer, _ in given.rows if entrant in leaving}
    ticks = _left(left)
    page.keep(ticks)
    payers = given.payers | set(left.values())
    charged = facts_of(payers, At(tournament.timezone, page.at), given.rows, given.ticks, given.people)
    for entrant, payer in left.items():
        charged[payer].ticks.add(("left", str(entrant)))
    # New payers have no accounts yet.
    accounts = ChargedAccounts(dict(given.of_fees), {}) if payers == given.new else None
    return [*given.facts, *ticks, *charge(page, tournament, charged, accounts)]


def charge_members(page: OpenPage, entrant: Entrant, facts: Sequence[Fact]) -> list[Fact]:
    """Step: return the facts that charge the payer of an entrant whose members changed by ``facts``, kept first.

    None where no fee is charged for each member.
    """
    tournament = entrant.event.tournament
    if not any(fee.per_member for fee in fees_of(tournament)):
        return []
    page.keep(facts)
    payers = EntrantPayer.objects.filter(entrant=entrant).values("payer")
    return charge(page, tournament, payers_to_charge(Q(pk__in=payers), page.at).facts)


def _leave(page: OpenPage, tournament: Tournament, leaving: Sequence[int]) -> list[Fact]:
    """Step: return the facts that charge the payers of entrants who leave."""
    links = EntrantPayer.objects.filter(entrant__in=leaving)
    charged = payers_to_charge(Q(pk__in=links.values("payer")), page.at).facts
    left = {entrant: payer for payer, known in charged.items() for entrant, _, _ in known.entries if entrant in leaving}
    for entrant, payer in left.items():
        charged[payer].ticks.add(("left", str(entrant)))
    payers = {payer: charged[payer] for payer in left.values()}
    return [*_left(left), *charge(page, tournament, payers)]


def _left(payers: Mapping[int, int]) -> list[PayerTick]:
    """Return the facts that entrants left before they played, each with their payer."""
    return [PayerTick(payer_id=payer, kind="left", what=str(entrant), on=True) for entrant, payer in payers.items()]


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
    with book.page(stream_of_payer(payer, caller, may_run_desk), caller) as page:
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
        tournament, turn = _with_turn(entrant)
        known = known_payers(tournament)
        if payer not in known.payers:
            raise Unknown("payer.unknown")
        before = next((each for who, _, each, _ in known.rows if who == entrant), None)
        if before == payer:
            raise Refused("payer.same", payer=payer)
        fact = EntrantPayer(entrant_id=entrant, turn=turn + 1, payer_id=payer)
        page.keep([fact])
        rows = [(who, of, payer if who == entrant else each, at) for who, of, each, at in known.rows]
        payers = {payer} if before is None else {payer, before}
        facts = facts_of(payers, At(tournament.timezone, page.at), rows, known.ticks, known.people)
        page.record(
            "payer.moved", [fact, *charge(page, tournament, facts)],
            makes=[f"payer-of:{entrant}"], needs=[f"payer-of:{entrant}", f"entrant:{entrant}"],
        )  # fmt: skip
        return page.done(Changed(payer, page.stream.number))


def mark_payer(payer: int, mark: str, on: bool, caller: book.Caller) -> Changed:
    """Mark a payer as guest, student or member, or remove the mark; they are charged accordingly.

    Raises RuleBroken ``payer.mark``, Refused ``books.closed``.
    """
    with book.page(stream_of_payer(payer, caller, may_run_desk), caller) as page:
        if mark not in MARKS:
            raise RuleBroken("payer.mark", got=mark, known=[each.value for each in MARKS])
        tick = PayerTick(payer_id=payer, kind="mark", what=mark, on=on)
        return page.done(ticked(page, PayerToCharge(page, payer), "payer.marked", tick))


class PayerToCharge:
    """A payer under the lock with their tournament and what was entered about them."""

    def __init__(self, page: OpenPage, payer: int) -> None:
        known = payers_to_charge(Q(pk=payer), page.at)
        if known.tournament is None:
            raise Unknown("payer.unknown")
        self.tournament, self.facts = known.tournament, known.facts[payer]


def ticked(page: OpenPage, charged: PayerToCharge, verb: str, tick: PayerTick, words: str = "") -> Changed:
    """Step: keep a tick with the charges that follow from it; one that is set already makes no record."""
    ticks, made = charged.facts.ticks, (tick.kind, tick.what)
    if (made in ticks) is tick.on:
        return Changed(tick.payer_id, None)
    page.keep([tick])
    (ticks.add if tick.on else ticks.discard)(made)
    makes = [f"{tick.kind}:{tick.payer_id}:{tick.what}"]
    facts = [tick, *charge(page, charged.tournament, {tick.payer_id: charged.facts})]
    page.record(verb, facts, words, makes=makes, needs=makes)
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


def _with_turn(entrant: int) -> tuple[Tournament, int]:
    """Return the tournament of an entrant, and the last turn of their payers."""
    turns = EntrantPayer.objects.filter(entrant=entrant).order_by("-turn").values("turn")
    tournament = Tournament.objects.annotate(turn=Subquery(turns[:1])).get(events__entrants=entrant)
    return tournament, tournament.turn or 0


def last_number(tournament: int) -> int:
    """Return the number of the payer who was added last, 0 for none."""
    return Payer.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
