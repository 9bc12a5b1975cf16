import pickle
from typing import Any

import pytest

from rules.errors import RuleBroken
from rules.game.board import Position, trusted, win_multiple
from rules.rulesets import RULESETS, STANDARD, BackgammonTest, CounterDouble, Geometry, ruleset, tournament_ruleset


def test_the_start_has_167_pips_a_side_and_nackgammon_194() -> None:
    assert Position.start(STANDARD).pip_counts == (167, 167)
    assert Position.start(ruleset("nackgammon")).pip_counts == (194, 194)
    assert Position.start(ruleset("hypergammon")).pip_counts == (69, 69)


def test_a_position_seen_from_the_other_side_twice_is_the_same() -> None:
    position = Position.of({24: 1, 25: 1}, {6: 2})

    assert position.swapped().player == position.opponent
    assert position.swapped().swapped() == position


def test_pinned_checkers_are_swapped_with_their_owner() -> None:
    pins = (frozenset({5}), frozenset({9, 11}))
    position = Position((0,) * 26, (0,) * 26, pins)

    assert position.swapped().pins == (frozenset({9, 11}), frozenset({5}))


@pytest.mark.parametrize("side", [(15,) + (0,) * 24, (15,) + (0,) * 26, (16, -1) + (0,) * 24])
def test_a_side_of_the_wrong_shape_is_refused(side: tuple[int, ...]) -> None:
    for sides in ((side, (15,) + (0,) * 25), ((15,) + (0,) * 25, side)):
        with pytest.raises(RuleBroken, match=r"position\.shape"):
            Position(*sides).check(STANDARD)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (Position.start(), "Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})"),
        (Position.of({25: 1}, {}), "Position.of({25: 1}, {})"),
        (Position.of({24: 1}, {23: 2}, checkers=3), "Position.of({24: 1}, {23: 2}, checkers=3)"),
        (Position((15,) + (0,) * 25, (0,) * 26), f"Position({(15,) + (0,) * 25}, {(0,) * 26})"),
        (Position((16, -1) + (0,) * 24, (15,) + (0,) * 25), f"Position({(16, -1) + (0,) * 24}, {(15,) + (0,) * 25})"),
    ],
)
def test_a_position_is_written_as_the_call_that_builds_it(position: Position, text: str) -> None:
    assert repr(position) == text
    assert eval(text, {"Position": Position}) == position  # noqa: S307 -- our own text


def test_pinned_checkers_are_written_too() -> None:
    position = Position((0,) * 26, (0,) * 26, (frozenset({5}), frozenset()))

    assert repr(position).endswith(", pins=(frozenset({5}), frozenset()))")


def test_a_position_is_printed_as_a_board_and_shown_as_a_picture() -> None:
    lines = str(Position.of({25: 1, 6: 2}, {24: 1})).splitlines()

    assert (lines[0], lines[-1]) == ("O  opponent  24", "X  on roll  37")
    assert lines[2] == " |                    | X |                    |  O off 14"
    assert lines[12] == " |                    |   |  X              O  |  X off 12"
    assert Position.start()._repr_svg_().startswith("<svg ")


def test_a_position_survives_pickling() -> None:
    position = Position.of({24: 1, 25: 1}, {6: 2})

    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301 -- pickled in this line


def test_a_position_made_without_checks_is_like_any_other() -> None:
    start = Position.start()

    quick = trusted(list(start.player), bytes(start.opponent))

    assert (quick, hash(quick), repr(quick)) == (start, hash(start), repr(start))
    with pytest.raises(AttributeError):
        quick.player = ()  # type: ignore[misc]  # a position never changes


def test_two_short_tuples_are_no_position() -> None:
    with pytest.raises(RuleBroken) as refused:
        Position((1, 2), (3,))

    assert (refused.value.code, refused.value.facts) == ("position.shape", {"length": 2, "expected": 26})


@pytest.mark.parametrize("geometry", list(Geometry))
def test_every_geometry_is_its_own_inverse(geometry: Geometry) -> None:
    assert [geometry.opposite[geometry.opposite[point]] for point in range(26)] == list(range(26))


def test_the_three_geometries_give_the_numbers_of_the_rule_text() -> None:
    assert (Geometry.CONTRARY.opposite[24], Geometry.CONTRARY.opposite[6]) == (1, 19)
    diagonal = Geometry.PARALLEL_DIAGONAL.opposite
    assert (diagonal[24], diagonal[12], diagonal[1]) == (12, 24, 13)
    assert Geometry.PARALLEL_SAME.opposite[17] == 17


@pytest.mark.parametrize(
    ("player", "opponent", "code"),
    [
        ({0: 1}, {}, "position.point"),
        ({26: 1}, {}, "position.point"),
        ({6: -1}, {}, "position.count"),
        ({6: 16}, {}, "position.crowded"),
        ({6: 1}, {19: 1}, "position.shared_point"),
    ],
)
def test_impossible_positions_are_refused(player: dict[int, int], opponent: dict[int, int], code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        Position.of(player, opponent).check(STANDARD)

    assert refused.value.code == code


def test_a_position_of_another_number_of_checkers_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"position\.count"):
        Position.of({24: 1}, {24: 1}, checkers=3).check(STANDARD)


@pytest.mark.parametrize(
    ("loser", "international", "mediterranean", "bar_only"),
    [
        ({24: 14, 0: 1}, 1, 1, 1),
        ({18: 15}, 2, 2, 2),
        ({25: 1, 6: 14}, 3, 2, 3),
        ({19: 1, 6: 14}, 3, 2, 2),
        ({25: 1, 6: 13, 0: 1}, 1, 1, 1),
    ],
)
def test_a_game_pays_by_where_the_loser_stands(
    loser: Any, international: Any, mediterranean: Any, bar_only: Any
) -> None:
    side = [loser.get(point, 0) for point in range(26)]

    assert win_multiple(side, STANDARD) == international
    assert win_multiple(side, ruleset("mediterranean")) == mediterranean
    assert win_multiple(side, STANDARD.with_options(backgammon_test=BackgammonTest.BAR_ONLY)) == bar_only
    assert win_multiple(side, STANDARD, jacoby_applies=True) == 1
    assert win_multiple(side, ruleset("irish")) == 1


def test_only_presets_and_their_options_are_known() -> None:
    assert set(RULESETS) >= {"standard", "portes", "tavla", "nackgammon", "hypergammon", "irish", "hoyle_1743"}
    with pytest.raises(RuleBroken, match=r"ruleset\.unknown"):
        ruleset("chess")
    with pytest.raises(RuleBroken, match=r"ruleset\.unknown"):
        ruleset("standard", version=99)
    with pytest.raises(RuleBroken, match=r"ruleset\.option"):
        STANDARD.with_options(dice_box=3)
    with pytest.raises(RuleBroken, match=r"ruleset\.option"):
        STANDARD.with_options(opening="three_dice")


def test_an_option_may_be_given_as_text() -> None:
    assert STANDARD.with_options(counter_double="snap").counter_double is CounterDouble.SNAP
    assert STANDARD.with_options(jacoby=True).jacoby


def test_cu_16_what_belongs_to_money_play_is_refused_in_a_tournament() -> None:
    assert tournament_ruleset(STANDARD) is STANDARD
    with pytest.raises(RuleBroken) as refused:
        tournament_ruleset(STANDARD.with_options(counter_double="beaver", jacoby=True, auto_limit=1))

    assert refused.value.code == "ruleset.not_in_tournament"
    assert refused.value.facts == {"options": ("jacoby", "counter_double", "auto_limit")}
