"""Money that changes hands at a desk: taken for open lines, or handed out to people who are owed something."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Subquery, Sum

from clubs.actions.books import Move, Purse, post
from journal import book
from journal.book import OpenPage
from journal.models import Undo
from journal.refusals import Refused
from rules.errors import RuleBroken
from rules.money.denominations import most_given
from rules.naming import read_name
from runtime.jobs.queue import enqueue_after
from tournaments.actions.money.charging import payer_purse, refuse_if_closed
from tournaments.actions.steps import stream_of_payer, stream_of_release
from tournaments.models import FeeSetup, Receipt, Release, Tournament
from tournaments.models.money.cash import Means, Postings, Purses
from tournaments.permissions import may_run_desk
from tournaments.read.money.payers import account_of, line_sums
from tournaments.read.money.till import waiting_requests

MOST_DRAWERS = 20
RECEIPT_LETTER = "tournaments.tasks.receipt_letter"
LONGEST_VOUCHER = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """How money changes hands: the means, the desk's drawer, and for cash taken what was given, if counted.

    ``voucher`` is the code of a voucher, for the means of that name. ``mails``: the payer gets the receipt by mail too,
    where mail is set up and one of their entrants left an address.
    """

    means: str = Means.CASH
    drawer: int = 1
    given: int | None = None
    voucher: str = ""
    mails: bool = False


@dataclass(frozen=True, slots=True)
class Changed:
    """What changed hands: the receipt, in minor units the change to give back and what is left on the account."""

    receipt: Receipt
    change: int
    left: int


def take(payer: int, lines: Collection[str] | None, amount: int | None, hand: Hand, caller: book.Caller) -> Changed:
    """Take money for open lines of a payer's account, all of them if ``lines`` is None.

    Without an ``amount`` everything open on these lines is taken; a smaller amount is a part payment and goes to the
    lines in their order. A voucher is one payer's. Raises Refused ``stale``, ``payment.nothing``, ``payment.over``,
    ``voucher.used``, ``books.closed``; RuleBroken
    ``line.unknown``, what ``_checked`` and ``_refuse_given`` raise.
    """
    with book.page(stream_of_payer(payer, caller, may_run_desk), caller) as page:
        tournament, number = _with_number(payer)
        hand = _checked(hand)
        sums = _seen(page, payer)
        wanted = _chosen(sums, lines)
        owed = sum(wanted.values())
        taken = owed if amount is None else amount
        if owed <= 0:
            raise Refused("payment.nothing", payer=payer, left=sum(sums.values()))
        if not 0 < taken <= owed:
            raise Refused("payment.over", amount=taken, owed=owed)
        _refuse_given(hand, taken, tournament.currency)
        _refuse_used(hand, tournament, payer)
        moves = [Move(payer_purse(payer), -part, line) for line, part in _shared(wanted, taken)]
        moves.append(Move(_purse(hand), taken, hand.voucher))
        receipt = _receipt(tournament, payer, number, taken, hand)
        page.record(
            "money.taken", [receipt, *post(page, Postings.TAKEN, tournament.currency, moves)], **_concerning(payer)
        )
        _mail(page, receipt, hand)
        change = 0 if hand.given is None else hand.given - taken
        return page.done(Changed(receipt, change, sum(sums.values()) - taken))


def hand_out(payer: int, amount: int | None, hand: Hand, caller: book.Caller) -> Changed | Release:
    """Hand out to a payer what they are owed: everything without an ``amount``; what they owe is set against it first.

    Above the sum that the fees set, together with what the payer got before, the answer is a request that a second
    person must release (``release``). Raises Refused ``stale``, ``payout.nothing``, ``payout.over``,
    ``payout.voucher``, ``payout.waiting`` while another request for them waits, ``books.closed``.
    """
    with book.page(stream_of_payer(payer, caller, may_run_desk), caller) as page:
        tournament, number = _with_number(payer)
        hand = _checked(hand)
        sums = _seen(page, payer)
        out = _payable(sums, amount, hand)
        if _needs_release(tournament, payer, out):
            request = Release(payer_id=payer, amount=out, means=hand.means, drawer=hand.drawer)
            page.record("payout.requested", [request], **_concerning(payer))
            return page.done(request)
        return page.done(_handed(page, payer, sums, _receipt(tournament, payer, number, out, hand, is_out=True)))


def release(request: int, caller: book.Caller) -> Changed:
    """Hand out what another person requested.

    Raises Unknown ``release.unknown``; Refused ``release.same`` for the person who requested it, ``release.done``,
    ``release.undone``, ``payout.over``, ``books.closed``.
    """
    with book.page(stream_of_release(request, caller, may_run_desk), caller) as page:
        undone, done = Undo.objects.filter(undone=OuterRef("pk")), Receipt.objects.filter(released=OuterRef("pk"))
        rows = Release.objects.select_related("record__page").annotate(undone=Exists(undone), done=Exists(done))
        requested = rows.get(pk=request)
        payer = requested.payer_id
        tournament, number = _with_number(payer)
        if requested.record.page.actor == caller.actor.name:
            raise Refused("release.same", request=request)
        if requested.undone:
            raise Refused("release.undone", request=request)
        if requested.done:
            raise Refused("release.done", request=request)
        hand = Hand(means=requested.means, drawer=requested.drawer)
        sums = line_sums(page.stream.pk, [payer]).get(payer, {})
        out = _payable(sums, requested.amount, hand)
        receipt = _receipt(tournament, payer, number, out, hand, is_out=True)
        receipt.released = requested
        return page.done(_handed(page, payer, sums, receipt))


def _mail(page: OpenPage, receipt: Receipt, hand: Hand) -> None:
    """Step: enqueue the letter with a receipt, if the desk mails receipts and mail is set up."""
    if hand.mails and settings.MAIL:
        enqueue_after(page, RECEIPT_LETTER, f"receipt:{receipt.pk}", receipt=receipt.pk)


def _checked(hand: Hand) -> Hand:
    """Return how money changes hands, read. Raises RuleBroken ``means``, ``drawer``, ``payment.given``, ``voucher``."""
    if hand.means not in Means.values:
        raise RuleBroken("means", got=hand.means, known=Means.values)
    if not 1 <= hand.drawer <= MOST_DRAWERS:
        raise RuleBroken("drawer", got=hand.drawer, most=MOST_DRAWERS)
    if hand.given is not None and hand.means != Means.CASH:
        raise RuleBroken("payment.given", given=hand.given, means=hand.means)
    if (hand.means == Means.VOUCHER) != bool(hand.voucher.strip()):
        raise RuleBroken("voucher", means=hand.means)
    voucher = read_name(hand.voucher, LONGEST_VOUCHER) if hand.voucher.strip() else ""
    return replace(hand, voucher=voucher.upper())


def _refuse_given(hand: Hand, taken: int, currency: str) -> None:
    """Raise RuleBroken ``payment.given`` for less given than taken, ``payment.too_much`` for far more."""
    if hand.given is None:
        return
    if hand.given < taken:
        raise RuleBroken("payment.given", given=hand.given, amount=taken)
    most = most_given(taken, currency)
    if hand.given > most:
        raise RuleBroken("payment.too_much", given=hand.given, amount=taken, most=most)


def _refuse_used(hand: Hand, tournament: Tournament, payer: int) -> None:
    """Raise Refused ``voucher.used`` for the voucher with which somebody else has paid: one statement for a voucher."""
    if hand.means != Means.VOUCHER:
        return
    used = Receipt.objects.filter(tournament=tournament, voucher=hand.voucher, record__undo__isnull=True)
    number = used.exclude(payer=payer).values_list("number", flat=True).first()
    if number is not None:
        raise Refused("voucher.used", voucher=hand.voucher, receipt=f"{number:04d}")


def _seen(page: OpenPage, payer: int) -> dict[str, int]:
    """Return the sums on a payer's lines, once the version that the caller saw is the current one."""
    sums, version = account_of(page.stream.pk, payer)
    page.check_version(version, payer=payer, left=sum(sums.values()))
    return sums


def _chosen(sums: Mapping[str, int], lines: Collection[str] | None) -> dict[str, int]:
    """Return what is open on the chosen lines. What is owed to the payer on other lines is set against all of them."""
    owed = {line: amount for line, amount in sums.items() if amount > 0}
    if lines is None:
        return {line: amount for line, amount in sums.items() if amount}
    unknown = sorted(set(lines) - set(owed))
    if unknown:
        raise RuleBroken("line.unknown", lines=unknown)
    return {line: amount for line, amount in owed.items() if line in lines}


def _shared(wanted: Mapping[str, int], taken: int) -> list[tuple[str, int]]:
    """Return how much of each line is settled: credits in full, then the debts in their order while money lasts."""
    parts = [(line, amount) for line, amount in wanted.items() if amount < 0]
    left = taken - sum(amount for _, amount in parts)
    for line, amount in sorted(wanted.items()):
        if amount > 0 and left > 0:
            parts.append((line, min(amount, left)))
            left -= min(amount, left)
    return parts


def _payable(sums: Mapping[str, int], amount: int | None, hand: Hand) -> int:
    """Return what is handed out of what a payer is owed."""
    if hand.means == Means.VOUCHER:
        raise Refused("payout.voucher")
    owed = -sum(sums.values())
    if owed <= 0:
        raise Refused("payout.nothing", left=-owed)
    out = owed if amount is None else amount
    if not 0 < out <= owed:
        raise Refused("payout.over", amount=out, owed=owed)
    return out


def _needs_release(tournament: Tournament, payer: int, out: int) -> bool:
    """Whether a payout lifts what this payer got without a second person above the set sum.

    Raises Refused ``payout.waiting`` if they wait for such a payout already.
    """
    requests = waiting_requests().filter(payer=payer).values("pk")[:1]
    setups = FeeSetup.objects.filter(tournament=tournament, record__undo__isnull=True).order_by("-turn")
    latest = setups.annotate(waiting=Subquery(requests)).values_list("release_above", "waiting").first()
    above, waiting = latest or (None, None)
    if above is None:
        return False
    alone = Receipt.objects.filter(payer=payer, is_out=True, released=None, record__undo__isnull=True)
    before = alone.aggregate(total=Sum("amount", default=0))["total"]
    if before + out <= above:
        return False
    if waiting is not None:
        raise Refused("payout.waiting", request=waiting)
    return True


def _handed(page: OpenPage, payer: int, sums: Mapping[str, int], receipt: Receipt) -> Changed:
    """Step: post a payout. What the payer owes is settled in full, then the credits in their order."""
    owed = {line: -amount for line, amount in sums.items()}
    moves = [Move(payer_purse(payer), part, line) for line, part in _shared(owed, receipt.amount)]
    hand = Hand(means=receipt.means, drawer=receipt.drawer)
    moves.append(Move(_purse(hand), -receipt.amount))
    tournament = receipt.tournament
    page.record(
        "money.handed_out",
        [receipt, *post(page, Postings.HANDED_OUT, tournament.currency, moves)],
        **_concerning(payer),
    )
    return Changed(receipt, 0, sum(sums.values()) + receipt.amount)


def _with_number(payer: int) -> tuple[Tournament, int]:
    """Return the tournament of a payer and the number of its next receipt. Raises Refused ``books.closed``."""
    numbers = Receipt.objects.filter(tournament=OuterRef("pk")).order_by("-number").values("number")
    tournament = Tournament.objects.annotate(last_receipt=Subquery(numbers[:1])).get(payers=payer)
    refuse_if_closed(tournament)
    return tournament, (tournament.last_receipt or 0) + 1


def _receipt(
    tournament: Tournament, payer: int, number: int, amount: int, hand: Hand, *, is_out: bool = False
) -> Receipt:
    return Receipt(
        tournament=tournament, payer_id=payer, number=number, is_out=is_out, amount=amount, means=hand.means,
        drawer=hand.drawer, given=hand.given, voucher=hand.voucher,
    )  # fmt: skip


def _purse(hand: Hand) -> Purse:
    """Return the account in which the money then is."""
    if hand.means == Means.CASH:
        return Purse(Purses.CASH, hand.drawer)
    return Purse(Purses.CARD if hand.means == Means.CARD else Purses.VOUCHER)


def _concerning(payer: int) -> dict[str, Any]:
    """Return what the body of a record of money says: a later one of the same payer does not rest on it."""
    return {"makes": [], "needs": [f"payer:{payer}"]}
