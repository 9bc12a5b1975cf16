"""How likely each entrant is to end where, in each bracket of a draw.

Source: docs/rules/odds.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.draws.state import DrawState
from rules.odds.chances import Chances
from rules.odds.laws import Law
from rules.odds.net import Net, Running
from rules.odds.sampled import standard_errors
from rules.odds.walk import ACCURACY, MOST_SETTLED, Walk

WINNER, OUT = "0", "out"
"""The keys of the winner of a bracket, and of an entrant who is never in it."""

type Keyed = Mapping[int, Mapping[str, Mapping[str, float]]]
"""Entrant → code of the bracket → key → number. The key is how many rounds were left when they lost there."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of every entrant, in the order of the lines.

    ``exact`` says for each bracket whether its chances are exact; ``errors`` has the standard errors of those that
    were sampled, and nothing else.
    """

    places: Keyed
    exact: Mapping[str, bool]
    errors: Keyed

    def chance(self, entrant: int, bracket: str, key: str = WINNER) -> float:
        """Return one chance; that to win the bracket without a ``key``."""
        return self.places[entrant][bracket].get(key, 0.0)

    def expected(self, bracket: str, key: str) -> float:
        """Return how many entrants are expected to end at ``key``."""
        return sum(each[bracket].get(key, 0.0) for each in self.places.values())


def place_odds(
    state: DrawState,
    chances: Chances,
    *,
    running: Running | None = None,
    accuracy: float = ACCURACY,
    most_settled: int = MOST_SETTLED,
) -> Odds:
    """Return the odds of a draw as it stands.

    What has been decided counts as it does in ``derive``; nobody withdraws or stays away from now on. ``running`` gives
    matches that have begun another chance than that at their start. Where the two sides of a match depend on more than
    ``most_settled`` others, it is sampled until its standard error is at most ``accuracy``.

    Raises RuleBroken as ``Chances.row``. Source: docs/rules/odds.md.
    """
    net = Net(state, chances, running)
    return Places(Walk(net, accuracy, most_settled)).odds()


class Places:
    """Adds up the matches of each round."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.net, self.plan = walk, walk.net, walk.net.plan
        self.size = len(self.net.entrants)

    def odds(self) -> Odds:
        """Return the odds of all brackets."""
        places: dict[int, dict[str, dict[str, float]]] = {entrant: {} for entrant in self.net.entrants}
        errors: dict[int, dict[str, dict[str, float]]] = {entrant: {} for entrant in self.net.entrants}
        exact: dict[str, bool] = {}
        for bracket in self.plan.brackets:
            columns = self.columns(bracket.code)
            inexact = dict(self.errors(bracket.code))
            exact[bracket.code] = not inexact
            for at, entrant in enumerate(self.net.entrants):
                own = {key: column[at] for key, column in columns.items()}
                if bracket.fed_by:
                    own[OUT] = rounded(1 - sum(own.values()))
                places[entrant][bracket.code] = own
                if inexact:
                    errors[entrant][bracket.code] = {key: column[at] for key, column in inexact.items()}
        return Odds(places, exact, {entrant: each for entrant, each in errors.items() if each})

    def columns(self, bracket: str) -> dict[str, list[float]]:
        """Return for each key of a bracket the chance of every entrant, by index."""
        rounds = self.plan.rounds(bracket)
        columns = {str(left): [0.0] * self.size for left in range(rounds + 1)}
        for match in self.plan.of(bracket):
            column = columns[str(rounds - self.plan.matches[match].round + 1)]
            for who, chance in self.lost(match):
                column[who] += chance
        for who, chance in self.won(self.plan.of(bracket)[-1]):
            columns[WINNER][who] += chance
        return {key: [rounded(each) for each in column] for key, column in columns.items()}

    def lost(self, match: int) -> Iterator[tuple[int, float]]:
        """Yield who may lose a match, with the chance."""
        if match in self.walk.laws:
            yield from _pairs(self.walk.laws[match].loser)
        else:
            yield from ((who, 1.0) for who in self.net.lost(match))

    def won(self, match: int) -> Iterator[tuple[int, float]]:
        """Yield who may win a match, with the chance."""
        if match in self.walk.laws:
            yield from _pairs(self.walk.laws[match].winner)
        else:
            yield from _pairs(self.net.way(self.plan.winner_at(match)).settled)

    def errors(self, bracket: str) -> Iterator[tuple[str, list[float]]]:
        """Yield the keys of a bracket whose chances were sampled, with the standard error of every entrant."""
        places, rounds, sampled = self.plan.of(bracket), self.plan.rounds(bracket), self.walk.open
        by_round: dict[int, list[int]] = {}
        for match in places:
            if match in sampled:
                by_round.setdefault(rounds - self.plan.matches[match].round + 1, []).append(match)
        for left, matches in by_round.items():
            batches = zip(*(sampled[match].lost for match in matches), strict=True)
            yield str(left), standard_errors([[sum(each) for each in zip(*batch, strict=True)] for batch in batches])
        if places[-1] in sampled:
            yield WINNER, standard_errors(sampled[places[-1]].won)


def _pairs(law: Law) -> Iterator[tuple[int, float]]:
    return zip(law.who, law.chance, strict=True)


def rounded(chance: float) -> float:
    """Return a chance without the rounding error of one that cannot be or is certain."""
    return 0.0 if chance < 1e-14 else 1.0 if chance > 1 - 1e-14 else chance
