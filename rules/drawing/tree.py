"""The ruled lines of a bracket as a tree: which are drawn, what stands on each, and how a large tree is cut in sheets.

A line holds one side of a match, or the winner at the end. Sides that stay empty are not drawn: such a match is
folded, and the line of its only player goes on into the next round. Whether a side is empty follows from
the draw and from withdrawals, never from a double no-show: a match that has been drawn stays on the sheet.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rules.draws.derive import Derived, Status
from rules.draws.facts import PHANTOM, UNKNOWN
from rules.draws.plan import From, Plan, Source

HALVES = 2


class Line(NamedTuple):
    """One ruled line: ``source`` fills it, ``who`` is on it now (UNKNOWN: to come, PHANTOM: nobody).

    It begins in the column of round ``begins``. ``pair`` are the two lines of the match whose winner stands here,
    None where the line begins on this sheet. ``leaves`` is how many lines begin the tree: its rows.
    """

    source: Source
    who: int
    begins: int
    pair: "tuple[Line, Line] | None" = None
    leaves: int = 1

    def after(self, top: "Line", bottom: "Line") -> "Line":
        """Return the same line as that of the winner of two others."""
        return Line(self.source, self.who, self.begins, (top, bottom), top.leaves + bottom.leaves)

    def alone(self) -> "Line":
        """Return the same line without those that lead to it."""
        return Line(self.source, self.who, self.begins)

    @property
    def is_open(self) -> bool:
        """Whether the line is left empty for a latecomer."""
        return self.who == PHANTOM and self.source.kind is From.LINE

    def matches(self) -> "Iterator[tuple[int, Line, Line]]":
        """Yield every match drawn in the tree that ends here as (its place in the plan, upper line, lower line), from
        the top. A loop, because a generator that calls itself passes every match through all levels above it.
        """
        above: list[Line] = []
        line: Line | None = self
        while line is not None or above:
            while line is not None and line.pair:
                above.append(line)
                line = line.pair[0]
            line = None
            if above:
                last = above.pop()
                if last.pair:
                    yield last.source.of, *last.pair
                    line = last.pair[1]

    def begins_with(self) -> "Iterator[Line]":
        """Yield the lines that begin the tree, from the top."""
        left = [self]
        while left:
            line = left.pop()
            if line.pair:
                left += line.pair[1], line.pair[0]
            else:
                yield line


def bracket_tree(plan: Plan, derived: Derived, bracket: str, *, open_byes: bool) -> Line | None:
    """Return the last line of ``bracket`` with all that leads to it, None when nobody can ever stand there.

    With ``open_byes`` the empty lines of the first main round are drawn, for latecomers to be written on; nobody then
    stands on the winner's line of such a match.
    """
    places = plan.of(bracket)
    if not places or plan.by_rounds:
        return None
    last = places[-1]
    source = Source(From.WINNER, last)
    fold = _Fold(plan, derived, bracket, open_byes=open_byes)
    return fold.line(source, derived.seat(last).on, plan.matches[last].round + 1)


class Trees:
    """The trees of a draw, each made once: the drawings of a bracket also need those of the brackets that it feeds.

    ``byes`` are the places of the matches that a player wins without an opponent.
    """

    def __init__(self, plan: Plan, derived: Derived) -> None:
        self.plan, self.derived, self.byes = plan, derived, derived.byes()
        self._made: dict[tuple[str, bool], Line | None] = {}

    def of(self, bracket: str, *, open_byes: bool) -> Line | None:
        """Return what ``bracket_tree`` returns."""
        key = bracket, open_byes
        if key not in self._made:
            self._made[key] = bracket_tree(self.plan, self.derived, bracket, open_byes=open_byes)
        return self._made[key]


class _Fold:
    def __init__(self, plan: Plan, derived: Derived, bracket: str, *, open_byes: bool) -> None:
        self.plan, self.derived, self.bracket = plan, derived, bracket
        self.open_lines = plan.seats if open_byes else frozenset()
        self.byes = derived.byes()

    def line(self, source: Source, who: int, begins: int) -> Line | None:
        """Return the line that ``source`` fills with ``who`` in round ``begins`` - folded where a side is empty."""
        if source.kind is not From.WINNER or self.plan.matches[source.of].bracket != self.bracket:
            writable = source.kind is From.LINE and source.of in self.open_lines
            if (who == PHANTOM and not writable) or (source.kind is From.LOSER and self.nobody_loses(source)):
                return None
            return Line(source, who, begins)
        planned = self.plan.matches[source.of]
        top = self.line(planned.top, self.derived.tops[source.of], planned.round)
        bottom = self.line(planned.bottom, self.derived.bottoms[source.of], planned.round)
        if top is None or bottom is None or self.only_one_comes(top, bottom):
            return top if top is not None else bottom
        if self.open_lines and (top.is_open or bottom.is_open):
            who = UNKNOWN
        return Line(source, who, begins, (top, bottom), top.leaves + bottom.leaves)

    def only_one_comes(self, top: Line, bottom: Line) -> bool:
        """Whether the two lines wait for the loser of the same match: after two byes in the first round."""
        if top.who != UNKNOWN and bottom.who != UNKNOWN:
            return False
        first = first_match(self.plan, self.byes, top.source)
        return first is not None and first == first_match(self.plan, self.byes, bottom.source)

    def nobody_loses(self, source: Source) -> bool:
        """Whether ``source`` is the loser of a match of a lower bracket to which only one player ever comes."""
        if self.derived.statuses[source.of] != Status.WAITING:
            return False
        planned, won = self.plan.matches[source.of], Source(From.WINNER, source.of)
        if not self.plan.bracket(planned.bracket).fed_by:
            return False
        there = _Fold(self.plan, self.derived, planned.bracket, open_byes=False)
        line = there.line(won, UNKNOWN, planned.round + 1)
        return line is None or line.source != won


def first_match(plan: Plan, byes: Container[int], source: Source) -> int | None:
    """Return the match whose loser ``source`` brings: after a bye the holder's B match.

    ``byes`` holds the places of the matches that are byes.
    """
    if source.kind is From.LOSER:
        return source.of
    if source.kind is not From.FIRST_LOSER:
        return None
    if source.of not in byes:
        return source.of
    return plan.after_bye.get(source.of)


def origin(plan: Plan, byes: Container[int], source: Source) -> str:
    """Return the code of the match that ``source`` names, empty for a line of the draw; ``byes`` as above."""
    if source.kind is From.LINE:
        return ""
    match = first_match(plan, byes, source)
    return plan.matches[source.of if match is None else match].code


class Drop(NamedTuple):
    """Where a loser drops to: the code ``to`` of a match, and if that is a bye the one ``then`` in which they play on.

    ``first``: only if they lost their first match.
    """

    to: str
    then: str
    first: bool


def drops(trees: Trees, bracket: str) -> dict[int, Drop]:
    """Return where the loser goes for each match of ``bracket`` whose loser plays on.

    The first match is the one of the draw, on every paper the same; byes are folded after it.
    """
    ways: dict[int, Drop] = {}
    plan, byes = trees.plan, trees.byes
    fed = [each.code for each in plan.brackets if bracket in each.fed_by]
    fed_trees = (trees.of(each, open_byes=False) for each in fed)
    for match, *pair in (each for tree in fed_trees if tree is not None for each in tree.matches()):
        for line in pair:
            feeding = None if line.pair else first_match(plan, byes, line.source)
            if feeding is not None and plan.matches[feeding].bracket == bracket:
                to, plays = plan.matches[plan.leads_to[line.source.kind, line.source.of]].code, plan.matches[match].code
                ways[feeding] = Drop(to, plays if plays != to else "", first=_only_if_first(byes, line.source))
    return ways


def _only_if_first(byes: Container[int], source: Source) -> bool:
    """Whether only one player of the match would play on after a loss: the opponent has lost or won before."""
    if source.kind is not From.FIRST_LOSER or source.of not in byes:
        return False
    return source.of ^ 1 not in byes


def rounds_of(plan: Plan, tree: Line) -> list[int]:
    """Return the rounds that have a match in ``tree``: the columns to draw, before the last one."""
    return sorted({plan.matches[match].round for match, _upper, _lower in tree.matches()}) or [tree.begins]


def cut(plan: Plan, tree: Line, after: int, *, whole: Line | None = None) -> tuple[list[Line], Line]:
    """Return the sections that end with round ``after``, and the finals that begin with their winners.

    ``whole`` is a section that is not cut off: it stays in the finals.
    """
    sections: list[Line] = []

    def rest(line: Line) -> Line:
        if line.pair is None or line is whole:
            return line
        if plan.matches[line.source.of].round <= after:
            sections.append(line)
            return line.alone()
        return line.after(rest(line.pair[0]), rest(line.pair[1]))

    finals = rest(tree)
    return sections, finals


@dataclass(frozen=True, slots=True)
class Cut:
    """A tree cut ``after`` a round in ``sections`` and the ``finals``.

    ``joined``: the last section is not cut off from the finals. ``rounds`` is how many rounds the finals have, 0 where
    it was not counted.
    """

    after: int
    sections: list[Line]
    finals: Line
    joined: bool = False
    rounds: int = 0


def cuts(plan: Plan, tree: Line, most: int) -> Iterator[Cut]:
    """Yield the ways to cut ``tree`` in sections of ``most`` lines at most, the largest sections first."""
    places = [match.round for match in plan.matches if match.bracket == plan.matches[tree.source.of].bracket]
    rounds = rounds_of(plan, tree)
    for after in sorted(rounds[:-1], key=places.count):
        sections, finals = cut(plan, tree, after)
        if len(sections) > 1 and max(section.leaves for section in sections) <= most:
            yield Cut(after, sections, finals, rounds=sum(each > after for each in rounds))
            # Of two halves the second may keep what little is left; the finals of four quarters deserve a sheet.
            if len(sections) == HALVES:
                yield Cut(after, *cut(plan, tree, after, whole=sections[-1]), joined=True)
