"""The receipt as a letter, in plain text."""

from dataclasses import dataclass
from datetime import datetime

from clubs.read.figures import shown_sum, with_currency
from journal.refusals import Unknown
from runtime.jobs.mail import written_in
from tournaments.models import Tournament
from tournaments.read.money.receipts import ReceiptPaper, address_of, receipt_paper, tournament_of_receipt
from tournaments.words.money.lines import line_word, means_word


@dataclass(frozen=True, slots=True)
class ReceiptLetter:
    """A letter with a receipt: where it goes, and what stands on the paper. Sums are written out.

    ``left`` is what is still owed, empty for nothing; ``zone`` the time zone of the tournament,
    ``language`` its language, empty for none.
    """

    email: str
    tournament: str
    club: str
    number: str
    payer: str
    lines: tuple[tuple[str, str], ...]
    total: str
    means: str
    left: str
    at: datetime
    zone: str
    language: str = ""


def letter_of_receipt(receipt: int) -> ReceiptLetter | None:
    """Return the letter with a receipt, None if it was undone or nobody for whom the payer pays left an address."""
    try:
        tournament = tournament_of_receipt(receipt)
        paper = receipt_paper(tournament, receipt)
    except Unknown:
        return None
    email = address_of(paper)
    if not email or paper.receipt.undone:
        return None
    with written_in(tournament.language):
        return _letter(tournament, paper, email)


def _letter(tournament: Tournament, paper: ReceiptPaper, email: str) -> ReceiptLetter:
    currency = tournament.currency

    def written(minor: int) -> str:
        return with_currency(shown_sum(minor, currency), currency)

    return ReceiptLetter(
        email=email,
        tournament=tournament.name,
        club=tournament.club.name,
        number=f"{paper.receipt.number:04d}",
        payer=paper.account.name,
        lines=tuple((line_word(line), written(amount)) for line, amount in paper.lines),
        total=written(paper.receipt.amount),
        means=means_word(paper.receipt.means),
        left=written(paper.account.owes) if paper.account.owes else "",
        at=paper.receipt.at,
        zone=tournament.timezone,
        language=tournament.language,
    )
