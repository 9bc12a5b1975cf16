"""The names of brackets."""

from django.utils.translation import gettext_lazy as _

from rules.draws.plan import Bracket
from rules.formats.registry import BRACKETS

_BY_CODE = {bracket.code: bracket for bracket in BRACKETS}
_NAMES = {
    "main": _("Main"),
    "consolation": _("Consolation"),
    "last_chance": _("Last chance"),
    "west": _("West"),
    "north": _("North"),
    "south": _("South"),
    "northeast": _("Northeast"),
    "northwest": _("Northwest"),
    "southeast": _("Southeast"),
    "southwest": _("Southwest"),
}
_PHRASES = {
    "main": _("the main bracket"),
    "consolation": _("the consolation"),
    "last_chance": _("the last chance"),
    "west": _("the west bracket"),
    "north": _("the north bracket"),
    "south": _("the south bracket"),
    "northeast": _("the northeast bracket"),
    "northwest": _("the northwest bracket"),
    "southeast": _("the southeast bracket"),
    "southwest": _("the southwest bracket"),
}


def bracket_name(bracket: Bracket) -> str:
    """Return the name of a bracket, as a heading."""
    return str(_NAMES[bracket.name])


def bracket_phrase(bracket: Bracket) -> str:
    """Return the name of a bracket inside a sentence."""
    return str(_PHRASES[bracket.name])


def name_of_code(code: str) -> str:
    """Return the name of the bracket of this code, as a heading."""
    return bracket_name(_BY_CODE[code])


def phrase_of_code(code: str) -> str:
    """Return the name of the bracket of this code, inside a sentence."""
    return bracket_phrase(_BY_CODE[code])
