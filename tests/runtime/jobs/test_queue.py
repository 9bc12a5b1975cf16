"""Jobs: enqueued once, leased, done, tried again or given up."""

from datetime import UTC, datetime, timedelta

import pytest
from celery import shared_task
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from runtime.jobs import queue, workers
from runtime.jobs.subprocess import Interrupted
from runtime.models import Job

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
State = Job.State


@shared_task(name="tests.add")  # type: ignore[untyped-decorator] # Celery has no types
def add(one: int, other: int) -> int:
    return one + other


@shared_task(name="tests.break")  # type: ignore[untyped-decorator] # Celery has no types
def fail() -> None:
    raise ValueError("no paper")


@shared_task(name="tests.interrupted", throws=(Interrupted,))  # type: ignore[untyped-decorator] # Celery has no types
def interrupt() -> None:
    raise Interrupted("the server stopped")


@shared_task(name="tests.patient", most_attempts=12)  # type: ignore[untyped-decorator] # Celery has no types
def fail_patiently() -> None:
    raise ValueError("no mail")


def queued(key: str = "one", due_at: datetime = NOON, task: str = "tests.add") -> Job:
    queue.enqueue(task, key, due_at, **({"one": 1, "other": 2} if task == "tests.add" else {}))
    return Job.objects.get(key=key)


def leased(now: datetime = NOON) -> Job:
    job = queue.lease(now)
    assert job is not None
    return job


def test_the_same_key_is_enqueued_once() -> None:
    assert queue.enqueue("tests.add", "one", NOON, one=1, other=2) is True
    assert queue.enqueue("tests.add", "one", NOON + MINUTE, one=5, other=5) is False

    assert Job.objects.get().arguments == '{"one":1,"other":2}'


def test_a_due_job_is_leased_by_one_worker_only() -> None:
    queued(due_at=NOON)

    assert queue.lease(NOON - MINUTE) is None
    assert leased().attempts == 1
    assert queue.lease(NOON) is None


def test_the_job_due_longest_comes_first() -> None:
    queued("late", NOON)
    queued("early", NOON - MINUTE)

    assert [leased().key, leased().key] == ["early", "late"]


def test_another_worker_leases_the_job_when_the_lease_runs_out() -> None:
    queued()
    first = leased()

    assert queue.lease(NOON + queue.LEASE) is None
    second = leased(NOON + queue.LEASE + MINUTE)

    assert second.attempts == 2
    assert not queue.extend_lease(first, NOON)
    assert not queue.finish(first, NOON)
    assert queue.finish(second, NOON)
    assert Job.objects.get().state == State.DONE


def test_an_extended_lease_does_not_run_out() -> None:
    queued()
    job = leased()

    assert queue.extend_lease(job, NOON + MINUTE)

    assert queue.lease(NOON + MINUTE + queue.LEASE) is None


def test_a_failed_job_is_tried_again_after_a_pause_that_doubles() -> None:
    queued()
    pauses = []
    now = NOON
    for _ in range(3):
        job = leased(now)
        queue.fail(job, now, "no paper")
        due_at = Job.objects.get().due_at
        pauses.append((due_at - now).total_seconds())
        assert queue.lease(due_at - timedelta(seconds=1)) is None
        now = due_at

    assert pauses == [5, 10, 20]


def test_a_job_that_failed_too_often_is_given_up_with_its_error() -> None:
    queued(task="tests.break")
    now = NOON
    for _ in range(queue.MOST_ATTEMPTS):
        workers.run(leased(now))
        now = max(now, Job.objects.get().due_at)

    job = Job.objects.get()
    assert (job.state, job.attempts, job.error) == (State.DEAD, 5, "ValueError: no paper")
    assert queue.lease(now + timedelta(days=1)) is None


def test_a_job_whose_workers_all_died_is_given_up() -> None:
    queued()
    now = NOON
    for _ in range(queue.MOST_ATTEMPTS):
        leased(now)
        now += queue.LEASE + MINUTE

    assert queue.lease(now) is None
    assert Job.objects.get().state == State.DEAD


def test_an_unknown_task_is_tried_again_later() -> None:
    queue.enqueue("tests.of_another_release", "one", NOON)

    workers.run(leased())

    job = Job.objects.get()
    assert (job.state, job.error) == (State.WAITING, "no task tests.of_another_release")


def test_a_job_interrupted_by_a_stop_loses_no_attempt() -> None:
    queued(task="tests.interrupted", due_at=NOON - timedelta(days=400))

    for _ in range(queue.MOST_ATTEMPTS + 1):
        workers.run(leased(timezone.now()))

    job = Job.objects.get()
    assert (job.state, job.attempts, job.error) == (State.WAITING, 0, "")


def test_a_job_runs_its_task() -> None:
    queued()

    workers.run(leased())

    job = Job.objects.get()
    assert (job.state, job.error, job.lease_until) == (State.DONE, "", None)


def test_done_jobs_without_a_record_are_deleted() -> None:
    queued("old")
    queue.finish(leased(), NOON)
    queued("open")

    assert queue.delete_done(NOON + MINUTE) == 1

    assert Job.objects.get().key == "open"


# --- Parts and progress


@shared_task(name="tests.part")  # type: ignore[untyped-decorator] # Celery has no types
def split_up(parts: int) -> None:
    posted = {f"part {n}": {"one": n, "other": n} for n in range(parts)}
    queue.split(workers.current_job(), "tests.add", posted, NOON)


@shared_task(name="tests.tell")  # type: ignore[untyped-decorator] # Celery has no types
def record_progress(of: int) -> None:
    for made in range(of + 1):
        workers.progress(made, of)


def test_a_job_is_done_when_its_parts_are() -> None:
    queue.enqueue("tests.part", "whole", NOON, parts=3)

    states = []
    for _ in range(4):
        workers.run(leased())
        states.append(Job.objects.get(key="whole").state)

    assert states == [State.PARTED, State.PARTED, State.PARTED, State.DONE]
    assert Job.objects.get(key="whole").ended_at is not None


def test_parts_enqueued_again_stay_as_they_are() -> None:
    queue.enqueue("tests.part", "whole", NOON, parts=2)
    workers.run(leased())
    workers.run(leased())
    Job.objects.filter(key="whole").update(state=State.WAITING)

    workers.run(leased())

    assert list(Job.objects.order_by("pk").values_list("key", "state")) == [
        ("whole", State.PARTED), ("part 0", State.DONE), ("part 1", State.WAITING)
    ]  # fmt: skip


def test_a_job_split_into_no_parts_is_done_at_once() -> None:
    queue.enqueue("tests.part", "whole", NOON, parts=0)

    workers.run(leased())

    assert Job.objects.get().state == State.DONE


def test_a_timer_ends_a_job_whose_last_part_ended_unnoticed() -> None:
    queue.enqueue("tests.part", "whole", NOON, parts=1)
    workers.run(leased())
    Job.objects.filter(key="part 0").update(state=State.DONE)

    assert queue.finish_split_jobs(NOON) == 1
    assert queue.finish_split_jobs(NOON) == 0
    assert Job.objects.get(key="whole").state == State.DONE


def test_split_jobs_are_deleted_with_their_parts() -> None:
    queue.enqueue("tests.part", "whole", NOON, parts=2)
    for _ in range(2):
        workers.run(leased())
    Job.objects.update(ended_at=NOON)

    before = queue.delete_done(NOON + MINUTE)
    workers.run(leased())
    Job.objects.update(ended_at=NOON)

    assert (before, queue.delete_done(NOON + MINUTE), Job.objects.count()) == (0, 3, 0)


def test_a_task_records_its_progress_but_not_every_step() -> None:
    queue.enqueue("tests.tell", "one", NOON, of=500)
    job = leased()

    with CaptureQueriesContext(connection) as captured:
        workers.run(job)

    rows = [query for query in captured.captured_queries if '"made" = ' in query["sql"]]
    assert (Job.objects.get().made, Job.objects.get().of) == (500, 500)
    assert 2 <= len(rows) < 50


def test_a_worker_that_lost_its_job_records_nothing_more() -> None:
    queued()
    first = leased()
    leased(NOON + queue.LEASE + MINUTE)

    assert not queue.record_progress(first, 1, 2)
    assert not queue.put_back(first, NOON)


def test_a_task_declares_how_often_it_is_tried() -> None:
    queue.enqueue("tests.patient", "one", NOON)
    Job.objects.update(attempts=10)

    states = []
    for _ in range(2):
        workers.run(leased(timezone.now() + timedelta(days=1)))
        states.append(Job.objects.get().state)

    assert states == [State.WAITING, State.DEAD]
