"""Which jobs the relay sends, and when it sends them again. tests/served/test_workers.py covers the broker."""

from datetime import UTC, datetime, timedelta

import pytest
from celery import shared_task
from django.utils import timezone

from runtime import tasks
from runtime.jobs import queue, relay
from runtime.models import Job

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
State = Job.State
ran: list[int] = []


@shared_task(name="tests.relayed")  # type: ignore[untyped-decorator] # Celery has no types
def relayed() -> None:
    ran.append(1)


def a_job(key: str = "one", **more: object) -> Job:
    return Job.objects.create(**{"task": "tests.relayed", "key": key, "due_at": NOON} | more)


def unsent_keys(now: datetime) -> list[str]:
    return list(Job.objects.filter(relay.unsent(now)).order_by("pk").values_list("key", flat=True))


def test_a_due_job_is_sent_once() -> None:
    job = a_job()
    a_job("later", due_at=NOON + MINUTE)

    first = unsent_keys(NOON)
    posted = relay.mark_sent(job, NOON)

    assert (first, posted, unsent_keys(NOON)) == (["one"], True, [])


def test_of_two_web_processes_at_once_one_sends_the_job() -> None:
    one, other = a_job(), Job.objects.get()

    assert [relay.mark_sent(one, NOON), relay.mark_sent(other, NOON)] == [True, False]


def test_a_job_that_no_worker_leased_for_a_minute_is_sent_again() -> None:
    relay.mark_sent(a_job(), NOON)

    assert unsent_keys(NOON + timedelta(seconds=59)) == []
    assert unsent_keys(NOON + timedelta(seconds=61)) == ["one"]


def test_a_leased_job_is_not_sent_until_its_lease_runs_out() -> None:
    job = a_job()
    relay.mark_sent(job, NOON)
    queue.lease(NOON, job.pk)

    working = unsent_keys(NOON + queue.LEASE)
    over = unsent_keys(NOON + queue.LEASE + timedelta(seconds=1))
    relay.mark_sent(Job.objects.get(), NOON + queue.LEASE + timedelta(seconds=1))

    assert (working, over, unsent_keys(NOON + queue.LEASE + timedelta(seconds=2))) == ([], ["one"], [])


def test_a_failed_job_is_sent_again_after_its_pause() -> None:
    job = a_job()
    relay.mark_sent(job, NOON)
    taken = queue.lease(NOON, job.pk)
    assert taken is not None
    queue.fail(taken, NOON, "no paper")

    assert unsent_keys(NOON + timedelta(seconds=4)) == []
    assert unsent_keys(NOON + timedelta(seconds=5)) == ["one"]


def test_a_job_put_back_by_a_stop_is_sent_at_once() -> None:
    job = a_job()
    relay.mark_sent(job, NOON)
    taken = queue.lease(NOON, job.pk)
    assert taken is not None

    queue.put_back(taken, NOON)

    assert unsent_keys(NOON) == ["one"]


def test_after_a_restart_of_the_broker_all_open_jobs_are_sent_again() -> None:
    for key, state in (("waiting", State.WAITING), ("running", State.RUNNING), ("done", State.DONE)):
        a_job(key, state=state, relayed_at=NOON, lease_until=NOON - MINUTE)

    assert relay.mark_all_unsent() == 2
    assert unsent_keys(NOON) == ["waiting", "running"]


def test_a_message_that_comes_twice_or_too_early_does_nothing() -> None:
    ran.clear()
    job, later = a_job(), a_job("later", due_at=timezone.now() + timedelta(minutes=30))
    Job.objects.filter(pk=job.pk).update(due_at=NOON - timedelta(days=400))

    for pk in (job.pk, job.pk, later.pk, 999_999):
        tasks.run_job(pk)

    assert ran == [1]
    assert [(each.state, each.attempts) for each in Job.objects.order_by("pk")] == [(State.DONE, 1), (State.WAITING, 0)]
