"""Plays tried in positions of every game are legal, or refused for a reason, as it is written, to the last fact."""

from tests.rules.in_full import differences


def test_what_is_said_of_every_play_that_is_tried_is_as_it_is_written() -> None:
    assert differences("plays") == []
