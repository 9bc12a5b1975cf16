from rules.game.board import Position
from rules.game.record import Action, GameRecord, Kind
from rules.referee.scenes import Scene, scenes
from rules.rulesets import STANDARD, CounterDouble, Ruleset

START = Position.start(STANDARD)
BEAVERS = STANDARD.with_options(counter_double=CounterDouble.BEAVER)


def shown(*actions: Action, start_cube: int = 1, ruleset: Ruleset = STANDARD) -> list[Scene]:
    return list(scenes(GameRecord(1, (2, 1), actions, start_cube=start_cube), ruleset))


def play(side: int, dice: tuple[int, int] | None, text: str) -> Action:
    return Action(side, Kind.PLAY, 1, dice, text)


def test_each_scene_shows_the_board_as_the_side_that_acts_sees_it() -> None:
    first, second, third = shown(play(0, (3, 1), "8/5 6/5"), play(1, (5, 2), "13/8 24/22"), play(0, (6, 6), "24/18(2)"))

    after = Position.of({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert (first.position, first.score) == (START, (2, 1))
    assert second.position == after.swapped()
    assert third.position.opponent == Position.of({24: 1, 22: 1, 13: 4, 8: 4, 6: 5}, {}).player


def test_each_scene_shows_the_cube_before_the_action() -> None:
    moments = shown(
        play(0, (3, 1), "8/5 6/5"),
        Action(1, Kind.DOUBLE, 1),
        Action(0, Kind.TAKE, 2),
        play(1, (5, 2), "13/8 24/22"),
        Action(0, Kind.DOUBLE, 3),
        Action(1, Kind.DROP, 3),
    )

    assert [(scene.cube.value, scene.cube.owner, scene.cube.offered) for scene in moments] == [
        (1, None, 0), (1, None, 0), (1, None, 2), (2, 0, 0), (2, 0, 0), (2, 0, 4),
    ]  # fmt: skip


def test_a_roll_accepts_a_beaver() -> None:
    moments = shown(
        Action(0, Kind.DOUBLE, 1),
        Action(1, Kind.BEAVER, 1),
        play(0, (3, 1), "8/5 6/5"),
        play(1, (5, 2), "13/8"),
        start_cube=2,
        ruleset=BEAVERS,
    )

    assert [(scene.cube.value, scene.cube.owner) for scene in moments] == [(2, None), (2, None), (8, 1), (8, 1)]
    assert [scene.cube.pending is None for scene in moments] == [True, False, False, True]


def test_nonsense_about_the_cube_changes_nothing() -> None:
    moments = shown(Action(0, Kind.TAKE, 1), Action(0, Kind.BEAVER, 1), play(0, (3, 1), "8/5 6/5"))

    assert [scene.cube.value for scene in moments] == [1, 1, 1]


def test_a_position_that_was_set_up_is_in_the_next_scene() -> None:
    by_hand = Position.of({6: 2}, {6: 2})
    moments = shown(Action(1, Kind.POSITION, position=by_hand), play(0, (6, 5), "6/off(2)"))

    assert [scene.position for scene in moments] == [by_hand.swapped()]


def test_the_scenes_end_where_the_board_cannot_be_followed() -> None:
    assert len(shown(play(0, (3, 1), "20/17 6/5"), play(1, (3, 1), "8/5 6/5"))) == 1
    assert len(shown(play(0, (3, 1), "what"), play(1, (3, 1), "8/5 6/5"))) == 1
    assert len(shown(play(0, None, ""), play(1, (3, 1), "8/5 6/5"))) == 2
