"""Places of structures in which somebody withdrew before they dropped into the lower bracket."""

from typing import Any

import pytest

from rules.draws.derive import Status
from rules.draws.seeding import size_for
from rules.draws.state import DrawState
from rules.formats.registry import compile_plan, places, read_format
from tests.rules.formats.test_any_order import result
from tests.rules.formats.test_structures_played import drawn


@pytest.mark.parametrize("preset", ["double_elimination", "double_elimination_recharge", "denver"])
@pytest.mark.parametrize("entrants", [8, 11, 13])
def test_who_withdraws_before_their_first_loss_has_a_place_like_everybody(preset: str, entrants: int) -> None:
    format_: Any = read_format({"main": "structure", "preset": preset})
    plan = compile_plan(size_for(entrants), format_, entrants)
    state = DrawState(plan, drawn(plan, entrants), (), (("main", 1), ("consolation", 1)))
    while open_ := [at for at, status in enumerate(state.derived.statuses) if status == Status.OPEN]:
        top, bottom = state.seat(open_[0]).pair or (0, 0)
        state = state.having([result(state, open_[0], min(top, bottom), max(top, bottom))])

    given = {each.entrant: each.place for each in places(state.derived, state.facts)}

    assert sorted(given) == list(range(1, entrants + 1))
    assert sorted(each or 0 for each in given.values())[:2] == [1, 2]
    assert given[1] is not None
    assert given[1] > 2
    taken = sorted(each or 0 for each in given.values())
    assert all(place <= at for at, place in enumerate(taken, start=1))
