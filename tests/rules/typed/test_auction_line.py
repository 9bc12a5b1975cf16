"""The line of the auctioneer's desk, by a table of what is typed and what is meant."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.money.auctions.bidding import Band, Bid, Bidding, Hammered, LotState, Opened, Stopped, happened, lot_state
from rules.typed.auction_line import (
    AsksFor,
    AuctionCannot,
    AuctionDesk,
    AuctionMeaning,
    Bidder,
    Bids,
    DeskLot,
    Hammers,
    Passes,
    PutsUp,
    StartsClock,
    StopsClock,
    UndoesLast,
    Voids,
    Word,
    read_auction_line,
)
from rules.typed.choices import Several
from rules.typed.meaning import Empty, Nobody

NOW = datetime(2026, 11, 20, 18, 8, tzinfo=UTC)
RULES = Bidding(opening=5000, bands=(Band(0, 500), Band(20000, 1000)), clock=timedelta(seconds=30))
OLGA, MAX, SOL = Bidder("1", "Olga Zabala"), Bidder("2", "Max Oyarzun"), Bidder("3", "Sol Vega", ("D",))
HIGH = Bid(1, 24000, ("2",), NOW, phone=True)
OPEN = lot_state(RULES, [Opened(NOW), HIGH])
B = DeskLot("B", "Bob Achterberg", OPEN)
C = DeskLot("C", "Carla Diaz", LotState(RULES))
F = DeskLot("F", "Fay Moreno", happened(OPEN, Hammered(NOW)))
DESK = AuctionDesk((B, C, F), (OLGA, MAX, SOL), "B")


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("", Empty()),
        ("  ", Empty()),
        ("b 250 olga", Bids(B, 25000, (OLGA,))),
        ("250 olga", Bids(B, 25000, (OLGA,))),
        ("B 250 ZABALA", Bids(B, 25000, (OLGA,))),
        ("b olga", Bids(B, 25000, (OLGA,))),
        ("olga", Bids(B, 25000, (OLGA,))),
        ("b 260 olga, max", Bids(B, 26000, (OLGA, MAX))),
        ("b 300 olga,max", Bids(B, 30000, (OLGA, MAX))),
        ("sold", Hammers(B, HIGH)),
        ("SOLD", Hammers(B, HIGH)),
        ("pass", AuctionCannot("lot.has_bid", B, {"high": 24000, "who": ("2",)})),
        ("stop", StopsClock(B)),
        ("go", AuctionCannot("clock.runs", B)),
        ("undo", UndoesLast()),
        ("void f", Voids(F)),
        ("void f misheard the bid", Voids(F, "misheard the bid")),
        ("void moreno", Voids(F)),
        ("void c", AuctionCannot("lot.status", C, {"status": "waiting"})),
        ("void", AsksFor("lot")),
        ("lot", AsksFor("lot")),
        ("lot c", AuctionCannot("block.open", B)),
        ("lot z", AuctionCannot("lot.none", facts={"got": "z"})),
        ("b 250 zoe", Nobody("zoe")),
        ("b 250", AsksFor("bidder")),
        ("b", AsksFor("bidder")),
        ("b 250 olga, olga", AuctionCannot("bidder.twice", B)),
        (
            "b 240 olga",
            AuctionCannot(
                "bid.low",
                B,
                {"next": 25000, "high": 24000, "who": ("2",), "phone": True},
                Bids(B, 25000, (OLGA,)),
            ),
        ),
        (
            "b 255 olga",
            AuctionCannot("bid.step", B, {"step": 1000, "start": 20000, "next": 26000}, Bids(B, 26000, (OLGA,))),
        ),
        ("b 250 sol", AuctionCannot("bidder.unpaid", B, {"who": ("3",), "lots": ["D"]})),
        ("max", AuctionCannot("bid.own_high", B, {"high": 24000, "next": 25000})),
        ("b 250.5555 olga", AuctionCannot("sum.digits", B, {"got": "250.5555", "digits": 2})),
    ],
)
def test_every_form_of_the_line(typed: str, meaning: AuctionMeaning) -> None:
    assert read_auction_line(typed, DESK, NOW) == meaning


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("lot c", PutsUp(C)),
        ("lot carla", PutsUp(C)),
        ("lot f", AuctionCannot("lot.status", F, {"status": "sold"})),
        ("b 100 olga", AuctionCannot("block.empty")),
        ("sold", AuctionCannot("block.empty")),
        ("stop", AuctionCannot("block.empty")),
    ],
)
def test_without_a_lot_on_the_block(typed: str, meaning: AuctionMeaning) -> None:
    assert read_auction_line(typed, replace(DESK, block=""), NOW) == meaning


def test_an_open_lot_without_bids_is_passed_and_not_hammered() -> None:
    lot = DeskLot("C", "Carla Diaz", lot_state(RULES, [Opened(NOW)]))
    desk = AuctionDesk((lot,), (OLGA,), "C")

    assert read_auction_line("pass", desk, NOW) == Passes(lot)
    assert read_auction_line("sold", desk, NOW) == AuctionCannot("lot.no_bid", lot)
    assert read_auction_line("b olga", desk, NOW) == Bids(lot, 5000, (OLGA,))


def test_nothing_is_bid_after_the_hammer() -> None:
    meaning = read_auction_line("b 500 olga", replace(DESK, block="F"), NOW)

    assert meaning == AuctionCannot("lot.hammered", F, {"at": NOW})


def test_a_stopped_clock_runs_on() -> None:
    lot = replace(B, state=happened(OPEN, Stopped(NOW)))

    assert read_auction_line("go", AuctionDesk((lot,), (OLGA,), "B"), NOW) == StartsClock(lot)


def test_two_olgas_are_rows_to_choose() -> None:
    other = Bidder("4", "Olga Petrova")
    desk = replace(DESK, bidders=(*DESK.bidders, other))

    assert read_auction_line("b 250 olga", desk, NOW) == Several((Bids(B, 25000, (OLGA,)), Bids(B, 25000, (other,))), 2)
    assert read_auction_line("250 olga, max", desk, NOW) == Several(
        (Bids(B, 25000, (OLGA, MAX)), Bids(B, 25000, (other, MAX))), 2
    )


def test_a_desk_may_use_its_own_words() -> None:
    assert read_auction_line("vendido", DESK, NOW, {Word.SOLD: ["vendido"]}) == Hammers(B, HIGH)


WORDS = ["b", "240", "250", "olga", "max", "sol", ",", "sold", "pass", "void", "f", "lot", "c", "go"]


@given(st.text(max_size=40) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_every_text_has_a_meaning_and_every_bid_is_allowed(typed: str) -> None:
    meaning = read_auction_line(typed, DESK, NOW)

    for each in meaning.choices if isinstance(meaning, Several) else (meaning,):
        if isinstance(each, Bids):
            happened(OPEN, Bid(2, each.amount, tuple(bidder.id for bidder in each.bidders), NOW))
