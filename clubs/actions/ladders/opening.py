"""Open a ladder: its name, its rules, and the players in the order of the beginning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from clubs.actions.ladders.steps import wait_for_clock
from clubs.actions.roles import club_of
from clubs.models import Ladder, LadderPlayer
from clubs.models.ladders import LONGEST_NAME
from clubs.permissions import may_direct, must
from clubs.read.ladders.view import LadderView, ladder_view, rules_of
from journal import book
from journal.canon import canonical
from journal.zones import zone_names
from rules.errors import RuleBroken
from rules.naming import read_name

MOST_PLAYERS = 500
# A ladder that was kept on paper began at most so long before it is opened here.
LONGEST_BEFORE = timedelta(days=3660)


@dataclass(frozen=True, slots=True)
class Opening:
    """The form of a new ladder. ``options`` are those of a file: a preset, and what differs from it.

    ``since`` is when it began, if it was kept on paper before; None for now. What happened since can then be entered.
    """

    name: str
    players: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    zone: str = "UTC"
    since: datetime | None = None


def open_ladder(club: int, opening: Opening, caller: book.Caller) -> LadderView:
    """Open a ladder in a club with its first players, top first.

    Raises Unknown ``club.unknown``, RuleBroken ``name.…`` for an unfit name, ``ladder.options`` with the place,
    ``ladder.settings``, ``ladder.zone``, ``ladder.time``, ``ladder.same_name`` or ``ladder.players`` (too many).
    """
    club_row = club_of(club)
    with book.page(club_row.stream.name, caller) as page:
        must(may_direct(caller.actor, club))
        name = read_name(opening.name, longest=LONGEST_NAME)
        options = _options(opening.options)
        if opening.zone not in zone_names():
            raise RuleBroken("ladder.zone", got=opening.zone[:64])
        since = opening.since or page.at
        if not page.at - LONGEST_BEFORE <= since <= page.at:
            raise RuleBroken("ladder.time", since=page.at - LONGEST_BEFORE, now=page.at)
        ladder = Ladder(club=club_row, name=name, options=options, zone=str(ZoneInfo(opening.zone)), since=since)
        page.keep([ladder])
        players = _players(ladder, opening.players)
        made = [f"ladder:{ladder.pk}"]
        page.record("ladder.opened", [ladder, *players], name=name, makes=made, needs=[])
        view = ladder_view(ladder)
        wait_for_clock(page, view)
        return page.done(view)


def new_player(
    ladder: Ladder, number: int, name: str, user: int | None = None, place: int | None = None
) -> LadderPlayer:
    """Return an unsaved player of a ladder. Raises RuleBroken ``name.…``."""
    text = read_name(name, longest=LONGEST_NAME)
    return LadderPlayer(ladder=ladder, number=number, user_id=user, place=place, name=text).sealing()


def _options(given: Mapping[str, Any]) -> str:
    """Return options as they are stored, once they can be read."""
    try:
        text = canonical(dict(given))
        rules_of(text)
    except RuleBroken as broken:
        if broken.code.startswith("json."):
            raise RuleBroken("ladder.options", place=str(broken.facts.get("place", ""))) from None
        raise
    except TypeError:
        # A number with a point: shares are written as "12.5%".
        raise RuleBroken("ladder.options", place="") from None
    return text


def _players(ladder: Ladder, names: Sequence[str]) -> list[LadderPlayer]:
    if len(names) > MOST_PLAYERS:
        raise RuleBroken("ladder.players", got=len(names), most=MOST_PLAYERS)
    players = [new_player(ladder, number, name, place=number) for number, name in enumerate(names, start=1)]
    twice = next((each.name for each in players if [row.name for row in players].count(each.name) > 1), None)
    if twice is not None:
        raise RuleBroken("ladder.same_name", name=twice)
    return players
