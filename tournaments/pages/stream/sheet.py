"""The match at one table, as an overlay over the picture of a camera and as lines of text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from rules.draws.match_state import State
from rules.match.terms import BOTTOM, TOP, Side
from tournaments.models import Tournament
from tournaments.pages.stream.lines import Player, Shown, stream_lines
from tournaments.read.draws.expected import ExpectedDraw, clock, expected_times
from tournaments.read.draws.ready import ready_matches
from tournaments.read.matches.games import crawford_of, played_of
from tournaments.read.matches.streamed import countries_of, games_kept
from tournaments.read.matches.view import MatchView, Points

PARTS: Final = ("score", "next")


@dataclass(frozen=True, slots=True)
class Query:
    """The query of an overlay: a table, all tables if empty; a part of ``PARTS``."""

    table: str = ""
    part: str = "score"


@dataclass(frozen=True, slots=True)
class StreamSheet:
    """One table of a tournament: the match that is or was played there last, and the one that can be called next."""

    id: int
    name: str
    query: Query
    light: bool
    at_table: Shown | None
    follows: Shown | None

    @property
    def texts(self) -> Mapping[str, str]:
        """The lines of text by name, each empty where there is nothing to tell."""
        return stream_lines(self.at_table, self.follows)


@dataclass(frozen=True, slots=True)
class StreamTable:
    """A table that can be shown, and who sits there now."""

    name: str
    names: tuple[str, str] | None


def query_of(query: Mapping[str, str]) -> Query:
    """Return what ``query`` asks for: ``table=3``, ``part=next``; what is unknown counts as left out."""
    part = query.get("part", "")
    return Query(query.get("table", "").strip(), part if part in PARTS else "score")


def stream_sheet(tournament: Tournament, now: datetime, query: Query) -> StreamSheet:
    """Return what one table shows, of a tournament read with its memory."""
    ahead = expected_times(tournament, now)
    draws = tuple(ahead.draws.values())
    here = _at_table(draws, query.table)
    after = next(iter(ready_matches(draws, ahead.holds)), None)
    countries = countries_of([*_entrants(here), *_entrants(after)])
    return StreamSheet(
        id=tournament.pk,
        name=tournament.name,
        query=query,
        light=False,
        at_table=_shown(here, countries) if here else None,
        follows=_shown(after, countries) if after else None,
    )


def stream_tables(tournament: Tournament, now: datetime) -> list[StreamTable]:
    """Return the tables of the room in their order, then others that are in use."""
    draws = tuple(expected_times(tournament, now).draws.values())
    sitting = {
        match.table.casefold(): match
        for draw in draws
        for match in draw.matches
        if match.table and (match.state.is_on or match.state is State.DISPUTED)
    }
    names = {each.name.casefold(): each.name for each in tournament.furniture}
    names |= {folded: match.table for folded, match in sitting.items() if folded not in names}
    return [StreamTable(name, sitting[folded].names if folded in sitting else None) for folded, name in names.items()]


type _Seated = tuple[ExpectedDraw, MatchView]


def _at_table(draws: Sequence[ExpectedDraw], table: str) -> _Seated | None:
    """Return the match at a table: the one that is on, else the one that ended there last."""
    wanted = table.casefold()
    rows = [
        (draw, match)
        for draw in draws
        for match in draw.matches
        if match.table and wanted in ("", match.table.casefold())
    ]
    on = [each for each in rows if each[1].state.is_on or each[1].state is State.DISPUTED]
    if on:
        return max(on, key=lambda each: (each[1].begun, each[1].id))
    over = [each for each in rows if each[1].times.finished is not None]
    return max(over, key=lambda each: each[1].result, default=None)


def _shown(seated: _Seated, countries: Mapping[int, str]) -> Shown:
    draw, match = seated
    points = match.score or match.running or (match.start if match.begun else None)
    return Shown(
        match=match,
        event=draw.event.name,
        players=(_player(match, TOP, points, countries), _player(match, BOTTOM, points, countries)),
        next_is_crawford=match.begun and match.status == "open" and _next_is_crawford(draw, match),
        since=clock(match.began, draw.zone),
    )


def _player(match: MatchView, side: Side, points: Points | None, countries: Mapping[int, str]) -> Player:
    player = match.player(side)
    return Player(
        name=player.name if player else "",
        country=countries.get(player.entrant, "") if player else "",
        points="" if points is None else str(points[side.place]),
        has_won=match.winner is side,
    )


def _next_is_crawford(draw: ExpectedDraw, match: MatchView) -> bool:
    """Whether the next game is the Crawford game: a running score without its games does not say."""
    terms = draw.event.rules.terms(match.length, match.start)
    played = played_of(terms, games_kept(match.id))
    if played is None and match.running not in (None, match.start):
        return False
    return crawford_of(terms, played, finished=False) == "now"


def _entrants(seated: _Seated | None) -> tuple[int, ...]:
    return seated[1].entrants if seated else ()
