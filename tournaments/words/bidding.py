"""The words of the auction's pages: refused bids with names and sums, places that pay, kinds of auctions."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs.read.dates import shown_date
from clubs.read.figures import spoken_sum, with_currency
from rules.money.prizes import MAIN
from rules.typed.auction_line import Word
from tournaments.words.money.designs import bracket_word, place_name
from tournaments.words.refusals import speak


def words_of_the_auction_desk() -> dict[Word, list[str]]:
    """Return what the words of the auctioneer's line are called in the language of the desk."""
    return {
        Word.BID: [pgettext("typed at the auction", "b")],
        Word.SOLD: [pgettext("typed at the auction", "sold")],
        Word.PASS: [pgettext("typed at the auction", "pass")],
        Word.LOT: [pgettext("typed at the auction", "lot")],
        Word.STOP: [pgettext("typed at the auction", "stop")],
        Word.GO: [pgettext("typed at the auction", "go")],
        Word.VOID: [pgettext("typed at the auction", "void")],
        Word.UNDO: [pgettext("typed at the auction", "undo")],
    }


def payout_word(bracket: str, first: int, last: int) -> str:
    """Return what places are called on a projector, short: ``Semi-finals, each``; 0 is the bracket alone."""
    if not first:
        return bracket_word(bracket)
    if bracket == MAIN and (first, last) == (3, 4):
        return _("Semi-finals, each")
    return place_name(bracket, first, last)


def bid_refusal(
    code: str, facts: Mapping[str, Any], names: Mapping[int, str], *, currency: str, zone: ZoneInfo, lot: str = ""
) -> str:  # fmt: skip
    """Return why the rules refuse what was typed or sent, with names, sums and the time.

    ``names`` are those of bidders, ``lot`` is the code of the lot that it was about.
    """

    def spoken(name: str) -> str:
        return spoken_sum(int(facts[name]), currency)

    if code == "bid.low" and "who" in facts:
        who = ", ".join(names.get(int(payer), "…") for payer in facts["who"])
        first = _("{who} bid {high} first, by phone. Next from {next}.") if facts["phone"] else None
        return (first or _("{who} bid {high} first. Next from {next}.")).format(
            who=who, high=spoken("high"), next=spoken("next")
        )
    if code == "bid.low":
        return _("Opens at {next}.").format(next=spoken("next"))
    if code == "bid.step":
        if not facts["start"]:
            return _("Steps of {step}. Make it {next}.").format(step=spoken("step"), next=spoken("next"))
        return _("Steps of {step} from {start}. Make it {next}.").format(
            step=spoken("step"), start=spoken("start"), next=spoken("next")
        )
    if code == "lot.hammered" and isinstance(facts.get("at"), datetime):
        time = shown_date(facts["at"].astimezone(zone), "H:i:s")
        return _("{lot} was hammered at {time}.").format(lot=lot, time=time) if lot else speak(code, facts)
    if code == "bidder.unpaid":
        who = ", ".join(names.get(int(payer), "…") for payer in facts["who"])
        return ngettext(
            "{who} has not paid {lots} and may not bid.", "{who} have not paid {lots} and may not bid.",
            len(facts["who"]),
        ).format(who=who, lots=", ".join(facts["lots"]))  # fmt: skip
    return speak(code, facts)


def field_word() -> str:
    """Return what the lot is called into which unsold lots go."""
    return _("The field")


def owes_nothing(lot: str, who: str) -> str:
    """Return what somebody reads whose bid came after the hammer."""
    return _("It went to {who}. You owe nothing for {lot}.").format(lot=lot, who=who)


LIST_HEADS = (
    gettext_lazy("Lot"),
    gettext_lazy("Entrants"),
    gettext_lazy("From"),
    gettext_lazy("Bids"),
    gettext_lazy("Sold"),
)
OWNER_HEADS = (
    gettext_lazy("Lot"), gettext_lazy("Entrants"), gettext_lazy("Owner"), gettext_lazy("Share"), gettext_lazy("Price"),
)  # fmt: skip


def list_title(event: str) -> str:
    """Return the title of the auction list."""
    return _("Auction, {event}").format(event=event)


def owners_title(event: str) -> str:
    """Return the title of the list of owners."""
    return _("Lots and owners, {event}").format(event=event)


def pool_words(pool: int, net: int, currency: str) -> str:
    """Return the pool as a list has it, and what of it goes to the places; both in minor units."""
    return _("Pool {pool}, to the places {net}").format(
        pool=with_currency(spoken_sum(pool, currency), currency), net=spoken_sum(net, currency)
    )


def state_word(status: str) -> str:
    """Return what a lot without an owner is: on the block, in the field, void, not sold yet."""
    return {"open": _("on the block"), "field": _("in the field"), "void": _("void")}.get(status, _("not sold yet"))
