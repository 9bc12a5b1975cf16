"""The drawing on a screen: its size, what fits where, quarters, one player's way, and the same mirrored."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.drawing.mirror import mirror
from rules.drawing.names import Face, FittedName
from rules.drawing.parts import Drawing, Head, Part, Says, Stroke
from rules.drawing.path import path_of
from rules.drawing.screen import fit_on_screen, layout_screen
from rules.drawing.states import Mark
from rules.drawing.widths import screen_width
from rules.draws.derive import Derived, Status, derive
from rules.draws.facts import PHANTOM, UNKNOWN, Kind, collect
from rules.draws.plan import Plan
from rules.errors import RuleBroken
from rules.formats.knockout import CONSOLATION, MAIN
from tests.rules.draws.drawn import Box, a_draw, a_plan, marks_of, name_of, overlaps, played
from tests.rules.knockouts import BRACKETS

NAMES = {entrant: name_of(entrant) for entrant in range(1, 513)}
CODE_SIZE = 11.0


def drawings(plan: Plan, derived: Derived, bracket: str = MAIN, **more: bool) -> tuple[Drawing, ...]:
    return layout_screen(plan, derived, bracket, names=NAMES, marks=marks_of(derived), **more)


def is_there(derived: Derived, bracket: str) -> bool:
    places = derived.plan.of(bracket)
    return any(derived.tops[place] != PHANTOM or derived.bottoms[place] != PHANTOM for place in places)


def texts(drawing: Drawing) -> Iterator[Box]:
    """Yield the box of every text, as wide as the text itself needs to be, and of every tag."""
    for box in drawing.names:
        wide = screen_width(box.name.text, box.name.face) * box.size
        left = box.x + box.width - wide if drawing.mirrored else box.x
        yield left, box.box[1], left + wide, box.box[3]
    for score in drawing.scores:
        yield score.box(drawing.geometry.name)
    for caption in drawing.captions:
        words = {Says.BYE: "bye", Says.LOSER_OF: "loser of ", Says.WINNER_OF: "winner of "}.get(caption.says, "")
        size = CODE_SIZE if caption.says is Says.CODE else drawing.geometry.caption
        wide = screen_width(words + caption.code, Face.PLAIN) * size
        from_right = (caption.says is Says.BYE) != drawing.mirrored
        edge = caption.x if caption.says is Says.BYE else caption.x + (caption.width if drawing.mirrored else 0.0)
        if caption.says is Says.BYE and drawing.mirrored:
            edge = caption.x - caption.width
        left = edge - wide if from_right else edge
        yield left, caption.y - 0.75 * size, left + wide, caption.y + 0.22 * size
    for tag in drawing.tags:
        left = tag.x + tag.width - 90 if drawing.mirrored else tag.x
        yield left, tag.y - 15, left + 90, tag.y + 3


@pytest.mark.parametrize(
    ("entrants", "bracket", "width", "height"),
    [(8, MAIN, 812, 308), (23, MAIN, 1218, 743), (23, CONSOLATION, 1218, 685), (64, MAIN, 1218, 1612)],
)
def test_a_drawing_has_the_size_that_its_field_gives_it(entrants: int, bracket: str, width: int, height: int) -> None:
    plan, lines = a_plan(entrants), a_draw(entrants)

    (drawing,) = drawings(plan, derive(plan, collect(lines)), bracket)

    assert (round(drawing.geometry.width), round(drawing.geometry.height)) == (width, height)


@pytest.mark.parametrize(("entrants", "column", "row"), [(23, 203, 29), (32, 203, 29), (63, 174, 29), (64, 174, 24)])
def test_columns_and_rows_of_the_main_bracket_are_those_of_the_page(entrants: int, column: int, row: int) -> None:
    plan, lines = a_plan(entrants), a_draw(entrants)

    (drawing,) = drawings(plan, derive(plan, collect(lines)))

    assert (drawing.geometry.column, drawing.geometry.row) == (column, row)


def test_a_consolation_of_many_rounds_is_wider_than_the_page_and_never_narrower_than_names_can_be_read() -> None:
    plan, lines = a_plan(64), a_draw(64)

    (drawing,) = drawings(plan, derive(plan, collect(lines)), CONSOLATION)

    assert drawing.geometry.column == 170
    assert drawing.geometry.width == 1700


@pytest.mark.parametrize("bracket", [MAIN, CONSOLATION])
def test_128_stand_in_four_quarters_and_the_finals(bracket: str) -> None:
    plan, lines = a_plan(128), a_draw(128)

    pages = drawings(plan, derive(plan, collect(lines)), bracket)

    assert [each.part for each in pages] == [Part.SECTION] * 4 + [Part.FINALS]
    assert [each.columns[-1].head for each in pages] == [Head.TO_FINALS] * 4 + [Head.WINNER]
    assert [(each.page, each.section) for each in pages] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 0)]


@settings(deadline=None, max_examples=60)
@given(
    st.integers(2, 130) | st.sampled_from([200, 256]),
    st.sampled_from(["first_match", "progressive"]),
    st.sampled_from(BRACKETS),
    st.floats(0, 1),
    st.tuples(st.booleans(), st.booleans()),
)
def test_no_text_leaves_its_drawing_and_none_lies_on_another(
    entrants: int, consolation: str, bracket: str, share: float, how: tuple[bool, bool]
) -> None:
    plan, lines = a_plan(entrants, consolation, last_chance=True), a_draw(entrants)
    derived = played(plan, lines, min(int(share * len(plan.matches)), 150), seed=entrants)
    if not is_there(derived, bracket):
        return

    pages = drawings(plan, derived, bracket, open_byes=how[0], mirrored=how[1])

    drawn = [joint.match for each in pages for joint in each.joints]
    playable = {Status.OPEN, Status.FINISHED}
    assert len(set(drawn)) == len(drawn)
    assert {place for place in plan.of(bracket) if derived.statuses[place] in playable} <= set(drawn)
    for drawing in pages:
        placed = list(texts(drawing))
        assert not overlaps(placed)
        for left, top, right, bottom in placed:
            assert 0 <= left <= right <= drawing.geometry.width
            assert 50 <= top <= bottom <= drawing.geometry.height


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 100), st.sampled_from(BRACKETS))
def test_results_never_change_the_size_of_a_drawing(entrants: int, bracket: str) -> None:
    plan, lines = a_plan(entrants, last_chance=True), a_draw(entrants)
    before, middle, end = (played(plan, lines, results, absent=0) for results in (1, entrants, 2 * entrants))
    if not is_there(before, bracket):
        return

    sizes = [
        [(each.geometry.width, each.geometry.height) for each in drawings(plan, derived, bracket)]
        for derived in (before, middle, end)
    ]

    assert sizes[0] == sizes[1] == sizes[2]


def test_a_bracket_on_which_nobody_can_stand_is_refused() -> None:
    plan, lines = a_plan(2), a_draw(2)

    with pytest.raises(RuleBroken, match=r"sheet\.empty"):
        drawings(plan, derive(plan, collect(lines)), CONSOLATION)


def test_the_line_lies_at_86_hundredths_of_its_row_with_the_name_five_above_and_the_code_eleven_below() -> None:
    plan, lines = a_plan(4, "none"), a_draw(4)

    (drawing,) = drawings(plan, derive(plan, collect(lines)))

    rows = sorted(segment.y1 for segment in drawing.strokes[Stroke.DONE] if segment.x1 == 0)
    joint = drawing.joints[0]
    code = next(each for each in drawing.captions if each.code == joint.code)
    assert [round(below - above) for above, below in pairwise(rows)] == [29, 29, 29]
    assert sorted(box.y + 5 for box in drawing.names) == rows
    assert (code.x - joint.x, code.y - joint.y) == (5, 11)


def test_a_score_ends_eight_before_the_joint() -> None:
    plan, lines = a_plan(2, "none"), {1: 1, 2: 2}
    derived = derive(plan, collect(lines, [(Kind.RESULT, 0, 1, 2, 1, 1)]))

    (drawing,) = layout_screen(plan, derived, MAIN, names=NAMES, marks={0: Mark((7, 4))})

    assert [drawing.joints[0].x - score.x for score in drawing.scores] == [8, 8]


@pytest.mark.parametrize(
    ("name", "room", "text"),
    [
        ("Maria del Carmen Fernández de Oñate", 30.0, "Maria del Carmen Fernández de Oñate"),
        ("Maria del Carmen Fernández de Oñate", 13.0, "M. Fernández de Oñate"),
        ("Maria del Carmen Fernández de Oñate", 8.0, "M. Fernández"),
        ("Maria del Carmen Fernández de Oñate", 6.5, "Fernández"),
        ("Maria del Carmen Fernández de Oñate", 4.0, "Fern…"),
        ("Владимир Константинович Преображенский", 11.0, "Преображенский"),
        ("A" * 60, 5.0, "AAAAA…"),
        ("Ö", 1.0, "Ö"),
    ],
)
def test_a_name_is_shortened_step_by_step_and_cut_at_last(name: str, room: float, text: str) -> None:
    fitted = fit_on_screen(name, room, screen_width)

    assert fitted == FittedName(text, Face.PLAIN, 1.0, shortened=text != name)


@settings(deadline=None)
@given(st.text(min_size=1, max_size=80).filter(str.strip), st.floats(1.2, 30), st.booleans())
def test_whatever_the_name_it_takes_no_more_than_its_room(name: str, room: float, bold: bool) -> None:
    fitted = fit_on_screen(name, room, screen_width, bold)

    assert screen_width(fitted.text, fitted.face) <= room


@pytest.mark.parametrize(("text", "like"), [("Ömer", "Omer"), ("Novákova\u0301", "Novakova"), ("ﺡ", "خ")])
def test_a_letter_with_marks_is_as_wide_as_without(text: str, like: str) -> None:
    assert screen_width(text, Face.PLAIN) == screen_width(like, Face.PLAIN)


def test_the_champion_stands_in_the_largest_serif_that_has_room() -> None:
    plan, lines = a_plan(2, "none"), {1: 1, 2: 2}
    derived = derive(plan, collect(lines, [(Kind.RESULT, 0, 1, 2, 1, 1)]))

    sizes = [
        (box.name.face, box.size)
        for name in ("Ana Kola", "Katrin Vogelsang", "Maria del Carmen Fernández de Oñate")
        for box in layout_screen(plan, derived, MAIN, names={1: name, 2: "Bob"})[0].names[-1:]
    ]

    assert sizes == [(Face.SERIF, 20.0), (Face.SERIF, 18.0), (Face.BOLD, 14.0)]


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 64), st.sampled_from(BRACKETS), st.integers(0, 100))
def test_a_players_way_is_one_line_without_a_gap_through_all_their_names(
    entrants: int, bracket: str, results: int
) -> None:
    plan, lines = a_plan(entrants, last_chance=True), a_draw(entrants)
    derived = played(plan, lines, results, seed=entrants)
    if not is_there(derived, bracket):
        return

    for drawing in drawings(plan, derived, bracket):
        for who in {box.entrant for box in drawing.names}:
            way = path_of(drawing, who)
            level = [each for each in way if each.y1 == each.y2]
            ends = {(each.x1, each.y1) for each in way} | {(each.x2, each.y2) for each in way}
            assert len(level) == sum(box.entrant == who for box in drawing.names)
            assert {(each.x1, each.y1) for each in level[1:]} <= ends
            assert all(one.x2 == other.x1 for one, other in pairwise(level))


def test_mirrored_twice_a_drawing_is_as_before() -> None:
    plan, lines = a_plan(23), a_draw(23)
    (drawing,) = drawings(plan, played(plan, lines, 15))

    once = mirror(drawing)

    assert once != drawing
    assert [joint.x for joint in once.joints] == [1218 - joint.x for joint in drawing.joints]
    assert rounded(mirror(once)) == rounded(drawing)


def rounded(drawing: Drawing) -> list[tuple[int, str, int, int]]:
    names = [(round(box.x), box.name.text, round(box.y), round(box.width)) for box in drawing.names]
    return names + [(round(score.x), score.text, round(score.y), round(score.width)) for score in drawing.scores]


def test_unknown_sides_have_no_name() -> None:
    plan, lines = a_plan(8), a_draw(8)
    derived = derive(plan, collect(lines))

    (drawing,) = drawings(plan, derived)

    assert {box.entrant for box in drawing.names} == set(lines.values())
    assert UNKNOWN not in {stand.entrant for stand in drawing.stands}


def test_no_two_people_of_a_draw_read_the_same_on_the_screen() -> None:
    seconds = ("Fitzgerald", "Fitzmaurice", "Fitzpatrick", "Fitzsimons")
    people = [
        f"{given} O'Shaughnessy-{second}" for given in ("Ana", "Bo", "Itziar", "Maximilian") for second in seconds
    ]
    plan, lines = a_plan(64), a_draw(64)
    names = NAMES | dict(enumerate(people, start=1))

    (drawing,) = layout_screen(plan, derive(plan, collect(lines)), MAIN, names=names)

    shown = {(box.entrant, box.name.text) for box in drawing.names}
    assert any(box.name.shortened for box in drawing.names)
    assert len({text for _, text in shown}) == len({who for who, _ in shown}) == 64
