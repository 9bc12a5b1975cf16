"""Every leg of every posting as a file of a tournament's books."""

from collections.abc import Iterator

from rules.money.currency import plain_sum
from rules.typed.pasted import guarded
from tournaments.models import Tournament
from tournaments.read.money.ledger import all_legs, books_names

COLUMNS = ("record", "time", "posting", "account", "about", "name", "line", "currency", "debit", "credit")


def csv_lines(tournament: Tournament) -> Iterator[str]:
    """Yield the lines of the file: parted by semicolons, sums with a point, no cell a formula."""
    names = books_names(tournament)
    yield "\ufeff" + ";".join(COLUMNS) + "\r\n"
    for record, at, posting, kind, about, line, currency, amount in all_legs(tournament.stream_id):
        debit, credit = (max(amount, 0), max(-amount, 0))
        sums = [plain_sum(each, currency) if each else "" for each in (debit, credit)]
        cells = [str(record), at.isoformat(timespec="seconds"), posting, kind, str(about or ""),
                 names.of(kind, about), line, currency, *sums]  # fmt: skip
        yield ";".join(map(_cell, cells)) + "\r\n"


def _cell(text: str) -> str:
    cell = guarded(text)
    return '"' + cell.replace('"', '""') + '"' if any(each in cell for each in '";,\t') else cell
