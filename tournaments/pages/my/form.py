"""The forms of a player's phone: one more game, a card without its last game, or the final score.

Text in, games or points out; the rule book judges them.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from journal.statements import LARGEST_NUMBER
from rules.errors import RuleBroken
from rules.match.games import GameResult
from rules.match.terms import TOP, Side, Terms
from tournaments.actions.phones.held import Held
from tournaments.forms.result import ResultForm, drawn_or

MOST_GAMES, MOST_POINTS = 200, 10_000
_ID = re.compile(r"[0-9]{1,15}")
_PAIR = re.compile(r"([0-9]{1,15})-([0-9]{1,15})")
_NUMBER = re.compile(r"\s*(\d{1,6})\s*")


@dataclass(frozen=True, slots=True)
class Entered:
    """The report: games in order or points (top, bottom), and the players that the phone showed."""

    games: tuple[GameResult, ...] | None
    points: tuple[int, int] | None
    between: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class CardForm:
    """A posted form of a player's page, for a match under ``terms`` in which the player is on this ``side``."""

    posted: Mapping[str, str]
    terms: Terms
    side: Side

    def read(self) -> Entered:
        """Return the report. Raises RuleBroken of the rule book, ``card.unreadable``,
        ``report.score``.
        """
        return Entered(None, self.final(), self.between) if self.is_final else self._card()

    @property
    def is_final(self) -> bool:
        """Whether the final score was reported, not a game."""
        return self.posted.get("do") == "final"

    @property
    def is_empty(self) -> bool:
        """Whether no result was reported."""
        return not any(self.posted.get(name, "").strip() for name in ("winner", "loser", "score"))

    @property
    def base(self) -> str | None:
        """The mark of the score card that the page showed, "" for none; None if the form does not say."""
        return self.posted.get("base")

    @property
    def between(self) -> tuple[int, int] | None:
        match = _PAIR.fullmatch(self.posted.get("between", ""))
        return (int(match[1]), int(match[2])) if match else None

    def _card(self) -> Entered:
        games = list(read_games(self.posted.get("games", "")))
        if self.posted.get("do") == "less":
            games = games[:-1]
        elif self.posted.get("do") == "write":
            games.append(self._game(len(games) + 1))
        return Entered(tuple(games), None, self.between)

    def _game(self, number: int) -> GameResult:
        cube = self.posted.get("cube", "1")
        if not self.posted.get("winner"):
            raise RuleBroken("game.winner", game=number, winner="", winners=[*Side])
        if not cube.isdecimal() or len(cube) > 9:
            raise RuleBroken("cube.value", game=number, cube=cube)
        winner, kind = self.posted["winner"], self.posted.get("kind", "single")
        return GameResult.read(winner, int(cube), drawn_or(winner, kind, self.terms.game(number)))

    def shown(self) -> tuple[int, int]:
        """Return the score (top, bottom) that the page showed and the player confirms. Raises ``report.score``."""
        match = _PAIR.fullmatch(self.posted.get("points", ""))
        if match is None:
            raise RuleBroken("report.score")
        return int(match[1]), int(match[2])

    def final(self) -> tuple[int, int]:
        """Return the final score (top, bottom), from both scores (the player's first) or winner and loser's points.

        Raises RuleBroken ``report.score``.
        """
        typed = self.posted.get("score", "").strip()
        if typed:
            both = ResultForm({"top": typed}, self.terms)
            own, opponent = _NUMBER.fullmatch(both.top), _NUMBER.fullmatch(both.bottom)
            if own is None or opponent is None:
                raise RuleBroken("report.score")
            points = (int(own[1]), int(opponent[1]))
            return points if self.side is TOP else points[::-1]
        winner, loser = self.posted.get("winner", ""), _NUMBER.fullmatch(self.posted.get("loser", ""))
        if winner not in list(Side) or loser is None:
            raise RuleBroken("report.score")
        both_points = (self.terms.length, int(loser[1]))
        return both_points if winner == TOP else both_points[::-1]


def read_match(posted: Mapping[str, str]) -> int | None:
    """Return the id of the match that a form is about."""
    match = _ID.fullmatch(posted.get("match", ""))
    return int(match[0]) if match else None


def read_games(text: str) -> tuple[GameResult, ...]:
    """Return the games of a card as a phone keeps them: JSON, a list of [side, cube, kind].

    Raises RuleBroken ``card.unreadable``, and what ``GameResult.read`` raises.
    """
    try:
        rows: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise RuleBroken("card.unreadable") from None
    if not isinstance(rows, list) or len(rows) > MOST_GAMES:
        raise RuleBroken("card.unreadable")
    return tuple(_read_game(row) for row in rows)


def read_held(text: str) -> tuple[Held, ...]:
    """Return the results that a phone holds: JSON, a list of [match, top, bottom].

    Raises RuleBroken ``card.unreadable``.
    """
    try:
        rows: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise RuleBroken("card.unreadable") from None
    if not isinstance(rows, list) or len(rows) > MOST_GAMES or not all(map(_is_held, rows)):
        raise RuleBroken("card.unreadable")
    return tuple(Held(*row) for row in rows)


def _is_held(row: Any) -> bool:
    is_three = isinstance(row, list) and len(row) == 3
    return is_three and all(type(each) is int and 0 <= each < MOST_POINTS for each in row[1:]) and _is_id(row[0])


def _is_id(value: Any) -> bool:
    return type(value) is int and 0 < value <= LARGEST_NUMBER


def _read_game(row: Any) -> GameResult:
    if not isinstance(row, list) or len(row) != 3:
        raise RuleBroken("card.unreadable")
    winner, cube, kind = row
    if not isinstance(winner, str) or isinstance(cube, bool) or not isinstance(cube, int) or not isinstance(kind, str):
        raise RuleBroken("card.unreadable")
    return GameResult.read(winner, cube, kind)
