"""Lines that hold no entrant: titles, totals, headings of sections, greetings.

Source: docs/rules/entering.md.
"""

import re

from rules.typed.lists.marks import visible
from rules.typed.lists.pieces import has_club_word, is_given
from rules.typed.lists.words import IN_DOUBT, PLURALS, SENTENCE, TITLE
from rules.typed.names import folded

_COUNT = re.compile(r"\W*(?:[^\W\d_][\w\-]*\W+){0,2}?\(?\d{1,4}\)?\W*(?:\w+\W*){0,3}")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_CLOSING = re.compile(
    r"(?:(?:best|kind|warm|many|mit freundlichen|mit besten|viele|liebe|beste|schone|un|med vennlig)\s+)?"
    r"(?:regards|wishes|"
    r"thanks|gru(?:ss|sse|se|essen|ssen|ße)|saludos?|cheers|cordialement|bien a vous|cordiali saluti|saluti|"
    r"merci|grazie|"
    r"groet(?:en|jes)?|hilsen|see you.{0,30}|lg|vg|mfg|br|thx|abrazos?|amities)[\s,.!]*(?:from.{0,30})?"
)
_DATE = re.compile(r"\d{1,2}(?:\.|st|nd|rd|th)?\s*(?:[./-]\s*\d{1,2}|of\s)|\d{1,2}[:.]\d{2}\s*(?:h|uhr|am|pm)?")


def is_total(text: str) -> bool:
    """Whether a line only counts: ``Total: 48``, ``48 players``."""
    plain = folded(visible(text))
    words = re.findall(r"[^\W\d_][\w\-]*", plain)
    numbers = re.findall(r"\d+", plain)
    few = 4
    return bool(numbers) and bool(PLURALS & {*words}) and len(words) <= few and _COUNT.fullmatch(plain) is not None


def is_title(text: str) -> bool:
    """Whether a line is a heading: it ends with a colon, names a tournament or a list, or holds a date."""
    plain = folded(visible(text)).strip("*_#=-–— ")
    words = [word.strip(".,:;!()[]\"'") for word in plain.split()]
    if not any(each.isalpha() for each in plain):
        return False
    if plain.endswith(":") or visible(text).startswith("##"):
        return True
    named = any(word in TITLE for word in words)
    if named:
        return not any(is_given(word) for word in words if word not in TITLE) or bool(_YEAR.search(plain))
    return bool(_YEAR.search(plain) or _DATE.fullmatch(plain)) and not any(is_given(word) for word in words)


def is_in_doubt(text: str) -> bool:
    """Whether a heading stands above people who may not play: a waiting list, the cancelled."""
    words = [word.strip(".,:;!()[]\"'*_#") for word in folded(visible(text)).split()]
    few = 5
    return bool(IN_DOUBT & {*words}) and len(words) <= few and (visible(text).endswith(":") or len(words) <= 2)


def is_closing(text: str) -> bool:
    """Whether a line ends a letter: what follows is a signature."""
    return _CLOSING.fullmatch(folded(visible(text))) is not None


def is_sentence(text: str) -> bool:
    """Whether a line is prose: a greeting, a remark, a question."""
    plain = folded(visible(text))
    words = [word.strip(".,:;!?()\"'") for word in plain.split()]
    common = sum(word in SENTENCE for word in words)
    if is_closing(text):
        return True
    greeting = bool(words) and words[0] in {
        "hi",
        "hello",
        "dear",
        "hallo",
        "hola",
        "ciao",
        "thanks",
        "danke",
        "gracias",
    }
    if len(words) == 1:
        return greeting
    ends = plain.endswith(("!", "?")) or (plain.endswith(".") and len(words) > 3)
    if has_club_word(text) and common < 2:
        return False
    return greeting or common > 1 or (common == 1 and ends and len(words) > 2)
