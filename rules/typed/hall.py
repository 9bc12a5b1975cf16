"""The hall as the entry line sees it: every match, entrant and table of a tournament, frozen.

Source: docs/rules/desk-line.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.draws.match_state import State
from rules.match.terms import Side
from rules.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Sitter:
    """An entrant who sits in a match."""

    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class HallMatch:
    """A match of the hall; pairs are (top, bottom).

    ``begun``: it was started, or has a result. ``points`` are those of its result as entered, None without one;
    ``result`` is the number of its result, 0 without one: the later, the higher. ``contested``: a player says that the
    settled result is wrong.
    """

    id: int
    event: int
    code: str
    length: int
    top: Sitter | None
    bottom: Sitter | None
    state: State
    table: str = ""
    start: tuple[int, int] = (0, 0)
    begun: bool = False
    points: tuple[int, int] | None = None
    result: int = 0
    contested: bool = False

    def sitter(self, side: Side) -> Sitter | None:
        """Return the player on ``side``."""
        return self.top if side is Side.TOP else self.bottom

    @property
    def takes_a_result(self) -> bool:
        """Whether a result can be written for it as it is."""
        return self.state.is_open or self.state is State.DISPUTED

    @property
    def waits_for_the_desk(self) -> bool:
        """Whether its result can be confirmed: nobody has yet, or a player says that it is wrong."""
        return self.state is State.UNSETTLED or self.contested


@dataclass(frozen=True, slots=True)
class HallEvent:
    """An event; a side is late after ``grace`` minutes and pays one point more for every ``each`` minutes.

    ``games`` are what is played where it is not counted as backgammon. ``again``: players who are out may enter again.
    """

    id: int
    name: str
    drawn: bool = True
    grace: int = 5
    each: int = 5
    crawford: bool = True
    games: tuple[Ruleset, ...] = ()
    again: bool = False


@dataclass(frozen=True, slots=True)
class HallEntrant:
    """An entrant who has not withdrawn from everything."""

    id: int
    event: int
    name: str


@dataclass(frozen=True, slots=True)
class Hall:
    """Everything that the entry line can name; ``tables`` are the names of the tables.

    ``also`` has for an entrant what finds them besides the name: club, number, and the name in Latin letters. ``left``
    are the entrants who have withdrawn from everything; ``first`` leads from a re-entry to the player's first entry.
    """

    events: tuple[HallEvent, ...] = ()
    matches: tuple[HallMatch, ...] = ()
    entrants: tuple[HallEntrant, ...] = ()
    tables: tuple[str, ...] = field(default=())
    also: Mapping[int, str] = field(default_factory=dict)
    left: tuple[HallEntrant, ...] = ()
    first: Mapping[int, int] = field(default_factory=dict)

    def event(self, pk: int) -> HallEvent:
        """Return an event of the hall."""
        return next(event for event in self.events if event.id == pk)
