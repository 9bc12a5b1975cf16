"""Prizes: how pots are divided, added money, awards that follow from the places, chops, and what nobody collects."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q

from clubs.actions.books import Move, Purse, post, transfer
from journal import book
from journal.book import OpenPage
from journal.canon import canonical
from journal.models import Fact, counts
from journal.refusals import Refused
from rules.errors import RuleBroken
from rules.money.fees import FeeKind
from rules.money.pots import read_division
from rules.naming import read_name, read_reason
from rules.typed.names import folded
from tournaments.actions.money.charging import open_books_of, payer_purse, refuse_if_closed
from tournaments.actions.money.new_payers import give_payers
from tournaments.actions.money.payers import last_number, payer_in
from tournaments.actions.steps import stream_of_event, stream_of_payer
from tournaments.models import (
    AddedMoney,
    Award,
    Entrant,
    Event,
    Payer,
    PayerName,
    PotSetup,
    PrizeTransfer,
    Tournament,
    Unclaimed,
)
from tournaments.models.money.cash import Postings, Purses
from tournaments.models.money.prizes import FUND
from tournaments.read.money.payers import fees_of, latest_payers, line_sums
from tournaments.read.money.pots import (
    PotOfEvent,
    awarded_in,
    by_payer,
    due_in,
    pots_of,
    prize_line,
    prize_money,
    standing_of,
)

CHOP, UNCLAIMED = "chop", "unclaimed"


@dataclass(frozen=True, slots=True)
class Awarded:
    """What an award posted: payer → line → the difference to what was awarded before, in minor units."""

    event: int
    differences: dict[int, dict[str, int]]
    record: int | None


def set_pot(event: int, pot: str, division: Any, reason: str, caller: book.Caller) -> PotSetup:
    """Set how the fund of an event (``pot`` empty) or a side pool is divided. After the draw it needs a reason.

    Raises Refused ``stale``, ``books.closed``, ``fees.none``; RuleBroken ``pot.unknown``, ``reason.empty`` and those
    of ``read_division``.
    """
    with book.page(stream_of_event(event, caller), caller) as page:
        row = Event.objects.select_related("tournament").get(pk=event)
        refuse_if_closed(row.tournament)
        _refuse_unknown(row, pot)
        turn = PotSetup.objects.filter(event=event, pot=pot).aggregate(last=Max("turn"))["last"] or 0
        page.check_version(turn)
        text = canonical(read_division(division).as_data())
        words = read_reason(reason) if reason.strip() or row.current_draw_id is not None else ""
        fact = PotSetup(event=row, pot=pot, turn=turn + 1, division=text)
        about = [f"pot:{event}:{pot}"]
        page.record("prizes.set", [fact], words, event=event, makes=about, needs=about)
        return page.done(fact)


def add_money(event: int, payer: int, amount: int, caller: book.Caller) -> AddedMoney:
    """Add money to the fund of an event: ``payer`` owes it, and the cash desk takes it. For directors.

    Raises Unknown ``payer.unknown``; RuleBroken ``money.range``; Refused ``fees.none``, ``books.closed``.
    """
    with book.page(stream_of_event(event, caller), caller) as page:
        row = Event.objects.select_related("tournament").get(pk=event)
        refuse_if_closed(row.tournament)
        _refuse_unknown(row, FUND)
        _refuse_nothing(amount)
        fact = AddedMoney(event=row, payer=payer_in(row.tournament, payer), amount=amount)
        moves = (Move(payer_purse(payer), amount, f"added:{event}"), Move(Purse(Purses.ADDED, event), -amount))
        posting = post(page, Postings.ADDED, row.tournament.currency, moves)
        page.record("money.added", [fact, *posting], event=event, makes=[], needs=[])
        return page.done(fact)


def add_money_of(event: int, giver: str, amount: int, caller: book.Caller) -> AddedMoney:
    """Add money of somebody by their name: of a payer without entrants who has it, otherwise of a new one.

    For directors. Raises RuleBroken ``name.…``, ``money.range``; Refused ``fees.none``, ``books.closed``.
    """
    with book.page(stream_of_event(event, caller), caller) as page:
        row = Event.objects.select_related("tournament").get(pk=event)
        refuse_if_closed(row.tournament)
        _refuse_unknown(row, FUND)
        _refuse_nothing(amount)
        name = read_name(giver)
        payer, new = _sponsor(page, row.tournament, name)
        fact = AddedMoney(event=row, payer=payer, amount=amount)
        moves = (Move(payer_purse(payer.pk), amount, f"added:{event}"), Move(Purse(Purses.ADDED, event), -amount))
        posting = post(page, Postings.ADDED, row.tournament.currency, moves)
        page.record("money.added", [fact, *new, *posting], event=event, makes=[], needs=[])
        return page.done(fact)


def award_prizes(event: int, caller: book.Caller) -> Awarded:
    """Post to everybody's account what they are due for good; what was awarded wrongly before is posted back.

    Nothing is posted where nothing differs. Open places wait. Raises Refused ``books.closed``, ``fees.none``.
    """
    with book.page(stream_of_event(event, caller), caller) as page:
        row = Event.objects.select_related("tournament").get(pk=event)
        refuse_if_closed(row.tournament)
        _refuse_unknown(row, FUND)
        return page.done(award(page, row))


def award(page: OpenPage, event: Event) -> Awarded:
    """Step: post to everybody's account what they are due for good less what they were awarded before."""
    pots = pots_of(event, event.tournament, page.stream.pk)
    due = due_in(pots, event.pk, standing_of(event, page.stream.pk))
    payers = _payers_for(page, event, {entrant for sums in due.values() for entrant in sums})
    before, after = awarded_in(page.stream.pk, event.pk), by_payer(due)
    differences = _differences(before, after)
    if not differences:
        return Awarded(event.pk, {}, None)
    moves = [
        Move(payer_purse(payer), -amount, line)
        for payer, lines in differences.items()
        for line, amount in lines.items()
    ]
    for pot in pots:
        line = prize_line(event.pk, pot.code)
        moves += _out_of(pot, event.pk, sum(before.get(line, {}).values()), sum(after.get(line, {}).values()))
    posting = post(page, Postings.AWARDED, event.tournament.currency, moves)
    about = [f"award:{event.pk}"]
    page.record("prizes.awarded", [Award(event=event), *payers, *posting], event=event.pk, makes=about, needs=about)
    return Awarded(event.pk, differences, page.stream.number)


def transfer_prize(giver: int, taker: int, amount: int, reason: str, caller: book.Caller) -> PrizeTransfer:
    """Move money that one payer leaves to another: a chop or a hedge. Places stay as they are. For directors.

    Raises Unknown ``payer.unknown``; RuleBroken ``money.range``, ``transfer.same``, ``transfer.over`` (more than all
    prizes together), ``reason.…``; Refused ``books.closed``.
    """
    with book.page(stream_of_payer(giver, caller), caller) as page:
        tournament = open_books_of(giver)
        _refuse_nothing(amount)
        if giver == taker:
            raise RuleBroken("transfer.same", payer=giver)
        most = prize_money(page.stream.pk)
        if amount > most:
            raise RuleBroken("transfer.over", amount=amount, most=most)
        fact = PrizeTransfer(giver_id=giver, taker=payer_in(tournament, taker), amount=amount)
        moves = transfer(amount, payer_purse(giver), payer_purse(taker), CHOP)
        posting = post(page, Postings.TRANSFERRED, tournament.currency, moves)
        page.record("prize.transferred", [fact, *posting], read_reason(reason), makes=[], needs=[])
        return page.done(fact)


def leave_unclaimed(payer: int, reason: str, caller: book.Caller) -> Unclaimed:
    """Have the club keep for a payer what they are owed and do not collect. For directors.

    Raises Unknown ``payer.unknown``; Refused ``payout.nothing``, ``books.closed``; RuleBroken ``reason.…``.
    """
    with book.page(stream_of_payer(payer, caller), caller) as page:
        tournament = open_books_of(payer)
        sums = line_sums(page.stream.pk, [payer]).get(payer, {})
        owed = -sum(sums.values())
        if owed <= 0:
            raise Refused("payout.nothing", left=-owed)
        fact = Unclaimed(payer_id=payer, amount=owed)
        moves = [Move(payer_purse(payer), -amount, line) for line, amount in sums.items()]
        moves.append(Move(Purse(Purses.UNCLAIMED, payer), -owed))
        posting = post(page, Postings.UNCLAIMED, tournament.currency, moves)
        page.record("prize.unclaimed", [fact, *posting], read_reason(reason), makes=[], needs=[])
        return page.done(fact)


def _sponsor(page: OpenPage, tournament: Tournament, name: str) -> tuple[Payer, list[Fact]]:
    """Step: return the payer without entrants who has this name, or a new one with the facts that make them."""
    known = PayerName.objects.filter(counts(), payer__tournament=tournament, payer__entrants__isnull=True)
    for each in known.select_related("payer").order_by("payer"):
        if folded(each.name) == folded(name):
            return each.payer, []
    payer = Payer(tournament=tournament, number=last_number(tournament.pk) + 1)
    page.keep([payer])
    return payer, [payer, PayerName(payer=payer, name=name).sealing()]


def _refuse_unknown(event: Event, pot: str) -> None:
    """Raise Refused ``fees.none`` before there is a currency, RuleBroken ``pot.unknown`` for no pot of this event."""
    if not event.tournament.currency:
        raise Refused("fees.none", tournament=event.tournament_id)
    fees = fees_of(event.tournament)
    pools = {fee.code for fee in fees if fee.kind == FeeKind.POOL and fee.event == event.pk}
    if pot != FUND and pot not in pools:
        raise RuleBroken("pot.unknown", got=pot, known=sorted(pools))


def _refuse_nothing(amount: int) -> None:
    if amount < 1:
        raise RuleBroken("money.range", amount=amount, least=1)


def _payers_for(page: OpenPage, event: Event, entrants: set[int]) -> list[Any]:
    """Give an account to prize winners of an event without fees, and return the facts."""
    with_payer = {entrant for entrant, _, _, _ in latest_payers(Q(entrant__in=entrants))}
    without = list(Entrant.objects.filter(pk__in=entrants - with_payer).order_by("number"))
    return [*give_payers(page, event.tournament, without).facts]


def _differences(before: dict[str, dict[int, int]], after: dict[str, dict[int, int]]) -> dict[int, dict[str, int]]:
    """Return payer → line → what they are due less what they were awarded, where it is not nothing."""
    differences: dict[int, dict[str, int]] = {}
    for line in {**before, **after}:
        was, now = before.get(line, {}), after.get(line, {})
        for payer in sorted({*was, *now}):
            if now.get(payer, 0) != was.get(payer, 0):
                differences.setdefault(payer, {})[line] = now.get(payer, 0) - was.get(payer, 0)
    return differences


def _out_of(pot: PotOfEvent, event: int, before: int, after: int) -> list[Move]:
    """Return the moves out of a pot: what was collected is paid first, then what was added."""
    if pot.code != FUND:
        return [Move(Purse(Purses.POOL, event), after - before, pot.code)]
    net = pot.collected - (pot.pot.house if pot.pot else 0)
    fund = min(after, net) - min(before, net)
    return [Move(Purse(Purses.FUND, event), fund), Move(Purse(Purses.ADDED, event), after - before - fund)]
