from rules.diagrams.svg import draw_svg
from rules.diagrams.text import draw_text
from rules.game.board import Position
from rules.game.game import Game
from rules.rulesets import STANDARD, ruleset

PINS = Position(
    Position.of({24: 12, 23: 1, 21: 1, 20: 1}, {}).player,
    Position.of({24: 10, 13: 4, 5: 1}, {}).player,
    (frozenset({20}), frozenset()),
)


def test_a_pinned_checker_lies_at_the_foot_of_its_point_in_text() -> None:
    game = Game(ruleset("plakoto"), starter=0)
    game.set_position(PINS, 0)

    rows = draw_text(game.diagram()).splitlines()

    foot, next_row = rows[2], rows[3]
    column = rows[1].index("20")
    assert foot[column : column + 2].strip() == "x"
    assert next_row[column : column + 2].strip() == "O"


def test_a_pinned_checker_has_a_cross_in_the_picture() -> None:
    game = Game(ruleset("plakoto"), starter=0)
    game.set_position(PINS, 0)

    assert draw_svg(game.diagram()).count('data-pinned="own"') == 1
    assert "data-pinned" not in draw_svg(Game().diagram())


def test_a_parallel_game_shows_where_both_sides_start_and_which_way_they_move() -> None:
    fevga = Game(ruleset("fevga"), starter=0)

    picture, text = draw_svg(fevga.diagram()), draw_text(fevga.diagram())

    assert picture.count("data-direction") == 2
    assert "O's 24 is X's 12" in text
    columns = {mark: text.splitlines()[2 if mark == "X" else -4].find(mark) for mark in "XO"}
    assert columns["X"] > columns["O"] > 0
    assert "data-direction" not in draw_svg(Game().diagram())


def test_a_cube_may_lie_beside_the_board_at_first() -> None:
    beside = Game(STANDARD.with_options(cube_start_side="off_board")).diagram()

    assert draw_svg(beside) != draw_svg(Game().diagram())
    assert ">64<" in draw_svg(beside)
    assert ">64<" not in draw_svg(Game(ruleset("narde")).diagram())


def test_both_starts_are_marked_where_they_are_the_same_point() -> None:
    picture = draw_svg(Game(ruleset("tabula"), starter=0).diagram())

    heights = [part.split('cy="')[1].split('"')[0] for part in picture.split("data-direction")[1:]]
    assert len(set(heights)) == 2


def test_a_stack_on_a_pinned_checker_is_no_deeper_than_another() -> None:
    game = Game(ruleset("plakoto"), starter=0)
    position = Position.of({24: 6, 20: 9}, {24: 14, 5: 1})
    game.set_position(Position(position.player, position.opponent, (frozenset(), frozenset({5}))), 0)

    picture = draw_svg(game.diagram())

    assert picture.count(">9</text>") == 2  # the label of the point, and the stack
    assert picture.count("<circle") == 5 + 4 + 5 + 1 + 2
