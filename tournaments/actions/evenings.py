"""An event in one step, of everyone at a night or of a ladder's top: tournament, event, entrants and draw.

Each step is a page of its own with a key of its own, so a repeated request makes everything once.
"""

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from clubs.read.ladders.view import LadderView
from clubs.read.nights import NightLine
from clubs.read.persons.rows import PersonRow
from journal.book import Caller, Replay
from rules.draws.seeding import MOST
from rules.errors import RuleBroken
from rules.formats.registry import read_format
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.events import TournamentSheet, open_event, open_tournament

# The name of the event, by its format.
EVENTS = {"knockout": "Knockout", "round_robin": "Round robin", "swiss": "Swiss", "pools": "Pools"}


@dataclass(frozen=True, slots=True)
class Terms:
    """The length of every match, the draw key, and the format by its name.

    ``consolation`` (``first_match``, ``progressive`` or ``none``) counts for a knockout. ``rounds`` counts for a round
    robin, where 0 is all of them, and for a Swiss, where 0 ends it at three losses. Pools are of four, and two of each
    go on.
    """

    length: int
    consolation: str
    key: str
    main: str = "knockout"
    rounds: int = 0

    @property
    def format(self) -> dict[str, Any]:
        """The format of the event."""
        shapes: dict[str, dict[str, Any]] = {"knockout": {"consolation": self.consolation}, "pools": {}}
        return {"main": self.main, **shapes.get(self.main, {"rounds": self.rounds}), "length": self.length}

    @property
    def event(self) -> str:
        """The name of the event."""
        return EVENTS[self.main]


@dataclass(frozen=True, slots=True)
class Steps:
    """Carries out steps for the caller whom ``caller_for`` makes of how an answer is rendered."""

    caller_for: Callable[[Callable[[Any], Any]], Caller]

    def made(self, step: str, act: Callable[[Caller], Any], name: str = "pk") -> int:
        """Carry out a step and return the key of what it made; a repeated one returns that of the first time."""
        caller = self.caller_for(lambda value: {"id": getattr(value, name) if name else 0})
        caller.key = f"{caller.key or secrets.token_urlsafe(16)}/{step}"
        caller.seen = None
        try:
            act(caller)
            answer = caller.answer
        except Replay as replay:
            answer = replay.answer
        return int(json.loads(answer)["id"])


def play_night(steps: Steps, night: NightLine, here: Sequence[PersonRow], terms: Terms) -> int:
    """Draw an event of those who are at a night, and return it. Raises RuleBroken as each step does."""
    if len(here) < 2:
        raise RuleBroken("night.empty")
    # Refused before anything is made.
    read_format(terms.format).size(len(here))
    today = timezone.localdate(night.starts, night.starts.tzinfo)
    sheet = TournamentSheet(
        f"{night.name}, {today:%Y-%m-%d}", str(night.starts.tzinfo), today, night.starts.timetz().replace(tzinfo=None),
        night.place, tables=max(1, len(here) // 2),
    )  # fmt: skip
    entries = [Entry(row.shown(today), row.home_club, row.country) for row in here]
    tournament = steps.made("open", lambda caller: open_tournament(night.club, sheet, caller))
    event = steps.made("event", lambda caller: open_event(tournament, terms.event, terms.format, caller))
    entrants: list[int] = []
    steps.made("enter", lambda caller: entrants.extend(each.id for each in enter(event, entries, caller).entrants), "")
    if entrants:
        links = {entrant: row.id for entrant, row in zip(entrants, here, strict=True)}
        steps.made("link", lambda caller: link_entrants(event, links, caller), "")
    steps.made("draw", lambda caller: make_draw(event, terms.key, caller), "")
    return event


def play_ladder(steps: Steps, view: LadderView, top: int, terms: Terms) -> int:
    """Draw a knockout of a ladder's top players, without who is frozen, and return the event.

    The upper half is seeded by place, the others are drawn by lot. Raises RuleBroken as each step does.
    """
    players = view.replayed.finalists(top)
    if len(players) < 2:
        raise RuleBroken("night.empty")
    now = timezone.localtime(timezone.now(), view.zone)
    sheet = TournamentSheet(
        f"{view.ladder.name}, {now:%Y-%m-%d}", view.ladder.zone, now.date(), tables=max(1, len(players) // 2)
    )
    seeds = min(MOST, len(players) // 2)
    entries = [
        Entry(view.name(each), seed=place if place <= seeds else None) for place, each in enumerate(players, start=1)
    ]
    tournament = steps.made("open", lambda caller: open_tournament(view.ladder.club_id, sheet, caller))
    event = steps.made("event", lambda caller: open_event(tournament, terms.event, terms.format, caller))
    steps.made("enter", lambda caller: enter(event, entries, caller), "")
    steps.made("draw", lambda caller: make_draw(event, terms.key, caller), "")
    return event


def rolled() -> str:
    """Return a draw key as four rolls of two dice; the room may roll its own instead."""
    return " ".join("".join(str(1 + secrets.randbelow(6)) for _ in range(2)) for _ in range(4))
