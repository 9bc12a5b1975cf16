"""Re-entry in words: refusals, and what is announced of it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.money.currency import spoken_sum
from rules.re_entry import ReEntry

REFUSALS = {
    "re_entry.none": gettext_noop("In this event nobody enters again. The set-up can allow it."),
    "re_entry.undrawn": gettext_noop("The event is not drawn yet: nobody is out."),
    "re_entry.playing": gettext_noop("This player still plays. Withdraw them from the consolation first."),
    "re_entry.often": gettext_noop("This player has entered again {times} times already."),
    "re_entry.late": gettext_noop("Lost in round {round}: players who lose after round {until} do not enter again."),
    "re_entry.over": gettext_noop("The event is over."),
    "re_entry.format": gettext_noop("In pools and where all play all nobody enters again."),
}


def re_entry_sentence(rule: ReEntry) -> str:
    """Return what is announced of re-entry, nothing where nobody enters again."""
    if not rule.times:
        return ""
    sentence = ngettext(
        "Players who lose in the main bracket up to round {until} may enter again once, while a line is free.",
        "Players who lose in the main bracket up to round {until} may enter again {n} times, while a line is free.",
        rule.times,
    )
    places = _("Places count the best entry.")
    return f"{sentence.format(until=rule.until, n=rule.times)} {places}"


def again_sentence(lines: int, fee: int, currency: str) -> str:
    """Return what a re-entry brings: from how many ``lines`` one is drawn (0: rounds are paired), and the fee."""
    where = _("It joins the next round.")
    if lines:
        where = ngettext("It gets the one line that is free.", "It gets one of {n} free lines by lot.", lines)
    cost = _("Fee: {sum} {currency}.").format(sum=spoken_sum(fee, currency), currency=currency) if fee else ""
    return f"{where.format(n=lines)} {cost}".strip()
