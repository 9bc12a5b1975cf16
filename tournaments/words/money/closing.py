"""The words of the closing proof: what its rows are called, what stands beside them, and what stands in the way."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.read.figures import shown_sum, spoken_sum
from tournaments.models.money.cash import Purses
from tournaments.read.money.proof import CALCUTTA, Finding, MoneyRow, ProofRow
from tournaments.read.money.sheets import Note, ProofSheet

MOST_RECORDS = 6


def row_name(row: ProofRow, events: Mapping[int, str], fees: Mapping[str, str]) -> str:
    """Return what an account of the proof is called: ``Main, prize fund``."""
    event = events.get(row.about, "…")
    of_event = {
        Purses.FUND: _("{event}, prize fund"),
        Purses.ADDED: _("{event}, added money"),
        Purses.POOL: _("{event}, side pool: {line}"),
        Purses.AUCTION: _("Calcutta, pool"),
        Purses.BUYBACKS: _("Calcutta, buy-backs"),
        Purses.JACKPOT: _("Jackpots, stakes of those who wait"),
        Purses.REGISTRATION: _("Registration"),
        Purses.MEMBERSHIP: _("Membership"),
        Purses.DEPOSIT: _("Deposits: {line}"),
        Purses.KEPT: _("Deposits kept"),
        Purses.DIFFERENCE: _("Cash difference"),
        Purses.UNCLAIMED: _("Not collected, kept by the club"),
    }
    name, line = of_event.get(Purses(row.kind), row.kind), fees.get(row.line, row.line)
    return line if row.kind == Purses.POOL and line.startswith(event) else name.format(event=event, line=line)


def note_words(row: ProofRow, note: Note | None, currency: str) -> str:
    """Return what stands small beside a row: ``48 × 25, 2 waived``."""
    if row.kind == Purses.DIFFERENCE:
        return _difference(row, note)
    if note is None:
        return ""
    if row.kind == Purses.AUCTION:
        return ngettext("{n} lot", "{n} lots", note.many).format(n=note.many)
    if row.kind == Purses.BUYBACKS:
        return _("{n}, through the desk").format(n=note.many)
    words = [f"{many} × {spoken_sum(price, currency)}" for price, many in note.charged[:3]]
    if len(note.charged) > 3:
        words.append(_("and others"))
    # A deposit that came back is what everybody expects.
    words += [_freed(kind, many) for kind, many in note.freed if kind != "returned"]
    words += note.names
    return ", ".join(words)


def _difference(row: ProofRow, note: Note | None) -> str:
    sentence = _("drawer {n} short") if row.came_in < 0 else _("drawer {n} over")
    words = [sentence.format(n=row.about)]
    if note is not None and note.records:
        words.append(records_words(note.records))
    return ", ".join(words)


def _freed(kind: str, many: int) -> str:
    words = {"waived": _("{n} waived"), "refunded": _("{n} refunded"), "kept": _("{n} kept")}
    return words[kind].format(n=many)


def records_words(records: Sequence[int]) -> str:
    """Return the numbers of records: ``records 141 and 152``."""
    numbers = [str(each) for each in records[:MOST_RECORDS]]
    if len(records) > MOST_RECORDS:
        return _("records {numbers} and {n} more").format(numbers=", ".join(numbers), n=len(records) - MOST_RECORDS)
    if len(numbers) < 2:
        return _("record {n}").format(n=numbers[0]) if numbers else ""
    return _("records {first} and {last}").format(first=", ".join(numbers[:-1]), last=numbers[-1])


def money_name(row: MoneyRow, currency: str) -> tuple[str, str]:
    """Return where money is, with what stands small beside it."""
    if row.kind == Purses.CASH:
        name = _("Cash, drawer {n}").format(n=row.about)
        note = _("change of {sum} taken off").format(sum=spoken_sum(row.float, currency)) if row.float else ""
        return name, note
    return {Purses.CARD: _("Card and bank"), Purses.VOUCHER: _("Vouchers")}.get(Purses(row.kind), row.kind), ""


def lead(sheet: ProofSheet, counted: int, club: str, currency: str) -> str:
    """Return the sentence under the equation."""
    sentence = _(
        "Every account ends at {nothing}, and the money counted, {sum}, is the house’s share. "
        "It goes to the books of {club}."
    )
    return sentence.format(nothing=shown_sum(0, currency), sum=shown_sum(counted, currency), club=club)


def facts(sheet: ProofSheet, currency: str) -> list[tuple[str, str]]:
    """Return the four facts: a figure and what it counts."""
    above = "" if sheet.release_above is None else spoken_sum(sheet.release_above, currency)
    payouts = ngettext("payout above {sum} released by a second person",
                       "payouts above {sum} released by a second person", sheet.released)  # fmt: skip
    without = _("payouts need no second person")
    fixes = ngettext("correction, {records}", "corrections, {records}", len(sheet.corrections))
    owed, uncollected = (
        sum(each.amount for each in sheet.proof.findings if each.code == code) for code in ("owed", "uncollected")
    )
    people = ngettext("still owed, {n} person", "still owed, {n} people", sheet.payers).format(n=sheet.payers)
    collected = _("prizes not collected, {n} paid and signed for").format(n=sheet.paid_out)
    records = records_words(sheet.corrections)
    return [
        (shown_sum(owed, currency), people),
        (shown_sum(uncollected, currency), collected),
        (str(sheet.released), payouts.format(sum=above) if above else without),
        (str(len(sheet.corrections)), fixes.format(records=records) if sheet.corrections else _("corrections")),
    ]


def sheet_foot(sheet: ProofSheet, at: str) -> str:
    """Return the foot of the paper: sheet, time, last record, head of the memory."""
    words = [_("Sheet {n}").format(n=sheet.sheet)]
    if sheet.sheet > 1:
        words.append(_("replaces {n}").format(n=sheet.sheet - 1))
    words += [
        at,
        _("books end at record {n}").format(n=sheet.record),
        _("memory {head}").format(head=memory(sheet.hash)),
    ]
    return " · ".join(words)


def memory(hash_: str) -> str:
    """Return the head of a memory as it is printed: four groups of four."""
    return "·".join(hash_[at : at + 4] for at in range(0, 16, 4))


def finding_words(finding: Finding, sheet: ProofSheet, currency: str) -> str:
    """Return what stands in the way of closing, as a sentence."""
    amount = shown_sum(finding.amount, currency)
    name, event = sheet.names.get(finding.about, "…"), sheet.events.get(finding.about, "…")
    sentences = {
        "owed": _("{sum} is owed by {name}."),
        "uncollected": _("{sum} is owed to {name}."),
        "unawarded": _("{sum} of {pot} is in no place."),
        "uncounted": _("Drawer {n} was not counted since money last moved in it."),
        "unreleased": _("A payout of {sum} to {name} waits for a second person."),
        "deposit": _("The deposit of {name}, {sum}, is neither returned nor kept."),
        "unsold": _("Lots of the Calcutta are not sold: {lots}."),
        "unvoided": _("Lot {line}: a request to void it waits for a second person."),
        "unpaid": _("Lot {line} is not paid: {sum}."),
        "waiting": _("Stakes of {sum} wait in {line}: close the queue."),
    }
    sentence = sentences.get(finding.code, _("Something is open: {sum}."))
    fee = sheet.fees.get(finding.line, finding.line)
    pot = f"{event}, {fee}" if finding.line and not fee.startswith(event) else fee or event
    if finding.line == CALCUTTA:
        pot = _("{event}, Calcutta").format(event=event)
    return sentence.format(
        sum=amount, name=name, event=event, pot=pot, n=finding.about, line=finding.line, lots=finding.amount
    )


def paper_title(tournament: str) -> str:
    """Return the title of the paper for readers of the file."""
    return _("{tournament}: closing proof").format(tournament=tournament)
