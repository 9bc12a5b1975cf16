"""A list is counted: what the rule book gives, only what depends on a change, and again after an interruption."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from clubs.actions.persons.memberships import begin_membership
from clubs.actions.persons.merging import merge_people
from clubs.actions.ratings import counting, replaying
from clubs.actions.ratings.counting import count_list, count_part
from clubs.actions.ratings.lists import ListSheet, StartLine, change_rating_list, end_rating_list, import_starts
from clubs.actions.undo import undo
from clubs.models import RatedMatch, RatedPlayer, RatingCount, RatingState
from clubs.read.ratings.lists import ListView, list_of, lists_behind
from clubs.tasks import ask_for_ratings
from journal.models import Record
from journal.verify import verify
from runtime.jobs import queue
from runtime.jobs.workers import run
from runtime.models import Job
from tests.clubs.ratings.lists import (
    a_list,
    a_result,
    a_season,
    counted,
    people,
    rebuilt,
    receive,
    rows_of,
    values,
)
from tests.factories import a_caller, a_club

pytestmark = pytest.mark.django_db
WEEKLY = {"list": {"kind": "glicko2", "period": "week", "zone": "Europe/Madrid"}}
BY_MATCH = {"list": {"kind": "glicko2", "period": "match"}}


def test_values_are_those_of_the_formula_to_the_last_digit() -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_list(club)
    receive(club, [a_result(1, ann, bob)])

    counted(view)

    assert values(view) == {ann: (1526.457513110646, 7.0), bob: (1473.542486889354, 7.0)}
    assert [(row.played, row.won) for row in RatedPlayer.objects.order_by("-rating")] == [(1, 1), (1, 0)]
    assert verify() == []


def test_starting_values_of_another_kind_are_left_out_while_the_rules_are_of_this_kind() -> None:
    club = a_club()
    persons = people(club)
    view = a_list(club)
    import_starts(view.pk, [StartLine("Ann Archer", ("1850",))], a_caller())
    receive(club, a_season(persons, 20))
    counted(view)
    with_start = values(view)

    change_rating_list(view.pk, ListSheet("Glicko", BY_MATCH), a_caller())
    counted(view)

    second = dict(RatedPlayer.objects.filter(rating_list=view.pk).values_list("person", "second"))
    assert set(second) == {person for row in rows_of(view) for person in (row.winner_id, row.loser_id)}
    assert max(second.values()) < 350
    change_rating_list(view.pk, ListSheet("FIBS", {}), a_caller())
    counted(view)
    assert values(view) == with_start


@pytest.mark.parametrize("options", [{}, WEEKLY, BY_MATCH, {"list": {"preset": "improved", "least_length": 3}}])
def test_a_season_with_corrections_is_to_the_last_digit_what_a_rebuild_gives(options: dict[str, Any]) -> None:
    club, chance = a_club(), Random(7)
    persons = people(club)
    view = a_list(club, **options)
    played = a_season(persons, 120)
    for number in range(1, 25):
        part = played[: number * 5]
        if number > 4:
            at = chance.randrange(len(part))
            row = part[at]
            kind = chance.randrange(4)
            if kind == 0:
                played[at] = replace(row, winner=row.loser, loser=row.winner)
            elif kind == 1:
                played[at] = replace(row, length=13 - row.length + 1)
            elif kind == 2:
                played[at] = replace(row, played=row.played - timedelta(days=3, minutes=at))
            else:
                played.pop(at)
        receive(club, played[: number * 5], number)
        counted(view)

        if number % 6 == 0:
            stored = {person: value[:1] for person, value in values(view).items()}
            assert stored == {person: value[:1] for person, value in at_last_match(view).items()}
    assert RatingState.objects.get().stale_from is None
    assert verify() == []


def at_last_match(view: ListView) -> dict[int, tuple[float, ...]]:
    """Ratings do not change in idle periods, only deviations do."""
    return rebuilt(view)


def test_only_what_depends_on_a_correction_is_worked_out_again() -> None:
    club = a_club()
    ann, bob, cid, dee, eve, fay, *_ = people(club)
    view = a_list(club)
    played = [a_result(1, ann, bob), a_result(2, cid, dee), a_result(3, ann, eve), a_result(4, cid, dee)]
    played += [a_result(5, eve, fay), a_result(6, dee, cid)]
    receive(club, played)
    counted(view)
    before = {row.match: row.pk for row in rows_of(view)}

    played[0] = a_result(1, bob, ann)
    receive(club, played, 2)

    # The first match, Ann's next one, and that of Eve behind it: two values each. Cid and Dee are left alone.
    assert counted(view) == 6
    assert {row.match: row.pk for row in rows_of(view)} == before | {1: rows_of(view)[0].pk}
    assert values(view) == rebuilt(view)


def test_a_list_that_is_up_to_date_is_left_alone() -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_list(club)
    receive(club, [a_result(1, ann, bob)])
    counted(view)
    records = Record.objects.count()

    assert lists_behind() == []
    assert counted(view) == 0
    assert Record.objects.count() == records


@contextmanager
def dying_after(steps: int) -> Iterator[None]:
    """Let the process die when so many steps of a count are written."""
    write, left = counting._write, [steps]

    def dies(*arguments: Any) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        write(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "_write", dies)
        yield


@pytest.mark.parametrize("options", [{}, WEEKLY])
def test_a_count_that_was_killed_goes_on_with_the_same_digits(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "WRITTEN_AT_ONCE", 5)
    club = a_club()
    persons = people(club)
    view = a_list(club, **options)
    receive(club, a_season(persons, 60))
    for steps in (0, 1, 2):
        with dying_after(steps), pytest.raises(KeyboardInterrupt):
            count_list(view.pk)
    assert RatingState.objects.get().stale_from is not None
    assert lists_behind() != []

    counted(view)

    assert {person: value[0] for person, value in values(view).items()} == {
        person: value[0] for person, value in rebuilt(view).items()
    }
    assert verify() == []


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "PART", 8)
    monkeypatch.setattr(replaying, "WRITTEN_AT_ONCE", 5)


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize("options", [{}, WEEKLY, BY_MATCH])
def test_a_long_list_is_counted_in_parts_with_the_same_digits(options: dict[str, Any]) -> None:
    club = a_club()
    persons = people(club)
    view = a_list(club, **options)
    played = a_season(persons, 60)
    receive(club, played[:50])

    first = count_part(view.pk)
    # A result is corrected and others come in before the next part.
    played[3] = replace(played[3], winner=played[3].loser, loser=played[3].winner)
    receive(club, played, 2)
    parts = [count_part(view.pk)]
    while not parts[-1].is_last:
        parts.append(count_part(view.pk))

    assert (first.is_last, first.values >= 8, len(parts) > 2) == (False, True, True)
    assert RatingState.objects.get().stale_from is None
    assert lists_behind() == []
    assert {person: value[0] for person, value in values(view).items()} == {
        person: value[0] for person, value in rebuilt(view).items()
    }
    assert verify() == []


@pytest.mark.usefixtures("short_parts")
def test_each_part_is_a_job_that_asks_for_the_next_and_says_how_far_it_is() -> None:
    club = a_club()
    view = a_list(club)
    receive(club, a_season(people(club), 60))
    ask_for_ratings(timezone.now())

    jobs = 0
    while (job := queue.lease(timezone.now())) is not None:
        run(job)
        jobs += 1

    # Ten values a step, the last of which finds that nothing is left to do.
    assert (jobs, Job.objects.filter(state="done").count()) == (13, 13)
    assert list(Job.objects.order_by("-pk").values_list("made", "of")[:1]) == [(121, 121)]
    assert lists_behind() == []
    assert values(view) == rebuilt(view)


@pytest.mark.usefixtures("short_parts")
def test_the_record_of_a_count_in_parts_tells_of_all_its_matches() -> None:
    club = a_club()
    persons = people(club)
    view = a_list(club)
    receive(club, a_season(persons, 60))
    while not count_part(view.pk).is_last:
        pass
    receive(club, a_season(persons, 62), 2)
    count_list(view.pk)

    assert list(RatingCount.objects.order_by("pk").values_list("matches", flat=True)) == [60, 2]


@pytest.mark.usefixtures("short_parts")
def test_a_later_part_does_not_compare_every_match_again() -> None:
    club = a_club()
    view = a_list(club)
    receive(club, a_season(people(club), 60))
    count_part(view.pk)

    begun, only = counting._begin(view)

    assert (only, begun.dirty.all_from is not None) == (set(), True)


def test_only_the_latest_of_two_counts_writes() -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_list(club)
    receive(club, [a_result(1, ann, bob)])
    begun, only = counting._begin(view)
    counted(view)

    with pytest.raises(counting.Interrupted):
        counting._finish(begun)
    assert only is None

    assert RatedMatch.objects.count() == 1


def test_two_people_who_are_merged_are_one_in_the_list_until_it_is_undone() -> None:
    club = a_club()
    ann, bob, cid, *_ = people(club)
    view = a_list(club)
    receive(club, [a_result(1, ann, bob), a_result(2, cid, bob), a_result(3, ann, cid)])
    counted(view)
    apart = values(view)

    merge_people(ann, cid, a_caller())
    counted(view)

    assert set(values(view)) == {bob, cid}
    assert values(view) == rebuilt(view)
    merge = Record.objects.get(verb="person.merged")
    undo("club", club.pk, merge.number, a_caller())
    counted(view)
    assert values(view) == apart


def test_starting_values_are_those_of_the_first_match_and_can_be_taken_back() -> None:
    club = a_club()
    ann, bob, cid, *_ = people(club)
    view = a_list(club)
    receive(club, [a_result(1, ann, bob)])
    counted(view)

    lines = [
        StartLine("Ann Archer", ("1850",)),
        StartLine("bob baker", ("1550", "400")),
        StartLine("Cid Cooper", ("1700.5",)),
    ]
    import_starts(view.pk, lines, a_caller())
    counted(view)

    assert values(view)[cid] == (1700.5, 0.0)
    assert values(view) == rebuilt(view)
    assert values(view)[bob][1] == 407.0
    import_starts(view.pk, [StartLine("Cid Cooper")], a_caller())
    counted(view)
    assert set(values(view)) == {ann, bob}


def test_other_rules_work_everything_out_again_and_an_end_leaves_later_matches_out() -> None:
    club = a_club()
    persons = people(club)
    view = a_list(club)
    receive(club, a_season(persons, 30))
    counted(view)

    change_rating_list(
        view.pk, ListSheet("Long matches", {"list": {"preset": "belgium", "least_length": 5}}), a_caller()
    )
    counted(view)

    assert list_of(view.pk).name == "Long matches"
    assert all(row.length >= 5 for row in rows_of(view))
    assert values(view) == rebuilt(view)
    end_rating_list(view.pk, a_caller())
    far = a_result(1000, persons[0], persons[1], played=a_result(1, 1, 2).played + timedelta(days=3650))
    receive(club, [*a_season(persons, 30), far], 2)
    before = values(view)
    counted(view)
    assert values(view) == before


def test_a_list_of_members_counts_the_days_on_which_both_were_members() -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_list(club, list={"preset": "fibs", "exclude": ["non_member"]})
    now = Record.objects.order_by("-at").values_list("at", flat=True)[0]
    receive(club, [a_result(1, ann, bob), a_result(2, ann, bob, played=now)])
    counted(view)
    assert [row.match for row in rows_of(view)] == [2]

    for person in (ann, bob):
        begin_membership(person, "guest", date(2026, 1, 1), date(2026, 1, 31), a_caller())
    counted(view)

    assert [row.match for row in rows_of(view)] == [1, 2]
    assert values(view) == rebuilt(view)


@pytest.mark.parametrize("changed", [{"rating": 1600.0}, {"second": 41.0}, {"played": 2}, {"won": 0}, {"last": None}])
def test_a_value_that_does_not_follow_from_the_matches_is_a_flaw(changed: dict[str, float | None]) -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_list(club)
    receive(club, [a_result(1, ann, bob)])
    counted(view)

    RatedPlayer.objects.filter(person=ann).update(**changed)

    assert [(flaw.code, flaw.where) for flaw in verify()] == [("rating.row", f"list {view.pk} person {ann}")]


def test_a_match_that_cannot_have_been_is_a_flaw_and_ends_nothing() -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_list(club)
    receive(club, [a_result(1, ann, bob)])
    counted(view)

    RatedMatch.objects.filter(rating_list=view.pk).update(winner=bob)

    assert [(flaw.code, flaw.where) for flaw in verify()] == [("rating.match", f"list {view.pk} match 1")]
