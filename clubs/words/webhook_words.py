"""Webhooks in words: labels, refusals, records."""

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _

REFUSALS = {
    "address.unreadable": _("This is not an address that Barpoint can post to."),
    "address.https": _("The address must begin with https://."),
    "address.private": _("This address is inside a private network. The operator of this site can allow it."),
    "webhook.unknown": _("Webhook not found."),
    "webhook.topics": _("Choose at least one topic."),
    "webhook.form": _("The form must be barpoint, text or content."),
    "webhook.many": _("A club has at most {most} webhooks."),
    "webhook.off": _("This webhook is off. Turn it on first."),
    "delivery.unknown": _("Delivery not found."),
    "delivery.waiting": _("This is waiting to be sent already."),
}
RECORDS = {
    "webhook.added": _("A webhook was added"),
    "webhook.on": _("A webhook was turned on"),
    "webhook.off": _("A webhook was turned off"),
    "webhook.removed": _("A webhook was removed"),
    "webhook.tried": _("A test was sent to a webhook"),
    "webhook.sent_again": _("Something was sent to a webhook again"),
}
KINDS = {"webhook": _("Webhooks")}

ADDRESS = gettext_lazy("Address")
ADDRESS_HELP = gettext_lazy("The receiver’s address, or the incoming webhook of a chat: https://…")
ADDRESS_MISSING = gettext_lazy("Enter an address.")
TOPIC_LABEL = gettext_lazy("What is posted")
TOPIC_MISSING = gettext_lazy("Choose at least one topic.")
FORM_LABEL = gettext_lazy("Form")
TOPICS = {
    "results": gettext_lazy("Results"),
    "draws": gettext_lazy("Draws"),
    "calls": gettext_lazy("Calls to a table"),
    "ladder": gettext_lazy("Ladder"),
}
FORMS = {
    "text": gettext_lazy("Chat: Slack, Mattermost, Zulip, Rocket.Chat, Teams"),
    "content": gettext_lazy("Chat: Discord"),
    "barpoint": gettext_lazy("Program: signed JSON"),
}
STATES = {
    "waiting": gettext_lazy("waiting"),
    "delivered": gettext_lazy("delivered"),
    "given_up": gettext_lazy("given up"),
}
# What went wrong where nothing answered, by the code or the class of the error.
NO_ANSWER = {
    "address.private": _("a private address"),
    "address.https": _("not https"),
    "gaierror": _("the name is unknown"),
    "TimeoutError": _("no answer in time"),
    "ConnectionRefusedError": _("the connection was refused"),
    "SSLCertVerificationError": _("the certificate is not valid"),
    "nothing to send": _("nothing left to send"),
}


def answer_words(status: int | None, answer: str) -> str:
    """Return what the receiver answered last; empty before the first attempt."""
    if status is None:
        return ""
    if not status:
        return gettext(NO_ANSWER[answer]) if answer in NO_ANSWER else answer
    return f"{status} {answer}".strip()
