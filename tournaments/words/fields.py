"""Labels and messages of the forms in which people enter players, results and links."""

from django.utils.translation import gettext_lazy as _

SEED = _("Seed")
REDRAW_LEFT = _("Round")
LAST = _("last {n}")
GROUP = _("Travels with")
GROUP_HELP = _("One name for all who travel together: the draw keeps them apart where the set-up says so.")
NAME = _("Name")
MEMBERS = _("Players")
MEMBERS_HELP = _("One on each line, with the club in brackets: Petra Horvat (Bilbao BC)")
NAME_OF_SEVERAL_HELP = _("Leave it empty to use the names of the players.")
CLUB = _("Club")
COUNTRY = _("Country")
RATING = _("Rating")
WITHDRAW_FROM = _("Withdraw from")
WITHDRAWAL_MISSING = _("Choose what the player withdraws from.")
EVERYTHING = _("Everything")
PAID = _("paid")
LIST = _("One entrant a line")
LIST_HELP = _(
    "One player a line, as the list is: numbered, from a mail, a spreadsheet or a chat. For example: "
    "Horvat, Petra (Bilbao BC)"
)
LIST_OF_SEVERAL_HELP = _(
    "One pair or team a line. For example: Petra Horvat / Gorka Iturbe (Bilbao BC), or with a name: "
    "The Bulls: Petra Horvat / Gorka Iturbe"
)
FILE = _("Or a file: CSV, text, Excel or OpenDocument. You can also drop it here")
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
LADDER_TOP = _("How many of the top play")
NIGHT_FORMAT = _("Format")
NIGHT_LENGTH = _("Match length")
NIGHT_ROUNDS = _("Rounds")
NIGHT_ROUNDS_HELP = _(
    "For a round robin or a Swiss. Empty: everybody meets everybody in a round robin, and a Swiss goes to three losses."
)
NIGHT_CONSOLATION = _("Consolation of a knockout")
NIGHT_CONSOLATIONS = {
    "first_match": _("for losers of their first match"),
    "progressive": _("progressive"),
    "none": _("none"),
}
NIGHT_KEY = _("Draw key")
NIGHT_KEY_HELP = _("Rolled for you. Roll dice in the room and type them instead, if you like.")
# What is asked about a line of a pasted list, by the rule book's code.
DOUBTS = {
    "doubt.comma": _("“{text}”: family name and given name, or name and club?"),
    "doubt.club": _("Is “{text}” a club?"),
    "doubt.person": _("Is this a player?"),
    "doubt.several": _("More than one player? Then put each on a line of their own."),
    "doubt.section": _("Under “{text}”: does this player play?"),
    "doubt.struck": _("Crossed out in the list: does this player play?"),
    "doubt.maybe": _("“{text}”: does this player play?"),
    "doubt.guest": _("“{text}”: who else plays? Put them on a line of their own."),
    "doubt.number": _("Is the number part of the name?"),
    "doubt.chat": _("“{text}”: who plays?"),
    "doubt.out": _("Wrote later: “{text}”. Does this player play?"),
    "doubt.phone": _("Only a phone number is known. Fix the name."),
}
NOT_A_PLAYER = _("Not a player")
# Why a line of a pasted list holds no player.
PASSED = {
    "title": _("A title"),
    "total": _("A total"),
    "empty": _("No name"),
    "prose": _("A remark"),
    "section": _("A heading"),
    "chat": _("Says nothing about who plays"),
    "again": _("Already in the list"),
}
# What a column of a pasted list holds.
COLUMN_ROLES = {
    "name": _("Name"),
    "first": _("Given name"),
    "last": _("Family name"),
    "club": _("Club"),
    "country": _("Country"),
    "rating": _("Rating"),
    "seed": _("Seed"),
    "group": _("Travels with"),
    "paid": _("Paid"),
    "email": _("E-mail address"),
    "number": _("Number"),
    "none": _("Leave out"),
}
EMAIL_KEPT = _("e-mail address kept")
LENGTH_MISSING = _("Type a number of points.")
EXCHANGE_WITH = _("Exchange lines with")
REASON = _("Reason, kept in the memory")
