"""What a role is called on a page."""

from django import template

from clubs.wording import KINDS

register = template.Library()


@register.filter
def role_word(kind: str) -> str:
    """Return the word for the kind of a role."""
    return str(KINDS.get(kind, kind))
