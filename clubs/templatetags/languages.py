"""The address of the choice of languages, which leads back to the page."""

from urllib.parse import urlencode

from django import template
from django.urls import reverse

from runtime.server.logs import holds_secret

register = template.Library()


@register.simple_tag(takes_context=True)
def language_address(context: template.Context) -> str:
    """Return the address; a page with a secret in its address does not hand it on, so it is not led back to."""
    request = context.get("request")
    address = reverse("language")
    if request is None or holds_secret(request.path_info) or request.path_info == address:
        return address
    page = request.get_full_path()
    return f"{address}?{urlencode({'next': page}, safe='/')}"
