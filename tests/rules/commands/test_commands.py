import io
import json
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.game.board import Position
from rules.notation.position_id import write_position_id
from tests.rules.files.texts import MAT

DATA = Path(__file__).parents[1] / "data"
CLEAN = str(DATA / "selfplay" / "mat" / "m079_L05.mat")
WRONG = str(DATA / "corrupt" / "c080_cube_in_crawford.mat")
UNREADABLE = str(DATA / "corrupt" / "c196_encoding.mat")


def answered(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    code = main([str(word) for word in words])
    return code, capsys.readouterr().out


def test_validate_prints_an_array_with_one_object_for_each_file(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = answered(capsys, "validate", CLEAN, WRONG, UNREADABLE, "--json")
    clean, wrong, unreadable = json.loads(out)

    assert code == 2
    assert clean["findings"] == []
    assert set(clean) == {"file", "format", "match", "findings"}
    assert set(clean["match"]) == {"length", "players", "score", "winner", "games"}
    assert clean["match"]["winner"] in ("top", "bottom")
    assert wrong["findings"] == [
        {"grade": "irregular", "code": "crawford.cube", "game": 10, "row": 14, "side": wrong["findings"][0]["side"],
         "expected": wrong["findings"][0]["expected"], "got": 2}
    ]  # fmt: skip
    assert (unreadable["match"], unreadable["error"]) == (None, "file.encoding")


@pytest.mark.parametrize(("files", "code"), [([CLEAN], 0), ([WRONG], 1), ([CLEAN, WRONG], 1), (["/nowhere.mat"], 2)])
def test_the_exit_code_is_that_of_the_worst_file(
    capsys: pytest.CaptureFixture[str], files: list[str], code: int
) -> None:
    assert answered(capsys, "validate", *files)[0] == code


def test_validate_can_leave_out_the_crawford_rule_and_add_holland(capsys: pytest.CaptureFixture[str]) -> None:
    assert answered(capsys, "validate", "--no-crawford", WRONG)[0] == 0
    assert answered(capsys, "validate", "--holland", CLEAN)[0] in (0, 1)


def test_validate_reads_names_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps({"file": CLEAN}) + "\n" + json.dumps(WRONG) + "\n"))

    code, out = answered(capsys, "validate", "-", "--summary")

    assert code == 1
    assert [line.rpartition(": ")[2] for line in out.splitlines()] == ["0 findings", "1 findings"]


def test_validate_reads_records_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = json.dumps({"file": "mine", "text": Path(CLEAN).read_text()})
    monkeypatch.setattr("sys.stdin", io.StringIO(line + "\nnonsense\n"))

    code, out = answered(capsys, "validate", "-", "--json")

    assert code == 2
    assert [(one["file"], one["findings"] == []) for one in json.loads(out)] == [("mine", True), ("-", False)]


def test_validate_prints_findings_as_text_too(capsys: pytest.CaptureFixture[str]) -> None:
    out = answered(capsys, "validate", WRONG)[1]

    assert "  irregular crawford.cube; game 10; row 14; side" in out


def test_plays_of_a_position_id(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = answered(capsys, "plays", "4HPwATDgc/ABMA", "31", "--json")
    answer = json.loads(out)

    assert (code, answer["dice_played"], len(answer["plays"])) == (0, 2, 16)
    five_point = next(play for play in answer["plays"] if play["play"] == "8/5 6/5")
    assert five_point["position"]["m"] == {"24": 2, "13": 5, "8": 2, "6": 4, "5": 2}
    assert five_point["position_id"] == write_position_id(
        Position.of({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5})
    )


def test_plays_of_a_position_in_json_keep_the_movers_view(capsys: pytest.CaptureFixture[str]) -> None:
    question = json.dumps({"m": {"24": 1}, "o": {"12": 1, "9": 2, "6": 3}, "mb": 0})
    answer = json.loads(answered(capsys, "plays", question, "65", "--json")[1])

    assert answer == {
        "dice_played": 2,
        "plays": [
            {
                "play": "24/18/13*",
                "position": {"m": {"13": 1}, "o": {"9": 2, "6": 3}, "mb": 0, "ob": 1, "mp": [], "op": []},
                "position_id": answer["plays"][0]["position_id"],
            }
        ],
    }


def test_plays_answers_json_lines_in_order(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = (DATA / "games_vectors.jsonl").read_text().splitlines()[:40]
    nonsense = [
        '{"id": "x", "m": {"99": 1}, "dice": [1, 2]}',
        "{",
        '{"id": "y", "position": "4HPwATDgc/ABMA", "dice": "31"}',
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(vectors + nonsense)))

    code, out = answered(capsys, "plays", "-")
    answers = [json.loads(line) for line in out.splitlines()]

    assert code == 2
    for vector, answer in zip(map(json.loads, vectors), answers, strict=False):
        assert (answer["id"], answer["dice_played"]) == (vector["id"], vector["dice_played"])
        assert len(answer["plays"]) == len(vector["plays"])
    assert [answer.get("error") for answer in answers[-3:]] == ["position.point", "json.text", None]


@pytest.mark.parametrize(
    "words", [("4HPwATDgc/ABM", "31"), ("4HPwATDgc/ABMA", "77"), ("{", "31"), ("[1]", "31"), ('{"m": 3}', "31"),
              ("4HPwATDgc/ABMA", "31", "--ruleset", "chess"), ("4HPwATDgc/ABMA",)],
)  # fmt: skip
def test_plays_refuses_nonsense_with_exit_code_two(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    assert answered(capsys, "plays", *words)[0] == 2
    code, out = answered(capsys, "plays", *words, "--json")
    assert (code, "error" in json.loads(out)) == (2, True)


def test_plays_of_an_xgid_and_of_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:3:10"

    assert answered(capsys, "plays", xgid, "61")[1].startswith("10 plays, 2 dice")
    assert answered(capsys, "plays", "4HPwATDgc/ABMA", "66", "--ruleset", "irish")[1].startswith("6 plays, 2 dice")


@pytest.mark.parametrize("ending", ["sgf", "json", "mat", "txt", "xg"])
def test_convert_writes_what_validate_reads(capsys: pytest.CaptureFixture[str], tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"match.{ending}"

    code, out = answered(capsys, "convert", CLEAN, target, "--json")

    assert (code, json.loads(out)["games"] > 0) == (0, True)
    assert answered(capsys, "validate", target)[0] == 0


def test_convert_refuses_what_it_cannot_do(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert answered(capsys, "convert", CLEAN, tmp_path / "match.pdf")[0] == 2
    assert answered(capsys, "convert", UNREADABLE, tmp_path / "match.sgf", "--json")[0] == 2
    assert answered(capsys, "convert", "/nowhere.mat", tmp_path / "match.sgf")[0] == 2
    assert answered(capsys, "convert", CLEAN, tmp_path / "match.pdf", "--form", "sgf")[0] == 0


def test_one_match_of_a_file_with_several_is_chosen_by_its_number(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    several = tmp_path / "several.mat"
    several.write_text(MAT + "\n" + MAT.replace("Bob", "Cid"))

    refused = json.loads(answered(capsys, "validate", several, "--json")[1])[0]
    second = json.loads(answered(capsys, "validate", several, "--match", "2", "--json")[1])[0]

    assert (refused["error"], second["match"]["players"]) == ("file.two_matches", ["Ann", "Cid"])
    assert answered(capsys, "validate", several, "--match", "3")[0] == 2
    assert answered(capsys, "convert", several, tmp_path / "one.sgf", "--match", "2")[0] == 0
    assert answered(capsys, "show", several, "--match", "1", "--row", "2")[0] == 0


def test_show_draws_the_board_at_a_row(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"

    code, out = answered(capsys, "show", CLEAN, "--game", "1", "--row", "2", "--svg", picture)

    assert code == 0
    assert out.splitlines()[1] == " + 13 14 15 16 17 18 -+---+ 19 20 21 22 23 24 -+"
    assert picture.read_text().startswith("<svg")
    answer = json.loads(answered(capsys, "show", CLEAN, "--row", "2", "--side", "bottom", "--json")[1])
    assert (answer["row"], answer["side"]) == (2, "bottom")


@pytest.mark.parametrize("words", [("--game", "99"), ("--row", "999"), ("--game", "0")])
def test_show_refuses_games_and_rows_that_do_not_exist(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert answered(capsys, "show", CLEAN, *words)[0] == 2
    assert answered(capsys, "show", "/nowhere", *words, "--json")[0] == 2


def test_met_prints_chances_and_take_points(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(answered(capsys, "met", "2", "4", "--json")[1])

    assert answer == {
        "table": "Kazaross-XG2", "away": [2, 4], "crawford": False, "chance": 0.6687,
        "take_points": [0.19894, 0.18564],
    }  # fmt: skip
    assert answered(capsys, "met", "1", "2", "--crawford")[1].startswith("1-away 67.74%   2-away 32.26%")


@pytest.mark.parametrize(
    ("words", "chance", "points"),
    [
        (("3", "5"), 0.64795, [0.209193, 0.287311]),
        (("3", "5", "--table", "woolsey"), 0.66, [0.257143, 0.285714]),
        (("3", "5", "--table", "G11"), 0.65026, [0.214014, 0.288148]),
        (("1", "3"), 0.67736, [0.02394, None]),
        (("2", "4", "--cube", "2"), 0.6687, [0.5, None]),
    ],
)
def test_met_reads_the_table_that_is_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], chance: float, points: list[float | None]
) -> None:
    answer = json.loads(answered(capsys, "met", *words, "--json")[1])

    assert (answer["chance"], answer["take_points"]) == (chance, points)


def test_met_names_the_tables_that_it_knows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["met", "2", "1", "--table", "nobody's"]) == 2

    assert "'Woolsey'" in capsys.readouterr().err


def test_met_reads_another_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "mine.json"
    table.write_text('{"pre_crawford": [[0.5, 0.7], [0.3, 0.5]], "post_crawford_trailer": [0.5, 0.49]}')

    assert json.loads(answered(capsys, "met", "2", "1", "--crawford", "--table", table, "--json")[1])["chance"] == 0.3
    assert answered(capsys, "met", "2", "1", "--table", "nobody's")[0] == 2
    assert answered(capsys, "met", "2", "1", "--table", "/nowhere.json", "--json")[0] == 2
    assert answered(capsys, "met", "0", "0")[0] == 2


def test_rulesets_lists_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    games = json.loads(answered(capsys, "rulesets", "--json")[1])

    assert [game["id"] for game in games][:3] == ["standard", "mediterranean", "portes"]
    assert games[0]["max_doublings"] is None
    assert len(answered(capsys, "rulesets")[1].splitlines()) == len(games)
