"""What the lines of accounts are called, and how money changes hands, in words."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubs.read.dates import shown_date
from clubs.read.figures import spoken_sum, with_currency
from rules.money.fees import Condition, Fee, FeeKind, Price
from rules.typed.cash_line import Word
from tournaments.read.money.accounts import AccountLine

KINDS = {
    FeeKind.ENTRY: gettext_lazy("Entry"),
    FeeKind.REENTRY: gettext_lazy("Re-entry"),
    FeeKind.POOL: gettext_lazy("Side pool"),
    FeeKind.REGISTRATION: gettext_lazy("Registration"),
    FeeKind.MEMBERSHIP: gettext_lazy("Membership"),
    FeeKind.DEPOSIT: gettext_lazy("Deposit"),
}
# The same words within a phrase that begins with the event.
_KINDS_WITHIN = {
    FeeKind.ENTRY: pgettext_lazy("of an event", "entry"),
    FeeKind.REENTRY: pgettext_lazy("of an event", "re-entry"),
    FeeKind.POOL: pgettext_lazy("of an event", "side pool"),
    FeeKind.REGISTRATION: pgettext_lazy("of an event", "registration"),
    FeeKind.MEMBERSHIP: pgettext_lazy("of an event", "membership"),
    FeeKind.DEPOSIT: pgettext_lazy("of an event", "deposit"),
}
MARKS = {
    Condition.EARLY: pgettext_lazy("price", "early"),
    Condition.GUEST: pgettext_lazy("price", "guest"),
    Condition.STUDENT: pgettext_lazy("price", "student"),
    Condition.MEMBER: pgettext_lazy("price", "member"),
}
MEANS = {
    "cash": pgettext_lazy("means of payment", "cash"),
    "card": pgettext_lazy("means of payment", "card"),
    "voucher": pgettext_lazy("means of payment", "voucher"),
}
# Lines that no fee charges, by what stands before the colon of their code.
OTHERS = {
    "lot": gettext_lazy("Calcutta, lot"),
    "deal": gettext_lazy("Calcutta, shares of lot"),
    "stake": gettext_lazy("Calcutta, stake"),
    "share": gettext_lazy("Calcutta, won by lot"),
    "won": gettext_lazy("Calcutta, won by stakes"),
    "prize": gettext_lazy("Prize"),
    "jackpot": gettext_lazy("Jackpot, stake"),
    "added": gettext_lazy("Added money"),
    "chop": gettext_lazy("Chop"),
    "unclaimed": gettext_lazy("Not collected"),
}
# Of these people know the lot, whose code stands behind a sign; of the others the event.
OF_LOTS = ("lot", "deal", "share")


def fee_word(fee: Fee, event: str) -> str:
    """Return what a fee is called: its own name, else its kind with the event that it belongs to."""
    if fee.name:
        return fee.name
    if not event:
        return str(KINDS[fee.kind])
    return _("%(event)s, %(fee)s") % {"event": event, "fee": _KINDS_WITHIN[fee.kind]}


def line_word(line: AccountLine) -> str:
    """Return what a line of an account is for, with the entrant where it is for somebody else."""
    if line.fee is None:
        kind, _colon, about = line.code.partition(":")
        if kind not in OTHERS:
            return line.code
        if kind in OF_LOTS:
            return f"{OTHERS[kind]} {about.rpartition('#')[2]}".strip()
        return f"{OTHERS[kind]}, {line.event}" if line.event else str(OTHERS[kind])
    word = fee_word(line.fee, line.event)
    return f"{word}, {line.who}" if line.who else word


def line_note(line: AccountLine) -> str:
    """Return what stands small behind a line."""
    notes = [str(MARKS[line.condition])] if line.condition else []
    if line.people > 1:
        notes.append(ngettext("for {n} person", "for {n} people", line.people).format(n=line.people))
    if line.is_deposit and line.state not in ("returned", "kept"):
        notes.append(_("comes back"))
    return ", ".join(notes)


def mark_word(mark: str) -> str:
    """Return the word for a mark of a payer, as it was typed if it is none."""
    return str(MARKS.get(Condition(mark), mark)) if mark in list(Condition) else mark


def means_word(means: str) -> str:
    """Return how money changes hands, in a word."""
    return str(MEANS.get(means, means))


def words_of_the_cash_desk() -> dict[Word, tuple[str, ...]]:
    """Return the words of the entry line in the reader's language; translators part several by a comma."""
    words = {
        Word.CASH: pgettext_lazy("cash desk line", "cash"),
        Word.CARD: pgettext_lazy("cash desk line", "card"),
        Word.PART: pgettext_lazy("cash desk line", "part"),
        Word.BACK: pgettext_lazy("cash desk line", "back"),
        Word.WAIVE: pgettext_lazy("cash desk line", "waive"),
        Word.UNDO: pgettext_lazy("cash desk line", "undo"),
    }
    return {word: tuple(each.strip() for each in str(text).split(",")) for word, text in words.items()}


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence has them: ``Main, Master and Doubles``; a dash for none."""
    if len(names) < 2:
        return names[0] if names else "–"
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def fee_lines(fees: Iterable[Fee], event: int, name: str, currency: str) -> tuple[str, ...]:
    """Return what an event costs, a line for each fee of the event and of the tournament, with its special prices."""
    return tuple(_fee_line(fee, name, currency) for fee in fees if fee.event in (event, None))


def _fee_line(fee: Fee, name: str, currency: str) -> str:
    amount = with_currency(spoken_sum(fee.amount, currency), currency)
    line = f"{fee_word(fee, name if fee.event else '')}: {amount}"
    if fee.per_member:
        line = _("{fee} a person").format(fee=line)
    prices = [_price_words(price, currency) for price in fee.prices]
    return f"{line} ({', '.join(prices)})" if prices else line


def _price_words(price: Price, currency: str) -> str:
    amount = spoken_sum(price.amount, currency)
    if price.until:
        return _("until {day} {amount}").format(day=shown_date(price.until, "j F"), amount=amount)
    return f"{mark_word(price.condition)} {amount}"
