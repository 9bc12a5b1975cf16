"""The sentences of records about money."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "fees.set": _("Fees changed"),
    "payer.added": _("<bdi>{payer}</bdi> got an account"),
    "payer.renamed": _("<bdi>{payer}</bdi> has another name"),
    "payer.moved": _("<bdi>{payer}</bdi> pays for <bdi>{entrant}</bdi>"),
    "payer.marked": _("<bdi>{payer}</bdi> is marked as {what}"),
    "payer.marked:off": _("<bdi>{payer}</bdi> is no longer marked as {what}"),
    "line.chosen": _("<bdi>{payer}</bdi> takes {line}"),
    "line.chosen:off": _("<bdi>{payer}</bdi> does not take {line}"),
    "line.waived": _("<bdi>{payer}</bdi> need not pay {line}"),
    "line.waived:off": _("<bdi>{payer}</bdi> must pay {line} after all"),
    "line.refunded": _("<bdi>{payer}</bdi> gets {line} back"),
    "deposit.returned": _("<bdi>{payer}</bdi> gets the deposit back: {line}"),
    "deposit.kept": _("The deposit of <bdi>{payer}</bdi> is kept: {line}"),
    "money.taken": _('<bdi>{payer}</bdi> paid <bdi class="score">{amount}</bdi>, {means}, receipt {receipt}'),
    "money.handed_out": _('<bdi>{payer}</bdi> got <bdi class="score">{amount}</bdi>, {means}, receipt {receipt}'),
    "payout.requested": _(
        '<bdi class="score">{amount}</bdi> for <bdi>{payer}</bdi> waits for a second person to release it'
    ),
    "drawer.opened": _('Drawer {drawer} began with <bdi class="score">{amount}</bdi>'),
    "drawer.counted": _('Drawer {drawer} was counted: <bdi class="score">{amount}</bdi>'),
    "drawer.counted:differs": _(
        'Drawer {drawer} was counted: <bdi class="score">{amount}</bdi>, expected <bdi class="score">{expected}</bdi>'
    ),
    "prizes.set": _("The prizes of {event} changed"),
    "prizes.set:pot": _("The prizes of a side pool of {event} changed: {pot}"),
    "money.added": _('<bdi>{payer}</bdi> adds <bdi class="score">{amount}</bdi> to the prizes of {event}'),
    "prizes.awarded": _("The prizes of {event} were awarded"),
    "prize.transferred": _('<bdi>{giver}</bdi> leaves <bdi class="score">{amount}</bdi> to <bdi>{taker}</bdi>'),
    "prize.unclaimed": _('The club keeps <bdi class="score">{amount}</bdi> for <bdi>{payer}</bdi>'),
    "tournament.booked": _("The books of <bdi>{name}</bdi> came in, sheet {sheet}"),
    "tournament.booked:back": _("The books of <bdi>{name}</bdi> were taken back, sheet {sheet}"),
    "books.closed": _("The books were closed, sheet {sheet}"),
    "books.reopen_requested": _("The books should be opened again: a second person must do it"),
    "books.reopened": _("The books are open again"),
}
KINDS = {
    "fees": _("Fees"),
    "payer": _("Payers"),
    "line": _("Lines of accounts"),
    "deposit": _("Deposits"),
    "money": _("Money taken and handed out"),
    "payout": _("Payouts"),
    "drawer": _("Drawers"),
    "prizes": _("Prizes"),
    "prize": _("Transfers of prizes"),
    "books": _("Books"),
}
