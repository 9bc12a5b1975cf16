"""Paying an auction: stakes of a blind pool, its closing, and awards that follow from the places."""

from dataclasses import dataclass

from clubs.actions.books import Move, Purse, post
from clubs.models import MOST_MONEY
from journal import book
from journal.refusals import Refused
from rules.errors import RuleBroken
from rules.money.auctions.auction import BlindPool
from rules.money.auctions.calcutta import Stake as Staked
from rules.money.auctions.rules import Way
from tournaments.actions.auctions.steps import (
    OpenAuction,
    Outcome,
    charge_auction,
    done,
    open_auction_row,
    stream_of_auction,
)
from tournaments.actions.money.charging import payer_purse
from tournaments.actions.money.payers import payer_in
from tournaments.models import AuctionAward, Stake, StakesClosed
from tournaments.models.money.cash import Postings, Purses
from tournaments.permissions import may_direct
from tournaments.read.money.auctions.money import winnings_of
from tournaments.read.money.auctions.paid import posted, winning_lines
from tournaments.read.money.pots import playing_in


@dataclass(frozen=True, slots=True)
class Awarded:
    """What an award posted: payer → line → the difference to what was awarded before, in minor units."""

    auction: int
    differences: dict[int, dict[str, int]]
    record: int | None


def stake(auction: int, payer: int, player: int, amount: int, caller: book.Caller) -> Outcome:
    """Stake on a player in a blind pool; the payer owes it at once.

    Raises Refused ``auction.lots`` for an auction of lots, ``stakes.closed``; RuleBroken ``stake.…``, ``money.range``.
    """
    with book.page(stream_of_auction(auction, caller), caller) as page:
        opened = _blind(auction)
        payer_in(opened.tournament, payer)
        if amount > MOST_MONEY:
            raise RuleBroken("money.range", amount=amount, most=MOST_MONEY)
        players = tuple(str(entrant) for entrant in playing_in(opened.event))
        pool = BlindPool(players, opened.view.rules.least_stake)
        pool.check(Staked(str(payer), str(player), amount), now=page.at)
        fact = Stake(auction_id=auction, payer_id=payer, entrant_id=player, amount=amount)
        page.keep([fact])
        facts = [fact, *charge_auction(page, opened)]
        page.record("stake.made", facts, **opened.concerns(f"stakes:{auction}:{payer}"))
        return done(page, auction)


def close_stakes(auction: int, caller: book.Caller) -> Outcome:
    """Take no more stakes in a blind pool. For directors. Raises Refused ``auction.lots``, ``stakes.closed``."""
    with book.page(stream_of_auction(auction, caller, may_direct), caller) as page:
        opened = _blind(auction)
        fact = StakesClosed(auction_id=auction)
        page.record("stakes.closed", [fact], **opened.concerns(f"closed:{auction}"))
        return done(page, auction)


def award_auction(auction: int, caller: book.Caller) -> Awarded:
    """Post to owners what their lots won for good; what was awarded wrongly before is posted back. For directors.

    Nothing is posted where nothing differs. Open places wait.
    """
    with book.page(stream_of_auction(auction, caller, may_direct), caller) as page:
        opened = open_auction_row(auction)
        stream = page.stream.pk
        after = winnings_of(opened.view, opened.event, stream)
        lines = winning_lines(auction)
        before = posted(stream, lines, Postings.AWARDED)
        differences: dict[int, dict[str, int]] = {}
        for line in lines:
            was, now = before.get(line, {}), after.get(line, {})
            for payer in sorted({*was, *now}):
                if differs := now.get(payer, 0) + was.get(payer, 0):
                    differences.setdefault(payer, {})[line] = differs
        if not differences:
            return page.done(Awarded(auction, {}, None))
        moves = [
            move
            for payer, sums in differences.items()
            for line, amount in sums.items()
            for move in (Move(payer_purse(payer), -amount, line), Move(Purse(Purses.AUCTION, auction), amount))
        ]
        posting = post(page, Postings.AWARDED, opened.tournament.currency, moves)
        about = f"award:{auction}"
        page.record("auction.awarded", [AuctionAward(auction_id=auction), *posting], **opened.concerns(about))
        return page.done(Awarded(auction, differences, page.stream.number))


def _blind(auction: int) -> OpenAuction:
    """Read a blind pool under the lock. Raises Refused ``auction.lots``, ``stakes.closed``."""
    opened = open_auction_row(auction)
    if opened.view.rules.way is not Way.BLIND:
        raise Refused("auction.lots", auction=auction)
    if StakesClosed.objects.filter(auction=auction, record__undo__isnull=True).exists():
        raise Refused("stakes.closed", auction=auction)
    return opened
