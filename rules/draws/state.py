"""The state of a draw: its plan, its facts, and what follows from them; and the same with more facts."""

from collections.abc import Iterable, Mapping
from dataclasses import InitVar, dataclass, field

from rules.draws.derive import Derived, Seat, derive
from rules.draws.facts import Facts, Pair, Row, collect
from rules.draws.plan import Plan

__all__ = ["DrawState", "Row"]


@dataclass(frozen=True, slots=True)
class DrawState:
    """Plan and facts of one draw with their derivation.

    ``lines`` maps a line to its entrant, ``entered`` holds rows shaped as ``facts.Entered``, oldest first,
    ``withdrawn`` pairs the code of a bracket with an entrant. ``points`` has those of results by ref and entrant.
    """

    plan: Plan
    lines: Mapping[int, int]
    entered: tuple[Row, ...] = ()
    withdrawn: tuple[tuple[str, int], ...] = ()
    facts: Facts = field(init=False, repr=False, compare=False)
    derived: Derived = field(init=False, repr=False, compare=False)
    folded: InitVar[Facts | None] = None
    points: InitVar[Mapping[int, Mapping[int, int]] | None] = None

    def __post_init__(self, folded: Facts | None, points: Mapping[int, Mapping[int, int]] | None) -> None:
        facts = folded or collect(self.lines, self.entered, self.withdrawn, points)
        object.__setattr__(self, "facts", facts)
        object.__setattr__(self, "derived", derive(self.plan, facts))

    def having(
        self,
        entered: Iterable[Row] = (),
        lines: Mapping[int, int] | None = None,
        withdrawn: Iterable[tuple[str, int]] = (),
    ) -> "DrawState":
        """Return the draw as it would stand with this entered too; ``lines`` replaces all lines."""
        lines = self.lines if lines is None else lines
        entered, withdrawn = tuple(entered), tuple(withdrawn)
        facts = self.facts.having(lines, entered, withdrawn)
        return DrawState(self.plan, lines, (*self.entered, *entered), (*self.withdrawn, *withdrawn), facts)

    def seat(self, match: int) -> Seat:
        """Return one match as derived."""
        return self.derived.seat(match)

    def has_begun(self, match: int) -> bool:
        """Whether the players of this match have begun it."""
        pair = self.seat(match).pair
        return pair is not None and (match, pair) in self.facts.begun

    def begun(self) -> list[int]:
        """Return the matches that have begun between those who sit in them, in the order of the plan."""
        return sorted(match for match, pair in self.facts.begun if self.seat(match).pair == pair)

    @property
    def has_rulings(self) -> bool:
        """Whether somebody goes on by a ruling anywhere in the draw."""
        return any(standing.on for standing in self.facts.standing.values())

    def ruling(self, match: int, pair: Pair) -> int:
        """Return who goes on by a ruling on this pairing, 0 for none."""
        return self.facts.of(match, pair).on
