"""How wide a text is on a screen whose fonts nobody knows: the widths of Helvetica, and slack for the rest.

Common sans faces are as wide as Helvetica or narrower; DejaVu Sans, which many Linux machines take, is the widest.
The widths are rounded up to a few steps. Letters with accents are as wide as without; of scripts that are not in the
table a letter is taken for wide.
"""

import unicodedata
from functools import lru_cache

from rules.draws.names import Face

# Bold DejaVu is wider still.
SLACK, SLACK_BOLD = 1.15, 1.2
_UNKNOWN = 0.65

# Width in hundredths of an em: the letters that are no wider.
_PLAIN = {
    22: "'",
    24: "ijlłιіј’",
    28: " !,./:;I[\\]ft|·ıŧ·ΙІ",
    39: '"()*-`r{}¡ªºŀг',
    45: "ĳεζξτк",
    50: "J^cksvxyzĸγκλνςЈзстухѕ",
    56: "#$0123456789?L_abdeghnopqu§«µ¶»ðþđħĿŁŋΓδηθουχϑϕГавеинопрчьэяђєћџ–",
    61: "+<=>~ŉαβμρЗКбдлц",
    67: "&ABEFKPSTVXYZ¿ÞßøŦΑΒΔΕΖΚΛΞΡΣΤΥΧσφЅАБВЕЛРТУХЧЬжъ",
    73: "CDHNRUwÐĐĦŊΗΝΠπψЄЏДИНПСЭЯмы",
    78: "GOQØĲΘΟΩОФЦю",
    84: "MmΜΦΨωϖМЪфшщњ",
    89: "%æЂЋЫ",
    95: "WœЖШЩљ",
    100: "ÆŒ—…",
    106: "@ЉЊЮ",
}
_BOLD = {
    24: "'",
    28: " ,./I\\ijl|·ıł·ΙιІіј’",
    39: "!()*-:;[]`frt{}¡ªºŧ",
    45: "ξτг",
    50: '"zŀεζзкт',
    56: "#$0123456789J_aceksvxy§«¶»ĳĸγθκλνςЈаесухэєѕ–",
    61: "+<=>^~ΓΣβδυχϑГКнпчяџ",
    67: "?EFLPSTVXYZbdghnopquµ¿ÞßðøþđħĿŁŋŦΕΖΛΞΡΤΥΧαημορЅЕЗРТУХбвдилорцьђћ",
    73: "&ABCDHKNRUÐĐĦŉŊΑΒΔΗΚΝΠσφЄЏАБВДИЛНПСЦЧЬЭЯжъ",
    78: "GOQwØΘΟπψϕОм",
    84: "MĲΜΦΨΩМш",
    89: "%mæωϖЂЋФЪфщыю",
    95: "WœЖњ",
    100: "@ÆŒЫљ—…",
    106: "ШЩЮ",
    112: "ЉЊ",
}


@lru_cache(maxsize=20_000)
def screen_width(text: str, face: Face) -> float:
    """Return how much room (em) ``text`` needs in whatever face of this kind a screen has."""
    bold = face in (Face.BOLD, Face.NARROW_BOLD, Face.SERIF)
    table, slack = (_WIDTHS_BOLD, SLACK_BOLD) if bold else (_WIDTHS, SLACK)
    return sum(table[letter] if letter in table else _other(letter, table) for letter in text) * slack


def _other(letter: str, table: dict[str, float]) -> float:
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0.0
    plain = unicodedata.normalize("NFD", letter)[0]
    if plain in table:
        return table[plain]
    return 1.0 if unicodedata.east_asian_width(letter) in "WF" else _UNKNOWN


def _by_letter(table: dict[int, str]) -> dict[str, float]:
    return {letter: width / 100 for width, letters in table.items() for letter in letters}


_WIDTHS, _WIDTHS_BOLD = _by_letter(_PLAIN), _by_letter(_BOLD)
