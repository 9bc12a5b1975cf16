"""Match files as they really come, and files of ours as GNU Backgammon needs them."""

from pathlib import Path

import pytest

from rules.errors import RuleBroken
from rules.files.formats import read_match, write_match
from rules.game.record import Action, GameRecord, Kind, MatchRecord, Result
from rules.referee.verdict import judge_match

HEAD = " 7 point match\n"
GAME = """
 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                      42: 8/4 6/4
"""
RIGHT_WINS, LEFT_WINS = " " * 37 + "Wins 1 point\n", "      Wins 1 point\n"
OPENING = (Action(0, Kind.PLAY, 1, (3, 1), "8/5 6/5"), Action(1, Kind.PLAY, 1, (4, 2), "8/4 6/4"))
SGF = "(;FF[4]GM[6]CA[UTF-8]MI[length:7][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RE[B+1R]\n;W[31hefe]\n;W[resign])"


def codes(text: str) -> list[tuple[str, int | None]]:
    findings = judge_match(read_match(text.encode())).findings
    return [(one.code, one.row) for one in findings if one.code != "match.unfinished"]


def written(*actions: Action, winner: int, form: str) -> str:
    games = (GameRecord(1, (0, 0), (*OPENING, *actions), Result(winner, 1)),)
    return write_match(MatchRecord(7, ("Ann", "Bob"), games), form)


@pytest.mark.parametrize("form", ["mat", "snowie", "xg"])
@pytest.mark.parametrize(("kind", "word"), [(Kind.DROP, "Drops"), (Kind.RESIGN, "Resigns")])
def test_a_word_in_the_left_column_reaches_the_right_one(form: str, kind: Kind, word: str) -> None:
    text = written(
        Action(0, Kind.PLAY, 2, (6, 4), "24/14"), Action(1, Kind.DOUBLE, 2, value=2), Action(0, kind, 3),
        winner=1, form=form,
    )  # fmt: skip

    (row,) = [line for line in text.splitlines() if word in line]
    assert row == f"  3)  {word}".ljust(38)


@pytest.mark.parametrize(
    ("actions", "winner", "ending"),
    [
        ((Action(0, Kind.RESIGN),), 1, "RE[B+1R]"),
        ((Action(0, Kind.PLAY, 2, (6, 4), "24/14"),), 0, "RE[W+1R]"),
        ((Action(0, Kind.DOUBLE, value=2), Action(1, Kind.DROP)), 0, "RE[W+1]"),
    ],
)
def test_a_resigned_game_is_one_in_sgf(actions: tuple[Action, ...], winner: int, ending: str) -> None:
    assert ending in written(*actions, winner=winner, form="sgf")


def test_a_game_that_ended_on_the_board_is_no_resignation_in_sgf() -> None:
    plays = [Action(side, Kind.PLAY, None, (1, 1), "1/off(4)" if side == 0 else "") for side in (0, 1) * 4][:-1]
    off = Action(0, Kind.PLAY, None, (6, 6), "6/off(4)")

    text = written(*plays[:-1], off, winner=0, form="sgf")

    assert "RE[W+1]" in text


def test_a_last_roll_that_was_not_played_is_a_resignation() -> None:
    match = read_match((HEAD + GAME + "  2) 64:\n" + RIGHT_WINS).encode())

    assert match.games[0].actions[-1] == Action(0, Kind.RESIGN, 2, (6, 4))
    assert codes(HEAD + GAME + "  2) 64:\n" + RIGHT_WINS) == []
    assert codes(HEAD + GAME + "  2) 64:\n" + LEFT_WINS) == [("play.none_reported", 2)]
    assert codes(HEAD + GAME + "  2) Resigned Game\n" + RIGHT_WINS) == []


ROWS = ("  2) 64: 24/14                       31: 24/23 13/10", "  3) 21: 13/10                       65: 24/13")


@pytest.mark.parametrize(
    ("rows", "reported"),
    [
        (ROWS, []),
        (ROWS[1:], [("row.number", 3)]),
        ((ROWS[0], ROWS[0]), [("row.number", 2)]),
        ((*ROWS, "  6) " + RIGHT_WINS.rstrip()), []),
        ((ROWS[0], "  4) 52: ????" + RIGHT_WINS.rstrip()), [("row.number", 4)]),
    ],
)
def test_row_numbers_go_up_by_one(rows: tuple[str, ...], reported: list[tuple[str, int]]) -> None:
    numbered = [each for each in codes(HEAD + GAME + "\n".join(rows) + "\n") if each[0] == "row.number"]

    assert numbered == reported


def test_the_first_row_of_a_game_is_1() -> None:
    assert codes(HEAD + GAME.replace("  1)", "  2)") + LEFT_WINS) == [("row.number", 2)]


def numbered_rows(lines: list[str]) -> list[int]:
    """The places of the rows that another row follows."""
    rows = [at for at, line in enumerate(lines) if line[:4].strip().rstrip(")").isdecimal()]
    return [at for at in rows if at + 1 in rows]


@pytest.mark.parametrize("session", ["m133_L07", "m124_L05", "s016_money"])
def test_every_row_that_is_torn_out_or_exchanged_with_the_next_is_reported(session: str) -> None:
    text = (Path("tests/rules/data/selfplay/mat") / f"{session}.mat").read_text()
    lines = text.splitlines()

    for at in numbered_rows(lines):
        torn = [*lines[:at], *lines[at + 1 :]]
        exchanged = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        for wrong in (torn, exchanged):
            assert "row.number" in {one.code for one in read_match("\n".join(wrong).encode()).remarks}
    assert read_match(text.encode()).remarks == ()


@pytest.mark.parametrize(
    ("head", "length"),
    [(" 7 points match\n", 7), ("Unlimited game\n", 0), ('; [Site "x"]\n\n Money session\n', 0), ("Money game\n", 0)],
)
def test_the_length_has_several_wordings(head: str, length: int) -> None:
    assert read_match((head + GAME + LEFT_WINS).encode()).length == length


def test_a_colon_may_stand_after_the_number_of_a_game_and_control_z_at_the_end() -> None:
    text = HEAD + GAME.replace("Game 1", "Game 1:") + LEFT_WINS

    assert len(read_match(text.encode()).games) == 1
    assert read_match(text.encode() + b"\x1a\x1a").remarks == ()
    assert read_match(text.replace("Ann", "Zoë").encode("cp1252") + b"\x1a").remarks == ()


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_lines_may_end_as_on_any_system(end: str) -> None:
    text = '; [Event "x"]\n\n' + HEAD + GAME + LEFT_WINS

    assert read_match(text.replace("\n", end).encode()) == read_match(text.encode())


def test_two_matches_in_one_file_are_refused_for_that_reason() -> None:
    with pytest.raises(RuleBroken, match=r"file\.two_matches"):
        read_match((HEAD + GAME + LEFT_WINS + "\n" + HEAD + GAME + LEFT_WINS).encode())


@pytest.mark.parametrize("start", ["( ;", "(\n;", "\n (\t;"])
def test_sgf_may_have_blanks_after_its_first_bracket(start: str) -> None:
    assert read_match((start + SGF[2:]).encode()).players == ("Ann", "Bob")


def test_a_resignation_in_sgf_may_say_its_level() -> None:
    (game,) = read_match(SGF.replace("[resign]", "[resign:2]").encode()).games

    assert [action.kind for action in game.actions] == [Kind.PLAY, Kind.RESIGN]


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Иван Петров", "cp1251"), ("José Añón", "cp1252"), ("Müller", "cp1252"), ("Ann", "ascii"),
        ("Şükrü Doğan", "cp1254"), ("Yıldız İnan", "cp1254"), ("Sigurður Þór", "cp1252"), ("Hjörður", "cp1252"),
    ],
)  # fmt: skip
def test_names_beyond_ascii_are_read_without_a_mark(name: str, encoding: str) -> None:
    text = HEAD + GAME.replace("Ann", name) + LEFT_WINS

    assert read_match(text.encode(encoding)).players[0] == name


@pytest.mark.parametrize(("charset", "encoding"), [("windows-1254", "cp1254"), ("ISO-8859-9", "iso8859-9")])
def test_sgf_is_read_in_the_encoding_that_it_names(charset: str, encoding: str) -> None:
    text = SGF.replace("UTF-8", charset).replace("Ann", "Şükrü Yıldız")

    assert read_match(text.encode(encoding)).players[0] == "Şükrü Yıldız"
