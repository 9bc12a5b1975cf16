"""Lists in columns without a header: what stands in which column, by what all lines hold there.

Source: docs/rules/entering.md.
"""

import itertools
import re
from collections.abc import Sequence
from statistics import mean

from rules.typed.cells import cells_of
from rules.typed.lists.marks import visible
from rules.typed.lists.pieces import (
    DATE,
    EMAIL,
    MONEY,
    PHONE,
    Piece,
    has_club_word,
    is_capital,
    is_family_alone,
    is_given,
    piece_of,
)
from rules.typed.names import folded

ROLES = ("name", "first", "last", "club", "country", "rating", "seed", "paid", "email", "group", "number", "none")
_GAPS = re.compile(r"\s{2,}")
_RULE = re.compile(r"[\s|:+\-=_]+")
_TICK = frozenset(
    [
        "x",
        "✓",
        "✔",
        "√",
        "✅",
        "☑",
        "☐",
        "yes",
        "no",
        "y",
        "n",
        "ja",
        "nein",
        "si",
        "no",
        "oui",
        "non",
        "j",
        "true",
        "false",
        "-",
        "–",
        "ok",
        "paid",
        "bezahlt",
        "pagado",
        "0",
        "1",
    ]
)
MOST_COLUMNS = 40


def separator_in(texts: Sequence[str]) -> str:
    """Return what separates the columns of these lines: a tab, a bar, a semicolon, a comma, two spaces, or nothing."""
    bodies = [visible(text) for text in texts]
    for separator in (";", "\t", "|"):
        parted = [len(_filled(text, separator)) > 1 for text in bodies]
        if sum(parted) * 2 > len(parted) or (separator == ";" and any(map(_is_parted, bodies))):
            return separator
    commas = [text.count(",") for text in bodies]
    few, many = 2, 3
    if len(bodies) >= many and min(commas, default=0) >= few and len({*commas}) == 1:
        return ","
    gapped = [len(_GAPS.split(re.sub(r"^\W*\d{1,4}\W*", "", text))) > 1 for text in bodies]
    return "  " if len(gapped) >= many and sum(gapped) * 4 >= len(gapped) * 3 else ""


def row_of(text: str, separator: str) -> list[str]:
    """Return the cells of a line of a table, empty for one that is only drawn."""
    if _RULE.fullmatch(text):
        return []
    if separator == "  ":
        return [cell.strip() for cell in _GAPS.split(visible(text)) if cell.strip()]
    plain = visible(text) if separator != "\t" else text
    cells = [visible(cell) for cell in cells_of(plain.strip("|") if separator == "|" else plain, separator)]
    return cells[:MOST_COLUMNS]


def roles_of(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], bool]:
    """Return the role of each column, and whether the order of the names is a guess."""
    width = max((len(row) for row in rows), default=0)
    columns = [[row[at] for row in rows if at < len(row) and row[at]] for at in range(width)]
    roles = [_role(column, len(rows)) for column in columns]
    return _names(roles, columns)


def _is_parted(text: str) -> bool:
    """Whether a semicolon parts cells, not addresses."""
    return len(_filled(text, ";")) > 1 and len(EMAIL.findall(text)) < 2


def _filled(text: str, separator: str) -> list[str]:
    cells = [cell.strip() for cell in text.split(separator) if cell.strip()]
    return cells[1:] if separator == "\t" and len(cells) == 2 and re.fullmatch(r"\W*\d{1,4}\W*", cells[0]) else cells


def _role(column: Sequence[str], rows: int) -> str:
    """Return what a column holds, ``text`` where it can be names or clubs."""
    if not column:
        return "none"
    kinds = [piece_of(cell)[0] for cell in column]

    def share(*of: Piece) -> float:
        return mean(kind in of for kind in kinds)

    most = 0.6
    if share(Piece.EMAIL) > most:
        return "email"
    if all(re.fullmatch(r"\W*\d{1,4}\W*", cell) for cell in column):
        return _numbers([int(re.sub(r"\D", "", cell)) for cell in column], rows)
    if mean(folded(cell).strip() in _TICK or piece_of(cell)[0] is Piece.PAID for cell in column) > most:
        return "paid" if share(Piece.PAID, Piece.UNPAID) > 0 else "none"
    if mean(bool(MONEY.fullmatch(cell) or PHONE.fullmatch(cell) or DATE.fullmatch(cell)) for cell in column) > most:
        return "none"
    if share(Piece.COUNTRY) > most:
        return "country"
    return "rating" if share(Piece.RATING) > most else "text"


def _numbers(values: Sequence[int], rows: int) -> str:
    """Return what a column of whole numbers is: a numbering that rises, ratings, or nothing that is kept."""
    low, rises = 100, all(a < b for a, b in itertools.pairwise(values))
    if min(values) > low:
        return "rating"
    return "number" if rises and (len(values) == rows or len(values) > 1) else "none"


def _names(roles: list[str], columns: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], bool]:
    """Return the roles with those of the columns of text: a name or two halves of one, then the club."""
    texts = [at for at, role in enumerate(roles) if role == "text"]
    unsure = False
    if len(texts) > 1 and _are_halves(columns[texts[0]], columns[texts[1]]):
        one, other = texts[:2]
        given = mean(map(is_given, columns[one])) - mean(map(is_given, columns[other]))
        capitals = mean(map(is_capital, columns[one])) - mean(map(is_capital, columns[other]))
        enough = 0.2
        first_is_given = given > 0 if abs(given) >= enough else capitals < 0
        unsure = abs(given) < enough and abs(capitals) < enough
        roles[one], roles[other] = ("first", "last") if first_is_given else ("last", "first")
        texts = texts[2:]
    elif texts:
        clubs = [mean(map(has_club_word, columns[at])) for at in texts]
        given = max(texts[:2], key=lambda at: mean(map(is_given, columns[at])) - clubs[texts.index(at)])
        roles[given] = "name"
        texts = [at for at in texts if at != given]
    if texts:
        roles[texts[0]] = "club"
    return tuple("none" if role == "text" else role for role in roles), unsure


def _are_halves(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two columns are the family and the given name: single words, other than clubs."""
    most = 0.6
    alone = mean(map(is_family_alone, one)) > most
    words = mean(not has_club_word(cell) for cell in other) > most
    repeats = len({*map(folded, other)}) < len(other) * most
    given = max(mean(map(is_given, one)), 0) < most or mean(map(is_given, other)) < most
    one_given, other_given = mean(map(is_given, one)), mean(map(is_given, other))
    little = 0.2
    return alone and words and given and not (repeats and other_given < little) and (
        one_given >= little or other_given >= little or mean(map(is_family_alone, other)) > most
    )  # fmt: skip
