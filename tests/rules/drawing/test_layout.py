"""What is drawn of a bracket: rows, rounds, codes, origins, states. Sizes and cutting: test_layout_sheets.py."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.drawing.layout import layout
from rules.drawing.names import Face
from rules.drawing.paper import Paper
from rules.drawing.parts import Caption, Drawing, Head, Says, Segment, Stroke, Tag
from rules.drawing.states import How, Mark
from rules.drawing.tree import bracket_tree
from rules.draws.derive import Derived, Status, derive
from rules.draws.facts import PHANTOM, UNKNOWN, Kind, collect
from rules.draws.plan import From, Plan
from rules.draws.seeding import bye_lines, size_for
from rules.errors import RuleBroken
from rules.formats.knockout import CONSOLATION, LAST_CHANCE, MAIN
from rules.formats.registry import compile_plan, read_format
from rules.timing.forecast import forecast
from rules.timing.holdup import Sat, Waiting
from tests.rules.draws.drawn import a_draw, a_plan, marks_of, name_of, overlaps, played
from tests.rules.knockouts import BRACKETS


def width(text: str, face: Face) -> float:
    return len(text) * (0.45 if face in (Face.NARROW, Face.NARROW_BOLD) else 0.55)


def sheets(
    plan: Plan,
    derived: Derived,
    bracket: str = MAIN,
    *,
    paper: Paper = Paper.A4,
    marks: Mapping[int, Mark] | None = None,
    open_byes: bool = False,
) -> tuple[Drawing, ...]:
    names = {entrant: name_of(entrant) for entrant in range(1, 513)}
    return layout(plan, derived, bracket, paper=paper, names=names, width=width, marks=marks, open_byes=open_byes)


def code_under(drawing: Drawing, code: str) -> Caption:
    return next(each for each in drawing.captions if each.says is Says.CODE and each.code == code)


def place_of(plan: Plan, code: str) -> int:
    return next(place for place, match in enumerate(plan.matches) if match.code == code)


def test_byes_are_folded_so_that_23_entrants_take_23_rows() -> None:
    plan, lines = a_plan(23), a_draw(23)

    (sheet,) = sheets(plan, derive(plan, collect(lines)))

    assert sheet.lines == len(sheet.names) == 23
    assert [column.letter for column in sheet.columns] == ["A", "B", "C", "D", "E", ""]
    assert sum(caption.says is Says.BYE for caption in sheet.captions) == 9
    assert "A1" not in [joint.code for joint in sheet.joints]


def test_open_byes_are_lines_to_write_on_and_decide_nothing() -> None:
    plan, lines = a_plan(23), a_draw(23)

    (sheet,) = sheets(plan, derive(plan, collect(lines)), open_byes=True)

    assert sheet.lines == 32
    assert len(sheet.names) == 23
    assert sum(caption.says is Says.BYE for caption in sheet.captions) == 9
    assert {joint.stroke for joint in sheet.joints} == {Stroke.TO_COME}


def test_a_consolation_round_of_phantoms_keeps_its_letter_and_is_not_drawn() -> None:
    plan, lines = a_plan(23), a_draw(23)

    (sheet,) = sheets(plan, derive(plan, collect(lines)), CONSOLATION)

    assert [column.letter for column in sheet.columns] == ["G", "H", "I", "J", "K", "L", ""]
    assert (sheet.columns[-2].head, sheet.columns[-1].head) == (Head.FINAL, Head.WINNER)
    assert sheet.lines == 21


@settings(deadline=None, max_examples=30)
@given(
    st.sampled_from([3, 4, 5, 8, 13, 23, 32, 61]), st.sampled_from(["progressive", "first_match"]), st.integers(0, 99)
)
def test_where_the_main_sheet_sends_a_loser_they_stand_on_the_consolation_sheet(
    entrants: int, consolation: str, results: int
) -> None:
    plan, lines = a_plan(entrants, consolation), a_draw(entrants)
    derived = played(plan, lines, results)
    codes = [match.code for match in plan.matches]

    sent = {
        (caption.code, caption.loser_to)
        for sheet in sheets(plan, derived)
        for caption in sheet.captions
        if caption.loser_to
    }

    for code, to in sent:
        loser, match = derived.seat(codes.index(code)).off, derived.seat(codes.index(to))
        assert loser in (UNKNOWN, PHANTOM, match.top, match.bottom)


@pytest.mark.parametrize("consolation", ["progressive", "first_match"])
@pytest.mark.parametrize("entrants", [5, 6, 7, 8, 9, 13, 23, 33, 40])
def test_a_last_chance_has_as_many_lines_as_players_can_come(entrants: int, consolation: str) -> None:
    format_ = read_format({"consolation": consolation, "last_chance": True})
    plan = compile_plan(size_for(entrants), format_)
    byes = {line: line for line in range(1, plan.size + 1) if line not in bye_lines(plan.size, entrants)}

    tree = bracket_tree(plan, derive(plan, collect(byes)), LAST_CHANCE, open_byes=False)

    assert tree is not None
    assert tree.leaves == forecast(entrants, format_, 11).brackets[2].most + 1


@settings(deadline=None, max_examples=20)
@given(st.sampled_from([5, 8, 13, 23, 32, 61]), st.sampled_from(["progressive", "first_match"]), st.integers(0, 120))
def test_where_the_consolation_sheet_sends_a_loser_they_stand_on_the_last_chance_sheet(
    entrants: int, consolation: str, results: int
) -> None:
    plan = a_plan(entrants, consolation, last_chance=True)
    derived = played(plan, a_draw(entrants), results)
    codes = [match.code for match in plan.matches]

    sent = {
        (caption.code, caption.loser_to)
        for sheet in sheets(plan, derived, CONSOLATION)
        for caption in sheet.captions
        if caption.loser_to
    }

    for code, to in sent:
        loser, place = derived.seat(codes.index(code)).off, codes.index(to)
        assert plan.matches[place].bracket == LAST_CHANCE
        assert loser in (UNKNOWN, PHANTOM) or loser in sitting_in(derived, place)


def sitting_in(derived: Derived, place: int) -> set[int]:
    """Return who sits in a match, or in one that leads there and that nobody else can reach any longer."""
    plan, seat = derived.plan, derived.seat(place)
    waiting = Waiting(plan, [Sat(each.top > 0, each.bottom > 0, each.status) for each in derived.seats()], 1)
    before = [each.of for each in (plan.matches[place].top, plan.matches[place].bottom) if each.kind is From.WINNER]
    folded = [
        derived.seat(at) for at in before if not waiting.to_play[at] and derived.seat(at).status is Status.WAITING
    ]
    return {seat.top, seat.bottom, *(each.top for each in folded), *(each.bottom for each in folded)}


def test_all_three_sheets_of_eight_say_where_losers_play_on_and_come_from() -> None:
    plan = a_plan(8, last_chance=True)
    derived = derive(plan, collect(a_draw(8)))

    (below,) = sheets(plan, derived, CONSOLATION)
    (last,) = sheets(plan, derived, LAST_CHANCE)

    assert [code_under(below, code).loser_to for code in ("D1", "D2", "E1", "E2", "F1")] == ["G1", "G1", "G2", "G2", ""]
    assert [each.code for each in last.captions if each.says is Says.LOSER_OF] == ["D1", "D2", "E1", "E2"]
    assert [column.letter for column in last.columns] == ["G", "H", ""]


def test_a_line_to_come_names_the_match_whose_loser_it_waits_for() -> None:
    plan, lines = a_plan(8), a_draw(8)

    (sheet,) = sheets(plan, derive(plan, collect(lines)), CONSOLATION)

    assert [each.code for each in sheet.captions if each.says is Says.LOSER_OF] == ["A1", "A2", "B2", "A3", "A4", "B1"]


def test_a_dropper_has_their_origin_before_their_name() -> None:
    plan, lines = a_plan(4), a_draw(4)
    derived = derive(plan, collect(lines, [(Kind.RESULT, 0, lines[1], lines[2], lines[1], 1)]))

    (sheet,) = sheets(plan, derived, CONSOLATION)

    (box,) = sheet.names
    before = next(each for each in sheet.captions if each.says is Says.FROM)
    assert (before.code, box.entrant) == ("A1", lines[2])
    assert before.x < box.x
    assert before.y == box.y


def test_a_bracket_on_which_nobody_can_stand_is_refused() -> None:
    plan, lines = a_plan(2), a_draw(2)

    with pytest.raises(RuleBroken, match=r"sheet\.empty"):
        sheets(plan, derive(plan, collect(lines)), CONSOLATION)


def test_of_three_entrants_the_one_loser_stands_alone_as_winner_of_the_consolation() -> None:
    plan, lines = a_plan(3), a_draw(3)

    (sheet,) = sheets(plan, played(plan, lines, 2), CONSOLATION)

    assert len(sheet.names) == 1
    assert not sheet.joints


def final_of_two(mark: Mark, *, winner: int | None = 1, status: Status | None = None) -> Drawing:
    """Return the sheet of entrants 1 (upper line) and 2; ``winner`` None leaves the match open."""
    plan, lines = a_plan(2), {1: 1, 2: 2}
    entered = [] if winner is None else [(Kind.RESULT, 0, 1, 2, winner, 1)]
    derived = derive(plan, collect(lines, entered))
    if status is not None:
        derived.statuses[0] = status
    return sheets(plan, derived, marks={0: mark})[0]


@pytest.mark.parametrize(
    ("mark", "winner", "shown"),
    [
        (Mark((7, 4)), 1, ["7", "4"]),
        (Mark((4, 7)), 2, ["4", "7"]),
        (Mark(how=How.WALKOVER), 1, ["w/o", "–"]),
        (Mark(how=How.NO_SHOW), 2, ["n/s", "–"]),
        (Mark(how=How.WITHDRAWN), 2, ["wd", "–"]),
        (Mark(how=How.RETIRED), 1, ["–", "ret."]),
        (Mark((3, 5), How.RETIRED), 1, ["3", "5 ret."]),
        (Mark((4, 7), How.RULING), 1, ["4", "7"]),
        (Mark(how=How.NO_SHOW), 0, ["n/s", "n/s"]),
        (Mark(begun=True), None, []),
    ],
)
def test_the_score_place_shows_how_a_match_ended(mark: Mark, winner: int | None, shown: list[str]) -> None:
    assert [score.text for score in final_of_two(mark, winner=winner).scores] == shown


def test_a_withdrawal_without_a_result_looks_different_from_a_loss() -> None:
    plan, lines = a_plan(2), {1: 1, 2: 2}

    (sheet,) = sheets(plan, derive(plan, collect(lines, (), [(MAIN, 1)])))

    assert [score.text for score in sheet.scores] == ["wd", "–"]


def test_a_ruling_is_named_under_the_winners_line() -> None:
    sheet = final_of_two(Mark((4, 7), How.RULING))

    assert code_under(sheet, "A1").ruling
    assert [(box.entrant, box.soft) for box in sheet.names] == [(1, False), (2, True), (1, False)]


def test_after_a_double_no_show_the_line_stays_empty() -> None:
    sheet = final_of_two(Mark(how=How.NO_SHOW), winner=0)

    assert [box.entrant for box in sheet.names] == [1, 2]
    assert not sheet.tags


@pytest.mark.parametrize(
    ("mark", "winner", "status", "stroke", "tag"),
    [
        (Mark(), None, None, Stroke.TO_COME, Tag.READY),
        (Mark(begun=True, table="4"), None, None, Stroke.ON_NOW, Tag.ON_NOW),
        (Mark(begun=True), None, Status.DISPUTED, Stroke.TWO_RESULTS, Tag.TWO_RESULTS),
        (Mark((7, 1)), 1, None, Stroke.DONE, None),
        (Mark((7, 1), settled=False), 1, None, Stroke.UNCONFIRMED, None),
    ],
)
def test_every_state_has_a_line_of_its_own(
    mark: Mark, winner: int | None, status: Status | None, stroke: Stroke, tag: Tag | None
) -> None:
    sheet = final_of_two(mark, winner=winner, status=status)

    assert [joint.stroke for joint in sheet.joints] == [stroke]
    assert [each.tag for each in sheet.tags] == [tag] * (tag is not None)
    assert len([each for each in sheet.strokes[stroke] if each.x1 == each.x2]) == 1 + (stroke is Stroke.TWO_RESULTS)


def test_a_result_not_confirmed_sets_the_winner_in_italics_on_a_dotted_line() -> None:
    sheet = final_of_two(Mark((7, 1), settled=False))

    assert [box.italic for box in sheet.names] == [False, False, True]
    assert any(each.y1 == each.y2 for each in sheet.strokes[Stroke.UNCONFIRMED])


def test_the_champion_stands_on_the_thick_line() -> None:
    sheet = final_of_two(Mark((7, 1)))

    (line,) = sheet.strokes[Stroke.CHAMPION]
    assert sheet.names[-1].name.face is Face.SERIF
    assert sheet.names[-1].size > sheet.names[0].size
    assert isinstance(line, Segment)


def test_a_shortened_name_is_explained_at_the_foot() -> None:
    plan, lines = a_plan(23), a_draw(23)
    names = {entrant: f"Maximiliane Wilhelmine Number-{entrant} von Hohenzollern" for entrant in lines.values()}

    (sheet,) = layout(plan, derive(plan, collect(lines)), MAIN, paper=Paper.A4, names=names, width=width)

    assert {note.text.partition(" = ")[2] for note in sheet.notes} == set(names.values())
    assert sheet.note_lines <= sheet.geometry.notes
    assert all(sheet.geometry.bottom < note.y < sheet.geometry.foot_top for note in sheet.notes)


def boxes(drawing: Drawing) -> list[tuple[float, float, float, float]]:
    size = drawing.geometry.name
    return [box.box for box in drawing.names] + [score.box(size) for score in drawing.scores]


@settings(deadline=None, max_examples=60)
@given(
    st.integers(2, 130) | st.sampled_from([200, 256, 300, 512]),
    st.sampled_from(["none", "first_match", "progressive"]),
    st.sampled_from(BRACKETS),
    st.sampled_from([Paper.A4, Paper.A3, Paper.LETTER]),
    st.floats(0, 1),
    st.booleans(),
)
def test_any_draw_at_any_moment_is_drawn_once_inside_the_sheet_and_without_overlap(
    entrants: int, consolation: str, bracket: str, paper: Paper, share: float, open_byes: bool
) -> None:
    plan, lines = a_plan(entrants, consolation, last_chance=consolation != "none"), a_draw(entrants)
    derived = played(plan, lines, min(int(share * len(plan.matches)), 150), seed=entrants)
    if not any(derived.tops[place] != PHANTOM or derived.bottoms[place] != PHANTOM for place in plan.of(bracket)):
        return

    drawings = sheets(plan, derived, bracket, paper=paper, marks=marks_of(derived), open_byes=open_byes)

    drawn = [joint.match for sheet in drawings for joint in sheet.joints]
    codes = [each.code for sheet in drawings for each in sheet.captions if each.says is Says.CODE]
    playable = {Status.OPEN, Status.FINISHED}
    assert len(set(drawn)) == len(drawn) == len(set(codes))
    assert {place for place in plan.of(bracket) if derived.statuses[place] in playable} <= set(drawn)
    for sheet in drawings:
        geometry = sheet.geometry
        assert not overlaps(boxes(sheet))
        for left, top, right, bottom in boxes(sheet):
            assert geometry.margin <= left <= right <= geometry.width - geometry.margin
            assert geometry.top <= top <= bottom <= geometry.bottom
        for joint in sheet.joints:
            assert joint.top < joint.y < joint.bottom
        assert all(caption.y + 0.25 * geometry.caption <= geometry.bottom for caption in sheet.captions)


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 64), st.sampled_from(["first_match", "progressive"]), st.sampled_from(BRACKETS))
def test_lines_of_one_column_keep_a_row_apart_and_codes_stand_clear_of_names(
    entrants: int, consolation: str, bracket: str
) -> None:
    plan, lines = a_plan(entrants, consolation, last_chance=True), a_draw(entrants)
    derived = played(plan, lines, len(plan.matches) // 2)
    if not any(derived.tops[place] != PHANTOM or derived.bottoms[place] != PHANTOM for place in plan.of(bracket)):
        return

    for sheet in sheets(plan, derived, bracket):
        geometry = sheet.geometry
        ruled = sorted(
            {
                (each.x1, round(each.y1, 6))
                for segments in sheet.strokes.values()
                for each in segments
                if each.y1 == each.y2
            }
        )
        assert all(
            below[1] - above[1] > geometry.row - 1e-3 for above, below in pairwise(ruled) if above[0] == below[0]
        )
        captions = [
            (each.x, each.y - 0.75 * geometry.caption, each.x + each.width, each.y + 0.25 * geometry.caption)
            for each in sheet.captions
            if each.says is Says.CODE
        ]
        assert not overlaps([*captions, *(box.box for box in sheet.names)])
