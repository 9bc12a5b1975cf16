"""Eight bidders bid a hundred times each at once on one lot, while it is hammered, made void and sold again.

Bids must rise without a gap, one bid wins each sale, nothing comes after the hammer, no answer is an error of the
server, and the money sums to zero.
"""

import json
import sys
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier, Event
from typing import Any

from bench.reliability.proofs import report
from tests.depth import ON_POSTGRESQL
from tests.served.clients import Client, Request
from tests.served.playing import an_event
from tests.served.servers import Site, a_site

BIDDERS, BIDS, SHORT_BIDS = 8, 100, 20
SALES, SHORT_SALES = 4, 2
STEP = 100
LONGEST_SALE = 20.0
SECOND = "second@example.org"
TABLE = [{"bracket": "main", "place": 1, "share": 1}]


@dataclass(slots=True)
class Tally:
    """What one bidder saw: bids that were accepted, refusals by code, answers that were neither."""

    accepted: list[int] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    errors: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Block:
    """A lot on the block, the auction and the tournament that it belongs to, and who bids."""

    tournament: int
    auction: int
    lot: int
    payers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """When everybody begins, and whether the last sale was hammered."""

    begins: Barrier
    is_over: Event


def bid(client: Client, block: Block, place: int, bids: int, course: Course) -> Tally:
    """Bid at least so often for one payer, until the auction is over, what the last answer allows."""
    tally, amount, turn = Tally(), STEP, 0
    with client:
        client.read("clubs/")
        course.begins.wait()
        while turn < bids or not course.is_over.is_set():
            turn += 1
            body = {"amount": amount, "payers": [block.payers[place]]}
            answer = client.send(Request(f"lots/{block.lot}/bids/", body, key=f"bid-{place}-{turn}"))
            if answer.status == 201:
                tally.accepted.append(amount)
                amount = answer.data["auction"]["lots"][0]["next_bids"][0]
            elif answer.status in (409, 422):
                tally.refused[answer.code] += 1
                amount = answer.data["facts"].get("next", STEP)
            else:
                tally.errors.append(f"{answer.status} {answer.body[:200]!r}")
    return tally


def open_block(site: Site) -> Block:
    """Begin an auction of one lot with eight bidders, and put it on the block."""
    event = an_event(site, 8)
    with site.client() as desk:
        club = desk.read(f"tournaments/{event.tournament}/")["club"]
        fees = Request(f"tournaments/{event.tournament}/fees/", {"currency": "EUR", "fees": []}, "PUT")
        errors: list[str] = []
        _must(desk.send(fees), errors)
        _must(desk.send(Request(f"clubs/{club}/auctions/", {"notice": 1}, "PUT")), errors)
        if errors:
            raise RuntimeError(errors[0])
        rules = {"opening": STEP, "bands": [[0, STEP]], "table": TABLE, "house": "10"}
        auction = desk.made(f"events/{event.id}/auctions/", {"rules": rules})["auction"]["id"]
        lots = {"lots": [{"code": "A", "players": [next(iter(event.names))]}]}
        lot = desk.made(f"auctions/{auction}/lots/", lots)["auction"]["lots"][0]["id"]
        names = [f"Bidder {place}" for place in range(BIDDERS)]
        path = f"tournaments/{event.tournament}/payers/"
        payers = tuple(int(desk.made(path, {"name": name})["payer"]) for name in names)
        desk.made(f"lots/{lot}/open/", None, 200)
    return Block(event.tournament, auction, lot, payers)


def auctioneer(site: Site, block: Block, between: int, sales: int) -> list[str]:
    """Hammer the lot while everybody bids, after ``between`` bids each time; have it made void and sell it again.

    Returns what went wrong.
    """
    errors: list[str] = []
    with site.client() as desk, site.client(SECOND) as second:
        for sale in range(sales):
            first, latest = _state(desk, block)["version"], time.monotonic() + LONGEST_SALE
            while _state(desk, block)["version"] < first + between and time.monotonic() < latest:
                time.sleep(0.02)
            acts: list[tuple[Client, str, Any]] = [(desk, f"lots/{block.lot}/hammer/", None)]
            if sale < sales - 1:
                acts.append((desk, f"lots/{block.lot}/void/", {"kind": "mistake", "reason": "misheard"}))
            for client, path, body in acts:
                _must(client.post(path, body), errors)
            if sale < sales - 1:
                _must(second.post(f"voids/{_state(desk, block)['sales'][-1]['void_request']}/release/"), errors)
                _must(desk.post(f"lots/{block.lot}/again/"), errors)
                _must(desk.post(f"lots/{block.lot}/open/"), errors)
    return errors


def _must(answer: Any, errors: list[str]) -> None:
    if answer.status != 200:
        errors.append(f"{answer.status} {answer.body[:200]!r}")


def _state(client: Client, block: Block) -> Any:
    return client.read(f"auctions/{block.auction}/")["lots"][0]


def main() -> None:
    """Let them all bid at once, and report whether the auction is whole."""
    bids, sales = (SHORT_BIDS, SHORT_SALES) if "--short" in sys.argv else (BIDS, SALES)
    with TemporaryDirectory(prefix="barpoint-auction-") as name, a_site(Path(name) / "site") as site:
        block = open_block(site)
        site.token(SECOND)
        course = Course(Barrier(BIDDERS + 1), Event())
        with ThreadPoolExecutor(BIDDERS) as room:
            clients = [site.client(server=place) for place in range(BIDDERS)]
            bidders = [room.submit(bid, client, block, place, bids, course) for place, client in enumerate(clients)]
            course.begins.wait()
            try:
                errors = auctioneer(site, block, bids // 2, sales)
            finally:
                course.is_over.set()
            tallies = [each.result() for each in bidders]
        with site.client() as desk:
            lot = _state(desk, block)
            books = desk.read(f"tournaments/{block.tournament}/books/")
        if len(lot["sales"]) != sales:
            errors.append(f"{len(lot['sales'])} hammers instead of {sales}")
        # Before the site ends: it refuses to end well with an error in its log.
        _report(tallies, lot, books, errors)
        site.must_be_sound()


def _report(tallies: list[Tally], lot: Any, books: Any, errors: list[str]) -> None:
    errors = [*errors, *(each for tally in tallies for each in tally.errors)]
    accepted = sum(len(tally.accepted) for tally in tallies)
    late = sum(tally.refused.get("lot.hammered", 0) for tally in tallies)
    numbers = [each["number"] for each in lot["bids"]]
    wrong = [*_wrong_bids(lot), *_wrong_sales(lot)]
    if numbers != list(range(1, accepted + 1)):
        wrong.append(f"{accepted} accepted, numbers to {max(numbers, default=0)}")
    left = sum(row["balance"] for row in books)
    pool = [row["balance"] for row in books if row["kind"] == "auction"]
    if left or pool != [-lot["sales"][-1]["price"]]:
        wrong.append(f"money: {left} over, pool {pool}")
    for each in [*wrong, *errors][:5]:
        sys.stderr.write(json.dumps(each) + "\n")
    where = "PostgreSQL" if ON_POSTGRESQL else "SQLite"
    report(
        f"{where}: {accepted} of {sum(len(t.accepted) + sum(t.refused.values()) for t in tallies)} bids accepted, "
        f"{len(lot['sales'])} hammers, {late} bids after one refused, {len(errors)} errors, {len(wrong)} wrong"
        + "".join(f", such as {each[:120]}" for each in [*wrong, *errors][:1]),
        not wrong and not errors and late > 0,
    )


def _wrong_bids(lot: Any) -> list[str]:
    """Return where bids of one sale do not rise."""
    last: dict[int, int] = {}
    wrong = []
    for each in lot["bids"]:
        if each["amount"] <= last.get(each["sale"], 0):
            wrong.append(f"bid {each['number']} does not rise")
        last[each["sale"]] = each["amount"]
    return wrong


def _wrong_sales(lot: Any) -> list[str]:
    """Return the sales that are not won by their last bid, or have a bid after the hammer."""
    wrong = []
    for sale in lot["sales"]:
        bids = [each for each in lot["bids"] if each["sale"] == sale["id"]]
        if sale["price"] != bids[-1]["amount"] or sale["buyers"] != bids[-1]["payers"]:
            wrong.append(f"sale {sale['id']} is not won by its high bid")
        if any(each["at"] > sale["at"] for each in bids):
            wrong.append(f"sale {sale['id']} has a bid after the hammer")
    return wrong


if __name__ == "__main__":
    main()
