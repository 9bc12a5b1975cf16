"""The hidden fields of every form that changes something."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def door(seen: int | None = None) -> SafeString:
    """Return the hidden fields: an idempotency key, so that a double click counts once, and the version seen."""
    once = format_html('<input type="hidden" name="once" value="{}">', secrets.token_urlsafe(16))
    if seen is None:
        return once
    return format_html('{}<input type="hidden" name="seen" value="{}">', once, seen)
