"""A receipt by mail, later than at the till: for the desk, and for players who look at their own account."""

from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef
from django.utils import timezone

from journal import book
from journal.models import Undo
from journal.refusals import Refused
from runtime.jobs.mail import mail_is_set_up
from runtime.jobs.queue import enqueue
from tournaments.actions.money.cash import RECEIPT_LETTER
from tournaments.actions.steps import stream_of_receipt
from tournaments.models import Receipt
from tournaments.permissions import Right, may_run_desk
from tournaments.read.money.own import own_account
from tournaments.read.money.receipts import address_of_payer
from tournaments.read.players.player import player_of_event


@dataclass(frozen=True, slots=True)
class Mailed:
    """The letter with a receipt was enqueued."""

    receipt: int
    number: int


def mail_receipt(receipt: int, caller: book.Caller) -> Mailed:
    """Mail a receipt to the address that its payer left: for the desk, or for the player whose receipt it is.

    Within a minute it is mailed once. Raises Unknown ``receipt.unknown``; Refused ``receipt.no_mail``,
    ``receipt.undone``, ``receipt.no_address``.
    """
    with book.page(stream_of_receipt(receipt, caller, _may_mail(receipt, caller)), caller) as page:
        undone = Undo.objects.filter(undone=OuterRef("record"))
        row = Receipt.objects.annotate(undone=Exists(undone)).get(pk=receipt)
        if not mail_is_set_up():
            raise Refused("receipt.no_mail", receipt=receipt)
        if row.undone:
            raise Refused("receipt.undone", receipt=receipt)
        if not address_of_payer(row.tournament_id, row.payer_id):
            raise Refused("receipt.no_address", receipt=receipt)
        enqueue(RECEIPT_LETTER, f"receipt:{receipt}:{page.at:%Y%m%d%H%M}", page.at, receipt=receipt)
        return page.done(Mailed(receipt, row.number))


def _may_mail(receipt: int, caller: book.Caller) -> Right:
    """Return the right to mail a receipt: the desk's, and of the player on whose own account it is."""
    if caller.actor.kind != "entrant":
        return may_run_desk
    own = own_account(player_of_event(caller.actor.number), timezone.now())
    is_own = own is not None and any(each.record == receipt for each in own.receipts)
    return replace(may_run_desk, also=caller.actor.name) if is_own else may_run_desk
