"""Dates as each language writes them: the pages name a pattern as English has it, this gives the one to use.

Patterns are those of Django's ``date`` filter. A language without a row here writes dates as English does.
"""

from collections.abc import Mapping
from datetime import date, datetime

from django.utils import formats
from django.utils.translation import get_language

_BULGARIAN = {
    "l j F Y": "l, j F Y г.", "D j F Y": "D, j F Y г.", "D j M Y": "D, j M Y г.", "j F Y": "j F Y г.",
    "j M Y": "j M Y г.", "D j M": "D, j M", "j F Y, H:i": "j F Y г., H:i", "D j M, H:i": "D, j M, H:i",
    "D j F Y, H:i": "D, j F Y г., H:i", "j F": "j F", "j M": "j M", "j F, H:i": "j F, H:i", "j M H:i": "j M H:i",
}  # fmt: skip
_GERMAN = {
    "l j F Y": "l, j. F Y", "D j F Y": "D, j. F Y", "D j M Y": "D, j. M Y", "j F Y": "j. F Y", "j M Y": "j. M Y",
    "D j M": "D, j. M", "j F": "j. F", "j M": "j. M", "j F, H:i": "j. F, H:i", "j F Y, H:i": "j. F Y, H:i",
    "D j M, H:i": "D, j. M, H:i", "D j F Y, H:i": "D, j. F Y, H:i", "j M H:i": "j. M H:i",
}  # fmt: skip
_BASQUE = {
    "l j F Y": r"Y\k\o F\r\e\n j\a, l", "D j F Y": r"Y\k\o F\r\e\n j\a, D", "D j M Y": "Y M j, D",
    "j F Y": r"Y\k\o F\r\e\n j\a", "j M Y": "Y M j", "D j M": "M j, D", "j F": r"F\r\e\n j\a", "j M": "M j",
    "j F, H:i": r"F\r\e\n j\a, H:i", "j F Y, H:i": r"Y\k\o F\r\e\n j\a, H:i", "D j M, H:i": "M j, D, H:i",
    "D j F Y, H:i": r"Y\k\o F\r\e\n j\a, D, H:i", "j M H:i": "M j H:i",
}  # fmt: skip
_ALBANIAN = {
    "l j F Y": "l, j F Y", "D j F Y": "D, j F Y", "D j M Y": "D, j M Y", "D j M": "D, j M", "D j M, H:i": "D, j M, H:i",
    "D j F Y, H:i": "D, j F Y, H:i", "j F Y": "j F Y", "j M Y": "j M Y", "j F": "j F", "j M": "j M",
    "j F, H:i": "j F, H:i", "j F Y, H:i": "j F Y, H:i", "j M H:i": "j M H:i",
}  # fmt: skip
_SMALL = ("bg", "eu", "sq")
_PATTERNS: Mapping[str, Mapping[str, str]] = {"bg": _BULGARIAN, "de": _GERMAN, "eu": _BASQUE, "sq": _ALBANIAN}


def pattern_in_language(pattern: str) -> str:
    """Return the pattern by which the active language writes what English writes by ``pattern``."""
    return _PATTERNS.get(get_language() or "", {}).get(pattern, pattern)


def written(text: str, pattern: str) -> str:
    """Return a date with the small letters that the active language writes its months and weekdays in.

    Django's catalogues begin them with capitals in some languages.
    """
    language = get_language() or ""
    return text.lower() if language in _SMALL and pattern in _PATTERNS[language] else text


def shown_date(value: date | datetime, pattern: str) -> str:
    """Return a date or time in the active language."""
    return written(str(formats.date_format(value, pattern_in_language(pattern))), pattern)
