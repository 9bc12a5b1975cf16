"""Files that tell a match line by line: the text of GNU Backgammon, FIBS oldmoves, GamesGrid's .sgg."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.files.formats import detect, read_match, read_matches, write_match
from rules.game.notation import read_play
from rules.game.record import Action, Kind, MatchRecord, Result
from rules.referee.verdict import judge_match
from tests.rules.files.texts import GNU_TEXT, MAT, OLDMOVES, SGG

FORMS = {"gnu text": GNU_TEXT, "oldmoves": OLDMOVES, "sgg": SGG}


def acts(match: MatchRecord) -> list[Any]:
    """The actions without the roll of the resignation, which not every program writes."""
    return [
        (act.side, act.kind, None if act.kind is Kind.RESIGN else act.dice,
         sorted((hop.src, hop.dst) for hop in read_play(act.play).hops))
        for game in match.games for act in game.actions
    ]  # fmt: skip


def actions(text: str) -> list[Action]:
    return [action._replace(row=None) for game in read_match(text.encode()).games for action in game.actions]


def codes(text: str) -> list[str]:
    return [one.code for one in judge_match(read_match(text.encode())).findings if one.code != "play.marks_missing"]


@pytest.mark.parametrize(("form", "text"), FORMS.items())
def test_one_match_is_the_same_in_every_format(form: str, text: str) -> None:
    match, same = read_match(text.encode()), read_match(MAT.encode())

    assert (match.form, match.players, match.length) == (form, ("Ann", "Bob"), 2)
    assert acts(match) == acts(same)
    assert [game.score for game in match.games] == [(0, 0), (0, 1)]
    assert [game.result for game in match.games] == [Result(1, 1), Result(0, 2)]
    assert codes(text) == []
    assert judge_match(match).score == (2, 1)


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_what_was_read_can_be_written_in_our_formats(text: str) -> None:
    match = read_match(text.encode())

    for form in ("mat", "sgf", "xg", "json"):
        assert acts(read_match(write_match(match, form).encode())) == acts(match)


def test_rows_are_those_that_are_printed() -> None:
    rows = {form: [act.row for act in read_match(text.encode()).games[0].actions] for form, text in FORMS.items()}

    assert rows == {
        "gnu text": [1, 2, 3, 4, 5, 6, 7],
        "oldmoves": [1, 1, 2, 2, 3, 3, 4],
        "sgg": [1, 1, 2, 2, 3, 3, 4],
    }


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (SGG.replace("2\t65:\n", "3\t65:\n", 1), 3),
        (GNU_TEXT.replace("Move number 3:  Ann to play 65\n\n* Ann moves 13/7* 13/8\n", "", 1), 4),
    ],
)
def test_a_row_that_does_not_follow_is_reported(text: str, row: int) -> None:
    assert ("row.number", 1, row) in [(one.code, one.game, one.row) for one in read_match(text.encode()).remarks]


def test_the_take_that_accepts_a_beaver_has_a_row_of_its_own() -> None:
    beaver = """* Bob doubles

Move number 7:  Bob doubles to 2

* Ann doubles

Move number 8:  Ann doubles to 4

* Bob accepts

Move number 9:  Bob to play 21

Ann wins 4 points
"""
    text = GNU_TEXT.partition("* Bob doubles")[0].replace(" (match to 2 points)", "") + beaver
    match = read_match(text.encode())

    assert [action.kind for action in match.games[0].actions[-3:]] == [Kind.DOUBLE, Kind.BEAVER, Kind.RESIGN]
    assert match.remarks == ()


OPENING = """Score is 0-0 in a 5 point match.
Ann is X - Bob is O
X: (3 1) 8-5 6-5
"""


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        ("O: (6 5) can't move", Action(1, Kind.PLAY, None, (6, 5), "")),
        ("O: (6 5) 24-18 13-8", Action(1, Kind.PLAY, None, (6, 5), "24/18 13/8")),
        ("O: (6 5) 1-7 12-17", Action(1, Kind.PLAY, None, (6, 5), "24/18 13/8")),
        ("O: (6 5) 20-off 19-off", Action(1, Kind.PLAY, None, (6, 5), "5/off 6/off")),
        ("O: (2 1) bar-2", Action(1, Kind.PLAY, None, (2, 1), "bar/23")),
        ("O: (2 1) bar-23", Action(1, Kind.PLAY, None, (2, 1), "bar/23")),
        ("O: wants to resign. X will win 1 point.\nX: rejects", Action(0, Kind.PLAY, None, (3, 1), "8/5 6/5")),
        ("O: doubles.\nX: accepts.", Action(0, Kind.TAKE)),
        ("X: doubles\nO: doubles\nX: accepts", Action(1, Kind.BEAVER)),
    ],
)
def test_lines_of_oldmoves_are_read(lines: str, last: Action) -> None:
    assert actions(OPENING + lines)[-1] == last


def test_fibs_may_write_players_and_score_the_other_way_round() -> None:
    turned = OLDMOVES.replace("0-1 in", "1-0 in", 1)
    swapped = turned.replace("Ann is X - Bob is O", "Bob is X - Ann is O").replace(
        "Bob is X - Ann is O", "Ann is X - Bob is O", 1
    )
    first, second = swapped.split("\n\n")
    second = second.translate(str.maketrans("XO", "OX")).replace("is O -", "is X -").replace("Ann is X\n", "Ann is O\n")

    assert [game.score for game in read_match(turned.encode()).games] == [(0, 0), (0, 1)]
    match = read_match(f"{first}\n\n{second}".encode())
    assert (match.players, [game.score for game in match.games]) == (("Ann", "Bob"), [(0, 0), (0, 1)])
    assert acts(match) == acts(read_match(MAT.encode()))


def test_points_that_fibs_leaves_out_follow_from_the_next_score() -> None:
    assert read_match(OLDMOVES.replace("O: wins 1 point", "O: wins").encode()).games[0].result == Result(1, 1)


def test_a_money_session_has_no_length() -> None:
    match = read_match(OLDMOVES.replace(" in a 2 point match", "").encode())

    assert (match.length, len(match.games)) == (0, 2)
    assert read_match(GNU_TEXT.replace(" (match to 2 points)", "").encode()).length == 0
    assert read_match(SGG.replace("/2\n1", "\n1").encode()).length == 0


@pytest.mark.parametrize(
    ("cells", "last"),
    [
        ("1\t\t-- : O-O", Action(1, Kind.PLAY)),
        ("1\t\t62: O-O\n1\t\t62: O-O", Action(1, Kind.PLAY, None, (6, 2))),
        ("1\t\tDouble to 2\n2\tBeaver to 4\n2\t\tRaccoon to 8", Action(1, Kind.BEAVER)),
        ("1\t\tDouble to 2\n2\tAccept", Action(0, Kind.TAKE)),
        ("1\t\t62: Resign", Action(1, Kind.RESIGN, None, (6, 2))),
    ],
)
def test_cells_of_sgg_are_read(cells: str, last: Action) -> None:
    head, _, _ = SGG.partition("1\t\t64:")

    assert actions(head + cells)[-1] == last


def test_automatic_doubles_of_sgg_turn_the_cube_before_the_game() -> None:
    match = read_match(SGG.replace("1\t31:\n", "11: Automatic double\n1\t31:\n", 1).encode())

    assert [game.start_cube for game in match.games] == [2, 1]


def test_sgg_marks_the_crawford_game_and_says_what_is_played() -> None:
    match = read_match(SGG.replace("Variant: Backgammon", "Variant: Nackgammon").encode())

    assert ([game.crawford for game in match.games], match.crawford) == ([None, True], True)
    assert match.variation == "Nackgammon"


def test_a_name_may_begin_like_the_other() -> None:
    text = GNU_TEXT.replace("Bob", "Ann B")

    assert acts(read_match(text.encode())) == acts(read_match(MAT.encode()))


def test_one_game_of_gnu_text_begins_at_its_score() -> None:
    _, heading, second = GNU_TEXT.partition("The score (after 1 game)")

    assert codes(heading + second) == ["score.start"]


TWO = {
    "mat": MAT + "\n" + MAT.replace("Bob", "Cid").replace(" 2 point", " 3 point"),
    "gnu text": GNU_TEXT + GNU_TEXT.replace("Bob", "Cid").replace("to 2 points", "to 3 points"),
    "oldmoves": OLDMOVES + "\n" + OLDMOVES.replace("Bob", "Cid").replace("a 2 point", "a 3 point"),
    "sgg": SGG + SGG.replace("Bob", "Cid").replace("/2\n", "/3\n"),
}
TWO["sgf"] = "".join(write_match(match, "sgf") for match in read_matches(TWO["mat"].encode()))


@pytest.mark.parametrize(("form", "text"), TWO.items())
def test_a_file_with_two_matches_asks_which(form: str, text: str) -> None:
    listed = [("Ann", "Bob", 2), ("Ann", "Cid", 3)]

    with pytest.raises(RuleBroken, match=r"file\.two_matches") as refused:
        read_match(text.encode())
    with pytest.raises(RuleBroken, match=r"file\.no_match"):
        read_match(text.encode(), 3)

    assert detect(text) in (form, "snowie")
    assert refused.value.facts["matches"] == listed
    assert [(*match.players, match.length) for match in read_matches(text.encode())] == listed
    assert acts(read_match(text.encode(), 2)) == acts(read_match(MAT.encode()))
    assert read_match(text.encode(), 1).games == read_matches(text.encode())[0].games


def test_of_very_many_matches_the_first_are_listed() -> None:
    with pytest.raises(RuleBroken) as refused:
        read_match((MAT * 60).encode())

    assert (refused.value.facts["count"], len(refused.value.facts["matches"])) == (60, 50)


def test_a_second_match_of_the_same_players_begins_at_nil() -> None:
    for text in (MAT, GNU_TEXT, OLDMOVES, SGG, write_match(read_match(MAT.encode()), "sgf")):
        assert len(read_matches((text + "\n" + text).encode())) == 2


def test_header_lines_below_a_match_belong_to_the_next() -> None:
    text = '; [Event "First"]\n' + MAT + '\n; [Event "Second"]\n' + MAT + '; [Note "late"]\n'

    assert [match.tags for match in read_matches(text.encode())] == [
        (("Event", "First"),), (("Event", "Second"), ("Note", "late")),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The score (after 0 games) is: nonsense\n", "file.no_game"),
        (GNU_TEXT.replace("to 2 points", "to 200 points"), "length.range"),
        (GNU_TEXT.replace("Ann 0, Bob 0", "Ann 999999999, Bob 0"), "number.range"),
        ("Score is 0-0 in a 5 point match.\n is X - \n", "file.no_game"),
        (OPENING + "O: doubles\n" * 2_001, "file.rows"),
        (OPENING.replace("0-0", "0-1") * 31, "file.games"),
        ("Ann vs. Bob\n" + "Game 1.0-1/5\n" * 31, "file.games"),
        ("Game 1.0-0/5\nAnn vs. Bob\n", "file.names"),
    ],
)
def test_broken_files_are_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_match(text.encode())

    assert refused.value.code == code


LINES = [line for text in FORMS.values() for line in text.splitlines()]


@given(st.lists(st.sampled_from([*LINES, "", "X: dances", "Ann wins", "7\t\t77: x", "* Ann moves"]), max_size=60))
def test_any_order_of_lines_is_judged_or_refused_with_a_code(lines: list[str]) -> None:
    for text in FORMS.values():
        try:
            matches = read_matches((text + "\n".join(lines)).encode())
        except RuleBroken:
            continue
        for match in matches:
            judge_match(match)
