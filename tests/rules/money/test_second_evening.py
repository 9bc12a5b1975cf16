"""A second worked evening, from the fees to the last payout, beside a sheet that is calculated without the rule book.

Twenty-four entrants, a side pool, and an auction with a lot that was not paid and sold again, one that withdrew after
its shares had been sold, and one of three owners. Sums are cents.
"""

from fractions import Fraction

from rules.money.auctions.calcutta import BuyBack, Lot, Settlement, Transfer, Void, settle
from rules.money.fund import Fund, House, fund_of
from rules.money.payout import PoolRule, pool_results
from rules.money.presets import preset, table_of
from rules.money.prizes import Split, split
from rules.money.results import Results

# 20 full fees, two guests, a student; one fee is waived and does not feed the fund.
FEES = [6000] * 20 + [5000, 5000, 3000]
HOUSE = House(percent=Fraction(25, 2), unit=500)
ADDED = 25000
# The winner of the consolation is shared: Eve and Gus could not finish.
PLAYED = Results.of(
    {
        "main": [["Ann"], ["Bob"], ["Cid", "Dee"], ["Eve", "Fay", "Gus", "Hal"]],
        "consolation": [["Eve", "Gus"], ["Ivo"]],
        "last_chance": [["Jan"]],
    }
)
POOLED = ["Bob", "Cid", "Eve", "Fay", "Gus", "Ivo", "Jan", "Kai", "Leo"]
LOTS = [
    Lot(
        "A",
        ("Ann",),
        50500,
        "Olga",
        (BuyBack("Ann", Fraction(1, 3)),),
        (Transfer("Olga", "Max", Fraction(1, 3), 20000),),
    ),
    Lot("B", ("Bob",), 40000, "Pia", void=Void.UNPAID),
    Lot("B2", ("Bob",), 31000, "Max"),
    Lot("C", ("Cid",), 20500, "Rosa", (BuyBack("Cid", Fraction(1, 2)),), (), Void.WITHDRAWN),
    Lot("P1", ("Dee", "Eve"), 18000, "Rosa"),
    Lot("P2", ("Gus", "Ivo"), 9000, "Sam"),
]


def prize_fund() -> tuple[Fund, Split]:
    fund = fund_of(FEES, HOUSE, ADDED)
    return fund, split(fund.total, preset("4-2-2-1-1-1-1").table_for(24), PLAYED, 500)


def side_pool() -> Split:
    return split(18000, table_of(("pool", 1, 50), ("pool", 2, 30), ("pool", 3, 20)), pool_results(PLAYED, POOLED), 500)


def auction() -> Settlement:
    return settle(LOTS, Fraction(10), preset("45-22-8-8-12-5").table_for(24), PLAYED, 500)


def sheet(fund: int, weights: dict[str, int], unit: int) -> dict[str, int]:
    """Divide as in a sheet: a row for each prize with its weight, first place on top, and whole numbers only."""
    whole = sum(weights.values())
    row = {who: fund * weight // whole // unit * unit for who, weight in weights.items()}
    rest = {weight: fund * weight - row[who] * whole for who, weight in weights.items()}
    left = fund - sum(row.values())
    for weight in sorted(rest, key=lambda weight: (-rest[weight], -weight)):
        alike = [who for who in row if weights[who] == weight]
        if left < unit * len(alike):
            break
        left -= unit * len(alike)
        row.update({who: row[who] + unit for who in alike})
    row[next(iter(row))] += left
    return row


def test_the_prize_fund_of_the_evening() -> None:
    fund, divided = prize_fund()

    # 1,330.00 collected; 12.5 % are 166.25, rounded down to 165.00.
    assert (fund, fund.total) == (Fund(133000, 16500, 25000), 141500)
    # Twice the weights, because Eve and Gus share 2 + 1: 8 4 2 2 3 3 2.
    by_hand = sheet(141500, {"Ann": 8, "Bob": 4, "Cid": 2, "Dee": 2, "Eve": 3, "Gus": 3, "Jan": 2}, 500)
    assert divided.payouts == by_hand == {
        "Ann": 47000, "Bob": 23500, "Cid": 12000, "Dee": 12000, "Eve": 17500, "Gus": 17500, "Jan": 12000,
    }  # fmt: skip


def test_the_side_pool_of_the_evening() -> None:
    # Ann is not in the pool: Bob is first, then Eve and Gus as winners of the consolation, share 30 + 20.
    assert (
        side_pool().payouts
        == {"Bob": 9000, "Eve": 4500, "Gus": 4500}
        == sheet(18000, {"Bob": 2, "Eve": 1, "Gus": 1}, 500)
    )
    assert pool_results(PLAYED, POOLED, PoolRule.MAIN).groups("main") == (("Bob",), ("Cid",), ("Eve", "Fay", "Gus"))


def test_the_auction_of_the_evening() -> None:
    done = auction()

    # A, B2, P1 and P2 are the pool; B was not paid and C withdrew, so Cid is skipped and Eve and Gus share fourth.
    assert (done.pool, done.house, done.net) == (108500, 10850, 97650)
    # Twice the weights: main 45 22 8 8 (fourth shared by Eve and Gus), consolation 12 + 5 shared by the same, 8.5 each.
    halves = {"Ann": 90, "Bob": 44, "Dee": 16, "Eve 4": 8, "Gus 4": 8, "Eve C": 17, "Gus C": 17}
    by_hand = sheet(97650, halves, 500)
    assert {f"{prize.who} {prize.bracket}": prize.amount for prize in done.divided.prizes} == {
        "Ann main": by_hand["Ann"],
        "Bob main": by_hand["Bob"],
        "Dee main": by_hand["Dee"],
        "Eve main": by_hand["Eve 4"],
        "Gus main": by_hand["Gus 4"],
        "Eve consolation": by_hand["Eve C"],
        "Gus consolation": by_hand["Gus C"],
    }
    assert by_hand == {
        "Ann": 44150, "Bob": 21500, "Dee": 8000, "Eve 4": 4000, "Gus 4": 4000, "Eve C": 8000, "Gus C": 8000,
    }  # fmt: skip


def test_the_owners_of_the_evening() -> None:
    done = auction()

    # 441.50 in three thirds: 147.16 and two cents more, for the buyer and for Ann, who came next.
    assert done.lots["A"] == {"Olga": 14717, "Ann": 14717, "Max": 14716}
    assert (done.lots["B2"], done.lots["P1"], done.lots["P2"]) == ({"Max": 21500}, {"Rosa": 20000}, {"Sam": 12000})
    assert done.refunds == {"B": {"Pia": 40000}, "C": {"Rosa": 10250, "Cid": 10250}}
    # Ann's third of 505.00 is 168.33.
    assert done.positions == {
        "Olga": -50500 + 16833 + 20000 + 14717,
        "Ann": -16833 + 14717,
        "Max": -20000 + 14716 - 31000 + 21500,
        "Pia": 0,
        "Rosa": -20500 + 10250 + 10250 - 18000 + 20000,
        "Cid": 0,
        "Sam": -9000 + 12000,
    }


def test_the_evening_closes_to_the_cent() -> None:
    fund, prizes = prize_fund()
    pool, auctioned = side_pool(), auction()

    came_in = sum(FEES) + ADDED + 18000 + sum(lot.price for lot in LOTS)
    went_out = [
        *prizes.payouts.values(), *pool.payouts.values(), *auctioned.received.values(), *auctioned.refunded.values()
    ]  # fmt: skip

    assert came_in == sum(went_out) + fund.house + auctioned.house
    assert (came_in, fund.house + auctioned.house) == (345000, 27350)
    assert sum(auctioned.positions.values()) == -auctioned.house
