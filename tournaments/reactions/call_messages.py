"""Send a phone the message that its player is called, encrypted for it, by its push service."""

import json
import logging
from datetime import datetime

from journal.actors import SYSTEM
from journal.book import Caller
from runtime.jobs.mail import written_in
from runtime.outward.posting import Post
from runtime.outward.pushing import Browser, Delivery, encrypt, public_key, push_headers, site_key
from tournaments.actions.phones.calls import stop_calls
from tournaments.read.players.calls import CallMessage, message_about
from tournaments.words.calls import message_words

# About half a minute in all: players who were not told by then hear their names.
MOST_SENDS = 4
# A phone that is switched off for longer is told nothing: the match is on, or somebody else was called there.
COUNTS_SECONDS = 15 * 60
GONE = (404, 410)
PASSING = (0, 408, 425, 429)

_log = logging.getLogger(__name__)


class NotDelivered(Exception):  # noqa: N818 -- the push service's mistake
    """A push service took nothing; it may do so in a moment."""


def send_call(record: int, push: int, now: datetime, post: Post, *, is_last: bool = False) -> None:
    """Tell a phone where its player plays now, if a record still says so. ``is_last``: it is not tried again.

    A phone that its push service does not know any more is told of no more calls. Raises NotDelivered.
    """
    message = message_about(record, push)
    if message is None:
        return
    to = message.to
    if to.site_key != public_key(site_key()):
        # SECRET_KEY is another: the push service takes messages with the old key only.
        stop_calls(to.phone_id, Caller(SYSTEM))
        return
    delivery = Delivery(COUNTS_SECONDS, f"match-{message.match}")
    headers = push_headers(to.address, to.site, int(now.timestamp()), delivery)
    answer = post(to.address, encrypt(_body(message), Browser(to.address, to.key, to.secret)), headers)
    if answer.status in GONE:
        stop_calls(to.phone_id, Caller(SYSTEM))
        return
    if not answer.is_taken:
        # Neither the address nor the answer: either may say who the player is.
        _log.info("the push service of phone %s answered %s", to.phone_id, answer.status)
        if not is_last and (answer.status in PASSING or answer.status >= 500):
            raise NotDelivered(str(answer.status))


def _body(message: CallMessage) -> bytes:
    with written_in(message.to.language):
        title, text = message_words(message.table, message.opponent)
    words = {"title": title, "text": text, "tag": f"match-{message.match}", "lang": message.to.language}
    return json.dumps(words, ensure_ascii=False).encode()
