"""Boards that cannot stand in a game, each with what is wrong with it."""

from typing import Any

import pytest

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.rulesets import STANDARD, Ruleset, ruleset

PLAKOTO, NARDE, TABULA = ruleset("plakoto"), ruleset("narde"), ruleset("tabula")
NONE = frozenset[int]()


def board(
    player: dict[int, int],
    opponent: dict[int, int],
    own: frozenset[int] = NONE,
    opposing: frozenset[int] = NONE,
    hands: tuple[int, int] = (0, 0),
) -> Position:
    """A board of fifteen checkers each, with what lies pinned and what is in hand."""
    bare = Position.of(player, opponent)
    return Position(bare.player, bare.opponent, (own, opposing), hands)


@pytest.mark.parametrize(
    "position",
    [
        board({5: 1}, {20: 3}, frozenset({5})),
        board({5: 3}, {20: 1}, NONE, frozenset({20})),
        board({5: 1, 9: 2}, {20: 3, 16: 1}, frozenset({5}), frozenset({16})),
    ],
)
def test_a_single_checker_may_lie_under_any_number(position: Position) -> None:
    assert position.check(PLAKOTO) is position


@pytest.mark.parametrize(
    ("game", "position", "code", "facts"),
    [
        (PLAKOTO, board({5: 1}, {20: 3}), "position.shared_point", {"points": (5,)}),
        (PLAKOTO, board({5: 1, 9: 1}, {20: 3, 16: 1}, frozenset({5})), "position.shared_point", {"points": (9,)}),
        (PLAKOTO, board({5: 2}, {20: 3}, frozenset({5})), "position.pins", {"points": (5,)}),
        (PLAKOTO, board({5: 3}, {20: 2}, NONE, frozenset({20})), "position.pins", {"points": (5,)}),
        (
            PLAKOTO,
            board({5: 1, 9: 3}, {20: 3, 16: 2}, frozenset({5}), frozenset({16})),
            "position.pins",
            {"points": (5, 9)},
        ),
        (
            PLAKOTO,
            board({5: 2, 9: 3}, {20: 3, 16: 1}, frozenset({5}), frozenset({16})),
            "position.pins",
            {"points": (5, 9)},
        ),
        (PLAKOTO, board({5: 1}, {20: 1}, frozenset({5}), frozenset({20})), "position.pins", {"points": (5,)}),
        (PLAKOTO, board({5: 1}, {21: 3}, frozenset({5})), "position.pins", {"points": (5,)}),
        (PLAKOTO, board({25: 1}, {20: 3}), "position.bar", {"contact": "pin", "got": 1}),
        (PLAKOTO, board({5: 1}, {25: 2}), "position.bar", {"contact": "pin", "got": 2}),
        (NARDE, board({5: 1}, {17: 1}, frozenset({5})), "position.shared_point", {"points": (5,)}),
        (NARDE, board({25: 3}, {17: 1}), "position.bar", {"contact": "block", "got": 3}),
        (STANDARD, board({5: 1}, {20: 1}, frozenset({5})), "position.shared_point", {"points": (5,)}),
        (STANDARD, board({25: 2}, {}, hands=(1, 0)), "position.hand", {"hand": 1, "entering": 2}),
        (TABULA, board({25: 2}, {}, hands=(3, 0)), "position.hand", {"hand": 3, "entering": 2}),
        (TABULA, board({25: 2}, {25: 1}, hands=(2, 2)), "position.hand", {"hand": 2, "entering": 1}),
        (TABULA, board({25: 2}, {25: 1}, hands=(-1, 0)), "position.hand", {"hand": -1, "entering": 2}),
    ],
)
def test_a_board_that_cannot_stand_is_refused_with_what_is_wrong(
    game: Ruleset, position: Position, code: str, facts: dict[str, Any]
) -> None:
    with pytest.raises(RuleBroken) as refused:
        position.check(game)

    assert (refused.value.code, refused.value.facts) == (code, facts)


def test_a_side_has_its_checkers_and_none_that_is_not_there() -> None:
    full, short, less = (0,) * 6 + (15,) + (0,) * 19, (0,) * 6 + (14,) + (0,) * 19, (16,) + (0,) * 5 + (-1,) + (0,) * 19
    for one, code, facts in (
        (short, "position.count", {"expected": 15, "got": 14}),
        (less, "position.shape", {"length": 26, "expected": 26}),
    ):
        for position in (Position(one, full), Position(full, one)):
            with pytest.raises(RuleBroken) as refused:
                position.check(STANDARD)

            assert (refused.value.code, refused.value.facts) == (code, facts)
