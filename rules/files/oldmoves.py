"""Read what the server FIBS writes for ``oldmoves``.

Each game has its score, who is X and who is O, and a line for each action: ``X: (3 1) 8-5 6-5``. One of the two counts
the points upwards. Source: docs/rules/files.md#games-line-by-line.
"""

import re

from rules.files.limits import lines_of, match_length, number
from rules.files.transcript import Heading, Transcript
from rules.game.record import Kind, MatchRecord

_SCORE = re.compile(r"^[> ]{0,4}Score is (\d{1,9})-(\d{1,9})(?: in an? (\d+) point match)?", re.ASCII | re.MULTILINE)
_PLAYERS = re.compile(r"\s{0,40}(\S{1,60}) is X - (\S{1,60}) is O", re.ASCII)
_ACTION = re.compile(r"([XO]): (?:\((\d) (\d)\) ?)?(.{0,120})", re.ASCII)
_WINS = re.compile(r"wins\b(?:\D{0,40}(\d+) points?)?", re.ASCII)
_HOP = re.compile(r"(bar|\d{1,2})/(off|\d{1,2})", re.ASCII)
_WORDS = {"doubles": Kind.DOUBLE, "redoubles": Kind.DOUBLE, "accepts": Kind.TAKE, "rejects": Kind.DROP}
_RESIGNS = "wants to resign"
_DANCE = "can't move"


def is_oldmoves(text: str) -> bool:
    """Whether a text has the score line and the players of FIBS."""
    score = _SCORE.search(text) if " is X - " in text else None
    return score is not None and " is X - " in text[score.end() : score.end() + 200]


def oldmoves_matches(text: str) -> tuple[MatchRecord, ...]:
    """Read every match of the file.

    Raises RuleBroken ``file.no_game``, ``file.games``, ``file.rows``, ``length.range``, ``number.range``, and as
    ``lines_of`` does.
    """
    transcript = Transcript("oldmoves")
    score: re.Match[str] | None = None
    for line in lines_of(text):
        if heading := _SCORE.search(line):
            score = heading
        elif score and (players := _PLAYERS.match(line)):
            transcript.begin_game(_heading(score, players))
            score = None
        elif transcript.players and (action := _ACTION.match(line)):
            _read_action(transcript, "XO".index(action[1]), action)
        elif transcript.players and line.strip() and not line.startswith(">"):
            transcript.unread(line.strip())
    return transcript.matches()


def _heading(score: re.Match[str], players: re.Match[str]) -> Heading:
    return Heading(
        players=(players[1], players[2]),
        score=(number(score[1]), number(score[2])),
        length=match_length(score[3]) if score[3] else 0,
    )


def _read_action(transcript: Transcript, side: int, action: re.Match[str]) -> None:
    words = action[4].strip()
    if action[2]:
        play = "" if words.startswith(_DANCE) else _own_numbers(words)
        transcript.act(side, Kind.PLAY, dice=(int(action[2]), int(action[3])), play=play)
        return
    word = words.rstrip(".").partition(" ")[0].rstrip(".")
    last = transcript.last
    if wins := _WINS.match(words):
        transcript.win(side, number(wins[1]) if wins[1] else None)
    elif words.startswith(_RESIGNS):
        transcript.act(side, Kind.RESIGN)
    elif word not in _WORDS:
        transcript.unread(action[0].strip())
    elif last and last.kind is Kind.RESIGN:
        if word == "rejects":
            transcript.undo()
    else:
        transcript.act(side, _WORDS[word])


def _own_numbers(words: str) -> str:
    """Return a play in the own numbers of its side, with slashes; one that counts upwards is turned round."""
    play = words.replace("-", "/")
    first = _HOP.search(play)
    if first is None or not _goes_up(first[1], first[2]):
        return play
    return _HOP.sub(lambda hop: f"{_turned(hop[1])}/{_turned(hop[2])}", play)


def _goes_up(src: str, dst: str) -> bool:
    if src == "bar":
        return dst.isdecimal() and int(dst) <= 6
    if dst == "off":
        return int(src) > 18
    return int(src) < int(dst)


def _turned(point: str) -> str:
    return str(25 - int(point)) if point.isdecimal() else point
