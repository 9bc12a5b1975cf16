"""A club decides who sees its nights and its ladders: everybody, or its members."""

from clubs.actions.roles import club_of
from clubs.models import Sight
from clubs.permissions import may_direct, must
from clubs.read.ladders.view import ladder_of
from clubs.read.sights import hidden_in
from journal import book
from journal.refusals import Unknown


def show_to(club: int, kind: Sight.Kind, about: int, caller: book.Caller, *, public: bool) -> bool:
    """Show nights or a ladder to everybody, or to members only; return whether that was new.

    Raises Unknown ``club.unknown``, ``ladder.unknown``.
    """
    row = club_of(club)
    if kind is Sight.Kind.LADDER and ladder_of(about).club_id != club:
        raise Unknown("ladder.unknown", ladder=about)
    with book.page(row.stream.name, caller) as page:
        must(may_direct(caller.actor, club))
        if ((str(kind), about) not in hidden_in(club)) == public:
            return page.done(False)
        fact = Sight(club=row, kind=kind, about=about, public=public)
        mine = [f"sight:{kind}/{about}"]
        page.record("sight.changed", [fact], makes=mine, needs=mine)
        return page.done(True)
