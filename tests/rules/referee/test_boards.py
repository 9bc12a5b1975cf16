import pytest
from hypothesis import given, settings

from rules.game.board import Position
from rules.game.check import carry_out, legal_readings, play_out
from rules.game.notation import Hop, read_play
from rules.game.plays import legal_plays
from rules.referee.boards import SURE_AFTER, Boards, can_move
from rules.rulesets import STANDARD, ruleset
from tests.rules.game.positions import DICE, positions

START = Position.start(STANDARD)


def moves_of(text: str) -> tuple[tuple[Hop, ...], tuple[int, ...]]:
    play = read_play(text)
    return play.hops, play.pips


def lists(position: Position) -> tuple[list[int], list[int]]:
    return list(position.player), list(position.opponent)


@settings(max_examples=500, deadline=None)
@given(positions(), DICE)
def test_a_side_can_move_exactly_when_there_is_a_legal_play(position: Position, dice: tuple[int, int]) -> None:
    assert can_move(*lists(position), dice) == (len(legal_plays(position, dice)) > 0)


@pytest.mark.parametrize(
    ("player", "opponent", "dice", "can"),
    [
        ({25: 1}, {6: 2, 5: 2}, (6, 5), False),
        ({25: 1}, {6: 2, 5: 1}, (6, 5), True),
        ({25: 1, 24: 1}, {6: 2, 5: 3}, (6, 5), False),
        ({24: 1}, {7: 2, 6: 2}, (6, 5), False),
        ({24: 1}, {7: 1, 6: 2}, (6, 5), True),
        ({7: 1, 6: 1}, {24: 2, 23: 2, 20: 2, 19: 2}, (5, 6), False),
        ({6: 1, 5: 1}, {24: 2}, (5, 5), True),
        ({6: 1, 4: 1}, {24: 2}, (5, 5), False),
        ({4: 1}, {24: 2}, (5, 5), True),
        ({}, {24: 2}, (5, 5), False),
    ],
)
def test_whether_a_side_can_move(
    player: dict[int, int], opponent: dict[int, int], dice: tuple[int, int], can: bool
) -> None:
    assert can_move(*lists(Position.of(player, opponent)), dice) == can


@settings(max_examples=300, deadline=None)
@given(positions(), DICE)
def test_the_quick_check_makes_every_play_that_uses_all_its_dice(position: Position, dice: tuple[int, int]) -> None:
    total = 4 if dice[0] == dice[1] else 2
    for play in list(legal_plays(position, dice))[:30]:
        player, opponent = lists(position)
        text = " ".join(f"{step.src}/{step.dst}" for step in play.steps)

        used = play_out(player, opponent, dice, *moves_of(text), STANDARD)

        after = (tuple(player), tuple(opponent))
        if len(play.steps) == total or used:
            assert (used, *after) == (len(play.steps), play.position.player, play.position.opponent)
        else:
            assert after == (position.player, position.opponent)


@settings(max_examples=300, deadline=None)
@given(positions(), DICE)
def test_the_quick_check_makes_one_move_only_as_it_must_be_read(position: Position, dice: tuple[int, int]) -> None:
    for src in range(1, 26):
        for pips in {*dice, sum(dice)}:
            text = f"{src}/{max(0, src - pips)}"
            player, opponent = lists(position)

            used = play_out(player, opponent, dice, *moves_of(text), STANDARD)

            after = (tuple(player), tuple(opponent))
            if used:
                readings = legal_readings(*lists(position), dice, read_play(text), STANDARD)
                assert [(tuple(one.player), tuple(one.opponent), one.used) for one in readings] == [(*after, used)]
            else:
                assert after == (position.player, position.opponent)


@pytest.mark.parametrize(
    ("player", "opponent", "dice", "play", "used"),
    [
        ({24: 2, 13: 5}, {}, (3, 1), "24/20", 2),
        ({24: 2, 13: 5}, {4: 2}, (3, 1), "24/20", 2),
        ({25: 1, 13: 5}, {5: 1}, (3, 1), "bar/20*", 0),
        ({25: 1, 13: 5}, {4: 1}, (3, 1), "bar/21*", 2),
        ({5: 1, 2: 2}, {}, (3, 2), "5/off", 2),
        ({25: 1, 1: 4}, {1: 2, 4: 2}, (3, 1), "bar/22", 1),
        ({25: 2, 1: 4}, {1: 2}, (3, 1), "bar/22", 1),
        ({25: 1, 1: 4}, {1: 2, 3: 1, 4: 2}, (3, 1), "bar/22*", 1),
    ],
)
def test_the_quick_check_makes_one_move_that_can_be_read_in_one_way(
    player: dict[int, int], opponent: dict[int, int], dice: tuple[int, int], play: str, used: int
) -> None:
    sides = lists(Position.of(player, opponent))

    assert play_out(*sides, dice, *moves_of(play), STANDARD) == used


@pytest.mark.parametrize(
    ("player", "opponent", "dice", "play"),
    [
        ({24: 2, 13: 5}, {1: 2, 4: 1}, (3, 1), "24/20"),
        ({24: 2, 13: 5}, {2: 2, 4: 2}, (3, 1), "24/20"),
        ({24: 2, 13: 5}, {5: 2}, (3, 1), "24/20"),
        ({25: 2, 13: 5}, {}, (3, 1), "25/21"),
        ({25: 1, 24: 1}, {}, (3, 1), "24/20"),
        ({25: 1, 13: 5}, {}, (3, 1), "bar/22"),
        ({25: 1, 13: 5}, {1: 2}, (3, 1), "bar/22"),
        ({25: 1, 13: 5}, {1: 2, 3: 1}, (3, 1), "bar/22*"),
        ({25: 1, 13: 5}, {3: 2}, (3, 1), "bar/22"),
        ({24: 2, 13: 5}, {1: 2}, (3, 1), "24/21"),
        ({24: 1, 13: 5}, {}, (3, 1), "24/21 24/23"),
        ({24: 2, 13: 5}, {4: 2}, (3, 1), "24/21 13/12"),
        ({24: 2, 13: 5}, {9: 1, 12: 2}, (3, 1), "19/16 13/12"),
        ({25: 1, 13: 5}, {}, (3, 1), "13/10 13/12"),
        ({8: 1, 2: 2}, {}, (3, 1), "2/off 2/1"),
        ({5: 1, 2: 2}, {}, (3, 1), "2/off 2/1"),
        ({24: 2, 13: 5}, {4: 1, 1: 2}, (3, 1), "24/21* 13/11"),
        ({24: 4}, {4: 1, 10: 2}, (3, 3), "24/21*(2) 21/18 18/15"),
        ({24: 4}, {}, (3, 3), "24/21(3)"),
        ({24: 2}, {}, (7, 1), "24/17 24/23"),
        ({24: 2}, {}, (1, 7), "24/17 24/23"),
        ({24: 2}, {}, (1, 0), "24/24 24/23"),
        ({3: 2, 2: 2}, {}, (2, 1), "3/off 2/1"),
        ({24: 2, 13: 2}, {}, (3, 3), "24/18(2) 13/7(2)"),
        ({24: 2, 13: 2}, {}, (3, 3), "24/21(2) 13/10 13/9"),
        ({6: 2, 5: 2}, {}, (5, 5), "6/off(2) 5/off(2)"),
        ({24: 2, 13: 2}, {}, (3, 1), "24/20 13/10"),
    ],
)
def test_the_quick_check_leaves_the_board_alone_when_it_cannot_make_a_play(
    player: dict[int, int], opponent: dict[int, int], dice: tuple[int, int], play: str
) -> None:
    position = Position.of(player, opponent)
    before = lists(position)
    after = lists(position)

    assert play_out(*after, dice, *moves_of(play), STANDARD) == 0
    assert after == before


def test_the_quick_check_is_not_for_games_that_forbid_hit_and_run() -> None:
    assert play_out(*lists(START), (3, 1), *moves_of("8/5 6/5"), ruleset("tavla")) == 0
    assert play_out(*lists(START), (3, 1), *moves_of("8/5 6/5"), STANDARD) == 2
    assert play_out(*lists(START), (6, 6), *moves_of("24/18(2)"), ruleset("irish")) == 2


@pytest.mark.parametrize(
    ("play", "player", "opponent"),
    [
        ("24/20 13/8", {20: 1, 24: 1, 8: 1, 13: 4}, {6: 5}),
        ("24/19*", None, None),
        ("23/20", None, None),
        ("6/off", None, None),
        ("24/24", None, None),
        ("24/15* 13/12", {24: 1, 15: 1, 13: 4, 12: 1}, {6: 5, 25: 1}),
        ("24/off", {24: 1, 13: 5}, {6: 5, 10: 1}),
    ],
)
def test_an_accepted_illegal_play_is_carried_out_if_the_board_can_show_it(
    play: str, player: dict[int, int] | None, opponent: dict[int, int] | None
) -> None:
    before = Position.of({24: 2, 13: 5}, {6: 5, 10: 1})
    sides = lists(before)

    done = carry_out(*sides, read_play(play))

    assert done == (player is not None)
    if player is not None and opponent is not None:
        after = Position.of(player, opponent | ({} if 25 in opponent or 10 in opponent else {10: 1}))
        assert (sides[0][1:], sides[1][1:]) == (list(after.player[1:]), list(after.opponent[1:]))


def played(boards: Boards, *plays: tuple[int, str, str]) -> list[str | None]:
    codes = []
    for side, dice, play in plays:
        trouble = boards.play(side, (int(dice[0]), int(dice[1])), read_play(play))
        codes.append(trouble.code if trouble else None)
    return codes


def test_an_error_is_followed_on_both_boards_until_one_makes_sense() -> None:
    boards = Boards(START, STANDARD, patience=3)

    assert played(boards, (0, "31", "8/4 6/5")) == ["play.wrong_dice"]
    assert (boards.patience, boards.bar(0)) == (2, -1)
    assert played(boards, (1, "52", "13/8 24/22"), (0, "51", "24/23 13/8"), (1, "21", "13/11 6/5")) == [None] * 3
    assert played(boards, (0, "61", "8/7 5/off")) == [None]
    assert boards.lost


def test_the_other_board_is_taken_when_only_it_fits() -> None:
    boards = Boards(START, STANDARD, patience=3)
    played(boards, (0, "31", "8/4 6/5"))

    assert played(boards, (1, "52", "13/8 24/22"), (0, "11", "6/5(2) 5/4(2)")) == [None, None]
    assert boards.sides is not None
    assert boards.sides[0][4] >= 2
    assert not boards.lost


def test_without_patience_an_error_is_only_carried_out() -> None:
    boards = Boards(START, STANDARD, patience=0)

    assert played(boards, (0, "31", "8/4 6/5"), (1, "52", "13/8 24/22")) == ["play.wrong_dice", None]
    assert (boards.patience, boards.bar(0)) == (0, 0)


def test_a_second_error_is_reported_once_enough_plays_have_fitted() -> None:
    steady = [(1, "21", "13/11 6/5"), (0, "21", "13/11 6/5"), (1, "21", "11/9 6/5"), (0, "21", "11/9 6/5"),
              (1, "21", "9/7 6/5"), (0, "21", "9/7 6/5"), (1, "21", "7/5 6/5"), (0, "21", "7/5 6/5")]  # fmt: skip
    assert len(steady) > SURE_AFTER
    slip = (0, "31", "8/4 13/12")
    soon = Boards(START, STANDARD, patience=9)
    late = Boards(START, STANDARD, patience=9)

    assert played(soon, slip, *steady[:3], (0, "65", "24/10"))[-1] is None
    assert played(late, slip, *steady, (1, "65", "24/10"))[-1] == "play.wrong_dice"


def test_a_missing_turn_may_have_been_any_play() -> None:
    boards = Boards(START, STANDARD, patience=1)
    boards.missing_turn(0)

    assert (boards.patience, boards.bar(0)) == (0, -1)
    assert played(boards, (1, "31", "8/5 6/5"), (0, "41", "13/8"), (1, "41", "13/8")) == [None, None, None]
    assert not boards.lost


def test_a_second_missing_turn_is_too_much_without_patience() -> None:
    boards = Boards(START, STANDARD, patience=0)

    boards.missing_turn(0)

    assert boards.lost
    assert played(boards, (0, "66", "1/off")) == [None]


def test_a_doubtful_roll_may_be_right_or_any_other() -> None:
    stands, other = Boards(START, STANDARD, patience=1), Boards(START, STANDARD, patience=1)
    for boards in (stands, other):
        boards.doubt_roll(0)
        assert boards.bar(0) == -1
        played(boards, (0, "66", "24/18(2) 13/7(2)"))

    assert (stands.patience, other.patience) == (0, 0)
    assert played(stands, (1, "21", "13/11 6/5"), (0, "21", "18/16 7/6")) == [None, None]
    assert played(other, (1, "21", "13/11 6/5"), (0, "21", "24/22 6/5")) == [None, None]
    assert not stands.lost
    for boards in (stands, other):
        assert played(boards, (1, "66", "1/off")) == [None]
        assert boards.lost


def test_a_board_can_be_set_up_as_either_side_sees_it() -> None:
    boards = Boards(START, STANDARD, patience=0)
    boards.set(Position.of({3: 1}, {9: 2}), 1)

    assert boards.sides is not None
    assert (boards.sides[1][3], boards.sides[0][9]) == (1, 2)
    assert boards.bar(1) == 0
