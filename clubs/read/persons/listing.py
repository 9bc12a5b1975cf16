"""The people of a club as a file: the columns are those that an import reads."""

from datetime import date

from clubs.models import PersonContact
from clubs.read.persons.rows import MembershipLine, PersonRow, person_rows
from journal.models import counts
from rules.typed.pasted import guarded

COLUMNS = (
    "code", "name", "latin", "club", "country", "federations", "adult_on", "kind", "from", "until", "email", "phone",
    "address", "note",
)  # fmt: skip
CONTACTS = ("email", "phone", "address", "note")


def people_csv(club: int, today: date) -> str:
    """Return everyone who counts, one a line, parted by semicolons; no cell is a formula."""
    contacts = {
        each.person_id: each for each in PersonContact.objects.filter(counts("person__record_id"), person__club=club)
    }
    lines = [";".join(COLUMNS)]
    for row in person_rows(club):
        if not row.erased:
            lines.append(";".join(csv_cell(each) for each in _cells(row, contacts, today)))
    return "\ufeff" + "\r\n".join(lines) + "\r\n"


def _cells(row: PersonRow, contacts: dict[int, PersonContact], today: date) -> list[str]:
    held = _membership(row, today)
    kept = [contacts[key] for key in row.group if key in contacts]
    reached = [next((text for each in kept if (text := str(getattr(each, name)))), "") for name in CONTACTS]
    days = ["", "", ""]
    if held is not None:
        days = [held.kind, held.starts_on.isoformat(), held.ends_on.isoformat() if held.ends_on else ""]
    details = [row.name, row.latin, row.home_club, row.country, row.federations, row.adult_on]
    return [row.code, *details, *days, *reached]


def _membership(row: PersonRow, today: date) -> MembershipLine | None:
    """Return the membership of today, else the last one."""
    on = [each for each in row.memberships if each.is_on(today)]
    return next(iter([*on, *reversed(row.memberships)]), None)


def csv_cell(text: str) -> str:
    """Return a cell of a file: no formula, in quotes where it holds what parts cells."""
    cell = guarded(text)
    return '"' + cell.replace('"', '""') + '"' if any(each in cell for each in '";,\t') else cell
