"""Formats in words: what is announced, and what a director chooses from."""

from django.utils.translation import gettext as _

from rules.formats.format import Format, Stage, StageKind
from rules.formats.knockout import Consolation, Knockout


def format_sentence(format_: Format) -> str:
    """Return how an event is played in a sentence or two."""
    return _knockout(format_) if isinstance(format_, Knockout) else ""


def choice_word(format_: Format) -> str:
    """Return the words that distinguish a format from its alternatives."""
    if not isinstance(format_, Knockout):
        return ""
    word = consolation_word(format_.consolation)
    return _("{consolation}, last chance").format(consolation=word) if format_.last_chance else word


def consolation_word(consolation: Consolation) -> str:
    """Return the name of a kind of consolation."""
    return {
        Consolation.NONE: _("None"),
        Consolation.FIRST_MATCH: _("First match"),
        Consolation.PROGRESSIVE: _("Progressive"),
    }[consolation]


def stage_word(stage: Stage) -> str:
    """Return the name of a round, to stand behind that of its bracket."""
    return {
        StageKind.FINAL: _("final"),
        StageKind.SECOND_FINAL: _("second final"),
        StageKind.LAST: _("last {n}").format(n=stage.left),
        StageKind.ROUND: _("round {letter}").format(letter=stage.letter),
    }[stage.kind]


def _knockout(format_: Knockout) -> str:
    played = {
        Consolation.NONE: _("Knockout: a player who loses is out."),
        Consolation.FIRST_MATCH: _("Knockout. Players who lose their first match play on in the consolation."),
        Consolation.PROGRESSIVE: _("Knockout. Players who lose before the final play on in the consolation."),
    }[format_.consolation]
    if not format_.last_chance:
        return played
    lower = _("Those who lose in the first two rounds of the consolation play on in the last chance.")
    return f"{played} {lower}"
