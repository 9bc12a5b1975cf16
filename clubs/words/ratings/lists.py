"""Rating lists in words: records, refusals, kinds of lists, exclusions."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from clubs.read.dates import shown_date
from clubs.read.figures import in_language, shown_points

RECORDS = {
    "ratings.opened": _("The rating list <bdi>{name}</bdi> was opened"),
    "ratings.changed": _("The rules of the rating list <bdi>{name}</bdi> were changed"),
    "ratings.ended": _("The rating list <bdi>{name}</bdi> was ended"),
    "ratings.started": _("<bdi>{name}</bdi>: {count} starting values were imported"),
    "ratings.counted": _("<bdi>{name}</bdi> was counted: {matches} matches differed, {players} values changed"),
    "results.received": _("{count} results came in from tournament {tournament}"),
    "places.received": _("The order of an event came in from tournament {tournament}"),
}
KINDS = {"ratings": _("Ratings"), "results": _("Results received"), "places": _("Places received")}
SENTENCES = {
    "ratings.unknown": _("Rating list not found."),
    "ratings.ended": _("This rating list has ended."),
    "ratings.most": _("A club has {most} rating lists at most."),
    "ratings.options": _("The rules of the list can't be read: {place}."),
    "ratings.start_person": _("Line {line}: {people} people are called {name}. Use the code of the person."),
    "ratings.start_value": _("Line {line}: this is no value of this list."),
    "ratings.start_twice": _("Line {line}: {name} stands here twice."),
    "ratings.most_starts": _("Import {most} lines at most at once."),
    "ratings.no_rating": _("A list of points holds no ratings."),
    "ratings.player": _("This person is not in the list."),
    "rating.list": _("A number of the rating rule can't be used."),
    "rating.ramp": _("The ramp can't be used: give three numbers that are not negative."),
    "rating.preset": _("There is no rating rule of this name."),
    "rating.periods": _("The list ends before it begins."),
    "points.total": _("The points can't be shared out so."),
    "season.table": _("A table of points begins with the best place."),
}
# By rating preset or points system.
RULES = {
    "fibs": _("FIBS: newcomers move faster for 400 points of experience"),
    "gamesgrid": _("FIBS as on GamesGrid: class width 1860"),
    "brass_city": _("FIBS as in Brass City: a ramp from 2"),
    "belgium": _("FIBS as in Belgium: without a ramp"),
    "improved": _("FIBS with the improved match-length term"),
    "glicko2": _("Glicko-2, by the month"),
    "table": _("Points: by place, from a table for the size of the group"),
    "nordic": _("Points: 7 for a win, 5 in the consolation, 3 in the last chance"),
    "night": _("Points: one for each win, one for coming, a bonus for the first three"),
    "master": _("Points: master points for places and for matches won"),
    "abt": _("Points: ABT, shares of the field by halves"),
    "field": _("Points: by place, more in a larger field and for a higher fee"),
}
COLUMNS = {
    "place": _("Place"),
    "name": _("Player"),
    "rating": _("Rating"),
    "points": _("Points"),
    "experience": _("Experience"),
    "deviation": _("Deviation"),
    "events": _("Events"),
    "matches": _("Matches"),
    "won": _("Won"),
}


def rule_words() -> Mapping[str, str]:
    """Return the rules of lists by name, each in a line."""
    return {name: gettext(text) for name, text in RULES.items()}


def column_word(name: str) -> str:
    """Return the head of a column."""
    return gettext(COLUMNS[name])


def count_words(listed: int, provisional: int) -> str:
    """Return how many are in a list, in words."""
    players = ngettext("{number} player", "{number} players", listed).format(number=listed)
    if not provisional:
        return players
    behind = ngettext("{number} more provisional", "{number} more provisional", provisional)
    return gettext("{players}, {behind}").format(players=players, behind=behind.format(number=provisional))


def place_words(place: int | None, of: int, *, listed: bool) -> str:
    """Return which place somebody has in a list."""
    if not listed:
        return gettext("not listed now")
    return gettext("place {place} of {of}").format(place=place, of=of) if place else gettext("provisional")


def signed_change(change: float) -> str:
    """Return how much a rating changed, to one decimal: ``+5.5``, ``−3.0``."""
    return in_language(f"{'−' if change < 0 else '+'}{abs(change):.1f}")


def shown_numbers(kind: str, rating: float, second: float) -> tuple[str, str]:
    """Return the numbers of a line: a rating to one decimal, points to at most two, the other one whole."""
    shown = shown_points(rating) if kind == "points" else in_language(f"{rating:.1f}")
    return shown, f"{second:.0f}"


def provisional_word() -> str:
    """Return the word for a value that says little yet."""
    return gettext("provisional")


def as_of_words(at: datetime) -> str:
    """Return when a list was as it is printed."""
    return gettext("as of {day}").format(day=shown_date(at, "j F Y, H:i"))
