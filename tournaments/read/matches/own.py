"""A match from the side of one of its players."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import overload

from rules.draws.match_state import State
from rules.match.terms import Side
from tournaments.read.matches.view import MatchView, PlayerView, Points


class Outcome(StrEnum):
    """How a match ended for one of its players, whoever goes on. ``NEITHER``: neither came."""

    WON = "won"
    LOST = "lost"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match and the side on which the player sits."""

    match: MatchView
    side: Side

    @property
    def player(self) -> PlayerView | None:
        """The player, None while nobody sits on this side."""
        return self.match.player(self.side)

    @property
    def opponent(self) -> PlayerView | None:
        """The opponent, None while nobody is known or for a bye."""
        return self.match.player(self.side.other)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended for the player by its result, None while it has not ended."""
        if self.match.status != "finished":
            return None
        if self.match.winner is None:
            return Outcome.NEITHER
        return Outcome.WON if self.match.winner is self.side else Outcome.LOST

    @property
    def goes_on(self) -> bool:
        """Whether the player goes on."""
        return self.match.goes_on is self.side

    @property
    def own_text(self) -> str:
        """The score or mark beside the player, as on the draw sheet."""
        return self.match.texts[self.side.place]

    @property
    def opponent_text(self) -> str:
        """The score or mark beside the opponent."""
        return self.match.texts[self.side.other.place]

    @property
    def has_score(self) -> bool:
        """Whether it was played, to the end or not."""
        return any(text[:1].isdigit() for text in (self.own_text, self.opponent_text))

    @property
    def score(self) -> Points | None:
        """The points of the result, the player's first."""
        return self.seen(self.match.score)

    @property
    def start(self) -> Points:
        """The score from which they play, the player's points first."""
        return self.seen(self.match.start)

    @property
    def awaits_answer(self) -> bool:
        """Whether the opponent reported a result that waits for the player to confirm or contest it."""
        opponent = self.opponent
        return self.match.state is State.UNSETTLED and opponent is not None and opponent.entrant == self.match.reporter

    @property
    def claim(self) -> Points | None:
        """What the player reports in a dispute, the player's points first; None for no score."""
        return self._claim(self.side)

    @property
    def opponent_claim(self) -> Points | None:
        """What the opponent reports in a dispute, the player's points first; None for no score."""
        return self._claim(self.side.other)

    @property
    def running(self) -> Points | None:
        """The score while they play, the player's points first."""
        return self.seen(self.match.running)

    @overload
    def seen(self, points: Points) -> Points: ...
    @overload
    def seen(self, points: None) -> None: ...
    def seen(self, points: Points | None) -> Points | None:
        """Return points (top, bottom) with the player's first."""
        return None if points is None else (points[self.side.place], points[self.side.other.place])

    def _claim(self, side: Side) -> Points | None:
        claims = self.match.disputed
        return self.seen(claims[side.place]) if claims else None


def own_matches(matches: Iterable[MatchView], entrant: int) -> Iterator[OwnMatch]:
    """Yield the matches in which an entrant sits, in the order given."""
    for match in matches:
        side = match.side_of(entrant)
        if side is not None:
            yield OwnMatch(match, side)
