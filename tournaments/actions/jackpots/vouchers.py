"""The voucher of a jackpot's winner: the prize pays their entry into another event of the tournament."""

from dataclasses import dataclass

from django.db.models import Max, Q

from clubs.actions.books import Move, post
from journal import book
from journal.models import Fact, counts
from journal.refusals import Refused
from rules.draws.seeding import MOST
from rules.jackpots import voucher
from rules.money.fees import OF_EVENT, FeeKind
from tournaments.actions.money.charging import charge, payer_purse
from tournaments.actions.money.prizes import award
from tournaments.actions.steps import events_with_draw, stream_of_event
from tournaments.models import Entrant, EntrantPayer, Event, JackpotStart, JackpotVoucher, Particulars
from tournaments.models.money.cash import Postings
from tournaments.models.money.prizes import FUND
from tournaments.read.events import conditions_of
from tournaments.read.jackpots.people import by_payer, queue_people
from tournaments.read.money.payers import fees_of, latest_payers, line_sums, payers_to_charge
from tournaments.read.money.pots import awarded_in, prize_line


@dataclass(frozen=True, slots=True)
class Booked:
    """A voucher: the winner's entrant in the other event, ``amount`` in minor units, and what is left of the prize."""

    event: int
    entrant: int
    amount: int
    left: int
    record: int


def book_voucher(event: int, caller: book.Caller) -> Booked:
    """Let the prize of a jackpot pay the winner's entry into the event of its voucher. For directors.

    The prize is awarded if it was not, and the winner is entered if they are not. The money stays on their account: it
    moves from the line of the prize to the line of the fee. Raises Refused ``voucher.none`` where the queue has none,
    ``voucher.booked``, ``voucher.open`` before the final is settled, ``voucher.split`` for two winners,
    ``voucher.drawn`` where the other event is drawn without them, ``voucher.nothing`` where no fee is open,
    ``books.closed``, ``event.full``.
    """
    with book.page(stream_of_event(event, caller), caller) as page:
        start = _start_of(event)
        jackpot = Event.objects.select_related("tournament").get(pk=event)
        if jackpot.tournament.books_closed:
            raise Refused("books.closed", tournament=jackpot.tournament_id)
        award(page, jackpot)
        payer, prize = _winner(page, event)
        target = events_with_draw().get(pk=start.jackpot.voucher_for_id or 0)
        entrant = _entrant_of(payer, target) or _enter(page, target, payer)
        line, fee = _open_fee(page, target, payer, entrant)
        amount = voucher(prize, fee)
        if not amount:
            raise Refused("voucher.nothing", event=target.pk)
        fact = JackpotVoucher(start=start, entrant_id=entrant, amount=amount)
        moves = (Move(payer_purse(payer), amount, prize_line(event, FUND)), Move(payer_purse(payer), -amount, line))
        posting = post(page, Postings.VOUCHER, target.tournament.currency, moves)
        about = [f"voucher:{event}"]
        page.record(
            "jackpot.voucher", [fact, *posting], event=event, amount=amount,
            makes=about, needs=[*about, f"award:{event}", f"start:{start.pk}", f"entrant:{entrant}"],
        )  # fmt: skip
        return page.done(Booked(target.pk, entrant, amount, prize - amount, page.stream.number))


def _start_of(event: int) -> JackpotStart:
    """Return the start of a jackpot whose queue has a voucher that was not booked."""
    start = JackpotStart.objects.filter(counts(), event=event).select_related("jackpot").first()
    if start is None or start.jackpot.voucher_for_id is None:
        raise Refused("voucher.none", event=event)
    if JackpotVoucher.objects.filter(counts(), start=start).exists():
        raise Refused("voucher.booked", event=event)
    return start


def _winner(page: book.OpenPage, event: int) -> tuple[int, int]:
    """Return the payer to whom the prize was awarded, and what it is in minor units."""
    awarded = awarded_in(page.stream.pk, event).get(prize_line(event, FUND), {})
    winners = [(payer, amount) for payer, amount in awarded.items() if amount]
    if not winners:
        raise Refused("voucher.open", event=event)
    if len(winners) > 1:
        raise Refused("voucher.split", event=event)
    return winners[0]


def _entrant_of(payer: int, event: Event) -> int | None:
    """Return the latest entrant of a payer in an event."""
    own = [row[0] for row in latest_payers(Q(entrant__event=event, payer=payer)) if row[2] == payer]
    return own[-1] if own else None


def _enter(page: book.OpenPage, event: Event, payer: int) -> int:
    """Step: enter the person of a payer in an event that is not drawn, and charge them."""
    if event.current_draw_id is not None:
        raise Refused("voucher.drawn", event=event.pk)
    if conditions_of(event).entrants.is_several:
        raise Refused("voucher.several", event=event.pk)
    live = Entrant.objects.filter(event=event)
    if live.filter(record__undo__isnull=True).count() >= MOST:
        raise Refused("event.full", entrants=MOST, most=MOST)
    person = by_payer(queue_people(event.tournament_id))[payer]
    number = (live.aggregate(last=Max("number"))["last"] or 0) + 1
    entrant = Entrant(event=event, number=number)
    page.keep([entrant])
    named = Particulars(
        entrant=entrant, name=person.name, club=person.club, country=person.country, rating=person.rating
    ).sealing()
    facts: list[Fact] = [entrant, named, EntrantPayer(entrant=entrant, payer_id=payer)]
    page.keep(facts)
    facts += charge(page, event.tournament, payers_to_charge(Q(pk=payer), page.at).facts)
    page.record(
        "entrant.entered", facts, event=event.pk, makes=[f"field:{event.pk}", f"entrant:{entrant.pk}"], needs=[]
    )
    return entrant.pk


def _open_fee(page: book.OpenPage, event: Event, payer: int, entrant: int) -> tuple[str, int]:
    """Return the line of the entry fee for an entrant, and what is open on it in minor units."""
    open_lines = line_sums(page.stream.pk, [payer]).get(payer, {})
    for fee in fees_of(event.tournament):
        line = f"{fee.code}:{entrant}"
        if fee.kind in OF_EVENT - {FeeKind.POOL} and fee.event == event.pk and open_lines.get(line, 0) > 0:
            return line, open_lines[line]
    return "", 0
