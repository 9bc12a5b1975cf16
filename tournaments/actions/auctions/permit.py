"""The club's permission: auctions are off until an owner has confirmed the legal notice."""

from clubs.models import Club
from clubs.permissions import may_own_club, must
from journal import book
from journal.refusals import Refused, Unknown
from tournaments.models import AuctionPermit
from tournaments.models.money.auctions import NOTICE
from tournaments.read.money.auctions.listing import is_allowed_in


def allow_auctions(club: int, notice: int, caller: book.Caller) -> AuctionPermit:
    """Allow auctions in a club; ``notice`` is the number of the legal notice that the owner read. For owners.

    Raises Unknown ``club.unknown``, Refused ``notice.other`` for another notice than the current one.
    """
    with book.page(_stream(club, caller), caller) as page:
        if notice != NOTICE:
            raise Refused("notice.other", notice=NOTICE)
        fact = AuctionPermit(club_id=club, allowed=True, notice=notice)
        page.record("calcutta.allowed", [fact], makes=[], needs=[])
        return page.done(fact)


def end_auctions(club: int, caller: book.Caller) -> AuctionPermit:
    """Allow no more auctions in a club; what is charged and owed stays. For owners. Raises Refused ``calcutta.off``."""
    with book.page(_stream(club, caller), caller) as page:
        if not is_allowed_in(club):
            raise Refused("calcutta.off", club=club)
        fact = AuctionPermit(club_id=club, allowed=False, notice=NOTICE)
        page.record("calcutta.ended", [fact], makes=[], needs=[])
        return page.done(fact)


def _stream(club: int, caller: book.Caller) -> str:
    row = Club.objects.select_related("stream").filter(pk=club).first()
    if row is None:
        raise Unknown("club.unknown")
    must(may_own_club(caller.actor, club))
    return row.stream.name
