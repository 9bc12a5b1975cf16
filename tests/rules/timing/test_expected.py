"""About when a match begins: worked by hand, and whatever is entered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draws.derive import Seat, Status
from rules.draws.facts import Kind
from rules.draws.state import DrawState, Row
from rules.formats.registry import compile_plan, read_format
from rules.timing.expected import Going, Part, Span, expected, minutes_left
from rules.timing.holdup import Sat, Waiting

PACE = 11


def a_part(state: DrawState, going: dict[int, Going] | None = None, begins: int = 0) -> Part:
    sat = [Sat(seat.top > 0, seat.bottom > 0, seat.status) for seat in state.derived.seats()]
    return Part(Waiting(state.plan, sat, PACE), going or {}, begins)


def a_state(entrants: int, consolation: str = "none", length: int = 5, *, last_chance: bool = False) -> DrawState:
    size = 1 << max(1, (entrants - 1).bit_length())
    format_ = read_format({"consolation": consolation, "length": length, "last_chance": last_chance})
    plan = compile_plan(size, format_)
    return DrawState(plan, {line: line for line in range(1, entrants + 1)})


def by_code(part: Part, tables: int | None = None) -> dict[str, tuple[int, int]]:
    spans = expected([part], tables)[0]
    return {part.waiting.plan.matches[place].code: (span.begins, span.ends) for place, span in spans.items()}


def won(place: int, seat: Seat, winner: int) -> Row:
    return (Kind.RESULT, place, min(seat.top, seat.bottom), max(seat.top, seat.bottom), winner, place + 1)


# --- Worked by hand


def test_rounds_follow_each_other() -> None:
    assert by_code(a_part(a_state(4))) == {"A1": (0, 55), "A2": (0, 55), "B1": (55, 110)}


def test_a_match_on_now_has_what_is_left_of_it() -> None:
    part = a_part(a_state(4), {0: Going(30), 1: Going(80)})

    assert by_code(part) == {"A1": (0, 25), "A2": (0, 11), "B1": (25, 80)}


def test_the_example_of_the_docs() -> None:
    with_scores = a_part(a_state(4), {0: Going(30), 1: Going(10, (3, 3))})
    long = a_part(a_state(4), {0: Going(30), 1: Going(80)})

    assert by_code(with_scores) == {"A1": (0, 25), "A2": (0, 12), "B1": (25, 80)}
    assert by_code(long)["A2"] == (0, 11)


@pytest.mark.parametrize(
    ("score", "minutes"), [((0, 0), 77), ((6, 6), 11), ((4, 4), 33), ((5, 2), 32), ((6, 0), 20), ((9, 0), 20)]
)
def test_a_running_score_shortens_the_minutes_left(score: tuple[int, int], minutes: int) -> None:
    assert minutes_left(7, PACE, Going(0, score)) == minutes


def test_with_one_table_matches_follow_each_other() -> None:
    assert by_code(a_part(a_state(4)), 1) == {"A1": (0, 55), "A2": (55, 110), "B1": (110, 165)}


def test_a_table_is_free_when_the_match_on_it_is_over() -> None:
    part = a_part(a_state(4), {1: Going(50, None)})

    assert by_code(part, 1) == {"A2": (0, 11), "A1": (11, 66), "B1": (66, 121)}


def test_two_draws_share_the_tables() -> None:
    parts = [a_part(a_state(2)), a_part(a_state(2))]

    assert expected(parts, 1) == [{0: Span(0, 55)}, {0: Span(55, 110)}]
    assert expected(parts, 2) == [{0: Span(0, 55)}, {0: Span(0, 55)}]


def test_nothing_begins_before_the_doors_open() -> None:
    assert by_code(a_part(a_state(4), begins=40))["B1"] == (95, 150)


def test_a_bye_takes_no_time() -> None:
    assert by_code(a_part(a_state(3))) == {"A1": (0, 55), "B1": (55, 110)}


# --- Whatever is entered


@st.composite
def halls(draw: st.DrawFn) -> tuple[DrawState, dict[int, Going]]:
    consolation = draw(st.sampled_from(["none", "first_match", "progressive"]))
    state = a_state(draw(st.integers(2, 24)), consolation, last_chance=consolation != "none" and draw(st.booleans()))
    for _ in range(draw(st.integers(0, 30))):
        ready = [place for place, seat in enumerate(state.derived.seats()) if seat.status is Status.OPEN]
        if not ready:
            break
        place = draw(st.sampled_from(ready))
        seat = state.seat(place)
        winner = draw(st.sampled_from([seat.top, seat.bottom]))
        state = state.having([won(place, seat, winner)])
    ready = [place for place, seat in enumerate(state.derived.seats()) if seat.status is Status.OPEN]
    score = st.one_of(st.none(), st.tuples(st.integers(0, 4), st.integers(0, 4)))
    going = st.builds(Going, st.integers(0, 200), score)
    chosen = draw(st.lists(st.sampled_from(ready), unique=True)) if ready else []
    return state, {place: draw(going) for place in chosen}


@given(halls(), st.one_of(st.none(), st.integers(1, 12)))
def test_no_match_begins_before_its_feeders_end(hall: tuple[DrawState, dict[int, Going]], tables: int | None) -> None:
    part = a_part(*hall)

    spans = expected([part], tables)[0]

    assert spans.keys() == {place for place, is_to_play in enumerate(part.waiting.to_play) if is_to_play}
    for place, span in spans.items():
        assert span.ends - span.begins >= PACE
        for before in part.waiting.before(place):
            assert before not in spans or spans[before].ends <= span.begins


@given(halls(), st.integers(1, 12))
def test_no_more_matches_are_on_than_there_are_tables(hall: tuple[DrawState, dict[int, Going]], tables: int) -> None:
    part = a_part(*hall)

    spans = expected([part], tables)[0]

    most = max(tables, len(part.going))
    for moment in {span.begins for span in spans.values()}:
        assert sum(span.begins <= moment < span.ends for span in spans.values()) <= most


@given(halls(), st.integers(1, 12))
def test_more_tables_never_make_a_match_later(hall: tuple[DrawState, dict[int, Going]], tables: int) -> None:
    part = a_part(*hall)

    fewer, more, enough = (expected([part], each)[0] for each in (tables, tables + 1, None))

    assert all(enough[place] <= more[place] <= fewer[place] for place in fewer)


@given(halls(), st.integers(1, 60))
def test_time_played_never_makes_a_match_later(hall: tuple[DrawState, dict[int, Going]], minutes: int) -> None:
    state, going = hall

    before = expected([a_part(state, going)])[0]
    after = expected([a_part(state, {at: Going(each.minutes + minutes, each.score) for at, each in going.items()})])[0]

    assert all(after[place] <= before[place] for place in before)


@given(halls(), st.data())
def test_a_feeder_that_is_over_only_lets_others_begin_sooner(
    hall: tuple[DrawState, dict[int, Going]], data: st.DataObject
) -> None:
    state, going = hall
    ready = [place for place, seat in enumerate(state.derived.seats()) if seat.status is Status.OPEN]
    if not ready:
        return
    place = data.draw(st.sampled_from(ready))
    seat = state.seat(place)
    over = state.having([won(place, seat, seat.top)])

    before = expected([a_part(state, going)])[0]
    after = expected([a_part(over, {at: each for at, each in going.items() if at != place})])[0]

    assert all(after[at] <= before[at] for at in after)
