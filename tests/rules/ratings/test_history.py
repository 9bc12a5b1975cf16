"""Late matches, corrections and voids: what is kept is what a rebuild gives, and nothing else is worked out again."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.ratings.fibs import Fibs, FibsRating
from rules.ratings.glicko2 import Glicko2, GlickoRating
from rules.ratings.history import History
from rules.ratings.periods import Every, Periods
from rules.ratings.rated import RatedMatch
from tests.depth import deeper

START = datetime(2026, 1, 1, tzinfo=UTC)
PLAYERS = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"]
RULES: list[tuple[Any, dict[str, Any]]] = [
    (Fibs(), {"Ann": FibsRating(1700, 300)}),
    (Glicko2(Periods(Every.WEEK)), {"Ann": GlickoRating(1700, 60, 0.05)}),
    (Glicko2(Periods(Every.MATCH)), {}),
    (Glicko2(Periods(Every.MONTH, first=2026 * 12, last=2026 * 12 + 4)), {"Zoe": GlickoRating(1700, 60, 0.05)}),
]


@st.composite
def operations(draw: st.DrawFn) -> list[tuple[str, RatedMatch]]:
    known: list[int] = []
    entered = []
    for number in range(draw(st.integers(1, 14))):
        kind = draw(st.sampled_from(["enter", "enter", "correct", "void"])) if known else "enter"
        id = number if kind == "enter" else draw(st.sampled_from(known))
        played = START + timedelta(days=draw(st.integers(0, 40)))
        winner, loser = draw(st.sampled_from([(a, b) for a in PLAYERS for b in PLAYERS if a != b]))
        entered.append((kind, RatedMatch(played, id, winner, loser, draw(st.sampled_from([1, 5, 9])))))
        if kind == "void":
            known.remove(id)
        elif kind == "enter":
            known.append(id)
    return entered


@given(st.sampled_from(RULES), operations())
@settings(max_examples=25)
def test_incremental_is_rebuild_to_the_last_digit(
    rated: tuple[Any, dict[str, Any]], entered: list[tuple[str, RatedMatch]]
) -> None:
    rule, start = rated
    history: History[Any] = History(rule, start)
    matches: dict[int, RatedMatch] = {}

    for kind, match in entered:
        if kind == "void":
            history.void(match.match)
            del matches[match.match]
        else:
            (history.enter if kind == "enter" else history.correct)(match)
            matches[match.match] = match

    assert history.ratings() == rule.rebuild(sorted(matches.values()), start)


@pytest.mark.parametrize("rule", [Fibs(), Glicko2(Periods(Every.WEEK))])
def test_a_season_of_corrections_is_what_a_rebuild_gives(rule: Any) -> None:
    """Nothing before a change is worked out again, and nothing behind it twice: a match has two players."""
    chance, from_there_on = random.Random(3), 0
    history: History[Any] = History(rule)
    matches: dict[int, RatedMatch] = {}
    for number in range(deeper(300)):
        winner, loser = chance.sample(range(80), 2)
        played = START + timedelta(minutes=97 * number - 60 * 24 * (number % 50 == 7) * 9)
        matches[number] = RatedMatch(played, number, winner, loser, 7)
        history.enter(matches[number])
        from_there_on += sum(each >= matches[number] for each in matches.values())
        if number % 50 == 49:
            wrong = matches[chance.randrange(number)]
            matches[wrong.match] = wrong._replace(winner=wrong.loser, loser=wrong.winner)
            history.correct(matches[wrong.match])
            from_there_on += sum(each >= wrong for each in matches.values())

    assert history.ratings() == rule.rebuild(sorted(matches.values()))
    assert history.calculated < 2 * from_there_on


def test_a_correction_works_out_only_what_depends_on_it() -> None:
    history = History(Fibs())
    pairs = [("Ann", "Bob"), ("Cid", "Dee"), ("Ann", "Eve"), ("Cid", "Dee")]
    for number, (winner, loser) in enumerate(pairs):
        history.enter(RatedMatch(number, number, winner, loser, 5))
    before = history.calculated

    changed = history.correct(RatedMatch(0, 0, "Bob", "Ann", 5))

    assert changed == {"Ann", "Bob", "Eve"}
    assert history.calculated - before == 4
    assert [group for group, _ in history.curve("Ann")] == [(0, 0), (2, 2)]


def test_what_cannot_be_entered_is_refused_and_changes_nothing() -> None:
    history = History(Fibs())
    history.enter(RatedMatch(1, 1, "Ann", "Bob", 5))
    ratings = history.ratings()

    refusals: list[tuple[Callable[[], object], str]] = [
        (lambda: history.enter(RatedMatch(2, 1, "Ann", "Bob", 5)), "rating.match_twice"),
        (lambda: history.enter(RatedMatch(2, 2, "Ann", "Ann", 5)), "rating.same"),
        (lambda: history.correct(RatedMatch(2, 1, "Ann", "Bob", 0)), "rating.length"),
        (lambda: history.void(9), "rating.match"),
    ]
    for refuse, code in refusals:
        with pytest.raises(RuleBroken) as refused:
            refuse()
        assert refused.value.code == code
    assert history.ratings() == ratings
