"""What the page of a player shows of their matches: made once for each state of it.

Each result of the event has every player's phone ask again, and nine times out of ten nothing of it concerns them.

Source: docs/decisions/0062-parts-by-what-they-show.md.
"""

from dataclasses import replace
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from clubs.http.compact import compacted
from runtime.pages.part_cache import PartCache
from tournaments.read.draws.ways import After, Opponent
from tournaments.read.matches.view import MatchView
from tournaments.read.players.player import Next, PlayerPage

PARTS_BYTES = 4 * 1024 * 1024


class PlayerSource(NamedTuple):
    """Everything that the part is made from."""

    sheet: PlayerPage
    language: str


def player_html(sheet: PlayerPage) -> SafeString:
    """Return the HTML of what a player's page shows of their matches, in the language of the thread."""
    source = PlayerSource(_shown(sheet), get_language() or "")
    return compacted(_parts.part((sheet.entrant, source.language), source))


def _made(source: PlayerSource) -> SafeString:
    with override(source.language):
        return render_to_string("tournaments/player/_sheet.html", {"sheet": source.sheet})


_parts = PartCache[tuple[int, str], PlayerSource, SafeString]("players", _made, room=PARTS_BYTES, size=len)


def _shown(sheet: PlayerPage) -> PlayerPage:
    """Return a page without what its part does not show and other results change."""
    return replace(sheet, as_of="", next=_next(sheet.next), win=_after(sheet.win), loss=_after(sheet.loss))


def _next(coming: Next | None) -> Next | None:
    if coming is None:
        return None
    own = replace(coming.own, match=replace(coming.own.match, depends_on=()))
    return replace(coming, own=own, opponent=_opponent(coming.opponent))


def _after(after: After | None) -> After | None:
    return after and replace(after, match=_match(after.match), opponent=_opponent(after.opponent))


def _opponent(opponent: Opponent) -> Opponent:
    return replace(opponent, match=_match(opponent.match))


def _match(match: MatchView | None) -> MatchView | None:
    """Return a match without those whose results it depends on."""
    return replace(match, depends_on=()) if match and match.depends_on else match
