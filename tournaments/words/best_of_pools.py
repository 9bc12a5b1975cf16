"""The table of those who come next in their pools, of whom the best over all pools come through."""

from dataclasses import dataclass

from clubs.read.figures import in_language
from rules.formats.cuts import Criterion
from rules.pairing.through import HEAD_TO_HEAD
from tournaments.read.draws.pools import NextLine, PoolsView
from tournaments.words.events.pools import best_word, best_words, pool_name, rate_word


@dataclass(frozen=True, slots=True)
class BestRow:
    """The next of a pool: several players by id and name where they are equal there.

    ``cut``: the last who comes through.
    """

    place: int
    players: tuple[tuple[int, str], ...]
    pool: str
    record: str
    rates: tuple[str, ...]
    through: bool
    cut: bool


@dataclass(frozen=True, slots=True)
class BestTable:
    """The next of all pools from the top; ``heads`` are those of their rates, ``about`` says what ranks them."""

    title: str
    about: str
    heads: tuple[str, ...]
    rows: tuple[BestRow, ...]


def best_table(shown: PoolsView) -> BestTable | None:
    """Return the table, None where no best of all pools come through."""
    if not shown.best:
        return None
    criteria = [each for each in shown.ranking if each != HEAD_TO_HEAD]
    return BestTable(
        title=best_word(shown.through),
        about=best_words(shown.best),
        heads=tuple(rate_word(each) for each in criteria),
        rows=tuple(_row(each, at == shown.best, criteria) for at, each in enumerate(shown.following, start=1)),
    )


def _row(line: NextLine, cut: bool, criteria: list[str]) -> BestRow:
    return BestRow(
        place=line.place,
        players=line.players,
        pool=pool_name(line.pool),
        record=f"{line.won}–{line.lost}",
        rates=tuple(
            _decimal(rate, signed=name == Criterion.POINT_DIFFERENCE)
            for rate, name in zip(line.rates, criteria, strict=True)
        ),
        through=line.through,
        cut=cut,
    )


def _decimal(number: float, *, signed: bool) -> str:
    text = in_language(f"{abs(number):.2f}")
    if number < 0:
        return f"−{text}"
    return f"+{text}" if signed and number > 0 else text
