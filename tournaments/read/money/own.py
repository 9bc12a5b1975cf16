"""The account of one entrant, as they may see it themselves."""

from dataclasses import replace
from datetime import datetime

from django.db.models import Q

from tournaments.models import Entrant
from tournaments.read.entrants.names import entered_names
from tournaments.read.entrants.payers import latest_payers
from tournaments.read.money.accounts import Account, read_accounts


def own_account(player: Entrant, now: datetime) -> Account | None:
    """Return the account of an entrant read with event and tournament, None where nobody is charged for them.

    Where somebody with another name pays for them only their own lines are left, without receipts.
    """
    payer = next((payer for _, _, payer, _ in latest_payers(Q(entrant=player.pk))), None)
    if payer is None:
        return None
    account = read_accounts(player.event.tournament, now, [payer]).by_payer.get(payer)
    if account is None:
        return None
    names = {each.name for each in entered_names(Q(entrant__in=[*account.entrants, player.pk]))}
    if len(names) == 1:
        return account
    lines = tuple(line for line in account.lines if line.entrant == player.pk)
    balance = sum(line.open for line in lines)
    return replace(account, lines=lines, possible=(), receipts=(), marks=(), balance=balance, entrants=(player.pk,))
