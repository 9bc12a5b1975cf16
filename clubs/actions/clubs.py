"""Clubs."""

from clubs.actions.people import SITE
from clubs.models import Club, Role, User
from clubs.permissions import may_own_site, must
from journal import book
from journal.models import Stream
from rules.naming import read_name


def open_club(name: str, hand: book.Hand) -> Club:
    """Make a club; who makes it owns it. Raises RuleBroken for an unfit name (``name.…``)."""
    with book.page(SITE, hand) as page:
        must(may_own_site(hand.by))
        stream = Stream.objects.create(name=f"club:new-{page.next_record}")
        club = Club(name=read_name(name, longest=120), stream=stream)
        owner = User.objects.filter(pk=hand.by.number).first() if hand.by.kind == "user" else None
        roles = [Role(user=owner, club=club, kind=Role.Kind.OWNER)] if owner else []
        page.record("club.opened", [club, *roles])
        stream.name = f"club:{club.pk}"
        stream.save(update_fields=["name"])
        return page.done(club)
