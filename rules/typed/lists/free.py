"""One line of a list without columns: a name, and what stands in brackets, behind commas and behind dashes.

Source: docs/rules/entering.md.
"""

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rules.typed.cells import cells_of
from rules.typed.lists.entries import ReadEntry
from rules.typed.lists.marks import without_tail
from rules.typed.lists.pieces import (
    DATE,
    EMAIL,
    FLAG,
    LINK,
    MONEY,
    PHONE,
    Piece,
    has_club_word,
    is_capital,
    is_family_alone,
    is_given,
    looks_like_a_name,
    piece_of,
)
from rules.typed.lists.words import IN_DOUBT, LABELS, OPEN_PLACES, PARTICLES, PLACES_TOO, SUFFIX
from rules.typed.names import folded

_BRACKET_BEHIND = re.compile(r"\s*[(\[{]([^()\[\]{}]*)[)\]}]\s*$")
_BRACKET_BEFORE = re.compile(r"^\s*[(\[{]([^()\[\]{}]*)[)\]}]\s*(?=\S)")
_ADDRESS = re.compile(rf"[<(\[]?\s*(?:mailto:|e-?mail:?\s*|contact:?\s*)?({EMAIL.pattern})\s*[>)\]]?", re.IGNORECASE)
_DASH = re.compile(r"\s+[-–—−|/·•:]+\s+|\s+[-–—−](?=\S{2,}\s)|(?<=\S):\s+|\s*[|·•]\s*|\s{3,}|\t")
_BROKEN_ADDRESS = re.compile(r"<[^<>]*@[^<>]*>")
_INSIDE_NUMBER = re.compile(r"(?:^|(?<=\s))\(?\d{1,3}[.)]+\s+(?=[^\W\d])")
# So many lines without a doubt make a habit, if no line speaks against it.
_ENOUGH = 3
_VERSUS = re.compile(r"\s(?:vs?\.?|versus|gegen|against|contra|contre)\s", re.IGNORECASE)
_LABEL = re.compile(
    r"(?P<what>name|player|spieler(?:in)?|teilnehmer(?:in)?|jugador|joueur|giocatore|nombre|nom|nome|[^\W\d_]{3,14})\s*\d{0,3}:\s*(?=\S)",
    re.IGNORECASE,
)
_BEHIND_BRACKET = re.compile(r"^(.*\S\s*[)\]])\s*[-–—,|:·]?\s*([^()\[\]]+)$")
_GUEST = re.compile(r"\s*(?:\+|plus|and|und)\s*(?:[1-9]|one|guest|gast)\b.*$|\s+\+\s*$", re.IGNORECASE)
_PEOPLE = re.compile(r"\s+(?:&|\+|and|und|et|y|e|ve|и)\s+|\s*&\s*")
_FROM = re.compile(r"\s+(?:from|aus)\s+(?=[A-ZÀ-Ý])")
_ODD = re.compile(r"[=<>{}\\@#$%^*_|]|https?:")


@dataclass(frozen=True, slots=True)
class Habits:
    """What the other lines of a list do: ``turned`` is True for ``Family, Given``, False for ``Name, Club``.

    ``clubs`` are texts that stand behind several names, ``dashed``: most lines have a dash.
    """

    turned: bool | None = None
    dashed: bool = False
    clubs: frozenset[str] = field(default_factory=frozenset)


NO_HABITS = Habits()


@dataclass(slots=True)
class _Facts:
    """What was taken off a line so far, and what it leaves in doubt."""

    entry: ReadEntry
    doubts: list[tuple[str, str]] = field(default_factory=list)

    def take(self, text: str) -> bool:
        """Take a piece that is no name and no club; whether it was one."""
        kind, value = piece_of(text)
        if kind is Piece.EMAIL:
            self.entry = replace(self.entry, email=self.entry.email or value)
        elif kind is Piece.PAID:
            self.entry = replace(self.entry, paid=True)
        elif kind is Piece.COUNTRY and not self.entry.country:
            self.entry = replace(self.entry, country=value)
        elif kind is Piece.RATING:
            self.entry = replace(self.entry, rating=self.entry.rating or value)
        elif kind is Piece.SEED:
            self.entry = replace(self.entry, seed=int(value))
        elif kind in (Piece.DOUBTFUL, Piece.GUEST):
            self.doubts.append(("doubt.guest" if kind is Piece.GUEST else "doubt.maybe", value.strip()))
        elif kind not in (Piece.NOTHING, Piece.UNPAID):
            return False
        return True

    def club(self, text: str) -> None:
        joined = f"{self.entry.club}, {text.strip()}" if self.entry.club else text.strip()
        self.entry = replace(self.entry, club=joined.strip(" ,;-"))


def people_in(text: str) -> list[str]:
    """Return the parts of a line that holds several people: numbered, with addresses, or names in a row."""
    numbers = [match.start() for match in _INSIDE_NUMBER.finditer(text)]
    if numbers:
        cuts = [*([0] if text[: numbers[0]].strip() else []), *numbers, len(text)]
        parts = [text[start:end] for start, end in itertools.pairwise(cuts)]
        return [_INSIDE_NUMBER.sub("", part, count=1).strip(" ,;") for part in parts]
    row = [part.strip() for part in re.split(r"[,;]", text)]
    few = 3
    if len(row) >= few and all(looks_like_a_name(part) and is_given(part) for part in row):
        return row
    return _by_addresses(text)


def _by_addresses(text: str) -> list[str]:
    ends = [match.end() for match in _ADDRESS.finditer(text)]
    if len(ends) < 2:
        return [text]
    cuts = [0, *ends]
    parts = [text[start:end].strip(" ,;\t") for start, end in zip(cuts, ends, strict=False)]
    return [part for part in [*parts, text[ends[-1] :].strip(" ,;\t")] if part]


def read_free(line: int, text: str, habits: Habits = NO_HABITS) -> ReadEntry:
    """Return the entrant in a line without numbers and bullets; an empty name where there is none."""
    facts = _Facts(ReadEntry(line, ""))
    rest = _without_contacts(_without_label(text, facts), facts)
    rest, aside = _without_brackets(rest, facts)
    entry = _named(rest, facts, habits)
    entry = _with_brackets(entry, aside, habits, facts)
    for code, fact in facts.doubts:
        entry = entry.asking(code, text=fact)
    return _in_doubt(entry)


def turned(name: str) -> str:
    """Return ``Family, Given`` as Given Family; anything else as it is."""
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}".strip() if comma and "," not in given else name


def _without_contacts(text: str, facts: _Facts) -> str:
    """Take addresses, phones, links, sums and flags off a line."""
    for match in _ADDRESS.finditer(text):
        facts.take(match[1])
    text = _BROKEN_ADDRESS.sub(" ", _ADDRESS.sub(" ", text, count=1) if facts.entry.email else text)
    if (guest := _GUEST.search(text)) and text[: guest.start()].strip():
        facts.doubts.append(("doubt.guest", guest[0].strip()))
        text = text[: guest.start()]
    for match in FLAG.finditer(text):
        facts.take(match[0])
    for pattern in (FLAG, LINK, PHONE, MONEY):
        text = pattern.sub(" ", text)
    if DATE.search(text):
        text = re.sub(rf"(?:^|\s)(?:{DATE.pattern})(?=\s|$|,)", " ", text)
    text = re.sub(r"[(\[<]\s*[)\]>]", " ", text)
    return text.strip(" ,;-–—:|\t")


def _without_label(text: str, facts: _Facts) -> str:
    """Return a line without ``Name:`` or ``Reserve:`` before it."""
    label = _LABEL.match(text)
    if label is None:
        return text
    what = folded(label["what"])
    if what in IN_DOUBT:
        facts.doubts.append(("doubt.maybe", label["what"]))
        return text[label.end() :]
    return text[label.end() :] if what in LABELS else text


def _without_facts_behind(text: str, facts: _Facts) -> str:
    """Return a line without the facts that stand behind a bracket: ``Petra (Bilbao) – paid``, ``… (ESP) 1712``."""
    while (match := _BEHIND_BRACKET.match(text)) and facts.take(match[2].strip(" -–—,|:·")):
        text = match[1].strip()
    return text


def _without_brackets(text: str, facts: _Facts) -> tuple[str, list[str]]:
    """Return a line without the brackets at its ends, and what stood in those that are no plain facts."""
    aside: list[str] = []
    text = _without_facts_behind(text, facts)
    for pattern in (_BRACKET_BEHIND, _BRACKET_BEFORE):
        while (match := pattern.search(text)) and text != match[0].strip():
            text = (text[: match.start()] + text[match.end() :]).strip(" ,;-–—:|")
            pieces = [each.strip() for each in re.split(r"[,;|]|\s/\s|\s[-–—]\s", match[1]) if each.strip()]
            for piece in pieces:
                if piece_of(piece)[0] is Piece.SUFFIX:
                    text = f"{text} ({piece})"
                elif not facts.take(piece):
                    aside.append(piece_of(piece)[1])
            if (
                text.endswith(")")
                and text == text.rstrip()
                and any(piece_of(each)[0] is Piece.SUFFIX for each in pieces)
            ):
                break
    return text, aside


def _with_brackets(entry: ReadEntry, aside: list[str], habits: Habits, facts: _Facts) -> ReadEntry:
    """Return the entry with what stood in brackets: a club, or the same name in other letters."""
    for piece in aside:
        if _is_transliteration(entry.name, piece):
            entry = replace(entry, name=f"{entry.name} ({piece})")
        elif is_given(piece) and not has_club_word(piece) and folded(piece) not in habits.clubs:
            other = replace(entry, name=f"{entry.name} ({piece})")
            entry = replace(entry, club=piece).asking("doubt.club", other, text=piece)
        else:
            bare = entry
            entry = replace(entry, club=f"{entry.club}, {piece}" if entry.club else piece)
            if (
                piece == piece.lower() != piece.upper()
                and entry.name != entry.name.lower()
                and not has_club_word(piece)
            ):
                entry = entry.asking("doubt.club", bare, text=piece)
    return entry


def _is_transliteration(name: str, piece: str) -> bool:
    """Whether a bracket in Latin letters repeats a name in other letters, or the other way round."""
    if has_club_word(piece) or _is_latin(name) == _is_latin(piece):
        return False
    if _is_latin(name):
        return True
    return len(piece.split()) > 1 and (is_given(piece) or len(piece.split()) == len(name.split()) or len(name) < 6)


def _is_latin(text: str) -> bool:
    letters = [each for each in folded(text) if each.isalpha()]
    return bool(letters) and all(each.isascii() for each in letters)


def _named(text: str, facts: _Facts, habits: Habits) -> ReadEntry:
    """Return the entry with the name, and the club behind a comma or a dash."""
    pieces = [each for each in _DASH.split(text) if each and each.strip(" ,;-")]
    kept = [each.strip(" ,;") for each in pieces[:1]]
    for piece in pieces[1:]:
        if not facts.take(piece):
            kept.append(piece.strip(" ,;"))
    parts = [cell for cell in cells_of(kept[0], ",") if cell] if kept else []
    name, tail = _by_commas(parts, facts, habits)
    entry = replace(facts.entry, name=name.name, doubt=name.doubt, club=name.club or facts.entry.club)
    return _dashed(entry, [*tail, *kept[1:]], facts, habits)


def _by_commas(parts: list[str], facts: _Facts, habits: Habits) -> tuple[ReadEntry, list[str]]:
    """Return the name in pieces between commas, and the texts behind it."""
    blank = ReadEntry(facts.entry.line, "")
    texts = parts[:1] + [part for part in parts[1:] if not facts.take(part)]
    if not texts:
        return blank, []
    first = _clean(texts[0], facts)
    if len(texts) == 1:
        return replace(blank, name=_capitals_behind(turned(first))), []
    second = texts[1]
    if folded(second).strip(".") in SUFFIX:
        return replace(blank, name=f"{first} {second}"), texts[2:]
    if len(texts) > 2 and all(looks_like_a_name(each) and is_given(each) for each in texts):
        return replace(blank, name=", ".join(texts)).asking("doubt.several", text=", ".join(texts)), []
    given_first = replace(blank, name=f"{second} {first}")
    with_club = replace(blank, name=first, club=second)
    verdict = _order(first, second, habits)
    if verdict is True:
        return given_first, texts[2:]
    if verdict is False:
        return with_club, texts[2:]
    return given_first.asking("doubt.comma", with_club, text=f"{first}, {second}"), texts[2:]


def _order(first: str, second: str, habits: Habits) -> bool | None:
    """Return whether ``first, second`` is family and given name, False for name and club, None in doubt."""
    if has_club_word(second) or folded(second) in habits.clubs:
        return False
    if is_capital(first) and not is_capital(second):
        return True
    alone, given_first, given_second = is_family_alone(first), is_given(first), is_given(second)
    if alone:
        if given_second and (not given_first or len(first.split()) == 1):
            return True
        return None if given_first else (True if habits.turned else None)
    if given_first != given_second:
        return None if given_second and folded(second) in PLACES_TOO else given_second
    return None if given_first else habits.turned


def _dashed(entry: ReadEntry, tail: list[str], facts: _Facts, habits: Habits) -> ReadEntry:
    """Return the entry with the texts behind its name as its club, or with a question."""
    for piece in tail:
        if has_club_word(entry.name) and not has_club_word(piece) and looks_like_a_name(piece):
            entry = replace(entry, name=piece, club=entry.name)
        elif len(entry.name.split()) == 1 and not habits.dashed and is_given(piece) != is_given(entry.name):
            both = f"{piece} {entry.name}" if is_given(piece) else f"{entry.name} {piece}"
            club = replace(entry, club=piece)
            entry = replace(entry, name=both).asking("doubt.comma", club, text=piece)
        elif looks_like_a_name(piece) and is_given(piece) and folded(piece) not in habits.clubs:
            entry = replace(entry, club=piece).asking("doubt.several", text=f"{entry.name}, {piece}")
        else:
            entry = replace(entry, club=f"{entry.club}, {piece}" if entry.club else piece)
    return entry


def _clean(text: str, facts: _Facts) -> str:
    """Return a name without quotes around it, and without a rating or a country behind it."""
    words = without_tail(text).split()
    while len(words) > 2 and (piece_of(words[-1])[0] in (Piece.RATING, Piece.PAID) or _is_code(words)):
        facts.take(words.pop())
    text = without_tail(" ".join(words))
    if len(text) > 2 and text[0] in "\"“”„«'" and text[-1] in "\"“”»'":
        text = text[1:-1].strip()
    where = _FROM.search(text)
    if where:
        facts.club(text[where.end() :])
        text = text[: where.start()]
    return text.strip(" \t")


def _is_code(words: list[str]) -> bool:
    three = 3
    return len(words[-1]) == three and piece_of(words[-1])[0] is Piece.COUNTRY and not is_capital(" ".join(words[:-1]))


def _capitals_behind(name: str) -> str:
    """Return ``HORVAT Petra`` as Petra HORVAT."""
    words = name.split()
    ahead = 0
    while ahead < len(words) and is_capital(words[ahead]) and len(words[ahead].strip(".")) > 1:
        ahead += 1
    rest = words[ahead:]
    if not 0 < ahead < len(words) or any(is_capital(word) for word in rest) or not rest[0][:1].isalpha():
        return name
    if any(folded(word) in PARTICLES for word in rest) or (
        len(words[0].strip(".")) <= 2 and is_given(rest[0]) is False
    ):
        return name
    return " ".join([*rest, *words[:ahead]])


def _in_doubt(entry: ReadEntry) -> ReadEntry:
    """Return the entry with the question that its name raises by itself."""
    name = entry.name
    if name.endswith("?") and len(name) > 1:
        return replace(entry, name=name.rstrip(" ?")).asking("doubt.maybe", text="?")
    if folded(name) in OPEN_PLACES:
        return entry.asking("doubt.person", text=name)
    if _VERSUS.search(name):
        return entry.asking("doubt.several", text=name)
    if has_club_word(name) and not is_given(name):
        return entry.asking("doubt.person", text=name)
    if _PEOPLE.search(name) and all(len(each.split()) for each in _PEOPLE.split(name)):
        return entry.asking("doubt.several", text=name)
    if "/" in name and all(each.strip()[:1].isalpha() for each in name.split("/")):
        return entry.asking("doubt.several", text=name)
    if name and (_ODD.search(name) or not any(each.isalpha() for each in name)):
        return entry.asking("doubt.person", text=name)
    return entry


def habits_of(texts: Iterable[str]) -> Habits:
    """Return what most of these lines do, by those that leave no doubt."""
    votes = {True: 0, False: 0}
    behind: dict[str, int] = {}
    dashes = count = 0
    for text in texts:
        count += 1
        plain = _BRACKET_BEHIND.sub("", EMAIL.sub(" ", text)).strip(" ,;<>")
        dashed = [each.strip() for each in _DASH.split(plain)]
        dashes += len(dashed) > 1
        cells = [cell for cell in cells_of(dashed[0], ",") if cell]
        for piece in {folded(each) for each in [*cells[1:], *dashed[1:]] if each}:
            behind[piece] = behind.get(piece, 0) + 1
        if len(cells) > 1 and (verdict := _order(cells[0], cells[1], NO_HABITS)) is not None:
            votes[verdict] += 1
    most = votes[True] > votes[False] if max(votes.values()) >= _ENOUGH and 0 in votes.values() else None
    clubs = frozenset(piece for piece, times in behind.items() if times > 1 and not is_given(piece))
    return Habits(most, dashes * 2 > count > 1, clubs)
