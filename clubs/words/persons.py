"""Words about the people of a club: refusals, records, kinds of membership, labels."""

from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext_noop as _

REFUSALS = {
    "person.unknown": _("Person not found."),
    "person.merged": _("This person was merged into another one."),
    "person.claimed": _("Somebody else already claimed this person. Ask a director of the club."),
    "person.erased": _("The data of this person were erased."),
    "person.same": _("Choose two different people."),
    "person.clubs": _("These people belong to two clubs."),
    "federation.unreadable": _("Write a federation id as letters and a number, such as WBGF 1234: {got}"),
    "federation.taken": _("{id} already belongs to somebody else in this club."),
    "adult_on.unreadable": _("Write the day as 2026-11-23."),
    "person.entered": _("This person is already in this event."),
    "import.day": _("Write the day as 2026-11-23: {got}"),
    "import.header": _("The first line names the columns, name among them: {columns}"),
    "import.long": _("A file holds at most {most} people."),
    "import.open": _("Some lines are wrong or not decided yet."),
    "membership.kind": _("This kind of membership is not known."),
    "membership.dates": _("A membership can't end before it begins."),
    "membership.held": _("Another membership covers one of these days. End it first."),
    "membership.over": _("This membership has already ended."),
    "membership.unknown": _("Membership not found."),
}

SENTENCES = {
    "person.added": _("<bdi>{person}</bdi> was added to the club's people"),
    "person.imported": _("A file was imported: {count} new people"),
    "person.changed": _("The details of <bdi>{person}</bdi> changed"),
    "person.contact_changed": _("The contact of <bdi>{person}</bdi> changed"),
    "person.offered": _("A link was made by which <bdi>{person}</bdi> claims who they are"),
    "person.claimed": _("{user} is <bdi>{person}</bdi>"),
    "person.merged": _("<bdi>{gone}</bdi> was merged into <bdi>{into}</bdi>"),
    "person.erased": _("The data of <bdi>{person}</bdi> were erased"),
    "membership.begun": _("<bdi>{person}</bdi> belongs to the club"),
    "membership.begun:guest": _("<bdi>{person}</bdi> is a guest of the club"),
    "membership.ended": _("A membership of <bdi>{person}</bdi> ends"),
}
FAMILIES = {"person": _("People"), "membership": _("Memberships")}

MEMBERSHIPS = {
    "full": pgettext_lazy("membership", "Member"),
    "student": pgettext_lazy("membership", "Student"),
    "youth": pgettext_lazy("membership", "Youth"),
    "senior": pgettext_lazy("membership", "Senior"),
    "family": pgettext_lazy("membership", "Family"),
    "honorary": pgettext_lazy("membership", "Honorary member"),
    "trial": pgettext_lazy("membership", "Trial member"),
    "guest": pgettext_lazy("membership", "Guest"),
}

# Labels of forms.
NAME = gettext_lazy("Name")
NAME_MISSING = gettext_lazy("Enter a name.")
LATIN = gettext_lazy("Name in Latin letters")
LATIN_HELP = gettext_lazy("If it is written in another script.")
HOME_CLUB = gettext_lazy("Club")
COUNTRY = gettext_lazy("Country")
FEDERATIONS = gettext_lazy("Federation ids")
FEDERATIONS_HELP = gettext_lazy("Such as WBGF 1234, UKBGF 567.")
ADULT_ON = gettext_lazy("Adult on")
ADULT_ON_HELP = gettext_lazy("For minors: until this day pages show the first name and an initial.")
KIND = gettext_lazy("Belongs to the club as")
NO_KIND = gettext_lazy("no member")
STARTS_ON = gettext_lazy("From")
ENDS_ON = gettext_lazy("Until")
ENDS_ON_HELP = gettext_lazy("The last day, if it is known already.")
EMAIL = gettext_lazy("E-mail")
PHONE = gettext_lazy("Phone")
ADDRESS = gettext_lazy("Address")
NOTE = gettext_lazy("Note")
IMPORT_TEXT = gettext_lazy("List")
IMPORT_HELP = gettext_lazy(
    "One person a line. The first line names the columns: name, and any of latin, club, country, federations, "
    "adult_on, kind, from, until, email, phone, address, note."
)
IMPORT_FILE = gettext_lazy("or a file")
DAY_WRONG = gettext_lazy("Enter a day.")


def members_title() -> str:
    """Return the title of the printed list of members."""
    return gettext("Members")


def members_words(count: int) -> str:
    """Return how many members there are."""
    return ngettext("{n} member", "{n} members", count).format(n=count)


def list_heads() -> tuple[str, str, str, str, str]:
    """Return the heads of the printed list of members."""
    return gettext("No."), gettext("Name"), gettext("Kind"), gettext("Since"), gettext("Signature")


def cards_title(club: str) -> str:
    """Return the title of the sheet of membership cards."""
    return gettext("Membership cards of {club}").format(club=club)
