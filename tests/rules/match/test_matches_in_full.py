"""Scores and lists of games, possible and impossible, are answered as it is written, to the last note and fact."""

from tests.rules.in_full import differences


def test_what_is_said_of_every_score_and_list_of_games_is_as_it_is_written() -> None:
    assert differences("matches") == []
