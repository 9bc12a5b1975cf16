"""Live topics that no verb declares: for changes without a fact, and for matches that a change affects.

The memory adds ``tournament:3`` to every record. Another topic costs no statement.

Source: docs/live.md.
"""

from collections.abc import Mapping

from journal.book import OpenPage
from tournaments.read.entered import EnteredDraw

EVERYTHING = "*"


def announce_all(page: OpenPage) -> None:
    """Have every page that shows anything of the tournament refresh."""
    page.topics.add(EVERYTHING)


def announce_desk(page: OpenPage) -> None:
    """Have the desk, its lists and the tables refresh."""
    kind, _, tournament = page.stream.name.partition(":")
    if kind == "tournament":
        page.topics.add(f"desk:{tournament}")


def announce_moved(page: OpenPage, before: EnteredDraw, after: EnteredDraw, ids: Mapping[int, int]) -> None:
    """Have the matches of ``ids`` (place → primary key) refresh, with those who played there and play there now."""
    announce_desk(page)
    for place, match in ids.items():
        bracket = after.state.plan.matches[place].bracket
        page.topics |= {f"match:{match}", f"event:{after.draw.event_id}/{bracket}"}
        seats = (draw.state.seat(place) for draw in (before, after))
        page.topics |= {f"entrant:{who}" for seat in seats for who in (seat.top, seat.bottom) if who > 0}
