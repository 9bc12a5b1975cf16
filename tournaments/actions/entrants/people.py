"""Entrants linked to the people of the club, and their names erased with theirs."""

from collections.abc import Collection, Mapping

from django.db.models import Max, Q, QuerySet

from clubs.models import Person, PersonErasure, PersonMerge
from journal import book
from journal.models import Page, Words, counts
from journal.refusals import Refused, Superseded, Unknown
from rules.errors import RuleBroken
from rules.members import Member, joined_name
from tournaments.actions.matches.files import erase_files
from tournaments.actions.positions.questions import erase_photos
from tournaments.actions.steps import stream_of_event
from tournaments.models import Contact, EntrantPerson, Event, Particulars, Tournament
from tournaments.models.entrants import members_text
from tournaments.permissions import may_run_desk
from tournaments.read.players.people import linked_seats
from tournaments.read.re_entries import entries_of_one

type Seat = tuple[int, int]
"""An entrant, and the member of theirs counted from 1; 0 is a single person."""


def link_entrants(
    event: int, links: Mapping[int, int | None] | Mapping[Seat, int | None], caller: book.Caller
) -> tuple[int, ...]:
    """Link entrants or their members to people of the club, None to nobody; return the entrants whose links changed.

    Raises Unknown ``entrant.unknown`` (also for a member whom the entrant has not), ``person.unknown``, Superseded
    ``person.merged``, Refused ``person.erased``, ``person.entered`` for somebody who would be in the event twice,
    RuleBroken ``person.clubs``.
    """
    with book.page(stream_of_event(event, caller, may_run_desk), caller) as page:
        event_row = Event.objects.select_related("tournament").get(pk=event)
        before = linked_seats(event)
        wanted = {each if isinstance(each, tuple) else (each, 0): person for each, person in links.items()}
        changed = {seat: person for seat, person in wanted.items() if before.get(seat) != person}
        if not changed:
            return page.done(())
        entrants = tuple(dict.fromkeys(entrant for entrant, _ in changed))
        if not set(changed) <= _seats(event, entrants):
            raise Unknown("entrant.unknown")
        _must_count(event_row.tournament.club_id, {person for person in changed.values() if person is not None})
        _once_each(before | changed)
        facts = [EntrantPerson(entrant_id=each, seat=seat, person_id=who) for (each, seat), who in changed.items()]
        makes = [f"person:{each}" for each in entrants]
        needs = [*makes, *(f"entrant:{each}" for each in entrants)]
        page.record("entrant.linked", facts, event=event, makes=makes, needs=needs)
        return page.done(entrants)


def _seats(event: int, entrants: Collection[int]) -> set[Seat]:
    """Return everybody in these entrants who can be linked."""
    rows = Particulars.objects.filter(
        counts(), counts("entrant__record_id"), entrant__event=event, entrant__in=entrants
    )
    people = {each.entrant_id: each.people for each in rows.order_by("turn")}
    return {
        (entrant, seat)
        for entrant, members in people.items()
        for seat in (range(1, len(members) + 1) if members else (0,))
    }


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


def _once_each(links: Mapping[Seat, int | None]) -> None:
    """Refuse a person who would be two entrants, unless one is another entry of the same player."""
    seen: dict[int, int] = {}
    for (entrant, _), person in links.items():
        if person is not None:
            if person in seen and entrant not in entries_of_one(seen[person]):
                raise Refused("person.entered", entrant=seen[person])
            seen[person] = entrant


def erase_entrants(tournament: int, entrants: Collection[int | Seat], name: str, caller: book.Caller) -> None:
    """Erase who these entrants of a tournament, or members of theirs, were; their results stay under ``name``.

    Names and contacts go from the rows, from reasons that name them, and from answers stored for repeated requests;
    match files and photos of their matches go as a whole. The other members of an entrant stay.
    """
    stream = Tournament.objects.values_list("stream__name", flat=True).get(pk=tournament)
    with book.page(stream, caller) as page:
        seats = dict[int, set[int]]()
        for each in entrants:
            entrant, seat = each if isinstance(each, tuple) else (each, 0)
            seats.setdefault(entrant, set()).add(seat)
        rows = Particulars.objects.filter(entrant__in=seats)
        latest = {each.entrant_id: each for each in rows.filter(counts()).order_by("turn")}
        private = _private_words(rows, seats)
        last = dict(rows.order_by().values("entrant").annotate(last=Max("turn")).values_list("entrant", "last"))
        facts = [_erased(latest.get(each), each, last[each] + 1, seats[each], name) for each in sorted(last)]
        rows.update(**dict.fromkeys(Particulars.erasable_fields, ""))
        Contact.objects.filter(entrant__in=seats).update(email="", salt="")
        needs = [f"name:{each}" for each in sorted(last)]
        page.record("entrant.erased", facts, makes=needs, needs=[*needs, *(f"entrant:{each}" for each in sorted(last))])
        erase_files(list(seats))
        erase_photos(list(seats))
        _scrub(page, private)
        page.topics.add("*")
        page.done(None)


def _erased(now: Particulars | None, entrant: int, turn: int, seats: Collection[int], name: str) -> Particulars:
    """Return the particulars of an entrant after these members, or with seat 0 everybody, were erased."""
    members = now.people if now else ()
    fresh = Particulars(entrant_id=entrant, turn=turn, name=name, seed=now.seed if now else None)
    if now is not None and members and 0 not in seats:
        people = tuple(Member(name) if at in seats else each for at, each in enumerate(members, start=1))
        fresh.name = joined_name(people) if now.name == joined_name(members) else now.name
        fresh.members = members_text(people)
    return fresh.sealing()


def _private_words(rows: QuerySet[Particulars], seats: Mapping[int, set[int]]) -> set[str]:
    """Return the names and addresses of these people, as they were at any time, with those of their entrants."""
    addresses = Contact.objects.filter(entrant__in=seats).values_list("email", flat=True)
    members = [
        member.name
        for each in rows
        for at, member in enumerate(each.people, start=1)
        if seats[each.entrant_id] & {0, at}
    ]
    return {each for each in (*(each.name for each in rows), *members, *addresses) if each}


def _scrub(page: book.OpenPage, private: Collection[str]) -> None:
    """Erase the reasons and the stored answers of this memory in which one of these words stands."""
    for word in private:
        Words.objects.filter(record__stream=page.stream, text__icontains=word).update(salt="", text="")
        named = Q(answer__contains=word)
        Page.objects.filter(named, stream=page.stream).update(answer="")
