"""One match on a player's phone: the score from that side, the score card, and the reports."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rules.drawing.names import short_forms
from rules.draws.derive import Status
from rules.draws.plan import Plan
from rules.errors import RuleBroken
from rules.formats.format import Stage
from rules.formats.registry import stage
from rules.match.crawford import phase
from rules.match.games import GameResult
from rules.match.score import Score, replay
from rules.match.terms import BOTTOM, TOP, Side, Terms
from tournaments.models import Confirmation, Contest, Event, Match, Result
from tournaments.read.matches.games import games_of, kept_games
from tournaments.read.matches.one import view_of
from tournaments.read.matches.own import Outcome, OwnMatch
from tournaments.read.matches.row import WITH as OF_A_MATCH
from tournaments.read.matches.view import MatchView, Ruling

# So many points of the score fill a row; fewer are no wider.
SEVEN = 7
CUBES, LARGER_CUBES = (1, 2, 4, 8, 16), (32, 64, 128, 256, 512)
# The relations with which a player's match is read.
WITH = (*OF_A_MATCH, "draw", "result__record", "call__record")


@dataclass(frozen=True, slots=True)
class Facing:
    """One of the two facing rows of points: how many, and the points drawn, as SVG paths 10 wide and 42 high each."""

    points: int
    done: str
    todo: str


@dataclass(frozen=True, slots=True)
class MyGame:
    """One game of the card; ``score`` after it has the player's points first."""

    number: int
    mine: bool
    cube: int
    kind: str
    score: str
    crawford: bool


@dataclass(frozen=True, slots=True)
class Reported:
    """The result of a match, from one side; scores have this player's points first, ``turned`` the winner's.

    ``sides`` has top's points first. ``outcome`` is how it ended by its result, ``ruling`` why another player goes on.
    ``by`` is who reported it: me, other, desk, or nobody (a ruling, a withdrawal). ``stands_at`` is the time of day at
    which it settles by itself. ``settled_by`` is empty until it is settled, then me, other, desk, or unopposed.
    ``mine`` and ``theirs`` are the latest claims where they differ, empty where one made none; ``doubted`` is who says
    that the result is wrong: me, other.
    """

    outcome: Outcome | None
    ruling: Ruling | None
    score: str
    turned: str
    sides: str
    how: str
    by: str
    at: str
    stands_at: str
    settled_by: str
    doubted: str
    mine: str
    theirs: str


@dataclass(frozen=True, slots=True)
class MyScore:
    """How it stands by the latest card, and what the next game can be.

    ``start`` names top first, as the rule book does. ``games`` is JSON of [side, cube, kind] each; ``next_game`` the
    phase of the next one, empty when none can be added. ``width`` is how much of a row so few points take.
    """

    start: str
    crawford: bool
    holland: bool
    theirs: Facing
    mine: Facing
    width: str
    games: str
    lines: tuple[MyGame, ...]
    number: int
    next_game: str
    cubes: tuple[int, ...]
    larger_cubes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MyMatch:
    """A match from one side. ``mode`` is the purpose of its page: play, asked (the opponent reported a result), told
    (the player or the desk did, and it is not settled), disputed, over, or empty while a player is not known.

    ``between`` names both players, top first; ``handicap`` is the start score, the player's points first. ``pad`` are
    the points that a loser can have.
    """

    id: int
    code: str
    mode: str
    state: str
    bracket: str
    stage: Stage
    length: int
    table: str
    called_at: datetime | None
    called: str
    opponent: str
    short: str
    me: str
    other: str
    between: str
    handicap: tuple[int, int]
    score: MyScore
    pad: tuple[int, ...]
    reported: Reported | None
    version: int


@dataclass(frozen=True, slots=True)
class Reader:
    """The viewing entrant, the names in the event, its plan, and the time zone."""

    who: int
    event: Event
    names: Mapping[int, str]
    plan: Plan
    zone: ZoneInfo

    def clock(self, at: datetime | None) -> str:
        return f"{at.astimezone(self.zone):%H:%M}" if at else ""


def my_match(match: Match, reader: Reader) -> MyMatch:
    """Return a match read ``WITH`` all that belongs to it, as the reader's page shows it."""
    view = view_of(match, reader.names)
    me = TOP if match.top_id == reader.who else BOTTOM
    terms = terms_of(match, reader.event)
    games = _games(match)
    claim = _reported(match, OwnMatch(view, me), reader)
    called = match.call.record.at if match.call is not None and match.call.table else None
    opponent = reader.names.get((match.bottom_id if me is TOP else match.top_id) or 0, "")
    return MyMatch(
        id=match.pk,
        code=match.code,
        mode=_mode(match, claim),
        state=view.state,
        bracket=match.bracket,
        stage=stage(reader.plan, match.place),
        length=match.length,
        table=view.table,
        called_at=called,
        called=reader.clock(called),
        opponent=opponent,
        short=short_name(opponent),
        me=me.value,
        other=me.other.value,
        between=f"{match.top_id}-{match.bottom_id}",
        handicap=(terms.start[me.place], terms.start[me.other.place]),
        score=_score(match, view, terms, games, me),
        pad=tuple(range(match.length)),
        reported=claim,
        version=match.version,
    )


def terms_of(match: Match, event: Event) -> Terms:
    """Return what the two play for."""
    rules = event.rules
    return Terms(match.length, match.start_score, crawford=rules.crawford, holland=rules.holland)


def standing(match: Match) -> tuple[int, int] | None:
    """Return the points (top, bottom) of the result that stands, None where none does."""
    if match.result is None or match.top_id is None or match.bottom_id is None:
        return None
    top, bottom = match.result.points_of(match.top_id), match.result.points_of(match.bottom_id)
    return None if top is None or bottom is None else (top, bottom)


def short_name(name: str) -> str:
    """Return the family name, as two who know each other say it across a table; in full where nobody can tell which
    word it is, because its script has no capitals.
    """
    if name.lower() == name.upper():
        return name
    return next(reversed([*short_forms(name)]), name)


def _games(match: Match) -> list[GameResult]:
    """Return the games of the result, or of the latest card while there is no result."""
    if match.result_id is not None:
        return games_of(match)
    return [] if match.card is None else kept_games(match, match.card.games)


def _score(match: Match, view: MatchView, terms: Terms, games: Sequence[GameResult], me: Side) -> MyScore:
    running = _running(terms, match, games)
    points = terms.shown(view.raw or (running.points if running else view.running or view.start))
    return MyScore(
        start="{}-{}".format(*terms.start),
        crawford=terms.crawford,
        holland=terms.holland,
        theirs=_facing(points[me.other.place], match.length, up=False),
        mine=_facing(points[me.place], match.length, up=True),
        width=f"{min(100, match.length * 100 // SEVEN)}%",
        games=json.dumps([[game.winner.value, game.cube, game.kind] for game in games], separators=(",", ":")),
        lines=tuple(_lines(terms, me, games, running)),
        number=len(games) + 1,
        next_game=_next_game(terms, match, running),
        cubes=CUBES,
        larger_cubes=LARGER_CUBES,
    )


def _running(terms: Terms, match: Match, games: Sequence[GameResult]) -> Score | None:
    """Return how it stands by the latest card; None where its games can't be played on from (points alone, or a start
    score that changed under it).
    """
    if not games and match.card is not None and _kept(match) != terms.start:
        return None
    try:
        return replay(terms, games)
    except RuleBroken:
        return None


def _lines(terms: Terms, me: Side, games: Sequence[GameResult], score: Score | None) -> Iterator[MyGame]:
    for number, (game, points) in enumerate(zip(games, score.running if score else (), strict=False), start=1):
        shown = terms.shown(points)
        shown_points = f"{shown[me.place]}–{shown[me.other.place]}"
        crawford = score is not None and number == score.crawford_game
        yield MyGame(number, game.winner is me, game.cube, game.kind, shown_points, crawford)


def _kept(match: Match) -> tuple[int, int] | None:
    """Return the points (top, bottom) of the latest card."""
    if match.card is None or match.top_id is None or match.bottom_id is None:
        return None
    return match.card.points_of(match.top_id), match.card.points_of(match.bottom_id)


def _next_game(terms: Terms, match: Match, score: Score | None) -> str:
    if score is None or score.winner is not None or match.status != Status.OPEN:
        return ""
    return phase(terms, score.points, crawford_played=score.crawford_game is not None).value


def _mode(match: Match, claim: Reported | None) -> str:
    if match.status == Status.OPEN:
        return "play"
    if match.status == Status.DISPUTED:
        return "disputed"
    if match.status != Status.FINISHED or claim is None:
        return ""
    if match.settled:
        return "over"
    return "asked" if claim.by == "other" else "reported"


def _reported(match: Match, own: OwnMatch, reader: Reader) -> Reported | None:
    """Return what was reported of a match that is over or in dispute: one or two statements more."""
    if match.status not in (Status.FINISHED, Status.DISPUTED):
        return None
    result, view = match.result, own.match
    doubting = _doubting(match) if match.status == Status.DISPUTED or match.objected else None
    score = view.score
    return Reported(
        outcome=own.outcome,
        ruling=view.ruling,
        score=_score_text(own.score),
        turned="" if score is None else f"{max(score)}–{min(score)}",
        sides="" if view.raw is None else "{}-{}".format(*view.raw),
        how=view.how,
        by="nobody" if result is None else _who(result.claimed_by_id, reader.who),
        at=reader.clock(result.record.at if result else None),
        stands_at=reader.clock(result.stands_at if result else None),
        settled_by=_settled_by(match, result, reader.who),
        doubted="" if doubting is None else _who(doubting, reader.who),
        mine=_claimed(own, view.entrant(own.side)),
        theirs=_claimed(own, view.entrant(own.side.other)),
    )


def _score_text(points: tuple[int, int] | None) -> str:
    return "" if points is None else f"{points[0]}–{points[1]}"


def _who(entrant: int | None, me: int) -> str:
    return "desk" if entrant is None else "me" if entrant == me else "other"


def _settled_by(match: Match, result: Result | None, me: int) -> str:
    if not match.settled or match.status != Status.FINISHED:
        return ""
    if result is None or result.settled:
        return "desk" if result is None else _who(result.claimed_by_id, me)
    how = Confirmation.objects.filter(result=result, record__undo__isnull=True).values_list("how", flat=True).first()
    return {"opponent": "me" if result.claimed_by_id != me else "other", "unopposed": "unopposed"}.get(
        how or "", "desk"
    )


def _claimed(own: OwnMatch, entrant: int | None) -> str:
    """Return the score that one of the players claims, seen from the side of ``own``."""
    points = next((each.points for each in own.match.claims if each.entrant == entrant), None)
    return _score_text(own.seen(points))


def _doubting(match: Match) -> int | None:
    contests = Contest.objects.filter(match=match, record__undo__isnull=True).order_by("-pk")
    doubting: int | None = contests.values_list("by", flat=True).first()
    return doubting


# --- The rows of points: N of them, 10 wide and 42 high; what is to come as outlines.


def _facing(points: int, length: int, *, up: bool) -> Facing:
    return Facing(points, rail(0, points, up=up), rail(points, length, up=up))


def rail(start: int, end: int, *, up: bool) -> str:
    """Return the points from ``start`` to before ``end`` as one path, standing on their base or hanging from it."""
    base, tip = (42, -42) if up else (0, 42)
    return "".join(f"M{at * 10 + 1} {base}l4 {tip} 4 {-tip}z" for at in range(start, end))
