"""The money of an auction: what buyers, players and new owners owe, and what lots and stakes win.

Everything follows from the facts by ``rules.money.auctions.calcutta``; the books only hold the differences that were
posted. Source: docs/decisions/0066-auction-on-rows.md.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from journal.models import counts
from rules.errors import RuleBroken
from rules.money.auctions.bidding import Status
from rules.money.auctions.calcutta import Lot, Settlement, Stake, Transfer, Void, settle, settle_stakes
from rules.money.auctions.rules import Way
from rules.money.results import Results
from rules.money.shares import half_up_to
from rules.money.standing import Standing, is_open
from tournaments.models import Event, StakesClosed
from tournaments.models import Stake as StakeRow
from tournaments.models.money.cash import Postings
from tournaments.read.money.auctions.paid import (
    deal_line,
    lot_line,
    posted,
    share_line,
    stake_line,
    winning_lines,
    won_line,
)
from tournaments.read.money.auctions.view import AuctionView, SaleView
from tournaments.read.money.pots import playing_in, standing_of

# Stands for places that are still open: a lot without a price that nobody owns.
_OPEN_LOT = "…"


def lot_of(sale: SaleView) -> Lot:
    """Return a sale for the rule book; people and players are primary keys as text.

    Joint buyers hold equal parts: what is left after the buy-backs goes from the first to each of the others at cost.
    Raises RuleBroken ``lot.share``.
    """
    first, *others = sale.buyers
    back = [deal for deal in sale.deals if deal.player]
    left = 1 - sum((deal.share for deal in back), Fraction(0))
    part = left / len(sale.buyers)
    cost = half_up_to(part * sale.price)
    transfers = [Transfer(str(first), str(deal.buyer), deal.share, deal.price, deal.day) for deal in back]
    transfers += [Transfer(str(first), str(other), part, cost) for other in others if part]
    transfers += [
        Transfer(str(deal.seller), str(deal.buyer), deal.share, deal.price, deal.day)
        for deal in sale.deals
        if not deal.player
    ]
    # A sale that was made void by mistake is credited like one that was not paid.
    void = (sale.void or Void.UNPAID) if sale.is_void else None
    players = tuple(str(each) for each in sale.players)
    return Lot(str(sale.pk), players, sale.price, str(first), (), tuple(transfers), void)


def stakes_of(auction: int) -> list[Stake]:
    """Return the stakes of a blind pool that count, for the rule book."""
    rows = StakeRow.objects.filter(counts(), auction=auction).order_by("record_id")
    return [Stake(str(who), str(on), amount) for who, on, amount in rows.values_list("payer", "entrant", "amount")]


def charges_of(view: AuctionView) -> dict[str, dict[int, int]]:
    """Return line → payer → what they owe for lots, deals through the desk and stakes, less what is given back."""
    lines: dict[str, dict[int, int]] = {}
    for sale in view.sales:
        lot = lot_of(sale)
        own = lines.setdefault(lot_line(sale.pk, sale.code), {})
        _add(own, sale.buyers[0], sale.price)
        for deal in lot.transfers:
            if deal.on:
                continue
            # The part of a joint buyer: no deal, so it has no day.
            _add(own, sale.buyers[0], -deal.price)
            _add(own, int(deal.buyer), deal.price)
        if sale.is_void:
            for who, amount in lot.divided(sale.price).items():
                _add(own, int(who), -amount)
        passing = lines.setdefault(deal_line(sale.pk, sale.code), {})
        for each in sale.deals:
            if each.through_desk:
                _add(passing, each.buyer, each.price)
                _add(passing, each.seller, -each.price)
    if view.rules.way is Way.BLIND:
        stakes = lines.setdefault(stake_line(view.pk), {})
        for stake in stakes_of(view.pk):
            _add(stakes, int(stake.who), stake.stake)
    return lines


def passing_of(view: AuctionView) -> int:
    """Return the sum of all deals whose price passes through the desk."""
    return sum(deal.price for sale in view.sales for deal in sale.deals if deal.through_desk)


def settlement_of(view: AuctionView, results: Results) -> Settlement:
    """Return the auction in money for these results, whose places may be open. Raises RuleBroken as ``settle``."""
    rules, division = view.rules, view.rules.division
    if rules.way is Way.BLIND:
        return settle_stakes(stakes_of(view.pk), division.house.percent, view.table, results, division.unit)
    lots = [lot_of(sale) for sale in view.sales]
    open_places = tuple(who for who in _names(results) if is_open(who))
    if open_places:
        lots.append(Lot(_OPEN_LOT, open_places, 0, _OPEN_LOT))
    return settle(lots, division.house.percent, view.table, results, division.unit)


def _names(results: Results) -> list[str]:
    return [who for _, groups in results.by_bracket for group in groups for who in group]


def winnings_of(view: AuctionView, event: Event, stream: int) -> dict[str, dict[int, int]]:
    """Return line → payer → what lots or stakes won for good.

    While places are open and somebody in the draw is in no lot, all wait: whoever comes after them would move up.
    """
    places = standing_of(event, stream)
    if not places.brackets or not is_sold_out(view) or not _may_pay(view, event, places):
        return {}
    try:
        settlement = settlement_of(view, places.results())
    except RuleBroken:
        return {}
    if view.rules.way is Way.BLIND:
        return {won_line(view.pk): _by_payer(settlement.received)}
    live = [sale for sale in view.sales if not sale.is_void]
    return {share_line(sale.pk, sale.code): _by_payer(settlement.lots[str(sale.pk)]) for sale in live}


def open_ends(view: AuctionView, event: Event, stream: int) -> Iterator[tuple[str, int, str]]:
    """Yield what is open in an auction as a code, a sum in minor units (lots: how many) and the code of a lot.

    ``unsold``: lots wait although something was sold, or a blind pool is open. ``unvoided``: a second person has not
    released that a sale is void. ``unpaid``: a lot is not paid. ``unawarded``: what follows from the places differs
    from what was posted, or the pool is not paid out.
    """
    stakes = stakes_of(view.pk) if view.rules.way is Way.BLIND else []
    if not view.sales and not stakes:
        return
    if not is_sold_out(view):
        yield "unsold", sum(lot.status in (Status.WAITING, Status.OPEN) for lot in view.lots) or 1, ""
    for lot in view.lots:
        if lot.sold is not None and lot.sold.requested:
            yield "unvoided", lot.sold.price, lot.code
        if lot.status is Status.SOLD and lot.sold is not None:
            yield "unpaid", lot.sold.price, lot.code
    before = posted(stream, winning_lines(view.pk), Postings.AWARDED)
    after = winnings_of(view, event, stream)
    left = net_of(view) - sum(sum(sums.values()) for sums in after.values())
    for line in {**before, **after}:
        was, now = before.get(line, {}), after.get(line, {})
        left += sum(abs(now.get(payer, 0) + was.get(payer, 0)) for payer in {*was, *now})
    if left:
        yield "unawarded", left, ""


def net_of(view: AuctionView) -> int:
    """Return the pool less the house's share."""
    total = sum(sale.price for sale in view.sales if not sale.is_void)
    if view.rules.way is Way.BLIND:
        total = sum(stake.stake for stake in stakes_of(view.pk))
    return total - view.rules.division.house.share_of(total)


def is_sold_out(view: AuctionView) -> bool:
    """Whether the pool is known: no lot waits or is open, or a blind pool is closed."""
    if view.rules.way is Way.BLIND:
        return StakesClosed.objects.filter(auction=view.pk, record__undo__isnull=True).exists()
    into_field = any(lot.status is Status.FIELD for lot in view.lots)
    left = [lot for lot in view.lots if lot.status in (Status.WAITING, Status.OPEN)]
    return not any(lot.players or into_field for lot in left)


def _may_pay(view: AuctionView, event: Event, places: Standing) -> bool:
    if places.is_complete or view.rules.way is Way.BLIND:
        return places.is_complete
    in_lots = {player for sale in view.sales if not sale.is_void for player in sale.players}
    return set(playing_in(event)) <= in_lots


def _by_payer(sums: Mapping[str, int]) -> dict[int, int]:
    return {int(who): amount for who, amount in sums.items() if amount}


def _add(sums: dict[int, int], payer: int, amount: int) -> None:
    sums[payer] = sums.get(payer, 0) + amount
