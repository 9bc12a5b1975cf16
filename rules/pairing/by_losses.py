"""Swiss by losses: a player is out after so many losses, and the last ones play for the places that are paid.

Source: docs/rules/swiss.md#by-losses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rules.errors import RuleBroken
from rules.pairing.pairing import Record, Table, lot, pair_round
from rules.pairing.results import Result, records


class Variant(StrEnum):
    """How it ends: with a playoff of those who are paid; all play on to their last loss; the rules of the WBF."""

    PLAYOFF = "playoff"
    SOUTHERN = "southern"
    WBF = "wbf"


@dataclass(frozen=True, slots=True)
class Options:
    """``losses`` after which a player is out, the most places ``paid`` (0: no playoff), how it ends."""

    losses: int = 3
    paid: int = 0
    variant: Variant = Variant.PLAYOFF

    def __post_init__(self) -> None:
        if not 2 <= self.losses <= 9:
            raise RuleBroken("swiss.losses", got=self.losses, fewest=2, most=9)
        if self.paid < 0:
            raise RuleBroken("swiss.paid", got=self.paid)


class Phase(StrEnum):
    """What comes next."""

    SWISS = "swiss"
    PLAYOFF = "playoff"
    CONTINGENT_BYE = "contingent_bye"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Next:
    """The next round: its tables, everybody still in, and those who leave ``paid`` before it, or who are first.

    For a contingent bye ``tables`` is the first of its two matches and ``waits`` is the player who meets its winner.
    """

    phase: Phase
    round: int
    tables: tuple[Table, ...]
    still_in: tuple[int, ...]
    leaving: tuple[int, ...] = ()
    waits: int = 0


@dataclass(frozen=True, slots=True)
class Barred:
    """Those who have withdrawn, pairs who must not play each other, and the first round of those who came later.

    Late players have lost the rounds that they missed.
    """

    withdrawn: frozenset[int] = frozenset()
    pairs: frozenset[tuple[int, int]] = frozenset()
    joined: Mapping[int, int] = field(default_factory=dict, hash=False)


NOTHING = Barred()


@dataclass(frozen=True, slots=True)
class Stand:
    """What is known before a round is paired: as ``Next`` without its tables; ``records`` are of those still in."""

    phase: Phase
    round: int
    still_in: tuple[int, ...]
    leaving: tuple[int, ...]
    waits: int
    records: tuple[Record, ...]


def next_round(
    entrants: Sequence[int],
    options: Options,
    results: Sequence[Result],
    key: str,
    barred: Barred = NOTHING,
) -> Next:
    """Return what comes after these complete rounds.

    Raises RuleBroken as ``records`` and ``pair_round``.
    """
    now = stand(entrants, options, results, key, barred)
    tables: list[Table] = []
    if now.phase is not Phase.OVER:
        playing = [each for each in now.records if each.entrant != now.waits]
        tables, _ = pair_round(playing, _text(key, now.round), barred.pairs)
    return Next(now.phase, now.round, tuple(tables), now.still_in, now.leaving, now.waits)


def stand(
    entrants: Sequence[int],
    options: Options,
    results: Sequence[Result],
    key: str,
    barred: Barred = NOTHING,
) -> Stand:
    """Return how the event stands after these complete rounds. Raises RuleBroken as ``records``."""
    known = records(entrants, results, barred.joined)
    round_ = max((each.round for each in results), default=0) + 1
    left = [each for each in known.values() if each.losses < options.losses and each.entrant not in barred.withdrawn]
    inside = tuple(sorted(each.entrant for each in left))
    if len(left) <= 1:
        return Stand(Phase.OVER, round_, inside, (), 0, ())
    playoff = options.variant is not Variant.SOUTHERN and len(left) <= options.paid
    leaving: tuple[int, ...] = ()
    if playoff:
        hopeful = [each for each in left if each.losses <= options.losses - 2]
        if len(hopeful) == 1:
            return Stand(Phase.OVER, round_, (hopeful[0].entrant,), _others(inside, hopeful), 0, ())
        # Those one loss from the end go, paid, unless they save the others a bye.
        if hopeful and (len(hopeful) % 2 == 0 or len(left) % 2):
            leaving, left = _others(inside, hopeful), hopeful
    inside = tuple(sorted(each.entrant for each in left))
    losses = {each.losses for each in left}
    # Without a playoff only three who would all be out with their next loss.
    if len(left) == 3 and len(losses) == 1 and (playoff or losses == {options.losses - 1}):
        waits = _waits(left, options, _text(key, round_))
        return Stand(Phase.CONTINGENT_BYE, round_, inside, leaving, waits, tuple(left))
    return Stand(Phase.PLAYOFF if playoff else Phase.SWISS, round_, inside, leaving, 0, tuple(left))


def _text(key: str, round_: int) -> str:
    return f"{key}/round:{round_}"


def _others(inside: Sequence[int], staying: Sequence[Record]) -> tuple[int, ...]:
    names = {each.entrant for each in staying}
    return tuple(each for each in inside if each not in names)


def _waits(left: Sequence[Record], options: Options, text: str) -> int:
    """Return who waits in a contingent bye: one of those with the fewest byes, by lot.

    By the rules of the WBF, of those with equally many byes, the two who have not met play first.
    """

    def order(waiting: Record) -> tuple[int, int, int]:
        one, other = (each for each in left if each is not waiting)
        met = one.opponents.count(other.entrant) if options.variant is Variant.WBF else 0
        return waiting.byes, met, lot(text, 0, waiting.entrant)

    return min(left, key=order).entrant


def contingent_places(waits: int, first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int, int]:
    """Return first, second and third of a contingent bye; each match is winner and loser.

    B beats C. If A, who waited, beats B, then A, B, C; if B wins again: B, C, A, because then the first match was the
    final and the second a semi-final. Raises RuleBroken ``contingent.players``.
    """
    winner, loser = first
    if waits in first or set(second) != {waits, winner}:
        raise RuleBroken("contingent.players", waits=waits, first=list(first), second=list(second))
    return (waits, winner, loser) if second[0] == waits else (winner, loser, waits)


def exit_places(entrants: Sequence[int], options: Options, results: Sequence[Result]) -> list[tuple[int, ...]]:
    """Return groups of entrants who share a place, best first: those still in, then by the round they left in."""
    known = records(entrants, results)
    left_in: dict[int, tuple[int, int]] = {}
    losses = dict.fromkeys(entrants, 0)
    for result in sorted(results, key=lambda each: each.round):
        for who in result.losers:
            losses[who] += 1
            if losses[who] == options.losses:
                left_in[who] = (0, result.round)
    standing = {who: left_in.get(who, (1, -known[who].losses)) for who in entrants}
    groups = sorted(set(standing.values()), reverse=True)
    return [tuple(who for who in entrants if standing[who] == group) for group in groups]
