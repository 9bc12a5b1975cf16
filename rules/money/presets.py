"""Prize tables that directors use, by id, with the field sizes they are meant for.

Source: docs/rules/prizes.md#presets.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rules.errors import RuleBroken
from rules.money.prizes import CONSOLATION, LAST_CHANCE, MAIN, Row, Table
from rules.money.shares import read_share

# The eight written places of the many-places table; from the ninth it is 32 divided by the place.
_WRITTEN = (32, 20, 13, 9, 7, 6, 5, 4)
_ENTRANTS_A_PLACE = 10


@dataclass(frozen=True, slots=True)
class Preset:
    """A table by its ``id``; ``least`` and ``most`` are the field sizes it is meant for, None without a limit.

    ``table_for(entrants)`` is the table at a field size; only that of many places depends on it. ``auction``: meant for
    the pool of a Calcutta.
    """

    id: str
    table_for: Callable[[int], Table]
    least: int = 2
    most: int | None = None
    auction: bool = False

    def suits(self, entrants: int) -> bool:
        """Whether it is meant for a field of this size."""
        return entrants >= self.least and (self.most is None or entrants <= self.most)


def table_of(*rows: tuple[str, int, str | int]) -> Table:
    """Return a table from rows of bracket, place and share as ``read_share`` reads it.

    Raises RuleBroken ``share.text`` or those of ``Table``.
    """
    return Table(tuple(Row(bracket, place, read_share(share)) for bracket, place, share in rows))


def many_places(places: int) -> Table:
    """Return 32-20-13-9-7-6-5-4, then exactly 32/N for place N, for so many ``places`` of the main bracket.

    Raises RuleBroken ``table.empty`` or ``table.long``.
    """
    shares = [Fraction(share) for share in _WRITTEN[:places]]
    shares += [Fraction(_WRITTEN[0], place) for place in range(len(_WRITTEN) + 1, places + 1)]
    return Table(tuple(Row(MAIN, place, share) for place, share in enumerate(shares, start=1)))


def preset(id: str) -> Preset:
    """Return a preset by its id.

    Raises RuleBroken ``preset.unknown``.
    """
    if id not in PRESETS:
        raise RuleBroken("preset.unknown", got=id[:40])
    return PRESETS[id]


def _fixed(*rows: tuple[str, int, str | int]) -> Callable[[int], Table]:
    table = table_of(*rows)
    return lambda entrants: table


def _main(*shares: str | int) -> Callable[[int], Table]:
    return _fixed(*((MAIN, place, share) for place, share in enumerate(shares, start=1)))


_PRESETS = (
    Preset("50-25-25", _fixed((MAIN, 1, 50), (MAIN, 2, 25), (CONSOLATION, 1, 25)), most=16),
    Preset(
        "4-2-2-1-1-1-1",
        _fixed(
            (MAIN, 1, 4), (MAIN, 2, 2), (CONSOLATION, 1, 2), (MAIN, 3, 1), (MAIN, 4, 1), (CONSOLATION, 2, 1),
            (LAST_CHANCE, 1, 1),
        ),
        least=17,
        most=64,
    ),
    Preset("40-25-25-10", _fixed((MAIN, 1, 40), (MAIN, 2, 25), (CONSOLATION, 1, 25), (CONSOLATION, 2, 10))),
    Preset("32-20-13-9", lambda entrants: many_places(max(1, entrants // _ENTRANTS_A_PLACE))),
    Preset("4-2-1", _main(4, 2, 1)),
    Preset("5-3-2", _main(5, 3, 2)),
    Preset("50-25-12.5-12.5", _main(50, 25, "12.5", "12.5")),
    Preset("50-33-17", _main(50, 33, 17)),
    Preset(
        "45-22-8-8-12-5",
        _fixed((MAIN, 1, 45), (MAIN, 2, 22), (MAIN, 3, 8), (MAIN, 4, 8), (CONSOLATION, 1, 12), (CONSOLATION, 2, 5)),
        auction=True,
    ),
    Preset("40-30-20-10", _main(40, 30, 20, 10), auction=True),
    Preset("winner", _main(1), auction=True),
)  # fmt: skip
PRESETS = {each.id: each for each in _PRESETS}
