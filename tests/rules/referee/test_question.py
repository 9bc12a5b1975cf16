"""A position with a roll and the plays in dispute: what is legal, where it leads, and why another play is not."""

import pytest

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.dice import Dice
from rules.referee.question import MOST_PLAYS, PlayAnswer, answer_question, usual_text

START = Position.start()


def test_a_legal_play_is_named_as_the_program_writes_it_and_another_has_its_reason() -> None:
    answer = answer_question(START, (3, 1), ["6/5 8/5", "8/3"])

    made, other = answer.plays
    assert (made.is_legal, made.same_as, made.code) == (True, "8/5 6/5", "")
    assert (other.is_legal, other.same_as, other.code) == (False, "", "play.wrong_dice")
    assert other.facts == {"dice": (3, 1), "pips": (5,)}
    assert answer.pips == (167, 167)
    assert answer.dice_played == 2
    assert answer.legal is not None
    assert len(answer.legal) == 16
    assert "8/5 6/5" in answer.legal


def test_before_a_roll_only_the_pips_are_known() -> None:
    answer = answer_question(START, None, [])

    assert (answer.pips, answer.plays, answer.legal, answer.dice_played) == ((167, 167), (), None, 0)


@pytest.mark.parametrize(("dice", "plays"), [(None, ["8/5"]), ((3, 1), ["8/5 6/5"] * (MOST_PLAYS + 1))])
def test_plays_without_a_roll_or_too_many_are_refused(dice: Dice | None, plays: list[str]) -> None:
    with pytest.raises(RuleBroken) as refused:
        answer_question(START, dice, plays)

    assert (refused.value.code, refused.value.facts) == ("question.plays", {"most": 4})


def test_a_text_that_is_no_legal_play_stays_as_it_is() -> None:
    assert usual_text(START, (3, 1), "6/5 8/5") == "8/5 6/5"
    assert usual_text(START, (3, 1), "8/3") == "8/3"
    assert usual_text(START, (3, 1), "?") == "?"


def test_an_answer_without_a_code_is_legal() -> None:
    assert PlayAnswer("8/5 6/5").is_legal
    assert not PlayAnswer("8/3", "play.wrong_dice").is_legal
