"""Sums and other figures as each language writes them: ``1,250.50`` in English is ``1.250,50`` in German.

Files, answers to programs and the values of inputs keep the plain form of ``rules.money.currency``; what people type is
read in every form.
"""

from fractions import Fraction

from django.utils.formats import get_format
from django.utils.translation import get_language

from rules.money import currency as plain


def in_language(figure: str) -> str:
    """Return a figure that is written as in English, as the active language writes it; words stay as they are."""
    if not any(mark in figure for mark in ".,"):
        return figure
    point, groups = str(get_format("DECIMAL_SEPARATOR")), str(get_format("THOUSAND_SEPARATOR"))
    return figure.translate({ord("."): point, ord(","): groups})


def shown_points(points: Fraction | float) -> str:
    """Return points to at most two decimals."""
    return in_language(f"{float(points):.2f}".rstrip("0").rstrip("."))


def shown_sum(minor: int, currency: str) -> str:
    """Return a sum as books and receipts show it: ``2,310.00``, with a true minus sign."""
    return in_language(plain.shown_sum(minor, currency))


def spoken_sum(minor: int, currency: str) -> str:
    """Return a sum as people say it: whole units without decimals, ``145`` but ``12.50``."""
    return in_language(plain.spoken_sum(minor, currency))


def currency_leads() -> bool:
    """Whether a currency stands before its sum, as in English; in the other languages it follows."""
    return (get_language() or "en").partition("-")[0] == "en"


def with_currency(figure: str, currency: str) -> str:
    """Return a sum beside the code of its currency: ``EUR 60``, in German ``60 EUR``."""
    return f"{currency} {figure}" if currency_leads() else f"{figure}\N{NO-BREAK SPACE}{currency}"


def with_sign(figure: str, currency: str, apart: str = "") -> str:
    """Return a sum beside the sign of its currency: ``€60``, in German ``60 €``; ``apart`` parts the leading sign."""
    sign = plain.sign_of(currency)
    return f"{sign}{apart}{figure}" if currency_leads() else f"{figure}\N{NO-BREAK SPACE}{sign}"
