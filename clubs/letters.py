"""Letters by mail, where mail is set up. They leave on a thread of their own: how long a letter takes tells nobody
whether the address is known, and a slow mail server holds up no page.
"""

import logging
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string

_post = ThreadPoolExecutor(max_workers=1, thread_name_prefix="letters")


def mail_is_set_up() -> bool:
    """Whether this installation sends mail."""
    return bool(settings.MAIL)


def send_letter(to: str, template: str, **told: object) -> None:
    """Send a letter: the first line of ``mail/TEMPLATE.txt`` is its subject."""
    subject, _, body = render_to_string(f"mail/{template}.txt", told).strip().partition("\n")
    _post.submit(_send, EmailMessage(subject.strip(), body.strip() + "\n", to=[to]))


def all_sent() -> None:
    """Wait until every letter so far has left."""
    _post.submit(lambda: None).result()


def _send(letter: EmailMessage) -> None:
    try:
        letter.send()
    except Exception:
        # The log names no address.
        logging.getLogger(__name__).exception("a letter could not be sent")
