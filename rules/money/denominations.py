"""The notes and coins of a currency, for counting a drawer and for what may be given for a sum.

Source: the issuing banks' lists of notes and coins in circulation, 2026; coins below the smallest cash rounding are
left out where shops no longer take them.
"""

from rules.money.currency import digits_of

# Minor units, the largest first.
_PIECES = {
    "EUR": (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "USD": (10000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1),
    "GBP": (5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "CHF": (100000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5),
    "DKK": (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50),
    "NOK": (100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 100),
    "SEK": (100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100),
    "PLN": (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "CZK": (500000, 200000, 100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100),
    "HUF": (2000000, 1000000, 500000, 200000, 100000, 50000, 20000, 10000, 5000, 2000, 1000, 500),
    "RON": (50000, 20000, 10000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1),
    "TRY": (20000, 10000, 5000, 2000, 1000, 500, 100, 50, 25, 10, 5),
    "JPY": (10000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1),
    "ILS": (20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 10),
    "CAD": (10000, 5000, 2000, 1000, 500, 200, 100, 25, 10, 5),
    "AUD": (10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5),
}
# In other currencies: 1, 2 and 5 of every power of ten, up to five hundred units.
_STEPS = (500, 200, 100, 50, 20, 10, 5, 2, 1)


# Nobody gets more than two of the largest notes back: a larger sum that was given is a slip of the finger.
_MOST_NOTES_BACK = 2


def most_given(amount: int, currency: str) -> int:
    """Return the most that somebody lays down in cash for ``amount``, in minor units."""
    return amount + _MOST_NOTES_BACK * denominations(currency)[0]


def denominations(currency: str) -> tuple[int, ...]:
    """Return the notes and coins of a currency in minor units, the largest first."""
    if currency in _PIECES:
        return _PIECES[currency]
    unit = 10 ** digits_of(currency)
    coins = tuple(step for step in (50, 20, 10, 5, 2, 1) if step < unit) if unit > 1 else ()
    return (*(step * unit for step in (1000, *_STEPS)), *coins)
