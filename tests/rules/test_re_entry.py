"""Re-entry: who is out, when they may enter again, and which places count, as docs/rules/re-entry.md says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.conditions import read_conditions
from rules.draws.facts import Kind
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.format import Place
from rules.formats.registry import compile_plan, read_format
from rules.re_entry import ReEntry, best_entries, may_enter_again, round_lost

ONCE = ReEntry(times=1)
# Eight lines: 2 lost A1 to 1; 5 has a bye and waits; the rest is to be played.
PLAN = compile_plan(8, read_format({"main": "knockout", "consolation": "none", "length": 5}))
PLAYED = DrawState(PLAN, {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 7: 7, 8: 8}).having([(Kind.RESULT, 0, 1, 2, 1, 1)])
WITH_CONSOLATION = DrawState(
    compile_plan(8, read_format({"main": "knockout", "consolation": "progressive", "length": 5})), PLAYED.lines
).having([(Kind.RESULT, 0, 1, 2, 1, 1)])


def code_of(rule: ReEntry, state: DrawState, *entries: int) -> str:
    try:
        may_enter_again(rule, state, entries)
    except RuleBroken as refused:
        return refused.code
    return ""


def test_a_player_who_has_lost_is_out_in_that_round() -> None:
    assert [round_lost(PLAYED, who) for who in (1, 2, 3, 5, 9)] == [None, 1, None, None, None]


def test_a_player_who_drops_into_the_consolation_still_plays_until_they_withdraw() -> None:
    out = WITH_CONSOLATION.having(withdrawn=[("consolation", 2)])

    assert (round_lost(WITH_CONSOLATION, 2), round_lost(out, 2)) == (None, 1)
    assert (code_of(ONCE, WITH_CONSOLATION, 2), code_of(ONCE, out, 2)) == ("re_entry.playing", "")


@pytest.mark.parametrize(
    ("rule", "entries", "code"),
    [
        (ReEntry(), [2], "re_entry.none"),
        (ONCE, [2], ""),
        (ONCE, [1], "re_entry.playing"),
        (ONCE, [2, 3], "re_entry.often"),
        (ReEntry(times=2), [2, 3], "re_entry.playing"),
    ],
)
def test_when_a_player_may_enter_again(rule: ReEntry, entries: list[int], code: str) -> None:
    assert code_of(rule, PLAYED, *entries) == code


def test_losers_of_later_rounds_than_announced_do_not_enter_again() -> None:
    later = PLAYED.having([(Kind.RESULT, 1, 3, 4, 3, 2), (Kind.RESULT, 4, 1, 3, 3, 3)])

    assert code_of(ONCE, later, 1) == "re_entry.late"
    assert code_of(ReEntry(times=1, until=2), later, 1) == ""


def test_nobody_enters_again_when_the_event_is_over_or_in_pools_and_round_robins() -> None:
    over = DrawState(compile_plan(2, read_format({})), {1: 1, 2: 2}).having([(Kind.RESULT, 0, 1, 2, 1, 1)])
    robin = DrawState(compile_plan(4, read_format({"main": "round_robin"}), 4), {1: 1, 2: 2, 3: 3, 4: 4})

    assert code_of(ONCE, over, 2) == "re_entry.over"
    assert code_of(ONCE, robin, 2) == "re_entry.format"


def test_the_best_entry_of_a_player_counts_and_everybody_behind_the_other_moves_up() -> None:
    ranked = [Place(9, 1, 1), Place(1, 2, 2), Place(3, 3, 3), Place(4, 3, 4), Place(2, 5, 5), Place(5, 5, 6)]

    counted = best_entries(ranked, {9: 3})

    assert [(each.entrant, each.place, each.order) for each in counted] == [
        (9, 1, 1), (1, 2, 2), (4, 3, 3), (2, 4, 4), (5, 4, 5),
    ]  # fmt: skip


def test_an_entry_that_still_plays_counts_before_one_that_is_out() -> None:
    ranked = [Place(9, None, 1), Place(1, None, 2), Place(3, 3, 3), Place(4, 3, 4)]

    assert [(each.entrant, each.place) for each in best_entries(ranked, {9: 3})] == [(9, None), (1, None), (4, 3)]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=12), st.dictionaries(st.integers(1, 12), st.integers(13, 15)))
def test_places_of_people_are_those_of_a_field_of_their_best_entries(sizes: list[int], first: dict[int, int]) -> None:
    ranked: list[Place] = []
    for size in sizes:
        place = len(ranked) + 1
        ranked += [Place(place + at, place, place + at) for at in range(size)]

    counted = best_entries(ranked, first)

    people = [first.get(each.entrant, each.entrant) for each in counted]
    assert len(people) == len(set(people))
    assert [each.order for each in counted] == [*range(1, len(counted) + 1)]
    assert all(each.place == min(o.order for o in counted if o.place == each.place) for each in counted)
    old = {each.entrant: each.place or 0 for each in ranked}
    assert [old[each.entrant] for each in counted] == sorted(old[each.entrant] for each in counted)


def test_the_conditions_say_how_often_and_until_when() -> None:
    read = read_conditions({"re_entry": {"times": 2, "until": 3}})

    assert read.re_entry == ReEntry(2, 3)
    assert read.as_data()["re_entry"] == {"times": 2, "until": 3}
    for wrong in ({"times": 10}, {"times": -1}, {"until": 0}, {"times": True}):
        with pytest.raises(RuleBroken, match=r"conditions\.range"):
            read_conditions({"re_entry": wrong})
    with pytest.raises(RuleBroken, match=r"conditions\.shape"):
        read_conditions({"re_entry": 1})


def test_places_of_an_event_that_goes_on_stay_as_they_are_without_a_second_entry() -> None:
    ranked = [Place(1, None, 1), Place(2, None, 2), Place(3, 3, 3), Place(4, 5, 4), Place(5, 5, 5)]

    assert best_entries(ranked, {}) == ranked


def test_those_behind_an_entry_that_does_not_count_move_up_and_those_beside_it_do_not() -> None:
    ranked = [Place(9, None, 1), Place(2, 2, 2), Place(3, 3, 3), Place(4, 3, 4), Place(5, 5, 5), Place(6, 6, 6)]

    assert [(each.entrant, each.place, each.order) for each in best_entries(ranked, {9: 4})] == [
        (9, None, 1), (2, 2, 2), (3, 3, 3), (5, 4, 4), (6, 5, 5),
    ]  # fmt: skip
