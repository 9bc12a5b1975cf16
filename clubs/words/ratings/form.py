"""The form of a rating list in words."""

from django.utils.translation import gettext_lazy as _

EXCLUSIONS = {
    "walkover": _("Walkovers and no-shows"),
    "one_pointer": _("Matches to 1 point"),
    "unfinished": _("Matches that a player retired from"),
    "non_member": _("Matches of somebody who was no member that day"),
}
NUMBERS = {
    "least_length": _("Shortest match that counts, in points"),
    "least_entrants": _("Fewest entrants of an event that counts"),
    "experience": _("Experience below which a value is provisional"),
    "deviation": _("Deviation above which a value is provisional (Glicko-2)"),
    "active_days": _("Days without a match after which a player is not listed"),
    "start": _("Rating of a newcomer"),
    "class_width": _("FIBS: class width"),
    "ramp_start": _("FIBS: ramp, factor of a newcomer"),
    "ramp_per": _("FIBS: ramp, experience for which the factor falls by 1"),
    "ramp_least": _("FIBS: ramp, least factor"),
    "c": _("FIBS: C of the improved match-length term"),
    "tau": _("Glicko-2: τ"),
}
PERIODS = {"month": _("All matches of a month"), "week": _("All matches of a week"), "match": _("Each match")}
