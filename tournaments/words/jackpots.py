"""What queues of jackpots say: refusals, the sentences of their records, and the labels of their forms."""

from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

REFUSALS = {
    "jackpot.unknown": _("Queue not found."),
    "jackpot.entry": _("Nobody with this number waits in the queue: they left, or their jackpot has started."),
    "jackpot.size": _("A jackpot is for 4, 8 or 16 players."),
    "jackpot.stake": _("The stake must be between 0 and {most}, in the smallest coin."),
    "jackpot.house": _("The house keeps 0 to 100 percent."),
    "jackpot.named": _("There is a queue with this name already: {name}."),
    "jackpot.prizeless": _("A voucher needs a prize: set a stake, and leave some of it to the winner."),
    "jackpot.namesakes": _("This name stands for several people. Type the club too: {clubs}."),
    "jackpot.waiting": _("They wait in this queue already, as number {number}."),
    "jackpot.closed": _("This queue is closed."),
    "jackpot.open": _("This queue is open."),
    "jackpot.short": _("{waiting} wait, and {size} are needed."),
    "split.event": _(
        "Only the final of a jackpot can be split here. In other events, move the money on the payouts page."
    ),
    "split.final": _("Only the final can be split."),
    "split.offered": _("You offered to split already. Your opponent must agree."),
    "voucher.none": _("This jackpot has no voucher."),
    "voucher.booked": _("The voucher is booked already."),
    "voucher.open": _("The final is not settled yet."),
    "voucher.split": _("The prize was divided between two: pay it out, or move the money on the payouts page."),
    "voucher.drawn": _("The other event is drawn already. Enter the winner there first, then book the voucher."),
    "voucher.nothing": _("No entry fee of the winner is open: they have paid, or the event costs nothing."),
}
SENTENCES = {
    "jackpot.opened": _("The queue <bdi>{queue}</bdi> was opened"),
    "jackpot.joined": _("<bdi>{payer}</bdi> joined <bdi>{queue}</bdi>"),
    "jackpot.left": _("<bdi>{payer}</bdi> left <bdi>{queue}</bdi>"),
    "jackpot.started": _("{event} started"),
    "jackpot.closed": _("The queue <bdi>{queue}</bdi> was closed"),
    "jackpot.reopened": _("The queue <bdi>{queue}</bdi> is open again"),
    "jackpot.voucher": _(
        'The prize of {event} paid <bdi class="score">{amount}</bdi> of an entry of <bdi>{names}</bdi>'
    ),
    "match.split_offered": _("<b>{code}</b> <bdi>{by}</bdi> offers to split the final"),
    "match.split": _("<b>{code}</b> <bdi>{first}</bdi> and <bdi>{second}</bdi> split the final"),
}
KIND = _("Jackpots")
NAME = gettext_lazy("Name")
NAME_HELP = gettext_lazy("What people call it: Jackpot 5, Qualifier for the Main")
SIZE = gettext_lazy("Players")
LENGTH = gettext_lazy("Match length")
STAKE = gettext_lazy("Stake")
HOUSE = gettext_lazy("Share of the house, percent")
VOUCHER_FOR = gettext_lazy("The prize pays an entry into")
VOUCHER_HELP = gettext_lazy("For a qualifier: events that are not drawn yet.")
NO_VOUCHER = gettext_lazy("No event: the winner takes the money")
WHO = gettext_lazy("Who joins")
CLUB = gettext_lazy("Club, for namesakes")
