"""What the script of a player's page asks and posts, so that this phone is told of calls."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.http.languages import fall_back_on
from clubs.http.posting import Refusal
from journal.book import Caller
from runtime.outward.pushing import Browser, public_key, site_key
from tournaments.actions.phones.calls import stop_calls, tell_of_calls
from tournaments.pages.my.session import do_as_player, own_page, phone_of
from tournaments.read.entrants.listed import entrant_of
from tournaments.read.players.calls import push_of_phone
from tournaments.words.calls import BUTTON


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def calls(request: HttpRequest, pk: int) -> HttpResponse:
    """Say whether this phone is told of calls, with the words of the button; or change it."""
    phone = phone_of(request, pk)
    fall_back_on(request, entrant_of(pk).event.tournament.language)
    if request.method == "POST":

        def change(caller: Caller) -> None:
            if request.POST.get("do") == "off":
                stop_calls(phone.pk, caller)
            else:
                tell_of_calls(phone.pk, _browser(request), _words(request), caller)

        done = do_as_player(request, pk, change)
        if isinstance(done, Refusal):
            return JsonResponse({"code": done.broken.code, "detail": done.text}, status=done.status)
    key = public_key(site_key())
    words = {name: str(text) for name, text in BUTTON.items()}
    return JsonResponse({"key": key, "on": push_of_phone(phone.pk, key), "words": words})


def _browser(request: HttpRequest) -> Browser:
    posted = request.POST
    return Browser(posted.get("address", ""), posted.get("key", "")[:200], posted.get("secret", "")[:200])


def _words(request: HttpRequest) -> tuple[str, str]:
    return f"{request.scheme}://{request.get_host()}", translation.get_language() or "en"
