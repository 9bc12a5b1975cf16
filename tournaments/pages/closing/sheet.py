"""The contents of the closing page: the equation, what stands in the way, the accounts, and where the money is."""

from dataclasses import dataclass

from django.urls import reverse

from clubs.read.figures import shown_sum
from tournaments.models import Tournament
from tournaments.papers.money.closing_proof import MoneyLine, ProofLine, money_lines, proof_lines
from tournaments.read.money.proof import CALCUTTA, Finding
from tournaments.read.money.sheets import ProofSheet
from tournaments.words.money import closing as words

_AT_THE_CASH_DESK = ("owed", "uncollected", "unreleased", "deposit")
_OF_AUCTIONS = ("unsold", "unvoided", "unpaid")


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands in the way of closing, in a sentence, and the page where it is mended."""

    sentence: str
    address: str


@dataclass(frozen=True, slots=True)
class ClosingPage:
    """``is_equal``: what came in is what went out and the house's share. Sums are written out."""

    came_in: str
    went_out: str
    house: str
    is_equal: bool
    obstacles: tuple[Obstacle, ...]
    lines: tuple[ProofLine, ...]
    money: tuple[MoneyLine, ...]
    facts: tuple[tuple[str, str], ...]
    requests: tuple[str, ...]
    sheet: int
    is_closed: bool


def closing_page(tournament: Tournament, sheet: ProofSheet) -> ClosingPage:
    """Return the page. While the books are open the equation is that of the money itself: taken, handed out."""
    currency, proof = tournament.currency, sheet.proof
    came_in, went_out, house = proof.came_in, proof.went_out, proof.house
    if proof.findings:
        came_in = sum(row.came_in for row in proof.money) + sum(
            row.counted - row.expected for row in proof.money if row.counted is not None
        )
        went_out = sum(row.went_out for row in proof.money)
        house -= sum(each.amount for each in proof.findings if each.code in ("unawarded", "deposit"))
    return ClosingPage(
        came_in=shown_sum(came_in, currency),
        went_out=shown_sum(went_out, currency),
        house=shown_sum(house, currency),
        is_equal=not proof.findings and came_in == went_out + house,
        obstacles=tuple(_obstacle(each, tournament, sheet) for each in proof.findings),
        lines=proof_lines(sheet, currency),
        money=money_lines(sheet, currency),
        facts=tuple(words.facts(sheet, currency)),
        requests=sheet.reopening,
        sheet=sheet.sheet,
        is_closed=sheet.is_closed,
    )


def _obstacle(finding: Finding, tournament: Tournament, sheet: ProofSheet) -> Obstacle:
    return Obstacle(words.finding_words(finding, sheet, tournament.currency), _address(finding, tournament))


def _address(finding: Finding, tournament: Tournament) -> str:
    if finding.code in _AT_THE_CASH_DESK:
        return f"{reverse('cash', args=[tournament.pk])}?payer={finding.about}"
    if finding.code in _OF_AUCTIONS or finding.line == CALCUTTA:
        return reverse("event_auctions", args=[finding.about])
    if finding.code == "uncounted":
        return f"{reverse('drawer', args=[tournament.pk])}?drawer={finding.about}"
    return reverse("payouts", args=[finding.about])
