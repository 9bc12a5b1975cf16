"""Refusals of the rule book about money in words; part of ``refusals.SENTENCES``."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "house.percent": _("The house takes 0 to 100 percent."),
    "house.negative": _("The sums of the house's share can't be negative, and its unit is at least 1."),
    "house.cap": _("The most that the house takes is less than the least that it takes."),
    "unit.small": _("Prizes are rounded to at least the smallest coin."),
    "table.place": _("Places count from 1."),
    "table.share": _("A share can't be negative."),
    "table.twice": _("Place {number} of this bracket stands twice in the prize table."),
    "table.long": _("The prize table has too many rows: {most} at most."),
    "preset.unknown": _("This prize table is not known. Choose one of the list."),
    "results.twice": _("{who} stands twice in the results of one bracket."),
    "pool.empty": _("Nobody of this side pool has a place."),
    "span.shape": _("The open places and the players who can take them don't fit together."),
    "span.many": _("Too many places are open. Pay when more matches are over."),
    "lot.players": _("A lot needs its players, each of them once, and a price that is not negative."),
    "lot.share": _("The seller holds {held} of this lot and can't sell {share}."),
    "buyback.player": _("Only the players of a lot can buy back a part of it."),
    "lots.twice": _("Two lots are named {lot}."),
    "lots.player": _("A player of lot {lot} is in another lot too."),
    "stake.negative": _("A stake can't be negative."),
}
