"""Why two play each other, in a line."""

from django.utils.translation import gettext as _

from rules.pairing.pairing import Reason


def reason_words(reason: Reason, records: tuple[str, ...]) -> str:
    """Return why two play each other, from their records before the round."""
    both = " · ".join(dict.fromkeys(records))
    return {
        Reason.EQUAL_RECORDS: _("equal records, {records}"),
        Reason.UNEQUAL_RECORDS: _("nearest records, {records}"),
        Reason.REMATCH: _("they have met before, no other pairing was better; {records}"),
        Reason.BYE: _("the bye goes to the worst record, {records}"),
        Reason.SECOND_BYE: _("a second bye, everybody has had one; {records}"),
    }[reason].format(records=both)
