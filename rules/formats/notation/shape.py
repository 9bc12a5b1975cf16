"""The shape of a lower bracket: how many players each round has, and whether the numbers work out.

Before each round, survivors and droppers together must be an even number, and the last round must leave the number
that goes on, usually one.

Source: docs/rules/lower-brackets.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.formats.notation.parser import Notation


@dataclass(frozen=True, slots=True)
class Round:
    """One round: ``survivors`` come from the round before, ``drops`` are the droppers by letter.

    With ``bye`` one player passes without a match.
    """

    number: int
    survivors: int
    drops: tuple[tuple[str, int], ...]
    bye: bool

    @property
    def dropping(self) -> int:
        """How many drop into it."""
        return sum(count for _, count in self.drops)

    @property
    def matches(self) -> int:
        """Its matches."""
        return (self.survivors + self.dropping) // 2

    @property
    def leaves(self) -> int:
        """How many survive it."""
        return self.matches + self.bye


def shape(notation: Notation, losers: Mapping[str, int], *, byes: bool = False, leaves: int = 1) -> list[Round]:
    """Return the rounds of a bracket whose letters drop as many ``losers`` each.

    A split drop is divided so that the numbers work out, as late as possible. With ``byes`` an odd round gives one.

    Raises RuleBroken ``notation.letter`` for a letter that names no round, ``notation.odd`` with the round (from 1)
    that would need a bye, ``notation.alone`` for a round without two players, ``notation.unfinished`` with how many
    are left.
    """
    for letter in notation.letters:
        if not losers.get(letter):
            raise RuleBroken("notation.letter", got=letter, known="".join(each for each in losers if losers[each]))
    first: RuleBroken | None = None
    for divided in _divisions(notation, losers):
        try:
            return _counted(divided, byes=byes, leaves=leaves)
        except RuleBroken as broken:
            first = first or broken
    raise first or RuleBroken("notation.split", got=notation.text)


type Drops = tuple[tuple[tuple[str, int], ...], ...]


def _divisions(notation: Notation, losers: Mapping[str, int]) -> Iterator[Drops]:
    """Yield every way to divide the split drops, most in the first round of a letter first; one if none is split."""
    split = [letter for letter in notation.letters if len(notation.rounds_of(letter)) > 1]
    shares: list[dict[tuple[str, int], int]] = [{}]
    for letter in split:
        rounds = notation.rounds_of(letter)
        if losers[letter] < len(rounds):
            raise RuleBroken("notation.split", got=letter, losers=losers[letter], rounds=len(rounds))
        ways = [
            dict(zip([(letter, at) for at in rounds], way, strict=True)) for way in _parts(losers[letter], len(rounds))
        ]
        shares = [{**share, **way} for share in shares for way in ways]
    for share in shares:
        yield tuple(
            tuple((letter, share.get((letter, at), losers[letter])) for letter in letters)
            for at, letters in enumerate(notation.rounds, start=1)
        )


def _parts(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total - parts + 1, 0, -1):
        for rest in _parts(total - first, parts - 1):
            yield (first, *rest)


def _counted(divided: Drops, *, byes: bool, leaves: int) -> list[Round]:
    rounds: list[Round] = []
    survivors = 0
    for number, drops in enumerate(divided, start=1):
        players = survivors + sum(count for _, count in drops)
        if players < 2:
            raise RuleBroken("notation.alone", at=number, players=players)
        if players % 2 and not byes:
            raise RuleBroken("notation.odd", at=number, players=players)
        rounds.append(Round(number, survivors, drops, bool(players % 2)))
        survivors = rounds[-1].leaves
    if survivors != leaves:
        raise RuleBroken("notation.unfinished", left=survivors, wanted=leaves)
    return rounds
