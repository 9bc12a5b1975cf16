"""The plan of a draw: every match there can be, and where its two players come from.

A plan is data. It never changes while the event is played: results, withdrawals and late entries are facts that
``derive`` lays over it. A match's code (A1 … A16, then B1 …) is its place in the plan, not a count of played
matches, so that a late entrant never renumbers a printed sheet.

Source: docs/rules/byes-and-drops.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from rules.draws.drops import drop_line, drop_rounds
from rules.draws.format import Bracket, Consolation, Format
from rules.errors import RuleBroken

LARGEST = 1024


class From(StrEnum):
    """What fills a side of a match; the value is its sign in the written plan."""

    LINE = "="
    WINNER = "+"
    LOSER = "-"
    FIRST_LOSER = "~"


@dataclass(frozen=True, slots=True)
class Source:
    """Where one side of a match comes from: a line's number, or a match by its place in ``Plan.matches``.

    ``FIRST_LOSER`` names an A match: its loser, or where it was a bye, its holder if he loses his B match.
    """

    kind: From
    of: int


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """One match of the plan; ``round`` and ``number`` count from 1, ``length`` is in points."""

    code: str
    bracket: Bracket
    round: int
    number: int
    length: int
    top: Source
    bottom: Source


@dataclass(frozen=True, slots=True)
class Plan:
    """All matches in an order in which every match stands behind those that feed it, main bracket first.

    ``sides`` and ``first_losers`` are the same links as places in the flow that ``derive`` walks: line l at l,
    the winner of match m at ``size + 1 + 2m``, its loser behind it, first losers at the end.
    """

    size: int
    matches: tuple[PlannedMatch, ...]
    sides: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    first_losers: tuple[tuple[int, int, int], ...] = field(init=False, repr=False, compare=False)
    consolation_at: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places = _FlowPlaces(self)
        object.__setattr__(self, "sides", tuple(places.sides()))
        object.__setattr__(self, "first_losers", tuple(places.first_losers))
        main = sum(match.bracket is Bracket.MAIN for match in self.matches)
        object.__setattr__(self, "consolation_at", main)

    def winner_at(self, match: int) -> int:
        """Return where in the flow the winner of ``match`` stands; his loser is one further."""
        return self.size + 1 + 2 * match

    def rounds(self, bracket: Bracket) -> int:
        """Return how many rounds ``bracket`` has, 0 when there is none."""
        return max((match.round for match in self.matches if match.bracket is bracket), default=0)

    def of(self, bracket: Bracket) -> list[int]:
        """Return the places of ``bracket``'s matches in ``matches``."""
        return [place for place, match in enumerate(self.matches) if match.bracket is bracket]

    def text(self) -> str:
        """Return the plan as one line a match: ``G1 5 +F1 -B5``; ``read_plan`` reads it back."""
        return "\n".join([f"{self.size} lines", *(self._line(match) for match in self.matches)])

    def _line(self, match: PlannedMatch) -> str:
        sides = " ".join(
            side.kind.value + (str(side.of) if side.kind is From.LINE else self.matches[side.of].code)
            for side in (match.top, match.bottom)
        )
        return f"{match.bracket.value} {match.round} {match.number} {match.code} {match.length} {sides}"


class _FlowPlaces:
    """Numbers the links of a plan for the walk of ``derive``."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.first_losers: list[tuple[int, int, int]] = []
        self.fed = {
            side.of: place
            for place, match in enumerate(plan.matches)
            for side in (match.top, match.bottom)
            if side.kind is From.WINNER
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
            case From.FIRST_LOSER:
                place = self.plan.size + 1 + 2 * len(self.plan.matches) + len(self.first_losers)
                self.first_losers.append((place, source.of, self.fed.get(source.of, -1)))
                return place


def round_letter(index: int) -> str:
    """Return the letter of the ``index``-th round (from 0) of an event: A … Z, then AA, AB …"""
    return chr(65 + index) if index < 26 else chr(64 + index // 26) + chr(65 + index % 26)


@lru_cache(maxsize=64)
def compile_plan(size: int, format_: Format) -> Plan:
    """Return the plan of a knockout on ``size`` lines (a power of two, 2 to 1,024) with its consolation.

    The loser of the final never drops: he is paid. Raises RuleBroken ``plan.size``.
    """
    if size < 2 or size > LARGEST or size & (size - 1):
        raise RuleBroken("plan.size", size=size)
    matches: list[PlannedMatch] = []
    main_rounds = size.bit_length() - 1
    _add_knockout(matches, Bracket.MAIN, [Source(From.LINE, line + 1) for line in range(size)], format_, 0)
    if main_rounds > 1 and format_.consolation is Consolation.FIRST_MATCH:
        kind = From.FIRST_LOSER if main_rounds > 2 else From.LOSER
        droppers = [Source(kind, match) for match in range(size // 2)]
        _add_knockout(matches, Bracket.CONSOLATION, droppers, format_, main_rounds)
    if main_rounds > 1 and format_.consolation is Consolation.PROGRESSIVE:
        _add_progressive(matches, main_rounds, format_)
    return Plan(size, tuple(matches))


def _add_round(
    matches: list[PlannedMatch],
    bracket: Bracket,
    sides: list[tuple[Source, Source]],
    letter: str,
    at: tuple[int, int],
) -> list[Source]:
    """Add one round, ``at`` its number and length, and return its winners."""
    start = len(matches)
    for number, (top, bottom) in enumerate(sides, start=1):
        matches.append(PlannedMatch(f"{letter}{number}", bracket, at[0], number, at[1], top, bottom))
    return [Source(From.WINNER, start + place) for place in range(len(sides))]


def _paired(players: list[Source]) -> list[tuple[Source, Source]]:
    return list(zip(players[::2], players[1::2], strict=True))


def _add_knockout(
    matches: list[PlannedMatch], bracket: Bracket, players: list[Source], format_: Format, rounds_before: int
) -> None:
    rounds = len(players).bit_length() - 1
    lengths = format_.lengths(bracket)
    for round_ in range(1, rounds + 1):
        at = (round_, lengths.of(round_, rounds))
        players = _add_round(matches, bracket, _paired(players), round_letter(rounds_before + round_ - 1), at)


def _add_progressive(matches: list[PlannedMatch], main_rounds: int, format_: Format) -> None:
    drops = drop_rounds(main_rounds)
    lengths = format_.lengths(Bracket.CONSOLATION)
    starts = [sum(1 << (main_rounds - before) for before in range(1, r)) for r in range(main_rounds + 1)]
    players: list[Source] = []
    for round_, main_round in enumerate(drops, start=1):
        sides = _paired(players)
        if main_round:
            droppers: list[Source] = [Source(From.LOSER, 0)] * (1 << (main_rounds - main_round))
            for match in range(len(droppers)):
                line = drop_line(main_rounds, main_round, match)
                droppers[line] = Source(From.LOSER, starts[main_round] + match)
            sides = list(zip(players, droppers, strict=True)) if players else _paired(droppers)
        letter = round_letter(main_rounds + round_ - 1)
        players = _add_round(matches, Bracket.CONSOLATION, sides, letter, (round_, lengths.of(round_, len(drops))))


def read_plan(text: str) -> Plan:
    """Return the plan that ``Plan.text`` wrote. Raises RuleBroken ``plan.text`` with the line that is wrong."""
    head, *lines = text.split("\n")
    matches: list[PlannedMatch] = []
    places: dict[str, int] = {}
    try:
        size = int(head.removesuffix(" lines"))
        for line in lines:
            head = line
            bracket, round_, number, code, length, top, bottom = line.split(" ")
            sides = [_read_source(side, places) for side in (top, bottom)]
            places[code] = len(matches)
            at = (int(round_), int(number), int(length))
            matches.append(PlannedMatch(code, Bracket(bracket), *at, *sides))
    except (ValueError, KeyError):
        raise RuleBroken("plan.text", line=head) from None
    return Plan(size, tuple(matches))


def _read_source(text: str, places: dict[str, int]) -> Source:
    kind = From(text[:1])
    return Source(kind, int(text[1:]) if kind is From.LINE else places[text[1:]])
