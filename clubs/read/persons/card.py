"""Everything that a club keeps about one person: for their page, and for the file of their own data."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from clubs.models import PersonClaim, PersonContact, PersonDetails, PersonLink
from clubs.read.persons.rows import PersonRow, person_row
from journal.models import counts

CONTACTS = ("email", "phone", "address", "note")


@dataclass(frozen=True, slots=True)
class Contact:
    """How a person is reached."""

    email: str = ""
    phone: str = ""
    address: str = ""
    note: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known."""
        return not (self.email or self.phone or self.address or self.note)


@dataclass(frozen=True, slots=True)
class PersonCard:
    """A person with their contact, and the names of the users who claimed them."""

    row: PersonRow
    contact: Contact
    claimed_by: tuple[str, ...]


def person_card(pk: int) -> PersonCard:
    """Return a person. Raises Unknown ``person.unknown``, Superseded ``person.merged``."""
    row = person_row(pk)
    users = PersonClaim.objects.filter(counts(), person__in=row.group, user__is_active=True).select_related("user")
    names = tuple(each.user.name or each.user.email for each in users)
    return PersonCard(row, contact_of(row), names)


def contact_of(row: PersonRow) -> Contact:
    """Return how a person is reached: their own line, and where it is empty that of a row merged into theirs."""
    kept = {each.person_id: each for each in PersonContact.objects.filter(person__in=row.group)}
    lines = [kept[key] for key in row.group if key in kept]
    return Contact(**{name: next((text for each in lines if (text := getattr(each, name))), "") for name in CONTACTS})


# Each adds what it keeps about a person, by a name: the keys of the group → data for the file.
type Exporter = Callable[[tuple[int, ...]], dict[str, Any]]
_exporters: list[Exporter] = []


def exports(exporter: Exporter) -> Exporter:
    """Have ``exporter`` add what an app keeps about a person to the file of their own data."""
    if exporter not in _exporters:
        _exporters.append(exporter)
    return exporter


def own_data(pk: int) -> dict[str, Any]:
    """Return everything that is kept about a person, for the file they may ask for. Raises as ``person_card``."""
    card = person_card(pk)
    row = card.row
    former = PersonDetails.objects.filter(person__in=row.group).order_by("person", "turn")
    answer: dict[str, Any] = {
        "person": {"id": row.id, "code": row.code, "club": row.club},
        "details": {name: getattr(row, name) for name in _WORDS},
        "earlier_details": [{name: getattr(each, name) for name in _WORDS} for each in former],
        "contact": asdict(card.contact),
        "memberships": [asdict(each) for each in row.memberships],
        "claimed_by": list(card.claimed_by),
        "links": PersonLink.objects.filter(person__in=row.group).count(),
    }
    for exporter in _exporters:
        answer |= exporter(row.group)
    return answer


_WORDS = ("name", "latin", "home_club", "country", "federations", "adult_on")
