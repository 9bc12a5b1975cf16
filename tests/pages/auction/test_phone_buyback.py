"""A player whose lot was sold decides about the buy-back on their own phone, and the desk sees it."""

import json
import re

import pytest
from django.test import Client

from clubs.actions.undo import undo
from tests.factories import a_caller
from tests.pages.at_the_desk import plain
from tests.pages.auction.test_auction_desk import desk_of_with
from tests.pages.auction.test_bidder_pages import phone_of
from tests.tournaments.money.auctions import AnAuction, last_number
from tests.tournaments.money.evenings import charge_fees, payer_of
from tournaments.actions.auctions.bidders import make_bidder_link
from tournaments.actions.auctions.lots import set_auction
from tournaments.actions.entrants.entering import withdraw

pytestmark = pytest.mark.django_db


class Sold:
    """Lot A of one player is sold for 100 to Olga; the player has a phone, and may buy back up to a half."""

    def __init__(self, **rules: object) -> None:
        self.auction = AnAuction(4, {"phones": True} | rules)
        event, entry = self.auction.event, {"code": "m", "kind": "entry", "name": "", "amount": 2000}
        charge_fees(event.tournament, [entry | {"event": event.pk}])
        self.auction.lists(("A", [0]), ("B", [1]))
        self.lot = self.auction.sells("A", 100, "Olga Zabala")
        self.player = self.auction.entrants[0]
        self.payer = payer_of(self.player)
        self.phone = Client()
        self.secret = make_bidder_link(self.payer, a_caller()).secret
        self.phone.post(f"/b/{self.secret}/")

    def page(self) -> str:
        answer = self.phone.get(f"/bidders/{self.payer}/")
        assert answer.status_code == 200
        return " ".join(plain(answer.content.decode().replace("<", " <")).split())

    def answers(self, do: str, share: str = "1/2", **more: object) -> tuple[int, str]:
        fields = {"lot": self.lot, "player": self.player, "do": do} | ({"share": share} if share else {}) | more
        answer = self.phone.post(f"/bidders/{self.payer}/buyback/", fields)
        return answer.status_code, plain(answer.content.decode())

    def bought(self) -> list[str]:
        sale = self.auction.lot("A").sold
        assert sale is not None
        return [str(deal.share) for deal in sale.deals if deal.player == self.player]


def test_the_phone_says_what_a_yes_means_before_it_is_sent() -> None:
    page = Sold().page()

    assert "You may buy back up to 1/2 of it, for 50. Decide before the draw." in page
    assert "buys 1/2 from Olga Zabala and owes 50 at the desk." in page
    assert "Yes, buy back for 50" in page
    assert "Yes, leave it" in page


def test_a_yes_buys_the_share_through_the_desk_and_the_desk_sees_it() -> None:
    sold = Sold()
    desk = desk_of_with(sold.auction, "desk@barpoint.example")
    before = plain(desk.get(f"/auctions/{sold.auction.pk}/desk/").content.decode())

    status, _ = sold.answers("buyback")

    assert (status, sold.bought()) == (303, ["1/2"])
    # Olga owes 100 less 50; the player owes the other half.
    assert sold.auction.owes("Olga Zabala") == 50
    assert "Buy-backs" in before
    shown = plain(desk.get(f"/lots/{sold.lot}/").content.decode())
    assert "bought back 1/2 from Olga Zabala for 50" in shown
    assert "may buy back" not in sold.page()


def test_a_double_tap_buys_once() -> None:
    sold = Sold()

    first = sold.answers("buyback", once="tap")
    same = sold.answers("buyback", once="tap")
    other = sold.answers("buyback", once="another")

    assert (first[0], same[0], other[0]) == (303, 303, 409)
    assert "This player has already bought back or left it." in other[1]
    assert sold.bought() == ["1/2"]


def test_a_no_is_recorded_and_the_offer_is_gone() -> None:
    sold = Sold()

    status, _ = sold.answers("leave", share="")

    assert (status, sold.bought()) == (303, [])
    assert "may buy back" not in sold.page()
    assert sold.answers("buyback")[0] == 409
    undo("tournament", sold.auction.tournament.pk, last_number(sold.auction), a_caller())
    assert "may buy back" in sold.page()


def test_where_phones_are_not_allowed_the_offer_is_decided_at_the_desk() -> None:
    sold = Sold(phones=False)

    page = sold.page()

    assert "Decide at the desk before the draw." in page
    assert "Yes, buy back" not in page
    assert sold.answers("buyback")[0] == 409
    assert sold.bought() == []


def test_nobody_answers_for_a_player_on_the_account_of_somebody_else() -> None:
    sold = Sold()
    olga, other = phone_of(sold.auction, "Olga Zabala"), sold.auction.who("Olga Zabala")
    fields = {"lot": sold.lot, "player": sold.player, "do": "buyback", "share": "1/2"}

    answer = olga.post(f"/bidders/{other}/buyback/", fields)

    assert (answer.status_code, sold.bought()) == (404, [])
    assert olga.post(f"/bidders/{sold.payer}/buyback/", fields).status_code == 403


@pytest.mark.parametrize(
    ("do", "share", "status"),
    [("buyback", "", 400), ("leave", "1/2", 400), ("sell", "1/2", 400), ("buyback", "2/3", 422), ("buyback", "x", 422)],
)
def test_what_cannot_be_an_answer_is_refused(do: str, share: str, status: int) -> None:
    sold = Sold()

    assert (sold.answers(do, share)[0], sold.bought()) == (status, [])


def test_after_the_deadline_the_phone_offers_nothing_and_a_late_yes_is_refused() -> None:
    sold = Sold()
    rules = sold.auction.view.rules.as_data() | {"buyback": {"limit": "1/2", "deadline": "2020-01-01T18:00+00:00"}}
    set_auction(sold.auction.pk, rules, "later", a_caller())

    assert "may buy back" not in sold.page()
    status, text = sold.answers("buyback")
    assert (status, sold.bought()) == (422, [])
    assert "The deadline for buy-backs has passed." in text


def test_a_program_with_the_players_link_answers_over_the_api() -> None:
    sold = Sold()
    headers = {"Authorization": f"Bearer {sold.secret}"}

    answer = Client().post(
        f"/api/v1/lots/{sold.lot}/buybacks/", json.dumps({"player": sold.player, "share": "1/4"}),
        content_type="application/json", headers=headers,
    )  # fmt: skip

    assert (answer.status_code, sold.bought()) == (200, ["1/4"])


def test_a_player_without_fees_gets_an_account_with_their_link_and_buys_back_by_phone() -> None:
    auction = AnAuction(4, {"phones": True})
    auction.lists(("A", [0]))
    lot, player = auction.sells("A", 100, "Olga Zabala"), auction.entrants[0]
    desk = desk_of_with(auction, "desk@barpoint.example")
    bidders = f"/auctions/{auction.pk}/bidders/"
    assert f'name="entrant" value="{player}"' in desk.get(bidders).content.decode()

    shown = desk.post(bidders, {"entrant": player, "once": "k"}).content.decode()

    assert f'name="entrant" value="{player}"' not in shown
    payer, phone = payer_of(player), Client()
    secret = re.findall(r"/b/([^/\s]+)/", shown)[0]
    phone.post(f"/b/{secret}/")
    fields = {"lot": lot, "player": player, "do": "buyback", "share": "1/2", "once": "t"}
    assert phone.post(f"/bidders/{payer}/buyback/", fields).status_code == 303
    assert [str(deal.share) for sale in auction.view.sales for deal in sale.deals] == ["1/2"]


def test_a_player_who_withdrew_gets_no_account() -> None:
    auction = AnAuction(4, {"phones": True})
    gone, other = auction.entrants[:2]
    withdraw(gone, "all", a_caller())
    desk = desk_of_with(auction, "desk@barpoint.example")
    bidders = f"/auctions/{auction.pk}/bidders/"

    answer = desk.post(bidders, {"entrant": gone, "once": "k"})

    assert answer.status_code == 409
    offered = re.findall(r'name="entrant" value="(\d+)"', answer.content.decode())
    assert str(other) in offered
    assert str(gone) not in offered
