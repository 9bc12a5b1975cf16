"""Ways that are switched, and the redraw of the last 16 or 8, as docs/rules/separation.md says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draws.facts import Kind
from rules.draws.plan import From
from rules.draws.seeding import draw_lines
from rules.draws.separation import nearness
from rules.draws.state import DrawState
from rules.draws.switches import Switch, redraw_of, round_of_last, switched
from rules.errors import RuleBroken
from rules.formats.registry import compile_plan, places, read_format

KEY = "2026-11-20 63 55 21"
PROGRESSIVE = read_format({"consolation": "progressive"})


def played(size: int, entrants: int, rounds: int) -> DrawState:
    """Return a draw, a full one in order of lines, in which the smaller number has won in the first main rounds."""
    plan = compile_plan(size, PROGRESSIVE)
    field = range(1, entrants + 1)
    state = DrawState(plan, {n: n for n in field} if entrants == size else draw_lines(field, {}, KEY))
    for at in plan.of("main"):
        pair = state.seat(at).pair
        if pair and plan.matches[at].round <= rounds:
            state = state.having([(Kind.RESULT, at, *pair, pair[0], at + 1)])
    return state


def with_switches(state: DrawState, switches: list[Switch]) -> DrawState:
    return DrawState(switched(state.plan, switches), state.lines, state.entered, state.withdrawn)


def field_of(state: DrawState, left: int) -> list[int]:
    seats = [state.seat(at) for at in round_of_last(state.plan, left)]
    return [who for seat in seats for who in (seat.top, seat.bottom)]


def test_two_winners_switch_their_ways_and_everything_else_stays() -> None:
    plan = compile_plan(8, PROGRESSIVE)

    after = switched(plan, [(From.WINNER, 0, 2)])

    codes = [(each.code, after.matches[each.top.of].code, after.matches[each.bottom.of].code)
             for each in after.matches if each.code in ("B1", "B2")]  # fmt: skip
    assert codes == [("B1", "A3", "A2"), ("B2", "A1", "A4")]
    assert switched(after, [(From.WINNER, 0, 2)]) == plan
    assert [each for each in after.matches if each.round > 2] == [each for each in plan.matches if each.round > 2]


@pytest.mark.parametrize(
    "switch",
    [(From.WINNER, 0, 4), (From.LOSER, 6, 6), (From.WINNER, 6, 6), (From.FIRST_LOSER, 0, 1), (From.LOSER, 0, 99)],
)
def test_ways_of_different_rounds_or_none_are_not_switched(switch: Switch) -> None:
    with pytest.raises(RuleBroken) as refused:
        switched(compile_plan(8, PROGRESSIVE), [switch])

    assert refused.value.code == "switch.round"


@pytest.mark.parametrize(("size", "left", "codes"), [(32, 16, "B1 B8"), (64, 8, "D1 D4"), (16, 8, "B1 B4")])
def test_the_last_meet_in_one_round_of_the_main_bracket(size: int, left: int, codes: str) -> None:
    plan = compile_plan(size, PROGRESSIVE)

    matches = round_of_last(plan, left)

    assert f"{plan.matches[matches[0]].code} {plan.matches[matches[-1]].code}" == codes


@pytest.mark.parametrize(
    ("size", "left", "format_"),
    [
        (16, 16, {}),
        (8, 8, {}),
        (64, 4, {}),
        (64, 32, {}),
        (32, 0, {}),
        (32, 8, {"main": "structure", "preset": "fighters"}),
        (32, 16, {"main": "swiss"}),
    ],
)
def test_other_rounds_are_not_drawn_anew(size: int, left: int, format_: dict[str, object]) -> None:
    with pytest.raises(RuleBroken) as refused:
        round_of_last(compile_plan(size, read_format(format_)), left)

    assert refused.value.code == "redraw.round"


@settings(max_examples=25)
@given(st.sampled_from([(16, 8), (32, 16), (32, 8), (64, 16)]), st.integers(0, 99), st.data())
def test_everybody_left_is_in_the_round_once_and_a_group_is_apart(
    sizes: tuple[int, int], turn: int, data: st.DataObject
) -> None:
    size, left = sizes
    entrants = data.draw(st.integers(size // 2 + 1, size))
    state = played(size, entrants, size.bit_length() - left.bit_length())
    field = field_of(state, left)
    friends = {who: ["car"] for who in field[:2]}

    after = with_switches(state, redraw_of(state, left, {who: who for who in field}, f"{KEY} {turn}", friends))

    drawn = field_of(after, left)
    assert sorted(drawn) == sorted(field)
    assert nearness(dict(enumerate(drawn, start=1)), friends) == 1 / left
    assert sorted(each.entrant for each in places(after.derived, after.facts)) == list(range(1, entrants + 1))


def test_the_same_key_draws_the_same_round_again() -> None:
    state = played(16, 16, 1)
    numbers = {who: who for who in range(1, 17)}

    drawn = [field_of(with_switches(state, redraw_of(state, 8, numbers, key, {})), 8) for key in (KEY, KEY, "1")]

    assert drawn == [[1, 5, 15, 3, 9, 11, 13, 7], [1, 5, 15, 3, 9, 11, 13, 7], [11, 7, 5, 13, 15, 1, 9, 3]]


def test_a_result_corrected_later_follows_the_redraw() -> None:
    state = played(16, 16, 1)
    after = with_switches(state, redraw_of(state, 8, {who: who for who in range(1, 17)}, KEY, {}))

    corrected = after.having([(Kind.RESULT, 3, 7, 8, 8, 99)])

    assert field_of(corrected, 8) == [1, 5, 15, 3, 9, 11, 13, 8]


def test_a_round_waits_for_its_players_and_is_not_drawn_once_it_has_begun() -> None:
    waiting, state = played(16, 16, 0), played(16, 16, 1)
    begun = state.having([(Kind.START, 8, 1, 3, 0, 50)])

    refusals = []
    for each in (waiting, begun):
        with pytest.raises(RuleBroken) as refused:
            redraw_of(each, 8, {}, KEY, {})
        refusals.append((refused.value.code, refused.value.facts["matches"]))

    assert refusals == [("redraw.waiting", [f"A{n}" for n in range(1, 9)]), ("redraw.begun", ["B1"])]


def test_a_round_is_not_drawn_anew_once_a_match_behind_its_byes_has_begun() -> None:
    """Nobody came to A2 and A4: 1 and 5 are in C1 without play and have begun it."""
    none = {1, 3}
    state = played(16, 16, 0).having(
        [(Kind.RESULT, at, 2 * at + 1, 2 * at + 2, 0 if at in none else 2 * at + 1, at + 1) for at in range(8)]
    )
    begun = state.having([(Kind.START, state.plan.leads_to[From.WINNER, 8], 1, 5, 0, 50)])

    with pytest.raises(RuleBroken) as refused:
        redraw_of(begun, 8, {who: who for who in range(1, 17)}, KEY, {})

    assert (refused.value.code, refused.value.facts["matches"]) == ("redraw.begun", ["C1"])
    assert redraw_of(state, 8, {who: who for who in range(1, 17)}, KEY, {})


def test_where_neither_came_the_redraw_gives_somebody_a_bye() -> None:
    state = played(16, 16, 0)
    results = [(Kind.RESULT, at, 2 * at + 1, 2 * at + 2, 2 * at + 1 if at else 0, at + 1) for at in range(8)]
    state = state.having(results)

    after = with_switches(state, redraw_of(state, 8, {who: who for who in range(1, 17)}, KEY, {}))

    field = field_of(after, 8)
    assert sorted(who for who in field if who > 0) == [3, 5, 7, 9, 11, 13, 15]


def test_a_round_is_not_drawn_anew_once_a_loser_who_withdrew_from_it_has_begun_below() -> None:
    state = played(16, 16, 1)
    withdrew = state.having(withdrawn=[("main", 1)])
    codes = [each.code for each in state.plan.matches]
    assert (withdrew.seat(codes.index("B1")).off, withdrew.has_begun(codes.index("B1"))) == (1, False)
    assert redraw_of(withdrew, 8, {n: n for n in range(1, 17)}, KEY, {})

    # The loser of B1 meets the winner of E3 or E4 in the consolation.
    below = state.plan.leads_to[From.LOSER, codes.index("B1")]
    for at in state.plan.of("consolation")[: below + 1]:
        pair = withdrew.seat(at).pair
        if pair and (at == below or state.plan.leads_to.get((From.WINNER, at)) == below):
            withdrew = withdrew.having([(Kind.RESULT, at, *pair, pair[0], 100 + at)])
    assert withdrew.has_begun(below)

    with pytest.raises(RuleBroken) as refused:
        redraw_of(withdrew, 8, {n: n for n in range(1, 17)}, KEY, {})
    assert (refused.value.code, refused.value.facts["matches"]) == ("redraw.begun", [codes[below]])
