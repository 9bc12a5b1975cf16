"""The tree of a lower bracket before anybody is placed: its matches, and the seats for those who drop.

Survivors stay in order from the top. A round with as many droppers as survivors pairs one with one; where the numbers
differ, the mixed matches are spread evenly among the others.

Source: docs/rules/lower-brackets.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rules.formats.notation.shape import Round


@dataclass(frozen=True, slots=True)
class Seat:
    """A place for one dropper: the round (from 1) and the letter that drops there."""

    number: int
    round: int
    letter: str


@dataclass(frozen=True, slots=True)
class Won:
    """The winner of a match of the tree, by its number."""

    match: int


type Player = Seat | Won


@dataclass(frozen=True)
class Tree:
    """``matches`` has for each match its round and its two players, ``seats`` every seat from the top of each round.

    ``last`` are the players who are left after the last round.
    """

    matches: list[tuple[int, Player, Player]] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    last: list[Player] = field(default_factory=list)

    @cached_property
    def paths(self) -> list[tuple[int, ...]]:
        """For each seat the matches that its player plays there for as long as they win."""
        above: dict[int, int] = {}
        entry: dict[int, int] = {}
        for at, (_, one, other) in enumerate(self.matches):
            for player in (one, other):
                if isinstance(player, Won):
                    above[player.match] = at
                else:
                    entry[player.number] = at
        return [self._up(entry.get(seat.number, -1), above) for seat in self.seats]

    @staticmethod
    def _up(at: int, above: dict[int, int]) -> tuple[int, ...]:
        path = []
        while at >= 0:
            path.append(at)
            at = above.get(at, -1)
        return tuple(path)


def grow(rounds: Sequence[Round]) -> Tree:
    """Return the tree of these rounds."""
    tree = Tree()
    survivors: list[Player] = []
    passed: set[Player] = set()
    for each in rounds:
        droppers: list[Player] = []
        for letter, count in each.drops:
            seats = [Seat(len(tree.seats) + at, each.number, letter) for at in range(count)]
            tree.seats.extend(seats)
            droppers.extend(seats)
        after: list[Player] = []
        if each.bye:
            after.append(_pass(survivors or droppers, passed))
        for one, other in _paired(survivors, droppers):
            after.append(Won(len(tree.matches)))
            tree.matches.append((each.number, one, other))
        survivors = after
    tree.last.extend(survivors)
    return tree


def _pass(players: list[Player], passed: set[Player]) -> Player:
    """Remove and return the player who passes a round: the uppermost who has not passed one."""
    chosen = next((each for each in players if each not in passed), players[0])
    players.remove(chosen)
    passed.add(chosen)
    return chosen


def _paired(survivors: Sequence[Player], droppers: Sequence[Player]) -> list[tuple[Player, Player]]:
    """Return the matches of a round from its top."""
    many, few = (survivors, droppers) if len(survivors) >= len(droppers) else (droppers, survivors)
    matches = (len(many) + len(few)) // 2
    pairs: list[tuple[Player, Player]] = []
    from_many, from_few = iter(many), iter(few)
    for at in range(matches):
        if (at + 1) * len(few) // matches > at * len(few) // matches:
            one, other = next(from_many), next(from_few)
            pairs.append((one, other) if many is survivors else (other, one))
        else:
            pairs.append((next(from_many), next(from_many)))
    return pairs
