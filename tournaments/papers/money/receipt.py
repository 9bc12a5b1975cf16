"""The receipt: what a payer gets when money changes hands, on A6 or on the roll of a slip printer."""

from dataclasses import dataclass

from clubs.read.figures import shown_sum, with_currency
from paper.html import paper_html
from paper.pdf import pdf
from rules.errors import RuleBroken
from tournaments.papers.draw_sheet_rows import printed_at
from tournaments.read.money.receipts import ReceiptPaper
from tournaments.words.money.lines import line_word, means_word
from tournaments.words.money.papers import receipt_title

# Millimetres that a slip needs beside its lines, and for each line.
SLIP_WIDTH, SLIP_HEAD, SLIP_LINE = 72, 74, 8
LONGEST = 900


@dataclass(frozen=True, slots=True)
class ReceiptPage:
    """A page in mm; ``name`` is that of the paper."""

    name: str
    width: float
    height: float

    @property
    def is_slip(self) -> bool:
        return self.name == "slip"


@dataclass(frozen=True, slots=True)
class ReceiptRow:
    """A line of a receipt: what it is for, and the sum as it is printed."""

    what: str
    amount: str


def receipt_pdf(paper: ReceiptPaper, size: str = "A6") -> bytes:
    """Return a receipt. Raises RuleBroken ``paper.unknown``."""
    receipt, currency = paper.receipt, paper.tournament.currency
    rows = [ReceiptRow(line_word(line), shown_sum(amount, currency)) for line, amount in paper.lines]
    number = f"{receipt.number:04d}"
    title = receipt_title(paper.tournament.name, number)
    return pdf(
        paper_html(
            "receipt.html",
            title,
            page=_page(size, len(rows)),
            number=number,
            tournament=paper.tournament,
            club=paper.tournament.club.name,
            receipt=receipt,
            payer=paper.account.name,
            rows=rows,
            means=means_word(receipt.means),
            total=with_currency(shown_sum(receipt.amount, currency), currency),
            given=shown_sum(receipt.given or 0, currency),
            change=shown_sum(receipt.change, currency),
            left=shown_sum(paper.account.owes, currency) if paper.account.owes else "",
            at=printed_at(paper.tournament, receipt.at),
        )
    )


def _page(size: str, rows: int) -> ReceiptPage:
    sizes = {
        "a6": ReceiptPage("A6", 105, 148),
        "slip": ReceiptPage("slip", SLIP_WIDTH, min(LONGEST, SLIP_HEAD + SLIP_LINE * rows)),
    }
    if size.lower() not in sizes:
        raise RuleBroken("paper.unknown", got=size[:20], known=["A6", "slip"])
    return sizes[size.lower()]
