"""The width of a text on a screen with unknown fonts: the widths of Helvetica, with some slack.

Common sans faces are as wide as Helvetica or narrower; DejaVu Sans, which many Linux machines take, is the widest.
The widths are rounded up to a few steps. Letters with accents are as wide as without; letters of
scripts that are not in the table count as wide.
"""

import unicodedata
from functools import lru_cache

from rules.drawing.names import Face

# Bold DejaVu is a fifth wider than bold Helvetica.
SLACK, SLACK_BOLD = 1.15, 1.2
_UNKNOWN = 0.65

# Width in thousandths of an em: the letters that are no wider.
_PLAIN = {
    222: "'ijlłιіј’",
    278: " !,./:;I[\\]ft|·ıŧ·ΙІ",
    333: "()-`r{}¡ŀ",
    389: '"*ªºг',
    446: "ĳεζτк",
    500: "J^cksvxyzĸγκλνξςЈзстухѕ",
    556: "#$0123456789?L_abdeghnopqu§«µ¶»ðþđħĿŁŋΓδηθουχϑГавенопрчьэяђєћџ–",
    584: "+<=>~αβμρϕКбдилц",
    611: "FTZ¿ßøŉŦΖΤЗТ",
    667: "&ABEKPSVXYÞΑΒΔΕΚΛΞΡΣΥΧσφЅАБВЕЛРУХЧЬъ",
    722: "CDHNRUwÐĐĦŊΗΝΠπψЄЏДИНПСЭЯжмы",
    778: "GOQØĲΘΟΩОФЦю",
    833: "MmΜΦωϖМЪфшщњ",
    889: "%æΨЂЋЫ",
    944: "WœЖШЩљ",
    1000: "ÆŒ—…",
    1057: "@ЉЊЮ",
}
_BOLD = {
    238: "'",
    278: " ,./I\\ijl·ıł·ΙιІіј’",
    333: "!()-:;[]`ft|¡ŧ",
    389: "*r{}ªº",
    446: "ξτг",
    500: '"zŀεζзкт',
    556: "#$0123456789J_aceksvxy§«¶»ĳĸγθλνςЈаесухэєѕ–",
    584: "+<=>^~κυχϑГчя",
    611: "?FLTZbdghnopquµ¿ßðøþđħĿŁŋŦΓΖΣΤβδημοКТнопрђћџ",
    667: "EPSVXYÞΕΛΞΡΥΧαρЅЕЗРУХбвдилць",
    722: "&ABCDHKNRUÐĐĦŉŊΑΒΔΗΚΝΠσφЄЏАБВДИЛНПСЧЬЭЯж",
    778: "GOQwØΘΟπψϕОЦмъ",
    833: "MĲΜΦΨΩМш",
    889: "%mæωϖЂЋФЪфщыю",
    944: "WœЖњ",
    1000: "@ÆŒЫљ—…",
    1057: "ШЩЮ",
    1100: "ЉЊ",
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
    return {letter: width / 1000 for width, letters in table.items() for letter in letters}


_WIDTHS, _WIDTHS_BOLD = _by_letter(_PLAIN), _by_letter(_BOLD)
