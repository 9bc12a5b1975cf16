"""Slips that were printed, and the address that each of them names."""

from dataclasses import dataclass

from django.db.models import Max

from tournaments.models import Link, Tournament


@dataclass(frozen=True, slots=True)
class Printed:
    """Slips that were printed last with an address, and the event they are of."""

    event: int
    name: str
    address: str

    @property
    def short(self) -> str:
        """The address as people read it out: without its scheme."""
        return self.address.partition("://")[2]


def printed_with(tournament: Tournament) -> list[Printed]:
    """Return with which addresses the newest slips of each event were printed: one statement."""
    newest = Link.objects.live().filter(entrant__event__tournament=tournament).values("entrant")
    links = Link.objects.filter(pk__in=newest.annotate(last=Max("pk")).values("last")).exclude(address="")
    printed = links.values_list("entrant__event", "entrant__event__name", "address").distinct()
    return sorted((Printed(*row) for row in printed), key=lambda each: (each.event, each.address))
