"""The sentences of the desk: why a line can't be, what state a match is in, where a correction is made."""

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from tournaments.pages.desk.line import LineSheet
from tournaments.words.refusals import speak

register = template.Library()
_OF_MATCHES = ("result", "correct", "confirm", "call", "start", "penalty", "forfeit")


@register.filter
def refusal_of(line: LineSheet) -> str:
    """Return why what was typed can't be."""
    return speak(line.refusal, line.facts or {})


@register.filter
def seen_by(line: LineSheet) -> int | None:
    """Return the version that goes with a deed about a match; any other deed looks at nothing."""
    return line.seen if line.deed.partition(" ")[0] in _OF_MATCHES else None


@register.filter
def correction_address(line: LineSheet) -> str:
    """Return where a correction that displaces others is made, with what was typed."""
    top, _sign, bottom = str((line.facts or {}).get("score", "")).rpartition(" ")[2].partition("-")
    query = urlencode({"way": "score", "top": top, "bottom": bottom})
    return f"{reverse('match_correction', args=[line.match])}?{query}"
