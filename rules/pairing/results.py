"""The results of rounds so far, and the records that follow from them.

Source: docs/rules/swiss.md.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.pairing.pairing import BYE, Record


@dataclass(frozen=True, slots=True)
class Result:
    """A match of a round: ``loser`` is BYE for a bye; without a ``winner`` (BYE) neither came.

    Points, and who came ``late``, are optional.
    """

    round: int
    winner: int
    loser: int
    points: tuple[int, int] = (0, 0)
    absent: tuple[int, int] = (0, 0)
    late: tuple[int, ...] = ()

    @property
    def losers(self) -> tuple[int, ...]:
        """Everybody who has lost it."""
        return self.absent if self.winner == BYE else (self.loser,) if self.loser != BYE else ()


def records(
    entrants: Iterable[int], results: Sequence[Result], joined: Mapping[int, int] | None = None
) -> dict[int, Record]:
    """Return the record of every entrant. A bye is a win; if neither came both have lost, and have not met.

    ``joined`` has the first round of those who came later: they have lost the rounds before.

    Raises RuleBroken ``results.unknown`` for an entrant who does not play, ``results.twice`` for two results of one
    entrant in one round, ``results.self`` for a match against oneself.
    """
    first = joined or {}
    known = {entrant: Record(entrant, losses=max(0, first.get(entrant, 1) - 1)) for entrant in entrants}
    seen: set[tuple[int, int]] = set()
    for result in sorted(results, key=lambda each: each.round):
        players = result.absent if result.winner == BYE else (result.winner, result.loser)
        _check(result, players, known, seen)
        for who in players:
            if who != BYE:
                known[who] = _after(known[who], result, players)
    return known


def _check(result: Result, players: tuple[int, int], known: Collection[int], seen: set[tuple[int, int]]) -> None:
    if players[0] == players[1]:
        raise RuleBroken("results.self", round=result.round, entrant=players[0])
    for who in players:
        if who == BYE and result.winner != BYE:
            continue
        if who not in known:
            raise RuleBroken("results.unknown", round=result.round, entrant=who)
        if (result.round, who) in seen:
            raise RuleBroken("results.twice", round=result.round, entrant=who)
        seen.add((result.round, who))


def _after(record: Record, result: Result, players: tuple[int, int]) -> Record:
    won = record.entrant == result.winner
    other = players[1] if players[0] == record.entrant else players[0]
    met = (other,) if other != BYE and result.winner != BYE else ()
    return Record(
        record.entrant,
        record.wins + won,
        record.losses + (not won),
        record.byes + (other == BYE),
        (*record.opponents, *met),
    )
