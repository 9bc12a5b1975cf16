"""Jobs: asked for once, taken up under a lease, done, tried again or given up."""

from datetime import UTC, datetime, timedelta

import pytest
from celery import shared_task
from django.utils import timezone

from journal import jobs, working
from journal.aside import Interrupted
from journal.models import Job

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
State = Job.State


@shared_task(name="tests.add")  # type: ignore[untyped-decorator]
def add(one: int, other: int) -> int:
    return one + other


@shared_task(name="tests.break")  # type: ignore[untyped-decorator]
def break_down() -> None:
    raise ValueError("no paper")


@shared_task(name="tests.interrupted", throws=(Interrupted,))  # type: ignore[untyped-decorator]
def cut_off() -> None:
    raise Interrupted("the server stopped")


def asked(key: str = "one", due_at: datetime = NOON, task: str = "tests.add") -> Job:
    jobs.ask(task, key, due_at, **({"one": 1, "other": 2} if task == "tests.add" else {}))
    return Job.objects.get(key=key)


def taken(now: datetime = NOON) -> Job:
    job = jobs.take(now)
    assert job is not None
    return job


def test_the_same_key_is_asked_for_once() -> None:
    assert jobs.ask("tests.add", "one", NOON, one=1, other=2) is True
    assert jobs.ask("tests.add", "one", NOON + MINUTE, one=5, other=5) is False

    assert Job.objects.get().arguments == '{"one":1,"other":2}'


def test_a_job_is_taken_up_when_it_is_due_and_by_one_only() -> None:
    asked(due_at=NOON)

    assert jobs.take(NOON - MINUTE) is None
    assert taken().attempts == 1
    assert jobs.take(NOON) is None


def test_the_job_due_longest_comes_first() -> None:
    asked("late", NOON)
    asked("early", NOON - MINUTE)

    assert [taken().key, taken().key] == ["early", "late"]


def test_a_lease_that_ran_out_lets_another_take_the_job() -> None:
    asked()
    first = taken()

    assert jobs.take(NOON + jobs.LEASE) is None
    second = taken(NOON + jobs.LEASE + MINUTE)

    assert second.attempts == 2
    assert not jobs.keep(first, NOON)
    assert not jobs.done(first, NOON)
    assert jobs.done(second, NOON)
    assert Job.objects.get().state == State.DONE


def test_a_lease_that_is_kept_does_not_run_out() -> None:
    asked()
    job = taken()

    assert jobs.keep(job, NOON + MINUTE)

    assert jobs.take(NOON + MINUTE + jobs.LEASE) is None


def test_a_job_that_went_wrong_is_tried_again_after_a_pause_that_doubles() -> None:
    asked()
    pauses = []
    now = NOON
    for _ in range(3):
        job = taken(now)
        jobs.failed(job, now, "no paper")
        due_at = Job.objects.get().due_at
        pauses.append((due_at - now).total_seconds())
        assert jobs.take(due_at - timedelta(seconds=1)) is None
        now = due_at

    assert pauses == [5, 10, 20]


def test_a_job_that_went_wrong_too_often_is_dead_and_says_why() -> None:
    asked(task="tests.break")
    now = NOON
    for _ in range(jobs.MOST_ATTEMPTS):
        working.carry_out(taken(now))
        now = max(now, Job.objects.get().due_at)

    job = Job.objects.get()
    assert (job.state, job.attempts, job.said) == (State.DEAD, 5, "ValueError: no paper")
    assert jobs.take(now + timedelta(days=1)) is None


def test_a_job_whose_workers_all_died_is_dead() -> None:
    asked()
    now = NOON
    for _ in range(jobs.MOST_ATTEMPTS):
        taken(now)
        now += jobs.LEASE + MINUTE

    assert jobs.take(now) is None
    assert Job.objects.get().state == State.DEAD


def test_a_task_that_this_release_does_not_know_is_tried_again_later() -> None:
    jobs.ask("tests.of_another_release", "one", NOON)

    working.carry_out(taken())

    job = Job.objects.get()
    assert (job.state, job.said) == (State.WAITING, "no task tests.of_another_release")


def test_a_job_that_a_stop_cut_off_has_lost_no_attempt() -> None:
    asked(task="tests.interrupted", due_at=NOON - timedelta(days=400))

    for _ in range(jobs.MOST_ATTEMPTS + 1):
        working.carry_out(taken(timezone.now()))

    job = Job.objects.get()
    assert (job.state, job.attempts, job.said) == (State.WAITING, 0, "")


def test_a_job_runs_its_task() -> None:
    asked()

    working.carry_out(taken())

    job = Job.objects.get()
    assert (job.state, job.said, job.lease_until) == (State.DONE, "", None)


def test_what_no_record_asked_for_is_forgotten_once_it_is_done() -> None:
    asked("old")
    jobs.done(taken(), NOON)
    asked("open")

    assert jobs.forget(NOON + MINUTE) == 1

    assert Job.objects.get().key == "open"
