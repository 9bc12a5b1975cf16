"""Words about the nights of a club, its casual matches, and who sees what: refusals, records, labels."""

from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

REFUSALS = {
    "night.unknown": _("Night not found."),
    "night.off": _("This night does not take place."),
    "night.dates": _("No night lies between these days."),
    "night.many": _("Plan at most {most} nights at once."),
    "night.minutes": _("A night lasts between one minute and one day."),
    "night.none_on": _("No night is on now, or begins within three hours."),
    "night.empty": _("Nobody is checked in yet: a knockout needs two players."),
    "casual.unknown": _("Match not found."),
    "casual.self": _("Nobody plays against themselves."),
    "casual.length": _("A match is played to 1 to {most} points."),
    "casual.points": _("The winner has more points than the loser, and {length} at most."),
    "casual.winner": _("The winner is one of the two who play."),
    "casual.over": _("This match has a result already."),
}
SENTENCES = {
    "night.planned": _("{count} nights were planned"),
    "night.cancelled": _("<bdi>{name}</bdi> does not take place"),
    "night.checked_in": _("<bdi>{person}</bdi> checked in"),
    "night.checked_in:off": _("<bdi>{person}</bdi> is not here after all"),
    "casual.reported": _("<bdi>{by}</bdi> reported a casual match: <bdi>{winner}</bdi> won <bdi>{points}</bdi>"),
    "casual.claimed": _("<bdi>{by}</bdi> reported that <bdi>{winner}</bdi> won the casual match <bdi>{points}</bdi>"),
    "casual.settled": _("A casual match counts: <bdi>{winner}</bdi> won <bdi>{points}</bdi>"),
    "casual.decided": _("The desk decided a casual match: <bdi>{winner}</bdi> won <bdi>{points}</bdi>"),
    "casual.decided:void": _("The desk called a casual match void"),
    "sight.changed": _("Who may look was changed"),
    "sight.changed:nights": _("Everybody may see the nights"),
    "sight.changed:nights_members": _("Only members may see the nights"),
    "sight.changed:ladder": _("Everybody may see the ladder <bdi>{ladder}</bdi>"),
    "sight.changed:ladder_members": _("Only members may see the ladder <bdi>{ladder}</bdi>"),
}
FAMILIES = {"night": _("Nights"), "casual": _("Casual matches"), "sight": _("Who may look")}

NAME = gettext_lazy("Name")
NAME_MISSING = gettext_lazy("Enter a name.")
FIRST = gettext_lazy("First day")
AT = gettext_lazy("Time")
ZONE = gettext_lazy("Time zone")
PLACE = gettext_lazy("Place")
MINUTES = gettext_lazy("Minutes")
WEEKS = gettext_lazy("Repeats")
ONCE = gettext_lazy("once")
EVERY_WEEK = gettext_lazy("every week")
EVERY_SECOND_WEEK = gettext_lazy("every second week")
EVERY_FOURTH_WEEK = gettext_lazy("every fourth week")
UNTIL = gettext_lazy("Until")
UNTIL_HELP = gettext_lazy("The last day of a series: at most 60 nights.")
TIME_WRONG = gettext_lazy("Enter a time such as 19:30.")
DAY_WRONG = gettext_lazy("Enter a day.")
NUMBER_WRONG = gettext_lazy("Enter a number.")
