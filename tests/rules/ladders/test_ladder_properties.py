"""Any run of steps: the order is a permutation, nobody moves without a reason, late facts give what replay gives."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.ladders.board import Change, Start
from rules.ladders.deadlines import days_later
from rules.ladders.facts import Do, Fact
from rules.ladders.ladder import Ladder
from rules.ladders.settings import LADDER_PRESETS, Failed, LadderRules, Mode, Unmet, ladder_preset

MADRID = ZoneInfo("Europe/Madrid")
SINCE = datetime(2026, 3, 20, 12, tzinfo=UTC)
PEOPLE = tuple("ABCDEFG")
RULES = [
    *LADDER_PRESETS.values(),
    LadderRules(Mode.SWAP, 3, accept_days=2, play_days=5, no_answer=Unmet.WIN, failed=Failed.DROP, cooldown_days=3),
    LadderRules(reach=Fraction(40), percent=True, accept_days=1, no_answer=Unmet.PENALTY, refusal_penalty=2),
    LadderRules(Mode.RUNG, top_rung=True, play_days=3, no_answer=Unmet.WIN, decay_days=6, entry="middle"),
    LadderRules(decay_days=4, decay_places=2, entry=3, max_out=2, accept_days=3),
]


@st.composite
def steps(draw: st.DrawFn) -> list[Fact]:
    at, facts = SINCE, []
    for _ in range(draw(st.integers(1, 25))):
        at += timedelta(hours=draw(st.integers(0, 40)))
        do = draw(st.sampled_from([Do.CHALLENGE] * 5 + [Do.ACCEPT] * 2 + [Do.RESULT] * 4 + list(Do)))
        a, b = draw(st.sampled_from(PEOPLE)), draw(st.sampled_from(PEOPLE))
        number = draw(st.integers(1, 6))
        facts.append(
            Fact(at, do, 0 if do is Do.CHALLENGE else number, a, b, winner=draw(st.sampled_from((a, b))), who=a)
        )
    return facts


def started(rules: LadderRules) -> Ladder:
    return Ladder(rules, MADRID, Start(PEOPLE[:6], frozen=("C",)), SINCE)


def moved(order: list[str], changes: list[Change]) -> dict[str, int]:
    """The places after changes that must chain: each begins where the one before it ended."""
    places = {who: place for place, who in enumerate(order, start=1)}
    for change in changes:
        assert change.reason
        assert places.get(change.player) == change.before
        if change.after is None:
            del places[change.player]
        else:
            places[change.player] = change.after
    return places


@given(st.sampled_from(RULES), steps())
@settings(max_examples=40)
def test_the_order_is_a_permutation_and_every_move_has_its_reason(rules: LadderRules, facts: list[Fact]) -> None:
    ladder, people = started(rules), set(PEOPLE[:6])

    for fact in facts:
        order, changes = ladder.order, len(ladder.changes)
        is_correction = fact.do in (Do.CORRECT, Do.VOID)
        reason = ladder.enter(fact)
        if reason is None and fact.do in (Do.JOIN, Do.LEAVE):
            (people.add if fact.do is Do.JOIN else people.discard)(fact.who)
        assert sorted(ladder.order) == sorted(people)
        if not is_correction:
            assert moved(order, ladder.changes[changes:]) == {who: at for at, who in enumerate(ladder.order, start=1)}
        rungs = [ladder.rungs[who] for who in ladder.order] if ladder.rungs else []
        assert all((one <= other) if rules.top_rung else (one >= other) for one, other in pairwise(rungs))


@given(st.sampled_from(RULES), st.permutations(range(4)), st.lists(st.integers(0, 60), min_size=4, max_size=4))
@settings(max_examples=40)
def test_late_results_in_any_order_give_what_replay_gives(
    rules: LadderRules, order: list[int], hours: list[int]
) -> None:
    pairs = [("B", "A"), ("D", "B"), ("F", "E"), ("E", "D")]
    made = [Fact(SINCE + timedelta(hours=at), Do.CHALLENGE, a=a, b=b) for at, (a, b) in enumerate(pairs)]
    probe = started(rules)
    numbers = [number for number, fact in enumerate(made) if probe.enter(fact) is None]
    results = [
        Fact(SINCE + timedelta(hours=5 + hours[at]), Do.RESULT, number, winner=pairs[made_at][at % 2])
        for at, (number, made_at) in enumerate(enumerate(numbers, start=1))
    ]
    end = Fact(SINCE + timedelta(days=30), Do.TICK)

    in_time, late = started(rules), started(rules)
    for fact in [*made, *sorted(results, key=lambda each: each.at), end]:
        in_time.enter(fact)
    for fact in [*made, end, *(results[at] for at in order if at < len(results))]:
        late.enter(fact)

    assert late.order == in_time.order
    assert late.rungs == in_time.rungs
    assert late.changes == in_time.changes


def test_a_deadline_is_a_week_of_wall_time() -> None:
    made = datetime(2026, 3, 27, 19, tzinfo=UTC)

    assert days_later(made, 7, MADRID) == datetime(2026, 4, 3, 18, tzinfo=UTC)
    assert days_later(made, 7, UTC) == datetime(2026, 4, 3, 19, tzinfo=UTC)


def test_the_presets_are_those_of_the_clubs() -> None:
    cambridge, rac = ladder_preset("cambridge"), ladder_preset("rac")

    assert (cambridge.mode, cambridge.reach, cambridge.length, cambridge.drops_when_failed) == ("insert", 3, 11, False)
    assert (rac.mode, rac.reach, rac.length, rac.drops_when_failed) == ("insert", 5, 7, True)
    assert (rac.play_days, rac.if_not_played, rac.max_out, rac.finalists) == (7, "win", 1, 16)
    assert (ladder_preset("swap").mode, ladder_preset("rung").mode) == ("swap", "rung")


def test_a_page_lists_whom_a_player_may_challenge_and_why_not() -> None:
    ladder = started(ladder_preset("cambridge"))

    assert ladder.may_challenge("F", SINCE) == {
        "A": "out_of_range", "B": None, "C": "defender_frozen", "D": None, "E": None
    }  # fmt: skip
    assert ladder.refusal(Fact(SINCE, Do.CHALLENGE, a="F", b="D")) is None
    assert ladder.open == []


def test_the_finalists_are_the_top_without_those_who_are_frozen() -> None:
    assert started(LadderRules()).finalists(4) == ["A", "B", "D", "E"]
    assert started(ladder_preset("rac")).finalists() == ["A", "B", "D", "E", "F"]


def test_changes_name_the_challenge_and_those_because_of_whom() -> None:
    ladder = started(LadderRules())
    ladder.enter(Fact(SINCE, Do.CHALLENGE, a="D", b="B"))
    ladder.enter(Fact(SINCE, Do.RESULT, 1, winner="D"))

    rows = [(each.player, each.before, each.after, each.reason, each.number, each.because) for each in ladder.changes]
    assert rows == [
        ("D", 4, 2, "won", 1, ("B",)),
        ("B", 2, 3, "lost", 1, ("D",)),
        ("C", 3, 4, "made_room", 1, ("D", "B")),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("order", "rungs", "frozen", "code"),
    [
        (("A", "A"), {}, (), "ladder.twice"),
        (("A",), {}, ("B",), "ladder.player"),
        (("A", "B"), {"A": 1}, (), "ladder.rungs"),
    ],
)
def test_a_start_that_is_none_is_refused(
    order: tuple[str, ...], rungs: dict[str, int], frozen: tuple[str, ...], code: str
) -> None:
    with pytest.raises(RuleBroken) as refused:
        Start(order, rungs, frozen)

    assert refused.value.code == code
