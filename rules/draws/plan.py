"""The plan of a draw: every match there can be, and where its two players come from.

A plan is data. It never changes while the event is played: results, withdrawals and late entries are facts that
``derive`` lays over it. A match's code (A1 … A16, then B1 …) is its place in the plan, not a count of played
matches, so that a late entrant never renumbers a printed sheet. Formats compile plans; nothing here knows one.

Source: docs/rules/byes-and-drops.md; docs/decisions/0032-formats.md.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

ENTRY = "main"
"""The code of the first bracket of every format: all entrants are drawn into it, and its winner has won the event."""


PLAY_IN = "play_in=1"
"""The option of a plan whose field was just above a power of two when it was drawn."""


class From(StrEnum):
    """The kind of a source of a side; the value is its sign in the written plan."""

    LINE = "="
    WINNER = "+"
    LOSER = "-"
    FIRST_LOSER = "~"
    UPPER_LOSER = "^"


@dataclass(frozen=True, slots=True)
class Source:
    """Where one side of a match comes from: a line's number, or a match by its place in ``Plan.matches``.

    ``FIRST_LOSER`` names an A match: its loser, or where nobody played it, whoever went on, if they lose their B match.
    ``UPPER_LOSER`` is the loser of a match if they sat on its upper side, else nobody: whoever may play a second final.
    """

    kind: From
    of: int


@dataclass(frozen=True, slots=True)
class Bracket:
    """One sheet of an event.

    ``code`` stands in rows, addresses and topics, ``name`` is the key under which words name it. ``fed_by`` are the
    codes of the brackets whose losers play on here; none where entrants are drawn on its lines.
    """

    code: str
    name: str
    fed_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """One match of the plan, in the bracket of that code; ``round`` and ``number`` count from 1."""

    code: str
    bracket: str
    round: int
    number: int
    length: int
    top: Source
    bottom: Source

    @property
    def letter(self) -> str:
        """The letter of its round."""
        return self.code.rstrip("0123456789")

    @property
    def is_second_final(self) -> bool:
        """Whether it is played only if the player who came unbeaten to the match before it loses there."""
        return self.bottom.kind is From.UPPER_LOSER


# Reads some places of the flow, in the order of the matches.
type Reader = Callable[[Sequence[int]], Sequence[int]]

UPPER = -2
"""Stands for the second match of a place that only the loser from the upper side of the first takes."""


class FirstLoser(NamedTuple):
    """A place in the flow for the first loser of a pair of lines: of A match ``first``, or where nobody played it, of
    ``second``, the match that whoever went on plays next (-1: none; ``UPPER``: only the loser from the upper side).
    """

    place: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Level:
    """Matches that stand together, from ``start`` to before ``end``, none of which feeds another: usually a round.

    ``tops`` and ``bottoms`` read their players from the flow, one entry a match.
    """

    start: int
    end: int
    tops: Reader = field(repr=False, compare=False)
    bottoms: Reader = field(repr=False, compare=False)


class Span(NamedTuple):
    """Matches of one bracket that stand together, from ``start`` to before ``end``, cut into ``levels``.

    ``is_lower``: losers of other brackets drop in. ``first_losers`` are the places to be filled before its first match.
    """

    bracket: str
    start: int
    end: int
    is_lower: bool
    first_losers: tuple[FirstLoser, ...]
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """All matches in an order in which every match stands behind those that feed it.

    ``format`` is the name of the format that compiled it. ``brackets`` stand in the order in which they are shown, the
    first with the code ``ENTRY``. ``options`` are what the format must know again about a plan, each ``name=value``.

    The rest follows from these: ``sides`` are the links as places in the flow that ``derive`` walks (line l at l, the
    winner of match m at ``size + 1 + 2m``, its loser behind it, first losers at the end), ``spans`` cuts the matches by
    bracket, ``leads_to`` maps a source to the match it feeds, ``after_bye`` a match to the one that the holder of a bye
    in it plays first, if a loss there sends them down, and ``below`` has for each match the code of the bracket into
    which its loser may drop, empty for none. ``by_rounds``: entrants sit on lines of the last round too, nobody goes on
    from match to match, and a table decides. ``tabled`` are the matches after which nobody goes on because a table
    decides: those of lines that play several matches, or all. ``earlier`` has the matches of both lines just before one
    of these.
    """

    format: str
    size: int
    brackets: tuple[Bracket, ...]
    matches: tuple[PlannedMatch, ...]
    options: tuple[str, ...] = ()
    sides: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    spans: tuple[Span, ...] = field(init=False, repr=False, compare=False)
    leads_to: Mapping[tuple[From, int], int] = field(init=False, repr=False, compare=False)
    after_bye: Mapping[int, int] = field(init=False, repr=False, compare=False)
    below: tuple[str, ...] = field(init=False, repr=False, compare=False)
    by_rounds: bool = field(init=False, repr=False, compare=False)
    tabled: frozenset[int] = field(init=False, repr=False, compare=False)
    earlier: Mapping[int, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        links = _Links(self)
        object.__setattr__(self, "sides", tuple(links.sides()))
        object.__setattr__(self, "spans", tuple(links.spans()))
        object.__setattr__(self, "leads_to", links.leads_to)
        second = {each.first: each.second for each in links.first_losers.values() if each.second >= 0}
        object.__setattr__(self, "after_bye", second)
        object.__setattr__(self, "below", tuple(links.below(second)))
        object.__setattr__(self, "by_rounds", links.by_rounds())
        object.__setattr__(self, "tabled", links.tabled())
        object.__setattr__(self, "earlier", dict(links.earlier(self.tabled)))

    @property
    def named_options(self) -> dict[str, str]:
        """The options: name → value."""
        return dict(each.split("=") for each in self.options)

    def __hash__(self) -> int:
        """Return a hash that takes no longer for a large plan; equal plans have equal hashes."""
        return hash((self.format, self.size, len(self.matches)))

    @property
    def has_play_in(self) -> bool:
        """Whether the first round of the main bracket is called a play-in: it has few matches, as drawn."""
        return PLAY_IN in self.options

    @property
    def final(self) -> int:
        """The place of the match whose winner has won the event."""
        return self.of(ENTRY)[-1]

    def deciding(self, status: str) -> int:
        """Return the place of the match whose winner has won the event: the first final where nobody needs the second.

        ``status`` is the word for that of the match at ``final``.
        """
        last = self.matches[self.final].bottom
        return last.of if last.kind is From.UPPER_LOSER and status == "bye" else self.final

    @property
    def is_cut(self) -> bool:
        """Whether a table decides who sits on the lines of a knockout behind it."""
        return bool(self.tabled) and not self.by_rounds

    @property
    def seats(self) -> frozenset[int]:
        """The lines on which an entrant can be drawn: all but the byes that are part of a structure, and the lines of a
        knockout behind tables.

        Such a bye stands opposite a line whose match sends nobody on although others of its round do.
        """
        if self.is_cut:
            return frozenset(side.of for at in self.tabled for side in (self.matches[at].top, self.matches[at].bottom))
        first = [at for at in self.of(ENTRY) if self.matches[at].round == 1]
        closed = {at for at in first if not self.below[at]} if any(self.below[at] for at in first) else set()
        lines = (side for at in closed for side in (self.matches[at].bottom,))
        return frozenset(range(1, self.size + 1)) - {side.of for side in lines if side.kind is From.LINE}

    @property
    def flow_size(self) -> int:
        """How many places the flow of ``derive`` has."""
        return self.size + 1 + 2 * len(self.matches) + sum(len(span.first_losers) for span in self.spans)

    def bracket(self, code: str) -> Bracket:
        """Return the bracket of this code."""
        return next(bracket for bracket in self.brackets if bracket.code == code)

    def winner_at(self, match: int) -> int:
        """Return where in the flow the winner of ``match`` stands; the loser stands one further."""
        return self.size + 1 + 2 * match

    def rounds(self, bracket: str) -> int:
        """Return how many rounds ``bracket`` has, 0 when there is none."""
        return max((match.round for match in self.matches if match.bracket == bracket), default=0)

    def of(self, bracket: str) -> list[int]:
        """Return the places of ``bracket``'s matches in ``matches``."""
        return [place for span in self.spans if span.bracket == bracket for place in range(span.start, span.end)]

    def text(self) -> str:
        """Return the plan as lines: size, brackets, then a match on each (``main 3 1 C1 7 +B1 +B2``).

        ``rules.draws.written.read_plan`` reads them.
        """
        brackets = (" ".join(["bracket", each.code, each.name, *each.fed_by]) for each in self.brackets)
        return "\n".join(
            [
                " ".join([self.format, str(self.size), "lines", *self.options]),
                *brackets,
                *(self._line(match) for match in self.matches),
            ]
        )

    def _line(self, match: PlannedMatch) -> str:
        sides = " ".join(
            side.kind.value + (str(side.of) if side.kind is From.LINE else self.matches[side.of].code)
            for side in (match.top, match.bottom)
        )
        return f"{match.bracket} {match.round} {match.number} {match.code} {match.length} {sides}"


class _Links:
    """Numbers the links of a plan for the walk of ``derive``."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.leads_to = {
            (side.kind, side.of): place
            for place, match in enumerate(plan.matches)
            for side in (match.top, match.bottom)
        }
        after = plan.size + 1 + 2 * len(plan.matches)
        firsts = [(kind, of) for kind, of in self.leads_to if kind in (From.FIRST_LOSER, From.UPPER_LOSER)]
        self.first_losers = {
            of: FirstLoser(
                after + index, of, UPPER if kind is From.UPPER_LOSER else self.leads_to.get((From.WINNER, of), -1)
            )
            for index, (kind, of) in enumerate(firsts)
        }

    def sides(self) -> Iterator[tuple[int, int]]:
        for match in self.plan.matches:
            yield self.place(match.top), self.place(match.bottom)

    def place(self, source: Source) -> int:
        match source.kind:
            case From.LINE:
                return source.of
            case From.WINNER:
                return self.plan.winner_at(source.of)
            case From.LOSER:
                return self.plan.winner_at(source.of) + 1
            case From.FIRST_LOSER | From.UPPER_LOSER:
                return self.first_losers[source.of].place

    def spans(self) -> Iterator[Span]:
        lower = {bracket.code for bracket in self.plan.brackets if bracket.fed_by}
        for (bracket, _), group in groupby(range(len(self.plan.matches)), key=self.span_of):
            places = list(group)
            fed = (side for at in places for side in (self.plan.matches[at].top, self.plan.matches[at].bottom))
            firsts = tuple(
                self.first_losers[side.of] for side in fed if side.kind in (From.FIRST_LOSER, From.UPPER_LOSER)
            )
            levels = tuple(self.levels(places[0], places[-1] + 1))
            yield Span(bracket, places[0], places[-1] + 1, bracket in lower, firsts, levels)

    def levels(self, start: int, end: int) -> Iterator[Level]:
        """Cut a span before every match that another one of its level feeds."""
        sides = [(self.place(each.top), self.place(each.bottom)) for each in self.plan.matches[start:end]]
        first, end_of_lines = start, self.plan.winner_at(0)
        for at, pair in enumerate(sides, start):
            fed_from = [(place - end_of_lines) // 2 for place in pair]
            if any(first <= match < at for match in fed_from):
                yield Level(first, at, *map(_reader, zip(*sides[first - start : at - start], strict=True)))
                first = at
        yield Level(first, end, *map(_reader, zip(*sides[first - start :], strict=True)))

    def span_of(self, at: int) -> tuple[str, bool]:
        """Return what matches of one span share: a second final stands alone, because the first decides its player."""
        match = self.plan.matches[at]
        return match.bracket, From.UPPER_LOSER in (match.top.kind, match.bottom.kind)

    def by_rounds(self) -> bool:
        first, last = self.plan.matches[0], self.plan.matches[-1]
        if last.round == 1 or last.top.kind is not From.LINE:
            return False
        lines = Counter(match.top.of for match in self.plan.matches) + Counter(
            each.bottom.of for each in self.plan.matches
        )
        # A final of two lines behind pools has lines that play once, the pools have not.
        return (lines[first.top.of] > 1) == (lines[last.top.of] > 1)

    def tabled(self) -> frozenset[int]:
        """Return the matches of lines that play several, or all where all play round after round."""
        if self.plan.by_rounds:
            return frozenset(range(len(self.plan.matches)))
        lines = [side.of for match in self.plan.matches for side in (match.top, match.bottom) if side.kind is From.LINE]
        if len(set(lines)) == len(lines):
            return frozenset()
        often = {line for line, times in Counter(lines).items() if times > 1}
        sides = enumerate((match.top, match.bottom) for match in self.plan.matches)
        return frozenset(at for at, both in sides if all(each.kind is From.LINE and each.of in often for each in both))

    def earlier(self, tabled: Collection[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        last: dict[int, int] = {}
        for place in sorted(tabled):
            match = self.plan.matches[place]
            lines = (match.top.of, match.bottom.of)
            yield place, tuple(dict.fromkeys(last[line] for line in lines if line in last))
            last |= dict.fromkeys(lines, place)

    def below(self, second: Mapping[int, int]) -> Iterator[str]:
        through_bye = {later: self.leads_to[From.FIRST_LOSER, first] for first, later in second.items()}
        for at in range(len(self.plan.matches)):
            ways = (self.leads_to.get((From.LOSER, at)), self.leads_to.get((From.FIRST_LOSER, at)), through_bye.get(at))
            to = next((way for way in ways if way is not None), None)
            yield "" if to is None else self.plan.matches[to].bracket


def _reader(places: tuple[int, ...]) -> Reader:
    """Return what reads these places of a sequence, in their order."""
    step = places[1] - places[0] if len(places) > 1 else 1
    if step > 0 and places == tuple(range(places[0], places[-1] + 1, step)):
        return itemgetter(slice(places[0], places[-1] + 1, step))  # twice as fast
    return itemgetter(*places)


def with_lengths(plan: Plan, lengths: Mapping[int, int]) -> Plan:
    """Return the plan with other lengths of some matches, by place; everything else stays."""
    if all(plan.matches[at].length == length for at, length in lengths.items()):
        return plan
    matches = tuple(
        replace(match, length=lengths[at]) if at in lengths else match for at, match in enumerate(plan.matches)
    )
    other = copy(plan)  # the links stay the same
    object.__setattr__(other, "matches", matches)
    return other


def round_letter(index: int) -> str:
    """Return the letter of the ``index``-th round (from 0) of an event: A … Z, then AA, AB …"""
    return chr(65 + index) if index < 26 else chr(64 + index // 26) + chr(65 + index % 26)
