"""A result corrected later: void, stand, mixed; and the properties that hold after any choice.

The field of eight: A1 … A4, B1, B2, C1; D1 (losers A1, A2), D2 (A3, A4), E1 (D1, loser B2), E2 (D2, loser B1), F1.
"""

from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from rules.draws.affected import Affected, affected_by, changed
from rules.draws.corrections import (
    Choice,
    Choices,
    Resolution,
    cleared_row,
    needing_choice,
    passage_row,
    resolve,
)
from rules.draws.derive import Seat, Status, decision_of
from rules.draws.facts import Kind, pair_of
from rules.draws.seeding import draw_lines, size_for
from rules.draws.state import DrawState, Row
from rules.errors import RuleBroken
from rules.formats.knockout import Consolation
from rules.formats.lengths import Lengths
from rules.formats.registry import compile_plan
from tests.rules.knockouts import knockout

A1, A2, A3, A4, B1, B2, C1, D1, D2, E1, E2, F1 = range(12)
VOID, STAND = Choice.VOID, Choice.STAND


def a_state(entrants: int = 8, consolation: Consolation = Consolation.PROGRESSIVE) -> DrawState:
    lines = {line: line for line in range(1, 9)} if entrants == 8 else draw_lines(range(1, entrants + 1), {}, "6521")
    return DrawState(compile_plan(size_for(entrants), knockout(consolation, Lengths(7), Lengths(5))), lines)


def result(match: int, winner: int, loser: int, ref: int) -> Row:
    return (Kind.RESULT, match, winner, loser, winner, ref)


def double_no_show(match: int, one: int, other: int, ref: int) -> Row:
    return (Kind.RESULT, match, one, other, 0, ref)


def start(match: int, one: int, other: int) -> Row:
    return (Kind.START, match, one, other, 0, None)


def played() -> DrawState:
    """1, 3, 5, 7 won in A; 1 beat 3 in B1; 2 beat 4 in D1."""
    return a_state().having(
        [
            result(A1, 1, 2, 101),
            result(A2, 3, 4, 102),
            result(A3, 5, 6, 103),
            result(A4, 7, 8, 104),
            result(B1, 1, 3, 105),
            result(D1, 2, 4, 106),
        ]
    )


def corrected(state: DrawState) -> DrawState:
    """It was 2 who won A1."""
    return state.having([result(A1, 2, 1, 201)])


def refused(before: DrawState, after: DrawState, choices: Choices) -> RuleBroken:
    with pytest.raises(RuleBroken) as broken:
        resolve(before, after, choices)
    return broken.value


def test_a_correction_shows_what_it_affects() -> None:
    before = played()
    after = corrected(before)

    moved = list(affected_by(before.derived, before.facts, after.derived))

    assert moved == [Affected(B1, (1, 3), True), Affected(D1, (2, 4), True)]
    assert changed(before.derived, after.derived) == [A1, B1, C1, D1, E1, E2]


def test_a_match_that_had_only_begun_is_affected_without_a_result() -> None:
    before = played().having([result(B2, 5, 7, 107), start(E1, 2, 7)])
    after = corrected(before)

    moved = list(affected_by(before.derived, before.facts, after.derived))

    assert moved[-1] == Affected(E1, (2, 7), False)


def test_void_seats_the_right_players_and_counts_nothing() -> None:
    before = played()

    resolution = resolve(before, corrected(before), Choices(VOID))

    assert resolution.cleared == (cleared_row(B1, (1, 3)), cleared_row(D1, (2, 4)))
    assert resolution.passages == ()
    assert resolution.state.seat(B1) == Seat(2, 3, Status.OPEN, 0, 0, None)
    assert resolution.state.seat(D1) == Seat(1, 4, Status.OPEN, 0, 0, None)
    assert resolution.state.begun() == [A1, A2, A3, A4]


def test_stand_leaves_all_players_in_place_and_keeps_the_corrected_result() -> None:
    before = played()

    resolution = resolve(before, corrected(before), Choices(STAND))

    assert resolution.passages == (passage_row(A1, (1, 2), 1),)
    assert resolution.cleared == ()
    assert resolution.state.seat(A1) == Seat(1, 2, Status.FINISHED, 1, 2, 201)
    assert resolution.state.seat(B1) == before.seat(B1)
    assert resolution.state.seat(D1) == before.seat(D1)
    assert resolution.state.ruling(A1, (1, 2)) == 1


def test_stand_may_be_chosen_for_each_match_that_the_preview_named() -> None:
    before = played()

    resolution = resolve(before, corrected(before), Choices(each={B1: STAND, D1: STAND}))

    assert [moved.match for moved in resolution.affected] == [B1, D1]
    assert resolution.passages == (passage_row(A1, (1, 2), 1),)
    assert resolution.state.seat(D1) == before.seat(D1)


@pytest.mark.parametrize(("stands", "voided", "pair"), [(B1, D1, (2, 4)), (D1, B1, (1, 3))])
def test_one_match_stands_and_the_other_is_void_and_played_again(
    stands: int, voided: int, pair: tuple[int, int]
) -> None:
    before = played()

    resolution = resolve(before, corrected(before), Choices(each={stands: STAND, voided: VOID}))

    assert resolution.state.seat(stands) == before.seat(stands)
    assert resolution.state.seat(voided) == Seat(*pair, Status.OPEN, 0, 0, None)
    assert not resolution.state.has_begun(voided)
    assert resolution.cleared == (cleared_row(voided, pair),)


def test_one_choice_for_all_gives_way_to_the_choice_for_a_match() -> None:
    assert Choices(VOID, {B1: STAND}).of(B1) is STAND
    assert Choices(VOID, {B1: STAND}).of(D1) is VOID
    assert Choices(each={B1: STAND}).of(D1) is None


def test_without_a_choice_all_that_is_affected_is_named() -> None:
    before = played()

    broken = refused(before, corrected(before), Choices())

    assert broken.code == "affected.choice"
    assert broken.facts == {"affected": (Affected(B1, (1, 3), True), Affected(D1, (2, 4), True))}


def test_a_choice_that_is_missing_for_one_match_is_asked_for() -> None:
    before = played()

    broken = refused(before, corrected(before), Choices(each={B1: VOID}))

    assert broken.code == "affected.choice"
    assert [moved.match for moved in broken.facts["affected"]] == [B1, D1]


def test_a_choice_for_a_match_that_is_not_affected_is_refused() -> None:
    before = played()

    broken = refused(before, corrected(before), Choices(VOID, {A2: VOID, B1: VOID, F1: STAND}))

    assert (broken.code, broken.facts) == ("affected.unknown", {"matches": ["A2", "F1"]})


def test_a_match_cannot_stand_when_the_one_before_is_played_again() -> None:
    before = played().having([result(B2, 5, 7, 107), result(C1, 1, 5, 108)])

    broken = refused(before, corrected(before), Choices(STAND, {B1: VOID, D1: VOID}))

    assert (broken.code, broken.facts) == ("affected.torn", {"match": "C1"})


def test_a_match_that_stands_is_torn_too_when_a_later_choice_brings_other_players_back_before_it() -> None:
    """B1 is void, so that 2 meets 3 there; C1 (3 against 5) stands by a ruling that 3 goes on. Then D1 stands by a
    ruling that 1 goes on from A1: B1 is 1 against 3 again and unplayed, and C1 has lost 3."""
    before = a_state().having(
        [
            *(result(match, 2 * match + 1, 2 * match + 2, 101 + match) for match in (A1, A2, A3, A4)),
            result(B1, 3, 1, 105),
            result(B2, 5, 7, 106),
            result(C1, 3, 5, 107),
            result(D1, 2, 4, 108),
        ]
    )

    broken = refused(before, corrected(before), Choices(STAND, {B1: VOID}))

    assert (broken.code, broken.facts) == ("affected.torn", {"match": "C1"})


def test_behind_a_cleared_result_a_match_stands_by_the_ruling_alone() -> None:
    before = played()

    resolution = resolve(before, before.having([cleared_row(A1, (1, 2))]), Choices(STAND))

    assert resolution.state.seat(A1) == Seat(1, 2, Status.FINISHED, 1, 2, None)
    assert resolution.state.seat(B1) == before.seat(B1)
    assert not resolution.state.has_begun(A1)


def test_nothing_begun_means_that_players_just_move() -> None:
    before = a_state().having([result(A1, 1, 2, 101), result(A2, 3, 4, 102)])

    resolution = resolve(before, corrected(before), Choices())

    assert resolution == Resolution(corrected(before), ())
    assert resolution.state.seat(B1).pair == (2, 3)
    assert resolution.state.seat(D1).pair == (1, 4)


def test_a_correction_of_the_score_alone_affects_nothing() -> None:
    before = played()

    resolution = resolve(before, before.having([result(A1, 1, 2, 201)]), Choices())

    assert resolution.affected == ()
    assert resolution.state.seat(A1) == Seat(1, 2, Status.FINISHED, 1, 2, 201)


def test_a_later_line_cannot_stand_against_a_ruling_on_nothing() -> None:
    before = played()
    after = before.having(lines={**before.lines, 1: 9})

    broken = refused(before, after, Choices(STAND))

    assert (broken.code, broken.facts) == ("affected.torn", {"match": "A1"})


def test_a_match_stands_behind_a_bye_that_its_player_had_passed() -> None:
    """4 is missing: 2 passed D1 without play and began E1 against 7. The ruling is on A1, where they came from."""
    lines = {line: line for line in range(1, 9) if line != 4}
    state = DrawState(a_state().plan, lines)
    before = state.having(
        [result(A1, 1, 2, 101), result(A3, 5, 6, 102), result(A4, 7, 8, 103), result(B2, 5, 7, 104), start(E1, 2, 7)]
    )

    resolution = resolve(before, before.having([result(A1, 2, 1, 201)]), Choices(STAND))

    assert resolution.affected == (Affected(E1, (2, 7), False),)
    assert resolution.passages == (passage_row(A1, (1, 2), 1),)
    assert resolution.state.seat(E1) == before.seat(E1)


def test_a_first_match_loser_stands_although_a_bye_holder_came_down_from_the_second_round() -> None:
    """Five entrants: 1 and 4 hold byes. 1 lost B1, their first match, to 2; the losers of B1 and A4 played."""
    state = DrawState(
        compile_plan(8, knockout(Consolation.FIRST_MATCH, Lengths(7), Lengths(5))), {1: 1, 3: 2, 4: 3, 5: 4, 7: 5}
    )
    before = state.having([result(A2, 2, 3, 101), result(B1, 2, 1, 102), result(7, 1, 3, 103)])
    assert before.seat(7) == Seat(1, 3, Status.FINISHED, 1, 3, 103)

    resolution = resolve(before, before.having([result(B1, 1, 2, 201)]), Choices(STAND))

    assert resolution.passages == (passage_row(B1, (1, 2), 2),)
    assert resolution.state.seat(7) == before.seat(7)


def sound(before: DrawState, resolution: Resolution, choices: Choices) -> None:
    """What holds after any choice: see the sentences of the property below."""
    state = resolution.state
    rows = {row[5]: row for row in state.entered if row[0] == Kind.RESULT}
    sitting: list[int] = []
    for match, seat in enumerate(state.derived.seats()):
        if seat.ref is not None:
            assert rows[seat.ref][1] == match
            assert pair_of(*rows[seat.ref][2:4]) == seat.pair
        if seat.status is Status.OPEN:
            sitting += seat.pair or ()
    assert len(set(sitting)) == len(sitting)
    listed = {moved.match for moved in resolution.affected}
    for moved in resolution.affected:
        if choices.of(moved.match) is STAND:
            assert state.seat(moved.match) == before.seat(moved.match)
        else:
            assert decision_of(state.facts, moved.match, moved.pair) is None or moved.match in {
                row[1] for row in resolution.passages
            }
            assert (moved.match, moved.pair) not in state.facts.begun
    for match in before.begun():
        assert match in listed or state.seat(match).pair == before.seat(match).pair


def an_evening(entrants: int, consolation: Consolation, chance: Random) -> DrawState:
    """Some of the matches, with starts and double no-shows."""
    state = a_state(entrants, consolation)
    for ref in range(1, chance.randint(2, 3 * entrants)):
        ready = [match for match, status in enumerate(state.derived.statuses) if status == Status.OPEN]
        if not ready:
            break
        match = chance.choice(ready)
        one, other = chance.sample(sorted(state.seat(match).pair or ()), 2)
        happens = chance.random()
        row = start(match, one, other) if happens < 0.2 else result(match, one, other, ref)
        state = state.having([double_no_show(match, one, other, ref) if happens > 0.95 else row])
    return state


def a_correction(state: DrawState, match: int, chance: Random) -> DrawState:
    one, other = chance.sample(sorted(state.seat(match).pair or ()), 2)
    ref = 1000 + len(state.entered)
    rows = [result(match, one, other, ref), double_no_show(match, one, other, ref), cleared_row(match, (one, other))]
    return state.having([chance.choices(rows, [8, 1, 1])[0]])


@settings(max_examples=150, deadline=None)
@given(st.integers(4, 24), st.sampled_from(list(Consolation)), st.randoms(use_true_random=False))
def test_after_any_choice_results_belong_to_their_players_and_kept_matches_are_unchanged(
    entrants: int, consolation: Consolation, chance: Random
) -> None:
    state = an_evening(entrants, consolation, chance)
    for _ in range(6):
        finished = [match for match, seat in enumerate(state.derived.seats()) if seat.ref is not None]
        if not finished:
            return
        after = a_correction(state, chance.choice(finished), chance)
        moved = list(affected_by(state.derived, state.facts, after.derived))
        each = {one.match: chance.choice([VOID, VOID, STAND]) for one in moved}
        choices = chance.choice([Choices(VOID), Choices(STAND), Choices(each=each), Choices(VOID, each)])
        try:
            resolution = resolve(state, after, choices)
        except RuleBroken as broken:
            if broken.code not in {"affected.torn", "affected.choice"}:
                raise
            event(broken.code)
            continue
        event("resolved")
        sound(state, resolution, choices)
        state = resolution.state


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 24), st.randoms(use_true_random=False))
def test_void_for_all_is_never_torn(entrants: int, chance: Random) -> None:
    state = an_evening(entrants, Consolation.PROGRESSIVE, chance)
    finished = [match for match, seat in enumerate(state.derived.seats()) if seat.ref is not None]
    for match in finished[:3]:
        after = a_correction(state, match, chance)

        resolution = resolve(state, after, Choices(VOID))

        sound(state, resolution, Choices(VOID))


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 24), st.sampled_from(list(Consolation)), st.randoms(use_true_random=False))
def test_stand_for_all_changes_nothing_but_the_result_that_was_wrong(
    entrants: int, consolation: Consolation, chance: Random
) -> None:
    """With first-match losers a bye holder who now drops may lose by the ruling to the player whose bye they were."""
    state = an_evening(entrants, consolation, chance)
    for match, seat in enumerate(state.derived.seats()):
        if seat.ref is None or seat.off <= 0:
            continue
        after = state.having([result(match, seat.off, seat.on, 1001)])

        resolution = resolve(state, after, Choices(STAND))

        sound(state, resolution, Choices(STAND))
        if resolution.affected and consolation is not Consolation.FIRST_MATCH:
            assert changed(state.derived, resolution.state.derived) == [match]
            assert resolution.state.seat(match) == seat._replace(ref=1001)


def test_a_match_that_a_kept_one_brings_its_players_back_to_needs_no_choice() -> None:
    before = played().having([result(B2, 5, 7, 107), result(C1, 1, 5, 108)])
    after = corrected(before)

    resolution = resolve(before, after, Choices(each={B1: STAND}))

    assert [moved.match for moved in affected_by(before.derived, before.facts, after.derived)] == [B1, C1, D1]
    assert needing_choice(before, after) == {B1}
    assert resolution.state.seat(C1) == before.seat(C1)
    assert resolution.cleared == ()


def test_a_match_behind_a_replayed_one_still_needs_its_choice() -> None:
    before = played().having([result(B2, 5, 7, 107), result(C1, 1, 5, 108)])

    broken = refused(before, corrected(before), Choices(each={B1: VOID, D1: STAND}))

    assert (broken.code, [each.match for each in broken.facts["affected"]]) == ("affected.choice", [B1, C1, D1])
