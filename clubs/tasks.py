"""Letters about people and clubs, sent from jobs.

A job holds row ids only. The secret in its letter is computed from ``SECRET_KEY`` when the letter is sent, so every
attempt sends the same one (docs/decisions/0015-secrets-in-letters.md).
"""

from celery import shared_task
from django.urls import reverse
from django.utils import timezone

from clubs.actions.invitations import INVITATION_LETTER
from clubs.actions.sign_in import CODE_LETTER, code_of
from clubs.models import Invitation, SignInCode, hash_of
from clubs.secrets import secret_of
from clubs.words.refusals import KINDS
from journal.models import Page
from runtime.jobs.mail import MOST_ATTEMPTS, send_letter
from runtime.jobs.workers import current_job


@shared_task(name=CODE_LETTER, most_attempts=MOST_ATTEMPTS)  # type: ignore[untyped-decorator]
def sign_in_code(code: int) -> None:
    """Send a sign-in code while it is valid; send nothing if no active user has the address."""
    made = SignInCode.objects.filter(pk=code, used_at=None, ends_at__gt=timezone.now()).select_related("user").first()
    if made is not None and made.user is not None and made.user.is_active:
        send_letter(current_job(), made.user.email, "sign_in_code", code=code_of(made))


@shared_task(name=INVITATION_LETTER, most_attempts=MOST_ATTEMPTS)  # type: ignore[untyped-decorator]
def invitation(invitation: int, page: int, site: str) -> None:
    """Send an invitation while its link still works."""
    open_now = Invitation.objects.filter(pk=invitation, used_at=None, revoked_at=None, ends_at__gt=timezone.now())
    open_invitation = open_now.exclude(by__is_active=False).select_related("club", "by").first()
    if open_invitation is None:
        return
    made_on = Page.objects.get(pk=page)
    secret = secret_of("invitation", made_on.actor, made_on.key or "")
    if hash_of(secret) != open_invitation.hash:
        raise ValueError("SECRET_KEY has changed since then: make another invitation")
    link = site + reverse("invitation", args=[secret])
    letter = {
        "club": open_invitation.club.name,
        "role": KINDS[open_invitation.kind],
        "by": open_invitation.by.name if open_invitation.by else "",
        "link": link,
    }
    send_letter(current_job(), open_invitation.sent_to, "invitation", **letter)
