"""Setting up an auction: its rules, its lots with their players, their order, and late entrants."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from journal import book
from journal.canon import canonical
from journal.models import Fact
from journal.refusals import Refused, Unknown
from rules.draws.chance import read_key
from rules.draws.derive import Status as MatchStatus
from rules.errors import RuleBroken
from rules.money.auctions.auction import LateEntry, OfferedLot, Order, lots_in_order, with_late_entrant
from rules.money.auctions.bidding import Status
from rules.money.auctions.rules import read_auction_rules
from rules.naming import read_name, read_reason
from rules.typed.names import folded
from tournaments.actions.auctions.steps import (
    OpenAuction,
    Outcome,
    done,
    open_auction_row,
    refuse_blind,
    refuse_if_off,
    stream_of_auction,
)
from tournaments.actions.money.charging import refuse_if_closed
from tournaments.actions.steps import stream_of_event
from tournaments.models import (
    Auction,
    AuctionSetup,
    Draw,
    Entrant,
    Event,
    LateEntrant,
    Lot,
    LotOrder,
    LotPlayer,
    Particulars,
    Sale,
    Stake,
)
from tournaments.models.money.auctions import LONGEST_CODE
from tournaments.permissions import may_direct
from tournaments.read.entered import entered_draw
from tournaments.read.money.auctions.view import AuctionView

MOST_LOTS = 200


@dataclass(frozen=True, slots=True)
class LotSheet:
    """A lot to be listed: its code, its players (entrants), and whether it is the field."""

    code: str
    players: tuple[int, ...] = ()
    is_field: bool = False


def open_auction(event: int, rules: Any, caller: book.Caller) -> Outcome:
    """Begin an auction of an event with these rules. For directors, in a club that allows auctions.

    Raises Refused ``calcutta.off``, ``fees.none`` before there is a currency, ``books.closed``; RuleBroken as
    ``read_auction_rules``.
    """
    with book.page(stream_of_event(event, caller), caller) as page:
        row = Event.objects.select_related("tournament").get(pk=event)
        refuse_if_off(row.tournament)
        refuse_if_closed(row.tournament)
        if not row.tournament.currency:
            raise Refused("fees.none", tournament=row.tournament_id)
        number = Auction.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
        auction = Auction(event=row, number=number + 1)
        page.keep([auction])
        setup = AuctionSetup(auction=auction, turn=1, rules=canonical(read_auction_rules(rules).as_data()))
        about = [f"auction:{auction.pk}"]
        page.record("auction.opened", [auction, setup], auction=auction.pk, event=event, makes=about, needs=[])
        return done(page, auction.pk)


def set_auction(auction: int, rules: Any, reason: str, caller: book.Caller) -> Outcome:
    """Change the rules of an auction; once something was sold or staked it needs a reason. For directors.

    A lot on the block keeps the rules with which it was opened. Raises Refused ``stale``, ``auction.way`` for another
    way once something was sold or staked; RuleBroken as ``read_auction_rules``, ``reason.…``.
    """
    with book.page(stream_of_auction(auction, caller, may_direct), caller) as page:
        opened = open_auction_row(auction)
        page.check_version(opened.view.turn)
        read = read_auction_rules(rules)
        begun = _has_begun(auction)
        if begun and read.way is not opened.view.rules.way:
            raise Refused("auction.way", auction=auction)
        turn = AuctionSetup.objects.filter(auction=auction).aggregate(last=Max("turn"))["last"] or 0
        fact = AuctionSetup(auction_id=auction, turn=turn + 1, rules=canonical(read.as_data()))
        words = read_reason(reason) if begun or reason.strip() else ""
        page.record("auction.set", [fact], words, **opened.concerns(f"rules:{auction}"))
        return done(page, auction)


def list_lots(auction: int, lots: Sequence[LotSheet], caller: book.Caller) -> Outcome:
    """Add lots to an auction, in this order, behind those that are listed. For directors.

    Raises Refused ``auction.blind``; RuleBroken ``lots.none``, ``lots.many``, ``lot.code`` for a code that is taken,
    ``lot.players``, ``lots.player`` for a player of another lot; Unknown ``entrant.unknown``.
    """
    with book.page(stream_of_auction(auction, caller, may_direct), caller) as page:
        opened = open_auction_row(auction)
        refuse_blind(opened)
        if not lots or len(opened.view.lots) + len(lots) > MOST_LOTS:
            raise RuleBroken("lots.many" if lots else "lots.none", most=MOST_LOTS)
        _check_sheets(opened, lots)
        facts = _listed(page, auction, lots)
        page.record("lots.listed", facts, **opened.concerns(*(f"lot:{each.pk}" for each in facts[: len(lots)])))
        return done(page, auction)


def order_lots(auction: int, kind: str, key: str, caller: book.Caller) -> Outcome:
    """Put the lots in order: ``listed``, by ``strength``, or drawn ``by_lot`` from a key. For directors.

    By strength the best rating of a lot comes first, and where nobody has one the best seed. Raises RuleBroken
    ``order.kind``, ``key.…``; Refused ``order.begun`` once a lot was put on the block.
    """
    with book.page(stream_of_auction(auction, caller, may_direct), caller) as page:
        opened = open_auction_row(auction)
        if kind not in LotOrder.KINDS:
            raise RuleBroken("order.kind", got=kind[:20], known=LotOrder.KINDS)
        if _has_begun(auction):
            raise Refused("order.begun", auction=auction)
        drawn_by = read_key(key) if kind == Order.BY_LOT else ""
        listed = sorted(opened.view.lots, key=lambda lot: lot.pk)
        offered = [OfferedLot(str(lot.pk), tuple(map(str, lot.players)), lot.is_field) for lot in listed]
        ordered = lots_in_order(offered, Order(kind), ratings=_strengths(opened.view.event), key=drawn_by)
        turn = LotOrder.objects.filter(auction=auction).aggregate(last=Max("turn"))["last"] or 0
        fact = LotOrder(
            auction_id=auction, turn=turn + 1, kind=kind, key=drawn_by, lots=canonical([int(lot.id) for lot in ordered])
        )
        page.record("lots.ordered", [fact], **opened.concerns(f"order:{auction}"))
        return done(page, auction)


def add_late_entrant(auction: int, entrant: int, kind: str, code: str, caller: book.Caller) -> Outcome:
    """Decide about a player who entered late: ``own_lot`` under a code, ``field``, or ``no_action``. For directors.

    Raises RuleBroken ``late.…``, ``late.kind``; Unknown ``entrant.unknown``; Refused ``auction.blind``.
    """
    with book.page(stream_of_auction(auction, caller, may_direct), caller) as page:
        opened = open_auction_row(auction)
        refuse_blind(opened)
        if kind not in LateEntrant.KINDS:
            raise RuleBroken("late.kind", got=kind[:20], known=LateEntrant.KINDS)
        _check_entrants(opened.view.event, [entrant])
        code = read_name(code, LONGEST_CODE) if kind == LateEntry.OWN_LOT else ""
        offered = [OfferedLot(lot.code, tuple(map(str, lot.players)), lot.is_field) for lot in _live(opened.view)]
        if code and folded(code) in {folded(lot.code) for lot in opened.view.lots}:
            raise RuleBroken("late.lot", lot=code)
        played = has_played(opened.event, page.stream.pk)
        with_late_entrant(offered, str(entrant), LateEntry(kind), lot_id=code, has_played=entrant in played)
        facts: list[Fact] = []
        if kind == LateEntry.OWN_LOT:
            facts = _listed(page, auction, [LotSheet(code, (entrant,))])
        if kind == LateEntry.FIELD:
            field = next(lot for lot in opened.view.lots if lot.is_field)
            facts = [LotPlayer(lot_id=field.pk, entrant_id=entrant)]
        late = LateEntrant(auction_id=auction, entrant_id=entrant, kind=kind)
        makes = [f"lot:{each.pk}" for each in facts if isinstance(each, Lot)]
        page.record("auction.late_entrant", [late, *facts], **opened.concerns(*makes, f"late:{auction}:{entrant}"))
        return done(page, auction)


def has_played(event: Event, stream: int) -> set[int]:
    """Return the entrants of an event who have begun a match."""
    if event.current_draw_id is None:
        return set()
    state = entered_draw(Draw.objects.select_related("event").get(pk=event.current_draw_id), stream).state
    begun = set(state.begun())
    pairs = [state.seat(match).pair for match in begun if state.seat(match).status is not MatchStatus.BYE]
    return {entrant for pair in pairs if pair is not None for entrant in pair}


def _has_begun(auction: int) -> bool:
    sales = Sale.objects.filter(lot__auction=auction, record__undo__isnull=True)
    return sales.exists() or Stake.objects.filter(auction=auction, record__undo__isnull=True).exists()


def _live(view: AuctionView) -> list[Any]:
    """Return the lots whose players can't be in another: all but those that are void."""
    return [lot for lot in view.lots if lot.status is not Status.VOID]


def _check_sheets(opened: OpenAuction, lots: Sequence[LotSheet]) -> None:
    codes = {folded(lot.code) for lot in opened.view.lots}
    players = {player for lot in _live(opened.view) for player in lot.players}
    field = any(lot.is_field for lot in opened.view.lots)
    for lot in lots:
        code = read_name(lot.code, LONGEST_CODE)
        if folded(code) in codes or (field and lot.is_field):
            raise RuleBroken("lot.code", got=code)
        if (not lot.players and not lot.is_field) or len(set(lot.players)) < len(lot.players):
            raise RuleBroken("lot.players", lot=code)
        if twice := players & set(lot.players):
            raise RuleBroken("lots.player", lot=code, player=min(twice))
        codes.add(folded(code))
        players |= set(lot.players)
        field = field or lot.is_field
    _check_entrants(opened.view.event, [player for lot in lots for player in lot.players])


def _check_entrants(event: int, entrants: Sequence[int]) -> None:
    known = Entrant.objects.filter(event=event, pk__in=entrants, record__undo__isnull=True)
    if set(known.values_list("pk", flat=True)) != set(entrants):
        raise Unknown("entrant.unknown")


def _listed(page: book.OpenPage, auction: int, lots: Sequence[LotSheet]) -> list[Fact]:
    """Step: keep lots and their players; the lots come first in what is returned."""
    last = Lot.objects.filter(auction=auction).aggregate(last=Max("number"))["last"] or 0
    rows: list[Lot] = []
    for at, lot in enumerate(lots, start=1):
        code = read_name(lot.code, LONGEST_CODE)
        rows.append(Lot(auction_id=auction, number=last + at, code=code, is_field=lot.is_field))
    page.keep(rows)
    players = [
        LotPlayer(lot=row, entrant_id=player) for row, lot in zip(rows, lots, strict=True) for player in lot.players
    ]
    page.keep(players)
    return [*rows, *players]


def _strengths(event: int) -> dict[str, float]:
    """Return entrant → rating as entered, or without any the negative seed."""
    rows = Particulars.objects.filter(entrant__event=event, record__undo__isnull=True).order_by("turn")
    ratings: dict[str, float] = {}
    seeds: dict[str, float] = {}
    for entrant, rating, seed in rows.values_list("entrant", "rating", "seed"):
        number = rating.replace(",", ".").strip()
        if number.replace(".", "", 1).isdecimal():
            ratings[str(entrant)] = float(number)
        if seed is not None:
            seeds[str(entrant)] = -float(seed)
    return ratings or seeds
