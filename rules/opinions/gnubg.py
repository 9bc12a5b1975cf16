"""GNU Backgammon in its text mode: the commands that ask for a hint, and what it answers.

Nothing that a person typed reaches the program: a position and a state go in as ids, which this rule book wrote.

Source: the manual of GNU Backgammon; docs/rules/position-questions.md#the-opinion-of-an-engine.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.notation.position_id import MatchState, write_match_id, write_position_id

ENGINE = "GNU Backgammon"
PLY, MOST_PLAYS = 2, 6
_VERSION = re.compile(r"GNU Backgammon (\d[\w.]{0,20})")
_PLAY = re.compile(
    r"^\s*\d+\. Cubeful (\d)-ply\s+(\S(?:.*?\S)?)\s+Eq\.:\s*([+-]\d+\.\d+).*\n"
    r"\s+(\d\.\d+) (\d\.\d+) (\d\.\d+) - (\d\.\d+) (\d\.\d+) (\d\.\d+)",
    re.MULTILINE,
)
_CUBE = re.compile(r"^\s*\d\. (No double|Double, take|Double, pass|No redouble|Redouble, take|Redouble, pass)\s+"
                   r"([+-]\d+\.\d+)", re.MULTILINE)  # fmt: skip
_CUBELESS = re.compile(
    r"(\d)-ply cubeless equity ([+-]\d+\.\d+).*\n\s+(\d\.\d+) (\d\.\d+) (\d\.\d+) - (\d\.\d+) (\d\.\d+) (\d\.\d+)"
)
_ACTION = re.compile(r"Proper cube action: ([A-Za-z, ]+)")
_KINDS = {"no": "no_double", "take": "take", "pass": "pass"}


@dataclass(frozen=True, slots=True)
class OpinionPlay:
    """A play that an engine ranks: its equity, how far it looked, and its chances.

    ``chances``: win, gammon, backgammon of the side on roll, then of the opponent.
    """

    text: str
    equity: str
    ply: int
    chances: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What an engine says, with its own figures as it printed them.

    ``plays`` are those of the roll, the best first. Before a roll, ``cube`` holds the equity of ``no_double``, ``take``
    and ``pass``, ``action`` is what the engine would do (in its English words), and ``chances`` are those of the game.
    """

    engine: str
    version: str
    ply: int
    plays: tuple[OpinionPlay, ...] = ()
    cube: Mapping[str, str] | None = None
    action: str = ""
    chances: tuple[str, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """Return what ``opinion_of`` reads."""
        return {
            "engine": self.engine, "version": self.version, "ply": self.ply, "action": self.action,
            "plays": [[each.text, each.equity, each.ply, list(each.chances)] for each in self.plays],
            "cube": None if self.cube is None else dict(self.cube), "chances": list(self.chances),
        }  # fmt: skip


def opinion_of(data: Mapping[str, Any]) -> Opinion:
    """Return the opinion in ``Opinion.as_data``."""
    plays = tuple(OpinionPlay(text, equity, ply, tuple(chances)) for text, equity, ply, chances in data["plays"])
    return Opinion(
        data["engine"], data["version"], data["ply"], plays, data["cube"], data["action"], tuple(data["chances"])
    )


def gnubg_commands(position: Position, state: MatchState) -> str:
    """Return the file of commands that asks for a hint; ``state`` has player 1 on roll.

    Raises RuleBroken ``position.no_id``, ``match_id.range``, ``dice.range``.
    """
    lines = [
        *(f"set automatic {each} off" for each in ("game", "roll", "bearoff", "move")),
        "set player 0 human",
        "set player 1 human",
        "set threads 1",
        "set output mwc off",
        f"set evaluation chequerplay evaluation plies {PLY}",
        f"set evaluation cubedecision evaluation plies {PLY}",
        "show version",
        f"set gnubgid {write_position_id(position)}:{write_match_id(state)}",
        f"hint {MOST_PLAYS}",
    ]
    return "\n".join(lines) + "\n"


def read_hint(text: str) -> Opinion:
    """Return what GNU Backgammon printed. Raises RuleBroken ``engine.unreadable``."""
    version = _VERSION.search(text)
    ranked_lines = _PLAY.findall(text)
    plays = tuple(OpinionPlay(play, equity, int(ply), chances) for ply, play, equity, *chances in ranked_lines)
    cubeless = _CUBELESS.search(text)
    if version is None or not (plays or cubeless):
        raise RuleBroken("engine.unreadable", text=text[-200:])
    if plays:
        ranked = tuple(OpinionPlay(one.text, one.equity, one.ply, tuple(one.chances)) for one in plays)
        return Opinion(ENGINE, version[1], PLY, ranked[:MOST_PLAYS])
    values = {_kind(words): equity for words, equity in _CUBE.findall(text)}
    action = _ACTION.search(text)
    ply, _, *chances = cubeless.groups() if cubeless else ("0", "")
    return Opinion(
        ENGINE, version[1], int(ply), (), values or None, action[1].strip() if action else "", tuple(chances)
    )  # fmt: skip


def _kind(words: str) -> str:
    return "no_double" if words.lower().startswith("no ") else _KINDS[words.rpartition(" ")[2]]
