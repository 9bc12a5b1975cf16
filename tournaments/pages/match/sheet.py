"""The page of one match: who plays, how it stands, where winner and loser go, and what was entered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clubs.read.records import MemoryEntry, entries, raw_records
from rules.draws.match_state import State
from rules.draws.plan import From, Plan
from rules.formats.format import Stage
from rules.formats.registry import stage
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Side
from tournaments.models import Match
from tournaments.models.draws import plan_of
from tournaments.pages.match.claims import NOTHING_REPORTED, ClaimsSheet, claims_sheet
from tournaments.read.matches.claims import reported_of
from tournaments.read.matches.games import GameLine, crawford_of, game_lines, games_of, notes_of, played_of
from tournaments.read.matches.head import MatchHead, records_about, saw_of
from tournaments.read.matches.one import ids_of_matches, view_of
from tournaments.read.matches.view import MatchView
from tournaments.read.names import names_in
from tournaments.read.records import Names, names_for, replaced_results

LATEST = 30


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the score rail: its corners as SVG wants them; ``state`` is full, start (a penalty point), empty."""

    corners: str
    state: str


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player on the page of a match; ``start`` is the start score, ``score`` is text."""

    name: str
    side: str
    score: str
    start: int
    won: bool
    lost: bool
    rail: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Onward:
    """Where somebody goes from a match; ``after_bye`` tells that only one who had a bye before does."""

    code: str
    match: int
    side: str
    after_bye: bool


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """The page of a match. ``crawford`` is one of none, off, later, now, played.

    ``saw`` tells a form what it showed; ``staff`` whether the reader may change anything here.
    """

    card: MatchView
    event: int
    event_name: str
    stage: Stage
    state: State
    table: str
    start: tuple[int, int]
    players: tuple[PlayerSheet, PlayerSheet]
    rail_width: int
    crawford: str
    crawford_game: int
    games: tuple[GameLine, ...]
    claims: ClaimsSheet
    notes: tuple[str, ...]
    winner_to: Onward | None
    loser_to: tuple[Onward, ...]
    memory: tuple[MemoryEntry, ...]
    saw: str
    staff: bool


def match_sheet(head: MatchHead, *, staff: bool, memory: bool = True) -> MatchSheet:
    """Return the page of a match; ``staff`` also sees who wrote what, and what was taken back.

    A form beside it needs no ``memory``.
    """
    match, event = head.match, head.match.draw.event
    records = raw_records(records_about(match)) if memory else []
    names = names_for(event.tournament, records, people=staff) if memory else Names(last=names_in(event.pk))
    card = view_of(match, names.last)
    games = games_of(match)
    played = played_of(head.terms, games)
    claims = reported_of(card) if memory else None
    plan = plan_of(match.draw)
    codes = _onward_matches(match, plan) if memory else []
    lines = [record for record in records if staff or record.undone_by is None]
    return MatchSheet(
        card=card,
        event=event.pk,
        event_name=event.name,
        stage=stage(plan, match.place),
        state=card.state,
        table=card.table,
        start=card.start,
        players=(_player(card, head, TOP), _player(card, head, BOTTOM)),
        rail_width=(7 if match.length <= 7 else max(match.length, 14)) * PITCH,
        crawford=crawford_of(head.terms, played, finished=_tells_no_more(card, games)),
        crawford_game=(played.crawford_game if played else None) or len(games) + 1,
        games=tuple(game_lines(head.terms, card, games, played)),
        claims=claims_sheet(card, head.zone, claims, names.last) if claims else NOTHING_REPORTED,
        notes=notes_of(head.terms, card, played) if staff else (),
        winner_to=next((each for kind, each in codes if kind is From.WINNER), None),
        loser_to=tuple(each for kind, each in codes if kind is not From.WINNER and card.status not in ("bye", "void")),
        memory=entries(lines[::-1][:LATEST], names, head.zone, replaced_results(records)),
        saw=saw_of(card),
        staff=staff,
    )


def _tells_no_more(card: MatchView, games: Sequence[GameResult]) -> bool:
    """Whether the score says all about the Crawford game that will ever be known: at the end, or when it is bare."""
    return card.status not in ("open", "waiting") or (card.running is not None and not games)


# --- The score rail: N points a side, 44 wide, 16 apart, 40 high.

POINT, PITCH, HEIGHT = 44, 60, 40


def _player(card: MatchView, head: MatchHead, side: Side) -> PlayerSheet:
    player = card.player(side)
    start = head.terms.start[side.place]
    running = card.running
    points = card.score or running
    shown = points[side.place] if points else start
    return PlayerSheet(
        name=player.name if player else "",
        side=side.value,
        score=str(running[side.place]) if running else _score(card, start, side),
        start=start,
        won=card.winner is side or (card.status == "bye" and player is not None),
        lost=card.status == "finished" and card.winner is not side,
        rail=tuple(_rail(card.length, shown, start, side)),
    )


def _score(card: MatchView, start: int, side: Side) -> str:
    if card.score:
        return str(card.score[side.place])
    if card.status == "finished" or not (card.top and card.bottom):
        return ""
    return str(start) if start else ""


def _rail(length: int, shown: int, start: int, side: Side) -> Iterator[Point]:
    for at in range(length):
        left = at * PITCH + (PITCH - POINT) // 2
        base, tip = (0, HEIGHT) if side is TOP else (HEIGHT, 0)
        corners = f"{left},{base} {left + POINT},{base} {left + POINT // 2},{tip}"
        yield Point(corners, "start" if at < min(start, shown) else "full" if at < shown else "empty")


# --- Where they go


def _onward_matches(match: Match, plan: Plan) -> list[tuple[From, Onward]]:
    matches = list(_onward(match.place, plan))
    codes = {plan.matches[place].code: place for _, place, _, _ in matches}
    ids = ids_of_matches(match.draw_id, codes.values())
    return [
        (kind, Onward(plan.matches[place].code, ids.get(place, 0), side, after_bye))
        for kind, place, side, after_bye in matches
    ]


def _onward(place: int, plan: Plan) -> Iterator[tuple[From, int, str, bool]]:
    """Yield where winner and loser of a match go: how, the match, the line of it, whether only after a bye."""
    for at, planned in enumerate(plan.matches):
        for side, source in (("top", planned.top), ("bottom", planned.bottom)):
            if source.kind is not From.LINE and source.of == place:
                yield source.kind, at, side, False
            elif source.kind is From.FIRST_LOSER and plan.after_bye.get(source.of) == place:
                yield source.kind, at, side, True
