"""The switch in the foot of a page: choose a language, and go back to the page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.people import choose_language
from clubs.http.languages import remember_language
from clubs.models import User
from clubs.read.languages import is_language


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    """Offer every language by its own name; a post keeps one for this browser and for the account signed in."""
    back = _back(request)
    code = request.POST.get("language", "")
    if request.method == "POST" and is_language(code):
        answer = HttpResponseRedirect(back, status=303)
        remember_language(answer, code)
        if isinstance(request.user, User):
            choose_language(request.user, code)
        return answer
    context = {"languages": settings.LANGUAGES, "back": back}
    return render(request, "clubs/languages/page.html", context, status=422 if request.method == "POST" else 200)


def _back(request: HttpRequest) -> str:
    """Return the page of this site from which the reader came, the first page if there is none."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    own = url_has_allowed_host_and_scheme(address, allowed_hosts=None) and address.startswith("/")
    return address if own else reverse("home")
