"""Where players come from and where they go: read off the plan for every match, and the same from both ends."""

from hypothesis import given
from hypothesis import strategies as st

from rules.draws.plan import Plan
from rules.formats.course import Course, Feed, FeedKind, Way, courses
from rules.formats.format import Stage, StageKind
from rules.formats.knockout import Consolation
from rules.formats.lengths import Lengths
from rules.formats.registry import compile_plan
from rules.match.terms import BOTTOM, TOP
from tests.rules.knockouts import knockout


def a_plan(size: int, consolation: Consolation, *, last_chance: bool = False) -> Plan:
    return compile_plan(size, knockout(consolation, Lengths(7), Lengths(5), last=Lengths(3) if last_chance else None))


def course_of(plan: Plan, code: str) -> Course:
    return courses(plan)[next(place for place, match in enumerate(plan.matches) if match.code == code)]


def test_a_main_match_of_a_progressive_consolation_has_its_winner_go_on_and_its_loser_drop() -> None:
    plan = a_plan(8, Consolation.PROGRESSIVE)

    assert course_of(plan, "B1") == Course(
        stage=Stage(StageKind.LAST, 4, "B"),
        feeds=(Feed(FeedKind.WINNER, 0, "A1"), Feed(FeedKind.WINNER, 0, "A2")),
        winner_to=Way(6, "C1", "main", TOP, after_bye=False),
        loser_to=(Way(10, "E2", "consolation", BOTTOM, after_bye=False),),
    )


def test_the_first_round_comes_from_the_lines_and_a_final_leads_nowhere() -> None:
    plan = a_plan(4, Consolation.NONE)

    assert course_of(plan, "A2").feeds == (Feed(FeedKind.LINE, 3, ""), Feed(FeedKind.LINE, 4, ""))
    assert course_of(plan, "B1").stage == Stage(StageKind.FINAL, 2, "B")
    assert (course_of(plan, "B1").winner_to, course_of(plan, "B1").loser_to) == (None, ())


def test_who_loses_for_the_first_time_after_a_bye_drops_where_the_bye_would_have_led() -> None:
    plan = a_plan(8, Consolation.FIRST_MATCH)

    assert course_of(plan, "A1").loser_to == (Way(7, "D1", "consolation", TOP, after_bye=False),)
    assert course_of(plan, "B1").loser_to == (
        Way(7, "D1", "consolation", TOP, after_bye=True),
        Way(7, "D1", "consolation", BOTTOM, after_bye=True),
    )


@given(st.sampled_from([2, 4, 8, 16, 32, 64]), st.sampled_from(Consolation), st.booleans())
def test_every_feed_is_the_other_end_of_a_way(size: int, consolation: Consolation, last_chance: bool) -> None:
    plan = a_plan(size, consolation, last_chance=last_chance and consolation is not Consolation.NONE)
    fed = {
        (place, side, feed.kind, feed.code)
        for place, course in enumerate(courses(plan))
        for side, feed in zip((TOP, BOTTOM), course.feeds, strict=True)
        if feed.code
    }
    winners = {
        (to.place, to.side, FeedKind.WINNER, plan.matches[place].code)
        for place, course in enumerate(courses(plan))
        if (to := course.winner_to)
    }
    losers = {
        (to.place, to.side, plan.matches[place].code)
        for place, course in enumerate(courses(plan))
        for to in course.loser_to
        if not to.after_bye
    }

    assert winners == {way for way in fed if way[2] is FeedKind.WINNER}
    assert losers == {(place, side, code) for place, side, kind, code in fed if kind is not FeedKind.WINNER}
