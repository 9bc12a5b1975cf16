"""The words of the sheet and of the pad of a chouette."""

from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext

from clubs.read.chouettes.view import ChouetteView
from clubs.read.dates import shown_date
from clubs.words.chouette.games import names
from clubs.words.chouette.options import cubes_word, money
from rules.chouette.options import CaptainDropWinner, Options

CHOUETTE = gettext_lazy("Chouette")


def facts_of(view: ChouetteView) -> str:
    """Return when, how and for what was played."""
    parts = [shown_date(timezone.localtime(view.opened_at), "l j F Y"), cubes_word(view.options)]
    if view.is_for_money:
        parts.append(gettext("%(sum)s a point") % {"sum": money(view.options.stake_minor, view.options)})
    count = len(view.games)
    parts.append(ngettext("%(n)d game", "%(n)d games", count) % {"n": count})
    return " · ".join(parts)


def points_word(points: int) -> str:
    """Return a number of points."""
    return ngettext("%(n)d point", "%(n)d points", points) % {"n": points}


def settled_words(count: int) -> str:
    """Return how many payments settle a session."""
    if not count:
        return gettext("Nobody owes anything")
    return ngettext("One payment settles it", "%(n)d payments settle it", count) % {"n": count}


def note_of(view: ChouetteView) -> str:
    """Return whether the payments are the fewest, their rounding, and who is even."""
    parts = []
    if view.settlement.payments:
        exact = gettext("Fewest possible, exact.")
        parts.append(exact if view.settlement.is_fewest else gettext("Few, by the largest first."))
        if view.is_for_money and view.unit > 1:
            parts.append(gettext("Rounded to %(sum)s.") % {"sum": money(view.unit, view.options, full=True)})
    even = [each.name for each in view.people if not each.balance and each.last is not None]
    if even and view.settlement.payments:
        words = ngettext(
            "%(names)s owes nothing and is owed nothing.", "%(names)s owe nothing and are owed nothing.", len(even)
        )
        parts.append(words % {"names": names(even)})
    return " ".join(parts)


def rotation_lines(options: Options) -> tuple[str, ...]:
    """Return the rotation as a reminder at the table."""
    lines = [
        gettext("The box wins: it stays, the captain goes to the end."),
        gettext("The captain wins: the captain is the box, the old box goes to the end."),
        gettext("The captain passes and others take: to the end at once, the next taker plays on as captain."),
    ]
    match options.captain_drop_winner:
        case CaptainDropWinner.BOX_STAYS:
            lines.append(gettext("If that one wins, the box stays all the same."))
        case _:
            lines.append(gettext("If that one wins, they are the box."))
    if options.la_rules:
        lines.append(gettext("A box that wins but loses points goes to the end."))
    return tuple(lines)
