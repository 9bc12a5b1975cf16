"""Whose entry it is: somebody whom the tournament knows by the name typed, or a new person with an account."""

from journal.book import OpenPage
from journal.models import Fact
from rules.errors import RuleBroken
from rules.naming import read_name, read_optional
from rules.typed.names import folded
from tournaments.actions.jackpots.queues import OpenQueue
from tournaments.actions.money.new_payers import give_account
from tournaments.models import Payer, PayerName
from tournaments.read.jackpots.people import alike, queue_people


def payer_named(page: OpenPage, queue: OpenQueue, name: str, club: str) -> tuple[int, list[Fact]]:
    """Step: return the payer of this name, with the facts that give them an account if they have none.

    Raises RuleBroken ``name.…``, ``jackpot.namesakes`` with their clubs where the name stands for several people.
    """
    name, club, tournament = read_name(name), read_optional(club), queue.tournament
    known = alike(queue_people(tournament.pk), name, club)
    payers = {each.payer for each in known if each.payer}
    # An entrant without an account and somebody of the same name and club who has one are one person.
    clubs = {folded(each.club): each.club for each in reversed(known)}
    if len(payers) > 1 or len(clubs) > 1:
        raise RuleBroken("jackpot.namesakes", name=name, clubs=sorted(each for each in clubs.values() if each))
    if payers:
        return payers.pop(), []
    if known:
        facts, payer = give_account(page, tournament, known[0].entrant or 0)
        return payer, facts
    new = Payer(tournament=tournament, number=queue.last_payer + 1)
    page.keep([new])
    named: list[Fact] = [new, PayerName(payer=new, name=name, club=club).sealing()]
    page.keep(named)
    return new.pk, named
