"""Background jobs for the owner of the installation: waiting, running, given up or done, with their progress.

A job is described by its task and its record, never by its arguments, and by the last line of its error.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, Q, QuerySet

from clubs.read.dates import shown_date
from clubs.read.points import Point, row_of_points
from journal.refusals import Unknown
from runtime.health.marks import workers_alive
from runtime.jobs.queue import most_attempts
from runtime.jobs.relay import SEND_AGAIN, silent_since
from runtime.models import Job

State = Job.State
# A job whose parts are running counts as running.
SHOWN = {
    "dead": (State.DEAD,),
    "running": (State.RUNNING, State.PARTED),
    "waiting": (State.WAITING,),
    "done": (State.DONE,),
}
MOST, LATELY = 50, 10
LONGEST_ERROR = 200
RECORD = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class JobLine:
    """One job. ``made`` of ``of`` is its progress, in parts if it has parts; 0 of 0 if unknown.

    ``tournament`` and ``record`` name the record that enqueued it, 0 if there is none. Times are in the machine's zone.
    """

    id: int
    task: str
    state: str
    tournament: int
    record: int
    queued: str
    due: str
    ended: str
    attempts: int
    most: int
    made: int
    of: int
    failed: int
    error: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class JobList:
    """Jobs in one state; ``before`` is where the next page begins, 0 on the last."""

    state: str
    count: int
    lines: tuple[JobLine, ...]
    before: int


@dataclass(frozen=True, slots=True)
class JobSheet:
    """The page of jobs: ``silent`` is when the broker stopped answering, ``unheard`` how many jobs no worker takes.

    ``nobody`` says that no worker runs at all.
    """

    lists: tuple[JobList, ...]
    counts: tuple[tuple[str, int], ...]
    show: str
    silent: str
    unheard: int
    nobody: bool
    total: int


def job_sheet(now: datetime, show: str = "", before: int = 0) -> JobSheet:
    """Return the jobs in every state, or only those in the state ``show`` that are older than ``before``."""
    counts, show = _counts(now), show if show in SHOWN else ""
    wanted = [show] if show else list(SHOWN)
    lists = tuple(_list(state, counts[state], now, before, show) for state in wanted)
    silent = silent_since() if settings.BROKER_URL else None
    return JobSheet(
        lists=lists,
        counts=tuple(counts.items()),
        show=show,
        silent=_clock(silent, now),
        unheard=_unheard(now),
        nobody=workers_alive() == 0,
        total=sum(counts.values()),
    )


def jobs_in(state: str, now: datetime, before: int = 0) -> list[Job]:
    """Return jobs in one state, or in any, newest first."""
    jobs = _with_parts(Job.objects.filter(_shown_as(state, now)) if state in SHOWN else Job.objects.all())
    return list((jobs.filter(pk__lt=before) if before else jobs).order_by("-pk")[:MOST])


def job_of(pk: int) -> Job:
    """Return one job. Raises Unknown ``job.unknown``."""
    job = _with_parts(Job.objects.filter(pk=pk)).first()
    if job is None:
        raise Unknown("job.unknown")
    return job


def how_far(job: Job) -> tuple[int, int]:
    """Return the progress of a job and its end, in parts if it has parts."""
    parts, made = getattr(job, "all_parts", 0), getattr(job, "done_parts", 0)
    return (made, parts) if parts else (job.made, job.of)


def last_line(text: str) -> str:
    """Return the last line of an error that is not blank, shortened."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")[:LONGEST_ERROR]


def state_of(job: Job, now: datetime) -> str:
    """Return the state under which a job is listed; it waits again when its worker died."""
    if job.state == State.RUNNING and job.lease_until is not None and job.lease_until < now:
        return "waiting"
    return next(word for word, states in SHOWN.items() if job.state in states)


def _shown_as(state: str, now: datetime) -> Q:
    """Return the condition for jobs that are listed under a state: without its worker a job waits for another."""
    abandoned = Q(state=State.RUNNING, lease_until__lt=now)
    if state == "waiting":
        return Q(state=State.WAITING) | abandoned
    return Q(state__in=SHOWN[state]) & ~abandoned


def _counts(now: datetime) -> dict[str, int]:
    abandoned = Count("pk", filter=Q(state=State.RUNNING, lease_until__lt=now))
    rows = Job.objects.order_by().values_list("state").annotate(jobs=Count("pk"), lost=abandoned)
    counts = {state: (count, lost) for state, count, lost in rows}
    shown = {word: sum(counts.get(state.value, (0, 0))[0] for state in states) for word, states in SHOWN.items()}
    lost = counts.get(State.RUNNING.value, (0, 0))[1]
    return shown | {"running": shown["running"] - lost, "waiting": shown["waiting"] + lost}


def _list(state: str, count: int, now: datetime, before: int, show: str) -> JobList:
    most = LATELY if state == "done" and not show else MOST
    jobs = _with_parts(Job.objects.filter(_shown_as(state, now))).select_related("record__stream")
    if state == "waiting":
        rows = list(jobs.order_by("due_at", "pk")[:most])
        return JobList(state, count, _lines(rows, now), 0)
    rows = list((jobs.filter(pk__lt=before) if show and before else jobs).order_by("-pk")[: most + 1])
    return JobList(state, count, _lines(rows[:most], now), rows[most - 1].pk if len(rows) > most else 0)


def _with_parts(jobs: QuerySet[Job]) -> QuerySet[Job]:
    return jobs.annotate(
        all_parts=Count("parts"),
        done_parts=Count("parts", filter=Q(parts__state=State.DONE)),
        dead_parts=Count("parts", filter=Q(parts__state=State.DEAD)),
    )


def _lines(rows: Iterable[Job], now: datetime) -> tuple[JobLine, ...]:
    return tuple(_line(job, now) for job in rows)


def _line(job: Job, now: datetime) -> JobLine:
    made, of = how_far(job)
    running = state_of(job, now) == "running"
    tournament, record = _about(job)
    return JobLine(
        id=job.pk,
        task=job.task,
        state=state_of(job, now),
        tournament=tournament,
        record=record,
        queued=_clock(job.created_at, now),
        due=_clock(job.due_at, now) if job.due_at > now else "",
        ended=_clock(job.ended_at, now),
        attempts=job.attempts,
        most=most_attempts(job.task),
        made=made,
        of=of,
        failed=getattr(job, "dead_parts", 0),
        error=last_line(job.error),
        points=row_of_points(made, 1, of) if running and of else (),
    )


def _about(job: Job) -> tuple[int, int]:
    """Return the tournament of a job, and the number of the record that enqueued it."""
    if job.record is not None:
        kind, _, pk = job.record.stream.name.partition(":")
        return (int(pk), job.record.number) if kind == "tournament" else (0, 0)
    tournament = json.loads(job.arguments).get("tournament", 0)
    return (tournament, 0) if isinstance(tournament, int) else (0, 0)


def _unheard(now: datetime) -> int:
    """Return how many jobs were announced to workers a while ago and are still waiting."""
    if not settings.BROKER_URL:
        return 0
    late = now - SEND_AGAIN - timedelta(seconds=5)
    return Job.objects.filter(state=State.WAITING, due_at__lt=late, created_at__lt=late).count()


def _clock(at: datetime | None, now: datetime) -> str:
    if at is None:
        return ""
    zone = ZoneInfo(settings.MACHINE_ZONE)
    here = at.astimezone(zone)
    return shown_date(here, "H:i" if here.date() == now.astimezone(zone).date() else "j M H:i")
