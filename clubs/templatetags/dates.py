"""Django's ``date`` filter, in every template: its patterns are written as English has them."""

from typing import Any

from django import template
from django.template.defaultfilters import date as django_date

from clubs.read.dates import pattern_in_language, written

register = template.Library()


@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, pattern: str | None = None) -> str:
    """Return a date as the active language writes it."""
    if pattern is None:
        return str(django_date(value))
    return written(str(django_date(value, pattern_in_language(pattern))), pattern)
