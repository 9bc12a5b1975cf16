"""The page of jobs: what waits, runs, was given up and is done, for who owns the site alone."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from clubs.actions.jobs import retry_job
from clubs.read.jobs import job_sheet
from clubs.words.jobs import TASKS, task_words
from journal.models import Record
from journal.refusals import Refused
from runtime.jobs import queue, relay
from runtime.models import Job
from tests.contents import refusal
from tests.factories import Program, a_caller, a_club, a_director, an_owner

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
State = Job.State


def a_job(key: str = "one", state: State = State.WAITING, **more: object) -> Job:
    posted: dict[str, object] = {"task": "tournaments.tasks.sheets", "due_at": NOON, "created_at": NOON}
    return Job.objects.create(key=key, state=state, **posted | more)


def text(client: Client, address: str = "/jobs/") -> str:
    return " ".join(client.get(address).content.decode().split())


def test_the_owner_of_the_site_sees_jobs_in_every_state_those_given_up_first(client: Client) -> None:
    a_job("dead", State.DEAD, error="Traceback\n  File x\nOSError: no paper\n", attempts=5)
    a_job("running", State.RUNNING, made=14, of=32)
    a_job("waiting")
    a_job("done", State.DONE, ended_at=NOON)
    client.force_login(an_owner())

    page = text(client)

    assert [page.index(f'<h2 id="{state}">') for state in ("dead", "running", "waiting", "done")] == sorted(
        page.index(f'<h2 id="{state}">') for state in ("dead", "running", "waiting", "done")
    )
    assert "<b>Draw sheets</b> <span>14 of 32</span>" in page
    points = page.partition('class="points"')[2].partition("</svg>")[0]
    assert [points.count(f'class="p-{state}"') for state in ("done", "now", "todo")] == [10, 1, 13]
    assert "<bdi>OSError: no paper</bdi>" in page
    assert "Traceback" not in page
    assert page.count(">Retry<") == 1


def test_nobody_else_sees_them(client: Client) -> None:
    club = a_club()
    client.force_login(a_director(club))

    assert client.get("/jobs/").status_code == 403
    assert Client().get("/jobs/").status_code == 302


def test_what_a_job_is_told_stands_nowhere(client: Client) -> None:
    a_job("a-secret-key", State.DEAD, arguments='{"site":"https://canary.example","invitation":7}')
    owner = an_owner()
    client.force_login(owner)

    answer = text(client) + str(Program(owner).get("jobs/").data)

    assert "canary" not in answer
    assert "a-secret-key" not in answer


def test_parts_tell_how_far_the_whole_is(client: Client) -> None:
    whole = a_job("whole", State.PARTED)
    for n in range(3):
        a_job(f"part {n}", State.DONE, parent=whole, ended_at=NOON)
    a_job("part 3", State.DEAD, parent=whole)
    client.force_login(an_owner())

    page = text(client, "/jobs/?show=running")

    assert '<span>3 of 4</span> <b class="now">1 given up</b>' in page


def test_the_page_costs_the_same_for_one_job_and_for_many() -> None:
    counted = []
    for count in (1, 30):
        for n in range(count):
            for state in State:
                a_job(f"{count} {n} {state}", state, ended_at=NOON)
        with CaptureQueriesContext(connection) as captured:
            job_sheet(NOON)
        counted.append(len(captured))

    assert counted == [5, 5]


def test_one_state_is_shown_and_older_jobs_behind_a_link(client: Client) -> None:
    for n in range(60):
        a_job(f"job {n}", State.DONE, ended_at=NOON)
    client.force_login(an_owner())

    first = text(client, "/jobs/?show=done")
    oldest = Job.objects.order_by("-pk")[49].pk
    second = text(client, f"/jobs/?show=done&before={oldest}")

    assert first.count('<li id="job-') == 50
    assert f"?show=done&amp;before={oldest}" in first
    assert second.count('<li id="job-') == 10
    assert text(client, "/jobs/?show=nonsense&before=-1").count('<li id="job-') == 10


def test_a_job_that_was_given_up_is_tried_again_as_if_for_the_first_time(client: Client) -> None:
    job = a_job("dead", State.DEAD, attempts=5, ended_at=NOON, error="no paper", relayed_at=NOON)
    client.force_login(an_owner())

    answer = client.post(f"/jobs/{job.pk}/retry/")

    job.refresh_from_db()
    assert (answer.status_code, answer["Location"]) == (303, "/jobs/")
    assert (job.state, job.attempts, job.ended_at, job.relayed_at) == ("waiting", 0, None, None)
    record = Record.objects.get(verb="job.retried")
    assert record.stream.name == "site"
    assert f'"job":{job.pk}' in record.body
    assert queue.lease(job.due_at) == job


def test_a_job_that_was_not_given_up_is_left_alone(client: Client) -> None:
    job = a_job("running", State.RUNNING, attempts=1)
    client.force_login(an_owner())

    answer = client.post(f"/jobs/{job.pk}/retry/")

    assert answer.status_code == 409
    assert "This job was not given up" in answer.content.decode()
    assert refusal(lambda: retry_job(job.pk, a_caller()), Refused).code == "job.alive"


def test_a_page_that_did_not_change_is_not_sent_again(client: Client) -> None:
    a_job("dead", State.DEAD)
    client.force_login(an_owner())
    client.get("/jobs/")
    tag = client.get("/jobs/")["ETag"]

    same = client.get("/jobs/", headers={"If-None-Match": tag})
    a_job("another", State.DEAD)
    other = client.get("/jobs/", headers={"If-None-Match": tag})

    assert (same.status_code, other.status_code) == (304, 200)


def test_the_page_says_that_the_broker_does_not_answer_and_since_when(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BROKER_URL = "amqp://broker.example"
    settings.MACHINE_ZONE = "Europe/Madrid"
    monkeypatch.setattr(relay, "_silent_since", NOON)

    sheet = job_sheet(NOON + timedelta(hours=1))

    assert sheet.silent == "13:00"


def test_the_page_says_that_no_worker_takes_jobs_up(settings: Settings) -> None:
    settings.BROKER_URL = "amqp://broker.example"
    a_job("old")
    a_job("fresh", created_at=NOON + timedelta(minutes=2), due_at=NOON + timedelta(minutes=2))

    assert job_sheet(NOON + timedelta(minutes=2)).unheard == 1
    assert job_sheet(NOON + timedelta(seconds=30)).unheard == 0


def test_a_program_reads_and_retries_jobs() -> None:
    program = Program(an_owner())
    job = a_job("dead", State.DEAD, attempts=5, ended_at=NOON, error="OSError: no paper")

    listed = program.get("jobs/?show=dead").data
    one = program.get(f"jobs/{job.pk}/").data
    retried = program.post(f"jobs/{job.pk}/retry/", Idempotency_Key="once")
    again = program.post(f"jobs/{job.pk}/retry/", Idempotency_Key="once")

    assert listed == [one]
    assert one == {
        "id": job.pk, "task": "tournaments.tasks.sheets", "state": "dead", "attempts": 5,
        "created_at": "2026-11-21T12:00:00.000000Z", "due_at": "2026-11-21T12:00:00.000000Z",
        "ended_at": "2026-11-21T12:00:00.000000Z", "made": 0, "of": 0, "part_of": None, "error": "OSError: no paper",
    }  # fmt: skip
    assert (retried.status, retried.data["state"]) == (200, "waiting")
    assert again.text == retried.text
    assert program.post(f"jobs/{job.pk}/retry/").code == "job.alive"
    assert program.get("jobs/?show=all").status == 400
    assert program.get("jobs/999999/").status == 404


def test_every_task_of_ours_has_words() -> None:
    from celery import current_app  # noqa: PLC0415 -- what Celery loads is asked here

    import clubs.tasks  # noqa: F401, PLC0415 -- a worker knows them
    import runtime.tasks  # noqa: F401, PLC0415 -- imported for its tasks
    import tournaments.tasks  # noqa: F401, PLC0415 -- imported for its tasks

    ours = {name for name in current_app.tasks if name.partition(".")[0] in ("runtime", "clubs", "tournaments")}

    assert ours - {relay.RUN_JOB} == set(TASKS)
    assert task_words("of.another.release") == "of.another.release"


def test_a_job_whose_worker_died_waits_and_does_not_run() -> None:
    queue.enqueue("tests.done", "abandoned", NOON)
    queue.lease(NOON)

    running, later = job_sheet(NOON + timedelta(seconds=30)), job_sheet(NOON + timedelta(minutes=5))

    assert dict(running.counts) == {"dead": 0, "running": 1, "waiting": 0, "done": 0}
    assert dict(later.counts) == {"dead": 0, "running": 0, "waiting": 1, "done": 0}
    assert [line.state for each in later.lists for line in each.lines] == ["waiting"]
