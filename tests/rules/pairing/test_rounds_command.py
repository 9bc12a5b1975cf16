"""``python -m rules draw --main swiss`` and ``--main round_robin``."""

import json
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.formats.registry import read_format

KEY = "2026-11-20 63 55 21"
ONE = {"round": 1, "winner": 1, "loser": 2}


def test_the_first_round_of_a_swiss(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["draw", "--entrants", "21", "--main", "swiss", "--key", KEY, "--json"])

    answer = json.loads(capsys.readouterr().out)
    assert (code, answer["phase"], answer["round"], len(answer["tables"])) == (0, "swiss", 1, 11)
    assert answer["tables"][-1]["other"] is None


def test_a_file_with_results_gives_the_next_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "round.json"
    results = [{"round": 1, "winner": 1, "loser": 2}, {"round": 1, "winner": 3, "loser": 0}]
    path.write_text(json.dumps({"entrants": 3, "key": KEY, "losses": 3, "paid": 1, "results": results}))

    code = main(["draw", str(path), "--main", "swiss", "--json"])

    answer = json.loads(capsys.readouterr().out)
    assert (code, answer["round"]) == (0, 2)
    assert [(each["one"], each["other"], each["reason"]) for each in answer["tables"]] == [
        (1, 3, "equal_records"),
        (2, None, "bye"),
    ]


def test_a_round_robin_prints_its_schedule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--entrants", "4", "--main", "round_robin"]) == 0
    assert capsys.readouterr().out == " 1  1-4  2-3\n 2  1-2  3-4\n 3  1-3  2-4\n"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("[", "swiss.file"),
        ('{"entrants": 5, "words": 1}', "swiss.file"),
        ('{"entrants": 1}', "swiss.file"),
        ('{"entrants": 5}', "swiss.key"),
        ('{"entrants": 5, "key": "a", "results": [{"round": 1}]}', "swiss.file"),
        ('{"entrants": 5, "key": "a", "losses": "3"}', "swiss.file"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: str, code: str
) -> None:
    path = tmp_path / "round.json"
    path.write_text(data)

    assert main(["draw", str(path), "--main", "swiss"]) == 2
    assert capsys.readouterr().err.startswith(f"rules draw: {code}")


def test_a_structure_is_shown_with_its_scorecard_or_refused(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["draw", "--main", "knockout", "--json", "--scorecard", "--entrants"]

    assert main([*words, "24", "--lower", "AB.C.D.|.|", "--third", "H.I.|"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["matches"] == {"main": 23, "consolation": 21, "last_chance": 5, "all": 49}
    assert answer["scorecard"]["demands"]["levels"] == {"kept": True, "broken_at": ""}
    assert main([*words, "16", "--lower", "A.B.C.|"]) == 2
    assert json.loads(capsys.readouterr().out)["refused"] == "notation.odd"


def test_presets_that_no_notation_describes_are_shown_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--entrants", "13", "--preset", "first_match_loser", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(["draw", "--entrants", "13", "--preset", "triple_elimination", "--key", KEY, "--json"]) == 0
    triple = json.loads(capsys.readouterr().out)

    assert (first["fewest"]["consolation"], first["matches"]["consolation"]) == (4, 7)
    assert (triple["main"], len(triple["tables"])) == ("swiss", 7)


def test_a_dynamic_drop_is_printed_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--entrants", "16", "--lower", "A.B.|.C.|", "--dynamic"]) == 0

    assert "dynamic drop: each line is chosen as the loser drops" in capsys.readouterr().out


def test_a_file_with_a_number_of_rounds_is_a_swiss_of_fixed_rounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.json"
    results = [{"round": 1, "winner": 1, "loser": 2, "late": [1]}, {"round": 1, "winner": 3, "loser": 4}]
    data = {"entrants": 5, "key": KEY, "rounds": 2, "results": results, "joined": [[5, 2]], "losses": 3, "paid": 0}
    path.write_text(json.dumps(data | {"tie_breaks": ["wins", "fewer_late"]}))

    assert main(["draw", str(path), "--main", "swiss", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["phase"], answer["round"], answer["tables"][0]["one"]) == ("swiss", 2, 1)
    assert [each["entrant"] for each in answer["standings"]][:2] == [3, 1]


def test_pools_are_shown_for_a_number_of_entrants(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--entrants", "7", "--main", "pools"]) == 0
    assert capsys.readouterr().out == (
        "7 entrants, 2 pools, 4 come through, knockout on 4 lines, 12 matches\n"
        "pool 1: 4 players\n  round 1: 1-4  2-3\n  round 2: 1-2  3-4\n  round 3: 1-3  2-4\n"
        "pool 2: 3 players\n  round 1: 2-3\n  round 2: 1-2\n  round 3: 1-3\n"
    )


def test_a_file_of_names_is_dealt_into_pools_as_the_draw_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names, groups = tmp_path / "names", tmp_path / "groups"
    names.write_text("".join(f"{n};Player {n};{n if n < 3 else ''}\n" for n in range(1, 9)))
    groups.write_text("3;club:kazan\n4;club:kazan\n")
    arguments = ["draw", str(names), "--main", "pools", "--key", KEY, "--event", "7", "--groups", str(groups), "--json"]

    code = main(arguments)

    answer = json.loads(capsys.readouterr().out)
    pool = {each["number"]: at for at, one in enumerate(answer["pools"]) for each in one["players"]}
    format_ = read_format({"main": "pools", "separate": ["club"]})
    lines = format_.lines_apart(range(1, 9), {1: 1, 2: 2}, {3: ["club:kazan"], 4: ["club:kazan"]}, KEY, 7)
    assert (code, answer["matches"]) == (0, 15)
    assert pool == {who: (line - 1) // 4 for line, who in lines.items()}
    assert (pool[1], pool[2]) == (0, 1)
    assert pool[3] != pool[4]


def test_pools_show_the_best_of_the_next_place_and_how_fair_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["draw", "--main", "pools", "--entrants", "24", "--best", "fill"]

    assert main([*words, "--scorecard", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert main([*words, "--scorecard"]) == 0
    printed = capsys.readouterr().out.splitlines()

    assert (answer["through"], answer["best"], answer["knockout_lines"], answer["matches"]) == (16, 4, 16, 51)
    assert (answer["scorecard"]["gap"], answer["scorecard"]["gap_at"]) == (2, "C1")
    assert [each["instead"] for each in answer["alternatives"]] == [{"best": 0}, {"largest": 5}, {"largest": 6}]
    assert printed[0] == (
        "24 entrants, 6 pools, 16 come through (4 of them as the best of the next place),"
        " knockout on 16 lines, 51 matches"
    )
    assert "instead: largest 5" in printed


def test_a_swiss_shows_how_fair_it_is_without_a_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--main", "swiss", "--entrants", "11", "--scorecard"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert main(["draw", "--main", "round_robin", "--entrants", "4", "--scorecard", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)

    assert printed[0] == "11 entrants"
    assert "  expected rematches depends on play, largest gap of records depends on play" in printed
    assert (len(answer["rounds"]), answer["scorecard"]["matches"], answer["scorecard"]["gap"]) == (3, {"main": 6}, 2)


@pytest.mark.parametrize("best", ["7", "some", "-1"])
def test_a_number_of_the_best_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], best: str) -> None:
    assert main(["draw", "--entrants", "24", "--main", "pools", f"--best={best}"]) == 2
    assert "pools.best" in capsys.readouterr().err


def test_pools_that_do_not_work_out_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--entrants", "8", "--main", "pools", "--pools", "3"]) == 2
    assert "pools.size" in capsys.readouterr().err


def test_who_is_free_is_paired_while_others_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hall.json"
    results = [ONE, {"round": 1, "winner": 3, "loser": 4}]
    hall = {"entrants": 8, "key": KEY, "rounds": 3, "results": results, "playing": [[5, 6], [7, 8]]}
    path.write_text(json.dumps(hall))

    code = main(["draw", str(path), "--main", "swiss", "--pairing", "as_they_finish", "--json"])
    answer = json.loads(capsys.readouterr().out)
    path.write_text(json.dumps({**hall, "results": results[:1], "playing": [[3, 4], [5, 6], [7, 8]]}))
    main(["draw", str(path), "--main", "swiss", "--pairing", "as_they_finish"])

    assert (code, answer["phase"], answer["round"]) == (0, "swiss", 2)
    assert [(each["one"], each["other"], each["records"]) for each in answer["tables"]] == [
        (1, 3, "1-0, 1-0"),
        (2, 4, "0-1, 0-1"),
    ]
    assert answer["waiting"] == []
    assert "wait for an opponent: 1 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"playing": [[1, 2]], "results": [ONE, {"round": 1, "winner": 2, "loser": 3}]}, "results.twice"),
        ({"playing": [[1, 9]]}, "results.unknown"),
        ({"playing": [1]}, "swiss.file"),
        ({"pairing": "now"}, "swiss.pairing"),
        ({"results": [{"round": 4, "winner": 1, "loser": 2}]}, "round.room"),
    ],
)
def test_a_hall_that_cannot_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: dict[str, object], code: str
) -> None:
    path = tmp_path / "hall.json"
    path.write_text(json.dumps({"entrants": 6, "key": KEY, "rounds": 3, "pairing": "as_they_finish", **more}))

    assert main(["draw", str(path), "--main", "swiss"]) == 2
    assert capsys.readouterr().err.startswith(f"rules draw: {code}")
