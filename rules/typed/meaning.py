"""The meaning of a line: something to do, or only something to show.

Source: docs/rules/desk-line.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.match.terms import Side
from rules.typed.hall import HallEntrant, HallMatch

MOST_CHOICES = 5


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing was typed."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """Nothing in the hall has this name."""

    typed: str


@dataclass(frozen=True, slots=True)
class Reports:
    """A result is reported: ``winner`` has won with ``points`` (top, bottom)."""

    match: HallMatch
    winner: Side
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Corrects(Reports):
    """Another result for a match that has one."""


@dataclass(frozen=True, slots=True)
class Repeats(Reports):
    """The result that the match has is typed again.

    ``waits``: it is not confirmed yet, or contested. Then typing it again confirms it.
    """

    waits: bool = False


@dataclass(frozen=True, slots=True)
class Calls:
    """The players of a match are called to a table; ``taken`` is the match that is played there."""

    match: HallMatch
    table: str
    taken: HallMatch | None = None


@dataclass(frozen=True, slots=True)
class Starts:
    """The players of a match begin."""

    match: HallMatch


@dataclass(frozen=True, slots=True)
class Late:
    """A side came late by this many minutes; the opponent starts with ``points``."""

    match: HallMatch
    side: Side
    minutes: int
    points: int


@dataclass(frozen=True, slots=True)
class Forfeits:
    """A side gives this match up; ``late``: its penalty points are more than half the length."""

    match: HallMatch
    side: Side
    late: bool = False


@dataclass(frozen=True, slots=True)
class Leaves:
    """An entrant withdraws from their event."""

    entrant: HallEntrant


@dataclass(frozen=True, slots=True)
class Enters:
    """A new player enters an event."""

    event: int
    name: str


@dataclass(frozen=True, slots=True)
class EntersAgain:
    """A player who is out enters their event again; ``entrant`` is one of their entries."""

    entrant: HallEntrant


@dataclass(frozen=True, slots=True)
class Undoes:
    """The last action of the person who types is undone."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """The match on a table, None when it is free."""

    table: str
    match: HallMatch | None


@dataclass(frozen=True, slots=True)
class Shows:
    """The matches of an entrant, or one match."""

    name: str
    matches: tuple[HallMatch, ...]


@dataclass(frozen=True, slots=True)
class Asks:
    """Something is missing: ``what`` is points, winner, loser, late (who), table, minutes, name, player (again)."""

    what: str
    match: HallMatch | None = None
    side: Side | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Cannot:
    """The line is understood but can't be done: a code of the rule book or of the desk, with its facts."""

    code: str
    match: HallMatch | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


type One = (
    Empty | Nobody | Reports | Corrects | Repeats | Calls | Starts | Late | Forfeits | Leaves | Enters | EntersAgain
    | Undoes | AtTable | Shows | Asks | Cannot
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Several:
    """The line fits more than one; ``choices`` are the first few of ``many``."""

    choices: tuple[One, ...]
    many: int


type Meaning = One | Several
