"""The fields of the form of a rating list, with their words."""

from typing import Any

from django import template

from clubs.words.ratings.form import EXCLUSIONS, NUMBERS, PERIODS

register = template.Library()


@register.simple_tag
def exclusions(form: Any) -> list[tuple[str, str, bool]]:
    """Return what a list may leave out: name, words, and whether it does."""
    return [(name, str(words), name in form.excluded) for name, words in EXCLUSIONS.items()]


@register.simple_tag
def numbers(form: Any) -> list[tuple[str, str, str]]:
    """Return the numbers of a list: name, words, and what is typed in."""
    return [(name, str(words), form.fields.get(name, "")) for name, words in NUMBERS.items()]


@register.simple_tag
def periods(form: Any) -> list[tuple[str, str, bool]]:
    """Return the periods of a list: name, words, and whether it is chosen."""
    chosen = form.fields.get("period") or "month"
    return [(name, str(words), name == chosen) for name, words in PERIODS.items()]
