"""Labels and messages of the forms in which people enter players, results and links."""

from django.utils.translation import gettext_lazy as _

SEED = _("Seed")
NAME = _("Name")
CLUB = _("Club")
COUNTRY = _("Country")
RATING = _("Rating")
WITHDRAW_FROM = _("Withdraw from")
WITHDRAWAL_MISSING = _("Choose what the player withdraws from.")
EVERYTHING = _("Everything")
PAID = _("paid")
LIST = _("One entrant a line")
LIST_HELP = _("A name, or name; country; rating. For example: Horvat, Petra; HRV; 1712")
FILE = _("Or a file")
SEED_NUMBER = _("seed {n}")
DRAW_KEY = _("Draw key")
DRAW_KEY_HELP = _("Roll dice in the room and type what they show: 63 55 21 64")
DISCARD_RESULTS = _("Discard the results so far")
REASON_TO_DRAW_AGAIN = _("Why it is drawn again")
YOUR_NAME = _("Your name")
PIN = _("PIN")
PIN_HELP = _("Six digits, printed on your slip.")
NAME_MISSING = _("Choose your name.")
PIN_MISSING = _("Type the six digits on your slip.")
CHOOSE = _("Choose")
MAIL = _("Mail address")
MAIL_HELP = _("For calls and results. Shown only to the desk and the player; leave it empty to erase it.")
MAIL_WRONG = _("This is not a mail address. Use the form name@example.org.")
NOBODY_HAS_THE_LENGTH = _("One player must have {length}. You entered {score}.")
BOTH_HAVE_THE_LENGTH = _("Only one player can have {length}. You entered {score}.")
MATCH_NOT_OVER = _("The match is not over: the score is {score}, the length {length}.")
BELOW_THE_START = _("The match started at {start}. You entered {score}.")
NUMBER_OUT_OF_RANGE = _("{label}: this needs a number from {least} to {most}.")
RULED_AT_THE_DESK = _("Ruled at the desk")
NIGHT_LENGTH = _("Match length")
NIGHT_CONSOLATION = _("Consolation")
NIGHT_CONSOLATIONS = {
    "first_match": _("for losers of their first match"),
    "progressive": _("progressive"),
    "none": _("none"),
}
NIGHT_KEY = _("Draw key")
NIGHT_KEY_HELP = _("Rolled for you. Roll dice in the room and type them instead, if you like.")
