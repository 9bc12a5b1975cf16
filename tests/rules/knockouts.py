"""Knockouts for tests of the rule book."""

from rules.formats.knockout import CONSOLATION, LAST_CHANCE, MAIN, Consolation, Knockout
from rules.formats.lengths import Lengths

BRACKETS = [MAIN, CONSOLATION, LAST_CHANCE]


def knockout(
    consolation: Consolation,
    main: Lengths,
    below: Lengths,
    *,
    crawford: bool = True,
    holland: bool = False,
    last: Lengths | None = None,
) -> Knockout:
    """Return a knockout, with a last chance if it has lengths: ``last``."""
    played_to = {MAIN: main, CONSOLATION: below, LAST_CHANCE: last or below.shorter()}
    return Knockout(consolation, played_to, crawford, holland, last is not None)
