"""``python -m rules payout`` on whole files."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main

TABLE = [
    {"bracket": "main", "place": 1, "share": 45},
    {"bracket": "main", "place": 2, "share": "22"},
    {"bracket": "main", "place": 3, "share": "8.0"},
    {"bracket": "main", "place": 4, "share": "24/3"},
    {"bracket": "consolation", "place": 1, "share": 12},
    {"bracket": "consolation", "place": 2, "share": 5},
]
RESULTS = {"main": [["Ann"], ["Bob"], ["Cid", "Dee"]], "consolation": [["Dee"], ["Eve"]]}
FILE: dict[str, Any] = {"fund": 2475, "unit": 5, "table": TABLE, "results": RESULTS}


def ran(tmp_path: Path, capsys: pytest.CaptureFixture[str], file: dict[str, Any], *words: str) -> tuple[int, str, str]:
    path = tmp_path / "payout.json"
    path.write_text(json.dumps(file))
    code = main(["payout", str(path), *words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_a_fund_is_paid_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(tmp_path, capsys, FILE, "--json")

    assert (code, json.loads(out)) == (
        0,
        {
            "fund": {"collected": 2475, "house": 0, "added": 0, "fund": 2475},
            "payouts": {"Ann": 1120, "Bob": 545, "Cid": 195, "Dee": 490, "Eve": 125},
            "to_pay": {"Ann": 1120, "Bob": 545, "Cid": 195, "Dee": 490, "Eve": 125},
            "to_collect": {},
        },
    )


def test_people_read_who_is_paid_what_and_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(tmp_path, capsys, FILE | {"paid": {"Ann": 545, "Bob": 1120}})[1].splitlines() == [
        "fund 2,475",
        "",
        "place          who     exact   paid",
        "main 1         Ann  1,113.75  1,120",
        "main 2         Bob    544.50    545",
        "main 3-4       Cid    198.00    195  before ties 195",
        "main 3-4       Dee    198.00    195  before ties 195",
        "consolation 1  Dee    297.00    295",
        "consolation 2  Eve    123.75    125",
        "Rounded down to 5, 20 is over.",
        "  5 more for each of Bob.",
        "  5 more for each of Ann.",
        "  5 more for each of Eve.",
        "  Next in line: Cid, Dee. That needs 2 × 5 = 10, only 5 is left.",
        "  5 to first: Ann.",
        "",
        "Payouts",
        "  Ann  1,120",
        "  Bob    545",
        "  Cid    195",
        "  Dee    490",
        "  Eve    125",
        "Still to pay",
        "  Ann  575",
        "  Cid  195",
        "  Dee  490",
        "  Eve  125",
        "To collect",
        "  Bob  575",
    ]


def test_fees_less_the_house_with_added_money_make_the_fund(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fees = {"fees": [6000] * 48, "house": {"percent": "10", "unit": 100}, "added": 50000}
    file = {"unit": 500, "table": TABLE, "results": RESULTS} | fees

    code, out, _ = ran(tmp_path, capsys, file, "--json")

    assert (code, json.loads(out)["fund"]) == (
        0,
        {"collected": 288000, "house": 28800, "added": 50000, "fund": 309200},
    )


@pytest.mark.parametrize("nearest", [{"unit": 500, "nearest": True}, {"nearest": 500}])
def test_the_house_of_denver(tmp_path: Path, capsys: pytest.CaptureFixture[str], nearest: dict[str, Any]) -> None:
    file = {"fees": [45000], "house": {"percent": 5, "at_least": 1000} | nearest, "table": TABLE, "results": RESULTS}

    assert json.loads(ran(tmp_path, capsys, file, "--json")[1])["fund"]["house"] == 2500


RULES: list[dict[str, str]] = [{}, {"rule": "consolation"}, {"rule": "main"}]


def test_a_side_pool_ranks_those_who_entered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = [{"bracket": "main", "place": 1, "share": 2}, {"bracket": "main", "place": 2, "share": 1}]
    file = {"fund": 900, "table": table, "results": RESULTS}
    pools: list[dict[str, Any]] = [{"entered": ["Cid", "Dee", "Eve"]} | rule for rule in RULES]

    answers = [json.loads(ran(tmp_path, capsys, file | {"pool": pool}, "--json")[1]) for pool in pools]

    paid = [answer["payouts"] for answer in answers]
    assert paid == [{"Dee": 600, "Cid": 300}, {"Dee": 600, "Cid": 300}, {"Cid": 450, "Dee": 450}]


def test_the_file_may_expect_some_of_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = ran(tmp_path, capsys, FILE | {"expect": {"payouts": {"Ann": 1120, "Bob": 545, "Cid": 195, "Dee": 490,
                                                                  "Eve": 125}, "to_collect": {}}})  # fmt: skip
    wrong = ran(tmp_path, capsys, FILE | {"expect": {"payouts": {"Ann": 1115, "Bob": 545, "Cid": 200, "Dee": 490,
                                                                  "Eve": 125}}})  # fmt: skip

    assert (right[0], right[1].splitlines()[-1]) == (0, "As the file expects.")
    assert (wrong[0], wrong[1].splitlines()[-2:]) == (
        1,
        ["differs at payouts.Ann: expected 1115, got 1120", "differs at payouts.Cid: expected 200, got 195"],
    )


@pytest.mark.parametrize(
    ("fund", "code"),
    [({"fund": 2475}, 0), ({"collected": 2475, "house": 0}, 0), ({"house": 1}, 1), ({"rake": 1}, 1), (2475, 1)],
)
def test_of_the_fund_only_the_given_words_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fund: Any, code: int
) -> None:
    assert ran(tmp_path, capsys, FILE | {"expect": {"fund": fund}})[0] == code


ROW = {"bracket": "main", "place": 1, "share": 1}


@pytest.mark.parametrize(
    ("change", "error", "place"),
    [
        ({"fees": [1]}, "payout.fund", "fund"),
        ({"fund": None}, "payout.fund", "fund"),
        ({"added": 5}, "payout.fund", "added"),
        ({"house": {}}, "payout.fund", "house"),
        ({"fund": -1}, "json.range", "fund"),
        ({"fund": None, "fees": [1, 2.5]}, "json.kind", "fees[1]"),
        ({"fund": None, "fees": [1], "house": {"percent": 101}}, "house.percent", "house"),
        ({"fund": None, "fees": [1], "house": {"rake": 1}}, "json.unknown", "house.rake"),
        ({"unit": 0}, "json.range", "unit"),
        ({"table": None}, "json.missing", "table"),
        ({"table": []}, "table.empty", "table"),
        ({"table": [ROW, ROW]}, "table.twice", "table[1]"),
        ({"table": [ROW | {"share": "1/0"}]}, "json.kind", "table[0].share"),
        ({"table": [ROW | {"place": 0}]}, "json.range", "table[0].place"),
        ({"table": [ROW | {"paid": 0}]}, "json.unknown", "table[0].paid"),
        ({"table": [ROW | {"bracket": "other"}]}, "table.unheld", "table"),
        ({"results": {"main": [["Ann"], ["Ann"]]}}, "results.twice", "results"),
        ({"results": {"main": ["Ann"]}}, "json.kind", "results.main[0]"),
        ({"results": {"main": [[3]]}}, "json.kind", "results.main[0][0]"),
        ({"pool": {"rule": "main"}}, "json.missing", "pool.entered"),
        ({"pool": {"entered": ["Ann"], "rule": "best"}}, "json.unknown", "pool.rule"),
        ({"pool": {"entered": []}}, "pool.empty", "pool"),
        ({"paid": {"Ann": "1"}}, "json.kind", "paid.Ann"),
        ({"prizes": {}}, "json.unknown", "prizes"),
        ({"expect": {"positions": {}}}, "json.unknown", "expect.positions"),
    ],
)
def test_what_cannot_be_paid_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], error: str, place: str
) -> None:
    code, out, _ = ran(tmp_path, capsys, FILE | change, "--json")

    assert (code, json.loads(out)["error"], json.loads(out)["facts"]["place"]) == (2, error, place)
