"""What a result that is not settled puts under a condition."""

from hypothesis import given
from hypothesis import strategies as st

from rules.draws.depends import comes_out_of, dependencies
from rules.draws.plan import Plan
from rules.formats.registry import compile_plan, read_format

EIGHT = compile_plan(8, read_format({"length": 7, "consolation": "progressive"}))


def dependent(plan: Plan, *open_results: str, byes: tuple[str, ...] = ()) -> dict[str, str]:
    """Return by their codes what each match depends on, only those that depend on one."""
    place = {match.code: at for at, match in enumerate(plan.matches)}
    depending = dependencies(plan, {place[code] for code in open_results}, {place[code] for code in byes})
    codes = [match.code for match in plan.matches]
    return {codes[at]: " ".join(codes[each] for each in of) for at, of in enumerate(depending) if of}


def test_where_winner_and_loser_go_depends_on_the_match() -> None:
    assert dependent(EIGHT, "A1") == {"B1": "A1", "C1": "A1", "D1": "A1", "E1": "A1", "E2": "A1", "F1": "A1"}


def test_nothing_depends_on_what_is_settled() -> None:
    assert dependent(EIGHT) == {}


def test_two_open_results_stand_in_the_order_of_the_plan() -> None:
    assert dependent(EIGHT, "A2", "A1")["B1"] == "A1 A2"


def test_a_first_match_loser_after_a_bye_depends_on_the_holders_next_match() -> None:
    first = compile_plan(8, read_format({"length": 7, "consolation": "first_match"}))

    assert dependent(first, "B1") == {"C1": "B1"}
    assert dependent(first, "B1", byes=("A1",)) == {"C1": "B1", "D1": "B1", "E1": "B1"}


@given(st.data(), st.sampled_from([2, 4, 8, 16, 32]), st.sampled_from(["none", "first_match", "progressive"]))
def test_what_one_match_depends_on_is_what_it_comes_out_of_and_is_open(
    data: st.DataObject, size: int, consolation: str
) -> None:
    plan = compile_plan(size, read_format({"length": 7, "consolation": consolation}))
    places = st.sets(st.integers(0, len(plan.matches) - 1))
    open_results, byes = data.draw(places), data.draw(places)

    depending = dependencies(plan, open_results, byes)

    for match, sentence_for in enumerate(depending):
        assert sentence_for == tuple(each for each in comes_out_of(plan, match, byes) if each in open_results)
