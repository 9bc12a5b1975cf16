import csv
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.files.formats import FORMS, detect, read_match, write_match
from rules.files.limits import decode
from rules.files.mat_reader import read_mat
from rules.game.board import Position
from rules.game.findings import Grade
from rules.game.record import Action, Kind, Result
from rules.referee.verdict import judge_match

DATA = Path(__file__).parents[1] / "data"
CORRUPT = list(csv.DictReader((DATA / "corrupt" / "INDEX.csv").read_text().splitlines()))


def match_text(
    *rows: str, length: str = " 3 point match", names: str = " Ann : 0                       Bob : 0"
) -> str:
    return "\n".join([length, "", " Game 1", names, *rows]) + "\n"


def actions(*rows: str) -> tuple[Action, ...]:
    return read_mat(match_text(*rows)).games[0].actions


READABLE = [wrong for wrong in CORRUPT if wrong["kind"] != "encoding"]


@pytest.mark.parametrize("wrong", READABLE, ids=lambda wrong: wrong["file"])
def test_every_wrong_file_has_a_finding_at_its_game_and_row(wrong: dict[str, str]) -> None:
    verdict = judge_match(read_match((DATA / "corrupt" / wrong["file"]).read_bytes()))

    serious = [one for one in verdict.findings if one.grade is not Grade.NOTE]
    assert serious
    assert serious[0].game == int(wrong["game_no"] or serious[0].game or 0)
    assert not wrong["row_no"] or serious[0].row == int(wrong["row_no"])


def test_a_file_in_another_encoding_is_refused_with_the_reason() -> None:
    (wrong,) = [wrong for wrong in CORRUPT if wrong["kind"] == "encoding"]

    with pytest.raises(RuleBroken, match=r"file\.encoding"):
        read_match((DATA / "corrupt" / wrong["file"]).read_bytes())


def test_most_wrong_files_give_exactly_one_finding() -> None:
    verdicts = [judge_match(read_match((DATA / "corrupt" / wrong["file"]).read_bytes())) for wrong in READABLE]
    counts = [sum(one.grade is not Grade.NOTE for one in verdict.findings) for verdict in verdicts]

    assert sorted(counts) == [1] * 59 + [2] * 4


def test_there_are_64_wrong_files() -> None:
    assert len(CORRUPT) == 64


def test_a_row_has_a_left_and_a_right_cell() -> None:
    assert actions("  1) 31: 8/5 6/5                  52: 13/8 24/22 ") == (
        Action(0, Kind.PLAY, 1, (3, 1), "8/5 6/5"),
        Action(1, Kind.PLAY, 1, (5, 2), "13/8 24/22"),
    )


@pytest.mark.parametrize(
    ("row", "side"),
    [("  1)                                52: 13/8 24/22", 1), ("  1) 52: 13/8 24/22", 0), (" 10)   52: 13/8", 0)],
)
def test_a_row_with_one_cell_belongs_to_the_side_whose_column_it_is(row: str, side: int) -> None:
    assert [action.side for action in actions(row)] == [side]


@pytest.mark.parametrize(
    ("cell", "kind", "value"),
    [
        (" Doubles => 2", Kind.DOUBLE, 2),
        (" doubles", Kind.DOUBLE, None),
        (" Redoubles => 4", Kind.DOUBLE, 4),
        (" Beavers => 4", Kind.BEAVER, 4),
        (" Takes", Kind.TAKE, None),
        (" Drops", Kind.DROP, None),
        (" Passes", Kind.DROP, None),
        ("Concedes", Kind.RESIGN, None),
        ("????", Kind.RESIGN, None),
    ],
)
def test_cube_actions_and_resignations_are_read(cell: str, kind: Kind, value: int | None) -> None:
    (action,) = actions(f"  1) {cell}")

    assert (action.kind, action.value) == (kind, value)


@pytest.mark.parametrize("cell", ["51: ????", "51: Concedes", "51: Resigns", "51:  Losses 1 point"])
def test_a_roll_that_was_not_played_is_a_resignation(cell: str) -> None:
    assert actions(f"  1) {cell}           Wins 1 point") == (Action(0, Kind.RESIGN, 1, (5, 1)),)


def test_a_resignation_before_the_roll_has_no_dice() -> None:
    assert actions("  1) 00: ????")[0] == Action(0, Kind.RESIGN, 1, None)


def test_a_dance_in_words_is_kept_and_means_no_play() -> None:
    assert [action.play for action in actions("  1) 64: Cannot Move            65: ")] == ["Cannot Move", ""]


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("      Wins 2 points", Result(0, 2)),
        ("                                  Wins 1 point and the match", Result(1, 1)),
        ("  2)  Wins 2 point", Result(0, 2)),
        ("  2) 51: ????                           Wins 4 point", Result(1, 4)),
    ],
)
def test_the_result_stands_in_the_column_of_the_winner(line: str, result: Result) -> None:
    assert read_mat(match_text("  1) 31: 8/5 6/5", line)).games[0].result == result


@pytest.mark.parametrize(
    ("names", "players", "score"),
    [
        (" Ann : 3                 Bob : 4", ("Ann", "Bob"), (3, 4)),
        ("Ann: 3 Bob: 4", ("Ann", "Bob"), (3, 4)),
        (" A Long Name Of A Player Nr 30 : 0Dr. B : 12", ("A Long Name Of A Player Nr 30", "Dr. B"), (0, 12)),
        (" ann : 0,1543.20           bob b. : 1,1822.9", ("ann", "bob b."), (0, 1)),
    ],
)  # fmt: skip
def test_names_and_scores_are_read_in_every_dialect(names: Any, players: Any, score: Any) -> None:
    match = read_mat(match_text("  1) 31: 8/5 6/5", names=names))

    assert (match.players, match.games[0].score) == (players, score)


@pytest.mark.parametrize("length", ["7 point match", " 7 point match ", "  7 Point Match"])
def test_the_length_may_stand_anywhere_in_its_line(length: str) -> None:
    assert read_mat(match_text(length=length)).length == 7


def test_header_lines_are_kept_in_order_and_say_what_is_played() -> None:
    header = (
        '; [Site "Backgammon Studio"]  \n; [Player 1 "Ann "A" Lee"]\n; [Crawford "Off"]\n; [Variation "NackGammon"]\n'
    )
    match = read_mat(header + match_text())

    assert match.tags == (
        ("Site", "Backgammon Studio"), ("Player 1", 'Ann "A" Lee'), ("Crawford", "Off"), ("Variation",
        "NackGammon"),
    )  # fmt: skip
    assert (match.crawford, match.jacoby, match.variation) == (False, None, "NackGammon")


def test_a_position_set_up_between_rows_is_read() -> None:
    set_by_hand = "; Set Pos=XGID=" + "-" * 6 + "B" + "-" * 11 + "-b" + "-" * 6 + ":0:0:1:00:0:0:0:3:10"
    match = read_mat(
        match_text("  1) 31: 8/5 6/5", set_by_hand, "  2) 66: 6/off(2)", "      Wins 2 points", "; Set Pos=x")
    )

    by_hand = match.games[0].actions[1]
    assert (by_hand.kind, by_hand.side) == (Kind.POSITION, 0)
    assert by_hand.position == Position.of({6: 2}, {6: 2})
    assert [one.code for one in match.remarks] == ["line.unread"]


def test_an_accepted_illegal_play_is_one_irregularity_and_its_board_counts() -> None:
    after = "XGID=" + "-" * 6 + "B" + "-" * 11 + "-b" + "-" * 6 + ":0:0:1:00:0:0:0:3:10"
    match = read_mat(
        match_text(
            f"  1) 31: Illegal play ({after})     66: 6/off(2)",
            "                                  Wins 2 points",
            length=" 2 point match",
        )
    )

    verdict = judge_match(match)

    assert [action.kind for action in match.games[0].actions] == [Kind.PLAY, Kind.POSITION, Kind.PLAY]
    assert match.games[0].actions[0].play == "illegal play"
    assert [one.code for one in verdict.findings if one.grade is Grade.IRREGULAR] == ["play.stood"]


def test_an_illegal_play_with_a_board_in_another_format_is_reported_and_the_game_goes_on() -> None:
    rows = ["  1) 31: Illegal play (7;1;0;0;1;Ann;Bob;0;0;0;1;0;0;2)     52: 13/8 24/22", "  2) 64: 24/14"]
    match = read_mat(match_text(*rows))

    verdict = judge_match(match)

    assert [action.dice for action in match.games[0].actions] == [(3, 1), (5, 2), (6, 4)]
    assert "play.stood" in [one.code for one in verdict.findings]
    assert not [one for one in verdict.findings if one.grade is Grade.IMPOSSIBLE and one.code.startswith("play")]


def test_tabs_are_blanks() -> None:
    (action,) = actions("  1)\t\t\t\t\t52: 13/8 24/22")

    assert (action.side, action.dice) == (1, (5, 2))


def test_a_line_that_cannot_be_read_is_reported_and_the_rest_is_read() -> None:
    match = read_mat(match_text("  1) 31: 8/5 6/5", "what is this", "  2) 52: 13/8", "  3) nonsense"))

    assert [(one.code, one.row, one.got) for one in match.remarks] == [
        ("line.unread", None, "what is this"), ("line.unread", 3, "nonsense"),
    ]  # fmt: skip
    assert len(match.games[0].actions) == 2


def test_files_are_read_as_utf_8_with_or_without_a_mark_or_as_windows_1252() -> None:
    text = match_text("  1) 31: 8/5 6/5", names=" Zoë : 0              Bob : 0").replace("\n", "\r\n")

    for content in (text.encode("utf-8-sig"), text.encode(), text.encode("cp1252")):
        assert read_match(content).players == ("Zoë", "Bob")


HEAD = b" 3 point match\n\n Game 1\n Ann : 0     Bob : 0\n"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file.empty"),
        (b" \n\n ", "file.empty"),
        (b"1" * (11 << 20), "file.large"),
        (b"7" * 1_000_000, "file.unknown"),
        (HEAD + b"  1) 31:" + b" " * 200_000 + b"8/5\n", "file.line"),
        (HEAD.decode().encode("utf-16"), "file.encoding"),
        (HEAD.decode().encode("utf-32"), "file.encoding"),
        (HEAD.decode().encode("utf-16-le"), "file.nul"),
        (HEAD.replace(b" ", b"\0"), "file.nul"),
        (HEAD.decode().encode("cp500"), "file.binary"),
        (b"\xff\x01 3 point match", "file.binary"),
        (b" 1000000000000000000000 point match\n Game 1\n Ann : 0   Bob : 0\n", "length.range"),
        (b" 100 point match\n", "length.range"),
        (b" 3 point match\n", "file.no_game"),
        (b"hello\n", "file.unknown"),
        (HEAD.replace(b"Ann : 0", b"Ann : 999999999"), "number.range"),
        (HEAD.replace(b"Bob : 0", b"Bob"), "file.names"),
        (HEAD + b"  1) 31: 8/5 6/5\n" * 1_001, "file.rows"),
        (b" 3 point match\n" + b" Game 1\n Ann : 0     Bob : 0\n" * 27, "file.games"),
        (b" 3 point match\n" + b"\n" * 40_001, "file.lines"),
        (HEAD + b"  1) 31: 8/5 6/5\n      Wins 99999999 points\n", "number.range"),
    ],
    ids=range(21),
)
def test_hostile_and_broken_files_are_refused_with_a_code(content: bytes, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_match(content)

    assert refused.value.code == code


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_with_a_code(content: bytes) -> None:
    for tail in (content, HEAD + content, b"(;FF[4]GM[6]" + content, b'{"form": "barpoint match"' + content):
        with suppress(RuleBroken):
            judge_match(read_match(tail))


LINES = st.lists(
    st.sampled_from(
        ["  1) 31: 8/5 6/5        52: 13/8 24/22", "  2)  Doubles => 2", "  3)  Takes     Drops", " Game 2",
         " Ann : 1     Bob : 0", "      Wins 1 point", "  4) 66: 24/18(2) 13/7(2)", "  5) Beavers => 8    ????",
         "  6) 77: 8/1",
         "; [Crawford \"Off\"]", " 5 point match", "  7) 21: 24-22", "  8) 11:    Concedes"]
    ),
    max_size=30,
)  # fmt: skip


@given(LINES)
def test_any_order_of_lines_is_judged_or_refused_with_a_code(lines: list[str]) -> None:
    try:
        match = read_match(HEAD + "\n".join(lines).encode())
    except RuleBroken:
        return

    verdict = judge_match(match)

    for form in ("mat", "json"):
        assert read_match(write_match(match, form).encode()).length == match.length
    assert all(one.game is None or 1 <= one.game <= len(match.games) for one in verdict.findings)


def test_the_content_shows_the_format() -> None:
    plain = match_text("  1) 31: 8/5 6/5")

    assert detect(plain) == "snowie"
    assert detect('; [Event "x"]\n' + plain) == "mat"
    assert detect(plain + "  2) 62: Bar/23 6/Off\n") == "xg"
    assert detect("(;FF[4]GM[6])") == "sgf"
    assert detect('{"form": "barpoint match"}') == "json"


def test_xg_text_is_written_with_words_and_counts() -> None:
    match = read_mat(match_text("  1) 66: 24/18 24/18 13/7* 13/7    64: ", "  2) 33: 25/22 3/0"))

    lines = write_match(match, "xg").splitlines()

    assert [line for line in lines if ") " in line] == [
        "  1) 66: 24/18(2) 13/7*(2)            64: Cannot Move",
        "  2) 33: Bar/22 3/Off",
    ]


def test_short_plays_are_written_step_by_step_for_programs_that_need_it() -> None:
    match = read_mat(match_text("  1) 63: 24/15                      21: 24/21 ", "  2) 62: 15/7"))

    lines = [line for line in write_match(match, "mat").splitlines() if ") " in line]
    kept = [line for line in write_match(match, "xg").splitlines() if ") " in line]

    assert lines == ["  1) 63: 24/18 18/15                  21: 24/22 22/21", "  2) 62: 15/9 9/7"]
    assert kept == ["  1) 63: 24/15                        21: 24/21", "  2) 62: 15/7"]
    assert "W[63xrro]" in write_match(match, "sgf")


def test_a_play_that_cannot_be_made_stays_as_written() -> None:
    match = read_mat(match_text("  1) 63: 20/11                      21: 24/21 "))

    assert "63: 20/11" in write_match(match, "mat")


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"file\.form"):
        write_match(read_mat(match_text()), "pdf")


def test_what_a_format_cannot_express_is_refused() -> None:
    match = read_mat(match_text("  1) 31: 8/5 6/5"))
    games = (replace(match.games[0], actions=(Action(0, Kind.POSITION),)),)

    for form in ("mat", "sgf"):
        with pytest.raises(RuleBroken, match=r"file\.cannot_say"):
            write_match(replace(match, games=games), form)


def test_decode_keeps_plain_text_as_it_is() -> None:
    assert decode("Zoë".encode()) == "Zoë"
    assert FORMS == ("mat", "snowie", "xg", "sgf", "json")
