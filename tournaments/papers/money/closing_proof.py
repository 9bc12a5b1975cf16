"""The closing proof on paper: one page for the treasurer and any loser, with the equation first."""

from dataclasses import dataclass

from clubs.read.figures import shown_sum
from clubs.read.points import Point, row_of_points
from journal.refusals import Refused
from paper.html import paper_html
from paper.pdf import pdf
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from tournaments.models import Tournament
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.read.money.sheets import ProofSheet
from tournaments.words.money import closing as words
from tournaments.words.papers.sheets import director_words

# More accounts than these stand on a page of their own.
MOST_ACCOUNTS, MOST_ROWS = 20, 23
# More rows than these, with those of drawers, are set closer, so that one page holds them.
USUAL_ROWS = 12
PAPERS = {paper.value.lower(): paper for paper in (Paper.A4, Paper.LETTER)}


@dataclass(frozen=True, slots=True)
class ProofLine:
    """An account: its name, what stands small beside it, and its sums; ``left`` is always nothing."""

    name: str
    note: str
    came_in: str
    went_out: str
    house: str
    left: str


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """Where money is: its sums, counted against expected; ``counted`` is empty where nobody counted."""

    name: str
    note: str
    came_in: str
    went_out: str
    expected: str
    counted: str
    difference: str


def proof_lines(sheet: ProofSheet, currency: str) -> tuple[ProofLine, ...]:
    """Return the accounts with a last row for all of them; a dash where nothing moved."""

    def written(minor: int) -> str:
        return shown_sum(minor, currency) if minor else "–"

    nothing, proof = shown_sum(0, currency), sheet.proof
    rows = [
        ProofLine(
            words.row_name(row, sheet.events, sheet.fees),
            words.note_words(row, sheet.notes.get((row.kind, row.about, row.line)), currency),
            written(row.came_in), written(row.went_out), written(row.house), nothing,
        )
        for row in proof.rows
    ]  # fmt: skip
    total = ProofLine(
        "", "", shown_sum(proof.came_in, currency), shown_sum(proof.went_out, currency),
        shown_sum(proof.house, currency), nothing,
    )  # fmt: skip
    return (*rows, total)


def money_lines(sheet: ProofSheet, currency: str) -> tuple[MoneyLine, ...]:
    """Return where the money is, with a last row for all of it."""
    rows = []
    for row in sheet.proof.money:
        name, note = words.money_name(row, currency)
        rows.append(_money_line((name, note), (row.came_in, row.went_out, row.expected), row.counted, currency))
    money = sheet.proof.money
    sums = sum(row.came_in for row in money), sum(row.went_out for row in money), sum(row.expected for row in money)
    is_known = all(row.counted is not None for row in money)
    counted = sum(row.counted or 0 for row in money) if is_known else None
    return (*rows, _money_line(("", ""), sums, counted, currency))


def _money_line(name: tuple[str, str], sums: tuple[int, int, int], counted: int | None, currency: str) -> MoneyLine:
    came_in, went_out, expected = sums
    return MoneyLine(
        name=name[0],
        note=name[1],
        came_in=shown_sum(came_in, currency),
        went_out=shown_sum(went_out, currency),
        expected=shown_sum(expected, currency),
        counted="" if counted is None else shown_sum(counted, currency),
        difference="" if counted is None else shown_sum(counted - expected, currency),
    )


def closing_proof_pdf(tournament: Tournament, sheet: ProofSheet, paper: str = "A4") -> bytes:
    """Return the proof as PDF. Raises Refused ``books.not_closed``, RuleBroken ``paper.unknown``."""
    known = PAPERS.get(paper.lower())
    if known is None:
        raise RuleBroken("paper.unknown", got=paper[:20], known=[each.value for each in PAPERS.values()])
    if not sheet.is_closed:
        raise Refused("books.not_closed", tournament=tournament.pk)
    currency, lines = tournament.currency, proof_lines(sheet, tournament.currency)
    width, height = known.size
    money = money_lines(sheet, currency)
    rows = len(lines) + len(money) - 2
    is_long = len(lines) - 1 > MOST_ACCOUNTS or rows > MOST_ROWS
    return pdf(
        paper_html(
            "closing_proof.html",
            words.paper_title(tournament.name),
            width=width,
            height=height,
            points=_points(sheet),
            name=tournament.name,
            when=day_of(tournament),
            currency=currency,
            club=tournament.club.name,
            director=tournament.director,
            directed_by=director_words(tournament.director),
            lead=words.lead(sheet, sheet.proof.house, tournament.club.name, currency),
            lines=lines[:-1],
            total=lines[-1],
            is_long=is_long,
            is_close=rows > USUAL_ROWS and not is_long,
            money=money,
            facts=words.facts(sheet, currency),
            foot=words.sheet_foot(sheet, printed_at(tournament, sheet.closed_at)),
        )
    )


def _points(sheet: ProofSheet) -> tuple[Point, ...]:
    """Return the 24 points: all filled once every match is played, also where there was none."""
    if not sheet.matches:
        return row_of_points(1, 0, 1)
    return row_of_points(sheet.played, 0, sheet.matches)
