"""Which matches count for a list, and whose rating is provisional or not listed yet.

Source: docs/rules/ratings.md#which-matches-count and #who-is-listed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from rules.ratings.fibs import FibsRating
from rules.ratings.glicko2 import GlickoRating
from rules.ratings.rated import Player


class Exclusion(StrEnum):
    """Why a match does not count for a list."""

    WALKOVER = "walkover"
    ONE_POINTER = "one_pointer"
    UNFINISHED = "unfinished"
    SETTLED = "settled"
    FRIENDLY = "friendly"
    NON_MEMBER = "non_member"
    UNSCHEDULED = "unscheduled"
    CHOSEN_OPPONENT = "chosen_opponent"
    TOO_SHORT = "too_short"
    TOO_FEW_ENTRANTS = "too_few_entrants"


# How a match ended, as results name it: only matches that were played out count without a word from the list.
ENDED = ("played", Exclusion.WALKOVER, Exclusion.UNFINISHED, Exclusion.SETTLED)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How a match came about and ended.

    ``kind`` is one of ``ENDED``. ``entrants`` of the event, None where nobody knows. ``members``: both players are.
    ``scheduled``: it was due in an event. ``by_lot``: the opponent was drawn. Penalty points change nothing: a match
    that was played with them is rated.
    """

    length: int
    kind: str = "played"
    entrants: int | None = None
    members: bool = True
    friendly: bool = False
    scheduled: bool = True
    by_lot: bool = True


@dataclass(frozen=True, slots=True)
class Eligibility:
    """The rules of a list: what it excludes, and the least length and number of entrants."""

    exclude: frozenset[Exclusion] = frozenset({Exclusion.WALKOVER})
    least_length: int = 1
    least_entrants: int = 0

    def exclusion(self, match: Circumstances) -> Exclusion | None:
        """Return the first reason why a match does not count for the list, None if it counts."""
        return next((each for each in self._reasons(match) if each is not None), None)

    def _reasons(self, match: Circumstances) -> Iterable[Exclusion | None]:
        excluded = {
            Exclusion.WALKOVER: match.kind == Exclusion.WALKOVER,
            Exclusion.ONE_POINTER: match.length == 1,
            Exclusion.UNFINISHED: match.kind == Exclusion.UNFINISHED,
            Exclusion.SETTLED: match.kind == Exclusion.SETTLED,
            Exclusion.FRIENDLY: match.friendly,
            Exclusion.NON_MEMBER: not match.members,
            Exclusion.UNSCHEDULED: not match.scheduled,
            Exclusion.CHOSEN_OPPONENT: not match.by_lot,
        }
        yield from (each if applies and each in self.exclude else None for each, applies in excluded.items())
        yield Exclusion.TOO_SHORT if match.length < self.least_length else None
        few = match.entrants is not None and match.entrants < self.least_entrants
        yield Exclusion.TOO_FEW_ENTRANTS if few else None


def federation_policy(least_entrants: int = 4) -> Eligibility:
    """Return what club and federation policies exclude: all but scheduled matches of a draw by lot, played out."""
    policy = frozenset(each for each in Exclusion if each not in (Exclusion.TOO_SHORT, Exclusion.TOO_FEW_ENTRANTS))
    return Eligibility(policy - {Exclusion.NON_MEMBER}, least_entrants=least_entrants)


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of a list: ``place`` is None for those who are provisional; equal ratings share a place."""

    player: Player
    rating: float
    place: int | None


@dataclass(frozen=True, slots=True)
class Listing:
    """Who is listed: with at least this ``experience`` (or at most this ``deviation``) and a match within ``active``.

    Others are provisional, listed behind in the order of ``name_order`` without a place, or left out if
    ``provisional`` is False. Players without a match within ``active`` are never listed.
    """

    experience: float = 0.0
    deviation: float | None = None
    active: timedelta | None = None
    provisional: bool = True
    name_order: Mapping[Player, str] = field(default_factory=dict)

    def is_provisional(self, value: FibsRating | GlickoRating) -> bool:
        """Whether a rating still says little."""
        if isinstance(value, GlickoRating):
            return self.deviation is not None and value.deviation > self.deviation
        return value.experience < self.experience

    def lines(
        self, values: Mapping[Player, FibsRating | GlickoRating], latest: Mapping[Player, datetime], now: datetime
    ) -> list[Listed]:
        """Return the list, best first, those who are provisional in order of name; ``latest``: their last matches."""
        active = [player for player in values if self._is_active(latest.get(player), now)]
        full = [player for player in active if not self.is_provisional(values[player])]
        full.sort(key=lambda player: (-values[player].rating, self._name(player)))
        lines: list[Listed] = []
        for at, player in enumerate(full, start=1):
            rating = values[player].rating
            shared = lines[-1].place if lines and lines[-1].rating == rating else at
            lines.append(Listed(player, rating, shared))
        if self.provisional:
            behind = sorted((each for each in active if self.is_provisional(values[each])), key=self._name)
            lines += [Listed(player, values[player].rating, None) for player in behind]
        return lines

    def _is_active(self, latest: datetime | None, now: datetime) -> bool:
        return self.active is None or (latest is not None and now - latest <= self.active)

    def _name(self, player: Player) -> str:
        return self.name_order.get(player, str(player))


GERMAN_LISTING = Listing(experience=200, active=timedelta(days=365), provisional=False)
BELGIAN_LISTING = Listing(experience=100)
