"""The standings of a season race: the best k of n nights, and the list of tie-breaks.

Source: docs/rules/seasons.md#the-race and #ties.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Any

from rules.errors import RuleBroken
from rules.ratings.rated import Player

type Points = Fraction | int


class TieBreak(StrEnum):
    """What decides between players with equal points."""

    FEWEST_NIGHTS = "fewest_nights"
    HEAD_TO_HEAD = "head_to_head"
    WIN_RATE = "win_rate"
    BEST_DISCARDED = "best_discarded"


@dataclass(frozen=True, slots=True)
class Night:
    """The points of everybody who was there, and the matches of the night as (winner, loser)."""

    points: Mapping[Player, Points]
    matches: Sequence[tuple[Player, Player]] = ()


@dataclass(frozen=True, slots=True)
class Race:
    """How a season counts: the ``best`` nights of each player (None: all), and the tie-breaks in their order.

    Raises RuleBroken ``season.best`` or ``season.tie_breaks``.
    """

    best: int | None = None
    tie_breaks: tuple[TieBreak, ...] = ()

    def __post_init__(self) -> None:
        if self.best is not None and self.best < 1:
            raise RuleBroken("season.best", best=self.best)
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise RuleBroken("season.tie_breaks", tie_breaks=tuple(map(str, self.tie_breaks)))

    def counted(self, scores: Mapping[int, Points]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the nights that count and those that are dropped, of scores by night; of equals the earlier counts."""
        ranked = sorted(scores, key=lambda night: (-scores[night], night))
        best = len(ranked) if self.best is None else self.best
        return tuple(sorted(ranked[:best])), tuple(sorted(ranked[best:]))

    def total(self, scores: Iterable[Points]) -> Fraction:
        """Return the sum of the scores that count."""
        ranked = sorted(scores, reverse=True)
        return sum(map(Fraction, ranked[: self.best]), Fraction(0))


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the race. ``scores`` by number of the night, from 0; ``counted`` and ``dropped`` are such numbers.

    Players whom nothing tells apart share a ``place``; ``decided_by`` are the tie-breaks that told this line apart.
    """

    player: Player
    place: int
    points: Fraction
    scores: Mapping[int, Points]
    counted: tuple[int, ...]
    dropped: tuple[int, ...]
    decided_by: tuple[TieBreak, ...] = ()


@dataclass(slots=True)
class _Line:
    player: Player
    points: Fraction
    scores: dict[int, Points]
    counted: tuple[int, ...]
    dropped: tuple[int, ...]
    decided_by: list[TieBreak] = field(default_factory=list)


def standings(race: Race, nights: Sequence[Night]) -> list[Standing]:
    """Return the race, best first; players without a night are not in it.

    Raises RuleBroken ``season.points`` for a score below 0, ``season.player`` for a match of a player without points.
    """
    lines = _lines(race, nights)
    matches = [match for night in nights for match in night.matches]
    lines.sort(key=lambda line: -line.points)
    standing: list[Standing] = []
    for _, tied in groupby(lines, key=lambda line: line.points):
        for group in _apart(list(tied), race.tie_breaks, matches):
            place = len(standing) + 1
            standing += [_standing(line, place) for line in group]
    return standing


def _lines(race: Race, nights: Sequence[Night]) -> list[_Line]:
    scores: dict[Player, dict[int, Points]] = {}
    for number, night in enumerate(nights):
        for player, points in night.points.items():
            if points < 0:
                raise RuleBroken("season.points", night=number, player=player, points=str(points))
            scores.setdefault(player, {})[number] = points
        stranger = next((each for match in night.matches for each in match if each not in night.points), None)
        if stranger is not None:
            raise RuleBroken("season.player", night=number, player=stranger)
    return [_Line(player, race.total(own.values()), own, *race.counted(own)) for player, own in scores.items()]


def _standing(line: _Line, place: int) -> Standing:
    return Standing(
        line.player, place, line.points, line.scores, line.counted, line.dropped, tuple(line.decided_by)
    )  # fmt: skip


# --- Ties


def _apart(
    tied: list[_Line], tie_breaks: Sequence[TieBreak], matches: Sequence[tuple[Player, Player]]
) -> list[list[_Line]]:
    """Return the groups that remain equal, best first: each tie-break looks at those still level."""
    if len(tied) == 1 or not tie_breaks:
        return [tied]
    tie_break, rest = tie_breaks[0], tie_breaks[1:]
    worth = {line.player: _worth(line, tie_break, tied, matches) for line in tied}
    ranked = sorted(tied, key=lambda line: worth[line.player], reverse=True)
    groups = [list(group) for _, group in groupby(ranked, key=lambda line: worth[line.player])]
    if len(groups) > 1:
        for line in tied:
            line.decided_by.append(tie_break)
    return [each for group in groups for each in _apart(group, rest, matches)]


def _worth(line: _Line, tie_break: TieBreak, tied: Sequence[_Line], matches: Sequence[tuple[Player, Player]]) -> Any:
    """Return what a tie-break compares; more is better."""
    match tie_break:
        case TieBreak.FEWEST_NIGHTS:
            return -len(line.scores)
        case TieBreak.HEAD_TO_HEAD:
            among = {each.player for each in tied}
            between = [match for match in matches if among.issuperset(match)]
            return sum(winner == line.player for winner, _ in between) - sum(
                loser == line.player for _, loser in between
            )
        case TieBreak.WIN_RATE:
            won = sum(winner == line.player for winner, _ in matches)
            lost = sum(loser == line.player for _, loser in matches)
            return Fraction(won, won + lost) if won + lost else Fraction(0)
        case TieBreak.BEST_DISCARDED:
            return sorted((Fraction(line.scores[night]) for night in line.dropped), reverse=True)
