"""What is entered about an entrant: read, with the members of an entrant of several people, and shown as a card."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from journal.models import counts
from journal.refusals import Refused
from rules.draws.plan import ENTRY
from rules.draws.seeding import MOST
from rules.errors import RuleBroken
from rules.members import EntrantKind, Member, joined_name, may_be_one, read_members, shared_text
from rules.naming import read_name, read_optional
from rules.typed.members import read_side
from tournaments.models import Entrant, Event, Line, Particulars, Withdrawal
from tournaments.models.entrants import members_text
from tournaments.read.entrants.listed import EntrantCard
from tournaments.read.events import conditions_of

LONGEST_COUNTRY, LONGEST_RATING = 40, 20


@dataclass(frozen=True, slots=True)
class Entry:
    """The details of an entrant; ``rating`` is text as entered, ``seed`` 1 is the best, None is drawn by lot.

    ``paid`` ticks the entrant on the entry list when entered; nothing else reads it. ``email`` becomes their contact.
    ``group`` names those who travel together. ``members`` are the people of an entrant of several; without a ``name``
    it is called by them, and without members they are read from the name: ``Ann Berg / Bo Dahl``.
    """

    name: str = ""
    club: str = ""
    country: str = ""
    rating: str = ""
    seed: int | None = None
    paid: bool = False
    email: str = ""
    group: str = ""
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True)
class Entered:
    """The entrants that an action entered or changed, its record, and the codes of matches that moved."""

    entrants: tuple[EntrantCard, ...]
    record: int | None
    moved: tuple[str, ...] = ()


PARTICULARS = ("name", "club", "country", "rating", "seed", "group")


def particulars_of(entrant: Entrant, entry: Entry, turn: int) -> Particulars:
    """Return what is entered about an entrant, sealed.

    Raises RuleBroken ``name.…``, ``seed.range``, ``members.…`` as ``read_members`` does.
    """
    if entry.seed is not None and not 1 <= entry.seed <= MOST:
        raise RuleBroken("seed.range", got=entry.seed, most=MOST)
    name, members = _side(conditions_of(entrant.event).entrants, entry)
    club, country = read_optional(entry.club), read_optional(entry.country, longest=LONGEST_COUNTRY)
    return Particulars(
        entrant=entrant,
        turn=turn,
        name=read_name(name),
        club=club or shared_text(each.club for each in members),
        country=country or shared_text((each.country for each in members), LONGEST_COUNTRY),
        rating=read_optional(entry.rating, longest=LONGEST_RATING),
        group=read_optional(entry.group),
        members=members_text(members),
        seed=entry.seed,
    ).sealing()


def _side(kind: EntrantKind, entry: Entry) -> tuple[str, tuple[Member, ...]]:
    """Return the name and the members of an entrant of this kind."""
    if not kind.is_several:
        return entry.name, read_members(kind, entry.members)
    name, members = entry.name, entry.members
    if not members:
        name, members = read_side(entry.name)
    members = read_members(kind, members or ((Member(entry.name),) if entry.name.strip() else ()))
    return name.strip() or joined_name(members), members


def changed_entry(now: Particulars, changes: Mapping[str, Any]) -> Entry:
    """Return the details of an entrant after ``changes``.

    A name, club and country made of the members follow them; a name that spells members out replaces them.
    """
    people, name = now.people, changes.get("name", now.name)
    members: tuple[Member, ...] = changes.get("members", people)
    if not people and not members:
        return Entry(**{each: getattr(now, each) for each in PARTICULARS} | dict(changes))
    spelt = read_side(name)[1] if name != now.name and "members" not in changes else ()
    made = {
        "name": joined_name(people) if people else "",
        "club": shared_text(each.club for each in people),
        "country": shared_text((each.country for each in people), LONGEST_COUNTRY),
    }
    kept = {each: getattr(now, each) for each in PARTICULARS} | dict(changes)
    follows = {each: "" for each, text in made.items() if kept[each] == text and members != people}
    return Entry(**kept | {"members": () if spelt else members} | ({} if spelt else follows))


def refuse_twice(event: Event, entered: Sequence[Particulars], but: Iterable[int] = ()) -> None:
    """Refuse a person who would stand in an event twice: one of the members, of another entrant who plays in it.

    ``but`` are entrants who leave, or are entered anew. No statement for an event of single players. Raises Refused
    ``member.entered``.
    """
    if not any(each.members for each in entered):
        return
    left = Withdrawal.objects.filter(counts(), entrant__event=event, bracket=ENTRY).values("entrant")
    rows = Particulars.objects.filter(counts(), counts("entrant__record_id"), entrant__event=event)
    rows = rows.exclude(entrant__in=left).exclude(entrant__in=list(but)).order_by("turn")
    latest = {each.entrant_id: each for each in rows}
    known = [(member, each.name) for each in latest.values() for member in each.people]
    for each in entered:
        for member in each.people:
            other = next((name for one, name in known if may_be_one(member, one)), None)
            if other is not None:
                raise Refused("member.entered", name=member.name, entrant=other)
        known += [(member, each.name) for member in each.people]


def card(
    entrant: Entrant,
    particulars: Particulars,
    line: int | None = None,
    out: tuple[str, ...] = (),
    ticks: tuple[bool, bool] = (False, False),
) -> EntrantCard:
    """Return the current view of an entrant; ``ticks`` are paid and here."""
    return EntrantCard(
        entrant.pk,
        entrant.number,
        particulars.name,
        particulars.club,
        particulars.country,
        particulars.rating,
        particulars.seed,
        line,
        out,
        particulars.turn,
        *ticks,
        particulars.group,
        particulars.people,
    )


def line_of(entrant: Entrant) -> int | None:
    """Return the line of an entrant in the current draw, unless another player has replaced them there."""
    lines = Line.objects.filter(draw=entrant.event.current_draw_id, record__undo__isnull=True)
    own_lines = lines.filter(line__in=lines.filter(entrant=entrant).values("line"))
    at, who = own_lines.order_by("-turn").values_list("line", "entrant").first() or (None, None)
    return at if who == entrant.pk else None
