"""The file of an auction, so that anybody can work out alone who is paid what: ``python -m rules calcutta FILE``.

What was awarded stands in it as its expectation. Source: docs/rules/calcutta.md#the-command.
"""

from collections import Counter
from typing import Any

from django.db.models import Q

from rules.money.auctions.calcutta import Void
from rules.money.auctions.rules import Way
from rules.money.shares import write_share
from rules.money.standing import Standing
from tournaments.models import Entrant, Event
from tournaments.models.money.cash import Postings
from tournaments.read.entrants.names import names_in, names_in_tournament
from tournaments.read.entrants.payer_names import payer_names
from tournaments.read.money.auctions.money import lot_of, stakes_of
from tournaments.read.money.auctions.paid import posted, share_line, won_line
from tournaments.read.money.auctions.view import AuctionView, SaleView
from tournaments.read.money.payers import latest_payers
from tournaments.read.money.pots import standing_of


class _People:
    """What payers and players are called in a file: no two alike, a player as the one person who pays for them."""

    def __init__(self, event: Event) -> None:
        self.payers = payer_names(event.tournament_id, names_in_tournament(event.tournament_id))
        rows = latest_payers(Q(entrant__event=event))
        pays_for = Counter(payer for _, _, payer, _ in rows)
        alone = {entrant: payer for entrant, _, payer, _ in rows if pays_for[payer] == 1}
        numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
        names = names_in(event.pk)
        taken = set(self.payers.values())
        self.players: dict[int, str] = {}
        for entrant, number in numbers.items():
            name = names.get(entrant, "")
            own = self.payers[alone[entrant]] if entrant in alone else ""
            apart = f"{name}, player {number}" if name else f"(#{number})"
            self.players[entrant] = own or (apart if name in taken or not name else name)
            taken.add(self.players[entrant])


def calcutta_file(view: AuctionView, event: Event, stream: int, *, with_prices: bool = False) -> dict[str, Any]:
    """Return the auction as the command reads it, with what was awarded as its expectation.

    What shares were sold for is left out without ``with_prices``: it changes positions, and nothing that is paid.
    Results are in it once every place is settled; before, the command pays nobody.
    """
    people = _People(event)
    division = view.rules.division
    file: dict[str, Any] = {
        "house": write_share(division.house.percent),
        "unit": division.unit,
        "table": [
            {"bracket": row.bracket, "place": row.place, "share": write_share(row.share)} for row in view.table.rows
        ],
    }
    if view.rules.way is Way.BLIND:
        file["stakes"] = [
            {"who": people.payers[int(each.who)], "player": people.players[int(each.player)], "stake": each.stake}
            for each in stakes_of(view.pk)
        ]
    else:
        # A sale that was made void by mistake never had any effect.
        file["lots"] = [
            _lot(sale, people, with_prices=with_prices)
            for sale in view.sales
            if not sale.is_void or sale.void is not None
        ]
    places = standing_of(event, stream)
    if places.is_complete and places.brackets:
        file["results"] = _results(places, people)
        file["expect"] = _awarded(view, stream, people)
    return file


def _lot(sale: SaleView, people: _People, *, with_prices: bool) -> dict[str, Any]:
    lot = lot_of(sale)
    back = [deal for deal in sale.deals if deal.player]
    # A buy-back is written as one where the player pays for themselves, else as the transfer that it also is.
    own = all(people.players[deal.player] == people.payers[deal.buyer] for deal in back)
    transfers = lot.transfers[len(back) :] if own else lot.transfers
    entry: dict[str, Any] = {
        "id": sale.code,
        "players": [people.players[player] for player in sale.players],
        "price": sale.price,
        "buyer": people.payers[sale.buyers[0]],
        "buybacks": [{"player": people.players[deal.player], "share": write_share(deal.share)} for deal in back if own],
        "transfers": [
            {"from": people.payers[int(deal.seller)], "to": people.payers[int(deal.buyer)], "share": str(deal.share)}
            # What people pay each other for shares is theirs; the part of a joint buyer is at cost.
            | ({"date": deal.on} | ({"price": deal.price} if with_prices else {}) if deal.on else {"price": deal.price})
            for deal in transfers
        ],
    }
    if sale.is_void:
        entry["void"] = (sale.void or Void.UNPAID).value
    return entry


def _results(places: Standing, people: _People) -> dict[str, list[list[str]]]:
    return {
        bracket: [[people.players[who] for who in group if who is not None] for group in groups]
        for bracket, groups in places.brackets
    }


def _awarded(view: AuctionView, stream: int, people: _People) -> dict[str, Any]:
    """Return what was posted to the owners, by lot; nothing before anything was awarded."""
    if view.rules.way is Way.BLIND:
        sums = posted(stream, [won_line(view.pk)], Postings.AWARDED).get(won_line(view.pk), {})
        return {"received": {people.payers[payer]: -amount for payer, amount in sums.items() if amount}} if sums else {}
    lines = {share_line(sale.pk, sale.code): sale for sale in view.sales if not sale.is_void}
    awarded = posted(stream, lines, Postings.AWARDED)
    if not awarded:
        return {}
    lots = {
        sale.code: {people.payers[int(who)]: -awarded.get(line, {}).get(int(who), 0) for who in lot_of(sale).owners()}
        for line, sale in lines.items()
    }
    return {"lots": lots}
