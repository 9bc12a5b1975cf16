from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.check import check_play
from rules.game.notation import Hop, read_dice, read_play
from rules.points import Step, write_play
from rules.rulesets import STANDARD, ForcedDie, ruleset
from tests.rules.game.positions import DICE, positions

START = Position.start(STANDARD)
STD_05 = Position.of({24: 1}, {12: 1, 9: 2, 6: 3})
STD_10 = Position.of({25: 1, 24: 2, 23: 1, 13: 3, 8: 3, 6: 5}, {13: 4, 8: 3, 6: 5, 4: 2, 3: 1})
STD_24 = Position.of({6: 1, 3: 2}, {1: 2})
STD_31 = Position.of({2: 1}, {5: 12})
STD_32 = Position.of({8: 1, 6: 2}, {20: 1, 18: 2})


def code(position: Position, dice: tuple[int, int], play: str, **options: Any) -> str:
    with pytest.raises(RuleBroken) as refused:
        check_play(position, dice, play, **options)
    return refused.value.code


def test_no_1_moves_may_be_in_any_order_and_a_dash_separates_nothing() -> None:
    assert check_play(START, (3, 1), "8/5 6/5") == check_play(START, (1, 3), "6/5 8/5")
    assert code(START, (3, 1), "8-5 6-5") == "play.text"


def test_no_2_one_checker_may_be_written_from_start_to_end() -> None:
    assert check_play(START, (3, 1), "24/20").position.player[20] == 1


def test_no_3_several_checkers_may_be_counted() -> None:
    played = check_play(START, (6, 6), "13/7(2) 24/18(2)").position

    assert (played.player[24], played.player[18], played.player[13], played.player[7]) == (0, 2, 3, 2)


def test_no_4_three_of_four_dice_are_too_few_when_four_can_be_played() -> None:
    with pytest.raises(RuleBroken) as refused:
        check_play(START, (6, 6), "13/7(3)")

    assert refused.value.code == "play.more_dice"
    assert (refused.value.facts["used"], refused.value.facts["playable"]) == (3, 4)


def test_no_5_the_sum_of_the_dice_counts_only_over_an_open_point() -> None:
    assert check_play(START, (5, 1), "8/2").used == 2
    blocked = Position.of({8: 1}, {18: 2, 22: 2})  # the 7 and the 3 of the player
    assert code(blocked, (5, 1), "8/2") == "play.blocked"


def test_no_6_a_false_hit_mark_shows_in_marks_or_is_refused() -> None:
    assert not check_play(START, (6, 5), "13/7* 13/8").marks
    assert code(START, (6, 5), "13/7* 13/8", strict=True) == "play.hit_mark"


def test_no_7_a_way_that_may_or_may_not_hit_is_ambiguous() -> None:
    with pytest.raises(RuleBroken) as refused:
        check_play(STD_32, (3, 2), "8/3")

    assert refused.value.code == "play.ambiguous"
    assert refused.value.facts["readings"] == ("8/5*/3", "8/6/3")
    assert check_play(STD_32, (3, 2), "8/5*/3").position.opponent[25] == 1
    assert check_play(STD_32, (3, 2), "8/6/3").position.opponent[25] == 0


def test_no_8_the_only_way_need_not_be_written() -> None:
    assert check_play(STD_05, (6, 5), "24/13*").position == Position.of({13: 1}, {25: 1, 9: 2, 6: 3})


def test_no_9_no_play_is_right_only_where_there_is_none() -> None:
    for words in ("(no play)", "", "-", "Cannot Move"):
        assert check_play(STD_10, (6, 4), words).used == 0
    assert code(STD_10, (6, 4), "bar/21") == "play.blocked"
    assert code(START, (6, 4), "(no play)") == "play.none_reported"


def test_no_10_a_checker_may_be_borne_off_in_one_go_or_step_by_step() -> None:
    assert check_play(STD_24, (6, 1), "6/off 3/2").used == 2
    assert check_play(STD_24, (6, 1), "6/5/off").position.player[0] == 13


def test_no_11_the_last_checker_may_go_with_one_die_or_both() -> None:
    assert check_play(STD_31, (6, 1), "2/off").position == check_play(STD_31, (6, 1), "2/1 1/off").position


@pytest.mark.parametrize(
    ("position", "dice", "play", "reason", "facts"),
    [
        (START, (3, 1), "20/17 6/5", "play.no_checker", {"point": 20}),
        (START, (5, 1), "24/19 6/5", "play.blocked", {"point": 19, "die": 5}),
        (START, (4, 2), "8/5 6/4", "play.wrong_dice", {"dice": (4, 2), "pips": (3, 2)}),
        (START, (2, 1), "6/8 6/5", "play.backward", {"src": 6, "dst": 8}),
        (STD_10, (4, 3), "13/9 13/10", "play.bar_first", {"point": 13}),
        (Position.of({7: 1, 3: 2}, {1: 2}), (2, 1), "3/1 2/off", "play.wrong_dice", {"dice": (2, 1), "pips":
        (2, 2)}), (Position.of({9: 1, 2: 2}, {1: 2}), (2, 1), "2/off 9/8", "play.not_all_home", {"point": 9}),
        (Position.of({6: 1, 3: 1}, {2: 3, 1: 2}), (4, 1), "3/off 6/5", "play.higher_checker", {"point": 6,
        "die": 4}), (Position.of({13: 1}, {23: 2}), (6, 5), "13/8", "play.larger_die", {"die": 6, "example":
        "13/7"}), (Position.of({13: 1}, {18: 2}), (6, 5), "13/8", "play.more_dice", {"used": 1, "playable":
        2, "example": "13/8/2"}),
    ],
)  # fmt: skip
def test_an_illegal_play_is_refused_with_its_reason(
    position: Any, dice: Any, play: Any, reason: Any, facts: Any
) -> None:
    with pytest.raises(RuleBroken) as refused:
        check_play(position, dice, play)

    assert (refused.value.code, refused.value.facts) == (reason, facts)


def test_either_die_may_be_played_where_the_game_says_so() -> None:
    position = Position.of({13: 1}, {23: 2})

    assert check_play(position, (6, 5), "13/8", STANDARD.with_options(forced_die=ForcedDie.EITHER)).used == 1


def test_tavla_forbids_to_hit_at_home_and_run_on() -> None:
    tavla = ruleset("tavla")

    assert code(STD_32, (3, 2), "8/5*/3", ruleset=tavla) == "play.hit_and_run"
    assert check_play(STD_32, (3, 2), "8/5* 6/4", tavla).position.opponent[25] == 1
    assert check_play(STD_32, (3, 2), "8/3", tavla).position.opponent[25] == 0


def test_irish_plays_a_double_as_two_dice() -> None:
    assert check_play(START, (6, 6), "24/18(2)", ruleset("irish")).used == 2
    assert code(START, (6, 6), "24/18(2) 13/7(2)", ruleset=ruleset("irish")) == "play.wrong_dice"


def test_hits_need_no_marks_and_missing_marks_show() -> None:
    checked = check_play(STD_05, (6, 5), "24/18 18/13")

    assert (checked.position.opponent[25], checked.marks) == (1, False)


def test_impossible_dice_are_refused() -> None:
    assert code(START, (7, 1), "24/17 6/5") == "dice.range"
    assert code(START, (0, 0), "") == "dice.range"


@settings(max_examples=300, deadline=None)
@given(positions(), DICE, st.text("0123456789/*()barof ,-x", max_size=30))
def test_any_text_is_checked_or_refused_with_a_code(position: Position, dice: tuple[int, int], text: str) -> None:
    with suppress(RuleBroken):
        check_play(position, dice, text)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_a_code(text: str) -> None:
    for read in (read_play, read_dice):
        with suppress(RuleBroken):
            read(text)


@pytest.mark.parametrize(
    ("text", "hops"),
    [
        ("24/18/13*", ((24, 18, False), (18, 13, True))),
        ("BAR/22*, b/20", ((25, 22, True), (25, 20, False))),
        ("6/Off(2)", ((6, 0, False), (6, 0, False))),
        ("8/4*(2)", ((8, 4, True), (8, 4, True))),
        ("8/4(2)*", ((8, 4, True), (8, 4, True))),
        ("25/0", ((25, 0, False),)),
    ],
)
def test_points_chains_marks_and_counts_are_read(text: str, hops: tuple[tuple[int, int, bool], ...]) -> None:
    assert read_play(text).hops == tuple(Hop(*hop) for hop in hops)


@pytest.mark.parametrize(
    "text", ["0/5", "24/25", "24/bar", "13/off/2", "24//18", "/18", "24/", "26/20", "13/7(5)", "13/7(1)", "x/y", "13"]
)
def test_a_move_that_cannot_be_read_is_refused_with_that_part(text: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_play(f"6/5 {text}")

    assert (refused.value.code, refused.value.facts) == ("play.text", {"part": text})


def test_a_play_too_long_for_any_roll_is_refused() -> None:
    for text in ("24/18 " * 30, "6/5 " * 25):
        with pytest.raises(RuleBroken, match=r"play\.long"):
            read_play(text)


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ([], "(no play)"),
        ([(13, 7, False)] * 2 + [(24, 18, False)] * 2, "24/18(2) 13/7(2)"),
        ([(25, 22, True), (22, 19, True), (19, 16, True), (16, 13, True)], "bar/22*/19*/16*/13*"),
        ([(6, 3, True), (6, 3, False)], "6/3*(2)"),
        ([(6, 5, False), (5, 0, False)], "6/5/off"),
        ([(24, 18, False), (24, 18, False), (18, 12, False), (18, 12, True)], "24/18/12*(2)"),
    ],
)
def test_plays_are_written_from_the_back_in_chains(steps: Any, text: Any) -> None:
    assert write_play([Step(*step) for step in steps]) == text


@pytest.mark.parametrize(("text", "dice"), [("31", (3, 1)), ("1-3", (3, 1)), ("6 6", (6, 6))])
def test_a_roll_is_read_with_the_larger_die_first(text: str, dice: tuple[int, int]) -> None:
    assert read_dice(text) == dice


@pytest.mark.parametrize("text", ["", "7-1", "3", "123", "3/1", "٣١"])
def test_a_roll_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(RuleBroken, match=r"dice\.text"):
        read_dice(text)
