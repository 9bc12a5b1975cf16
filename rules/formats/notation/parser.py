"""Reads and prints the notation of lower brackets.

Rounds stand between dots. Letters say which losers drop into a round; ``|`` is a round in which the survivors meet; at
the end ``X`` is a match of the upper against the lower champion, and ``R`` (recharge) a second one, played if the upper
champion has lost the first.

Source: docs/rules/lower-brackets.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.errors import RuleBroken

SURVIVORS, CROSSING, RECHARGE = "|", "X", "R"
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Notation:
    """A lower bracket: for each round the letters that drop into it, empty where the survivors meet.

    ``crossing``: the champions of both brackets meet. ``recharge``: they meet again if the upper one has lost.
    """

    rounds: tuple[str, ...]
    crossing: bool = False
    recharge: bool = False

    @property
    def text(self) -> str:
        """The notation, in its one usual form: no spaces, no dot at the end."""
        ends = [CROSSING] * self.crossing + [RECHARGE] * self.recharge
        return ".".join([*(each or SURVIVORS for each in self.rounds), *ends])

    @property
    def letters(self) -> str:
        """Every letter that drops, once each, in order."""
        return "".join(dict.fromkeys("".join(self.rounds)))

    def rounds_of(self, letter: str) -> list[int]:
        """Return the rounds (from 1) into which a letter drops; more than one for a split drop."""
        return [at for at, letters in enumerate(self.rounds, start=1) if letter in letters]


def parse(text: str, *, has_finals: bool = True) -> Notation:
    """Return the bracket that ``text`` describes. A dot at its end, spaces and small letters do not matter.

    Without ``has_finals``, as for a third bracket, X and R are letters like any other.

    Raises RuleBroken ``notation.empty``, ``notation.long``, ``notation.round``, ``notation.sign``, ``notation.start``,
    ``notation.order``, ``notation.twice`` or ``notation.finals``, most with the round (from 1) ``at`` fault.
    """
    if len(text) > LONGEST:
        raise RuleBroken("notation.long", length=len(text), longest=LONGEST)
    bare = "".join(text.split()).upper().removesuffix(".")
    if not bare:
        raise RuleBroken("notation.empty")
    rounds = bare.split(".")
    crossing, recharge = _take_finals(rounds) if has_finals else (False, False)
    for at, letters in enumerate(rounds, start=1):
        _check_round(at, letters, has_finals=has_finals)
    if not rounds or rounds[0] == SURVIVORS:
        raise RuleBroken("notation.start", got=text)
    _check_order(rounds)
    return Notation(tuple("" if each == SURVIVORS else each for each in rounds), crossing, recharge)


def _take_finals(rounds: list[str]) -> tuple[bool, bool]:
    """Remove X, X.R or XR from the end of ``rounds`` and return whether there was an X, and an R."""
    if rounds[-1] == CROSSING + RECHARGE:
        rounds[-1:] = [CROSSING, RECHARGE]
    recharge = rounds[-2:] == [CROSSING, RECHARGE]
    if recharge:
        rounds.pop()
    crossing = rounds[-1] == CROSSING
    if crossing:
        rounds.pop()
    return crossing, recharge


def _check_round(at: int, letters: str, *, has_finals: bool) -> None:
    if not letters:
        raise RuleBroken("notation.round", at=at)
    if letters == SURVIVORS:
        return
    strange = [sign for sign in letters if not ("A" <= sign <= "Z")]
    if strange:
        raise RuleBroken("notation.sign", at=at, got=strange[0])
    if has_finals and {CROSSING, RECHARGE} & set(letters):
        raise RuleBroken("notation.finals", at=at, got=letters)
    if len(set(letters)) < len(letters):
        raise RuleBroken("notation.twice", at=at, got=letters)


def _check_order(rounds: list[str]) -> None:
    """Letters come in order; the last of a round may drop into the next again."""
    latest = ""
    for at, letter in _dropping(rounds):
        if letter < latest:
            raise RuleBroken("notation.order", at=at, got=letter, after=latest)
        latest = letter


def _dropping(rounds: list[str]) -> Iterator[tuple[int, str]]:
    for at, letters in enumerate(rounds, start=1):
        for letter in letters if letters != SURVIVORS else "":
            yield at, letter
