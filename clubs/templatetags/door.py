"""What every form that changes something carries, beside its own fields."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def door(seen: int | None = None) -> SafeString:
    """Return the hidden fields of the one door: a key that makes a double click one change, and what was seen."""
    once = format_html('<input type="hidden" name="once" value="{}">', secrets.token_urlsafe(16))
    if seen is None:
        return once
    return format_html('{}<input type="hidden" name="seen" value="{}">', once, seen)
