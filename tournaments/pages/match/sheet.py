"""The page of one match: who plays, how it stands, where winner and loser go, and what was entered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clubs.read.records import MemoryEntry, entries, raw_records
from rules.draws.match_state import State
from rules.errors import RuleBroken
from rules.formats.course import Way
from rules.match.games import GameResult
from rules.match.several import replay_several
from rules.match.terms import BOTTOM, TOP, Side
from tournaments.pages.match.claims import NOTHING_REPORTED, ClaimsSheet, claims_sheet
from tournaments.read.entrants.names import names_in
from tournaments.read.matches.claims import reported_of
from tournaments.read.matches.games import GameLine, crawford_of, game_lines, games_of, notes_of, played_of
from tournaments.read.matches.head import MatchHead, records_about, saw_of
from tournaments.read.matches.one import ids_of_matches, view_of
from tournaments.read.matches.view import MatchView
from tournaments.read.records import Names, names_for, replaced_results
from tournaments.words.events.games import next_words, played_name

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
    """A link to the match to which somebody goes."""

    to: Way
    id: int


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """The page of a match. ``crawford`` is one of none, off, later, now, played.

    ``played`` is the game, and in a match of several the next one; empty for backgammon. ``saw`` tells a form what it
    showed; ``staff`` whether the reader may change anything here.
    """

    match: MatchView
    tournament: int
    event: int
    event_name: str
    players: tuple[PlayerSheet, PlayerSheet]
    rail_width: int
    crawford: str
    crawford_game: int
    played: str
    games: tuple[GameLine, ...]
    claims: ClaimsSheet
    notes: tuple[str, ...]
    winner_to: Onward | None
    loser_to: tuple[Onward, ...]
    memory: tuple[MemoryEntry, ...]
    saw: str
    staff: bool

    @property
    def has_cube(self) -> bool:
        """Whether a cube was in play in any of the games."""
        return any(game.has_cube for game in self.games)

    @property
    def needs_attention(self) -> bool:
        """Whether its state is marked: it is on, or the players contradict each other."""
        return self.match.state.is_on or self.match.state is State.DISPUTED or bool(self.claims.contests)


def match_sheet(head: MatchHead, *, staff: bool, memory: bool = True) -> MatchSheet:
    """Return the page of a match; ``staff`` also sees who wrote what, and what was taken back.

    A form beside it needs no ``memory``.
    """
    row, event = head.match, head.match.draw.event
    records = raw_records(records_about(row)) if memory else []
    names = names_for(event.tournament, records, people=staff) if memory else Names(last=names_in(event.pk))
    match = view_of(row, names.last)
    games = games_of(row)
    played = played_of(head.terms, games)
    claims = reported_of(match) if memory else None
    winner_to, loser_to = _onward(match) if memory else (None, ())
    lines = [record for record in records if staff or record.undone_by is None]
    return MatchSheet(
        match=match,
        tournament=event.tournament_id,
        event=event.pk,
        event_name=event.name,
        players=(_player(match, head, TOP), _player(match, head, BOTTOM)),
        rail_width=(7 if match.length <= 7 else max(match.length, 14)) * PITCH,
        crawford=crawford_of(head.terms, played, finished=_tells_no_more(match, games)),
        crawford_game=(played.crawford_game if played else None) or len(games) + 1,
        played=_played_words(head, match, games),
        games=tuple(game_lines(head.terms, match, games, played)),
        claims=claims_sheet(match, head.zone, claims, names.last) if claims else NOTHING_REPORTED,
        notes=notes_of(head.terms, match, played) if staff else (),
        winner_to=winner_to,
        loser_to=loser_to,
        memory=entries(lines[::-1][:LATEST], names, head.zone, replaced_results(records)),
        saw=saw_of(match),
        staff=staff,
    )


def _tells_no_more(match: MatchView, games: Sequence[GameResult]) -> bool:
    """Whether the score says all about the Crawford game that will ever be known: at the end, or when it is bare."""
    return match.status not in ("open", "waiting") or (match.running is not None and not games)


def _played_words(head: MatchHead, match: MatchView, games: Sequence[GameResult]) -> str:
    """Return what is played where it is not backgammon, and while they play which game is next and who begins it."""
    played, terms = head.match.draw.event.rules.played, head.terms
    if played.is_backgammon:
        return ""
    if not terms.games or match.status != "open":
        return played_name(played)
    try:
        score = replay_several(terms, terms.games, games)
    except RuleBroken:
        return played_name(played)
    starter = match.player(score.next_starter) if score.next_starter else None
    return next_words(played, score.next_game, len(games) + 1, starter.name if starter else "")


# --- The score rail: N points a side, 44 wide, 16 apart, 40 high.

POINT, PITCH, HEIGHT = 44, 60, 40


def _player(match: MatchView, head: MatchHead, side: Side) -> PlayerSheet:
    player = match.player(side)
    start = head.terms.start[side.place]
    running = match.running
    points = match.score or running
    shown = points[side.place] if points else start
    return PlayerSheet(
        name=player.name if player else "",
        side=side.value,
        score=str(running[side.place]) if running else _score(match, start, side),
        start=start,
        won=match.winner is side or (match.status == "bye" and player is not None),
        lost=match.status == "finished" and match.winner is not side,
        rail=tuple(_rail(match.length, shown, start, side)),
    )


def _score(match: MatchView, start: int, side: Side) -> str:
    if match.score:
        return str(match.score[side.place])
    if match.status == "finished" or not (match.top and match.bottom):
        return ""
    return str(start) if start else ""


def _rail(length: int, shown: int, start: int, side: Side) -> Iterator[Point]:
    for at in range(length):
        left = at * PITCH + (PITCH - POINT) // 2
        base, tip = (0, HEIGHT) if side is TOP else (HEIGHT, 0)
        corners = f"{left},{base} {left + POINT},{base} {left + POINT // 2},{tip}"
        yield Point(corners, "start" if at < min(start, shown) else "full" if at < shown else "empty")


# --- Where they go


def _onward(match: MatchView) -> tuple[Onward | None, tuple[Onward, ...]]:
    """Return where the winner goes, and where the loser may go; nobody loses a bye."""
    course = match.course
    losers = () if match.status in ("bye", "void") else course.loser_to
    after = [*losers, course.winner_to] if course.winner_to else [*losers]
    ids = ids_of_matches(match.draw, [each.place for each in after])
    links = [Onward(each, ids.get(each.place, 0)) for each in after]
    return next(iter(links[len(losers) :]), None), tuple(links[: len(losers)])
