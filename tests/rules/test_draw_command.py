"""``python -m rules draw``: what a player types at home to check the draw."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.__main__ import main
from rules.commands.draw import read_groups, read_names
from rules.draws.seeding import bye_lines, draw_lines
from rules.errors import RuleBroken
from tests.depth import STUCK_SECONDS

ROOT = Path(__file__).parents[2]
KEY = "2026-11-20 63 55 21"
FIVE = "Anna\nBoris\nChen\nDora\nEmre\n"

type NamesFile = Callable[[str | bytes], str]


@pytest.fixture
def names(tmp_path: Path) -> NamesFile:
    def written(text: str | bytes) -> str:
        path = tmp_path / "names.txt"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    return written


def shell(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "rules", *words],
        cwd=ROOT, input=stdin, capture_output=True, timeout=STUCK_SECONDS, check=False,
    )  # fmt: skip


def test_the_shell_prints_the_draw_line_by_line(names: NamesFile) -> None:
    done = shell("draw", names(FIVE), "--key", KEY)

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines() == [
        "5 entrants on 8 lines, 3 byes, key: 2026-11-20 63 55 21",
        "  1  A1      2 Boris",
        "  2  A1    bye",
        "  3  A2      1 Anna",
        "  4  A2    bye",
        "  5  A3      5 Emre",
        "  6  A3    bye",
        "  7  A4      3 Chen",
        "  8  A4      4 Dora",
    ]


def test_the_shell_reads_names_from_its_input() -> None:
    done = shell("draw", "-", "--key", KEY, "--json", stdin=FIVE.encode())

    assert done.returncode == 0
    assert json.loads(done.stdout)["lines"][0] == {"line": 1, "match": "A1", "number": 2, "name": "Boris"}


def test_the_shell_prints_the_refusal_and_exits_with_two(names: NamesFile) -> None:
    done = shell("draw", names("Anna\n"), "--key", KEY)

    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == "rules draw: draw.field entrants=1 fewest=2 most=512\n"


def test_json_has_key_size_byes_and_every_line(names: NamesFile, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["draw", names("Zoë\n李小龍\nAnna"), "--key", " 63  55 ", "--json"])

    answer = json.loads(capsys.readouterr().out)
    assert code == 0
    assert (answer["key"], answer["size"], answer["byes"]) == ("63 55", 4, [2])
    assert [line["match"] for line in answer["lines"]] == ["A1", "A1", "A2", "A2"]
    assert answer["lines"][1] == {"line": 2, "match": "A1", "number": None, "name": None}
    assert {line["name"] for line in answer["lines"]} == {"Zoë", "李小龍", "Anna", None}


def test_json_keeps_names_as_they_are_written(names: NamesFile, capsys: pytest.CaptureFixture[str]) -> None:
    main(["draw", names("Zoë\n李小龍"), "--key", KEY, "--json"])

    assert "李小龍" in capsys.readouterr().out


def test_a_file_from_a_windows_editor_is_read(names: NamesFile, capsys: pytest.CaptureFixture[str]) -> None:
    main(["draw", names(FIVE), "--key", KEY])
    plain = capsys.readouterr().out

    code = main(["draw", names(b"\xef\xbb\xbf" + FIVE.replace("\n", "\r\n").encode()), "--key", KEY])

    assert (code, capsys.readouterr().out) == (0, plain)


def test_blank_lines_count_as_nobody(names: NamesFile, capsys: pytest.CaptureFixture[str]) -> None:
    main(["draw", names(FIVE), "--key", KEY])
    plain = capsys.readouterr().out

    main(["draw", names("\n" + FIVE.replace("\n", "\n  \n")), "--key", KEY])

    assert capsys.readouterr().out == plain


def test_seeds_are_placed_and_get_the_byes(names: NamesFile, capsys: pytest.CaptureFixture[str]) -> None:
    main(["draw", names("3;Chen;2\n1;Anna;\n4;Dora\n15;Olga;\n9;Ivan;1"), "--key", KEY, "--json"])

    answer = json.loads(capsys.readouterr().out)
    drawn = {line["line"]: line["number"] for line in answer["lines"] if line["number"]}
    assert drawn == draw_lines([3, 1, 4, 15, 9], {9: 1, 3: 2}, KEY)
    assert (drawn[1], drawn[5]) == (9, 3)
    assert answer["byes"] == [2, 4, 6]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 60), st.data())
def test_the_command_repeats_the_draw_of_the_tournament(
    tmp_path_factory: pytest.TempPathFactory, entrants: int, data: st.DataObject
) -> None:
    numbers = data.draw(st.lists(st.integers(1, 999), min_size=entrants, max_size=entrants, unique=True))
    seeded = data.draw(st.lists(st.sampled_from(numbers), unique=True, max_size=8))
    seeds = {number: seed for seed, number in enumerate(seeded, start=1)}
    path = tmp_path_factory.mktemp("draw") / "names.txt"
    path.write_text("\n".join(f"{number};Player {number};{seeds.get(number, '')}" for number in numbers))

    with redirect_stdout(StringIO()) as printed:
        main(["draw", str(path), "--key", KEY, "--json"])

    answer = json.loads(printed.getvalue())
    assert {line["line"]: line["number"] for line in answer["lines"] if line["number"]} == draw_lines(
        numbers, seeds, KEY
    )
    assert answer["byes"] == sorted(bye_lines(answer["size"], entrants, len(seeds)))


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "draw.field entrants=0"),
        ("Anna", "draw.field entrants=1"),
        ("\n".join(f"Player {number}" for number in range(513)), "draw.field entrants=513"),
        ("Anna\nSmith; John", "names.line line=2"),
        ("1;Anna\n1;Boris", "names.number line=2 number=1"),
        ("2;Anna\nBoris", "names.number line=2 number=2"),
        ("0;Anna\n1;Boris", "names.line line=1"),
        ("-1;Anna", "names.line line=1"),
        ("1;\n2;Boris", "names.line line=1"),
        ("1;Anna;1;x", "names.line line=1"),
        ("1;Anna;0", "names.line line=1"),
        ("1;Anna;first", "names.line line=1"),
        ("1;Anna;1\n2;Boris;1", "seed.shared seeds=[1]"),
    ],
)
def test_a_list_that_cannot_be_drawn_is_refused_with_the_line(
    names: NamesFile, capsys: pytest.CaptureFixture[str], text: str, refusal: str
) -> None:
    code = main(["draw", names(text), "--key", KEY])

    printed = capsys.readouterr()
    assert (code, printed.out) == (2, "")
    assert printed.err.startswith(f"rules draw: {refusal}")


@pytest.mark.parametrize(("key", "refusal"), [("", "key.empty"), ("  ", "key.empty"), ("6\x003", "key.unprintable")])
def test_a_key_that_cannot_be_used_is_refused(
    names: NamesFile, capsys: pytest.CaptureFixture[str], key: str, refusal: str
) -> None:
    code = main(["draw", names(FIVE), "--key", key])

    assert (code, capsys.readouterr().err) == (2, f"rules draw: {refusal}\n")


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["draw", "/no/such/list.txt", "--key", KEY])

    assert code == 2
    assert "/no/such/list.txt" in capsys.readouterr().err


def test_a_file_that_is_not_utf_8_is_refused(names: NamesFile, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["draw", names("Zoë\nAnna".encode("latin-1")), "--key", KEY])

    assert code == 2
    assert "utf-8" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["shuffle"], ["draw"], ["draw", "names.txt"], ["draw", "--key", KEY]])
def test_words_that_are_missing_or_unknown_exit_with_two(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exits:
        main(words)

    assert exits.value.code == 2
    assert "usage: python -m rules" in capsys.readouterr().err


def test_numbers_and_plain_names_may_be_mixed() -> None:
    assert read_names("7;Anna\nBoris\n9; Chen ;2") == ({7: "Anna", 2: "Boris", 9: "Chen"}, {9: 2})


@given(st.text(st.sampled_from("12;a \n"), max_size=30))
def test_any_list_is_read_or_refused_with_its_line(text: str) -> None:
    try:
        numbered, seeds = read_names(text)
    except RuleBroken as broken:
        if broken.code not in {"names.line", "names.number"}:
            raise
        return

    assert set(seeds) <= set(numbered)
    assert all(name.strip() == name and name for name in numbered.values())


def test_groups_of_a_second_file_are_drawn_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names, groups = tmp_path / "names.txt", tmp_path / "groups.txt"
    names.write_text("".join(f"Player {number}\n" for number in range(1, 18)))
    groups.write_text("1;Kazan\n2;Kazan, club 3\n\n3;club 3\n")

    assert main(["draw", str(names), "--key", "63 55 21", "--groups", str(groups), "--json"]) == 0

    drawn = json.loads(capsys.readouterr().out)
    assert (drawn["play_in"], drawn["nearness"]) == (1, 2 / 32)


@pytest.mark.parametrize(("text", "code"), [("1;", "names.line"), ("x;a", "names.line"), ("1;a\n1;b", "names.number")])
def test_groups_that_cannot_be_read_are_refused(text: str, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_groups(text)

    assert refused.value.code == code
