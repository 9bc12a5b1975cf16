"""The contents of the page of payouts, in words."""

from dataclasses import dataclass

from clubs.read.figures import shown_sum
from tournaments.read.money.payout_files import payout_file_name
from tournaments.read.money.payouts import EventPayouts, PersonSums, PotPayouts
from tournaments.words.money import payouts as words


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize on the page; ``name`` is empty while nobody holds the place."""

    place: str
    name: str
    detail: str
    amount: str
    payer: int | None


@dataclass(frozen=True, slots=True)
class PotSection:
    """A pot with its prizes; ``open`` are sentences about what is still played for, ``fund`` what it pays in all.

    ``file`` is the name of the file by which it is worked out again.
    """

    code: str
    name: str
    rows: tuple[PrizeRow, ...]
    open: tuple[str, ...]
    fund: str
    has_division: bool
    is_unsplit: bool
    file: str


@dataclass(frozen=True, slots=True)
class PayoutSheet:
    """The page: its title, everybody with their sums in words, and a section for each pot."""

    title: str
    awarded: str
    people: tuple[tuple[PersonSums, str], ...]
    sections: tuple[PotSection, ...]


def payout_sheet(payouts: EventPayouts) -> PayoutSheet:
    """Return the page of an event's payouts."""
    shown = [each for each in payouts.pots if each.pot.pot is not None or not each.pot.code]
    return PayoutSheet(
        title=words.title(payouts),
        awarded=words.awarded_of(payouts),
        people=tuple(
            (each, words.sums_of(each, payouts.currency)) for each in payouts.people if each.awarded or each.balance
        ),
        sections=tuple(_section(payouts.event, each, payouts.currency) for each in shown),
    )


def _section(event: int, pot: PotPayouts, currency: str) -> PotSection:
    rows = tuple(
        PrizeRow(
            words.place_words(line), line.name, words.exact_words(line, currency), shown_sum(line.amount, currency),
            line.payer,
        )
        for line in pot.lines
    )  # fmt: skip
    total = 0 if pot.pot.pot is None else pot.pot.pot.total
    return PotSection(
        code=pot.pot.code,
        name=words.pot_name(pot),
        rows=rows,
        open=tuple(words.open_sentences(pot, currency)),
        fund=shown_sum(total, currency),
        has_division=pot.pot.pot is not None,
        is_unsplit=pot.split is None,
        file=payout_file_name(event, pot.pot.code),
    )
