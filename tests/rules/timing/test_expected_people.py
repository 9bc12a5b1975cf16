"""About when matches begin whose players play in several events, rest, or may start no later than an hour."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules.draws.derive import Status
from rules.draws.state import DrawState
from rules.formats.registry import compile_plan, read_format
from rules.timing.expected import Going, Part, Rest, Span, expected
from tests.rules.timing.test_expected import a_part, a_state

ANN, BOB = frozenset({1}), frozenset({2})


def a_draw(entrants: int, people: dict[int, frozenset[int]], going: dict[int, Going] | None = None) -> Part:
    part = a_part(a_state(entrants), going)
    return Part(part.waiting, part.going, people=people)


def spans(*parts: Part, tables: int | None = None, rest: Rest | None = None) -> list[dict[str, tuple[int, int]]]:
    return [
        {part.waiting.plan.matches[place].code: (span.begins, span.ends) for place, span in of_part.items()}
        for part, of_part in zip(parts, expected(parts, tables, rest), strict=True)
    ]


def test_nobody_plays_two_matches_at_once_and_the_first_event_goes_first() -> None:
    main, jackpot = a_draw(4, {0: ANN}), a_draw(2, {0: ANN})

    assert spans(main, jackpot) == [{"A1": (0, 55), "A2": (0, 55), "B1": (55, 110)}, {"A1": (55, 110)}]
    assert spans(jackpot, main) == [{"A1": (0, 55)}, {"A1": (55, 110), "A2": (0, 55), "B1": (110, 165)}]


def test_who_plays_elsewhere_begins_when_that_has_ended() -> None:
    assert spans(a_draw(2, {0: ANN}), a_draw(2, {0: ANN}, {0: Going(30)})) == [{"A1": (25, 80)}, {"A1": (0, 25)}]


def test_players_rest_between_two_matches() -> None:
    assert spans(a_draw(4, {}), rest=Rest(15)) == [{"A1": (0, 55), "A2": (0, 55), "B1": (70, 125)}]
    assert spans(a_draw(2, {0: ANN}), rest=Rest(15, {1: 9})) == [{"A1": (9, 64)}]
    assert spans(a_draw(2, {0: ANN}), a_draw(2, {0: ANN}), rest=Rest(15)) == [{"A1": (0, 55)}, {"A1": (70, 125)}]


def test_what_would_start_after_the_hour_starts_the_next_day() -> None:
    part = a_part(a_state(4))
    part = Part(part.waiting, starts=lambda minutes: minutes if minutes <= 40 else 700)

    assert spans(part) == [{"A1": (0, 55), "A2": (0, 55), "B1": (700, 755)}]


def test_a_later_match_of_a_round_robin_waits_for_those_before_it_though_both_players_are_known() -> None:
    plan = compile_plan(4, read_format({"main": "round_robin", "length": 5}))
    part = a_part(DrawState(plan, {line: line for line in range(1, 5)}))
    everybody = Part(part.waiting, people={len(plan.matches) - 1: ANN})

    table, elsewhere = spans(everybody, a_draw(2, {0: ANN}))

    assert sorted(begins for begins, _ in table.values()) == [0, 0, 55, 55, 110, 110]
    assert elsewhere == {"A1": (165, 220)}


@given(st.lists(st.tuples(st.sampled_from([2, 4, 8]), st.integers(0, 255)), min_size=1, max_size=3), st.integers(0, 30))
def test_whatever_they_enter_nobody_sits_at_two_tables_and_everybody_rests(
    events: list[tuple[int, int]], rest: int
) -> None:
    parts = []
    for size, chosen in events:
        waiting = a_part(a_state(size)).waiting
        ready = [place for place, sat in enumerate(waiting.sat) if sat.status is Status.OPEN]
        people = {place: frozenset({(chosen >> place) % 3 + 1}) for place in ready}
        parts.append(Part(waiting, people=people))

    played = expected(parts, None, Rest(rest))

    of_person: dict[int, list[Span]] = {}
    for part, of_part in zip(parts, played, strict=True):
        assert set(of_part) == {place for place, is_to_play in enumerate(part.waiting.to_play) if is_to_play}
        for place, who in part.people.items():
            for person in who:
                of_person.setdefault(person, []).append(of_part[place])
    for sat in of_person.values():
        in_order = sorted(sat)
        assert all(one.ends + rest <= other.begins for one, other in pairwise(in_order))


@given(st.integers(0, 255), st.integers(1, 4))
def test_more_tables_never_make_any_match_later(chosen: int, tables: int) -> None:
    people = {place: frozenset({(chosen >> place) % 3 + 1}) for place in range(4)}
    parts = [a_draw(8, people), a_draw(2, {0: ANN})]

    few, more = expected(parts, tables, Rest(10)), expected(parts, tables + 1, Rest(10))

    assert all(more[at][place].begins <= few[at][place].begins for at in range(2) for place in few[at])
