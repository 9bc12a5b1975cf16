"""The people of a tournament as a queue knows them: everybody entered, and everybody with an account."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from journal.models import counts
from rules.typed.names import folded
from tournaments.models import EntrantPayer, Particulars, PayerName


@dataclass(frozen=True, slots=True)
class QueuePerson:
    """Somebody by the name under which they were entered or added last.

    ``payer`` is None for an entrant who has no account yet, ``entrant`` None for somebody with nothing but an account.
    """

    name: str
    club: str = ""
    country: str = ""
    rating: str = ""
    payer: int | None = None
    entrant: int | None = None

    @property
    def key(self) -> str:
        """The name as it is compared."""
        return folded(self.name)


def queue_people(tournament: int) -> list[QueuePerson]:
    """Return everybody of a tournament, those with an account first and in its order: two statements."""
    links = EntrantPayer.objects.filter(counts(), entrant=OuterRef("entrant")).order_by("-turn").values("payer")
    live = Particulars.objects.filter(counts(), counts("entrant__record_id"), entrant__event__tournament=tournament)
    rows = live.annotate(account=Subquery(links[:1])).order_by("entrant", "turn")
    columns = ("entrant", "name", "club", "country", "rating", "account")
    latest = {
        entrant: QueuePerson(name, club, country, rating, account, entrant)
        for entrant, name, club, country, rating, account in rows.values_list(*columns)
    }
    people = list(latest.values())
    names = PayerName.objects.filter(counts(), payer__tournament=tournament).order_by("payer", "turn")
    added = {payer: (name, club) for payer, name, club in names.values_list("payer", "name", "club")}
    people += [QueuePerson(*named, payer=payer) for payer, named in added.items()]
    return sorted(people, key=lambda each: (each.payer is None, each.payer or 0))


def by_payer(people: Iterable[QueuePerson]) -> dict[int, QueuePerson]:
    """Return payer → the person, by their first entrant where they have one."""
    known: dict[int, QueuePerson] = {}
    for each in people:
        if each.payer is not None:
            known.setdefault(each.payer, each)
    return known


def alike(people: Iterable[QueuePerson], name: str, club: str) -> list[QueuePerson]:
    """Return those who have this name, and this club if one is given."""
    wanted = folded(name)
    named = [each for each in people if each.key == wanted]
    return [each for each in named if not club or folded(each.club) == folded(club)]
