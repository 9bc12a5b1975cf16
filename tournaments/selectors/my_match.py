"""One match as one of its two sees it on his own phone: the score from his side, his card, and what was told of it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Max

from rules.draws.derive import Status
from rules.draws.names import short_forms
from rules.draws.plan import Plan
from rules.errors import RuleBroken
from rules.match.crawford import phase
from rules.match.games import GameResult
from rules.match.score import Score, replay
from rules.match.terms import BOTTOM, TOP, Ended, Side, Terms, Win
from tournaments.models import Confirmation, Contest, Event, Match, Result, stored_json
from tournaments.models.cards import MatchCard, card_of
from tournaments.selectors.states import state_of

# So many points of the score fill a row; fewer are no wider.
SEVEN = 7
CUBES, LARGER_CUBES = (1, 2, 4, 8, 16), (32, 64, 128, 256, 512)
# What a match of his is read with.
WITH = ("draw", "result__record", "call__record", "penalty", "card")


@dataclass(frozen=True, slots=True)
class Facing:
    """One of the two facing rows of points: how many, and the points drawn, as SVG paths 10 wide and 42 high each."""

    points: int
    done: str
    todo: str


@dataclass(frozen=True, slots=True)
class MyGame:
    """One game of the card; ``score`` after it has his points first."""

    number: int
    mine: bool
    cube: int
    kind: str
    score: str
    crawford: bool


@dataclass(frozen=True, slots=True)
class Told:
    """The result of a match, from one side; scores are his points first, ``turned`` the winner's, ``sides`` top's.

    ``by`` who told it: me, other, desk, or nobody (a ruling, a withdrawal). ``stands_at`` is the time of day at which it
    settles by itself. ``settled_by`` is empty until it is settled, then me, other, desk, or unopposed. ``mine`` and
    ``theirs`` are what the two said last where they differ, empty where one said nothing; ``doubted`` who says that the
    result is wrong: me, other.
    """

    won: bool
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
class MyMatch:
    """A match from one side. ``mode`` says what its page is for: play, asked (the other told a result), told (he did,
    or the desk, and it is not settled), disputed, over, or none of them while the two are not known.

    ``games`` are those of the latest card, canonical JSON of [side, cube, kind]; ``next_game`` is the phase of the next
    one, empty when none can be added. ``between`` and ``start`` name top first, as forms and the rule book do; ``facing``
    is the other's row, then his own.
    """

    id: int
    code: str
    mode: str
    state: str
    bracket: str
    round: int
    last: int
    final: bool
    length: int
    table: str
    called_at: datetime | None
    called: str
    opponent: str
    short: str
    me: str
    other: str
    between: str
    start: str
    handicap: tuple[int, int]
    crawford: bool
    holland: bool
    facing: tuple[Facing, Facing]
    rail_width: str
    games: str
    lines: tuple[MyGame, ...]
    number: int
    next_game: str
    cubes: tuple[int, ...]
    larger_cubes: tuple[int, ...]
    pad: tuple[int, ...]
    told: Told | None
    version: int


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks: his entrant, the names in his event, its plan, and the zone of its clocks."""

    who: int
    event: Event
    names: Mapping[int, str]
    plan: Plan
    zone: ZoneInfo

    def clock(self, at: datetime | None) -> str:
        return f"{at.astimezone(self.zone):%H:%M}" if at else ""


def my_match(match: Match, reader: Reader) -> MyMatch:
    """Return a match read ``WITH`` all that belongs to it, as the reader's page shows it."""
    card = card_of(match, match.result, reader.names)
    me = TOP if match.top_id == reader.who else BOTTOM
    terms = terms_of(match, reader.event)
    games = card_games(match)
    score = _running(terms, match, games)
    told = _told(match, card, reader)
    called = match.call.record.at if match.call is not None and match.call.table else None
    opponent = reader.names.get((match.bottom_id if me is TOP else match.top_id) or 0, "")
    last_round = reader.plan.rounds(reader.plan.matches[match.place].bracket)
    points = terms.shown(_points(match, card, score))
    return MyMatch(
        id=match.pk,
        code=match.code,
        mode=_mode(match, told, reader.who),
        state=state_of(card),
        bracket=match.bracket,
        round=match.round,
        last=1 << (last_round - match.round + 1),
        final=match.round == last_round,
        length=match.length,
        table=card.table,
        called_at=called,
        called=reader.clock(called),
        opponent=opponent,
        short=short_name(opponent),
        me=me.value,
        other=me.other.value,
        between=f"{match.top_id}-{match.bottom_id}",
        start="{}-{}".format(*terms.start),
        handicap=(terms.start[me.place], terms.start[me.other.place]),
        crawford=terms.crawford,
        holland=terms.holland,
        facing=(_facing(points[me.other.place], match.length, up=False), _facing(points[me.place], match.length, up=True)),
        rail_width=f"{min(100, match.length * 100 // SEVEN)}%",
        games=json.dumps([[game.winner.value, game.cube, game.kind] for game in games], separators=(",", ":")),
        lines=tuple(_lines(terms, me, games, score)),
        number=len(games) + 1,
        next_game=_next_game(terms, match, score),
        cubes=CUBES,
        larger_cubes=LARGER_CUBES,
        pad=tuple(range(match.length)),
        told=told,
        version=match.version,
    )


def terms_of(match: Match, event: Event) -> Terms:
    """Return what the two play for."""
    rules = event.rules
    return Terms(match.length, match.start_score, crawford=rules.crawford, holland=rules.holland)


def card_games(match: Match) -> list[GameResult]:
    """Return the games of the latest card of a match read with it, none where only points were told."""
    if match.card is None:
        return []
    rows = stored_json(match.card.games)
    return [GameResult(TOP if who == match.top_id else BOTTOM, Win(win), cube, Ended(end)) for who, cube, win, end in rows]


def short_name(name: str) -> str:
    """Return the family name, as two who know each other say it across a table."""
    return next(reversed([*short_forms(name)]), name)


def _running(terms: Terms, match: Match, games: Sequence[GameResult]) -> Score | None:
    """Return how it stands by the latest card; None where its games can't be played on from (points alone, or a start
    score that changed under it).
    """
    if match.card is not None and not games and _kept(match) != terms.start:
        return None
    try:
        return replay(terms, games)
    except RuleBroken:
        return None


def _lines(terms: Terms, me: Side, games: Sequence[GameResult], score: Score | None) -> Iterator[MyGame]:
    for number, (game, points) in enumerate(zip(games, score.running if score else (), strict=False), start=1):
        shown = terms.shown(points)
        told = f"{shown[me.place]}–{shown[me.other.place]}"
        crawford = score is not None and number == score.crawford_game
        yield MyGame(number, game.winner is me, game.cube, game.kind, told, crawford)


def _kept(match: Match) -> tuple[int, int] | None:
    """Return the points (top, bottom) of the latest card."""
    if match.card is None or match.top_id is None or match.bottom_id is None:
        return None
    return match.card.points_of(match.top_id), match.card.points_of(match.bottom_id)


def _points(match: Match, card: MatchCard, score: Score | None) -> tuple[int, int]:
    if card.points is not None:
        return card.points
    return score.points if score else _kept(match) or card.start


def _next_game(terms: Terms, match: Match, score: Score | None) -> str:
    if score is None or score.winner is not None or match.status != Status.OPEN:
        return ""
    return phase(terms, score.points, crawford_played=score.crawford_game is not None).value


def _mode(match: Match, told: Told | None, who: int) -> str:
    if match.status == Status.OPEN:
        return "play"
    if match.status == Status.DISPUTED:
        return "disputed"
    if match.status != Status.FINISHED or told is None:
        return ""
    if match.settled:
        return "over"
    return "asked" if told.by == "other" else "told"


def _told(match: Match, card: MatchCard, reader: Reader) -> Told | None:
    """Return what was told of a match that is over or in dispute: one or two statements more."""
    if match.status not in (Status.FINISHED, Status.DISPUTED):
        return None
    result = match.result
    claims = _claims(match) if match.status == Status.DISPUTED or match.objected else {}
    doubting = _doubting(match) if match.status == Status.DISPUTED or match.objected else None
    other = match.bottom_id if match.top_id == reader.who else match.top_id
    mine, theirs = (_claimed(claims.get(who or 0), reader.who) for who in (reader.who, other))
    score = card.score
    return Told(
        won=match.goes_on_id == reader.who,
        score="" if score is None else "{}–{}".format(*(score if match.top_id == reader.who else score[::-1])),
        turned="" if score is None else f"{max(score)}–{min(score)}",
        sides="" if card.points is None else "{}-{}".format(*card.points),
        how=card.how,
        by="nobody" if result is None else _who(result.claimed_by_id, reader.who),
        at=reader.clock(result.record.at if result else None),
        stands_at=reader.clock(result.stands_at if result else None),
        settled_by=_settled_by(match, result, reader.who),
        doubted="" if doubting is None else _who(doubting, reader.who),
        mine=mine,
        theirs=theirs,
    )


def _who(entrant: int | None, me: int) -> str:
    return "desk" if entrant is None else "me" if entrant == me else "other"


def _settled_by(match: Match, result: Result | None, me: int) -> str:
    if not match.settled or match.status != Status.FINISHED:
        return ""
    if result is None or result.settled:
        return "desk" if result is None else _who(result.claimed_by_id, me)
    how = Confirmation.objects.filter(result=result, record__undo__isnull=True).values_list("how", flat=True).first()
    return {"opponent": "me" if result.claimed_by_id != me else "other", "unopposed": "unopposed"}.get(how or "", "desk")


def _claims(match: Match) -> dict[int, Result]:
    """Return who of the two → what he claimed last."""
    pair = (match.top_id, match.bottom_id)
    claims = Result.objects.filter(match=match, first__in=pair, second__in=pair, claimed_by__isnull=False)
    return {each.claimed_by_id or 0: each for each in claims.filter(record__undo__isnull=True).order_by("record")}


def _claimed(claim: Result | None, me: int) -> str:
    """Return the score of a claim with my points first."""
    if claim is None or claim.first_points is None or claim.second_points is None:
        return ""
    points = (claim.first_points, claim.second_points)
    return "{}–{}".format(*(points if claim.first_id == me else points[::-1]))


def _doubting(match: Match) -> int | None:
    contests = Contest.objects.filter(match=match, record__undo__isnull=True)
    found: int | None = contests.filter(pk=contests.aggregate(last=Max("pk"))["last"]).values_list("by", flat=True).first()
    return found


# --- The rows of points: N of them, 10 wide and 42 high; what is to come as outlines.


def _facing(points: int, length: int, *, up: bool) -> Facing:
    return Facing(points, rail(0, points, up=up), rail(points, length, up=up))


def rail(start: int, end: int, *, up: bool) -> str:
    """Return the points from ``start`` to before ``end`` as one path, standing on their base or hanging from it."""
    base, tip = (42, -42) if up else (0, 42)
    return "".join(f"M{at * 10 + 1} {base}l4 {tip} 4 {-tip}z" for at in range(start, end))
