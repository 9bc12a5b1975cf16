"""A chat's export: who wrote what when. Whoever writes that they play is an entrant, whoever is named, too.

Source: docs/rules/entering.md.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.typed.lists.marks import visible
from rules.typed.names import folded

_DATE = r"\d{1,4}[./\-]\d{1,2}[./\-]\d{1,4}"
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[apAP]\.?\s?[mM]\.?)?"
_SENDER = r"(?P<who>[^:\[\]]{1,60}?)"
_HEADS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\[(?:{_DATE}),?\s+(?:um\s|at\s)?(?:{_TIME})\]\s*{_SENDER}:\s?(?P<text>.*)",
        rf"\[(?:{_TIME}),?\s+(?:{_DATE})\]\s*{_SENDER}:\s?(?P<text>.*)",
        rf"(?:{_DATE}),?\s+(?:{_TIME})\s+[-–—]\s+{_SENDER}:\s?(?P<text>.*)",
        rf"(?P<who>[^,\[\]]{{1,60}}),\s*\[(?:{_DATE}),?\s+(?:{_TIME})\]:?\s*(?P<text>.*)",
        rf"\[(?:{_TIME})\]\s*{_SENDER}:\s?(?P<text>.*)",
        rf"(?:{_TIME})\s+[-–]?\s*{_SENDER}:\s(?P<text>.*)",
        rf"(?P<who>[^\d:\[\],—]{{2,60}}?)\s*(?:—|\s{{2}}|\[)\s*(?:(?:today|yesterday|heute|"
        rf"gestern|hoy|ayer)\s+(?:at|um|a las)\s+)?"
        rf"(?:{_DATE},?\s+)?(?:{_TIME})\]?(?P<text>)",
    )
)
_SYSTEM = re.compile(rf"\[?(?:{_DATE}),?\s+(?:{_TIME})\]?\s*[-–—]?\s*(?P<text>.*)")
_IN = re.compile(
    r"(?<!\w)(?:i'?m in|i am in|count me in|me too|me as well|i'?ll (?:play|be there|"
    r"come)|i will (?:play|be there|come)|"
    r"sign me up|put me (?:down|in)|add me|i'?m (?:playing|coming|joining)|"
    r"in for (?:sat\w*|sun\w*)|i'?d like to play|"
    r"bin dabei|ich (?:auch|komme|spiele)|dabei|me apunto|yo (?:tambien|juego|voy)|cuenta conmigo|apuntame|presente|"
    r"j'en suis|moi aussi|je (?:joue|viens|participe)|io ci sono|ci sono|anch'io|anche io|gioco anche io|"
    r"ben de|varim|geliyorum|я (?:в деле|тоже|буду|играю)|я за|буду|κι εγω|μεσα|ειμαι μεσα)(?!\w)"
)
_YES = re.compile(
    r"(?:in|yes|yep|yeah|ja|si|oui|evet|да|ναι|ok|okay|sure|me|ich|yo|moi|io|here|"
    r"present|\+\s?1|1|x|play|playing)[\s!.,]*(?:please|thanks|thx|danke|gracias)?"
)
_OUT = re.compile(
    r"(?<!\w)(?:can'?t (?:make|come|play)|cannot (?:make|come|play)|i'?m out|i am out|"
    r"not coming|won'?t (?:make|come|play|be)|have to cancel|"
    r"must cancel|cancel me|take me off|remove me|count me out|muss absagen|kann (?:leider )?nicht|bin raus|no puedo|"
    r"no voy|me borro|me bajo|je ne (?:peux|viens|joue)|non (?:posso|vengo)|gelemem|не (?:смогу|приду|буду))(?!\w)"
)
_NAMED = re.compile(
    r"(?:please\s+|bitte\s+)?(?:also\s+)?(?:add|put|enter|register|sign up|sign|book|"
    r"count|apunta(?:d)? a|ajoute(?:z)?|aggiungi|trag|setz)\s+"
    r"(?P<name>.+?)\s*(?:down|in|up|too|as well|please|thanks|ein|auf die liste|to the list)?[\s.!]*",
    re.IGNORECASE,
)
_PLAYS = re.compile(
    r"(?:also\s+|and\s+)?(?P<name>[^\W\d_].+?)\s+(?:is in|is coming|is playing|"
    r"will play|will come|plays|joins|is joining|"
    r"too|also|as well|kommt(?: auch)?|spielt(?: auch)?|auch|tambien|también|juega|"
    r"viene|vient aussi|joue|aussi|gioca|viene)[\s.!]*",
    re.IGNORECASE,
)
_NOISE = re.compile(
    r"<[^>]*>|\b(?:image|video|audio|sticker|gif|document) omitted|this message was deleted|you deleted this message|"
    r"end-to-end encrypted|null|missed (?:voice|video) call|https?://\S+|.*\?\s*"
)  # fmt: skip
_CHATTY = 0.5


@dataclass(slots=True)
class Message:
    """A message: its sender, and its lines, each with its number in the text."""

    line: int
    sender: str
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The whole message in one line."""
        return " ".join(text for _, text in self.lines).strip()


def head_of(line: str) -> tuple[str, str] | None:
    """Return the sender and the text of a line that begins a message, None for any other."""
    text = visible(line)
    for pattern in _HEADS:
        if match := pattern.fullmatch(text):
            who = match["who"].strip().lstrip("~").strip(" \u200e\u202a\u202c-–")
            return (who, match["text"].strip(" \u200e")) if who else None
    return None


def is_chat(lines: Iterable[tuple[int, str]]) -> bool:
    """Whether these lines are a chat: a third of them, and two at least, begin a message."""
    texts = [text for _, text in lines]
    heads = sum(head_of(text) is not None for text in texts)
    dated = bool(texts) and (head_of(texts[0]) is not None or _SYSTEM.fullmatch(visible(texts[0])) is not None)
    few, part = 2, 3
    return heads >= few and (dated or heads * part >= len(texts))


def messages_of(lines: Iterable[tuple[int, str]]) -> tuple[list[Message], list[tuple[int, str]]]:
    """Return the messages in order, and the lines that belong to none."""
    messages: list[Message] = []
    rest: list[tuple[int, str]] = []
    for number, line in lines:
        head = head_of(line)
        if head is not None:
            messages.append(Message(number, head[0], [(number, head[1])] if head[1] else []))
        elif _SYSTEM.fullmatch(visible(line)) or not messages:
            rest.append((number, line))
        else:
            messages[-1].lines.append((number, line))
    return messages, rest


def signs_up(text: str) -> bool:
    """Whether whoever writes this plays."""
    plain = _plain(text)
    if not plain:
        return bool(text.strip())  # a thumb, a tick, a raised hand
    return _YES.fullmatch(plain) is not None or (_IN.search(plain) is not None and not is_out(text))


def says_only_that(text: str) -> bool:
    """Whether a message holds no more than that its writer plays."""
    plain = _plain(text)
    if _YES.fullmatch(plain) is not None or not plain:
        return True
    words = [re.split("['’]", word)[0].strip(".,!") for word in text.split()[1:]]
    named = [word for word in words if word[:1].isupper() and word != "I"]
    return not _GUESTS.search(text) and set(named) <= _DAYS


_GUESTS = re.compile(
    r"\+\s*\d|\b(?:guest|friend|wife|husband|brother|sister|son|daughter|partner|freund|frau|mann)\b", re.IGNORECASE
)
_DAYS = {
    "Saturday",
    "Sunday",
    "Friday",
    "Samstag",
    "Sonntag",
    "Freitag",
    "Sat",
    "Sun",
    "Count",
    "Thanks",
    "Danke",
    "Great",
}


def is_out(text: str) -> bool:
    """Whether whoever writes this no longer plays."""
    return _OUT.search(_plain(text)) is not None


def is_noise(text: str) -> bool:
    """Whether a message says nothing about who plays."""
    return _NOISE.fullmatch(_plain(text)) is not None or (_NOISE.search(folded(text)) is not None and "omitted" in text)


def named_in(text: str) -> str:
    """Return the person whom a message signs up, empty without one: ``add Petra Horvat please``."""
    for pattern in (_NAMED, _PLAYS):
        if match := pattern.fullmatch(text.strip()):
            return match["name"].strip(" ,.!")
    return ""


def _plain(text: str) -> str:
    """Return a message without case, accents, pictures and typographic quotes."""
    plain = folded(text.replace("’", "'").replace("‘", "'"))
    return "".join(each if each.isalnum() or each.isascii() else " " for each in plain).strip()
