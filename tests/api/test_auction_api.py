"""An auction over the API: the auctioneer's programs, and bidders with a link of their own."""

import json
from typing import Any

import pytest
from django.test import Client

from clubs.actions.people import give_token
from tests.factories import a_caller, a_director
from tests.tournaments.money.auctions import RULES, AnAuction
from tournaments.actions.auctions.bidders import make_bidder_link
from tournaments.actions.auctions.lots import set_auction

pytestmark = pytest.mark.django_db


class Program:
    """A client with a bearer's secret."""

    def __init__(self, secret: str) -> None:
        self.client, self.headers = Client(), {"Authorization": f"Bearer {secret}"}

    def post(self, address: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        answer = self.client.post(
            f"/api/v1/{address}", json.dumps(body or {}), content_type="application/json",
            headers=self.headers | headers,
        )  # fmt: skip
        return answer.status_code, answer.json()

    def get(self, address: str) -> Any:
        return self.client.get(f"/api/v1/{address}", headers=self.headers).json()


def a_program(auction: AnAuction) -> Program:
    """Return a director's program."""
    _, secret = give_token(a_director(auction.club).email, a_caller())
    return Program(secret)


def a_phone(auction: AnAuction, name: str) -> Program:
    """Return the program of a bidder with their link."""
    return Program(make_bidder_link(auction.who(name), a_caller()).secret)


def test_a_lot_is_sold_over_the_api() -> None:
    auction = AnAuction()
    program = a_program(auction)
    listed = {"lots": [{"code": "A", "players": auction.entrants[:1]}, {"code": "field", "field": True}]}

    status, answer = program.post(f"auctions/{auction.pk}/lots/", listed)
    lot = answer["auction"]["lots"][0]["id"]
    program.post(f"lots/{lot}/open/")
    bid = program.post(f"lots/{lot}/bids/", {"amount": 24000, "payers": [auction.who("Olga")]})
    late = program.post(f"lots/{lot}/hammer/", **{"If-Match": '"0"'})
    sold = program.post(f"lots/{lot}/hammer/", **{"If-Match": '"1"'})

    assert (status, bid[0], late[0], late[1]["code"], sold[0]) == (201, 201, 409, "stale", 200)
    [sale] = sold[1]["auction"]["lots"][0]["sales"]
    assert (sale["price"], sale["owners"]) == (24000, {str(auction.who("Olga")): "1"})
    assert sold[1]["auction"]["pool"] == 24000


def test_an_entrant_gets_a_link_that_bids_and_the_link_of_before_ends() -> None:
    auction = AnAuction(rules={"phones": True})
    auction.lists(("A", [0]))
    lot, program = auction.opens("A"), a_program(auction)

    status, first = program.post(f"entrants/{auction.entrants[1]}/bidder-link/")
    again = program.post(f"entrants/{auction.entrants[1]}/bidder-link/")[1]
    old, new = (Program(each["secret"]).post(f"lots/{lot}/bids/", {"amount": 6000}) for each in (first, again))

    assert (status, first["payer"], old[0], new[0]) == (201, again["payer"], 401, 201)


def test_a_bid_with_one_key_counts_once() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    lot, program = auction.opens("A"), a_program(auction)
    bid = {"amount": 24000, "payers": [auction.who("Olga")]}

    first = program.post(f"lots/{lot}/bids/", bid, **{"Idempotency-Key": "one"})
    again = program.post(f"lots/{lot}/bids/", bid, **{"Idempotency-Key": "one"})

    assert (first, auction.lot("A").state.made) == (again, 1)


def test_a_bidder_bids_for_nobody_else_and_only_where_phones_may() -> None:
    auction = AnAuction(rules={"phones": True})
    auction.lists(("A", [0]))
    lot, phone = auction.opens("A"), a_phone(auction, "Olga")

    status, _ = phone.post(f"lots/{lot}/bids/", {"amount": 6000, "payers": [auction.who("Max")]})

    assert status == 201
    assert auction.lot("A").bids[0].payers == (auction.who("Olga"),)
    assert phone.post(f"lots/{lot}/hammer/")[0] == 403
    assert phone.post(f"auctions/{auction.pk}/award/")[0] == 403
    set_auction(auction.pk, RULES, "in the room", a_caller())
    assert a_phone(auction, "Max").post(f"lots/{lot}/bids/", {"amount": 7000})[1]["code"] == "phones.off"


def test_a_new_link_ends_the_one_before() -> None:
    auction = AnAuction(rules={"phones": True})
    auction.lists(("A", [0]))
    lot, old = auction.opens("A"), a_phone(auction, "Olga")
    a_phone(auction, "Olga")

    assert old.post(f"lots/{lot}/bids/", {"amount": 6000})[0] == 401


def test_an_old_price_is_refused_with_the_bid_that_came_first() -> None:
    auction = AnAuction(rules={"phones": True})
    auction.lists(("A", [0]))
    lot, phone = auction.opens("A"), a_phone(auction, "Olga")
    auction.bids("A", 240, "Max")

    status, refusal = phone.post(f"lots/{lot}/bids/", {"amount": 24000})

    assert (status, refusal["code"], refusal["facts"]["high"], refusal["facts"]["next"]) == (
        422,
        "bid.low",
        24000,
        25000,
    )


def test_sealed_bids_are_counted_and_not_shown_before_the_hammer() -> None:
    auction = AnAuction(rules={"way": "sealed", "reserve": 9000})
    auction.lists(("A", [0]))
    lot = auction.opens("A")
    auction.bids("A", 300, "Olga")

    public, program = Client().get(f"/api/v1/auctions/{auction.pk}/").json(), a_program(auction)

    assert (public["lots"][0]["bids"], public["lots"][0]["high"], public["lots"][0]["sealed_bids"]) == ([], None, 1)
    assert "reserve" not in public["rules"]
    assert public["pool"] == 0
    assert program.get(f"auctions/{auction.pk}/")["rules"]["reserve"] == 9000
    assert program.post(f"lots/{lot}/hammer/")[1]["auction"]["lots"][0]["high"] == 30000


def test_a_blind_pool_says_what_was_staked_and_what_places_would_pay() -> None:
    auction = AnAuction(rules={"way": "blind", "least_stake": 500})
    program, olga = a_program(auction), auction.who("Olga")

    for entrant, amount in ((0, 1501), (1, 1333)):
        stake = {"payer": olga, "entrant": auction.entrants[entrant], "amount": amount}
        assert program.post(f"auctions/{auction.pk}/stakes/", stake)[0] == 201

    shown = program.get(f"auctions/{auction.pk}/")
    assert (shown["pool"], shown["house"]) == (2834, 283)
    assert sum(each["amount"] for each in shown["would_pay"]) == 2551


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"amount": "240"},
        {"amount": -1},
        {"amount": 10**30},
        {"amount": 24000, "payers": ["x"]},
        {"amount": 24000, "payers": [10**30]},
        {"amount": 24000, "who": 1},
        {"amount": True},
        [],
    ],
)
def test_a_bid_that_is_none_is_refused(body: Any) -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    lot = auction.opens("A")

    assert a_program(auction).post(f"lots/{lot}/bids/", body)[0] in (400, 422)
    assert auction.lot("A").state.made == 0


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ([], "auction.shape"),
        ({"table": "nothing"}, "preset.unknown"),
        ({"table": [{"bracket": "\ud800", "place": 1, "share": 1}]}, "prizes.shape"),
        ({"table": "50-25-25", "colour": "red"}, "auction.words"),
        ({"table": "50-25-25", "opening": -1}, "auction.number"),
        ({"table": "50-25-25", "opening": 0}, "bidding.sums"),
        ({"table": "50-25-25", "bands": [[5, 1]]}, "bidding.bands"),
        ({"table": "50-25-25", "bands": [5]}, "auction.shape"),
        ({"table": "50-25-25", "way": "dutch"}, "auction.way"),
        ({"table": "50-25-25", "house": "101"}, "house.percent"),
        ({"table": "50-25-25", "clock": 10**9}, "auction.number"),
        ({"table": "50-25-25", "hammer_by_clock": True}, "auction.clock"),
        ({"table": "50-25-25", "phones": 1}, "auction.shape"),
        ({"table": "50-25-25", "buyback": {"limit": "3/2"}}, "buyback.share"),
        ({"table": "50-25-25", "buyback": {"limit": "1/2", "deadline": "soon"}}, "auction.deadline"),
        ({"table": "50-25-25", "buyback": {"limit": "1/2", "deadline": "2026-11-20T18:00"}}, "auction.deadline"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules: Any, code: str) -> None:
    auction = AnAuction()

    status, refusal = a_program(auction).post(f"events/{auction.event.pk}/auctions/", {"rules": rules})

    assert (status, refusal["code"]) == (422, code)


def test_the_file_is_downloaded_and_hides_what_shares_cost() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]))
    auction.sells("A", 100, "Olga")

    answer = Client().get(f"/api/v1/auctions/{auction.pk}/file/")

    assert answer["Content-Disposition"] == f'attachment; filename="auction-{auction.pk}.json"'
    assert [lot["buyer"] for lot in answer.json()["lots"]] == ["Olga"]
