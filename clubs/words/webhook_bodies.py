"""The bodies that webhooks post, in the language and the form of each."""

import json
from collections.abc import Mapping
from html import unescape
from typing import Any

from django.utils.translation import gettext, override

from clubs.models import Webhook, WebhookDelivery
from clubs.read.webhooks.sources import UNDONE, Contents, contents_of
from clubs.words.records import plain_sentence
from journal.canon import moment

# A chat would take these for a mention of everybody in the channel.
_MENTION = "@\u200b"


def body_of(delivery: WebhookDelivery) -> bytes | None:
    """Return the body of a delivery in the form of its webhook; None if there is nothing left to say."""
    row = contents_of(delivery)
    if row is None:
        return None
    contents, number = row
    webhook = delivery.webhook
    with override(webhook.language):
        sentence = _sentence(contents)
        link = webhook.site + contents.path
        if webhook.form == Webhook.Form.BARPOINT:
            return _json(
                {
                    "type": contents.verb,
                    "timestamp": moment(contents.at),
                    "data": {"record": number, "sentence": sentence, "link": link, **contents.values},
                }
            )
        return _chat(webhook.form, f"{contents.where}: {sentence}", link)


def _sentence(contents: Contents) -> str:
    if contents.verb == "webhook.tried":
        return gettext("This is a test of Barpoint.")
    about = contents.sentence
    sentence = unescape(plain_sentence(about.verb, about.words, about.variant))
    return gettext("Taken back: {sentence}").format(sentence=sentence) if contents.verb == UNDONE else sentence


def _chat(form: str, line: str, link: str) -> bytes:
    line = line.replace("@", _MENTION)
    if form == Webhook.Form.CONTENT:
        # Names may hold Markdown; whatever it does, it calls nobody.
        return _json({"content": f"{line}\n<{link}>", "allowed_mentions": {"parse": []}})
    for letter, instead in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        line = line.replace(letter, instead)
    return _json({"text": f"{line}\n{link}"})


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
