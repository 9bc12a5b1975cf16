"""Embeds in words: refusals, records, labels."""

from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

REFUSALS = {
    "host.unreadable": _("This is not the name of a site: {got}."),
    "host.many": _("List at most {most} sites."),
}
RECORDS = {"embeds.changed": _("The sites that may show the club's embeds changed: {hosts}")}
KINDS = {"embeds": _("Embeds")}

HOSTS = gettext_lazy("Your sites")
HOSTS_HELP = gettext_lazy("One a line, such as www.example.org. Only their pages can show what is below.")
