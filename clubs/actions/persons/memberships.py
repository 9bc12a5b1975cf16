"""Memberships: begun, ended."""

from datetime import date

from clubs.actions.persons.steps import about, group_of, must_count, open_person
from clubs.models import Membership, MembershipEnd, Person
from clubs.permissions import may_direct, must
from journal import book
from journal.models import counts
from journal.refusals import Refused, Unknown, Unreadable
from rules.errors import RuleBroken


def begin_membership(
    person: int, kind: str, starts_on: date | None, ends_on: date | None, caller: book.Caller
) -> Membership:
    """Let a person belong to the club, from today on unless another day is given.

    Raises Unreadable ``membership.kind``, RuleBroken ``membership.dates``, Refused ``membership.held`` while another
    one of theirs covers one of the days, and as ``change_person``.
    """
    row, stream = open_person(person)
    with book.page(stream, caller) as page:
        must(may_direct(caller.actor, row.club_id))
        must_count(row)
        begun = membership(row, kind, starts_on or page.at.date(), ends_on)
        for held, ends in held_memberships(person):
            if begun.starts_on <= (ends or date.max) and held.starts_on <= (begun.ends_on or date.max):
                raise Refused("membership.held", membership=held.pk, kind=held.kind)
        page.keep([begun])
        page.record("membership.begun", [begun], kind=begun.kind, **about(person, f"membership:{begun.pk}"))
        return page.done(begun)


def end_membership(membership: int, ends_on: date | None, caller: book.Caller) -> MembershipEnd:
    """End a membership, today unless another day is given.

    Raises Unknown ``membership.unknown``, RuleBroken ``membership.dates``, Refused ``membership.over``.
    """
    held = Membership.objects.filter(counts(), pk=membership).select_related("person__club__stream").first()
    if held is None:
        raise Unknown("membership.unknown")
    with book.page(held.person.club.stream.name, caller) as page:
        must(may_direct(caller.actor, held.person.club_id))
        if not Membership.objects.filter(counts(), pk=membership).exists():
            raise Unknown("membership.unknown")
        last = ends_on or page.at.date()
        if last < held.starts_on:
            raise RuleBroken("membership.dates")
        if MembershipEnd.objects.filter(counts(), membership=held).exists():
            raise Refused("membership.over")
        end = MembershipEnd(membership=held, ends_on=last)
        needs = [f"membership:{membership}"]
        page.record("membership.ended", [end], **about(held.person_id, f"ended:{membership}", needs=needs))
        return page.done(end)


def membership(person: Person, kind: str, starts_on: date, ends_on: date | None) -> Membership:
    """Return an unsaved membership. Raises Unreadable ``membership.kind``, RuleBroken ``membership.dates``."""
    if kind not in Membership.Kind.values:
        raise Unreadable("membership.kind", got=kind[:20])
    if ends_on is not None and ends_on < starts_on:
        raise RuleBroken("membership.dates")
    return Membership(person=person, kind=kind, starts_on=starts_on, ends_on=ends_on)


def held_memberships(person: int) -> list[tuple[Membership, date | None]]:
    """Return the memberships of a person that count, each with its last day."""
    held = Membership.objects.filter(counts(), person__in=group_of(person)).order_by("starts_on", "pk")
    ends = dict(
        MembershipEnd.objects.filter(counts(), membership__in=held).order_by("pk").values_list("membership", "ends_on")
    )
    return [(each, ends.get(each.pk, each.ends_on)) for each in held]
