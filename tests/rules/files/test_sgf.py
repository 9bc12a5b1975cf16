import json
from dataclasses import replace

import pytest

from rules.errors import RuleBroken
from rules.files.json_record import read_json, write_json
from rules.files.sgf import read_sgf, write_sgf
from rules.game.board import Position
from rules.game.record import Action, Kind, Result
from rules.rulesets import STANDARD

HEAD = "(;FF[4]GM[6]MI[length:3][game:0][ws:1][bs:2]PW[Ann]PB[Bob]RU[Crawford:CrawfordGame]RE[B+2R]"


def test_a_game_is_read_in_the_own_numbers_of_each_side() -> None:
    match = read_sgf(HEAD + "\n;B[31hefe]\n;W[52mhxv]\n;B[double]\n;W[drop])")

    assert (match.length, match.players, match.crawford) == (3, ("Ann", "Bob"), True)
    game = match.games[0]
    assert (game.number, game.score, game.crawford, game.result) == (1, (1, 2), True, Result(1, 2))
    assert game.actions == (
        Action(1, Kind.PLAY, 1, (3, 1), "17/20 19/20"),
        Action(0, Kind.PLAY, 2, (5, 2), "13/8 24/22"),
        Action(1, Kind.DOUBLE, 2),
        Action(0, Kind.DROP, 3),
    )


def test_bar_and_off_are_the_last_two_letters() -> None:
    assert read_sgf(HEAD + ";W[64ysfz];B[64ygsz])").games[0].actions[0].play == "25/19 6/0"
    assert read_sgf(HEAD + ";W[64ysfz];B[64ygsz])").games[0].actions[1].play == "25/18 6/0"


def test_a_double_in_answer_to_a_double_is_a_beaver() -> None:
    text = "(;FF[4]GM[6]MI[length:0]PW[A]PB[B];W[31hefe];B[double];W[double];B[take];B[52aclq])"
    kinds = [action.kind for action in read_sgf(text).games[0].actions]

    assert kinds == [Kind.PLAY, Kind.DOUBLE, Kind.BEAVER, Kind.PLAY]
    assert read_sgf(write_sgf(read_sgf(text))) == read_sgf(text)


def test_only_the_main_line_is_read_and_other_properties_are_ignored() -> None:
    text = HEAD + ";W[31hefe]C[a comment \\] with ) and ;](;B[52aclq]N[x];W[double])(;B[64aeag]))"

    assert [action.kind for action in read_sgf(text).games[0].actions] == [Kind.PLAY, Kind.PLAY, Kind.DOUBLE]


def test_a_position_that_was_set_up_and_the_cube_at_the_start_are_read() -> None:
    text = HEAD + ";CV[2];AE[a:x]AW[f][f][z]AB[a][y])"
    game = read_sgf(text).games[0]

    assert game.start_cube == 2
    assert game.actions[0].position == Position.of({6: 2}, {24: 1, 25: 1})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(;GM[6]", "sgf.text"),
        ("(;GM[6", "sgf.text"),
        ("(;GM[6])) ", "sgf.text"),
        ("(;GM[6] x)", "sgf.text"),
        ("(;GM)", "sgf.text"),
        ("()", "file.no_game"),
        ("(;GM[1])", "sgf.game"),
        ("(;GM[6]MI[length:100])", "length.range"),
        ("(;GM[6]MI[length:x])", "number.range"),
        ("(;GM[6]MI[length:1];W[31hef])", "sgf.move"),
        ("(;GM[6]MI[length:1];W[ab])", "sgf.move"),
        ("(;GM[6]MI[length:1];W[31HE])", "sgf.move"),
        ("(;GM[6]MI[length:1];AW[ff])", "sgf.move"),
        ("(;GM[6]MI[length:1];AW" + "[f]" * 16 + ")", "position.crowded"),
        ("(" * 100_000, "sgf.text"),
        ("(;GM[6]MI[length:1])" * 23, "file.games"),
        ("(;GM[6]MI[length:1]" + ";W[double]" * 2_001 + ")", "file.rows"),
    ],
)
def test_files_that_are_no_backgammon_are_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_sgf(text)

    assert refused.value.code == code


def test_names_with_brackets_and_backslashes_survive() -> None:
    match = read_sgf(HEAD + ";W[31hefe])")
    odd = replace(match, players=("A ] b", "C \\ d"), tags=(("Event", "x ] \\ y"),))

    assert read_sgf(write_sgf(odd)) == odd


def test_our_own_format_keeps_everything() -> None:
    match = read_sgf(HEAD + ";CV[4];W[31hefe];B[double];W[take])")
    by_hand = Action(1, Kind.POSITION, None, position=Position.start(STANDARD))
    game = replace(match.games[0], actions=(by_hand, *match.games[0].actions), start_cube=4)
    full = replace(match, games=(game,), form="json", tags=(("Event", "Tournoi d’été"),), beavers=False)

    assert read_json(write_json(full)) == full


GOOD = json.loads(write_json(read_sgf(HEAD + ";W[31hefe])")))


def changed(**fields: object) -> str:
    return json.dumps(GOOD | fields)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "json.text"),
        ("[" * 100_000, "json.text"),
        ("{}", "json.form"),
        (changed(version=9), "json.form"),
        (changed(length=-1), "json.field"),
        (changed(length=True), "json.field"),
        (changed(length=100), "length.range"),
        (changed(players=["x"]), "json.field"),
        (changed(players=["x" * 201, "y"]), "json.field"),
        (changed(crawford="maybe"), "json.field"),
        (changed(games=[{}]), "json.field"),
        (changed(games=[{"actions": [{"side": "left", "do": "play"}]}]), "json.field"),
        (changed(games=[{"actions": [{"side": "top", "do": "fly"}]}]), "json.field"),
        (changed(games=[{"actions": [{"side": "top", "do": "play", "play": "6/5 " * 48}]}]), "play.long"),
        (changed(games=[{"actions": [{"side": "top", "do": "position", "position": {"mine": [1], "theirs": []}}]}]),
         "position.shape"),
        (changed(games=[{"actions": []}] * 27), "file.games"),
        (changed(games=[{"actions": [{"side": "top", "do": "take"}] * 2001}]), "file.rows"),
        (changed(games=None), "json.field"),
    ],
)  # fmt: skip
def test_json_that_is_no_record_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_json(text)

    assert refused.value.code == code
