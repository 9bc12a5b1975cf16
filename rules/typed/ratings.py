"""A rating as people type it: a number, perhaps with the name of its list behind it."""

import re

_RATING = re.compile(r"[0-9]{1,5}(?:[.,][0-9]{1,4})?")


def rating_of(text: str) -> float | None:
    """Return the rating that an entrant's text begins with: ``1842``, ``1842.5 FIBS``; None for none."""
    number = _RATING.match(text.strip())
    return float(number[0].replace(",", ".")) if number else None
