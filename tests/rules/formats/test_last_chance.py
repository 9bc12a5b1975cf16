"""A last chance played, against draws played with paper and pencil. Source: docs/rules/last-chance.md."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draws.affected import affected_by
from rules.draws.corrections import Choice, Choices, resolve
from rules.draws.derive import Seat, Status
from rules.draws.facts import Kind
from rules.draws.plan import Plan
from rules.draws.seeding import draw_lines, size_for
from rules.draws.state import DrawState, Row
from rules.formats.knockout import CONSOLATION, LAST_CHANCE, MAIN, Consolation, Knockout
from rules.formats.lengths import Lengths
from rules.formats.places import places
from rules.formats.registry import compile_plan
from tests.rules.knockouts import knockout
from tests.served.simulation import PHANTOM, Absent, Sheets, Spot, Who

PROGRESSIVE, FIRST_MATCH = Consolation.PROGRESSIVE, Consolation.FIRST_MATCH
BOTH = pytest.mark.parametrize("consolation", [PROGRESSIVE, FIRST_MATCH])
FIELDS = pytest.mark.parametrize("entrants", [*range(2, 41), 64, 128])
ALL = (MAIN, CONSOLATION, LAST_CHANCE)


def a_format(consolation: Consolation = PROGRESSIVE) -> Knockout:
    return knockout(consolation, Lengths(7), Lengths(5), last=Lengths(3))


def a_plan(size: int, consolation: Consolation = PROGRESSIVE) -> Plan:
    return compile_plan(size, a_format(consolation))


def a_state(entrants: int, consolation: Consolation = PROGRESSIVE) -> DrawState:
    lines = draw_lines(range(1, entrants + 1), {}, "63 55 21")
    return DrawState(a_plan(size_for(entrants), consolation), lines)


def on_own_lines(size: int = 8, consolation: Consolation = PROGRESSIVE) -> DrawState:
    """Everybody is numbered like their line."""
    return DrawState(a_plan(size, consolation), {line: line for line in range(1, size + 1)})


def at(state: DrawState, code: str) -> int:
    return next(place for place, match in enumerate(state.plan.matches) if match.code == code)


def won(state: DrawState, *results: tuple[str, int]) -> DrawState:
    """The draw after these results, each a code and its winner, 0 where neither came."""
    for code, winner in results:
        seat = state.seat(at(state, code))
        assert seat.status is Status.OPEN, code
        row = (Kind.RESULT, at(state, code), seat.top, seat.bottom, winner, len(state.entered) + 1)
        state = state.having([row])
    return state


def seat(state: DrawState, code: str) -> Seat:
    return state.seat(at(state, code))


def on_paper(state: DrawState, consolation: Consolation) -> Sheets:
    decided: dict[Spot, Who] = {}
    for _, match, _, _, winner, _ in state.entered:
        planned = state.plan.matches[match]
        decided[planned.bracket, planned.round, planned.number] = winner or PHANTOM
    lines = [state.lines.get(line) for line in range(1, state.plan.size + 1)]
    return Sheets(lines, consolation.value, decided, last_chance=True)


def drawn(sheets: Sheets) -> dict[Spot, tuple[int, int, str]]:
    numbers = {Absent.PHANTOM: -1, Absent.LATER: 0}
    return {
        spot: (
            box.top if isinstance(box.top, int) else numbers[box.top],
            box.bottom if isinstance(box.bottom, int) else numbers[box.bottom],
            box.status,
        )
        for spot, box in sheets.boxes.items()
    }


def derived(state: DrawState) -> dict[Spot, tuple[int, int, str]]:
    return {
        (planned.bracket, planned.round, planned.number): (seat.top, seat.bottom, seat.status.word)
        for planned, seat in zip(state.plan.matches, state.derived.seats(), strict=True)
    }


def played_on(state: DrawState, chance: Random, neither_comes: float = 0.0) -> Iterator[DrawState]:
    """The draw after further results: a few matches end at once, in any order."""
    while ready := [match for match, status in enumerate(state.derived.statuses) if status == Status.OPEN]:
        for match in chance.sample(ready, 1 + len(ready) // 3):
            pair = state.seat(match).pair or (0, 0)
            winner = 0 if chance.random() < neither_comes else chance.choice(pair)
            state = state.having([(Kind.RESULT, match, *pair, winner, len(state.entered) + 1)])
        yield state


@BOTH
@FIELDS
def test_an_event_plays_out_as_on_paper(entrants: int, consolation: Consolation) -> None:
    state = a_state(entrants, consolation)
    assert derived(state) == drawn(on_paper(state, consolation))

    for later in played_on(state, Random(entrants)):
        assert derived(later) == drawn(on_paper(later, consolation))
        state = later

    listed = places(state.derived, state.facts)
    assert [(place.entrant, place.place) for place in listed] == on_paper(state, consolation).places()
    assert [place.order for place in listed] == list(range(1, entrants + 1))


@settings(max_examples=60)
@given(st.integers(2, 40), st.sampled_from([PROGRESSIVE, FIRST_MATCH]), st.randoms(use_true_random=False))
def test_with_no_shows_too_an_event_plays_out_as_on_paper(
    entrants: int, consolation: Consolation, chance: Random
) -> None:
    *_, state = played_on(a_state(entrants, consolation), chance, neither_comes=0.15)

    assert derived(state) == drawn(on_paper(state, consolation))


@BOTH
@pytest.mark.parametrize("entrants", [8, 13, 23, 32])
def test_everybody_in_the_last_chance_has_lost_in_the_main_bracket_and_early_in_the_consolation(
    entrants: int, consolation: Consolation
) -> None:
    *_, state = played_on(a_state(entrants, consolation), Random(entrants))
    seats = [*zip(state.plan.matches, state.derived.seats(), strict=True)]

    lost = {seat.off for planned, seat in seats if planned.bracket == CONSOLATION and planned.round <= 2}
    final = state.seat(state.plan.of(CONSOLATION)[-1])
    playing = {
        who for planned, seat in seats if planned.bracket == LAST_CHANCE for who in (seat.top, seat.bottom) if who > 0
    }

    assert playing == lost - {-1} - ({final.off} if state.plan.rounds(CONSOLATION) <= 2 else set())


# Eight on their own lines; 1, 3, 5, 7 win in A, 1 and 5 in B.
MAIN_PLAYED = (("A1", 1), ("A2", 3), ("A3", 5), ("A4", 7), ("B1", 1), ("B2", 5), ("C1", 1))
CONSOLATION_PLAYED = (("D1", 2), ("D2", 6), ("E1", 7), ("E2", 3), ("F1", 7))


def test_places_are_ordered_by_the_last_chance_behind_the_consolation() -> None:
    """4 and 8 lost the first round of the consolation, 2 and 6 the second: these stay ahead whatever they do below."""
    state = won(on_own_lines(), *MAIN_PLAYED, *CONSOLATION_PLAYED)

    before = [(place.place, place.entrant) for place in places(state.derived, state.facts)]
    after = [
        (place.place, place.entrant)
        for state in [won(state, ("G1", 8), ("G2", 6), ("H1", 8))]
        for place in places(state.derived, state.facts)
    ]

    assert before == [(1, 1), (2, 5), (3, 7), (3, 3), (5, 2), (5, 6), (5, 4), (5, 8)]
    assert after == [(1, 1), (2, 5), (3, 7), (3, 3), (5, 6), (5, 2), (5, 8), (5, 4)]


def test_one_alone_in_the_last_chance_has_nothing_to_play() -> None:
    """Five entrants: byes at A1, A2, A3. The loser of A4 meets the loser of B1, and one of the two comes alone."""
    state = DrawState(a_plan(8), {1: 1, 3: 3, 5: 5, 7: 7, 8: 8})

    state = won(state, ("A4", 7), ("B1", 1), ("B2", 5), ("E2", 8), ("C1", 1), ("F1", 8))

    assert seat(state, "G2") == Seat(-1, 3, Status.BYE, 3, -1, None)
    assert seat(state, "H1") == Seat(-1, 3, Status.BYE, 3, -1, None)
    assert Status.WAITING not in state.derived.statuses


def test_when_nobody_comes_to_the_consolation_the_last_chance_is_empty() -> None:
    state = won(on_own_lines(), *((code, 0) for code in ("A1", "A2", "A3", "A4")))

    assert {state.seat(place).status for place in state.plan.of(LAST_CHANCE)} == {Status.VOID}


def test_a_forfeit_in_the_consolation_drops_and_a_double_no_show_drops_nobody() -> None:
    state = won(on_own_lines(), *MAIN_PLAYED[:4], ("D1", 0), ("D2", 6))

    assert seat(state, "G1") == Seat(-1, 8, Status.BYE, 8, -1, None)


def gone(state: DrawState, who: int, *brackets: str) -> DrawState:
    """The draw after they withdrew; whatever had begun goes on."""
    after = state.having(withdrawn=[(bracket, who) for bracket in brackets])
    assert list(affected_by(state.derived, state.facts, after.derived)) == []
    return after


def test_a_player_who_withdraws_from_everything_never_appears_below() -> None:
    state = gone(won(on_own_lines(), *MAIN_PLAYED[:4]), 2, *ALL)

    assert seat(state, "D1") == Seat(-1, 4, Status.BYE, 4, -1, None)
    assert seat(won(state, ("D2", 6)), "G1") == Seat(-1, 8, Status.BYE, 8, -1, None)


def test_a_player_who_withdraws_from_a_consolation_begun_forfeits_there_and_drops() -> None:
    state = won(on_own_lines(), *MAIN_PLAYED[:4])
    begun: Row = (Kind.START, at(state, "D1"), 2, 4, 0, None)

    state = gone(state.having([begun]), 2, CONSOLATION)

    assert seat(state, "D1") == Seat(2, 4, Status.FINISHED, 4, 2, None)
    assert seat(state, "G1").top == 2


def test_a_player_who_withdraws_from_the_last_chance_before_they_began_leaves_their_place_empty() -> None:
    state = won(on_own_lines(), *MAIN_PLAYED[:4], ("D1", 2), ("D2", 6))

    assert seat(gone(state, 4, LAST_CHANCE), "G1") == Seat(-1, 8, Status.BYE, 8, -1, None)
    assert seat(gone(won(state, ("G1", 4)), 4, LAST_CHANCE), "G1").on == 4


def test_a_player_who_withdraws_from_a_last_chance_begun_forfeits_their_next_match() -> None:
    state = gone(won(on_own_lines(), *MAIN_PLAYED, *CONSOLATION_PLAYED, ("G1", 4)), 4, LAST_CHANCE)

    after = won(state, ("G2", 2))

    assert seat(after, "H1") == Seat(4, 2, Status.FINISHED, 2, 4, None)


# --- Corrections


def corrected(state: DrawState, code: str, winner: int) -> DrawState:
    sitting = seat(state, code)
    row: Row = (Kind.RESULT, at(state, code), sitting.top, sitting.bottom, winner, len(state.entered) + 1)
    return state.having([row])


def test_a_corrected_consolation_result_moves_who_plays_below() -> None:
    state = won(on_own_lines(), *MAIN_PLAYED[:4], ("D1", 2), ("D2", 6))

    after = corrected(state, "D1", 4)

    assert seat(state, "G1").pair == (4, 8)
    assert seat(after, "G1") == Seat(2, 8, Status.OPEN, 0, 0, None)
    assert list(affected_by(state.derived, state.facts, after.derived)) == []


def test_a_match_of_the_last_chance_that_has_begun_is_replayed_or_stays_as_it_was() -> None:
    state = won(on_own_lines(), *MAIN_PLAYED[:4], ("D1", 2), ("D2", 6), ("G1", 4))
    after = corrected(state, "D1", 4)

    replayed = resolve(state, after, Choices(all=Choice.VOID)).state
    as_played = resolve(state, after, Choices(all=Choice.STAND)).state

    assert [moved.match for moved in affected_by(state.derived, state.facts, after.derived)] == [at(state, "G1")]
    assert seat(replayed, "G1") == Seat(2, 8, Status.OPEN, 0, 0, None)
    assert seat(as_played, "G1") == seat(state, "G1")
    assert seat(as_played, "E1").top == 2


@settings(max_examples=60)
@given(st.integers(5, 24), st.sampled_from([PROGRESSIVE, FIRST_MATCH]), st.randoms(use_true_random=False))
def test_after_any_correction_play_goes_on_as_on_paper(entrants: int, consolation: Consolation, chance: Random) -> None:
    states = [*played_on(a_state(entrants, consolation), chance)]
    state = chance.choice(states)
    _, match, first, second, winner, _ = chance.choice(state.entered)
    row: Row = (Kind.RESULT, match, first, second, first + second - winner, 1000)

    after = resolve(state, state.having([row]), Choices(all=Choice.VOID)).state

    counting = DrawState(after.plan, after.lines, tuple(_counting(after)))
    assert derived(after) == derived(counting) == drawn(on_paper(counting, consolation))


def _counting(state: DrawState) -> Iterator[Row]:
    """The results that decide a match now, one each."""
    for match, seat in enumerate(state.derived.seats()):
        if seat.status is Status.FINISHED and seat.pair is not None:
            yield (Kind.RESULT, match, *seat.pair, max(seat.on, 0), match + 1)
