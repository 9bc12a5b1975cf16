"""The money of a Calcutta: the worked auction to the cent, rulings on lots, and positions that sum to the house."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.money.auctions.calcutta import BuyBack, Lot, Settlement, Stake, Transfer, Void, settle, settle_stakes
from rules.money.presets import preset, table_of
from rules.money.prizes import Row, Table
from rules.money.results import Results

TABLE = preset("45-22-8-8-12-5").table_for(16)
HALF = Fraction(1, 2)
WINNER = table_of(("main", 1, 1))


def bilbao(void: Void | None = None) -> list[Lot]:
    """The eleven lots of the worked auction; Bob's lot B is Olga's, P1 is Max's."""
    single = {"A": 520, "B": 410, "C": 380, "D": 300, "E": 260, "F": 230}
    owners = {"A": "Ida", "B": "Olga", "C": "Pia", "D": "Quentin", "E": "Rosa", "F": "Sam"}
    players = {"A": "Ann", "B": "Bob", "C": "Cid", "D": "Dee", "E": "Eve", "F": "Fay"}
    lots = [Lot(each, (players[each],), price, owners[each]) for each, price in single.items()]
    lots[1] = Lot("B", ("Bob",), 410, "Olga", (BuyBack("Bob", HALF),), void=void)
    packages = [("P1", "GH", 150), ("P2", "IJ", 140), ("P3", "KL", 130), ("P4", "MN", 120), ("P5", "OP", 110)]
    buyers = dict(zip(("P1", "P2", "P3", "P4", "P5"), ("Max", "Ned", "Tea", "Ugo", "Vic"), strict=True))
    return [*lots, *(Lot(name, tuple(two), price, buyers[name]) for name, two, price in packages)]


PLAYED = Results.of(
    {"main": [["Bob"], ["Ann"], ["G", "Cid"], ["Eve", "Fay", "K", "M"]], "consolation": [["H"], ["Dee"]]}
)


def settled(lots: list[Lot], results: Results = PLAYED) -> Settlement:
    return settle(lots, Fraction(10), TABLE, results, 5)


def test_the_auction_of_the_worked_example_to_the_last_euro() -> None:
    """Eleven lots, pool 2,750, house 10 %: Olga and Bob are 355 up each, Max 340 with two cashing players."""
    done = settled(bilbao())

    assert (done.pool, done.house, done.net) == (2750, 275, 2475)
    assert done.prizes == {"Bob": 1120, "Ann": 545, "G": 195, "Cid": 195, "H": 295, "Dee": 125}
    assert {lot: sums for lot, sums in done.lots.items() if any(sums.values())} == {
        "A": {"Ida": 545},
        "B": {"Olga": 560, "Bob": 560},
        "C": {"Pia": 195},
        "D": {"Quentin": 125},
        "P1": {"Max": 490},
    }
    assert done.positions == {
        "Ida": 25, "Olga": 355, "Bob": 355, "Pia": -185, "Quentin": -175, "Rosa": -260, "Sam": -230, "Max": 340,
        "Ned": -140, "Tea": -130, "Ugo": -120, "Vic": -110,
    }  # fmt: skip
    assert sum(done.positions.values()) == -275


def test_the_worked_example_in_cents() -> None:
    lots = [Lot(lot.id, lot.players, lot.price * 100, lot.buyer, lot.buybacks) for lot in bilbao()]

    done = settle(lots, Fraction(10), TABLE, PLAYED, 500)

    assert (done.net, done.positions["Olga"], done.positions["Bob"], done.positions["Max"]) == (
        247500,
        35500,
        35500,
        34000,
    )


def test_a_withdrawn_lot_is_refunded_to_those_who_hold_its_shares() -> None:
    results = Results.of({"main": [["Ann"], ["Cid"], ["G", "Eve"]], "consolation": [["H"], ["Dee"]]})

    done = settled(bilbao(void=Void.WITHDRAWN), results)

    assert (done.pool, done.house, done.net) == (2340, 234, 2106)
    assert done.refunds == {"B": {"Olga": 205, "Bob": 205}}
    assert (done.positions["Olga"], done.positions["Bob"]) == (0, 0)
    assert sum(done.positions.values()) == -234


def test_a_transferred_share_of_a_void_lot_is_refunded_at_the_hammer_price() -> None:
    lot = Lot("A", ("Ann",), 101, "Ida", (), (Transfer("Ida", "Zoe", Fraction(1, 3), 60),), Void.WITHDRAWN)

    done = settle([lot, Lot("B", ("Bob",), 100, "Olga")], Fraction(0), WINNER, Results())

    assert done.refunded == {"Ida": 67, "Zoe": 34}
    assert done.positions == {"Ida": -101 + 60 + 67, "Zoe": -60 + 34, "Olga": -100}


def test_the_player_of_an_unpaid_lot_is_outside_the_auction_until_it_is_sold_again() -> None:
    unpaid = Lot("B", ("Bob",), 410, "Olga", void=Void.UNPAID)
    others = [lot for lot in bilbao() if lot.id != "B"]

    out = settled([*others, unpaid])
    again = settled([*others, unpaid, Lot("B", ("Bob",), 300, "Zoe")])

    assert list(out.prizes) == ["Ann", "G", "Cid", "Eve", "Fay", "K", "M", "H", "Dee"]
    assert (out.positions["Olga"], out.refunded) == (0, {"Olga": 410})
    assert (again.pool, again.lots["B"]) == (2640, {"Zoe": 1071})


def test_players_outside_the_auction_are_skipped_and_the_next_move_up() -> None:
    lots = [Lot("A", ("Ann",), 100, "Ida"), Lot("C", ("Cid",), 100, "Pia")]
    results = Results.of({"main": [["Zed"], ["Cid"], ["Yan", "Ann"]]})

    done = settle(lots, Fraction(0), table_of(("main", 1, 3), ("main", 2, 1)), results)

    assert done.prizes == {"Cid": 150, "Ann": 50}


def test_what_one_lot_wins_is_divided_once() -> None:
    third = Fraction(1, 3)
    deals = (Transfer("Ida", "Joe", third), Transfer("Ida", "Kim", third))
    lots = [Lot("A", ("Ann", "Bob"), 200, "Ida", (), deals)]

    done = settle(lots, Fraction(0), table_of(("main", 1, 1), ("main", 2, 1)), Results.of({"main": [["Ann"], ["Bob"]]}))

    # Two prizes of 100 divided one by one would be 34 + 34, 33 + 33 and 33 + 33.
    assert done.lots["A"] == {"Ida": 67, "Joe": 67, "Kim": 66}


def test_the_cost_of_a_buy_back_is_rounded_half_up() -> None:
    lot = Lot("A", ("Ann",), 205, "Ida", (BuyBack("Ann", HALF),))

    assert settle([lot], Fraction(0), WINNER, Results()).positions == {"Ida": -205 + 103, "Ann": -103}


def test_a_share_is_a_fraction_of_the_lot_and_passes_from_hand_to_hand() -> None:
    deals = (Transfer("Bob", "Zoe", Fraction(1, 4), 300), Transfer("Zoe", "Olga", Fraction(1, 8), 200))
    lot = Lot("B", ("Bob",), 410, "Olga", (BuyBack("Bob", HALF),), deals)

    assert lot.owners() == {"Olga": Fraction(5, 8), "Bob": Fraction(1, 4), "Zoe": Fraction(1, 8)}
    assert sum(lot.owners().values()) == 1


def test_who_sells_everything_owns_nothing() -> None:
    lot = Lot("B", ("Bob",), 410, "Olga", (), (Transfer("Olga", "Zoe", Fraction(1)),))

    assert lot.owners() == {"Zoe": Fraction(1)}


@pytest.mark.parametrize(
    ("deals", "held"),
    [
        ((Transfer("Olga", "Zoe", Fraction(3, 4)), Transfer("Olga", "Zoe", HALF)), "1/4"),
        ((Transfer("Zoe", "Olga", HALF),), "0"),
        ((Transfer("Olga", "Zoe", Fraction(0)),), "1"),
    ],
)
def test_nobody_sells_more_than_they_hold(deals: tuple[Transfer, ...], held: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        Lot("B", ("Bob",), 410, "Olga", (), deals)

    assert (broken.value.code, broken.value.facts["held"]) == ("lot.share", held)


@pytest.mark.parametrize(
    ("players", "buybacks", "code"),
    [((), (), "lot.players"), (("A", "A"), (), "lot.players"), (("A",), (BuyBack("B", HALF),), "buyback.player")],
)
def test_a_lot_that_cannot_be_is_refused(players: tuple[str, ...], buybacks: tuple[BuyBack, ...], code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        Lot("A", players, 100, "Ida", buybacks)

    assert broken.value.code == code


def test_no_player_is_in_two_lots_and_no_id_stands_twice() -> None:
    twice = [[Lot("A", ("Ann",), 1, "Ida"), Lot("B", ("Ann",), 1, "Ida")], [Lot("A", (p,), 1, "Ida") for p in "PQ"]]
    codes = []
    for lots in twice:
        with pytest.raises(RuleBroken) as broken:
            settle(lots, Fraction(0), WINNER, Results())
        codes.append(broken.value.code)

    assert codes == ["lots.player", "lots.twice"]


def test_results_without_any_player_of_the_auction_are_refused() -> None:
    with pytest.raises(RuleBroken, match=r"table\.unheld"):
        settle([Lot("A", ("Ann",), 100, "Ida")], Fraction(0), WINNER, Results.of({"main": [["Zed"]]}))


# --- Pari-mutuel


def test_a_pari_mutuel_pool_is_divided_by_the_stakes_on_each_player() -> None:
    stakes = [Stake("Ida", "Ann", 300), Stake("Joe", "Ann", 100), Stake("Joe", "Bob", 50), Stake("Kim", "Cid", 50),
              Stake("Ida", "Ann", 100)]  # fmt: skip
    results = Results.of({"main": [["Ann"], ["Zed"], ["Bob"], ["Cid"]]})

    done = settle_stakes(stakes, Fraction(10), table_of(("main", 1, 70), ("main", 2, 30)), results, 5)

    assert (done.pool, done.house, done.net) == (600, 60, 540)
    assert done.prizes == {"Ann": 380, "Bob": 160}
    assert done.lots == {"Ann": {"Ida": 304, "Joe": 76}, "Bob": {"Joe": 160}}
    assert done.received == {"Ida": 304, "Joe": 236}
    assert done.positions == {"Ida": -96, "Joe": 86, "Kim": -50}


def test_a_stake_of_nothing_backs_nobody() -> None:
    stakes = [Stake("Ida", "Ann", 0), Stake("Joe", "Bob", 100)]

    assert settle_stakes(stakes, Fraction(0), WINNER, Results.of({"main": [["Ann"], ["Bob"]]})).received == {"Joe": 100}


def test_a_negative_stake_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"stake\.negative"):
        settle_stakes([Stake("Ida", "Ann", -1)], Fraction(0), WINNER, Results())


# --- The same evening by a sheet: one row for every owner of every lot

PEOPLE = ["Ida", "Joe", "Kim", "Lea"]


@st.composite
def auctions(draw: st.DrawFn) -> tuple[list[Lot], Fraction, Table, Results, int]:
    lots, players = [], []
    for number in range(draw(st.integers(1, 6))):
        mine = [f"P{number}{letter}" for letter in "ab"[: draw(st.integers(1, 2))]]
        players += mine
        deals: list[Transfer] = []
        back: tuple[BuyBack, ...] = ()
        buyer = draw(st.sampled_from(PEOPLE))
        if draw(st.booleans()):
            back = (BuyBack(mine[0], draw(st.sampled_from([HALF, Fraction(1, 4), Fraction(1, 3)]))),)
        held = 1 - sum((each.share for each in back), Fraction(0))
        for _ in range(draw(st.integers(0, 2))):
            share = held * draw(st.sampled_from([Fraction(1), HALF, Fraction(2, 7)]))
            if share:
                deals.append(Transfer(buyer, draw(st.sampled_from(PEOPLE)), share, draw(st.integers(0, 500))))
                held -= share if deals[-1].buyer != buyer else 0
        void = draw(st.sampled_from([None, None, None, Void.WITHDRAWN, Void.UNPAID]))
        lots.append(Lot(str(number), tuple(mine), draw(st.integers(0, 900)), buyer, back, tuple(deals), void))
    order = draw(st.permutations([*players, "Zed"]))
    cut = draw(st.integers(1, 3))
    results = {"main": [[who] for who in order[:cut]] + ([list(order[cut:])] if order[cut:] else [])}
    table = Table(tuple(Row("main", place, Fraction(draw(st.integers(1, 9)))) for place in range(1, 5)))
    return lots, Fraction(draw(st.integers(0, 25))), table, Results.of(results), draw(st.sampled_from([1, 5, 10]))


@given(auctions())
def test_positions_sum_to_minus_the_house_and_every_lot_is_paid_in_full(
    case: tuple[list[Lot], Fraction, Table, Results, int],
) -> None:
    lots, percent, table, results, unit = case
    if all(lot.void for lot in lots):
        return

    done = settle(lots, percent, table, results, unit)

    assert sum(done.positions.values()) == -done.house
    assert sum(done.prizes.values()) == done.net == sum(done.received.values())
    assert done.house == int(done.pool * percent // 100)
    assert sum(done.refunded.values()) == sum(lot.price for lot in lots if lot.void)
    for lot in lots:
        won = sum(done.prizes.get(who, 0) for who in lot.players)
        assert sum(lot.owners().values()) == 1
        for who, share in lot.owners().items():
            got = (done.refunds if lot.void else done.lots)[lot.id][who]
            assert abs(got - (lot.price if lot.void else won) * share) < 1


@given(auctions())
def test_a_sheet_with_a_row_for_every_payment_comes_to_the_same_positions(
    case: tuple[list[Lot], Fraction, Table, Results, int],
) -> None:
    lots, percent, table, results, unit = case
    if all(lot.void for lot in lots):
        return
    done = settle(lots, percent, table, results, unit)

    sheet: list[tuple[str, int]] = []
    for lot in lots:
        sheet.append((lot.buyer, -lot.price))
        for back in lot.buybacks:
            cost = (2 * lot.price * back.share.numerator + back.share.denominator) // (2 * back.share.denominator)
            sheet += [(lot.buyer, cost), (back.player, -cost)]
        for deal in lot.transfers:
            sheet += [(deal.seller, deal.price), (deal.buyer, -deal.price)]
        sheet += list((done.refunds if lot.void else done.lots)[lot.id].items())

    assert {who: sum(sum_ for name, sum_ in sheet if name == who) for who, _ in sheet} == done.positions


@given(auctions(), st.data())
def test_the_order_of_the_lots_has_no_effect(
    case: tuple[list[Lot], Fraction, Table, Results, int], data: st.DataObject
) -> None:
    lots, percent, table, results, unit = case
    if all(lot.void for lot in lots):
        return

    turned = settle(data.draw(st.permutations(lots)), percent, table, results, unit)

    assert turned.positions == settle(lots, percent, table, results, unit).positions
