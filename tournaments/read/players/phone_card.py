"""What a player's phone shows of one match: the rows of points, the score card, and what became of the report."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rules.drawing.names import short_forms
from rules.draws.derive import Status
from rules.errors import RuleBroken
from rules.match.crawford import phase
from rules.match.games import GameResult
from rules.match.score import Score, replay
from rules.match.several import draw_of, kinds_of
from rules.match.terms import BOTTOM, TOP, Terms
from rules.rulesets import STANDARD, Ruleset
from rules.rulesets.played import Played
from tournaments.models import Confirmation, Contest, Event, Match
from tournaments.read.matches.games import games_of, kept_games
from tournaments.read.matches.one import view_of
from tournaments.read.matches.own import OwnMatch
from tournaments.read.matches.row import WITH as OF_A_MATCH
from tournaments.read.matches.view import Points

# So many points of the score fill a row; fewer are no wider.
SEVEN = 7
CUBES, LARGER_CUBES = (1, 2, 4, 8, 16), (32, 64, 128, 256, 512)
# The relations with which a player's match is read.
WITH = (*OF_A_MATCH, "draw")


@dataclass(frozen=True, slots=True)
class Facing:
    """One of the two facing rows of points: how many, and the points drawn, as SVG paths 10 wide and 42 high each."""

    points: int
    done: str
    todo: str


@dataclass(frozen=True, slots=True)
class CardGame:
    """One game of the score card; ``score`` after it has the player's points first.

    Nobody has won a drawn game. ``game`` is the id of its ruleset, empty for plain backgammon.
    """

    number: int
    won: bool
    cube: int
    kind: str
    score: Points
    crawford: bool
    drawn: bool
    game: str


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the report. The times are times of day, empty for none.

    ``by`` is who reported the result: player, opponent or desk; empty where nobody did (a ruling, a withdrawal).
    ``deadline`` is when it settles by itself. ``confirmed_by`` is empty until it is settled, then player, opponent,
    desk or unopposed. ``contested_by`` is who says that the result is wrong: player or opponent.
    """

    by: str
    at: str
    deadline: str
    confirmed_by: str
    contested_by: str


@dataclass(frozen=True, slots=True)
class PhoneCard:
    """A player's own match, and what only the phone shows of it.

    ``short`` is what the buttons call the opponent. ``called`` is the time of day of the call. ``games`` is JSON of
    [side, cube, kind] each, ``lines`` the same to read; ``number`` is that of the next game and ``next_game`` its
    phase, empty when none can be added. ``report`` is None until there is one.
    """

    own: OwnMatch
    terms: Terms
    played: Played
    short: str
    called: str
    player_row: Facing
    opponent_row: Facing
    games: str
    lines: tuple[CardGame, ...]
    number: int
    next_game: str
    report: Report | None

    @property
    def next_rules(self) -> Ruleset:
        """The rules of the next game."""
        return self.terms.game(self.number) or STANDARD

    @property
    def family(self) -> str:
        """The id of the next game, empty for plain backgammon."""
        return self.next_rules.family if self.terms.games else ""

    @property
    def kinds(self) -> tuple[tuple[str, bool], ...]:
        """The ways to win that any game of the match has, and whether the next game has it."""
        own = kinds_of(self.next_rules)
        every = dict.fromkeys(kind for game in self.terms.games or (STANDARD,) for kind in kinds_of(game))
        return tuple((kind, kind in own) for kind in every if not kind.startswith("draw"))

    @property
    def may_be_drawn(self) -> bool:
        """Whether any game of the match can be drawn."""
        return any(draw_of(game) for game in self.terms.games)

    @property
    def is_drawable(self) -> bool:
        """Whether the next game can be drawn."""
        return bool(draw_of(self.next_rules))

    @property
    def plays(self) -> str:
        """The games of the match in turn as JSON for the script, empty for plain backgammon."""
        return plays_of(self.terms) if self.terms.games else ""

    @property
    def between(self) -> str:
        """The ids of both players, the upper one first."""
        return "-".join(map(str, self.own.match.entrants))

    @property
    def width(self) -> str:
        """How much of a row the points take: few do not fill it."""
        return f"{min(100, self.own.match.length * 100 // SEVEN)}%"

    @property
    def is_unplayed(self) -> bool:
        """Whether no score was reported yet."""
        return not self.lines and self.own.match.running in (None, self.own.match.start)

    @property
    def pad(self) -> range:
        """The points that a loser can have."""
        return range(self.own.match.length)

    @property
    def cubes(self) -> tuple[int, ...]:
        """The values of the cube that are always shown."""
        return CUBES

    @property
    def larger_cubes(self) -> tuple[int, ...]:
        """The values of the cube that are shown when asked for."""
        return LARGER_CUBES

    @property
    def winner_first(self) -> Points | None:
        """The points of the result, the winner's first."""
        score = self.own.match.score
        return None if score is None else (max(score), min(score))


@dataclass(frozen=True, slots=True)
class Reader:
    """The viewing entrant, the names in the event, and the time zone."""

    entrant: int
    event: Event
    names: Mapping[int, str]
    zone: ZoneInfo

    def clock(self, at: datetime | None) -> str:
        return f"{at.astimezone(self.zone):%H:%M}" if at else ""

    def role_of(self, entrant: int | None) -> str:
        """Return who an entrant is to the player: player or opponent; None is the desk."""
        return "desk" if entrant is None else "player" if entrant == self.entrant else "opponent"


def phone_card(match: Match, reader: Reader) -> PhoneCard:
    """Return a match read ``WITH`` all that belongs to it, as the reader's page shows it."""
    own = OwnMatch(view_of(match, reader.names), TOP if match.top_id == reader.entrant else BOTTOM)
    terms = reader.event.rules.terms(own.match.length, own.match.start)
    games = _games(match)
    played = _played(terms, own, games)
    rows = _rows(own)
    return PhoneCard(
        own=own,
        terms=terms,
        played=reader.event.rules.played,
        short=short_name(own.opponent.name if own.opponent else ""),
        called=reader.clock(own.match.times.called),
        player_row=rows[0],
        opponent_row=rows[1],
        games=json.dumps([[game.winner_word, game.cube, game.kind] for game in games], separators=(",", ":")),
        lines=tuple(_lines(terms, own, games, played)),
        number=len(games) + 1,
        next_game=_next_game(terms, own, played),
        report=_report(match, own, reader),
    )


def plays_of(terms: Terms) -> str:
    """Return the games of a match in turn as JSON, for the script that adds them up."""
    plays = [
        {"kinds": [kind for kind in kinds_of(game) if not kind.startswith("draw")], "draw": draw_of(game),
         "cube": game.cube}
        for game in terms.games
    ]  # fmt: skip
    return json.dumps(plays, separators=(",", ":"))


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


def _played(terms: Terms, own: OwnMatch, games: Sequence[GameResult]) -> Score | None:
    """Return the score after the games; None where they can't be played on from (points alone, or rules that changed
    under them).
    """
    if not games and own.match.running not in (None, terms.start):
        return None
    try:
        return replay(terms, games)
    except RuleBroken:
        return None


def _lines(terms: Terms, own: OwnMatch, games: Sequence[GameResult], played: Score | None) -> Iterator[CardGame]:
    if played is None:
        return
    for number, (game, points) in enumerate(zip(games, played.running, strict=True), start=1):
        won, crawford = game.winner is own.side and not game.is_drawn, number == played.crawford_game
        seen, ruleset = own.seen(terms.shown(points)), terms.game(number)
        family = ruleset.family if ruleset else ""
        yield CardGame(number, won, game.cube, game.kind, seen, crawford, game.is_drawn, family)


def _next_game(terms: Terms, own: OwnMatch, played: Score | None) -> str:
    if played is None or played.winner is not None or not own.match.state.is_open:
        return ""
    return phase(terms, played.points, crawford_played=played.crawford_game is not None).value


def _report(match: Match, own: OwnMatch, reader: Reader) -> Report | None:
    """Return what became of the report of a match that is over or in dispute: one or two statements more."""
    if match.status not in (Status.FINISHED, Status.DISPUTED):
        return None
    return Report(
        by=reader.role_of(own.match.reporter) if own.match.result else "",
        at=reader.clock(own.match.times.finished),
        deadline=reader.clock(own.match.deadline),
        confirmed_by=_confirmed_by(match, reader),
        contested_by=_contested_by(match, reader),
    )


def _confirmed_by(match: Match, reader: Reader) -> str:
    result = match.result
    if not match.settled or match.status != Status.FINISHED:
        return ""
    if result is None or result.settled:
        return "desk" if result is None else reader.role_of(result.claimed_by_id)
    how = Confirmation.objects.filter(result=result, record__undo__isnull=True).values_list("how", flat=True).first()
    if how == "opponent":
        return "opponent" if reader.role_of(result.claimed_by_id) == "player" else "player"
    return "unopposed" if how == "unopposed" else "desk"


def _contested_by(match: Match, reader: Reader) -> str:
    if match.status != Status.DISPUTED and not match.contested:
        return ""
    contests = Contest.objects.filter(match=match, record__undo__isnull=True).order_by("-pk")
    by = contests.values_list("by", flat=True).first()
    return "" if by is None else reader.role_of(by)


# --- The rows of points: N of them, 10 wide and 42 high; what is to come as outlines.


def _rows(own: OwnMatch) -> tuple[Facing, Facing]:
    """Return the rows of the player and of the opponent."""
    player, opponent = own.score or own.running or own.start
    return _facing(player, own.match.length, up=True), _facing(opponent, own.match.length, up=False)


def _facing(points: int, length: int, *, up: bool) -> Facing:
    return Facing(points, rail(0, points, up=up), rail(points, length, up=up))


def rail(start: int, end: int, *, up: bool) -> str:
    """Return the points from ``start`` to before ``end`` as one path, standing on their base or hanging from it."""
    base, tip = (42, -42) if up else (0, 42)
    return "".join(f"M{at * 10 + 1} {base}l4 {tip} 4 {-tip}z" for at in range(start, end))
