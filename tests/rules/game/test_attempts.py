"""Whatever is tried in a game or with a cube, what comes of it is as it is written, to the last fact."""

from tests.rules.in_full import differences


def test_what_comes_of_every_attempt_is_as_it_is_written() -> None:
    assert differences("attempts") == []


def test_what_comes_of_every_event_of_the_cube_is_as_it_is_written() -> None:
    assert differences("cubes") == []
