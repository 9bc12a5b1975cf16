"""The whole evening of a Calcutta over HTTP: auction, buy-backs, draw, play, payouts, a corrected final, closing proof.

What everybody is due is worked out beside it in plain whole numbers, with nothing of the program.
"""

import io
import re
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from clubs.read.books import balances
from journal.verify import verify
from rules.draws.seeding import draw_lines
from tests.factories import Answer, Program, a_club_owner, a_desk_helper, a_director, an_entered_event
from tests.tournaments.money.evenings import charge_fees, payer_of
from tournaments.actions.money.club_books import book_in_club
from tournaments.models import BooksClosing, Entrant
from tournaments.models.money.auctions import NOTICE

pytestmark = pytest.mark.django_db
PLAYERS = 8
# Lots with their players by number, the price in whole euros, and who buys; the field is bought by two.
LOTS: list[tuple[str, list[int], int, list[str]]] = [
    ("A", [1], 120, ["Pia"]), ("B", [2], 200, ["Olga"]), ("C", [3], 90, ["Max"]), ("P", [4, 5], 110, ["Max"]),
    ("field", [6, 7, 8], 80, ["Olga", "Pia"]),
]  # fmt: skip
AUCTION = {
    "opening": 5000, "bands": [[0, 1000]], "house": "10", "unit": 500, "withhold_draw": True,
    "buyback": {"limit": "1/2"},
    "table": [
        {"bracket": "main", "place": 1, "share": 45}, {"bracket": "main", "place": 2, "share": 22},
        {"bracket": "main", "place": 3, "share": 8}, {"bracket": "main", "place": 4, "share": 8},
        {"bracket": "consolation", "place": 1, "share": 12}, {"bracket": "consolation", "place": 2, "share": 5},
    ],
}  # fmt: skip
FUND = {"table": "50-25-25", "house": {"percent": 10, "unit": 100}, "unit": 500}

type Places = dict[str, int]


# --- The sheet of paper beside the screen


def divided(fund: int, weights: list[tuple[str, int]], unit: int) -> dict[str, int]:
    """Divide as on squared paper: whole units rounded down, then the largest rest, equal weights together."""
    whole = sum(weight for _, weight in weights)
    money = {place: fund * weight // whole // unit * unit for place, weight in weights}
    left = fund - sum(money.values())
    rest = {weight: fund * weight - next(money[p] for p, w in weights if w == weight) * whole for _, weight in weights}
    for weight in sorted(rest, key=lambda each: (-rest[each], -each)):
        alike = [place for place, each in weights if each == weight]
        if left < unit * len(alike):
            break
        left -= unit * len(alike)
        money.update({place: money[place] + unit for place in alike})
    money[weights[0][0]] += left
    return money


def due(places: Places) -> dict[str, int]:
    """Return name → what they are due of fund and auction in cents; players are named by their number."""
    fund = divided(48000 - 4800, [("winner", 50), ("finalist", 25), ("consolation", 25)], 500)
    pool = divided(
        60000 - 6000,
        [("winner", 45), ("finalist", 22), ("semi", 8), ("other semi", 8), ("consolation", 12), ("last", 5)],
        500,
    )
    sums: dict[str, int] = {}
    for place, amount in fund.items():
        sums[str(places[place])] = sums.get(str(places[place]), 0) + amount
    for code, players, _, buyers in LOTS:
        total = sum(amount for place, amount in pool.items() if places[place] in players)
        for owner, part in owned(code, buyers, total):
            sums[owner] = sums.get(owner, 0) + part
    return {name: amount for name, amount in sums.items() if amount}


def owned(code: str, buyers: list[str], total: int) -> list[tuple[str, int]]:
    """Return the parts of a lot's money: player 2 bought back half of B, and Rosa has a third of A."""
    if code == "A":
        third = total // 3
        return [("Pia", total - third - (total % 3 == 2)), ("Rosa", third + (total % 3 == 2))]
    if code == "B":
        return [("Olga", total - total // 2), ("2", total // 2)]
    if len(buyers) == 2:
        return [(buyers[0], total - total // 2), (buyers[1], total // 2)]
    return [(buyers[0], total)]


# --- The evening


class Evening:
    """An event of eight with fees; programs of a director, an owner and a helper at the desk."""

    def __init__(self) -> None:
        self.event = an_entered_event(PLAYERS, "first_match")
        self.tournament, self.club = self.event.tournament, self.event.tournament.club
        fee = {"code": "main", "kind": "entry", "name": "Main", "amount": 6000, "event": self.event.pk}
        charge_fees(self.tournament, [fee], release_above=20000)
        self.directs = a_director(self.club)
        self.director, self.owner = Program(self.directs), Program(a_club_owner(self.club))
        self.desk = Program(a_desk_helper(self.club))
        self.entrants = dict(Entrant.objects.filter(event=self.event).values_list("number", "pk"))
        self.payers = {str(number): payer_of(entrant) for number, entrant in self.entrants.items()}
        self.must(self.director.put(f"events/{self.event.pk}/prizes/", {"division": FUND}, If_Match="0"))
        for name in ("Olga", "Max", "Pia", "Rosa"):
            self.payers[name] = self.posts(f"tournaments/{self.tournament.pk}/payers/", {"name": name})["payer"]

    def must(self, answer: Answer) -> Any:
        assert answer.status in (200, 201), answer.text
        return answer.data

    def posts(self, path: str, body: Any = None, who: Program | None = None, **headers: str) -> Any:
        return self.must((who or self.director).post(path, body, **headers))

    def balance(self, name: str) -> int:
        """Return what somebody owes in cents, negative where it is owed to them."""
        return int(self.must(self.desk.get(f"payers/{self.payers[name]}/"))["balance"])

    def balances(self) -> dict[str, int]:
        return {name: left for name in self.payers if (left := self.balance(name))}

    def settles(self) -> tuple[int, int]:
        """Take what everybody owes, hand out what they are owed; return both. A second person releases large sums."""
        taken = handed = 0
        for name, left in self.balances().items():
            if left > 0:
                taken += self.posts(f"payers/{self.payers[name]}/take/", {}, self.desk)["amount"]
                continue
            answer = self.posts(f"payers/{self.payers[name]}/hand-out/", {}, self.desk)
            if answer["receipt"] is None:
                assert self.desk.post(f"releases/{answer['request']}/").code == "release.same"
                answer = self.posts(f"releases/{answer['request']}/")
            handed += answer["amount"]
        return taken, handed

    # --- Auction and draw

    def auctions(self) -> dict[str, int]:
        """Sell every lot; return code → lot."""
        self.must(self.owner.put(f"clubs/{self.club.pk}/auctions/", {"notice": NOTICE}))
        opened = self.posts(f"events/{self.event.pk}/auctions/", {"rules": AUCTION})
        self.auction = opened["auction"]["id"]
        lots = [
            {"code": code, "players": [self.entrants[number] for number in players], "field": code == "field"}
            for code, players, _, _ in LOTS
        ]
        listed = self.posts(f"auctions/{self.auction}/lots/", {"lots": lots})["auction"]["lots"]
        by_code = {lot["code"]: lot["id"] for lot in listed}
        for code, _, price, buyers in LOTS:
            lot = by_code[code]
            self.posts(f"lots/{lot}/open/")
            self.posts(f"lots/{lot}/bids/", {"amount": price * 100 - 1000, "payers": [self.payers["Rosa"]]})
            low = self.director.post(f"lots/{lot}/bids/", {"amount": price * 100 - 500, "payers": [self.payers["Max"]]})
            assert (low.status, low.code) == (422, "bid.low")
            payers = [self.payers[name] for name in buyers]
            self.posts(f"lots/{lot}/bids/", {"amount": price * 100, "payers": payers})
            self.posts(f"lots/{lot}/hammer/", If_Match="2")
        return by_code

    def buys_back(self, lots: dict[str, int]) -> None:
        """Have player 2 buy half of their lot through the desk, and all others leave it; Rosa buys a third of A."""
        refused = self.director.post(f"events/{self.event.pk}/draw/", {"key": "1 2 3 4"})
        assert (refused.status, refused.code) == (409, "draw.withheld")
        for code, players, _, _ in LOTS[:4]:
            for number in players:
                share = {"share": "1/2"} if number == 2 else {"share": ""}
                body = {"player": self.entrants[number], **share}
                self.posts(f"lots/{lots[code]}/buybacks/", body)
        deal = {"seller": self.payers["Pia"], "buyer": self.payers["Rosa"], "share": "1/3", "price": 5000}
        self.posts(f"lots/{lots['A']}/transfers/", deal)

    def draws(self) -> None:
        """Draw with the first key that brings players 2, 4 and 5 into different first matches."""
        for roll in range(1, 200):
            lines = list(draw_lines(range(1, PLAYERS + 1), {}, f"{roll}", self.event.pk).items())
            matches = {entrant: (line - 1) // 2 for line, entrant in lines}
            if len({matches[number] for number in (2, 4, 5)}) == 3:
                break
        self.posts(f"events/{self.event.pk}/draw/", {"key": f"{roll}"})

    # --- Play

    def matches(self) -> list[Any]:
        return list(self.must(self.desk.get(f"events/{self.event.pk}/matches/")))

    def plays(self) -> Places:
        """Report every match: 2 wins, 4 loses a semi-final, 5 wins the consolation; return who holds which place."""
        lost: dict[str, int] = {}
        won: dict[str, int] = {}
        while ready := [each for each in self.matches() if each["status"] == "open"]:
            for match in ready:
                sides = [self.number(match[side]) for side in ("top", "bottom")]
                winner = wins(match["code"], sides)
                score = [match["length"] if side == winner else 1 for side in sides]
                self.posts(f"matches/{match['id']}/result/", {"score": score}, self.desk)
                won[match["code"]] = winner
                lost[match["code"]] = next(side for side in sides if side != winner)
        return {
            "winner": won["C1"], "finalist": lost["C1"], "semi": lost["B1"], "other semi": lost["B2"],
            "consolation": won["E1"], "last": lost["E1"],
        }  # fmt: skip

    def number(self, player: Any) -> int:
        return next(number for number, pk in self.entrants.items() if pk == player["entrant"])

    # --- The end

    def awards(self) -> None:
        self.posts(f"events/{self.event.pk}/award/")
        self.posts(f"auctions/{self.auction}/award/")

    def proof(self) -> str:
        client = Client()
        client.force_login(self.directs)
        pdf = client.get(f"/tournaments/{self.tournament.pk}/closing-proof.pdf")
        [page] = PdfReader(io.BytesIO(pdf.content)).pages
        return re.sub(r"\s+", " ", page.extract_text())


def wins(code: str, sides: list[int]) -> int:
    """Return who wins a match: 2 always, 4 in the first round only, 5 in the consolation only, else the smaller."""
    if 2 in sides:
        return 2
    for number, rounds in ((4, "A"), (5, "DE")):
        if number in sides:
            other = next(each for each in sides if each != number)
            return number if code[0] in rounds else other
    return min(sides)


def test_an_evening_with_a_calcutta_is_paid_to_the_cent_and_closed() -> None:
    evening = Evening()
    lots = evening.auctions()
    evening.buys_back(lots)

    # Entries of 60.00; player 2 pays half of B to Olga through the desk; the field is paid by two.
    entries = {str(number): 6000 for number in range(1, PLAYERS + 1)}
    assert evening.balances() == entries | {"2": 16000, "Olga": 14000, "Max": 20000, "Pia": 16000}
    assert evening.settles() == (48000 + 60000, 0)

    evening.draws()
    places = evening.plays()
    assert (places["winner"], 4 in (places["semi"], places["other semi"]), places["consolation"]) == (2, True, 5)
    assert evening.balances() == {}
    evening.awards()
    first = due(places)
    assert sum(first.values()) == 43200 + 54000
    assert {name: -left for name, left in evening.balances().items()} == first
    assert evening.settles() == (0, 43200 + 54000)

    # The card of the final was wrong: nothing moves before an award, then each difference is to pay or to collect.
    final = next(each for each in evening.matches() if each["code"] == "C1")
    score = [1, final["length"]] if evening.number(final["top"]) == 2 else [final["length"], 1]
    evening.posts(f"matches/{final['id']}/correction/", {"score": score, "reason": "the card was wrong"})
    assert evening.balances() == {}
    evening.awards()
    second = due(places | {"winner": places["finalist"], "finalist": 2})
    moved = {name: first.get(name, 0) - second.get(name, 0) for name in {**first, **second}}
    assert evening.balances() == {name: amount for name, amount in moved.items() if amount}
    assert sum(moved.values()) == 0
    collected, paid = evening.settles()
    assert collected == paid == sum(amount for amount in moved.values() if amount > 0)

    # 1,080.00 came in for 972.00 that went out; a buy-back of 100.00 passed through the desk.
    count = {"drawer": 1, "amount": 10800}
    evening.posts(f"tournaments/{evening.tournament.pk}/counts/", count, evening.desk)
    evening.posts(f"tournaments/{evening.tournament.pk}/close-books/")
    assert "Taken in 1,180.00 = Paid out 1,072.00 + House 108.00" in evening.proof()
    book_in_club(BooksClosing.objects.get().record_id)
    club = {row.kind: row.balance for row in balances(evening.club.stream_id) if row.balance}
    assert club == {"cash": 10800, "income": -10800}
    assert verify() == []
