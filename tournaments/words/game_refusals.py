"""Refusals of the rule book about games in words; part of ``refusals.SENTENCES``."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "ruleset.unknown": _("This game is not known. Choose one of the list."),
    "ruleset.option": _("This option of the game, or its value, is not known."),
    "ruleset.conflict": _("These options of the game can't be combined."),
    "ruleset.not_in_tournament": _("These options are for money play only and can't be used in a match."),
    "ruleset.name": _("Give the ruleset a name of its own."),
    "ruleset.fixed": _("Board, contact and start make a game what it is: a copy can't change them."),
    "ruleset.snapshot": _("The ruleset can't be read."),
    "ruleset.both": _("Choose a game or a match of several games, not both."),
    "ruleset.match": _("The kind of match can't be read. It needs a kind, and perhaps a length."),
}
