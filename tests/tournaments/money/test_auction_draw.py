"""An auction around its lots: the draw that waits, late entrants, the order, the clock, blind pools."""

from datetime import timedelta

import pytest

from journal.refusals import Refused
from rules.errors import RuleBroken
from rules.money.auctions.bidding import Status
from tests.factories import a_caller, play_out
from tests.tournaments.money.auctions import (
    AnAuction,
    a_refusal,
    with_accounts,
)
from tests.tournaments.money.evenings import books, lines_of
from tournaments.actions.auctions.lots import (
    LotSheet,
    add_late_entrant,
    list_lots,
    order_lots,
)
from tournaments.actions.auctions.paying import award_auction, close_stakes, stake
from tournaments.actions.auctions.selling import hammer, pass_lot
from tournaments.actions.auctions.shares import buy_back, leave_buyback
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


# --- The draw, late entrants, the order, the clock, blind pools


def test_the_draw_waits_for_lots_and_buy_backs_if_so_set() -> None:
    auction = AnAuction(rules={"withhold_draw": True})
    auction.lists(("A", [0, 1]), ("B", [2]))

    with pytest.raises(Refused) as refused:
        make_draw(auction.event.pk, "1 2 3 4", a_caller())
    assert (refused.value.code, refused.value.facts["lots"]) == ("draw.withheld", 2)

    first, second = auction.sells("A", 100, "Olga"), auction.sells("B", 50, "Max")
    buy_back(auction.pk, first, auction.entrants[0], "1/4", False, a_caller())
    leave_buyback(auction.pk, first, auction.entrants[1], a_caller())
    with pytest.raises(Refused) as refused:
        make_draw(auction.event.pk, "1 2 3 4", a_caller())
    assert refused.value.facts["buybacks"] == 1
    leave_buyback(auction.pk, second, auction.entrants[2], a_caller())

    make_draw(auction.event.pk, "1 2 3 4", a_caller())


def test_the_draw_waits_for_a_field_that_holds_unsold_players() -> None:
    auction = AnAuction(rules={"withhold_draw": True, "buyback": {}})
    auction.lists(("A", [0]), ("B", [1]), field=True)
    auction.sells("A", 100, "Olga")
    pass_lot(auction.pk, auction.opens("B"), a_caller())

    with pytest.raises(Refused) as refused:
        make_draw(auction.event.pk, "1 2 3 4", a_caller())
    assert (refused.value.code, refused.value.facts["lots"]) == ("draw.withheld", 1)
    auction.opens("field")
    assert auction.view.players_of(auction.lot("field")) == (auction.entrants[1],)
    auction.bids("field", 50, "Max")
    hammer(auction.pk, auction.lot("field").pk, a_caller())

    make_draw(auction.event.pk, "1 2 3 4", a_caller())


def test_the_draw_does_not_wait_for_a_player_who_bought_their_own_lot() -> None:
    auction = AnAuction(rules={"withhold_draw": True})
    with_accounts(auction)
    auction.lists(("A", [0, 1]))
    auction.sells("A", 100, "player 0")

    with pytest.raises(Refused) as refused:
        make_draw(auction.event.pk, "1 2 3 4", a_caller())
    assert refused.value.facts["buybacks"] == 1
    leave_buyback(auction.pk, auction.lot("A").pk, auction.entrants[1], a_caller())

    make_draw(auction.event.pk, "1 2 3 4", a_caller())


def test_one_letter_in_either_case_is_one_lot() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    sheets = [LotSheet("a", (auction.entrants[1],))]

    assert a_refusal("lot.code", auction.pk, sheets, of=list_lots) == {"got": "a"}
    a_refusal("late.lot", auction.pk, auction.entrants[1], "own_lot", "a", of=add_late_entrant)


def test_a_late_entrant_gets_a_lot_joins_the_field_or_has_no_action() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]), field=True)
    enter(auction.event.pk, [Entry("Late One"), Entry("Late Two"), Entry("Late Three")], a_caller())
    late = list(Entrant.objects.filter(event=auction.event).order_by("-number").values_list("pk", flat=True)[:3])

    add_late_entrant(auction.pk, late[0], "own_lot", "L", a_caller())
    add_late_entrant(auction.pk, late[1], "field", "", a_caller())
    add_late_entrant(auction.pk, late[2], "no_action", "", a_caller())

    assert list(auction.lot("L").players) == [late[0]]
    assert list(auction.lot("field").players) == [late[1]]
    a_refusal("late.known", auction.pk, late[0], "field", "", of=add_late_entrant)


def test_lots_are_drawn_from_a_key_and_the_field_comes_last() -> None:
    auction = AnAuction(8)
    auction.lists(*[(letter, [at]) for at, letter in enumerate("ABCDEFGH")], field=True)

    order_lots(auction.pk, "by_lot", "2026-11-20 63 55 21", a_caller())

    # The example of house-style: this key turns ABCDEFGH into EHGCAFDB.
    assert [lot.code for lot in auction.view.lots] == [*"EHGCAFDB", "field"]


def test_the_clock_hammers_what_nobody_outbid_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    auction = AnAuction(rules={"clock": 30, "soft_close": 12, "hammer_by_clock": True})
    auction.lists(("A", [0]), ("B", [1]))
    lot = auction.opens("A")
    auction.bids("A", 100, "Olga")
    closes_at = auction.lot("A").state.closes_at
    assert closes_at is not None
    monkeypatch.setattr("journal.book.now", lambda: closes_at - timedelta(seconds=5))
    auction.bids("A", 105, "Max")
    extended = auction.lot("A").state.closes_at
    assert extended == closes_at + timedelta(seconds=7)
    monkeypatch.setattr("journal.book.now", lambda: extended + timedelta(seconds=20))

    with pytest.raises(RuleBroken, match=r"lot\.hammered"):
        auction.bids("A", 110, "Olga")
    auction.opens("B")

    sale = auction.view.lot(lot)
    assert sale is not None
    assert sale.status is Status.SOLD
    assert sale.state.since == extended
    assert auction.owes("Max") == 105


def test_a_blind_pool_pays_those_who_backed_the_places() -> None:
    auction = AnAuction(4, rules={"way": "blind", "least_stake": 500, "unit": 1}, consolation="none")
    make_draw(auction.event.pk, "1 2 3 4", a_caller())
    for name, at in (("Olga", 0), ("Max", 1), ("Pia", 2), ("Jon", 3)):
        stake(auction.pk, auction.who(name), auction.entrants[at], 10000, a_caller())
    a_refusal("stake.least", auction.pk, auction.who("Max"), auction.entrants[0], 499, of=stake)
    close_stakes(auction.pk, a_caller())
    with pytest.raises(Refused, match=r"stakes\.closed"):
        stake(auction.pk, auction.who("Max"), auction.entrants[0], 10000, a_caller())
    play_out(auction.event)

    award_auction(auction.pk, a_caller())

    left = [sum(lines_of(auction.tournament, payer).values()) for payer in auction.bidders.values()]
    assert sum(left) == 4000
    assert min(left) == 10000 - 36000 * 45 // 83
    assert books(auction.tournament) == {"auction": -4000}
