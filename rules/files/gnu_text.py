"""Read the text that GNU Backgammon exports: a game in each file, with or without boards and analysis.

A heading says the score, each decision has a heading of its own, and a line with an asterisk and a name says what was
done. Everything else is boards, analysis and statistics. Source: docs/rules/files.md#games-line-by-line.
"""

import re

from rules.files.limits import lines_of, match_length, number
from rules.files.transcript import Heading, Transcript
from rules.game.dice import Dice
from rules.game.record import Kind, MatchRecord

_HEADING = "The score (after "
_AFTER = re.compile(r"The score \(after (\d{1,4}) games?\) is: ", re.ASCII)
_BEGINS = re.compile(f"^{_AFTER.pattern}", re.MULTILINE | re.ASCII)
_POINTS = re.compile(r" (\d{1,9})(?:, |$)", re.ASCII)
_LENGTH = re.compile(r" \(match to (\d+) points?", re.ASCII)
_DECISION = re.compile(r"Move number (\d{1,4}): {1,4}", re.ASCII)
_TO_PLAY = re.compile(r" to play ([1-6])([1-6])$", re.ASCII)
_WINS = re.compile(r" wins (\d+) points?", re.ASCII)
_WORDS = {
    "doubles": Kind.DOUBLE, "redoubles": Kind.DOUBLE, "beavers": Kind.BEAVER, "raccoons": Kind.BEAVER,
    "accepts": Kind.TAKE, "rejects": Kind.DROP, "resigns": Kind.RESIGN,
}  # fmt: skip


def is_gnu_text(text: str) -> bool:
    """Whether a text begins a game as GNU Backgammon does."""
    return _HEADING in text and _BEGINS.search(text) is not None


def gnu_text_matches(text: str) -> tuple[MatchRecord, ...]:
    """Read every match; games of one match may be in one file, one after the other.

    Raises RuleBroken ``file.no_game``, ``file.games``, ``file.rows``, ``length.range``, ``number.range``, and as
    ``lines_of`` does.
    """
    reader = _Reader()
    for line in lines_of(text):
        reader.read_line(line.rstrip())
    return reader.transcript.matches()


class _Reader:
    """The state of reading one file: ``row`` and ``roll`` are those of the decision read last."""

    def __init__(self) -> None:
        self.transcript = Transcript("gnu text")
        self.row: int | None = None
        self.roll: tuple[int, Dice] | None = None

    def read_line(self, line: str) -> None:
        """Read one line."""
        if line.startswith(_HEADING):
            self._begin_game(line)
        elif decision := _DECISION.match(line):
            self._read_decision(int(decision[1]), line[decision.end() :])
        elif line.startswith("* "):
            self._read_action(line[2:])
        elif " wins " in line:
            self._read_win(line)

    def _begin_game(self, line: str) -> None:
        after = _AFTER.match(line)
        body, _, _ = line.partition(" (match to ")
        length = _LENGTH.search(line)
        first = _POINTS.search(body, after.end()) if after else None
        second = _POINTS.search(body, first.end()) if first else None
        if after is None or first is None or second is None:
            self.transcript.unread(line)
            return
        self.roll = None
        self.transcript.begin_game(
            Heading(
                players=(body[after.end() : first.start()], body[first.end() : second.start()]),
                score=(number(first[1]), number(second[1])),
                length=match_length(length[1]) if length else 0,
                number=int(after[1]) + 1,
                crawford=True if line.endswith(", Crawford game") else None,
            )
        )

    def _read_decision(self, row: int, words: str) -> None:
        self.row, self.roll = row, None
        side, _ = self._split(words)
        if side is not None and (dice := _TO_PLAY.search(words)):
            self.roll = side, (int(dice[1]), int(dice[2]))

    def _read_action(self, words: str) -> None:
        side, rest = self._split(words)
        word, _, play = rest.partition(" ")
        if side is None or word not in (*_WORDS, "moves", "cannot"):
            return  # a line of the analysis
        if word in _WORDS:
            self._read_word(side, _WORDS[word])
            return
        dice = self.roll[1] if self.roll and self.roll[0] == side else None
        self.roll = None
        self.transcript.act(side, Kind.PLAY, row=self.row, dice=dice, play=play if word == "moves" else "")

    def _read_word(self, side: int, kind: Kind) -> None:
        dice = self.roll[1] if self.roll and self.roll[0] == side else None
        last = self.transcript.last
        if kind in (Kind.TAKE, Kind.DROP) and (last is None or last.kind is Kind.RESIGN):
            if kind is Kind.DROP:
                self.transcript.undo()  # a resignation was rejected
            return
        self.transcript.act(side, kind, row=self.row, dice=dice if kind is Kind.RESIGN else None)

    def _read_win(self, line: str) -> None:
        side, rest = self._split(line)
        points = _WINS.match(" " + rest)
        if side is None or points is None:
            return
        if self.roll and self.roll[0] == 1 - side:
            self.transcript.act(self.roll[0], Kind.RESIGN, row=self.row, dice=self.roll[1])
        self.roll = None
        self.transcript.win(side, number(points[1]))

    def _split(self, words: str) -> tuple[int | None, str]:
        """Return the side whose name begins the words, and what follows it; the longer name first."""
        players = self.transcript.players or ("", "")
        for side in sorted((0, 1), key=lambda side: -len(players[side])):
            if players[side] and words.startswith(players[side] + " "):
                return side, words[len(players[side]) + 1 :]
        return None, ""
