"""The words of an auction's set-up: its fields, what they mean, and what is wrong with them."""

from django.utils.translation import gettext_lazy as _

WAY = _("How it is sold")
WAYS = [
    ("rising", _("Rising bids in the room, the highest wins")),
    ("sealed", _("Sealed bids: everybody hands in one, the highest wins and pays it")),
    ("blind", _("Blind pool: no lots, stakes on any player, divided among those who backed the winners")),
]
OPENING = _("Opening bid")
BANDS = _("Steps of the bids")
BANDS_HELP = _("One step, or several by price: 5, from 200: 10, from 500: 25.")
RESERVE = _("Reserve")
RESERVE_HELP = _("A lot below it is not sold. Only the desk sees it.")
CLOCK = _("Clock, in seconds")
CLOCK_HELP = _("How long a lot is open. 0 is no clock.")
SOFT_CLOSE = _("A late bid leaves, in seconds")
SOFT_CLOSE_HELP = _("The soft close: nobody wins by bidding in the last second.")
BY_CLOCK = _("The clock hammers by itself")
PHONES = _("Bids by phone, with private links")
BAR_UNPAID = _("Nobody bids who has not paid a lot")
HOUSE = _("House, in percent")
UNIT = _("Prizes are rounded to")
MAIN_TABLE = _("Main bracket: shares of the places")
CONSOLATION_TABLE = _("Consolation: shares of the places")
LAST_CHANCE_TABLE = _("Last chance: shares of the places")
TABLE_HELP = _("From the first place on: 45, 22, 8, 8. Equal shares stay equal money.")
BUYBACK = _("Players may buy back up to")
BUYBACK_HELP = _("A part of their own lot, such as 1/2. Empty: no buy-back.")
DEADLINE = _("Until")
FIELD_MAY = _("Players in the field may buy back too")
WITHHOLD = _("The draw waits until lots are sold and buy-backs are answered")
LEAST_STAKE = _("Least stake")
REASON = _("Reason")
REASON_HELP = _("Needed once something was sold.")
UNREAD = _("Enter numbers, such as 45, 22, 8, 8.")
BANDS_UNREAD = _("Enter a step, or steps by price, such as 5, from 200: 10.")
TABLE_MISSING = _("Give at least one place a share.")
