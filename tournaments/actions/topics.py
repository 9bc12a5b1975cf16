"""What a page of the memory tells those who look on: the topics that moved, by which they know whether to look again.

``tournament:3`` is told by the memory itself for whatever happens; a topic more costs no statement.

Source: docs/live.md.
"""

from collections.abc import Mapping
from typing import Any

from journal.book import OpenPage
from rules.formats.registry import BRACKETS
from tournaments.models import Match
from tournaments.read.entered import EnteredDraw

EVERYTHING = "*"


def tell_all(page: OpenPage) -> None:
    """Whoever shows anything of the tournament looks again."""
    page.topics.add(EVERYTHING)


def tell_desk(page: OpenPage) -> None:
    """Something moved that only the desk, its lists and the tables show."""
    kind, _, tournament = page.stream.name.partition(":")
    if kind == "tournament":
        page.topics.add(f"desk:{tournament}")


def tell_event(page: OpenPage, event: int, *entrants: int, brackets: bool = False) -> None:
    """Who plays in an event, what he is called or how it is played changed; with ``brackets`` everything it draws."""
    tell_desk(page)
    page.topics |= {f"event:{event}", *(f"entrant:{each}" for each in entrants)}
    if brackets:
        page.topics |= {f"event:{event}/{bracket.code}" for bracket in BRACKETS}


def tell_match(page: OpenPage, event: int, match: Match) -> None:
    """Something was entered about a match."""
    tell_desk(page)
    page.topics |= {f"match:{match.pk}", f"event:{event}/{match.bracket}"}
    page.topics |= {f"entrant:{who}" for who in (match.top_id, match.bottom_id) if who}


def tell_moved(page: OpenPage, before: EnteredDraw, after: EnteredDraw, ids: Mapping[int, int]) -> None:
    """The matches of ``ids`` (place → primary key) moved or were marked: those who sat there and sit there now."""
    tell_desk(page)
    for place, match in ids.items():
        bracket = after.state.plan.matches[place].bracket
        page.topics |= {f"match:{match}", f"event:{after.draw.event_id}/{bracket}"}
        seats = (draw.state.seat(place) for draw in (before, after))
        page.topics |= {f"entrant:{who}" for seat in seats for who in (seat.top, seat.bottom) if who > 0}


def tell_undone(page: OpenPage, body: Mapping[str, Any]) -> None:
    """A record was taken back; ``body`` is what it said, and ``makes`` in it what it had made."""
    makes = [each.partition(":")[::2] for each in body["makes"]]
    if any(kind == "draw" for kind, _ in makes):
        tell_event(page, body["event"], brackets=True)
    elif any(kind in ("closing", "setup", "field", "name") for kind, _ in makes):
        tell_event(page, body["event"], *(int(what) for kind, what in makes if kind in ("entrant", "name", "out")))
    else:
        tell_desk(page)
        page.topics |= {f"match:{what}" for kind, what in makes if kind in ("match", "call", "card", "penalty")}
