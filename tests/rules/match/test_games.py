"""One game: how programs name it and what it pays."""

import pytest

from rules.errors import RuleBroken
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Ended, Win


@pytest.mark.parametrize(
    ("kind", "win", "ended"),
    [
        ("single", Win.SINGLE, Ended.PLAYED),
        ("gammon", Win.GAMMON, Ended.PLAYED),
        ("backgammon", Win.BACKGAMMON, Ended.PLAYED),
        ("drop", Win.SINGLE, Ended.DROP),
        ("resign_single", Win.SINGLE, Ended.RESIGNED),
        ("resign_gammon", Win.GAMMON, Ended.RESIGNED),
        ("resign_backgammon", Win.BACKGAMMON, Ended.RESIGNED),
    ],
)
def test_every_kind_is_read_and_named_back(kind: str, win: Win, ended: Ended) -> None:
    game = GameResult.read("bottom", 2, kind)

    assert game == GameResult(BOTTOM, win, 2, ended)
    assert game.kind == kind


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(RuleBroken) as broken:
        GameResult.read("top", 1, "settled")

    assert broken.value.code == "game.kind"
    assert broken.value.facts["kind"] == "settled"
    assert "resign_gammon" in broken.value.facts["kinds"]


def test_an_unknown_winner_is_refused() -> None:
    with pytest.raises(RuleBroken) as broken:
        GameResult.read("nobody", 1, "single")

    assert broken.value.code == "game.winner"
    assert broken.value.facts == {"winner": "nobody", "winners": ["top", "bottom"]}


def test_a_dropped_gammon_has_no_name() -> None:
    with pytest.raises(RuleBroken, match=r"drop\.win"):
        _ = GameResult(TOP, Win.GAMMON, 1, Ended.DROP).kind


@pytest.mark.parametrize(
    ("case", "game", "points"),
    [
        ("a backgammon at 4", GameResult(TOP, Win.BACKGAMMON, 4), 12),
        ("a gammon at 2", GameResult(TOP, Win.GAMMON, 2), 4),
        ("a pass of 2 to 4", GameResult(TOP, Win.SINGLE, 2, Ended.DROP), 2),
        ("a gammon at 64", GameResult(TOP, Win.GAMMON, 64), 128),
        ("a resigned gammon at 2", GameResult(TOP, Win.GAMMON, 2, Ended.RESIGNED), 4),
        ("a single game", GameResult(TOP), 1),
    ],
)
def test_a_game_pays_the_cube_times_the_win(case: str, game: GameResult, points: int) -> None:
    assert game.points == points, case


@pytest.mark.parametrize(
    ("game", "doubled"),
    [
        (GameResult(TOP), False),
        (GameResult(TOP, ended=Ended.RESIGNED), False),
        (GameResult(TOP, cube=2), True),
        (GameResult(TOP, ended=Ended.DROP), True),
    ],
)
def test_a_game_knows_whether_a_double_was_offered(game: GameResult, doubled: bool) -> None:
    assert game.doubled is doubled
