"""The words of the form of a new chouette."""

from django.utils.translation import gettext_lazy as _

WHO = _("Who is at the table?")
WHO_HINT = _("Three names are enough, one a line.")
WHO_MISSING = _("Type at least three names, one a line.")
ORDER = _("Order")
ROLLED = _("Roll for the order here")
TYPED = _("As typed, the box first")
DICE = _("By dice rolled in the room: type them after the names, as in Ann 5")
STAKE = _("Money for a point")
CURRENCY = _("Currency")
HOUSE_RULES = _("House rules")
AS_THE_CLUB = _("As the club plays")
