"""Links to an auction: from the tournament, the draw and the cash desk, where there is one."""

import pytest
from django.test import Client

from tests.factories import KEY, a_caller, an_entered_event
from tests.pages.auction.test_auction_desk import desk_of_with
from tests.pages.reading import statements
from tests.tournaments.money.auctions import RULES, AnAuction
from tests.tournaments.money.evenings import charge_fees
from tournaments.actions.auctions.lots import open_auction
from tournaments.actions.draws.making import make_draw

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("drawn", [False, True])
def test_everybody_is_led_to_the_auction_and_the_desk_to_the_auctioneer(drawn: bool) -> None:
    auction = AnAuction(4)
    if drawn:
        make_draw(auction.event.pk, KEY, a_caller())
    desk = desk_of_with(auction, "desk@barpoint.example")

    for address in (f"/events/{auction.event.pk}/", f"/tournaments/{auction.tournament.pk}/"):
        public, staff = Client().get(address).content.decode(), desk.get(address).content.decode()
        assert f'href="/auctions/{auction.pk}/"' in public
        assert f'href="/auctions/{auction.pk}/lots/"' in public
        assert f"/auctions/{auction.pk}/desk/" not in public
        assert f"/auctions/{auction.pk}/desk/" in staff


def test_the_cash_desk_leads_to_the_auction() -> None:
    auction = AnAuction(4)
    desk = desk_of_with(auction, "desk@barpoint.example")

    assert f"/auctions/{auction.pk}/desk/" in desk.get(f"/tournaments/{auction.tournament.pk}/cash/").content.decode()


def test_without_an_auction_nothing_leads_to_one() -> None:
    event = an_entered_event(4)
    charge_fees(event.tournament, [])

    for address in (f"/events/{event.pk}/", f"/tournaments/{event.tournament_id}/"):
        assert "/auctions/" not in Client().get(address).content.decode()


def test_the_draw_leads_to_the_auctions_of_its_own_event_only() -> None:
    auction = AnAuction(4)
    other = an_entered_event(4, tournament=auction.tournament)

    assert "/auctions/" not in Client().get(f"/events/{other.pk}/").content.decode()


def test_links_take_as_many_statements_for_two_auctions() -> None:
    auction = AnAuction(4)
    pages = (f"/events/{auction.event.pk}/", f"/tournaments/{auction.tournament.pk}/")
    one = [statements(Client(), page) for page in pages]
    open_auction(auction.event.pk, RULES, a_caller())

    assert [statements(Client(), page) for page in pages] == one
