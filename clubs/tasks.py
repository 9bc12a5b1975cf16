"""Letters about people and clubs, rating lists, and webhooks: the work of jobs.

A job holds row ids only. The secret in its letter is computed from ``SECRET_KEY`` when the letter is sent, so every
attempt sends the same one (docs/decisions/0015-secrets-in-letters.md).
"""

import logging
from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from clubs.actions.invitations import INVITATION_LETTER
from clubs.actions.persons.erasing import ACCOUNT_ERASURE, erase_account
from clubs.actions.ratings.counting import Interrupted, count_part
from clubs.actions.sign_in import CODE_LETTER, code_of
from clubs.actions.webhooks.delivering import Outgoing, collect, delete_old_deliveries, deliver
from clubs.models import hash_of
from clubs.read.letters import open_invitation, page_written, valid_code
from clubs.read.ratings.lists import lists_behind
from clubs.read.webhooks.listing import behind, due_webhooks
from clubs.secrets import secret_of
from clubs.words.refusals import KINDS
from clubs.words.webhook_bodies import body_of
from journal.refusals import Unknown
from runtime.jobs import queue
from runtime.jobs.clock import every
from runtime.jobs.mail import MOST_ATTEMPTS, send_letter, written_in
from runtime.jobs.workers import current_job, progress
from runtime.outward.posting import post

_log = logging.getLogger(__name__)
RATINGS = "clubs.tasks.ratings"
WEBHOOK_EVENTS, WEBHOOK = "clubs.tasks.webhook_events", "clubs.tasks.webhook"


@shared_task(name=CODE_LETTER, most_attempts=MOST_ATTEMPTS)  # type: ignore[untyped-decorator] # Celery has no types
def sign_in_code(code: int) -> None:
    """Send a sign-in code while it is valid; send nothing if no active user has the address."""
    made = valid_code(code, timezone.now())
    if made is not None and made.user is not None:
        with written_in(made.user.language):
            send_letter(current_job(), made.user.email, "sign_in_code", code=code_of(made))


@shared_task(name=ACCOUNT_ERASURE)  # type: ignore[untyped-decorator] # Celery has no types
def account_erasure(user: int) -> None:
    """Erase the account of an erased person."""
    erase_account(user)


@shared_task(name=INVITATION_LETTER, most_attempts=MOST_ATTEMPTS)  # type: ignore[untyped-decorator] # Celery has no types
def invitation(invitation: int, page: int, site: str) -> None:
    """Send an invitation while its link still works."""
    invited = open_invitation(invitation, timezone.now())
    if invited is None:
        return
    made_on = page_written(page)
    secret = secret_of("invitation", made_on.actor, made_on.key or "")
    if hash_of(secret) != invited.hash:
        raise ValueError("SECRET_KEY has changed since then: make another invitation")
    link = site + reverse("invitation", args=[secret])
    # Nobody knows yet what the guest reads; most likely what their host does.
    with written_in(invited.by.language if invited.by else ""):
        letter = {
            "club": invited.club.name,
            "role": KINDS[invited.kind],
            "by": invited.by.name if invited.by else "",
            "link": link,
        }
        send_letter(current_job(), invited.sent_to, "invitation", **letter)


@shared_task(name=RATINGS)  # type: ignore[untyped-decorator] # Celery has no types
def ratings(rating_list: int) -> None:
    """Bring a rating list up to date; a long one in parts, each a job, so that other jobs have their turn."""
    try:
        counted = count_part(rating_list, progress)
        if not counted.is_last:
            queue.enqueue(
                RATINGS, f"ratings:{rating_list}:after:{counted.run}", timezone.now(), rating_list=rating_list
            )
    except Unknown:
        _log.info("rating list %s was taken back", rating_list)
    except Interrupted:
        _log.info("rating list %s is counted by another worker", rating_list)


@every(seconds=2)
def ask_for_ratings(now: datetime) -> int:
    """Ask for the count of each list whose club has recorded something since; return for how many."""
    return sum(
        queue.enqueue(RATINGS, f"ratings:{pk}:{epoch}:{number}", now, rating_list=pk)
        for pk, epoch, number in lists_behind()
    )


@shared_task(name=WEBHOOK_EVENTS)  # type: ignore[untyped-decorator] # Celery has no types
def webhook_events(webhook: int, stream: int) -> None:
    """Note what a webhook is to post of a stream, and send it."""
    try:
        if collect(webhook, stream, timezone.now()):
            ask_for_webhooks(timezone.now())
    except Unknown:
        _log.info("webhook %s was removed", webhook)


@shared_task(name=WEBHOOK)  # type: ignore[untyped-decorator] # Celery has no types
def webhook(webhook: int) -> None:
    """Send what is due of a webhook. A receiver that fails is no failure of the job: the log of the webhook says so."""
    private = settings.PRIVATE_WEBHOOKS
    outgoing = Outgoing(body_of, lambda address, body, headers: post(address, body, headers, private=private))
    try:
        deliver(webhook, timezone.now, outgoing)
    except Unknown:
        _log.info("webhook %s was removed", webhook)


@every(seconds=1)
def ask_for_webhook_events(now: datetime) -> int:
    """Ask for what webhooks have not got of what was recorded since; return for how many streams."""
    return sum(
        queue.enqueue(
            WEBHOOK_EVENTS, f"webhook-events:{pk}:{stream}:{at}:{end}", now, webhook=pk, stream=stream
        )
        for pk, stream, at, end in behind()
    )  # fmt: skip


@every(seconds=1)
def ask_for_webhooks(now: datetime) -> int:
    """Ask for the sending of what is due; return for how many webhooks.

    A job can end and leave something due: it left that to another job, or its clock was behind. So what has been due
    for 1, 2, 4 … minutes is asked for again. What an owner sends again has attempts as before, but is due anew.
    """
    new_jobs = 0
    for pk, delivery, attempts, since in due_webhooks(now):
        key = f"webhook:{pk}:{delivery}:{attempts}:{since.isoformat()}:{_doublings(now - since)}"
        new_jobs += queue.enqueue(WEBHOOK, key, now, webhook=pk)
    return new_jobs


def _doublings(late: timedelta) -> int:
    """Return how often a pause has doubled by now: 1 from one minute on, 2 from two, 3 from four …"""
    return (late // timedelta(minutes=1)).bit_length()


@every(seconds=3600)
def forget_deliveries(now: datetime) -> int:
    """Delete the log of webhooks that is older than a month; return how many."""
    return delete_old_deliveries(now)
