"""What the letters of jobs are about, read when they are sent: what has ended meanwhile is sent to nobody."""

from datetime import datetime

from clubs.models import Invitation, SignInCode
from journal.models import Page


def valid_code(pk: int, now: datetime) -> SignInCode | None:
    """Return a sign-in code with its user while it is valid and the user may sign in."""
    code = SignInCode.objects.filter(pk=pk, used_at=None, ends_at__gt=now).select_related("user").first()
    return code if code is not None and code.user is not None and code.user.is_active else None


def open_invitation(pk: int, now: datetime) -> Invitation | None:
    """Return an invitation with its club and author while its link still works."""
    unused = Invitation.objects.filter(pk=pk, used_at=None, revoked_at=None, ends_at__gt=now)
    return unused.exclude(by__is_active=False).select_related("club", "by").first()


def page_written(pk: int) -> Page:
    """Return the page on which a letter was asked for."""
    return Page.objects.get(pk=pk)
