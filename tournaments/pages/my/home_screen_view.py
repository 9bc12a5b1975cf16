"""A player's page on the home screen of a phone: its manifest, and what shows while there is no connection.

None of this is about the player, so none of it asks for their cookie: a browser fetches these files without it. Pages
name them only behind https, where browsers install pages.

Source: docs/decisions/0122-home-screen.md.
"""

import json
import re
from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import translation
from django.views.decorators.http import require_safe

from clubs.http.languages import fall_back_on
from journal.refusals import Unknown
from tournaments.models import Entrant
from tournaments.pages.my.session import own_address
from tournaments.read.entrants.listed import entrant_of

PAPER = "#fbfaf6"
# File, side in px, purpose: a maskable one may be cut to a circle.
ICONS = (
    ("img/icon-192.png", 192, "any"),
    ("img/icon-512.png", 512, "any"),
    ("img/icon-maskable-512.png", 512, "maskable"),
)
_FILES = re.compile(r'(?:href|src)="(/static/[^"]+)"')


@require_safe
def manifest(request: HttpRequest, pk: int) -> HttpResponse:
    """Say under which name and icon a phone shows the player's page, and where it begins."""
    tournament = _entrant(request, pk).event.tournament
    own = own_address(pk)
    app = {
        "id": own,
        "start_url": own,
        "scope": own,
        "name": f"{tournament.name} – Barpoint",
        "short_name": "Barpoint",
        "lang": translation.get_language(),
        "dir": "auto",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": static(file), "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
            for file, side, purpose in ICONS
        ],
    }
    return JsonResponse(app, content_type="application/manifest+json")


@require_safe
def worker(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with the service worker of the player's page: another text once the page that it keeps is another."""
    _entrant(request, pk)
    page = _offline_page(pk)
    kept = {
        "version": sha256(page.encode()).hexdigest()[:16],
        "own": own_address(pk),
        "page": f"{own_address(pk)}offline/",
        "files": sorted(set(_FILES.findall(page))),
        "icon": static("img/icon-192.png"),
    }
    script = f"self.kept = {json.dumps(kept)};\nimportScripts({json.dumps(static('js/my_worker.js'))});\n"
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@require_safe
def offline(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a phone without a connection shows instead of the player's page."""
    _entrant(request, pk)
    return HttpResponse(_offline_page(pk))


def _offline_page(pk: int) -> str:
    # Without the request: the page is the same for everyone and holds nobody's token.
    return render_to_string("tournaments/my/offline.html", {"entrant": pk, "own": own_address(pk)})


def _entrant(request: HttpRequest, pk: int) -> Entrant:
    """Return the entrant, and speak the language of the tournament if the reader chose none."""
    try:
        entrant = entrant_of(pk)
    except Unknown as unknown:
        raise Http404 from unknown
    fall_back_on(request, entrant.event.tournament.language)
    return entrant
