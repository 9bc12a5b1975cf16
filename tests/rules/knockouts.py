"""Knockouts for tests of the rule book."""

from rules.formats.knockout import CONSOLATION, MAIN, Consolation, Knockout
from rules.formats.lengths import Lengths

BRACKETS = [MAIN, CONSOLATION]


def knockout(
    consolation: Consolation, main: Lengths, below: Lengths, *, crawford: bool = True, holland: bool = False
) -> Knockout:
    return Knockout(consolation, {MAIN: main, CONSOLATION: below}, crawford, holland)
