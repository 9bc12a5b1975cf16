"""Undoing what moved money: charges follow from the facts that are left, everything else is posted back."""

from collections.abc import Sequence

from django.db.models import Q

from clubs.actions.books import reversal
from clubs.actions.undo import Undoing
from clubs.models import Leg, Posting
from journal.book import OpenPage
from journal.models import Fact, counts
from tournaments.actions.money.charging import charge, refuse_if_closed
from tournaments.actions.money.fees import charge_everybody, set_from, with_unpaid_for
from tournaments.actions.money.payers import charge_members
from tournaments.models import (
    AddedMoney,
    AuctionAward,
    Award,
    DrawerCount,
    DrawerFloat,
    Entrant,
    EntrantPayer,
    FeeSetup,
    Particulars,
    PayerName,
    PayerTick,
    PotSetup,
    PrizeTransfer,
    Receipt,
    Release,
    ReopenRequest,
    Tournament,
    Unclaimed,
)
from tournaments.models.money.cash import Postings, Purses
from tournaments.read.money.payers import payers_to_charge

# The facts whose records concern nothing but money.
MONEY: tuple[type[Fact], ...] = (
    AddedMoney, AuctionAward, Award, DrawerCount, DrawerFloat, EntrantPayer, PayerName, PayerTick, PotSetup,
    PrizeTransfer, Receipt, Release, ReopenRequest, Unclaimed,
)  # fmt: skip


def money_of_undo(page: OpenPage, undoing: Undoing) -> list[Fact]:
    """Step: return the undo with the facts that set the books right after it; pass them to ``page.record``."""
    postings = [sealed for label, sealed in undoing.body["facts"] if label == Posting._meta.label_lower]
    fact: Fact = undoing.fact
    if not postings:
        return [fact, *_members_undone(page, undoing, fact)]
    if postings[0]["kind"] != Postings.CHARGED:
        refuse_if_closed(Tournament.objects.get(stream=page.stream))
        return [fact, *reversal(page, undoing.record, undoing.body)]
    page.keep([fact])
    legs = Leg.objects.filter(posting=undoing.record, account__kind=Purses.PAYER)
    known = payers_to_charge(Q(pk__in=legs.values("account__about")), page.at)
    return [fact, *(charge(page, known.tournament, known.facts) if known.tournament else [])]


def _members_undone(page: OpenPage, undoing: Undoing, undone: Fact) -> list[Fact]:
    """Step: return the facts that charge the payer of an entrant whose other members count again.

    A fee for each member may have been set since they changed.
    """
    changed = [
        sealed["entrant_id"] for label, sealed in undoing.body["facts"] if label == Particulars._meta.label_lower
    ]
    if undoing.verb != "entrant.renamed" or not changed:
        return []
    entrant = Entrant.objects.select_related("event__tournament").get(pk=changed[0])
    return charge_members(page, entrant, [undone])


def undo_money(page: OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """Step: undo a record that concerns nothing but money."""
    page.record("record.undone", money_of_undo(page, undoing), makes=[], needs=[])
    return ()


def undo_fees(page: OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """Step: go back to the fees as they were set before; everybody is charged by them."""
    tournament = with_unpaid_for(Tournament.objects.all()).get(stream=page.stream)
    refuse_if_closed(tournament)
    fact = undoing.fact
    page.keep([fact])
    setups = FeeSetup.objects.filter(counts(), tournament=tournament)
    set_from(tournament, setups.order_by("-turn").first())
    facts: Sequence[Fact] = [fact, *charge_everybody(page, tournament)]
    page.record("record.undone", facts, makes=[], needs=[])
    return ()
