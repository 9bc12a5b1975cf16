"""Closing the books on a page: what stands in the way, the equation, the proof on one sheet, opening again."""

import io
import re
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from clubs.models import User
from tests.factories import a_caller, a_club_owner, a_desk_helper, a_director, play_out
from tests.tournaments.money.evenings import charge_fees
from tests.tournaments.money.test_closing import an_evening_to_close
from tests.tournaments.money.test_prizes import a_funded_event
from tournaments.actions.money.cash import Hand, take
from tournaments.actions.money.drawers import count_drawer
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.prizes import award_prizes
from tournaments.models import BooksClosing, Payer, Tournament

pytestmark = pytest.mark.django_db


def of(tournament: Tournament) -> Client:
    client = Client()
    known = User.objects.filter(email="petra@barpoint.example").first()
    client.force_login(known or a_director(tournament.club))
    return client


def address(tournament: Tournament) -> str:
    return f"/tournaments/{tournament.pk}/closing/"


def proof(tournament: Tournament) -> str:
    return f"/tournaments/{tournament.pk}/closing-proof.pdf"


def words(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def pages(answer: Any) -> list[str]:
    """Return the pages of a paper as text, whitespace folded."""
    return [re.sub(r"\s+", " ", page.extract_text()) for page in PdfReader(io.BytesIO(answer.content)).pages]


def test_what_stands_in_the_way_is_said_with_the_page_where_it_is_mended() -> None:
    tournament, event = a_funded_event()
    play_out(event)
    award_prizes(event.pk, a_caller())

    answer = of(tournament).get(address(tournament))

    shown, html = words(answer), answer.content.decode()
    assert "Not closed" in shown
    assert "≠" in shown
    assert "is owed by" in shown
    payer = Payer.objects.order_by("pk")[0].pk
    assert f"/tournaments/{tournament.pk}/cash/?payer={payer}" in html
    assert "Close the books" not in shown
    refused = of(tournament).post(address(tournament), {"do": "close"})
    assert refused.status_code == 409
    assert "The books can&#x27;t be closed yet" in refused.content.decode()
    assert of(tournament).get(proof(tournament)).status_code == 409


def test_an_evening_is_closed_and_proved_on_one_page() -> None:
    tournament, _ = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24300, "5.00 missing", a_caller())
    director = of(tournament)
    assert "Close the books: sheet 1" in words(director.get(address(tournament)))

    assert director.post(address(tournament), {"do": "close"}).status_code == 303

    assert "Closed: sheet 1" in words(director.get(address(tournament)))
    [page] = pages(director.get(proof(tournament)))
    closing = BooksClosing.objects.select_related("record").get()
    for part in (
        "Closing proof", "Bilbao Autumn Open", "Taken in 475.00 = Paid out 432.00 + House 43.00",
        "the money counted, 43.00, is the house’s share",
        "Main, prize fund 8 × 60 480.00 432.00 48.00 0.00",
        "Cash difference drawer 1 short, record",
        "−5.00 – −5.00 0.00",
        "All accounts 475.00 432.00 43.00 0.00",
        "Cash, drawer 1 change of 200 taken off 480.00 432.00 48.00 43.00 −5.00",
        "Together 480.00 432.00 48.00 43.00 −5.00",
        "0.00 still owed, 8 people",
        "python -m rules payout",
        "treasurer, date", "witness, counted the drawers",
        "Sheet 1 · ", f"books end at record {closing.record.number}",
        "·".join(closing.record.hash[at : at + 4] for at in (0, 4, 8, 12)),
        "page 1 of 1",
    ):  # fmt: skip
        assert part in page, (part, page)


def test_the_next_sheet_says_which_it_replaces() -> None:
    tournament, _ = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24800, "", a_caller())
    director, owner = of(tournament), Client()
    owner.force_login(a_club_owner(tournament.club))
    director.post(address(tournament), {"do": "close"})

    assert director.post(address(tournament), {"do": "request", "reason": ""}).status_code == 422
    assert director.post(address(tournament), {"do": "request", "reason": "a prize was wrong"}).status_code == 303
    assert director.post(address(tournament), {"do": "reopen", "reason": "agreed"}).status_code == 403
    assert owner.post(address(tournament), {"do": "reopen", "reason": "agreed"}).status_code == 303
    count_drawer(tournament.pk, 1, 24800, "", a_caller())
    assert "Ready to close" in words(director.get(address(tournament)))
    assert director.post(address(tournament), {"do": "close"}).status_code == 303

    [page] = pages(director.get(proof(tournament)))
    assert "Sheet 2 · replaces 1 · " in page


@pytest.mark.parametrize(("clocks", "pages_needed"), [(19, 1), (20, 2)])
def test_twenty_accounts_stand_on_one_page_and_more_on_the_second(clocks: int, pages_needed: int) -> None:
    tournament, event = an_evening_to_close()
    main = [
        {"code": "main", "kind": "entry", "name": "Main", "amount": 6000, "event": event.pk},
        {"code": "pool", "kind": "pool", "name": "Pool", "amount": 4000, "event": event.pk},
    ]
    deposits = [
        {"code": f"clock-{n}", "kind": "deposit", "name": f"Clock {n}", "amount": 100, "event": None}
        for n in range(1, clocks + 1)
    ]
    charge_fees(tournament, main + deposits)
    tournament.refresh_from_db()
    payer = Payer.objects.order_by("pk")[0].pk
    for n in range(1, clocks + 1):
        decide_line(payer, Decision("chosen", f"clock-{n}"), a_caller())
        decide_line(payer, Decision("kept", f"clock-{n}", reason="broken"), a_caller())
    take(payer, None, None, Hand(), a_caller())
    count_drawer(tournament.pk, 1, 24800 + 100 * clocks, "", a_caller())
    director = of(tournament)

    assert director.post(address(tournament), {"do": "close"}).status_code == 303

    first, *more = pages(director.get(proof(tournament)))
    assert len(more) == pages_needed - 1
    assert ("The accounts are on page 2." in first) == (pages_needed == 2)
    assert f"Taken in {480 + clocks}.00 = Paid out 432.00 + House {48 + clocks}.00" in first
    assert "treasurer, date" in first
    assert f"Deposits: Clock {clocks} 1 × 1, 1 kept 1.00 – 1.00 0.00" in (more or [first])[0]
    assert f"page {pages_needed} of {pages_needed}" in (more or [first])[0]


def test_only_directors_close() -> None:
    tournament, _ = an_evening_to_close()
    client = Client()
    client.force_login(a_desk_helper(tournament.club))

    assert client.get(address(tournament)).status_code == 403
    assert client.post(address(tournament), {"do": "close"}).status_code == 403
