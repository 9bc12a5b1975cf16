"""A money evening without an auction: fees, payments, the draw, play, prizes, payouts, the count, and closed books.

Then the final turns out to be wrong: the books are opened again by two people, the difference is awarded, paid and
collected, and sheet 2 replaces sheet 1. The sums were worked out by hand: 8 × 25 + 8 × 60 + 4 × 40 = 840.00 come in.
"""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from clubs.models import User
from clubs.read.books import balances
from journal.verify import verify
from tests.factories import a_caller, a_club, a_club_owner, a_director, by, match_of, named_players, play_out
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report
from tournaments.actions.money.cash import Hand, hand_out, release, take
from tournaments.actions.money.club_books import book_in_club
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.models import BooksClosing, EntrantPayer, Event, Payer, Release, Tournament
from tournaments.read.money.payers import line_sums

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


class Evening:
    """The tournament with the browsers of a director and of an owner."""

    def __init__(self) -> None:
        club = a_club()
        sheet = TournamentSheet(name="Bilbao Autumn Open", director="Itziar Agirre")
        self.tournament: Tournament = open_tournament(club.pk, sheet, a_caller())
        format_ = {"consolation": "first_match", "length": 5}
        self.event: Event = open_event(self.tournament.pk, "Main", format_, a_caller())
        self.directs, self.owns = a_director(club), a_club_owner(club)
        self.director, self.owner = self.browser(self.directs), self.browser(self.owns)
        fees = [
            {"code": "registration", "kind": "registration", "name": "", "amount": 2500, "event": None},
            {"code": "main", "kind": "entry", "name": "", "amount": 6000, "event": self.event.pk},
            {"code": "pool", "kind": "pool", "name": "Side pool", "amount": 4000, "event": self.event.pk},
        ]
        set_fees(self.tournament.pk, FeeSheet("EUR", fees, release_above=15000), a_caller())
        self.tournament.refresh_from_db()

    def browser(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    def post(self, page: str, who: Client | None = None, **fields: Any) -> Any:
        """Post a form, and fail on everything but the redirect after a change."""
        answer = (who or self.director).post(page, fields)
        assert answer.status_code == 303, answer.content.decode()[:2000]
        return answer

    def shown(self, page: str) -> str:
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.director.get(page).content.decode()))

    def balance(self, payer: int) -> int:
        return sum(line_sums(self.tournament.stream_id, [payer]).get(payer, {}).values())

    def owed_to(self) -> dict[int, int]:
        payers = Payer.objects.filter(tournament=self.tournament).values_list("pk", flat=True)
        return {payer: -self.balance(payer) for payer in payers if self.balance(payer) < 0}

    def pay_out(self) -> None:
        """Hand out in cash what is owed; above 150.00 the owner releases what the director requested."""
        for payer in self.owed_to():
            request = hand_out(payer, None, Hand(), by(self.directs))
            if isinstance(request, Release):
                release(request.pk, by(self.owns))

    def take_all(self) -> None:
        """Take in cash what everybody owes."""
        for payer in Payer.objects.filter(tournament=self.tournament).order_by("number"):
            if self.balance(payer.pk) > 0:
                take(payer.pk, None, None, Hand(), by(self.directs))

    def club_books(self) -> dict[str, int]:
        for closing in BooksClosing.objects.order_by("record_id"):
            book_in_club(closing.record_id)
        return {row.kind: row.balance for row in balances(self.tournament.club.stream_id) if row.balance}


def proof_of(evening: Evening) -> str:
    answer = evening.director.get(f"/tournaments/{evening.tournament.pk}/closing-proof.pdf")
    [page] = PdfReader(io.BytesIO(answer.content)).pages
    return re.sub(r"\s+", " ", page.extract_text())


def test_a_money_evening_is_closed_and_closed_again_after_a_correction(tmp_path: Path) -> None:
    evening = Evening()
    event, tournament = evening.event, evening.tournament
    prizes, payouts = f"/events/{event.pk}/prizes/", f"/events/{event.pk}/payouts/"
    closing, drawer = f"/tournaments/{tournament.pk}/closing/", f"/tournaments/{tournament.pk}/drawer/"
    enter(event.pk, [Entry(name) for name in named_players(8)], a_caller())

    # The secretary designs the fund and the pool; the desk opens its drawer with 200.00 and takes the money.
    fund: dict[str, Any] = {"do": "save", "preset": "50-25-25", "percent": "10", "unit": "1", "seen": "0"}
    evening.post(prizes, **fund)
    evening.post(f"{prizes}?pot=pool", do="save", preset="4-2-1", unit="1", rule="main", seen="0")
    evening.post(drawer, do="open", float="200")
    payers = list(Payer.objects.filter(tournament=tournament).order_by("number"))
    for payer in payers[:4]:
        entrant = EntrantPayer.objects.get(payer=payer).entrant_id
        decide_line(payer.pk, Decision("chosen", f"pool:{entrant}"), a_caller())
    evening.take_all()
    assert {evening.balance(payer.pk) for payer in payers} == {0}

    # Drawn, played, awarded: 432.00 of the fund and 160.00 of the pool.
    make_draw(event.pk, "1 2 3 4", a_caller())
    play_out(event)
    assert "592.00 can be awarded" in evening.shown(payouts)
    evening.post(payouts, do="award")
    assert sum(evening.owed_to().values()) == 59200
    assert awarded_by_the_command(evening, tmp_path) == 43200
    evening.pay_out()
    assert evening.owed_to() == {}

    # Counted and closed: 200 + 48 of the fund stay with the house.
    evening.post(drawer, do="count", sum="448")
    evening.post(closing, do="close")
    first = proof_of(evening)
    assert "Taken in 840.00 = Paid out 592.00 + House 248.00" in first
    assert "payout above 150 released by a second person" in first or "payouts above 150 released" in first
    assert evening.club_books() == {"cash": 24800, "income": -24800}
    assert verify() == []

    # The card of the final was wrong: the books are opened by two people, and the difference is settled.
    evening.post(closing, do="request", reason="the card of the final was wrong")
    evening.post(closing, evening.owner, do="reopen", reason="agreed")
    event.refresh_from_db()
    final = match_of(event, "C1")
    report = Report(points=(0, final.length))
    correct_result(final.pk, report, "the card was wrong", a_caller(seen=final.version))
    assert "The places changed after the award" in evening.shown(payouts)
    evening.post(payouts, do="award")
    assert "to collect" in evening.shown(payouts)
    evening.take_all()
    evening.pay_out()
    evening.post(drawer, do="count", sum="448")
    evening.post(closing, do="close")

    second = proof_of(evening)
    assert "Taken in 840.00 = Paid out 592.00 + House 248.00" in second
    assert "Sheet 2 · replaces 1" in second
    assert evening.club_books() == {"cash": 24800, "income": -24800}
    assert verify() == []


def awarded_by_the_command(evening: Evening, folder: Path) -> int:
    """Return what the shell's command pays from the exported file of the fund."""
    file = folder / "payout.json"
    file.write_bytes(Client().get(f"/events/{evening.event.pk}/payout.json").content)
    words = [sys.executable, "-m", "rules", "payout", str(file), "--json"]
    finished = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return sum(json.loads(finished.stdout)["payouts"].values())
