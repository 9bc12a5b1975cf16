"""Read the ``.sgg`` files of the server GamesGrid.

Two players with ``vs.`` between them, options, and for each game a heading ``Game 2.1-0/5``. Actions stand in two
columns that tabs separate, behind their row number, and may stand there twice: first the roll, then roll and play.
Source: docs/rules/files.md#games-line-by-line.
"""

import re

from rules.errors import RuleBroken
from rules.files.limits import LONGEST_NAME, lines_of, match_length, number
from rules.files.transcript import Heading, Transcript
from rules.game.dice import Dice
from rules.game.record import Kind, MatchRecord

_AGAINST = re.compile(r"[ \t]vs\.[ \t]", re.ASCII)
_GAME = re.compile(r"Game (\d{1,4})\.(\d{1,9})(\*?)-(\d{1,9})(\*?)(?:/(\d+))?", re.ASCII)
_IS_GAME = re.compile(r"^" + _GAME.pattern, re.MULTILINE | re.ASCII)
_CELL = re.compile(r"(\d{1,4})\t(\t?)(.{0,200})$", re.ASCII)
_ROLL = re.compile(r"([1-6])([1-6]): ?(.{0,120})$", re.ASCII)
_CLOSED_OUT = re.compile(r"-{1,2} ?: ?(?:O-O)?$", re.ASCII)
_WINS = re.compile(r" wins (\d+) points?", re.ASCII)
_WORDS = {
    "double": Kind.DOUBLE, "redouble": Kind.DOUBLE, "beaver": Kind.BEAVER, "raccoon": Kind.BEAVER,
    "accept": Kind.TAKE, "pass": Kind.DROP, "resign": Kind.RESIGN,
}  # fmt: skip
_WORD = re.compile(r"(redouble|double|beaver|raccoon|accept|pass|resign)", re.IGNORECASE | re.ASCII)
_AUTOMATIC = "Automatic double"
_ANSWER = {"Yes": True, "No": False}
_DANCE = "O-O"


def is_sgg(text: str) -> bool:
    """Whether a text has the players and a game heading of GamesGrid."""
    return "vs." in text and _IS_GAME.search(text) is not None and _AGAINST.search(text) is not None


def sgg_matches(text: str) -> tuple[MatchRecord, ...]:
    """Read every match of the file.

    Raises RuleBroken ``file.names``, ``file.no_game``, ``file.games``, ``file.rows``, ``length.range``,
    ``number.range``, and as ``lines_of`` does.
    """
    reader = _Reader()
    for line in lines_of(text):
        reader.read_line(line.rstrip())
    return reader.transcript.matches()


class _Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.transcript = Transcript("sgg")
        self.names: tuple[str, str] | None = None
        self.is_between_games = True
        self.latest = ""  # the line before, which may stand there twice

    def read_line(self, line: str) -> None:
        """Read one line."""
        transcript = self.transcript
        if self.is_between_games and (against := _AGAINST.search(line)):
            self.names = line[: against.start()].strip()[:LONGEST_NAME], line[against.end() :].strip()[:LONGEST_NAME]
        elif game := _GAME.match(line):
            self._begin_game(game)
        elif self.is_between_games:
            self._read_option(line)
        elif cell := _CELL.match(line):
            if line != self.latest:
                self._read_cell(int(cell[1]), 1 if cell[2] else 0, cell[3].strip())
        elif _AUTOMATIC in line:
            transcript.double_automatically()
        elif " wins " in line:
            self._read_win(line)
        self.latest = line

    def _begin_game(self, game: re.Match[str]) -> None:
        if self.names is None:
            raise RuleBroken("file.names", game=1, got="")
        self.is_between_games = False
        self.transcript.begin_game(
            Heading(
                players=self.names,
                score=(number(game[2]), number(game[4])),
                length=match_length(game[6]) if game[6] else 0,
                number=int(game[1]),
                crawford=True if game[3] or game[5] else None,
            )
        )

    def _read_option(self, line: str) -> None:
        key, colon, value = line.partition(":")
        answer = _ANSWER.get(value.strip())
        if colon and key == "Crawford":
            self.transcript.crawford = answer
        elif colon and key == "Jacoby":
            self.transcript.jacoby = answer
        elif colon and key == "Variant" and value.strip() not in ("", "Backgammon"):
            self.transcript.variation = value.strip()[:LONGEST_NAME]

    def _read_cell(self, row: int, side: int, words: str) -> None:
        transcript = self.transcript
        if roll := _ROLL.match(words):
            self._read_roll(row, side, (int(roll[1]), int(roll[2])), roll[3].strip())
        elif _CLOSED_OUT.match(words):
            transcript.act(side, Kind.PLAY, row=row)
        elif word := _WORD.match(words):
            transcript.act(side, _WORDS[word[1].lower()], row=row)
        elif words:
            transcript.unread(words)

    def _read_roll(self, row: int, side: int, dice: Dice, play: str) -> None:
        """Add a roll; the same roll with its play replaces it."""
        transcript, last = self.transcript, self.transcript.last
        if last and last[:4] == (side, Kind.PLAY, row, dice):
            if last.play or not play:
                return
            transcript.undo()
        if word := _WORD.match(play):
            transcript.act(side, _WORDS[word[1].lower()], row=row, dice=dice)
            return
        transcript.act(side, Kind.PLAY, row=row, dice=dice, play="" if play == _DANCE else play.replace(",", " "))

    def _read_win(self, line: str) -> None:
        players = self.transcript.players or ("", "")
        name, _, _ = line.partition(" wins ")
        points = _WINS.search(line)
        if name.strip() in players and points:
            self.transcript.win(players.index(name.strip()), number(points[1]))
            self.is_between_games = True
        else:
            self.transcript.unread(line.strip())
