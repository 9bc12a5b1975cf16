"""Giving entrants their payers: somebody with the same name and club in another event is the same payer."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from clubs.models import Account
from journal.book import OpenPage
from journal.models import Fact
from journal.refusals import Unknown
from rules.typed.names import folded
from tournaments.models import Entrant, EntrantPayer, Particulars, Payer, Tournament
from tournaments.read.entrants.names import entered_names
from tournaments.read.entrants.payers import KnownPayers, PaidFor, known_payers, latest_payers

type _Name = tuple[str, str]


@dataclass(frozen=True, slots=True)
class GivenPayers:
    """The facts that give entrants their payers, those payers and which are new, and everybody that payers pay for.

    ``ticks`` are those of the payers of before, ``of_fees`` the accounts to which fees go by kind and row, ``people``
    how many members those entrants have who have any.
    """

    facts: tuple[Fact, ...] = ()
    payers: frozenset[int] = frozenset()
    new: frozenset[int] = frozenset()
    rows: tuple[PaidFor, ...] = ()
    ticks: Mapping[int, set[tuple[str, str]]] = field(default_factory=dict)
    of_fees: Mapping[tuple[str, int], Account] = field(default_factory=dict)
    people: Mapping[int, int] = field(default_factory=dict)


def give_payers(
    page: OpenPage, tournament: Tournament, entrants: Sequence[Entrant], facts: Sequence[Fact] = (),
    known: KnownPayers | None = None,
) -> GivenPayers:  # fmt: skip
    """Step: give these entrants their payers; ``facts`` may hold their names, ``known`` the payers, if read already."""
    if not entrants:
        return GivenPayers(rows=known.rows, ticks=known.ticks, people=known.people) if known else GivenPayers()
    known = known or known_payers(tournament)
    names, people = _names_of(entrants, facts)
    alike = _by_name(known)
    new: list[Payer] = []
    links: list[EntrantPayer] = []
    for entrant in entrants:
        of_name = alike[names[entrant.pk]]
        theirs = next((each for each in of_name if entrant.event_id not in each.events), None)
        if theirs is None:
            new.append(Payer(tournament=tournament, number=known.last_number + len(new) + 1))
            theirs = _OfName(new[-1])
            of_name.append(theirs)
        theirs.events.add(entrant.event_id)
        links.append(EntrantPayer(entrant=entrant, payer=theirs.payer))
    page.keep(new)
    for link in links:
        link.payer_id = link.payer.pk
    page.keep(links)
    entered = [(link.entrant_id, link.entrant.event_id, link.payer_id, None) for link in links]
    return GivenPayers(
        (*new, *links), frozenset(link.payer_id for link in links), frozenset(each.pk for each in new),
        (*known.rows, *entered), known.ticks, known.of_fees, known.people | people,
    )  # fmt: skip


def give_account(page: OpenPage, tournament: Tournament, entrant: int) -> tuple[list[Fact], int]:
    """Step: return the payer of an entrant, with the facts that give them one in a tournament without fees.

    Raises Unknown ``entrant.unknown``.
    """
    known = next((payer for _, _, payer, _ in latest_payers(Q(entrant=entrant))), None)
    if known is not None:
        return [], known
    row = Entrant.objects.filter(pk=entrant, record__undo__isnull=True).first()
    if row is None:
        raise Unknown("entrant.unknown")
    # Their account was opened by a buy-back that was undone: they get it back.
    last = EntrantPayer.objects.filter(entrant=entrant).order_by("-turn").first()
    if last is not None:
        link = EntrantPayer(entrant=row, payer_id=last.payer_id, turn=last.turn + 1)
        page.keep([link])
        return [link], last.payer_id
    given = give_payers(page, tournament, [row])
    return [*given.facts], next(iter(given.payers))


@dataclass(slots=True)
class _OfName:
    """A payer and the events that they entered."""

    payer: Payer
    events: set[int] = field(default_factory=set)


def _names_of(entrants: Sequence[Entrant], facts: Sequence[Fact]) -> tuple[Mapping[int, _Name], dict[int, int]]:
    """Return the names of new entrants, folded, and the number of members of those who have any.

    They are among ``facts``, the others are read in one statement.
    """
    described = [each for each in facts if isinstance(each, Particulars)]
    names = {each.entrant_id: (each.name, each.club) for each in described}
    people = {each.entrant_id: len(each.people) for each in described if each.members}
    unknown = [each.pk for each in entrants if each.pk not in names]
    if unknown:
        read = entered_names(Q(entrant__in=unknown))
        names |= {each.entrant: (each.name, each.club) for each in read}
        people |= {each.entrant: len(each.people) for each in read if each.members}
    return {entrant: (folded(name), folded(club)) for entrant, (name, club) in names.items()}, people


def _by_name(known: KnownPayers) -> defaultdict[_Name, list[_OfName]]:
    """Return name and club, folded → the payers whose first entrant has them, the first who paid first."""
    payers: dict[int, _OfName] = {}
    alike = defaultdict[_Name, list[_OfName]](list)
    for entrant, event, payer, _ in sorted(known.rows, key=lambda row: row[2]):
        if payer not in payers:
            payers[payer] = _OfName(Payer(pk=payer))
            name, club = known.names[entrant]
            alike[folded(name), folded(club)].append(payers[payer])
        payers[payer].events.add(event)
    return alike
