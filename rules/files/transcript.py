"""The matches of a file that tells each game line by line, while it is read.

What the readers of GNU Backgammon's text, of FIBS and of GamesGrid have in common: they say for each game who plays, at
which score and to which length, and a game of other players, of another length or from nil again begins another match.
Source: docs/rules/files.md#games-line-by-line.
"""

from dataclasses import dataclass, field, replace

from rules.errors import RuleBroken
from rules.files.limits import MOST_ROWS, check_games
from rules.files.rows import numbered
from rules.game.dice import Dice
from rules.game.findings import Finding, finding
from rules.game.record import Action, GameRecord, Kind, MatchRecord, Result

_MOST_REMARKS = 50


@dataclass(frozen=True, slots=True)
class Heading:
    """What a file says above a game. ``length`` 0 is a money session; ``score`` is in the order of ``players``."""

    players: tuple[str, str]
    score: tuple[int, int]
    length: int
    number: int | None = None
    crawford: bool | None = None

    def swapped(self) -> "Heading":
        """Return the same with the players in the other order."""
        return replace(self, players=self.players[::-1], score=self.score[::-1])


@dataclass(slots=True)
class _Game:
    """The game being read. ``is_swapped``: its file names the players in the other order than the first game did."""

    heading: Heading
    is_swapped: bool
    actions: list[Action] = field(default_factory=list)
    winner: int | None = None
    points: int | None = None
    start_cube: int = 1
    row: int = 0  # the printed number read last

    def record(self) -> GameRecord:
        """Return the game as read. A last roll that was not played, before the opponent's win, is a resignation."""
        actions = self.actions
        last = actions[-1] if actions else None
        if last and last.kind is Kind.PLAY and last.dice and not last.play and self.winner == 1 - last.side:
            actions[-1] = last._replace(kind=Kind.RESIGN)
        unnumbered = any(action.row is None for action in actions)
        result = None if self.winner is None or self.points is None else Result(self.winner, self.points)
        heading = self.heading
        return GameRecord(
            heading.number,
            heading.score,
            tuple(numbered(actions) if unnumbered else actions),
            result,
            heading.crawford,
            self.start_cube,
        )


class Transcript:
    """The state of reading one file. Side 0 is the one that the heading of the game names first."""

    def __init__(self, form: str) -> None:
        self.form = form
        self.tags: list[tuple[str, str]] = []
        self.crawford: bool | None = None
        self.jacoby: bool | None = None
        self.variation: str | None = None
        self._matches: list[MatchRecord] = []
        self._games: list[GameRecord] = []
        self._game: _Game | None = None
        self._first: Heading | None = None
        self._remarks: list[Finding] = []

    @property
    def players(self) -> tuple[str, str] | None:
        """The players of the game being read, in the order of its heading; None between games."""
        if self._game is None:
            return None
        players = self._game.heading.players
        return players[::-1] if self._game.is_swapped else players

    @property
    def last(self) -> Action | None:
        """The last action of the game being read, None without one."""
        return self._game.actions[-1] if self._game and self._game.actions else None

    def begin_game(self, heading: Heading) -> None:
        """Begin a game, and another match where its heading shows one.

        Raises RuleBroken ``file.games``.
        """
        first = self._first
        swapped = first is not None and heading.players == first.players[::-1] != first.players
        ordered = heading.swapped() if swapped else heading
        if first and (ordered.players != first.players or ordered.length != first.length or ordered.score == (0, 0)):
            self._close_match()
            swapped, ordered = False, heading
        else:
            ordered = self._close_game(ordered)
        self._first = self._first or ordered
        check_games(len(self._games) + 1, ordered.length)
        self._game = _Game(ordered, swapped)

    def act(self, side: int, kind: Kind, *, row: int | None = None, dice: Dice | None = None, play: str = "") -> None:
        """Add an action; a double in answer to a double is a beaver.

        Raises RuleBroken ``file.rows`` for more than a game can have.
        """
        game = self._game
        if game is None:
            return
        self._check_row(game, row)
        side = 1 - side if game.is_swapped else side
        last = self.last
        if kind is Kind.DOUBLE and last and last.kind in (Kind.DOUBLE, Kind.BEAVER) and last.side != side:
            kind = Kind.BEAVER
        if kind is Kind.TAKE and last and last.kind is Kind.BEAVER:
            return  # printed matches leave out the take that accepts a beaver
        if len(game.actions) >= 2 * MOST_ROWS:
            raise RuleBroken("file.rows", most=MOST_ROWS, game=len(self._games) + 1)
        game.actions.append(Action(side, kind, row, dice, play))

    def _check_row(self, game: _Game, row: int | None) -> None:
        """Report a printed row that does not follow the one before: rows are missing, or have changed places."""
        if row is None:
            return
        if row != game.row + 1 and (row != game.row or not row) and len(self._remarks) < _MOST_REMARKS:
            at = len(self._games) + 1
            self._remarks.append(finding("row.number", at, row, expected=game.row + 1, got=row))
        game.row = row

    def undo(self) -> None:
        """Take back the last action: the file says it twice or says later what it was."""
        if self.last and self._game:
            self._game.actions.pop()

    def win(self, side: int, points: int | None) -> None:
        """Say who won the game; without ``points`` the score of the next game says how many."""
        if self._game and self._game.winner is None:
            self._game.winner, self._game.points = 1 - side if self._game.is_swapped else side, points

    def double_automatically(self) -> None:
        """Turn the cube before the first roll."""
        if self._game:
            self._game.start_cube *= 2

    def unread(self, words: str) -> None:
        """Add a finding on words that cannot be read."""
        if len(self._remarks) < _MOST_REMARKS:
            game = len(self._games) + 1 if self._game else None
            self._remarks.append(finding("line.unread", game, None, got=words[:60]))

    def matches(self) -> tuple[MatchRecord, ...]:
        """Return every match of the file.

        Raises RuleBroken ``file.no_game`` where there is none.
        """
        self._close_match()
        if not self._matches:
            raise RuleBroken("file.no_game", length=0)
        return tuple(self._matches)

    def _close_game(self, following: Heading) -> Heading:
        """Put the game being read with those that are finished; return the next heading with its score put right.

        FIBS now and then writes a score the wrong way round.
        """
        game = self._game
        if game is None:
            return following
        before = game.heading.score
        if game.winner is not None:
            if game.points is None:
                gained = [after - earlier for after, earlier in zip(following.score, before, strict=True)]
                game.points = gained[game.winner] if gained[1 - game.winner] == 0 < gained[game.winner] else None
            expected = [*before]
            expected[game.winner] += game.points or 0
            if following.score != tuple(expected) == following.score[::-1]:
                following = replace(following, score=following.score[::-1])
        self._games.append(game.record())
        self._game = None
        return following

    def _close_match(self) -> None:
        first = self._first
        if first is None:
            return
        if self._game:
            self._games.append(self._game.record())
        self._matches.append(
            MatchRecord(
                length=first.length,
                players=first.players,
                games=tuple(self._games),
                tags=tuple(self.tags),
                form=self.form,
                crawford=self.crawford if first.length else None,
                jacoby=None if first.length else self.jacoby,
                variation=self.variation,
                remarks=tuple(self._remarks),
            )
        )
        self._game, self._first = None, None
        self._games, self._remarks = [], []
