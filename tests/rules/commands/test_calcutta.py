"""``python -m rules calcutta`` on whole files."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main

TABLE = [
    {"bracket": "main", "place": 1, "share": 45},
    {"bracket": "main", "place": 2, "share": 22},
    {"bracket": "main", "place": 3, "share": 8},
    {"bracket": "main", "place": 4, "share": 8},
    {"bracket": "consolation", "place": 1, "share": 12},
    {"bracket": "consolation", "place": 2, "share": 5},
]
SINGLE = {"A": 520, "B": 410, "C": 380, "D": 300, "E": 260, "F": 230}
PACKAGES = {"P1": 150, "P2": 140, "P3": 130, "P4": 120, "P5": 110}
LOTS: list[dict[str, Any]] = [
    *(
        {"id": name, "players": [f"{name}1"], "price": price, "buyer": f"Owner {name}"}
        for name, price in SINGLE.items()
    ),
    *(
        {"id": name, "players": [f"{name}a", f"{name}b"], "price": price, "buyer": f"Owner {name}"}
        for name, price in PACKAGES.items()
    ),
]
LOTS[1] |= {"buyer": "Olga", "players": ["Bob"], "buybacks": [{"player": "Bob", "share": "1/2"}]}
LOTS[6] |= {"buyer": "Max", "players": ["G", "H"]}
RESULTS = {"main": [["Bob"], ["A1"], ["G", "C1"]], "consolation": [["H"], ["D1"]]}
FILE: dict[str, Any] = {"lots": LOTS, "house": 10, "unit": 5, "table": TABLE, "results": RESULTS}


def ran(tmp_path: Path, capsys: pytest.CaptureFixture[str], file: dict[str, Any], *words: str) -> tuple[int, str]:
    path = tmp_path / "calcutta.json"
    path.write_text(json.dumps(file))
    code = main(["calcutta", str(path), *words])
    return code, capsys.readouterr().out


def test_the_worked_auction_is_settled_to_the_last_euro(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = ran(tmp_path, capsys, FILE, "--json")
    answer = json.loads(out)

    assert (code, answer["pool"], answer["house"], answer["net"]) == (0, 2750, 275, 2475)
    assert answer["prizes"] == {"Bob": 1120, "A1": 545, "G": 195, "C1": 195, "H": 295, "D1": 125}
    assert answer["lots"]["B"] == {"Olga": 560, "Bob": 560}
    assert answer["lots"]["P1"] == {"Max": 490}
    assert [answer["positions"][who] for who in ("Olga", "Bob", "Max")] == [355, 355, 340]
    assert sum(answer["positions"].values()) == -275
    assert answer["refunds"] == {}
    assert "to_pay" not in answer


def test_people_read_what_every_lot_pays_its_owners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lots = [
        {"id": "B", "players": ["Bob"], "price": 410, "buyer": "Olga", "buybacks": [{"player": "Bob", "share": "0.5"}]},
        {"id": "C", "players": ["Cid"], "price": 90, "buyer": "Pia"},
        {"id": "D", "players": ["Dee"], "price": 80, "buyer": "Ida", "void": "withdrawn"},
        {"id": "E", "players": ["Eve"], "price": 70, "buyer": "Ida", "void": "unpaid"},
    ]
    table = [{"bracket": "main", "place": 1, "share": 1}]
    file = {"lots": lots, "table": table, "results": {"main": [["Bob"]]}, "house": "10", "paid": {"Olga": 450}}

    assert ran(tmp_path, capsys, file)[1].splitlines() == [
        "pool        500",
        "less house   50",
        "net         450",
        "",
        "place   who   exact  paid",
        "main 1  Bob  450.00   450",
        "",
        "B (Bob), 410 by Olga",
        "  Olga (0.5) receives 225",
        "  Bob (0.5) receives 225",
        "C (Cid), 90 by Pia",
        "  Pia (1) receives 0",
        "D (Dee), 80 by Ida: void, withdrawn",
        "  Ida (1) is refunded 80",
        "E (Eve), 70 by Ida: void, unpaid",
        "  Ida (1) is credited 70",
        "Positions",
        "  Olga   20",
        "  Bob    20",
        "  Pia   -90",
        "  Ida     0",
        "Still to pay",
        "  Bob  225",
        "To collect",
        "  Olga  225",
    ]


def test_refunds_are_compared_by_person_or_by_lot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    void = [LOTS[1] | {"void": "withdrawn"}, *LOTS[2:]]
    by_person = ran(tmp_path, capsys, FILE | {"lots": void, "expect": {"refunds": {"Olga": 205, "Bob": 205}}})
    by_lot = ran(tmp_path, capsys, FILE | {"lots": void, "expect": {"refunds": {"B": {"Olga": 205, "Bob": 205}}}})
    wrong = ran(tmp_path, capsys, FILE | {"lots": void, "expect": {"refunds": {"Olga": 410}}})

    assert (by_person[0], by_lot[0], wrong[0]) == (0, 0, 1)
    assert wrong[1].splitlines()[-2:] == [
        "differs at refunds.Olga: expected 410, got 205",
        "differs at refunds.Bob: expected nothing, got 205",
    ]


def test_a_share_that_was_transferred_is_paid_to_its_new_owner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    transfer = {"from": "Max", "to": "Zoe", "share": "1/3", "price": 100, "date": "2026-11-21"}
    lots = [*LOTS[:6], LOTS[6] | {"transfers": [transfer]}, *LOTS[7:]]

    answer = json.loads(ran(tmp_path, capsys, FILE | {"lots": lots}, "--json")[1])

    assert answer["lots"]["P1"] == {"Max": 327, "Zoe": 163}
    assert (answer["positions"]["Max"], answer["positions"]["Zoe"]) == (-150 + 100 + 327, -100 + 163)


def test_before_play_everybody_is_down_what_they_paid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(ran(tmp_path, capsys, FILE | {"results": {}}, "--json")[1])

    assert (answer["prizes"], answer["positions"]["Olga"], answer["positions"]["Bob"]) == ({}, -205, -205)


def test_a_pari_mutuel_pool_names_what_is_received(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stakes = [{"who": "Ida", "player": "Bob", "stake": 300}, {"who": "Joe", "player": "Zed", "stake": 100}]
    file = {key: FILE[key] for key in ("house", "unit", "table", "results")} | {"stakes": stakes}

    answer = json.loads(ran(tmp_path, capsys, file, "--json")[1])

    assert answer == {
        "pool": 400,
        "house": 40,
        "net": 360,
        "prizes": {"Bob": 360},
        "received": {"Ida": 360},
        "positions": {"Ida": 60, "Joe": -100},
    }


def test_what_is_received_is_compared_by_person_or_by_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = {key: FILE[key] for key in ("table", "results")} | {"stakes": [{"who": "Ida", "player": "Bob", "stake": 9}]}
    expectations = [{"Ida": 9}, {"Bob": {"Ida": 9}}, {"Ida": 8}]

    codes = [ran(tmp_path, capsys, file | {"expect": {"received": each}})[0] for each in expectations]

    assert codes == [0, 0, 1]


LOT: dict[str, Any] = {"id": "A", "players": ["Ann"], "price": 100, "buyer": "Ida"}


@pytest.mark.parametrize(
    ("change", "error", "place"),
    [
        ({"stakes": []}, "calcutta.lots", "stakes"),
        ({"lots": None}, "calcutta.lots", "lots"),
        ({"lots": [LOT, LOT | {"id": "B"}]}, "lots.player", "lots"),
        ({"lots": [LOT, LOT | {"players": ["Bob"]}]}, "lots.twice", "lots"),
        ({"lots": [LOT | {"price": "100"}]}, "json.kind", "lots[0].price"),
        ({"lots": [LOT | {"players": []}]}, "lot.players", "lots[0]"),
        ({"lots": [LOT | {"void": "lost"}]}, "json.unknown", "lots[0].void"),
        ({"lots": [LOT | {"owner": "Ida"}]}, "json.unknown", "lots[0].owner"),
        ({"lots": [LOT | {"buybacks": [{"player": "Bob", "share": 1}]}]}, "buyback.player", "lots[0]"),
        ({"lots": [LOT | {"buybacks": [{"player": "Ann", "share": "3/2"}]}]}, "lot.share", "lots[0]"),
        ({"lots": [LOT | {"buybacks": [{"player": "Ann"}]}]}, "json.missing", "lots[0].buybacks[0].share"),
        ({"lots": [LOT | {"transfers": [{"from": "Bob", "to": "Cid", "share": 1}]}]}, "lot.share", "lots[0]"),
        ({"lots": [LOT]}, "table.unheld", "lots"),
        ({"house": {"percent": 10}}, "json.kind", "house"),
        ({"house": 101}, "house.percent", "house"),
        ({"fund": 100}, "json.unknown", "fund"),
        ({"expect": {"payouts": {}}}, "json.unknown", "expect.payouts"),
        ({"lots": None, "stakes": [{"who": "Ida", "player": "Bob", "stake": -1}]}, "json.range", "stakes[0].stake"),
    ],
)
def test_what_cannot_be_settled_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], error: str, place: str
) -> None:
    code, out = ran(tmp_path, capsys, FILE | change, "--json")

    assert (code, json.loads(out)["error"], json.loads(out)["facts"]["place"]) == (2, error, place)
