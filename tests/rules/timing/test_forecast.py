"""What a format costs: against sums done by hand, against every way a small event can end, against random play."""

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draws.derive import Status
from rules.draws.facts import Kind, Row
from rules.draws.seeding import draw_lines, reversed_bits, size_for
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.formats.knockout import MAIN
from rules.formats.registry import compile_plan, read_format
from rules.timing.forecast import Forecast, alternatives, forecast


def a_format(consolation: str = "progressive", length: object = 5, *, last_chance: bool = False) -> Format:
    return read_format({"consolation": consolation, "length": length, "last_chance": last_chance})


def figures(forecasted: Forecast) -> tuple[int, ...]:
    return (
        forecasted.lines,
        forecasted.byes,
        forecasted.fewest,
        forecasted.most,
        forecasted.longest_wait,
    )


# 5 points at 10 minutes: 50 minutes a round.
@pytest.mark.parametrize(
    ("entrants", "consolation", "lines_byes_matches_wait", "rounds", "minutes"),
    [
        (2, "none", (2, 0, 1, 1, 0), [1], 50),
        (8, "none", (8, 0, 7, 7, 0), [3], 150),
        (8, "first_match", (8, 0, 10, 10, 0), [3, 2], 150),
        # A.B.| begins one round after A and takes three.
        (8, "progressive", (8, 0, 12, 12, 0), [3, 3], 200),
        # Byes at A1, A3, A2: only A4 is played; the losers of A4, B1 and B2 drop.
        (5, "progressive", (8, 3, 6, 6, 1), [3, 2], 150),
        # Byes at A1, A3: B1 and B2 each hold one; nobody, one or both of their holders drop.
        (6, "first_match", (8, 2, 6, 8, 1), [3, 2], 200),
        # 22 + 20 matches; the first round of the consolation is empty; losers of D sit out two rounds.
        (23, "progressive", (32, 9, 42, 42, 2), [5, 6], 400),
        (128, "progressive", (128, 0, 252, 252, 4), [7, 11], 600),
    ],
)
def test_a_forecast_against_sums_done_by_hand(
    entrants: int, consolation: str, lines_byes_matches_wait: tuple[int, ...], rounds: list[int], minutes: int
) -> None:
    cost = forecast(entrants, a_format(consolation), 10)

    assert figures(cost) == lines_byes_matches_wait
    assert [each.rounds for each in cost.brackets] == rounds
    assert cost.minutes == minutes


def test_each_match_takes_its_own_length() -> None:
    lengths = {"main": {"default": 5, "last": [7, 9]}, "consolation": 3}

    cost = forecast(8, a_format("progressive", lengths), 11)

    # Main: 5 + 7 + 9 points. Consolation: 5 (A), then 3, but B ends after 12, then 3 and 3.
    assert cost.minutes == 11 * (5 + 7 + 9)


def test_few_tables_take_turns_and_the_longest_way_goes_first() -> None:
    # Seven matches of 50 minutes one after the other; on two tables A in two turns, B in one, the final.
    assert forecast(8, a_format("none"), 10, 1).minutes == 350
    assert forecast(8, a_format("none"), 10, 2).minutes == 200
    assert forecast(8, a_format("none"), 10, 4).minutes == forecast(8, a_format("none"), 10).minutes == 150


@pytest.mark.parametrize("tables", [0, -1, 513])
def test_no_tables_and_too_many_are_refused(tables: int) -> None:
    with pytest.raises(RuleBroken) as refused:
        forecast(8, a_format(), 11, tables)

    assert refused.value.code == "forecast.tables"


def test_a_field_nobody_can_draw_is_refused() -> None:
    with pytest.raises(RuleBroken) as refused:
        forecast(1, a_format(), 11)

    assert refused.value.code == "draw.field"


def closed_formula(main_rounds: int) -> float:
    """Rematches of a full field: 2^-(2t - e_r - e_s) for a dropper of round r and their victim in round s."""
    expected = 0.0
    for r in range(2, main_rounds):
        for s in range(1, r):
            masks = [reversed_bits(each - 1, main_rounds - each) for each in (r, s)]
            apart = masks[0] ^ masks[1] >> (r - s)
            enters = [1 if each == 1 else 2 * (each - 1) for each in (r, s)]
            meet = enters[0] if apart == 0 else enters[0] + 2 * (apart.bit_length() - 1) + 1
            expected += 2 ** (main_rounds - r) * 2.0 ** -(2 * meet - enters[0] - enters[1])
    return expected


@pytest.mark.parametrize(("main_rounds", "published"), [(3, 0.25), (4, 0.406), (5, 0.410), (6, 0.372), (7, 0.389)])
def test_rematches_of_a_full_field_follow_the_closed_formula(main_rounds: int, published: float) -> None:
    cost = forecast(1 << main_rounds, a_format(), 11).rematches

    assert cost == pytest.approx(closed_formula(main_rounds))
    assert round(cost, 3) == published


def play(entrants: int, format_: Format, winners: list[bool]) -> DrawState:
    """Play a whole event: the next of ``winners`` says whether the upper player of the next open match wins."""
    plan = compile_plan(size_for(entrants), format_)
    state = DrawState(plan, draw_lines(list(range(1, entrants + 1)), {}, "a key"), (), ())
    turns = iter(winners)
    while (at := next((at for at, seat in enumerate(state.derived.seats()) if seat.status is Status.OPEN), -1)) >= 0:
        seat = state.seat(at)
        who = seat.top if next(turns) else seat.bottom
        row: Row = (Kind.RESULT, at, seat.top, seat.bottom, who, at + 1)
        state = state.having([row])
    return state


def pairs(state: DrawState) -> list[tuple[int, int]]:
    return [seat.pair for seat in state.derived.seats() if seat.pair is not None]


LAST_CHANCE = a_format(last_chance=True)
FIRST_MATCH_LAST_CHANCE = a_format("first_match", last_chance=True)


@pytest.mark.parametrize(
    ("entrants", "format_"),
    [
        *((entrants, a_format()) for entrants in (4, 5, 6, 7)),
        *((entrants, LAST_CHANCE) for entrants in (4, 5, 6, 7)),
        *((entrants, FIRST_MATCH_LAST_CHANCE) for entrants in (5, 6, 7)),
    ],
)
def test_rematches_of_a_small_field_are_the_mean_of_all_its_ends(entrants: int, format_: Format) -> None:
    cost = forecast(entrants, format_, 11)
    ends = list(itertools.product([True, False], repeat=cost.most))

    met = [pairs(play(entrants, format_, list(end))) for end in ends]

    assert sum(len(each) - len(set(each)) for each in met) / len(ends) == pytest.approx(cost.rematches)


@pytest.mark.parametrize("entrants", [11, 13])
def test_rematches_of_a_larger_field_are_the_mean_of_many_ends(entrants: int) -> None:
    """First-match losers meet again in the last chance only: one who beat the other in the consolation."""
    chance, cost, played = Random(entrants), forecast(entrants, FIRST_MATCH_LAST_CHANCE, 11).rematches, 1000

    met = [
        pairs(play(entrants, FIRST_MATCH_LAST_CHANCE, [chance.random() < 0.5 for _ in range(40)]))
        for _ in range(played)
    ]

    assert sum(len(each) - len(set(each)) for each in met) / played == pytest.approx(cost, abs=0.05)


@given(
    st.integers(2, 40),
    st.sampled_from(a_format().alternatives()),
    st.lists(st.booleans(), min_size=120),
)
def test_what_is_played_is_what_was_forecast(entrants: int, format_: Format, winners: list[bool]) -> None:
    cost = forecast(entrants, format_, 11)

    state = play(entrants, format_, winners)

    plan = state.plan
    for bracket in cost.brackets:
        played = [at for at in plan.of(bracket.bracket) if state.seat(at).pair is not None]
        assert bracket.fewest <= len(played) <= bracket.most
        assert len({plan.matches[at].round for at in played}) <= bracket.rounds


def test_the_fewest_and_the_most_both_happen() -> None:
    cost = forecast(6, a_format("first_match"), 11)
    ends = itertools.product([True, False], repeat=cost.most)

    played = {len(pairs(play(6, a_format("first_match"), list(end)))) for end in ends}

    assert played == {6, 7, 8}
    assert (cost.fewest, cost.most) == (6, 8)


def test_the_fewest_and_the_most_of_a_last_chance_both_happen() -> None:
    """Its two players lost D1 and D2, which holders of byes reach only when they lose."""
    cost = forecast(6, FIRST_MATCH_LAST_CHANCE, 11).brackets[2]
    ends = itertools.product([True, False], repeat=9)

    states = [play(6, FIRST_MATCH_LAST_CHANCE, list(end)) for end in ends]

    played = {sum(state.seat(at).pair is not None for at in state.plan.of("last_chance")) for state in states}
    assert played == {0, 1}
    assert (cost.fewest, cost.most) == (0, 1)


def test_the_alternatives_are_all_consolations_in_order_each_with_a_last_chance_behind_it() -> None:
    cost = alternatives(23, a_format(), 11)

    assert [each.most for each in cost] == [22, 36, 46, 42, 48]
    assert cost[3] == forecast(23, a_format(), 11)
    assert [bracket.bracket for bracket in cost[0].brackets] == [MAIN]
    assert [bracket.bracket for bracket in cost[4].brackets] == ["main", "consolation", "last_chance"]


@pytest.mark.parametrize(
    ("entrants", "matches_rounds"),
    [(4, []), (5, [(0, 0)]), (8, [(3, 2)]), (9, [(0, 0)]), (16, [(7, 3)]), (23, [(6, 3)]), (33, [(0, 0)])],
)
def test_one_more_than_a_power_of_two_leaves_nobody_to_play_in_a_last_chance(
    entrants: int, matches_rounds: list[tuple[int, int]]
) -> None:
    """A is one match then: its loser has a bye in the consolation, loses or wins its second round, and is one alone."""
    cost = forecast(entrants, LAST_CHANCE, 11)

    assert [(each.most, each.rounds) for each in cost.brackets[2:]] == matches_rounds
    assert all(each.fewest == each.most for each in cost.brackets)
