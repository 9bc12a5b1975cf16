"""What a drawing is drawn from: of a whole draw only what its own lines show.

A drawing is a function of its ``Ink`` and its measures: of two that are equal, one need not be drawn again. A line that
is not among those of the tree is not in it, so that nothing else can get into a drawing.

Source: docs/decisions/0062-parts-by-what-they-show.md.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass

from rules.drawing.names import Fit, Shorter, Width, shorter_apart
from rules.drawing.states import Mark
from rules.drawing.tree import Drop, Line, first_match, origin
from rules.draws.derive import Derived, Seat, Status
from rules.draws.plan import From, Plan, Source

_NO_MARK = Mark()


@dataclass(frozen=True, slots=True)
class Ink:
    """Everything that is drawn of one tree of lines, and nothing else.

    ``seats``, ``marks`` and ``drops`` are those of the matches in the tree, by place; ``names`` those of everybody who
    stands on a line, ``shorter`` how each may be shortened. ``byes`` and ``unconfirmed`` are the places of matches that
    bring a player to a line: those that nobody plays, and those whose result is not confirmed, or disputed since the
    player went on.
    """

    plan: Plan
    bracket: str
    tree: Line
    seats: Mapping[int, Seat]
    marks: Mapping[int, Mark]
    drops: Mapping[int, Drop | None]
    names: Mapping[int, str]
    byes: frozenset[int]
    unconfirmed: frozenset[int]
    width: Width
    fit: Fit
    shorter: Mapping[int, Shorter]

    def is_unconfirmed(self, line: Line) -> bool:
        """Whether the player on ``line`` comes from a result that is not confirmed, or disputed since they went on."""
        # Most drawings have none.
        return bool(self.unconfirmed) and line.who > 0 and _brings(self.plan, self.byes, line) in self.unconfirmed

    def origin(self, line: Line) -> str:
        """Return the code of the match from which the player of ``line`` comes, empty for a line of the draw."""
        return origin(self.plan, self.byes, line.source)


@dataclass(frozen=True, slots=True)
class BracketInk:
    """Everything that the drawings of a bracket are drawn from; ``drops`` are the matches in which losers play on,
    ``byes`` and ``unconfirmed`` the places of all such matches of the draw.
    """

    plan: Plan
    derived: Derived
    bracket: str
    names: Mapping[int, str]
    marks: Mapping[int, Mark]
    drops: Mapping[int, Drop]
    byes: frozenset[int]
    unconfirmed: frozenset[int]
    width: Width
    fit: Fit

    def of(self, tree: Line) -> Ink:
        """Return what is drawn of ``tree``."""
        seats: dict[int, Seat] = {}
        names: dict[int, str] = {}
        byes, unconfirmed, left = set[int](), set[int](), [tree]
        while left:
            line = left.pop()
            if line.who > 0:
                names[line.who] = self.names[line.who]
            if line.pair is not None:
                seats[line.source.of] = self.derived.seat(line.source.of)
                left += line.pair
            elif line.source.kind is From.FIRST_LOSER and line.source.of in self.byes:
                byes.add(line.source.of)
            if self.unconfirmed and (brings := self._unconfirmed(line)) is not None:
                unconfirmed.add(brings)
        marks = {match: self.marks.get(match, _NO_MARK) for match in seats}
        drops = {match: self.drops.get(match) for match in seats}
        apart = shorter_apart(frozenset(self.names.values()))
        return Ink(
            self.plan, self.bracket, tree, seats, marks, drops, names, frozenset(byes), frozenset(unconfirmed),
            self.width, self.fit, {who: apart[name] for who, name in names.items()},
        )  # fmt: skip

    def is_unconfirmed(self, line: Line) -> bool:
        """Whether the player on ``line`` comes from a result that is not confirmed, or disputed since they went on."""
        return self._unconfirmed(line) is not None

    def _unconfirmed(self, line: Line) -> int | None:
        """Return the match that brings the player of ``line`` by a result that is not confirmed."""
        if line.who <= 0:
            return None
        match = _brings(self.plan, self.byes, line)
        return match if match in self.unconfirmed else None


def unconfirmed(derived: Derived, marks: Mapping[int, Mark]) -> frozenset[int]:
    """Return the places of the matches whose result is not confirmed, or disputed since a player went on."""
    disputed = [match for match, status in enumerate(derived.statuses) if status == Status.DISPUTED]
    return frozenset(disputed + [match for match, mark in marks.items() if not mark.settled])


def _brings(plan: Plan, byes: Container[int], line: Line) -> int | None:
    """Return the match that brings the player of ``line``, None for a line of the draw."""
    source: Source = line.source
    return source.of if source.kind is From.WINNER else first_match(plan, byes, source)
