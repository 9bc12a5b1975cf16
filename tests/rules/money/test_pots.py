"""A side pool is divided once its ranking is settled: whoever takes an open place may be in the pool or not."""

import pytest

from rules.money.payout import PoolRule
from rules.money.pots import Division, Pot
from rules.money.presets import table_of
from rules.money.results import Results
from rules.money.standing import is_open

OPEN = "…main 0 0"


@pytest.mark.parametrize(
    ("rule", "main", "consolation", "settled"),
    [
        ("main", [[OPEN], ["…main 1 0"], ["Cid", "Dee"]], [["Eve"]], False),
        ("main", [["Ann"], ["Bob"], ["…main 2 0", "…main 2 1"]], [["…consolation 0 0"]], True),
        ("main", [["Zoe"], ["Bob"], ["Cid", "…main 2 0"]], [["Eve"]], False),
        ("consolation", [["Zoe"], ["Bob"], ["Cid", "Dee"]], [["…consolation 0 0"]], False),
        ("consolation", [["Ann"], ["Bob"], ["Cid", "Dee"]], [["…consolation 0 0"]], True),
        ("main", [["Zoe"], ["Yan"], ["Xia", "Wim"]], [["…consolation 0 0"]], True),
    ],
)
def test_a_side_pool_is_settled_once_no_open_place_can_move_its_paid_places(
    rule: str, main: list[list[str]], consolation: list[list[str]], *, settled: bool
) -> None:
    table = table_of(("main", 1, 3), ("main", 2, 1))
    pot = Pot(Division(table, rule=PoolRule(rule)), 12000, entrants=8, entered={"Ann", "Bob", "Cid", "Dee", "Eve"})
    results = Results.of({"main": main, "consolation": consolation})

    assert pot.is_settled(results) is settled
    if not settled:
        assert [(is_open(prize.who), prize.amount) for prize in pot.split(results).prizes] == [
            (True, 9000),
            (True, 3000),
        ]
