"""Letters by mail, where mail is set up: plain text, sent from a job and never from a request.

A letter can arrive twice, if its job was interrupted after sending; both have the same Message-ID, so that a mailbox
can show one. Errors are reported without the address, because the page of jobs and the log must not show it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from email.utils import parseaddr
from hashlib import sha256
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils import translation

from runtime.models import Job

# About an hour in all, with pauses that double up to ten minutes: mail servers delay unknown senders, networks fail.
MOST_ATTEMPTS = 14


class WithoutMail(BaseEmailBackend):
    """Sends nothing: this installation has no mail server, and whoever sends a letter asks for that first."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Raise OSError."""
        raise OSError("mail is not set up")


class LetterLost(Exception):  # noqa: N818 -- the mail server's mistake
    """A letter could not be sent."""


def mail_is_set_up() -> bool:
    """Whether this installation sends mail."""
    return bool(settings.MAIL)


@contextmanager
def written_in(language: str) -> Iterator[None]:
    """Write a letter in the language of its reader, in English if that is empty."""
    with translation.override(language or settings.LANGUAGE_CODE):
        yield


def send_letter(job: Job, to: str, template: str, **context: object) -> None:
    """Send the letter of a job, in the active language: the first line of ``mail/TEMPLATE.txt`` is its subject.

    Raises LetterLost.
    """
    subject, _, body = render_to_string(f"mail/{template}.txt", context).strip().partition("\n")
    headers = {"Message-ID": message_id(job.key, job.created_at), "Auto-Submitted": "auto-generated"}
    # A header is one line, whatever the names in it.
    letter = EmailMessage(" ".join(subject.split()), body.strip() + "\n", to=[to], headers=headers)
    try:
        letter.send()
    except (SMTPException, OSError, ValueError) as wrong:
        code = getattr(wrong, "smtp_code", "")
        raise LetterLost(f"{type(wrong).__name__} {code}".strip()) from None


def message_id(key: str, created_at: datetime) -> str:
    """Return the Message-ID of a letter, the same however often it is sent."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return f"<{sha256(f'{key} {created_at.isoformat()}'.encode()).hexdigest()[:32]}@{domain}>"
