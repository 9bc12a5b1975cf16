"""Sums of money for pages: as books show them, and as people say them."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.read.figures import currency_leads, in_language, shown_sum, spoken_sum
from rules.money.currency import sign_of
from tournaments.read.money.accounts import AccountLine, ReceiptView
from tournaments.words.money.books import account_word, posting_word
from tournaments.words.money.lines import line_note, line_word, listed, mark_word, means_word

register = template.Library()


@register.filter
def money(minor: int | str, currency: str) -> str:
    """Return a sum with all its digits: ``2,310.00``; nothing for what a template does not have."""
    return shown_sum(minor, currency) if isinstance(minor, int) else ""


@register.filter
def spoken(minor: int | str, currency: str) -> str:
    """Return a sum as people say it: ``145``, ``12.50``; nothing for what a template does not have."""
    return spoken_sum(minor, currency) if isinstance(minor, int) else ""


@register.filter
def figure(text: str) -> str:
    """Return a figure as the language of the page writes it: ``12.5`` is ``12,5`` in German."""
    return in_language(text)


@register.simple_tag
def large_sum(minor: int, currency: str) -> SafeString:
    """Return the one large sum of a screen: a small sign raised to the cap line, then the figure."""
    sign, figure = sign_of(currency), spoken_sum(minor, currency)
    if currency_leads():
        return format_html('<span class="sign">{}</span>{}', sign, figure)
    return format_html('{}<span class="sign">\N{NO-BREAK SPACE}{}</span>', figure, sign)


@register.filter
def line_name(line: AccountLine) -> str:
    """Return what a line of an account is for."""
    return line_word(line)


@register.filter
def line_hint(line: AccountLine) -> str:
    """Return what stands small behind a line: a special price, a deposit that comes back."""
    return line_note(line)


@register.filter
def mark_name(mark: str) -> str:
    """Return the word for a mark of a payer: guest, student, member."""
    return mark_word(mark)


@register.filter
def means_name(means: str) -> str:
    """Return how money changes hands, in a word: cash, card, voucher."""
    return means_word(means)


@register.filter
def receipt_number(receipt: ReceiptView) -> str:
    """Return the number of a receipt as it is printed: ``0031``."""
    return f"{receipt.number:04d}"


@register.filter
def join_and(names: Sequence[str]) -> str:
    """Return names as a sentence has them: ``Main and Master``."""
    return listed(names)


@register.filter
def piece(minor: int, currency: str) -> str:
    """Return a note or a coin as people say it: ``50``, ``0.20``."""
    return spoken_sum(minor, currency)


@register.filter
def posting_name(kind: str) -> str:
    """Return what a posting was: charged, taken, undone."""
    return posting_word(kind)


@register.simple_tag
def account_name(kind: str, name: str) -> str:
    """Return what an account is called: ``Prize fund, Main``."""
    return account_word(kind, name)
