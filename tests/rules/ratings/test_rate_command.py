"""``python -m rules rate``: files, tables, expectations, refusals."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main

FIBS: dict[str, Any] = {
    "kind": "fibs", "k": {"start": 5, "per": 100, "least": 1}, "class_width": 2000, "multiplier": 4, "term": "n",
    "exclude": ["walkover", "one_pointer"],
}  # fmt: skip
GLICKO: dict[str, Any] = {
    "kind": "glicko2", "tau": 0.5, "start": [1500, 350, 0.06], "period": "week", "from": "2026-01-01",
    "to": "2026-01-25", "zone": "Europe/Madrid", "weight": "1", "exclude": [],
}  # fmt: skip


def result(match: int | str, played: str, winner: str, loser: str, **more: Any) -> dict[str, Any]:
    line = {"op": "result", "match": match, "played": played, "winner": winner, "loser": loser, "length": 7}
    return line | {"kind": "played"} | more


def run(tmp_path: Path, file: Any, *options: str) -> int:
    path = tmp_path / "rate.json"
    path.write_text(file if isinstance(file, str) else json.dumps(file))
    return main(["rate", str(path), *options])


def answered(tmp_path: Path, capsys: pytest.CaptureFixture[str], file: dict[str, Any], *options: str) -> Any:
    assert run(tmp_path, file, "--json", *options) == 0
    return json.loads(capsys.readouterr().out)["ratings"]


def test_matches_count_by_time_played_then_id_whatever_the_order_of_entry(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ops = [
        result(10, "2026-01-06T20:00", "Ann", "Bob"),
        result(9, "2026-01-06T20:00", "Bob", "Cid"),
        result(11, "2026-01-05T20:00+01:00", "Cid", "Ann"),
    ]
    orders = [ops, ops[::-1], [ops[1], ops[2], ops[0]]]

    first, *others = [answered(tmp_path, capsys, {"list": FIBS, "ops": order}) for order in orders]

    assert others == [first, first]
    assert first["Cid"][1] == 14


def test_corrections_and_voids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ops = [
        result(1, "2026-01-05", "Ann", "Bob"),
        result(2, "2026-01-06", "Ann", "Cid"),
        result(3, "2026-01-07", "Ann", "Dee"),
        {"op": "correct", "match": 1, "winner": "Bob", "loser": "Ann"},
        {"op": "void", "match": 2},
        {"op": "correct", "match": 3, "kind": "walkover"},
    ]

    assert answered(tmp_path, capsys, {"list": FIBS, "ops": ops}) == {
        "Bob": [pytest.approx(1526.457513), 7],
        "Ann": [pytest.approx(1473.542487), 7],
    }
    named = [*ops[:3], {"op": "correct", "match": 1, "winner": "Bob"}, *ops[4:]]
    assert answered(tmp_path, capsys, {"list": FIBS, "ops": named})["Bob"] == [pytest.approx(1526.457513), 7]


def test_a_time_played_that_is_corrected_moves_the_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ops = [result(1, "2026-01-05", "Ann", "Bob"), result(2, "2026-01-06", "Bob", "Cid")]
    moved = [*ops, {"op": "correct", "match": 1, "played": "2026-01-07"}]
    swapped = [result(2, "2026-01-06", "Bob", "Cid"), result(1, "2026-01-07", "Ann", "Bob")]

    assert answered(tmp_path, capsys, {"list": FIBS, "ops": moved}) == answered(
        tmp_path, capsys, {"list": FIBS, "ops": swapped}
    )


@pytest.mark.parametrize(
    ("changes", "ann", "bob"),
    [
        ({}, 1526.457513, 1473.542487),
        ({"k": 1}, 1505.291503, 1494.708497),
        ({"k": "0.5"}, 1502.645751, 1497.354249),
        ({"multiplier": 8, "k": 1}, 1510.583005, 1489.416995),
        ({"term": {"c": 1}, "k": 1}, 1504.0, 1496.0),
        ({"term": {"c": 2}, "k": 1}, 1505.291503, 1494.708497),
        ({"start": 1000, "k": 1}, 1005.291503, 994.708497),
        ({"exclude": "one_pointer"}, 1526.457513, 1473.542487),
    ],
)
def test_the_parameters_of_fibs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], ann: float, bob: float
) -> None:
    ratings = answered(tmp_path, capsys, {"list": FIBS | changes, "ops": [result("a", "2026-01-05", "Ann", "Bob")]})

    assert ratings == {"Ann": [pytest.approx(ann), 7], "Bob": [pytest.approx(bob), 7]}


def test_glicko_by_weeks_of_a_zone_up_to_the_lists_last_period(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ops = [result(1, "2026-01-04T23:30:00Z", "Ann", "Bob"), result(2, "2026-02-10", "Ann", "Cid")]

    ratings = answered(tmp_path, capsys, {"list": GLICKO, "ops": ops})

    assert ratings.keys() == {"Ann", "Bob"}
    assert ratings["Ann"] == pytest.approx([1662.31089, 290.69297, 0.0599993], abs=1e-3)
    shorter = answered(tmp_path, capsys, {"list": GLICKO | {"to": "2026-W02"}, "ops": ops})
    assert shorter["Ann"][1] == pytest.approx(290.3189, abs=1e-3)
    assert (
        answered(tmp_path, capsys, {"list": GLICKO | {"to": "2026-01", "period": "month"}, "ops": ops})["Ann"][1] < 291
    )


def test_a_file_may_expect_ratings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = {"list": FIBS, "ops": [result(1, "2026-01-05", "Ann", "Bob")]}
    right = {"Ann": [1526.4575131106458, 7], "Bob": [1473.5424868893542, 7]}

    assert run(tmp_path, file | {"expect": {"ratings": right}}) == 0
    assert capsys.readouterr().out.splitlines() == [
        "   1 Ann   1526.46        7",
        "   2 Bob   1473.54        7",
        "As the file expects.",
    ]
    assert run(tmp_path, file | {"expect": {"ratings": right | {"Ann": [1526.45751, 7]}}}) == 1
    assert run(tmp_path, file | {"expect": {"ratings": right | {"Ann": [1526.5, 7]}}, "tolerance": "0.1"}) == 0
    assert run(tmp_path, file | {"expect": {"ratings": {"Ann": right["Ann"]}}}) == 1


def test_imported_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = {"list": FIBS, "start": {"Ann": [1600, 400], "Bob": 1500}, "ops": [result(1, "2026-01-05", "Ann", "Bob")]}

    assert answered(tmp_path, capsys, file) == {
        "Ann": [pytest.approx(1604.49177), 407],
        "Bob": [pytest.approx(1477.54114), 7],
    }


def test_matches_come_as_a_table_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "matches.csv"
    table.write_text(
        '\ufeffMatch;Played;Winner;Loser;Length;Kind\n1;2026-01-05;Ann;"Bob, the elder";7;\n\n'
        "2;2026-01-06;Cid;Ann;5;walkover\n"
    )

    assert main(["rate", str(table), "--json", "--list", "belgium"]) == 0
    alone = json.loads(capsys.readouterr().out)["ratings"]
    beside = answered(tmp_path, capsys, {"list": {"preset": "belgium"}}, "--matches", str(table))

    assert alone == beside == {"Ann": [pytest.approx(1505.2915), 7], "Bob, the elder": [pytest.approx(1494.7085), 7]}


@pytest.mark.parametrize(
    ("file", "code", "place"),
    [
        ("[]", "json.kind", ""),
        ("{", "json.text", None),
        ({"ops": []}, "json.missing", "list"),
        ({"list": []}, "json.kind", "list"),
        ({"list": {}}, "json.missing", "list.kind"),
        ({"list": {"kind": "elo"}}, "json.unknown", "list.kind"),
        ({"list": FIBS | {"tau": 1}}, "json.unknown", "list.tau"),
        ({"list": FIBS | {"k": {"start": 5, "per": 0}}}, "json.range", "list.k.per"),
        ({"list": FIBS | {"class_width": 0}}, "json.range", "list.class_width"),
        ({"list": FIBS | {"term": "m"}}, "json.unknown", "list.term"),
        ({"list": FIBS | {"exclude": ["friendly", "draws"]}}, "json.unknown", "list.exclude[1]"),
        ({"list": GLICKO | {"zone": "Europe/Atlantis"}}, "json.zone", "list.zone"),
        ({"list": GLICKO | {"zone": "../../etc/passwd"}}, "json.zone", "list.zone"),
        ({"list": GLICKO | {"period": "day"}}, "json.unknown", "list.period"),
        ({"list": GLICKO | {"to": "2025-12-01"}}, "rating.periods", "list.to"),
        ({"list": GLICKO | {"from": "2026-13"}}, "json.time", "list.from"),
        ({"list": GLICKO | {"start": [1500, 0, 0.06]}}, "json.range", "list.start[1]"),
        ({"list": GLICKO | {"start": [1500, 350, 0.06, 1]}}, "json.kind", "list.start"),
        ({"list": GLICKO | {"weight": "n"}}, "json.unknown", "list.weight"),
        ({"list": FIBS, "ops": [result(1, "soon", "Ann", "Bob")]}, "json.time", "ops[0].played"),
        ({"list": GLICKO, "ops": [result(1, "9999-12-31T23:59:59Z", "Ann", "Bob")]}, "json.time", "ops[0].played"),
        ({"list": FIBS, "ops": [result(1, "2026-01-05", "Ann", "Ann")]}, "rating.same", "ops[0]"),
        ({"list": FIBS, "ops": [result(1, "2026-01-05", "", "Ann")]}, "json.range", "ops[0].winner"),
        ({"list": FIBS, "ops": [result(1, "2026-01-05", "Ann", "Bob", length=0)]}, "json.range", "ops[0].length"),
        ({"list": FIBS, "ops": [result(1, "2026-01-05", "Ann", "Bob", length=True)]}, "json.kind", "ops[0].length"),
        ({"list": FIBS, "ops": [result(1, "2026-01-05", "Ann", "Bob", kind="lost")]}, "json.unknown", "ops[0].kind"),
        ({"list": FIBS, "ops": [result(1, "2026-01-05", "Ann", "Bob")] * 2}, "rating.match_twice", "ops[1].match"),
        ({"list": FIBS, "ops": [{"op": "void", "match": 4}]}, "rating.match", "ops[0].match"),
        ({"list": FIBS, "ops": [{"op": "correct", "match": 4}]}, "rating.match", "ops[0].match"),
        ({"list": FIBS, "ops": [{"op": "undo", "match": 4}]}, "json.unknown", "ops[0].op"),
        ({"list": FIBS, "ops": [], "expects": {}}, "json.unknown", "expects"),
        ({"list": FIBS, "ops": [], "start": {"Ann": "many"}}, "json.kind", "start.Ann"),
        ({"list": FIBS, "ops": [], "start": {"Ann": [1e30]}}, "json.kind", "start.Ann[0]"),
    ],
)
def test_files_are_refused_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: Any, code: str, place: str | None
) -> None:
    assert run(tmp_path, file, "--json") == 2
    refusal = json.loads(capsys.readouterr().out)

    assert (refusal["error"], refusal["facts"].get("place")) == (code, place)


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("match,winner,price\n", "rating.column"),
        ("winner,loser\n", "rating.column"),
        ("", "rating.column"),
        ("match,match\n", "rating.column"),
        ("match,winner\n1,Ann,Bob\n", "rating.table"),
        ('match,winner\n1,"Ann\n', "rating.table"),
        ("match,played,winner,loser,length\n1,2026-01-05,Ann,Bob,seven\n", "json.kind"),
        ("match,played,winner,loser,length\n1,2026-01-05,Ann,,7\n", "json.missing"),
    ],
)
def test_tables_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], table: str, code: str) -> None:
    path = tmp_path / "matches.csv"
    path.write_text(table)

    assert main(["rate", str(path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"] == code
