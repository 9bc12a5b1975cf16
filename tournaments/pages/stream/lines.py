"""The lines of text about one table that a program for streams reads by address."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.read.matches.view import MatchView
from tournaments.words.brackets import name_of_code
from tournaments.words.events.formats import stage_word
from tournaments.words.papers.boxes import points
from tournaments.words.states import state_words

LINES: Final = (
    "top", "bottom", "top-points", "bottom-points", "score", "players", "length", "round", "event", "state", "since",
    "next",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Player:
    """One side of the board: name and country as entered, the points, empty before they begin."""

    name: str
    country: str
    points: str
    has_won: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A match as the overlay shows it. ``next_is_crawford`` as far as a score card on a phone tells it.

    ``since`` is the time of day at which they began, empty before.
    """

    match: MatchView
    event: str
    players: tuple[Player, Player]
    next_is_crawford: bool
    since: str

    @property
    def round(self) -> str:
        """The names of its bracket and round."""
        return f"{name_of_code(self.match.bracket)}, {stage_word(self.match.course.stage)}"

    @property
    def between(self) -> str:
        """Both names in one line."""
        return " – ".join(player.name or "…" for player in self.players)


def stream_lines(shown: Shown | None, follows: Shown | None) -> Mapping[str, str]:
    """Return every line of ``LINES``; empty where there is nothing to tell."""
    lines = dict.fromkeys(LINES, "")
    if follows is not None:
        lines["next"] = follows.between
    if shown is None:
        return lines
    top, bottom = shown.players
    return lines | {
        "top": top.name,
        "bottom": bottom.name,
        "top-points": top.points,
        "bottom-points": bottom.points,
        "score": f"{top.points}–{bottom.points}" if top.points else "",
        "players": shown.between,
        "length": points(shown.match.length),
        "round": shown.round,
        "event": shown.event,
        "state": state_words(shown.match.state),
        "since": shown.since,
    }
