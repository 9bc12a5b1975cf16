"""The words of payouts: why somebody is due a prize, what is open, and what is still to be done."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.read.figures import shown_sum
from rules.money.shares import half_up_to
from tournaments.read.money.payouts import EventPayouts, PersonSums, PotPayouts, PrizeLine
from tournaments.words.money.designs import place_name

HEADS = (gettext_lazy("Place"), gettext_lazy("Name"), gettext_lazy("Prize"), gettext_lazy("Received, signature"))
GIVER = gettext_lazy("Who leaves money")
TAKER = gettext_lazy("To whom")
AMOUNT = gettext_lazy("How much")
REASON = gettext_lazy("Why")


def title(payouts: EventPayouts) -> str:
    """Return the title of the page: what is to be done now."""
    currency = payouts.currency
    collect = sum(each.to_collect for each in payouts.people)
    pay = sum(each.to_pay for each in payouts.people)
    if payouts.changed and not payouts.awarded:
        return _("{sum} can be awarded").format(sum=shown_sum(payouts.due, currency))
    if payouts.changed:
        return _("The places changed after the award")
    if collect and payouts.awarded:
        return _("{collect} to collect, {pay} to pay").format(
            collect=shown_sum(collect, currency), pay=shown_sum(pay, currency)
        )
    if pay:
        people = sum(bool(each.to_pay) for each in payouts.people)
        sentence = ngettext("{sum} to pay to {n} person", "{sum} to pay to {n} people", people)
        return sentence.format(sum=shown_sum(pay, currency), n=people)
    if payouts.awarded and payouts.is_complete:
        return _("All prizes are paid: {sum}").format(sum=shown_sum(payouts.awarded, currency))
    return _("Payouts")


def sums_of(person: PersonSums, currency: str) -> str:
    """Return what somebody was awarded, left or got, and has, in one line."""
    words = [_("awarded {sum}").format(sum=shown_sum(person.awarded, currency))]
    if person.moved:
        sentence = _("{sum} from others") if person.moved > 0 else _("{sum} left to others")
        words.append(sentence.format(sum=shown_sum(person.moved, currency)))
    if person.paid:
        words.append(_("has {sum}").format(sum=shown_sum(person.paid, currency)))
    if person.kept:
        words.append(_("the club keeps {sum} for them").format(sum=shown_sum(person.kept, currency)))
    if person.waiting:
        words.append(_("{sum} waits for a second person").format(sum=shown_sum(person.waiting, currency)))
    return ", ".join(words)


def place_words(line: PrizeLine) -> str:
    """Return the place of a prize: ``Winner``, or ``Semi-finals, shared by 2``."""
    if line.tied == 1:
        return place_name(line.bracket, line.place, line.place)
    places = place_name(line.bracket, line.first, line.first + line.tied - 1).partition(",")
    name = places[0] if line.bracket == "main" else "".join(places).rpartition(",")[0]
    return _("{places}, shared by {n}").format(places=name, n=line.tied)


def exact_words(line: PrizeLine, currency: str) -> str:
    """Return the exact part of a prize, what the place would pay without ties, and the part of each member."""
    words = [_("exactly {sum}").format(sum=shown_sum(half_up_to(line.exact), currency))]
    if line.tied > 1 and line.before_ties != line.amount:
        words.append(_("before ties {sum}").format(sum=shown_sum(line.before_ties, currency)))
    words += [f"{name} {shown_sum(part, currency)}" for name, part in line.parts]
    return ", ".join(words)


def part_word() -> str:
    """Return what stands on the payout list before the part of a member."""
    return _("of it")


def open_sentences(pot: PotPayouts, currency: str) -> list[str]:
    """Return who may be paid what while places are open, in sentences; nothing once all is settled."""
    waiting = [line for line in pot.lines if line.entrant is None]
    if not waiting:
        return []
    places = dict.fromkeys(f"{place_words(each)} {shown_sum(each.amount, currency)}" for each in waiting)
    sentences = [_("Still played for: {places}.").format(places="; ".join(places))]
    unsure = [line for line in pot.lines if line.entrant is not None and line.sure < line.amount]
    if any(line.entrant is not None for line in pot.lines) and not unsure:
        sentences.append(_("Everybody who is named can be paid now: who takes the open places does not change it."))
    for line in unsure:
        least = _("{name} can be paid {sum} now; the rest once it is sure that somebody takes each open place.")
        sentences.append(least.format(name=line.name, sum=shown_sum(line.sure, currency)))
    return sentences


def moved_words(person: PersonSums) -> str:
    """Return what a chop or a hedge is for a person on the payout list."""
    return _("Chop: from others") if person.moved > 0 else _("Chop: left to others")


def paper_title(event: str) -> str:
    """Return the title of the payout list."""
    return _("{event}: payouts").format(event=event)


def pot_name(pot: PotPayouts) -> str:
    """Return the name of a pot: the prize fund, or its side pool."""
    return pot.pot.name or pot.pot.code or _("Prize fund")


def awarded_of(payouts: EventPayouts) -> str:
    """Return how much of the pots is awarded, in a phrase."""
    return _("{awarded} of {fund} awarded").format(
        awarded=shown_sum(payouts.awarded, payouts.currency), fund=shown_sum(payouts.funds, payouts.currency)
    )
