"""Seasons in words: records, refusals, tie-breaks, what is needed."""

from datetime import date

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from clubs.read.dates import shown_date

RECORDS = {
    "season.opened": _("The season <bdi>{name}</bdi> was opened"),
    "season.changed": _("The rules of the season <bdi>{name}</bdi> were changed"),
    "season.awarded": _("The prizes of the season <bdi>{name}</bdi> were awarded"),
    "season.paid": _("A prize of the season <bdi>{name}</bdi> was paid"),
}
KINDS = {"season": _("Seasons")}
SENTENCES = {
    "season.unknown": _("Season not found."),
    "season.options": _("The rules of the season can't be read: {place}."),
    "season.days": _("The last day of the season is before the first one."),
    "season.nights": _("A season has 1 to {most} nights."),
    "season.most": _("A club has {most} seasons at most."),
    "season.best": _("At least one night counts."),
    "season.tie_breaks": _("Each tie-break is used once."),
    "season.places": _("Prizes go to 1 to {most} places."),
    "season.earned": _("The house has {most} {currency} for prizes, not {amount}."),
    "season.nobody": _("Nobody is in the race yet."),
    "season.currency": _("There are prizes in {currency}: take those back first, with a sum of 0."),
    "season.paid": _("Nothing is owed here."),
    "season.day": _("Write the day as 2026-11-23."),
}
TIE_BREAKS = {
    "fewest_nights": _("fewest nights"),
    "head_to_head": _("head to head"),
    "win_rate": _("share of matches won"),
    "best_discarded": _("best dropped score"),
}


def tie_break_words(codes: tuple[str, ...]) -> str:
    """Return which tie-breaks decided the place of a line."""
    return ", ".join(gettext(TIE_BREAKS[code]) for code in codes)


def tie_break_choices() -> list[tuple[str, str]]:
    """Return the tie-breaks by code."""
    return [(code, gettext(text)) for code, text in TIE_BREAKS.items()]


def needed_words(certain: int | None, hopeful: int | None, left: int) -> str:
    """Return what somebody needs to win the season, in a sentence."""
    nights = ngettext("{left} night to come", "{left} nights to come", left).format(left=left)
    if certain == 0:
        return gettext("{nights}: has won already.").format(nights=nights)
    if hopeful is None:
        return gettext("{nights}: can no longer win.").format(nights=nights)
    if certain is not None:
        return gettext("{nights}: wins for certain with place {place} each night.").format(nights=nights, place=certain)
    if hopeful == 0:
        return gettext("{nights}: wins if nobody gets past.").format(nights=nights)
    return gettext("{nights}: place {place} each night is enough if the others get no more.").format(
        nights=nights, place=hopeful
    )


def days_words(first: date, last: date) -> str:
    """Return the days of a season."""
    return f"{shown_date(first, 'j F Y')} – {shown_date(last, 'j F Y')}"


def race_words(nights: int, of: int | None, best: int | None) -> str:
    """Return how far the season is, and how many nights count."""
    played = (
        gettext("{nights} of {of} nights played").format(nights=nights, of=of)
        if of
        else ngettext("{nights} night played", "{nights} nights played", nights).format(nights=nights)
    )
    return gettext("{played}, the best {best} count").format(played=played, best=best) if best else played


def race_heads() -> tuple[str, str, str, str]:
    """Return the heads of the printed standings."""
    return gettext("Place"), gettext("Player"), gettext("Points"), gettext("Nights")
