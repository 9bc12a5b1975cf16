"""Which entries of a tournament are one person, so that nobody is called to two tables at once.

Source: docs/rules/several-events.md.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.typed.names import folded


@dataclass(frozen=True, slots=True)
class Entry:
    """A name on the list of an event; ``person`` is whom the club knows them to be, None for nobody."""

    id: int
    event: int
    name: str
    club: str = ""
    person: int | None = None


def same_people(entries: Iterable[Entry]) -> dict[int, int]:
    """Return entry → person; a person is the smallest id of their entries.

    Entries linked to one person are one. Another entry is the same as those of its name and club in other events, as
    long as it can be nobody else; a missing club fits the only club that the name has. Namesakes are never mixed: where
    two people could be meant, an entry is a person of its own.

    >>> main, jackpot = Entry(1, 7, "Ann Berg", "Oslo"), Entry(9, 8, "ann berg")
    >>> same_people([main, jackpot])
    {1: 1, 9: 1}
    """
    everyone = list(entries)
    who = {each.id: (each.person or 0, 0 if each.person else each.id) for each in everyone}
    of_person: dict[int, list[Entry]] = defaultdict(list)
    for each in everyone:
        of_person[each.person or 0].append(each)
    for group in _groups(of_person.pop(0, []), everyone):
        linked = next((each.person for each in group if each.person), None)
        if linked is not None:
            of_person[linked] += [each for each in group if not each.person]
        else:
            who |= {each.id: who[group[0].id] for each in group}
    for person, theirs in of_person.items():
        if _is_one_person(theirs):
            who |= {each.id: (person, 0) for each in theirs}
    first: dict[tuple[int, int], int] = {}
    for entry in sorted(who):
        first.setdefault(who[entry], entry)
    return {entry: first[identity] for entry, identity in who.items()}


def _groups(unlinked: Iterable[Entry], everyone: Iterable[Entry]) -> Iterator[Sequence[Entry]]:
    """Yield the entries of a name and club that can be one person only, where any of them is not linked."""
    names = {folded(each.name) for each in unlinked if each.name}
    by_name: dict[str, list[Entry]] = defaultdict(list)
    for each in everyone:
        if folded(each.name) in names:
            by_name[folded(each.name)].append(each)
    for alike in by_name.values():
        yield from _of_one_name(alike)


def _of_one_name(alike: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    by_club: dict[str, list[Entry]] = defaultdict(list)
    for each in alike:
        by_club[folded(each.club)].append(each)
    clubs = [club for club in by_club if club]
    if len(clubs) <= 1 and _is_one_person(alike):
        yield alike
        return
    yield from (by_club[club] for club in clubs if _is_one_person(by_club[club]))


def _is_one_person(group: Sequence[Entry]) -> bool:
    """Whether all can be one person: linked to one at most, and once in an event at most."""
    events = [each.event for each in group]
    return len({each.person for each in group if each.person}) <= 1 and len(events) == len(set(events))
