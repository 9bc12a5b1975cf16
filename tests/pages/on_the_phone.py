"""A player with a phone without scripts, who reads their own page and posts its forms."""

import re
from typing import Any

from django.test import Client
from django.utils import timezone

from clubs.models import hash_of
from tournaments.actions.phones.links import take_link
from tournaments.models import Link, Match


class Player:
    """A player with a phone without scripts."""

    def __init__(self, entrant: int) -> None:
        secret = Link.new()
        Link.objects.create(entrant_id=entrant, hash=hash_of(secret), made_at=timezone.now())
        self.client, self.address = Client(), f"/my/{entrant}/"
        self.client.cookies[f"player-{entrant}"] = take_link(secret).secret

    def page(self, query: str = "") -> str:
        return self.client.get(self.address + query).content.decode()

    def reads(self, query: str = "") -> str:
        """Return the text of the page, blanks folded."""
        return text_of(self.page(query))

    def post(self, what: str, match: Match, accept: str = "text/html", **posted: str) -> Any:
        between = f"{match.top_id}-{match.bottom_id}"
        body = {"match": str(match.pk), "between": between} | posted
        return self.client.post(f"{self.address}{what}/", body, headers={"Accept": accept})


_HIDDEN = re.compile(
    r'<div id="words".*?</div>|<div data-when="over" hidden>.*?</div>|<ol class="steps"[^>]*hidden>.*?</ol>', re.DOTALL
)


def text_of(page: str) -> str:
    """Return what can be read without scripts."""
    shown = _HIDDEN.sub("", page.partition("<main")[2].partition("</main")[0])
    return " ".join(re.sub(r"<[^>]+>", " ", shown.replace("&shy;", "")).split())


def upper(match: Match) -> Player:
    return Player(match.top_id or 0)


def lower(match: Match) -> Player:
    return Player(match.bottom_id or 0)
