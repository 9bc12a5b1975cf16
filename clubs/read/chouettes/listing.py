"""The chouettes of a club: those in progress, those that are over, and what somebody may see of them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Q, Subquery

from clubs.models import Chouette, ChouetteEntry, ChouettePerson, Role
from clubs.models.chouettes import Shown
from clubs.permissions import is_at_least, role_in
from clubs.read.chouettes.rules import house_rules_of
from journal.actors import Actor

MOST_LISTED = 100


@dataclass(frozen=True, slots=True)
class ChouetteLine:
    """A session in a list. ``names`` is empty for people who may only know that it is played; ``may_open`` its page."""

    id: int
    opened_at: datetime
    is_closed: bool
    people: int
    names: tuple[str, ...]
    may_open: bool


def chouettes_of(
    club: int, actor: Actor | None, opened: tuple[datetime, datetime] | None = None
) -> tuple[ChouetteLine, ...]:
    """Return the sessions of a club that ``actor`` may know of, newest first: five statements at most.

    ``opened`` is a time from and to which they were opened, None for all.
    """
    shown = house_rules_of(club).shown
    role = role_in(actor, club) if actor else None
    latest = ChouetteEntry.objects.filter(chouette=OuterRef("pk"), kind__in=["closing", "reopening"])
    rows = Chouette.objects.filter(club=club).annotate(last=Subquery(latest.order_by("-turn").values("kind")[:1]))
    if opened is not None:
        rows = rows.filter(record__at__gte=opened[0], record__at__lt=opened[1])
    if not is_at_least(role, Role.Kind.DESK) and shown is Shown.NOTHING:
        is_opener = actor is not None and actor.kind == "user" and role is not None
        rows = rows.filter(Q(opened_by=actor.number)) if is_opener and actor else rows.none()
    listed = list(rows.select_related("record").order_by("-pk")[:MOST_LISTED])
    names: dict[int, list[str]] = {}
    people = ChouettePerson.objects.filter(chouette__in=listed).order_by("number")
    for chouette, number, name in people.values_list("chouette", "number", "name"):
        names.setdefault(chouette, []).append(name or f"#{number}")
    return tuple(_line(row, names[row.pk], _may_open(row, actor, role, shown)) for row in listed)


def open_rows(club: int, most: int) -> list[Chouette]:
    """Return the sessions of a club that are not closed, newest first: one statement."""
    latest = ChouetteEntry.objects.filter(chouette=OuterRef("pk"), kind__in=["closing", "reopening"])
    rows = Chouette.objects.filter(club=club).annotate(last=Subquery(latest.order_by("-turn").values("kind")[:1]))
    is_open = Q(last=None) | Q(last=ChouetteEntry.Kind.REOPENING)
    return list(rows.filter(is_open).order_by("-pk")[:most])


def names_at_tables(keys: Collection[int]) -> dict[int, str]:
    """Return the names of people of chouettes by their keys: one statement, none for nobody."""
    if not keys:
        return {}
    return dict(ChouettePerson.objects.filter(pk__in=keys).exclude(name="").values_list("pk", "name"))


def _may_open(row: Chouette, actor: Actor | None, role: Role.Kind | None, shown: Shown) -> bool:
    has_opened = actor is not None and role is not None and (actor.kind, actor.number) == ("user", row.opened_by_id)
    return has_opened or is_at_least(role, Role.Kind.DESK) or shown is Shown.POINTS


def _line(row: Chouette, names: list[str], may_open: bool) -> ChouetteLine:
    is_closed = getattr(row, "last", None) == ChouetteEntry.Kind.CLOSING
    return ChouetteLine(row.pk, row.record.at, is_closed, len(names), tuple(names) if may_open else (), may_open)
