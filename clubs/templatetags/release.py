"""The version of the program, for those who will be asked for it in a report."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def release() -> str:
    """Return the version, such as 0.1.0."""
    version: str = settings.RELEASE
    return version
