"""The boards of other games while a record is replayed: what an accepted illegal play leaves."""

import pytest

from rules.game.board import Position
from rules.game.notation import read_play
from rules.referee.engine_boards import EngineBoards
from rules.rulesets import ruleset

NONE = frozenset[int]()


def carried_out(
    game: str, player: dict[int, int], opponent: dict[int, int], play: str, side: int = 0
) -> Position | None:
    """The board as ``side`` sees it after an illegal play on a board without pins."""
    rules = ruleset(game)
    seen = Position.of(player, opponent)
    boards = EngineBoards(Position.start(rules), rules, patience=0)

    after = boards.carried_out(seen if side == 0 else seen.swapped(), side, read_play(play))

    return after if side == 0 or after is None else after.swapped()


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("game", "play", "player", "opponent", "pins"),
    [
        ("schwab", "13/5", {13: 4, 5: 1}, {24: 2, 10: 1}, (NONE, NONE)),
        ("schwab", "13/15*", {13: 4, 15: 1}, {24: 2, 25: 1}, (NONE, NONE)),
        ("schwab", "13/off(2)", {13: 3}, {24: 2, 10: 1}, (NONE, NONE)),
        ("plakoto", "13/15 13/15", {13: 3, 15: 2}, {24: 2, 10: 1}, (NONE, frozenset({10}))),
        ("plakoto", "13/5", {13: 4, 5: 1}, {24: 2, 10: 1}, (NONE, NONE)),
        ("tapa", "13/15", {13: 4, 15: 1}, {24: 2, 10: 1}, (NONE, frozenset({10}))),
        ("narde", "13/5", {13: 4, 5: 1}, {24: 2, 10: 1}, (NONE, NONE)),
    ],
)
def test_an_accepted_illegal_play_is_carried_out_by_the_contact_of_the_game(
    game: str,
    play: str,
    player: dict[int, int],
    opponent: dict[int, int],
    pins: tuple[frozenset[int], frozenset[int]],
    side: int,
) -> None:
    after = carried_out(game, {13: 5}, {24: 2, 10: 1}, play, side)

    expected = Position.of(player, opponent)
    off = 10 + play.count("off(2)") * 2
    assert after is not None
    assert after.player[1:] == expected.player[1:]
    assert (after.opponent, after.pins, after.player[0]) == (expected.opponent, pins, off)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("game", "play"),
    [
        ("schwab", "13/1"),
        ("schwab", "12/9"),
        ("schwab", "13/13"),
        ("schwab", "13/5(4) 13/5(2)"),
        ("plakoto", "13/1"),
        ("narde", "13/12 12/22"),
        ("narde", "13/12"),
    ],
)
def test_a_play_that_the_board_cannot_show_is_not_carried_out(game: str, play: str, side: int) -> None:
    opponent = {24: 2} if game == "narde" else {24: 2, 10: 1}

    assert carried_out(game, {13: 5}, opponent, play, side) is None


def test_a_checker_that_leaves_its_pin_is_free_and_the_other_side_takes_the_point() -> None:
    rules = ruleset("plakoto")
    bare = Position.of({13: 5, 5: 1}, {20: 1, 24: 2})
    pinned = Position(bare.player, bare.opponent, (frozenset({5}), NONE))
    boards = EngineBoards(Position.start(rules), rules, patience=0)

    after = boards.carried_out(pinned, 0, read_play("5/4"))

    assert after is not None
    assert (after.player[4], after.player[5], after.opponent[20], after.pins) == (1, 0, 1, (NONE, NONE))


def test_entering_takes_from_the_hand_last() -> None:
    rules = ruleset("tabula")
    bare = Position.of({25: 3}, {})
    boards = EngineBoards(Position.start(rules), rules, patience=0)

    after = boards.carried_out(Position(bare.player, bare.opponent, hands=(2, 0)), 0, read_play("bar/20 bar/19"))

    assert after is not None
    assert (after.player[25], after.hands) == (1, (1, 0))
