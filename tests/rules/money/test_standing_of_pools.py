"""Places of pools and their knockout as money sees them."""

from rules.formats.cuts import pools_of
from rules.formats.registry import places
from rules.money.standing import standing_of_pools
from tests.rules.formats.pools import after_cut, drawn, played, pools


def test_every_place_is_open_before_the_knockout_is_drawn() -> None:
    state = played(drawn(pools(), 8))

    known = standing_of_pools(state.derived, places(state.derived, state.facts), set())

    assert known.brackets == (("main", ((None,), (None,), (None, None), (None,) * 4)),)
    assert known.is_complete is False


def test_the_knockout_pays_first_then_the_tables_of_the_pools() -> None:
    state = played(after_cut(played(drawn(pools(), 8))))

    known = standing_of_pools(state.derived, places(state.derived, state.facts), set())

    groups = known.brackets[0][1]
    assert [len(group) for group in groups] == [1, 1, 2, 2, 2]
    assert groups[0] == (1,)
    assert sorted(who or 0 for group in groups for who in group) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert known.is_complete is True


def test_a_result_that_is_not_settled_keeps_its_places_open() -> None:
    state = played(after_cut(played(drawn(pools(), 8))))
    placed = places(state.derived, state.facts)
    first = pools_of(state.plan)[0].matches[0]

    in_a_pool = standing_of_pools(state.derived, placed, {first}).brackets[0][1]
    in_the_final = standing_of_pools(state.derived, placed, {state.plan.final}).brackets[0][1]

    assert [group for group in in_a_pool if None in group] == [(None, None), (None, None)]
    assert in_the_final[:2] == ((None,), (None,))
