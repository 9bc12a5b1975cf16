"""The address of the choice of languages, which leads back to the page."""

from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from runtime.server.logs import holds_secret

register = template.Library()


@register.simple_tag(takes_context=True)
def language_address(context: template.Context) -> str:
    """Return the address; a page with a secret in its address does not hand it on, so it is not led back to."""
    request = context.get("request")
    address = reverse("language")
    if request is None or holds_secret(request.path_info) or request.path_info == address:
        return address
    # Nothing repeats an address of another site that somebody put behind a link to ours.
    is_own = url_has_allowed_host_and_scheme(request.GET.get("next", "/"), {request.get_host()})
    page = request.get_full_path() if is_own else request.path
    return f"{address}?{urlencode({'next': page}, safe='/')}"
