"""What a table says of a position, and the command that says it."""

import json

import pytest

from rules.__main__ import main
from rules.bearoff.race import RaceStake, race_answer, why_beyond
from rules.bearoff.table import BearoffTable
from rules.equity.tables import KAZAROSS_XG2
from rules.errors import RuleBroken
from rules.game.board import Position
from rules.rulesets import ruleset
from tests.rules.bearoff.races import a_race

TABLE = BearoffTable.make(4)


def test_the_last_roll_is_doubled_at_half_and_taken_at_a_quarter() -> None:
    race = race_answer(a_race((5, 2), (1,)), None, RaceStake(), TABLE)

    assert race.cube is not None
    assert (round(race.wins, 6), round(race.worth, 6), race.cube.action) == (0.527778, 0.111111, "double_take")


def test_who_does_not_own_the_cube_cannot_double() -> None:
    race = race_answer(a_race((5, 2), (1,)), None, RaceStake(owner=1), TABLE)

    assert (race.cube, round(race.worth, 6)) == (None, 0.055556)


def test_nobody_doubles_where_the_cube_is_dead() -> None:
    race = race_answer(a_race((1, 1, 1, 1), (1, 1, 1, 1)), None, RaceStake(dead=True), TABLE)

    assert (race.cube, round(race.worth, 6)) == (None, 0.722222)


def test_a_double_that_is_worth_as_much_as_rolling_is_optional() -> None:
    race = race_answer(a_race((1, 1), (1,)), None, RaceStake(), TABLE)

    assert race.cube is not None
    assert (race.worth, race.cube.action) == (1.0, "optional")


def test_the_plays_of_a_roll_stand_best_first() -> None:
    race = race_answer(a_race((6, 4, 1), (2, 2, 2)), (2, 1), RaceStake(dead=True), TABLE)

    texts = [play.text for play in race.plays]
    assert len(texts) == len(set(texts)) > 3
    assert [play.worth for play in race.plays] == sorted((play.worth for play in race.plays), reverse=True)
    assert race.worth == race.plays[0].worth == pytest.approx(2 * race.plays[0].wins - 1)


def test_a_play_that_bears_the_last_checker_off_wins_one_cube() -> None:
    race = race_answer(a_race((1,), (1,)), (2, 1), RaceStake(), TABLE)

    assert (race.wins, race.worth) == (1.0, 1.0)


def test_a_match_is_worth_what_the_equity_table_says_of_win_and_loss() -> None:
    race = race_answer(a_race((5, 2), (1,)), None, RaceStake(away=(3, 4)), TABLE)

    chance = KAZAROSS_XG2.chance
    rolled = 19 / 36 * chance(2, 4) + 17 / 36 * chance(3, 3)
    doubled = 19 / 36 * chance(1, 4, crawford=True) + 17 / 36 * chance(3, 2)
    assert race.cube is not None
    assert (race.cube.no_double, race.cube.take, race.cube.dropped) == pytest.approx((rolled, doubled, chance(2, 4)))
    assert race.is_match


def test_who_needs_no_more_than_the_cube_has_no_use_of_a_double() -> None:
    assert race_answer(a_race((5, 2), (1,)), None, RaceStake(cube=2, owner=0, away=(2, 4)), TABLE).cube is None


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (Position.start(), "home"),
        (a_race((6,) * 7, (1,)), "checkers"),
        (Position.of({25: 1, 1: 1}, {1: 1}), "home"),
        (a_race((), (1,)), "over"),
        (Position.of({6: 3}, {1: 2}, checkers=3), "gammon"),
    ],
)
def test_a_position_beyond_the_table_says_why(position: Position, why: str) -> None:
    assert why_beyond(position) == why
    with pytest.raises(RuleBroken) as broken:
        race_answer(position, None, RaceStake(), TABLE)
    assert (broken.value.code, broken.value.facts["why"]) == ("bearoff.beyond", why)


@pytest.mark.parametrize("game", ["fevga", "plakoto", "tabula"])
def test_other_games_are_not_in_the_table(game: str) -> None:
    assert why_beyond(a_race((1,), (1,)), ruleset(game)) == "game"


def test_the_command_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bearoff", "AQAAiAAAAAAAAA", "--json"]) == 0

    answer = json.loads(capsys.readouterr().out)
    assert (round(answer["equity"], 6), answer["cube"]["right"], answer["plays"]) == (0.111111, "double_take", [])


def test_the_command_lists_the_plays_of_a_roll(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bearoff", "AQAAiAAAAAAAAA", "52"]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "wins 1.000000, equity +1.000000",
        "  5/off 2/off                  wins 1.000000, +1.000000",
        "  5/3/off                      wins 0.000000, -1.000000",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["4HPwATDgc/ABMA"], ["nothing"], ["AQAAiAAAAAAAAA", "7"], ["AQAAiAAAAAAAAA", "--away", "0", "3"],
        ["AQAAiAAAAAAAAA", "--value", "3"], [], ["AQAAiAAAAAAAAA", "--table", "/nowhere"],
        ["AQAAiAAAAAAAAA", "--table", "README.md"], ["AQAAiAAAAAAAAA", "--table", "/dev/null"],
    ],
)  # fmt: skip
def test_the_command_refuses_what_it_cannot_answer(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bearoff", *words, "--json"]) == 2

    assert "error" in json.loads(capsys.readouterr().out)
