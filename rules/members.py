"""Entrants of several people: what an entrant of an event is, who its members are, and how it is called.

Source: docs/rules/members.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.errors import RuleBroken
from rules.folding import folded
from rules.naming import LONGEST, family_name, read_name, read_optional

BETWEEN = " / "
"""Stands between the names of members."""

LONGEST_COUNTRY = 40


def are_several(names: Iterable[str]) -> bool:
    """Return whether any of the names is that of several people."""
    return any(BETWEEN in name for name in names)


class EntrantKind(StrEnum):
    """What an entrant of an event is: a person, a pair who alternate, a team, or people who consult."""

    SINGLE = "single"
    PAIR = "pair"
    TEAM = "team"
    CONSULTATION = "consultation"

    @property
    def least(self) -> int:
        """The fewest members of an entrant; a person has none beside themselves."""
        return 0 if self is EntrantKind.SINGLE else 2

    @property
    def most(self) -> int:
        """The most members of an entrant."""
        return {EntrantKind.SINGLE: 0, EntrantKind.PAIR: 2}.get(self, 8)

    @property
    def is_several(self) -> bool:
        """Whether an entrant is more than one person."""
        return self is not EntrantKind.SINGLE


@dataclass(frozen=True, slots=True)
class Member:
    """One of the people of an entrant, in the order in which they were entered."""

    name: str
    club: str = ""
    country: str = ""


def read_members(kind: EntrantKind, members: Iterable[Member]) -> tuple[Member, ...]:
    """Return members as they are kept.

    Raises RuleBroken ``members.single`` for an event of single players, ``members.count`` (fewer or more than the kind
    has), ``members.twice`` (the same name and club, or one of them without a club), ``name.…``.
    """
    read = tuple(
        Member(read_name(each.name), read_optional(each.club), read_optional(each.country, LONGEST_COUNTRY))
        for each in members
    )
    if not kind.is_several and read:
        raise RuleBroken("members.single")
    if not kind.least <= len(read) <= kind.most:
        raise RuleBroken("members.count", got=len(read), least=kind.least, most=kind.most)
    for at, member in enumerate(read):
        if any(may_be_one(member, other) for other in read[:at]):
            raise RuleBroken("members.twice", name=member.name)
    return read


def may_be_one(one: Member, other: Member) -> bool:
    """Whether two members may be one person: the same name, and no two clubs that tell them apart."""
    clubs = {folded(one.club), folded(other.club)} - {""}
    return folded(one.name) == folded(other.name) and len(clubs) <= 1


def joined_name(members: Sequence[Member], longest: int = LONGEST) -> str:
    """Return the name of an entrant made of its members: whole names, else family names, else the first of them.

    >>> joined_name([Member("Ann Berg"), Member("Bo van Dahl")])
    'Ann Berg / Bo van Dahl'
    >>> joined_name([Member("Ann Berg"), Member("Bo van Dahl")], longest=20)
    'Berg / van Dahl'
    """
    families = [family_name(each.name) for each in members]
    for names in ([each.name for each in members], families):
        if len(BETWEEN.join(names)) <= longest:
            return BETWEEN.join(names)
    for count in range(len(families) - 1, 0, -1):
        name = f"{BETWEEN.join(families[:count])} +{len(families) - count}"
        if len(name) <= longest:
            return name
    return f"{families[0][: longest - 4]}… +{len(families) - 1}"


def shared_text(texts: Iterable[str], longest: int = LONGEST) -> str:
    """Return the club or country of an entrant made of those of its members: each of them once, as far as they fit.

    >>> shared_text(["Oslo", "", "Bergen", "Oslo"])
    'Oslo / Bergen'
    """
    each = list(dict.fromkeys(filter(None, texts)))
    while len(BETWEEN.join(each)) > longest:
        each.pop()
    return BETWEEN.join(each)


def split_amount(amount: int, members: Sequence[Member]) -> tuple[int, ...]:
    """Return the part of each member of ``amount`` (minor units): equal, what is left over from the first on.

    >>> split_amount(1001, [Member("Ann"), Member("Bo")])
    (501, 500)
    """
    if not members:
        return ()
    each, left = divmod(amount, len(members))
    return tuple(each + (at < left) for at in range(len(members)))
