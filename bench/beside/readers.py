"""A spectator and a director who read the page of a draw after each result, in a process without a server."""

import gc
import time
from gzip import decompress
from random import Random

from django.conf import settings
from django.core.management import call_command
from django.template import Context, Template
from django.test import Client

from rules.match.terms import BOTTOM, TOP
from runtime.pages.etags import public_page
from runtime.pages.part_cache import clear_parts
from runtime.server.installation import SEARCHES
from tests.factories import a_director, a_drawn_event, cards, play
from tournaments.pages.draw.sheet import public_draw
from tournaments.read.matches.view import MatchView

# The rows of such a draw by Django alone, as a plain program would make them: a yardstick for the machine.
PLAIN_ROWS = """
{% for row in rows %}
<li id="{{ row.code }}"><a href="/matches/{{ row.id }}/">{{ row.code }}</a>
  <b>{{ row.top }}</b> {{ row.top_points|default_if_none:"" }}
  {% if row.bottom %}<b>{{ row.bottom }}</b> {{ row.bottom_points|default_if_none:"" }}{% else %}bye{% endif %}
  <small>{{ row.length }} points{% if row.is_on %}, on now{% endif %}</small></li>
{% endfor %}
"""


class PlainRows:
    """As many rows as a draw of ``entrants`` has matches, rendered by a plain template."""

    def __init__(self, entrants: int) -> None:
        self._template = Template(PLAIN_ROWS)
        rows = [
            {
                "code": f"A{at}", "id": at, "top": f"Player & Sons {at}", "top_points": at % 8,
                "bottom": f"O'Player <{at}>", "bottom_points": None if at % 3 else 7, "length": 7, "is_on": at % 5 == 0,
            }
            for at in range(2 * entrants)
        ]  # fmt: skip
        self._rows = Context({"rows": rows})

    def seconds(self) -> float:
        """Return the processor seconds of one rendering."""
        began = time.thread_time()
        self._template.render(self._rows)
        return time.thread_time() - began


class Readers:
    """The readers of one draw with progressive consolation, half played."""

    def __init__(self, entrants: int) -> None:
        call_command("migrate", verbosity=0)
        # There are no collected static files without a server.
        settings.STORAGES = settings.STORAGES | {
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        }
        settings.ALLOWED_HOSTS = ["*"]
        self._event, self._chance = a_drawn_event(entrants), Random(entrants)  # noqa: S311 -- no secret
        self._open: list[MatchView] = []
        self._plain = PlainRows(entrants)
        self._spectator, self._director = Client(), Client()
        self._director.force_login(a_director(self._event.tournament.club))
        for _ in range(entrants - 2):
            self._report()
        self.turn()
        gc.freeze()  # as a server does once it has started
        gc.set_threshold(*SEARCHES)

    def turn(self) -> tuple[float, float, float, float]:
        """Report a match; return the processor seconds of the spectator's page, of the director's, of the spectator's
        with no part kept, and of as many rows by a plain template.
        """
        self._report()
        began = time.time()
        kept, first = self._read(self._spectator)
        public_draw.cache_clear()
        director, _ = self._read(self._director)
        clear_parts()
        public_draw.cache_clear()
        public_page.cache_clear()
        whole, second = self._read(self._spectator)
        # The page names the minute: one that turned in between is a difference of its own.
        is_same_minute = began // 60 == time.time() // 60
        if is_same_minute and decompress(first) != decompress(second):
            raise RuntimeError("a part that was kept shows something else")
        return kept, director, whole, self._plain.seconds()

    def _read(self, reader: Client) -> tuple[float, bytes]:
        began = time.thread_time()
        answer = reader.get(f"/events/{self._event.pk}/", headers={"Accept-Encoding": "gzip"})
        took = time.thread_time() - began
        if answer.status_code != 200:
            raise RuntimeError(f"the draw: {answer.status_code}")
        return took, answer.content

    def _report(self) -> None:
        """Report a match that is open, in random order."""
        if not self._open:
            self._open = list(cards(self._event, status="open").values())
            self._chance.shuffle(self._open)
        play(self._open.pop(), self._chance.choice([TOP, BOTTOM]), self._chance.randrange(7))
