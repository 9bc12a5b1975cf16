"""The published test positions of every game, asked on the command line."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main
from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.check import check_play, check_rest
from rules.game.engine.turn import Stage, Turn
from rules.game.plays import legal_plays
from rules.rulesets import ruleset

LINES = (Path(__file__).parents[1] / "data" / "games_vectors.jsonl").read_text().splitlines()
TABULA = ruleset("tabula")
GUL_BARA = ruleset("gul_bara")


def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *questions: Any) -> list[Any]:
    """The answers of the command to JSON lines."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(json.dumps(each) for each in questions)))
    main(["plays", "-"])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_vector_has_as_many_ends_and_dice_as_published(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    vectors = [json.loads(line) for line in LINES]

    answers = ask(monkeypatch, capsys, *vectors)

    assert len(vectors) == 101
    wrong = [
        vector["id"]
        for vector, answer in zip(vectors, answers, strict=True)
        if (len(answer["plays"]), answer["dice_played"]) != (len(vector["plays"]), vector["dice_played"])
    ]
    assert wrong == []


def test_every_written_play_of_a_vector_leads_to_one_of_the_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    vectors = [json.loads(line) for line in LINES]
    answers = ask(monkeypatch, capsys, *vectors)
    wrong = []
    for vector, answer in zip(vectors, answers, strict=True):
        label = {"hyper": "hypergammon", "gulbara": "gul_bara"}.get(vector["ruleset"], vector["ruleset"])
        if "/" in label:
            continue
        game = ruleset(label)
        bare = Position.of(
            {int(point): count for point, count in vector["m"].items()} | {25: vector.get("mb", 0)},
            {int(point): count for point, count in vector["o"].items()} | {25: vector.get("ob", 0)},
            checkers=game.checkers,
        )
        position = Position(
            bare.player, bare.opponent, (frozenset(vector.get("mp", ())), frozenset(vector.get("op", ())))
        )
        turn = Turn(int(vector.get("first_turn", False)))
        ends = {
            check_play(position, tuple(vector["dice"]), text.partition(" [")[0], game, turn=turn, strict=True).position
            for text in vector["plays"]
        }
        if ends != set(legal_plays(position, tuple(vector["dice"]), game, turn).positions()):
            wrong.append((vector["id"], answer))

    assert wrong == []


@pytest.mark.parametrize(
    ("player", "opponent", "dice", "text", "rest"),
    [
        ({20: 1}, {24: 2, 7: 1}, (4, 4), "20/16", [(4, 3), (5, 4), (6, 4)]),
        ({18: 1}, {24: 3}, (6, 6), "", []),
        ({18: 1}, {24: 3}, (4, 4), "18/14/10/6/2/off", []),
        ({18: 1}, {24: 3}, (3, 3), "18/15", [(3, 3), (4, 4), (5, 4), (6, 4)]),
        ({18: 1}, {24: 3}, (1, 1), "18/14", [(2, 4), (3, 4), (4, 4), (5, 4), (6, 4)]),
        ({6: 2, 2: 1}, {10: 2}, (5, 5), "6/1(2) 2/off 1/off(2)", []),
    ],
)
def test_the_cascade_passes_on_what_the_roller_cannot_play(
    player: dict[int, int], opponent: dict[int, int], dice: tuple[int, int], text: str, rest: list[tuple[int, int]]
) -> None:
    checked = check_play(Position.of(player, opponent), dice, text, GUL_BARA, turn=Turn(3))

    assert [tuple(stage) for stage in checked.rest] == rest


def test_one_checker_leaves_the_head_in_all_stages_of_a_cascade() -> None:
    game = GUL_BARA.with_options(head_rule="one_per_turn")
    board = Position.of({24: 14, 20: 1}, {24: 15})

    checked = check_play(board, (5, 5), "24/14 20/10 14/2 10/4", game, turn=Turn(3))

    assert (checked.used, checked.rest) == (7, ((6, 1),))
    with pytest.raises(RuleBroken, match=r"play"):
        check_play(board, (5, 5), "24/14 20/10 14/2 10/4 24/18", game, turn=Turn(3))
    assert check_play(board, (5, 5), "24/14 20/10 14/2 10/4 24/18", GUL_BARA, turn=Turn(3)).used == 8


def test_each_stage_of_a_cascade_has_the_duty_to_open_the_wall() -> None:
    game = GUL_BARA.with_options(unblock_duty=True)
    board = Position.of({11: 2, 10: 2, 9: 2, 8: 2, 7: 2, 6: 1, 1: 4}, {24: 15})

    with pytest.raises(RuleBroken, match=r"play\.unblock"):
        check_play(board, (6, 6), "11/5 10/4 9/3 8/2", game, turn=Turn(3))
    assert check_play(board, (6, 6), "11/5(2) 10/4 9/3", game, turn=Turn(3)).used == 4


def test_before_its_turn_a_double_is_no_cascade() -> None:
    board = Position.of({20: 1}, {24: 2, 7: 1})

    assert check_play(board, (4, 4), "20/16", GUL_BARA, turn=Turn(2)).rest == ()
    assert check_play(board, (4, 4), "20/16", ruleset("gul_bara_tabla_bg"), turn=Turn(3)).rest == ()
    assert check_play(board, (4, 4), "20/16", ruleset("gul_bara_tabla_bg"), turn=Turn(4)).rest != ()


def test_the_remainder_may_be_the_stage_alone_or_nothing() -> None:
    board = Position.of({20: 1}, {24: 2, 7: 1})

    def rest(option: str) -> object:
        return check_play(board, (4, 4), "20/16", GUL_BARA.with_options(remainder=option), turn=Turn(3)).rest

    assert rest("current_stage_only") == (Stage(4, 3),)
    assert rest("lost") == ()


def test_a_remainder_is_played_stage_by_stage_and_goes_on_after_a_stage_that_cannot_be_completed() -> None:
    board = Position.of({13: 1, 6: 1}, {24: 4, 22: 1})
    rest = (Stage(2, 3), Stage(3, 4))

    assert check_rest(board, rest, "13/11 6/4/2 11/8/5/2/off", GUL_BARA).used == 7
    with pytest.raises(RuleBroken, match=r"play\.more_dice"):
        check_rest(board, rest, "13/11 6/4/2 11/8/5", GUL_BARA)


def test_zenos_throw_in_tabula_has_one_play_that_leaves_eight_single_men() -> None:
    white = {6: 7, 9: 1, 10: 2, 19: 2, 20: 2, 23: 1}
    black = {8: 2, 11: 2, 12: 2, 13: 1, 14: 2, 15: 2, 18: 2, 21: 2}
    board = Position.of({25 - at: n for at, n in white.items()}, {25 - at: n for at, n in black.items()})

    (only,) = legal_plays(board, (6, 5, 2), TABULA)

    assert sorted(25 - point for point in range(1, 25) if only.position.player[point] == 1) == [
        9, 10, 16, 19, 20, 22, 23, 24,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("own", "bar", "hand", "opposing", "dice", "count"),
    [
        ({}, 0, 15, {}, (6, 6, 1), 3),
        ({3: 1}, 0, 14, {5: 2, 2: 2}, (5, 2, 2), 1),
        ({3: 1}, 1, 13, {5: 2, 2: 2}, (5, 2, 2), 0),
        ({}, 1, 14, {4: 1}, (4, 4, 1), 5),
        ({12: 1}, 0, 14, {}, (3, 2, 1), 5),
        ({24: 15}, 0, 0, {}, (3, 2, 1), 1),
    ],
)
def test_the_positions_of_tabula(
    own: dict[int, int], bar: int, hand: int, opposing: dict[int, int], dice: tuple[int, ...], count: int
) -> None:
    player = {25 - at: n for at, n in own.items()} | {25: bar + hand}
    bare = Position.of(player, {25 - at: n for at, n in opposing.items()})
    board = Position(bare.player, bare.opponent, hands=(hand, 0)).check(TABULA)

    assert len(legal_plays(board, dice, TABULA)) == count


def test_tabula_can_be_asked_with_the_numbers_of_the_books(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    question = {
        "ruleset": "tabula",
        "numbering": "ascending",
        "m": {"3": 1},
        "mh": 14,
        "o": {"5": 2, "2": 2},
        "dice": "522",
    }

    (answer,) = ask(monkeypatch, capsys, question)

    assert [play["position"]["m"] for play in answer["plays"]] == [{"12": 1}]
    assert answer["plays"][0]["position"]["mh"] == 14


def test_a_play_that_ends_the_game_says_how(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    vectors = {each["id"]: each for each in map(json.loads, LINES)}

    mother, draw = ask(monkeypatch, capsys, vectors["PLA-07"], vectors["PLA-10"])

    assert {play["play"]: play.get("ends") for play in mother["plays"]} == {
        "13/11/10": None, "13/11 3/2": None, "3/1*": "mother", "3/2 3/1*": "mother",
    }  # fmt: skip
    assert [(play["ends"], play["draw"], play["points"]) for play in draw["plays"] if "ends" in play] == [
        ("both_mothers", True, 0)
    ]
