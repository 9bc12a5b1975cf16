"""What the two of a match say themselves, folded: docs/rules/claims.md holds the same table in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draws.derive import Status
from rules.draws.facts import Kind, Standing, collect
from rules.draws.state import DrawState, Row
from rules.formats.knockout import CONSOLATION, MAIN, Consolation
from rules.formats.lengths import Lengths
from rules.formats.registry import compile_plan
from tests.rules.knockouts import knockout

P, A = 1, 2
PLAN = compile_plan(8, knockout(Consolation.PROGRESSIVE, Lengths(7), Lengths(5)))
LINES = {line: line for line in range(1, 9)}
UNDECIDED, PROVISIONAL, SETTLED, DISPUTED, CONTESTED = "undecided", "provisional", "settled", "disputed", "contested"


def rows_of(*what: str) -> list[Row]:
    """Read ``P:A`` (P says that A won), ``clock``, ``P!`` (P contests), ``=A`` and ``~A`` (the desk, settled or not),
    ``ok`` (what applies is confirmed), ``clear`` and ``card``; the ref is the place in the story, from 1."""
    names = {"P": P, "A": A, "-": 0}
    rows: list[Row] = []
    for ref, each in enumerate(what, start=1):
        if each in ("clock", "ok"):
            rows.append((Kind.CONFIRMED, 0, P, A, 0, collect({}, rows).of(0, (P, A)).ref))
        elif each in ("clear", "card"):
            rows.append((Kind.CLEARED if each == "clear" else Kind.CARD, 0, A, P, 0, ref))
        elif each.endswith("!"):
            rows.append((Kind.CONTESTED, 0, P, A, names[each[0]], None))
        elif each[0] in "=~":
            rows.append((Kind.RESULT if each[0] == "=" else Kind.UNSETTLED, 0, P, A, names[each[1]], ref))
        else:
            rows.append((Kind.WON if each[0] == each[2] else Kind.LOST, 0, P, A, names[each[2]], ref))
    return rows


def fold(*what: str) -> Standing:
    return collect({}, rows_of(*what)).of(0, (P, A))


def mark(state: Standing) -> str:
    if state.disputed:
        return DISPUTED
    if not state.decided:
        return UNDECIDED
    return CONTESTED if state.contested else SETTLED if state.settled else PROVISIONAL


@pytest.mark.parametrize(
    ("story", "winner", "ref", "expected"),
    [
        ("P:P", P, 1, PROVISIONAL),
        ("P:A", A, 1, SETTLED),
        ("P:P P:A", A, 2, SETTLED),
        ("P:P P:P", P, 2, PROVISIONAL),
        ("P:A P:P", A, 1, SETTLED),
        ("P:P A:P", P, 2, SETTLED),
        ("A:P P:P", P, 1, SETTLED),
        ("P:A A:A", A, 1, SETTLED),
        ("P:P P:P A:P", P, 3, SETTLED),
        ("A:P P:P A:A", P, 1, SETTLED),
        ("A:P P:P P:A", P, 1, SETTLED),
        ("P:P A:A", 0, None, DISPUTED),
        ("P:A A:P", 0, None, DISPUTED),
        ("P:P A:A P:A", A, 2 + 1, SETTLED),
        ("P:P A:A A:P", P, 3, SETTLED),
        ("P:P A:A P:P", 0, None, DISPUTED),
        ("P:A A:P P:P", P, 2, SETTLED),
        ("P:P clock", P, 1, SETTLED),
        ("P:P clock A:A", P, 1, SETTLED),
        ("P:P clock A:P", P, 1, SETTLED),
        ("P:P clock P:A", P, 1, SETTLED),
        ("P:P clock A!", P, 1, CONTESTED),
        ("P:P clock A! ok", P, 1, SETTLED),
        ("P:P ok A:A", P, 1, SETTLED),
        ("P:P A!", 0, None, DISPUTED),
        ("P:P P!", 0, None, DISPUTED),
        ("P:P A! clock", 0, None, DISPUTED),
        ("P:P A! A:P", P, 3, SETTLED),
        ("P:P A! A:A", 0, None, DISPUTED),
        ("P:P A! P:A", 0, None, DISPUTED),
        ("P:P A! P:A A:A", A, 3, SETTLED),
        ("P:P A:A A!", 0, None, DISPUTED),
        ("P:A A!", A, 1, CONTESTED),
        ("P:A A! A:P", 0, None, DISPUTED),
        ("P:A A! A:P P:P", P, 3, SETTLED),
        ("P:A A! A:A", A, 1, CONTESTED),
        ("P:P A:A =A", A, 3, SETTLED),
        ("P:P A:A ~A", A, 3, PROVISIONAL),
        ("P:P A:A =A P:P", A, 3, SETTLED),
        ("P:P A:A clear", 0, None, UNDECIDED),
        ("P:P A:A clear P:P", P, 4, PROVISIONAL),
        ("P:P clear A:P", P, 3, SETTLED),
        ("~P", P, 1, PROVISIONAL),
        ("~P A:P", P, 1, SETTLED),
        ("~P P:P", P, 1, PROVISIONAL),
        ("~P P:P A:P", P, 1, SETTLED),
        ("~P P:A", 0, None, DISPUTED),
        ("~P A:A", 0, None, DISPUTED),
        ("~P A:A P:A", A, 3, SETTLED),
        ("~P A:A A:P", 0, None, DISPUTED),
        ("~P A!", 0, None, DISPUTED),
        ("~P ok", P, 1, SETTLED),
        ("~- A:A", 0, None, DISPUTED),
        ("=P A:A", P, 1, SETTLED),
        ("=P A!", P, 1, CONTESTED),
        ("=P A! ok", P, 1, SETTLED),
        ("=P A! =A", A, 3, SETTLED),
        ("card", 0, None, UNDECIDED),
        ("card A!", 0, None, UNDECIDED),
        ("card P:P", P, 2, PROVISIONAL),
    ],
)  # fmt: skip
def test_all_cases(story: str, winner: int, ref: int | None, expected: str) -> None:
    state = fold(*story.split())

    assert (mark(state), state.winner, state.ref) == (expected, winner, ref)
    assert state.begun == (not story.endswith("clear"))


@pytest.mark.parametrize(
    ("story", "claims"),
    [
        ("P:P", {P: (P, 1)}),
        ("P:P A:A P:P", {P: (P, 3), A: (A, 2)}),
        ("P:P =A", {}),
        ("P:P clear", {}),
        ("P:P clock A:A", {P: (P, 1)}),
    ],
)
def test_what_each_says_is_kept_until_it_is_settled_or_the_desk_speaks(
    story: str, claims: dict[int, tuple[int, int]]
) -> None:
    assert fold(*story.split()).claims == claims


def test_only_a_confirmation_of_the_same_result_settles_it() -> None:
    older = (Kind.CONFIRMED, 0, P, A, 0, 1)

    replaced = collect({}, [*rows_of("P:P", "P:P"), older]).of(0, (P, A))
    confirmed = collect({}, [*rows_of("P:P"), older]).of(0, (P, A))

    assert (mark(replaced), mark(confirmed)) == (PROVISIONAL, SETTLED)


def test_of_running_scores_the_latest_counts_and_a_cleared_match_has_none() -> None:
    assert fold("card", "card").latest.get(Kind.CARD) == 2
    assert fold("card", "clear").latest.get(Kind.CARD) is None


# --- In the draw


def draw(*rows: Row) -> DrawState:
    return DrawState(PLAN, LINES, rows)


def won(match: int, winner: int, loser: int, ref: int) -> Row:
    return (Kind.WON, match, winner, loser, winner, ref)


def result(match: int, winner: int, loser: int, ref: int) -> Row:
    return (Kind.RESULT, match, winner, loser, winner, ref)


A1, A2, A3, A4, B1, B2, C1, D1, D2, E1, E2, F1 = range(12)
DISPUTE = (won(A1, 1, 2, 1), result(A2, 3, 4, 2), won(A1, 2, 1, 3))


def test_later_matches_wait_for_a_dispute() -> None:
    state = draw(*DISPUTE)

    assert state.seat(A1).status is Status.DISPUTED
    assert (state.seat(A1).on, state.seat(A1).off, state.seat(A1).ref) == (0, 0, None)
    assert (state.seat(B1).top, state.seat(B1).bottom, state.seat(B1).status) == (0, 3, Status.WAITING)
    assert state.seat(D1).status is Status.WAITING


def test_the_winners_next_match_goes_on_once_it_has_begun() -> None:
    state = draw(*DISPUTE[:2], (Kind.START, B1, 3, 1, 0, None), DISPUTE[2])

    assert (state.seat(A1).status, state.seat(A1).on, state.seat(A1).off) == (Status.DISPUTED, 1, 0)
    assert (state.seat(B1).pair, state.seat(D1).status) == ((1, 3), Status.WAITING)


def test_the_losers_next_match_goes_on_once_it_has_begun() -> None:
    rows = (*DISPUTE[:2], (Kind.CARD, D1, 2, 4, 0, 9), DISPUTE[2])

    state = draw(*rows)

    assert (state.seat(A1).on, state.seat(A1).off) == (0, 2)
    assert (state.seat(D1).pair, state.seat(B1).top) == ((2, 4), 0)


def test_a_match_begun_behind_a_bye_goes_on() -> None:
    neither: Row = (Kind.RESULT, A2, 3, 4, 0, 2)
    third = (result(A3, 5, 6, 4), result(A4, 7, 8, 5), result(B2, 5, 7, 6))

    waiting = draw(DISPUTE[0], neither, *third, DISPUTE[2])
    begun = draw(DISPUTE[0], neither, *third, (Kind.START, C1, 1, 5, 0, None), DISPUTE[2])

    assert (waiting.seat(B1).top, waiting.seat(C1).top) == (0, 0)
    assert (begun.seat(B1).status, begun.seat(C1).pair) == (Status.BYE, (1, 5))


def test_a_player_who_went_on_past_an_empty_place_goes_on_once_they_have_begun() -> None:
    out = ((CONSOLATION, 2),)
    drops = (result(A3, 5, 6, 4), result(A4, 7, 8, 5))
    before = DrawState(PLAN, LINES, (*DISPUTE[:2], *drops, result(B2, 5, 7, 6)), out)
    assert before.seat(E1).pair == (4, 7)

    waiting = before.having([DISPUTE[2]])
    begun = before.having([(Kind.START, E1, 4, 7, 0, None), DISPUTE[2]])

    assert waiting.seat(E1).pair is None
    assert (begun.seat(E1).pair, begun.seat(B1).top) == ((4, 7), 0)


def test_a_ruling_goes_over_a_dispute() -> None:
    state = draw(*DISPUTE, (Kind.PASSAGE, A1, 1, 2, 2, None))

    assert (state.seat(A1).status, state.seat(A1).on, state.seat(A1).ref) == (Status.FINISHED, 2, None)


def test_a_withdrawal_decides_no_dispute() -> None:
    state = DrawState(PLAN, LINES, DISPUTE, ((MAIN, 1),))

    assert state.seat(A1).status is Status.DISPUTED


def test_a_first_loser_waits_for_a_dispute() -> None:
    plan = compile_plan(8, knockout(Consolation.FIRST_MATCH, Lengths(7), Lengths(5)))
    byes = {line: line for line in range(2, 9)}
    holder_lost = (result(A2, 3, 4, 1), won(B1, 3, 2, 2))

    stood = DrawState(plan, byes, holder_lost)
    disputed = DrawState(plan, byes, (*holder_lost, won(B1, 2, 3, 3)))
    begun = DrawState(plan, byes, (*holder_lost, (Kind.START, D1, 2, 4, 0, None), won(B1, 2, 3, 3)))

    assert stood.seat(D1).pair == (2, 4)
    assert (disputed.seat(B1).status, disputed.seat(D1).top) == (Status.DISPUTED, 0)
    assert (begun.seat(B1).status, begun.seat(D1).pair) == (Status.DISPUTED, (2, 4))


# --- In any order

KINDS = [kind.value for kind in Kind]


@st.composite
def rows_of_one(draw: st.DrawFn) -> Row:
    kind = draw(st.sampled_from(KINDS))
    no_one = kind in (Kind.RESULT, Kind.UNSETTLED, Kind.PASSAGE, Kind.START, Kind.CARD)
    who = draw(st.sampled_from([P, A, *([0] if no_one else [])]))
    return (kind, 0, *draw(st.sampled_from([(P, A), (A, P)])), who, draw(st.integers(1, 4)))


@given(st.lists(rows_of_one(), max_size=12))
def test_any_story_ends_in_one_of_the_five_ways(rows: list[Row]) -> None:
    state = collect({}, rows).of(0, (P, A))

    assert state.decided + state.disputed <= 1
    assert not (state.settled or state.lone or state.contested) or state.decided
    assert not state.lone or state.settled
    assert not state.contested or state.settled
    assert state.disputed or state.decided or not state.claims
    assert state.decided or (state.winner, state.ref) == (0, None)
    assert state.begun or not (state.decided or state.disputed or Kind.CARD in state.latest)


@given(st.lists(rows_of_one(), max_size=10))
def test_no_winners_lone_word_is_ever_settled(rows: list[Row]) -> None:
    """Only the desk, the loser or a confirmation settles a result; only facts since the clearing count."""
    state = collect({}, rows).of(0, (P, A))
    start = max((at for at, row in enumerate(rows) if row[0] == Kind.CLEARED), default=-1) + 1
    reasons = {
        row[0] in (Kind.RESULT, Kind.CONFIRMED) or (row[0] == Kind.LOST and row[4] == state.winner)
        for row in rows[start:]
    }

    assert not state.settled or True in reasons


@given(st.lists(rows_of_one(), max_size=8), st.lists(rows_of_one(), max_size=6))
def test_telling_bit_by_bit_folds_to_the_same(before: list[Row], after: list[Row]) -> None:
    state = collect(LINES, before).having(LINES, after, [])

    fresh = collect(LINES, [*before, *after])

    assert {key: each.marks() for key, each in state.standing.items()} == {
        key: each.marks() for key, each in fresh.standing.items()
    }
    assert (state.decisions, state.disputes, state.begun) == (fresh.decisions, fresh.disputes, fresh.begun)
