"""The draw on the wall: what is going on, in parts that can be read from where people stand."""

import pytest

from rules.drawing.parts import Drawing, Head
from rules.drawing.wall import MOST_COLUMNS, NARROWEST_ROW, WIDTH, WallDraw, layout_wall
from rules.drawing.widths import screen_width
from rules.draws.derive import Derived, Status
from rules.errors import RuleBroken
from rules.formats.knockout import CONSOLATION, LAST_CHANCE, MAIN
from tests.rules.draws.drawn import a_draw, a_plan, marks_of, name_of, played
from tests.rules.knockouts import BRACKETS

HEIGHT = 253.0
TO_PLAY = (Status.WAITING, Status.OPEN)


def drawn(
    entrants: int, results: int, bracket: str = MAIN, most: int = 64, turn: int = 0, **more: bool
) -> tuple[Derived, tuple[Drawing, ...]]:
    plan, lines = a_plan(entrants, last_chance=bracket == LAST_CHANCE), a_draw(entrants)
    derived = played(plan, lines, results, seed=entrants)
    names = {entrant: name_of(entrant) for entrant in lines.values()}
    wall = WallDraw(plan, derived, names, marks_of(derived), HEIGHT, most, turn)
    return derived, layout_wall(wall, bracket, screen_width, **more)


def codes(drawing: Drawing) -> list[str]:
    return sorted(joint.code for joint in drawing.joints)


def test_a_small_draw_stands_whole_with_room_for_its_winner() -> None:
    _, (only,) = drawn(8, 0)

    assert codes(only) == ["A1", "A2", "A3", "A4", "B1", "B2", "C1"]
    assert [column.head for column in only.columns] == [Head.ROUND, Head.ROUND, Head.FINAL, Head.WINNER]
    assert (only.page, only.pages) == (1, 1)


def test_a_large_draw_stands_in_parts_that_tell_where_their_winners_go() -> None:
    _, parts = drawn(32, 0)

    assert [(part.page, part.pages) for part in parts] == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert [(column.head, column.letter) for column in parts[0].columns] == [
        (Head.ROUND, "A"), (Head.ROUND, "B"), (Head.ROUND, "C"), (Head.ROUND, "D"),
    ]  # fmt: skip


def test_of_many_parts_a_few_are_shown_at_a_time() -> None:
    shown = [[part.page for part in drawn(32, 0, most=3, turn=turn)[1]] for turn in range(3)]

    assert shown == [[1, 2, 3], [4], [1, 2, 3]]


def test_what_is_over_in_earlier_rounds_is_no_longer_drawn() -> None:
    plan, lines = a_plan(16), a_draw(16)
    derived = played(plan, lines, 15, absent=0)
    names = {entrant: name_of(entrant) for entrant in lines.values()}

    parts = layout_wall(WallDraw(plan, derived, names, {}, HEIGHT), MAIN, screen_width)

    over = {place for place, status in enumerate(derived.statuses) if status not in TO_PLAY}
    first = min(plan.matches[joint.match].round for part in parts for joint in part.joints)
    assert all(plan.matches[place].round >= first for part in parts for place in [each.match for each in part.joints])
    assert over


def test_a_bracket_that_is_over_is_not_drawn() -> None:
    assert drawn(8, 99)[1] == ()


def test_a_bracket_that_nobody_comes_to_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"sheet\.empty"):
        drawn(2, 0, CONSOLATION)


@pytest.mark.parametrize("entrants", [3, 8, 11, 23, 32, 64, 128])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.9])
@pytest.mark.parametrize("bracket", BRACKETS)
def test_every_part_can_be_read_and_holds_something_to_play(entrants: int, share: float, bracket: str) -> None:
    if entrants < 4 and bracket != MAIN:
        return
    derived, parts = drawn(entrants, int(share * 2 * entrants), bracket)
    seen: list[int] = []

    for part in parts:
        assert len(part.columns) <= MOST_COLUMNS or len(part.joints) < MOST_COLUMNS
        assert part.geometry.row >= NARROWEST_ROW
        assert part.geometry.width == WIDTH
        assert all(joint.y <= HEIGHT for joint in part.joints)
        assert any(derived.statuses[joint.match] in TO_PLAY for joint in part.joints)
        seen += [joint.match for joint in part.joints]

    assert len(seen) == len(set(seen))
    ready = {place for place in derived.plan.of(bracket) if derived.statuses[place] == Status.OPEN}
    assert ready <= set(seen)


def test_a_mirrored_drawing_begins_at_the_right() -> None:
    _, (only,) = drawn(8, 0, mirrored=True)

    assert only.mirrored
    assert only.columns[0].x > only.columns[-1].x
