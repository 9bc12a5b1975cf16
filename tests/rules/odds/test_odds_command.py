"""``python -m rules odds``: files, expectations, refusals."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main

FOUR: dict[str, Any] = {
    "lines": [1, 2, 3, 4],
    "consolation": "progressive",
    "p": {"1-2": "1/2", "1-3": "1/2", "1-4": "0.6", "2-3": "1/2", "2-4": "1/2", "3-4": 0.5},
}
RATED: dict[str, Any] = {
    "lines": [1, None, 2, 3, 4, 5, 6, None],
    "consolation": "first_match",
    "ratings": {"1": 1700, "2": "1500.5", "3": 1500, "4": 1650, "5": "-20", "6": 1500},
    "lengths": {"main": [5, 7, 9], "consolation": {"1": 3, "2": 5}},
}


def run(tmp_path: Path, file: dict[str, Any], *options: str) -> int:
    path = tmp_path / "odds.json"
    path.write_text(json.dumps(file))
    return main(["odds", str(path), *options])


def answered(tmp_path: Path, capsys: pytest.CaptureFixture[str], file: dict[str, Any]) -> Any:
    assert run(tmp_path, file, "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_the_worked_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = answered(tmp_path, capsys, FOUR)

    assert answer["odds"]["1"]["main"] == pytest.approx({"0": 0.275, "1": 0.225, "2": 0.5})
    assert answer["odds"]["4"]["consolation"] == pytest.approx({"0": 0.225, "1": 0.275, "out": 0.5})
    assert answer["exact"] == {"main": True, "consolation": True}
    assert answer["standard_error"] == {}


def test_people_get_a_table_a_bracket(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, FOUR) == 0

    assert capsys.readouterr().out.splitlines()[:3] == [
        "main, exact",
        "entrant          0          1          2",
        "      1   0.275000   0.225000   0.500000",
    ]


def test_results_may_stand_in_any_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = [
        {"bracket": "consolation", "round": 1, "number": 1, "winner": 1},
        {"bracket": "main", "round": 2, "number": 1, "winner": 3},
        {"bracket": "main", "round": 1, "number": 2, "winner": 3},
        {"bracket": "main", "round": 1, "number": 1, "winner": 1},
    ]

    answer = answered(tmp_path, capsys, RATED | {"results": played})

    assert answer["odds"]["1"]["main"] == {"0": 0, "1": 0, "2": 1, "3": 0}
    assert answer["odds"]["2"]["consolation"] == {"0": 0, "1": 0, "2": 1, "out": 0}


def test_a_file_may_expect_a_part_of_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expect = {"odds": {"1": {"main": {"0": "0.275"}}, "3": {"consolation": {"1": 0.25}}}, "standard_error": 0}

    assert run(tmp_path, FOUR | {"expect": expect}) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "As the file expects."


def test_a_chance_that_differs_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expect = {"odds": {"1": {"main": {"0": 0.276}}, "9": {"main": {"0": 0.1}}}, "exact": {"main": False}}

    assert run(tmp_path, FOUR | {"expect": expect, "tolerance": 0.0001}) == 1
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "differs at odds.1.main.0: expected 0.276, got 0.275",
        'differs at odds.9: expected {"main": {"0": "1/10"}}, got nothing',
        "differs at exact.main: expected false, got true",
    ]


def test_a_tolerance_is_enough(tmp_path: Path) -> None:
    expect = {"odds": {"1": {"main": {"0": 0.276}}}}

    assert run(tmp_path, FOUR | {"expect": expect, "tolerance": "0.0011"}) == 0


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    (FOUR | {"colour": "red"}, "json.unknown", "colour"),
    (FOUR | {"lines": [1, 2, 3]}, "plan.size", "lines"),
    (FOUR | {"lines": [1, 2, 3, 3]}, "odds.twice", "lines[3]"),
    (FOUR | {"lines": [1, 2, 3, "4"]}, "json.kind", "lines[3]"),
    (FOUR | {"lines": [None, None]}, "json.range", "lines"),
    (FOUR | {"consolation": "swiss"}, "json.unknown", "consolation"),
    (FOUR | {"ratings": {}, "lengths": 5}, "odds.chances", "p"),
    ({"lines": [1, 2]}, "odds.chances", "p"),
    (FOUR | {"p": {"1-2": "1/2"}}, "odds.chance", "p"),
    (FOUR | {"p": {"12": "1/2"}}, "odds.entrant", "p.12"),
    (FOUR | {"p": {"1-1": "1/2"}}, "odds.pair", "p.1-1"),
    (FOUR | {"p": {"1-5": "1/2"}}, "odds.entrant", "p.1-5"),
    (FOUR | {"p": {"1-2": "0.5", "2-1": "0.6"}}, "odds.not_one", "p.2-1"),
    (FOUR | {"p": {"1-2": "1.5"}}, "json.range", "p.1-2"),
    (FOUR | {"class_width": 1860}, "json.unknown", "class_width"),
    (RATED | {"ratings": {"1": 1500}}, "odds.rating", "ratings"),
    (RATED | {"class_width": 0}, "json.range", "class_width"),
    (RATED | {"lengths": {"main": {"1": 5, "3": 7}}}, "json.missing", "lengths.main.2"),
    (RATED | {"lengths": {"main": {"1": 5, "2": 5, "3": 7, "4": 9}}}, "json.unknown", "lengths.main.4"),
    (RATED | {"lengths": {"main": [5, 0]}}, "format.length", "lengths.main"),
    (RATED | {"lengths": {"consolation": 5}}, "json.missing", "lengths.main"),
    ({word: each for word, each in RATED.items() if word != "lengths"}, "json.missing", "lengths"),
]


@pytest.mark.parametrize(("file", "code", "place"), REFUSED)
def test_refusals_name_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: dict[str, Any], code: str, place: str
) -> None:
    assert run(tmp_path, file, "--json") == 2

    refused = json.loads(capsys.readouterr().out)
    assert (refused["error"], refused["facts"]["place"]) == (code, place)


FIELD: dict[str, Any] = {"entrants": [4, 2, 9], "ratings": {"2": 1500, "4": 1500, "9": 1500}, "lengths": 7}


def test_a_field_without_a_draw_has_the_odds_of_every_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = answered(tmp_path, capsys, FIELD)

    # One of three draws gives each of them the bye.
    assert answer["odds"]["4"]["main"] == pytest.approx({"0": 1 / 3, "1": 1 / 3, "2": 1 / 3})
    assert (answer["draws"], answer["exact"], answer["standard_error"]) == (6, {"main": True}, {})


def test_the_first_seed_has_the_bye_of_a_field_without_a_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = answered(tmp_path, capsys, FIELD | {"seeds": [9]})

    assert answer["odds"]["9"]["main"] == pytest.approx({"0": 1 / 2, "1": 1 / 2, "2": 0})


@pytest.mark.parametrize(
    ("more", "code", "place"),
    [
        ({"lines": [1, 2]}, "json.unknown", "lines"),
        ({"results": []}, "json.unknown", "results"),
        ({"accuracy": "0.1"}, "json.unknown", "accuracy"),
        ({"entrants": [4, 2, 4]}, "odds.twice", "entrants[2]"),
        ({"entrants": [4, None]}, "json.kind", "entrants[1]"),
        ({"entrants": [4]}, "draw.field", "entrants"),
        ({"seeds": [9, 9]}, "odds.twice", "seeds[1]"),
        ({"seeds": [3]}, "odds.entrant", "seeds[0]"),
        ({"ratings": {"2": 1500, "4": 1500}}, "odds.rating", "ratings"),
    ],
)
def test_a_field_that_cannot_be_drawn_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: dict[str, Any], code: str, place: str
) -> None:
    assert run(tmp_path, FIELD | more, "--json") == 2

    refused = json.loads(capsys.readouterr().out)
    assert (refused["error"], refused["facts"]["place"]) == (code, place)


def result(round_: int, number: int, winner: int, bracket: str = "main") -> dict[str, Any]:
    return {"bracket": bracket, "round": round_, "number": number, "winner": winner}


@pytest.mark.parametrize(
    ("results", "code", "place"),
    [
        ([result(1, 1, 3)], "odds.result", "results[0]"),
        ([result(1, 3, 1)], "odds.match", "results[0]"),
        ([result(2, 1, 1)], "odds.result", "results[0]"),
        ([result(1, 1, 1), result(1, 1, 2)], "odds.result_twice", "results[1]"),
        ([result(1, 1, 1, "last_chance")], "json.unknown", "results[0].bracket"),
        ([result(1, 1, 1) | {"length": 5}], "json.unknown", "results[0].length"),
        ([{"bracket": "main", "round": 1, "number": 1}], "json.missing", "results[0].winner"),
    ],
)
def test_results_that_cannot_be_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], results: list[dict[str, Any]], code: str, place: str
) -> None:
    assert run(tmp_path, FOUR | {"results": results}, "--json") == 2

    refused = json.loads(capsys.readouterr().out)
    assert (refused["error"], refused["facts"]["place"]) == (code, place)


def test_a_chance_that_no_match_needs_any_more_may_be_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = {"lines": [1, 2, 3, 4], "p": {"1-3": "0.7"}, "results": [result(1, 1, 1), result(1, 2, 3)]}

    assert answered(tmp_path, capsys, file)["odds"]["3"]["main"]["0"] == pytest.approx(0.3)
