"""The room of an auction: its lots and people by name, the pool, and what every place would pay now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from rules.money.auctions.auction import Pool, pool_now, would_pay
from rules.money.auctions.bidding import Bid, Status
from rules.money.auctions.rules import AuctionRules, Way
from rules.money.currency import digits_of
from rules.money.preview import Column
from rules.money.shares import write_share
from tournaments.models import Auction, Event, StakesClosed, Tournament
from tournaments.read.entrants.names import names_in_tournament
from tournaments.read.entrants.payer_names import payer_names
from tournaments.read.money.auctions.money import net_of, stakes_of
from tournaments.read.money.auctions.view import AuctionView, LotView, SaleView, auction_view

SOLD = (Status.SOLD, Status.PAID)


@dataclass(frozen=True)
class Room:
    """An auction of an event read with its tournament; ``players`` are names by entrant, ``bidders`` by payer."""

    view: AuctionView
    event: Event
    players: Mapping[int, str]
    bidders: Mapping[int, str]
    now: datetime

    @property
    def pk(self) -> int:
        return self.view.pk

    @property
    def rules(self) -> AuctionRules:
        return self.view.rules

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament

    @property
    def currency(self) -> str:
        return self.tournament.currency

    @property
    def unit(self) -> int:
        """How many minor units make one unit of the currency: 100 for EUR, 1 for JPY."""
        return int(10 ** digits_of(self.currency))

    @property
    def percent(self) -> str:
        """The percentage of the house: ``7.5``."""
        return write_share(self.rules.division.house.percent)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.tournament.timezone)

    @property
    def is_blind(self) -> bool:
        return self.rules.way is Way.BLIND

    @cached_property
    def pool(self) -> Pool:
        """The pool as if every open lot were hammered now; sealed bids are not in it before the hammer."""
        if self.is_blind:
            total = sum(stake.stake for stake in stakes_of(self.pk))
            return Pool(total, total - net_of(self.view))
        states = [lot.state for lot in self.view.lots if not lot.is_hidden]
        return pool_now(states, self.rules.division.house.percent)

    @cached_property
    def pays(self) -> Column:
        """What every place would pay now."""
        return would_pay(self.pool, self.view.table, self.rules.division.unit)

    @property
    def first_place(self) -> int:
        """What the first row of the table would pay now, in minor units."""
        return self.pays.places[0].amount or 0

    @property
    def sold(self) -> list[SaleView]:
        """The sales that count, the last one first."""
        sales = [lot.sold for lot in self.view.lots if lot.sold is not None]
        return sorted((sale for sale in sales if sale is not None), key=lambda sale: sale.at, reverse=True)

    @property
    def hammered(self) -> int:
        """The sum of all sales that count, in minor units."""
        return sum(sale.price for sale in self.sold)

    @property
    def next_lots(self) -> list[LotView]:
        """The lots that wait for the block, in order; an empty field comes last or, without players, not at all."""
        return [lot for lot in self.view.lots if lot.status is Status.WAITING and self.view.players_of(lot)]

    def names_of(self, entrants: Iterable[int]) -> tuple[str, ...]:
        """Return the names of players."""
        return tuple(self.players.get(entrant, "…") for entrant in entrants)

    def players_of(self, lot: LotView) -> tuple[str, ...]:
        """Return the names of those who are sold with a lot."""
        return self.names_of(self.view.players_of(lot))

    def payers_named(self, payers: Iterable[int | str]) -> str:
        """Return the names of bidders or owners, joined by commas."""
        return ", ".join(self.bidders.get(int(payer), "…") for payer in payers)

    def high_of(self, lot: LotView) -> Bid | None:
        """Return the high bid that may be shown."""
        return None if lot.is_hidden else lot.state.high

    def place_of(self, lot: LotView) -> int:
        """Return which lot it is in the order of the auction, from 1."""
        return self.view.lots.index(lot) + 1

    def time(self, at: datetime | None, *, seconds: bool = False) -> str:
        """Return the time of day in the room; empty for none."""
        if at is None:
            return ""
        local = at.astimezone(self.zone)
        return f"{local:%H:%M:%S}" if seconds else f"{local:%H:%M}"


def room_of(auction: Auction, now: datetime) -> Room:
    """Return the room of an auction read by ``auction_row``, in a constant number of statements."""
    tournament = auction.event.tournament
    players = names_in_tournament(tournament.pk)
    return Room(auction_view(auction.pk), auction.event, players, payer_names(tournament.pk, players), now)


def is_closed_to_stakes(auction: int) -> bool:
    """Return whether a blind pool takes no more stakes."""
    return StakesClosed.objects.filter(auction=auction, record__undo__isnull=True).exists()
