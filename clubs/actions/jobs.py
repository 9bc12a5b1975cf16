"""Retry background jobs that were given up."""

from clubs.actions.people import SITE
from clubs.permissions import may_own_site, must
from journal import book
from journal.refusals import Refused, Unknown
from runtime.jobs import queue
from runtime.models import Job


def retry_job(pk: int, caller: book.Caller) -> Job:
    """Try a job that was given up again, as if for the first time.

    Raises Unknown ``job.unknown``, Refused ``job.alive`` for one that was not given up.
    """
    with book.page(SITE, caller) as page:
        must(may_own_site(caller.actor))
        if not Job.objects.filter(pk=pk).exists():
            raise Unknown("job.unknown")
        if not queue.retry(pk, page.at):
            raise Refused("job.alive")
        page.record("job.retried", job=pk)
        return page.done(Job.objects.get(pk=pk))
