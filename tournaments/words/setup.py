"""Labels and messages of the set-up."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

KIND = _("An entrant is")
KINDS = {
    "single": _("one player"),
    "pair": _("a pair (doubles)"),
    "team": _("a team"),
    "consultation": _("players who consult"),
}
RE_ENTRIES = _("Losers may enter again, times")
RE_ENTRY_UNTIL = _("Losers of rounds up to")
WAY = _("Way to play")
PRESET = _("Lower brackets by name")
NO_PRESET = _("none: the notation below")
LOWER = _("Lower bracket, in notation")
LOWER_HELP = _("Such as A.B.|.C.| – each letter is a main round whose losers drop, | a round of the survivors.")
THIRD = _("Third bracket, in notation")
THIRD_HELP = _("Such as FG.H.I.| – letters are rounds of the lower bracket. Leave it empty without one.")
STRUCTURE_BYES = _("A round with an odd number gives a bye")
STRUCTURE_JOINS = _("The last four of both brackets play on together")
STRUCTURE_DYNAMIC = _("Choose where losers drop when a round is over; printed lines do not bind")
LOSSES = _("Out after so many losses")
LOSSES_HELP = _("Three is triple elimination.")
FIXED_ROUNDS = _("Or a fixed number of rounds")
FIXED_ROUNDS_HELP = _("Everybody plays all of them, whatever they lose.")
PAID_PLACES = _("Places paid")
PAID_PLACES_HELP = _("Once no more players are left than places paid, they play off. Leave it empty for none.")
VARIANT = _("How it ends")
VARIANTS = {
    "playoff": _("The last ones play off for the places paid"),
    "southern": _("All play on to their last loss"),
    "wbf": _("Of the last three those meet who have not"),
}
PAIRING = _("When players are paired")
PAIRINGS = {
    "rounds": _("All together, when the round is over"),
    "as_they_finish": _("As they finish: equal records meet without waiting for the round"),
}
SEEDING = _("Seeds")
SEEDINGS = {
    "by_lot": _("Drawn by lot, except for those with a seed"),
    "pots": _("Pots: players with the same seed come into different sections"),
    "full": _("Everybody seeded: by seed, then by rating"),
}
APART_CLUBS = _("Players of one club meet late")
APART_COUNTRIES = _("Players of one country meet late")
APART_GROUPS = _("Players who travel together meet late")
APART = _("Must not meet")
APART_HELP = _("Pairs of entrants by their numbers, such as 3-7, 4-9. Leave it empty for none.")
ROUNDS = _("Rounds")
ROUNDS_HELP = _("Leave it empty if everybody meets everybody.")
LEVELS_BROKEN = _("round {round}: players with different records begin together")
JUMPS_BROKEN = _("round {round}: too far behind the drop before it")
NOT_FOR_THIS_FIELD = _("For {n} entrants this does not work out.")
TABLES = _("Tables in the room")
ENTRANTS = _("Entrants")
RESERVE = _("Reserve, seconds a point")
DELAY = _("Delay, seconds a turn")
GRACE = _("Late: minutes without penalty")
POINT_EVERY = _("Then a point every … minutes")
PACE = _("Pace, minutes a point")
LAST_START = _("No match starts after")
LAST_START_HELP = _("Matches that would start later wait for the next day. Leave it empty for no such hour.")
REST = _("Rest between two matches, minutes")
REST_HELP = _("For a player of several events too. Leave it empty for none.")
LANGUAGE = _("Language of wall and papers")
LANGUAGE_HELP = _("Also of phones whose browser asks for a language that Barpoint does not have.")
SECOND_LANGUAGE = _("Second language on slips and sheets")
READERS_LANGUAGE = _("that of each reader")
NO_SECOND_LANGUAGE = _("none")
MINUTES_TO_CONTEST = _("Minutes to contest what the winner reports")
NAME = _("Name")
DATE = _("Date")
FIRST_MATCH_AT = _("First match at")
PLACE = _("Place")
DIRECTOR = _("Director")
TABLES_HELP = _("Leave it empty if there are enough.")
WIFI_NAME = _("Wi-Fi name")
WIFI_PASSWORD = _("Wi-Fi password")
WIFI_HELP = _("On players’ slips, with a code.")
WIFI_PASSWORD_HELP = _("Leave it empty if it has none.")
TIME_ZONE = _("Time zone")
OTHER_ZONES = _("Other")
EVENT = _("Event")
MAIN = _("Main")
CONSOLATION = _("Consolation")
MAIN_POINTS = _("Main, points")
CONSOLATION_POINTS = _("Consolation, points")
WITH_A_LAST_CHANCE = _("Last chance for those who lose in the first two rounds of the consolation")
LAST_CHANCE_POINTS = _("Last chance, points")
POOLS = _("Pools")
POOLS_HELP = _("How many. Empty: as few as hold the field.")
LARGEST_POOL = _("Players in a pool at most")
LARGEST_POOL_HELP = _("Counts where the number of pools is left empty; 4 where this is empty too.")
THROUGH = _("How many of each come through")
THROUGH_HELP = _("Empty: 2.")
POOL_POINTS = _("Pools, points")
POOL_POINTS_HELP = _("Empty: as in the knockout, whose points stand under Main.")
POOL_RANKING = _("What ranks a pool")
POOL_TIES = _("Between players who are equal at the cut decides")
TIES = {"lot": _("the lot"), "match": _("a match to one point")}
CRAWFORD_RULE = _("Crawford rule")
HOLLAND_RULE = _("Holland rule")
CLOCKS = _("Clocks")
GAME = pgettext_lazy("kind of game", "Game")
OWN_NAME = _("Name of a ruleset of your own")
OWN_NAME_HELP = _("A copy of the game chosen above; leave it empty to play the game as it is.")
OWN_OPTIONS = _("Options that differ")
OWN_OPTIONS_HELP = _("One a line, such as: both_mothers = one_each")
OWN_RULESETS = _("The club’s own")
BACKGAMMON = _("Backgammon")
SEVERAL_GAMES = _("Several games in turn")
GREECE = _("Greece")
BULGARIA = _("Bulgaria")
TURKEY = _("Turkey and the Levant")
CAUCASUS = _("Caucasus and Russia")
OTHER_HITS = _("Other games with hits")
OLD_GAMES = _("Old games")
LEGAL_PLAYS = _("Illegal plays must be put right")
SHOW_ODDS = _("Show everybody who wins with which chance, from the ratings")
PHONES_MAY_REPORT = _("Players may report by their phones")
ENTRY_FEE = _("Entry fee")
PRIZES = _("Prizes")
NOTES = _("Notes")
DESK_REPORTS = _("the desk enters all results")
NAME_MISSING = _("Enter a name.")
LENGTHS_MISSING = _("Enter the length: one number, or one for each round.")
CONSOLATION_TO = _("{kind}, to {points}")
LAST_CHANCE = _("Last chance")
PLAYERS_REPORT = _("players report; {n} minutes to contest")
NONE = _("None")
FIRST_MATCH = _("First match")
PROGRESSIVE = _("Progressive")
REQUIRED = _("Required")
ALLOWED = _("Allowed")
KNOCKOUT_TO = _("knockout, to {points}")
TO_POINTS = _("to {points}")
LENGTH_OF_ROUND_WRONG = _("Round {round} needs a number from 1 to 99.")
ON = _("on")
OFF = _("off")
HOURS_AND_MINUTES = _("{hours} h {minutes:02} min")
MINUTES = _("{n} min")


def days_later(clock: str, days: int) -> str:
    """Return a time of day, and how many days later it is."""
    return ngettext("{time}, a day later", "{time}, {n} days later", days).format(time=clock, n=days)
