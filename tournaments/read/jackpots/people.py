"""The people of a tournament as a queue knows them: everybody entered, and everybody with an account."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter

from django.db.models import CharField, OuterRef, Subquery, Value

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
    """Return everybody of a tournament, those with an account first and in its order: one statement."""
    links = EntrantPayer.objects.filter(counts(), entrant=OuterRef("entrant")).order_by("-turn").values("payer")
    live = Particulars.objects.filter(counts(), counts("entrant__record_id"), entrant__event__tournament=tournament)
    entered = live.annotate(is_entrant=Value(1), account=Subquery(links[:1]))
    added = PayerName.objects.filter(counts(), payer__tournament=tournament)
    nothing = Value("", output_field=CharField())
    named = added.annotate(is_entrant=Value(0), no_country=nothing, no_rating=nothing)
    rows = entered.values_list("is_entrant", "entrant", "turn", "name", "club", "country", "rating", "account").union(
        named.values_list("is_entrant", "payer", "turn", "name", "club", "no_country", "no_rating", "payer"), all=True
    )
    latest = {
        (is_entrant, pk): QueuePerson(name, club, country, rating, account, pk if is_entrant else None)
        for is_entrant, pk, _, name, club, country, rating, account in sorted(rows, key=itemgetter(0, 1, 2))
    }
    in_order = sorted(latest, key=lambda each: (-each[0], each[1]))
    return sorted((latest[each] for each in in_order), key=lambda each: (each.payer is None, each.payer or 0))


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
