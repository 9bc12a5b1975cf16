"""Create and rename clubs."""

from clubs.actions.people import SITE
from clubs.actions.roles import club_of
from clubs.models import Club, Role, User
from clubs.permissions import may_own_club, may_own_site, must
from journal import book
from journal.models import Stream
from rules.naming import read_name

LONGEST_NAME = 120


def open_club(name: str, caller: book.Caller) -> Club:
    """Create a club with the caller as its owner. Raises RuleBroken for an unfit name (``name.…``)."""
    with book.page(SITE, caller) as page:
        must(may_own_site(caller.actor))
        stream = Stream.objects.create(name=f"club:new-{page.next_record}")
        club = Club(name=read_name(name, longest=LONGEST_NAME), stream=stream)
        owner = User.objects.filter(pk=caller.actor.number).first() if caller.actor.kind == "user" else None
        roles = [Role(user=owner, club=club, kind=Role.Kind.OWNER)] if owner else []
        page.record("club.opened", [club, *roles])
        stream.name = f"club:{club.pk}"
        stream.save(update_fields=["name"])
        return page.done(club)


def rename_club(club: int, name: str, caller: book.Caller) -> Club:
    """Rename a club. Raises Unknown ``club.unknown``, RuleBroken for an unfit name (``name.…``)."""
    club_row = club_of(club)
    with book.page(club_row.stream.name, caller) as page:
        must(may_own_club(caller.actor, club))
        club_row.name = read_name(name, longest=LONGEST_NAME)
        Club.objects.filter(pk=club).update(name=club_row.name)
        page.record("club.renamed", club=club)
        return page.done(club_row)
