"""Entrants linked to the people of the club, and their names erased with theirs."""

from collections.abc import Collection, Mapping

from django.db.models import Max, Q

from clubs.models import Person, PersonErasure, PersonMerge
from journal import book
from journal.models import Page, Words, counts
from journal.refusals import Refused, Superseded, Unknown
from rules.errors import RuleBroken
from tournaments.actions.match_files import erase_files
from tournaments.actions.positions.questions import erase_photos
from tournaments.actions.steps import stream_of_event
from tournaments.models import Contact, Entrant, EntrantPerson, Event, Particulars, Tournament
from tournaments.permissions import may_run_desk
from tournaments.read.players.people import linked_in


def link_entrants(event: int, links: Mapping[int, int | None], caller: book.Caller) -> tuple[int, ...]:
    """Link entrants to people of the club, None to nobody; return whose link changed.

    Raises Unknown ``entrant.unknown``, ``person.unknown``, Superseded ``person.merged``, Refused ``person.erased``,
    ``person.entered`` for somebody who would be in the event twice, RuleBroken ``person.clubs``.
    """
    with book.page(stream_of_event(event, caller, may_run_desk), caller) as page:
        event_row = Event.objects.select_related("tournament").get(pk=event)
        before = linked_in(event)
        changed = {entrant: person for entrant, person in links.items() if before.get(entrant) != person}
        if not changed:
            return page.done(())
        entrants = set(Entrant.objects.filter(counts(), event=event, pk__in=changed).values_list("pk", flat=True))
        if entrants != set(changed):
            raise Unknown("entrant.unknown")
        _must_count(event_row.tournament.club_id, {person for person in changed.values() if person is not None})
        _once_each(before | changed)
        facts = [EntrantPerson(entrant_id=entrant, person_id=person) for entrant, person in changed.items()]
        makes = [f"person:{entrant}" for entrant in changed]
        needs = [*makes, *(f"entrant:{entrant}" for entrant in changed)]
        page.record("entrant.linked", facts, event=event, makes=makes, needs=needs)
        return page.done(tuple(changed))


def _must_count(club: int, persons: Collection[int]) -> None:
    rows = dict(Person.objects.filter(counts(), pk__in=persons).values_list("pk", "club"))
    if set(rows) != set(persons):
        raise Unknown("person.unknown")
    if any(other != club for other in rows.values()):
        raise RuleBroken("person.clubs")
    merge = PersonMerge.objects.filter(counts(), gone__in=persons).first()
    if merge is not None:
        raise Superseded("person.merged", into=merge.into_id)
    if PersonErasure.objects.filter(person__in=persons).exists():
        raise Refused("person.erased")


def _once_each(links: Mapping[int, int | None]) -> None:
    seen: dict[int, int] = {}
    for entrant, person in links.items():
        if person is not None:
            if person in seen:
                raise Refused("person.entered", entrant=seen[person])
            seen[person] = entrant


def erase_entrants(tournament: int, entrants: Collection[int], name: str, caller: book.Caller) -> None:
    """Erase who these entrants of a tournament were; their results stay under ``name``.

    Names and contacts go from the rows, from reasons that name them, and from answers stored for repeated requests;
    match files and photos of their matches go as a whole.
    """
    stream = Tournament.objects.values_list("stream__name", flat=True).get(pk=tournament)
    with book.page(stream, caller) as page:
        rows = Particulars.objects.filter(entrant__in=entrants)
        private = _private_words(entrants)
        last = dict(rows.values("entrant").annotate(last=Max("turn")).values_list("entrant", "last"))
        rows.update(**dict.fromkeys(Particulars.erasable_fields, ""))
        Contact.objects.filter(entrant__in=entrants).update(email="", salt="")
        seeds = dict(rows.filter(counts()).order_by("turn").values_list("entrant", "seed"))
        facts = [
            Particulars(entrant_id=each, turn=last[each] + 1, name=name, seed=seeds.get(each)).sealing()
            for each in sorted(last)
        ]
        needs = [f"name:{each}" for each in sorted(last)]
        page.record("entrant.erased", facts, makes=needs, needs=[*needs, *(f"entrant:{each}" for each in sorted(last))])
        erase_files(entrants)
        erase_photos(entrants)
        _scrub(page, private)
        page.topics.add("*")
        page.done(None)


def _private_words(entrants: Collection[int]) -> set[str]:
    """Return the names and addresses of these entrants, as they were at any time."""
    names = Particulars.objects.filter(entrant__in=entrants).values_list("name", flat=True)
    addresses = Contact.objects.filter(entrant__in=entrants).values_list("email", flat=True)
    return {each for each in (*names, *addresses) if each}


def _scrub(page: book.OpenPage, private: Collection[str]) -> None:
    """Erase the reasons and the stored answers of this memory in which one of these words stands."""
    for word in private:
        Words.objects.filter(record__stream=page.stream, text__icontains=word).update(salt="", text="")
        named = Q(answer__contains=word)
        Page.objects.filter(named, stream=page.stream).update(answer="")
