"""Reports for federations: the columns of a club's template, and the cells that rows make of them.

A template is text, a column a line: ``Heading = field``, a ``field`` alone, or ``Heading = "words"`` for the same words
in every row.

Source: docs/rules/reports.md.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.errors import RuleBroken

LONGEST_HEADING, MOST_COLUMNS = 60, 40
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}


class Kind(StrEnum):
    """What a line of the report is: a match, the place of an entrant, or a line of a rating list."""

    RESULTS = "results"
    PLACES = "places"
    RATINGS = "ratings"


FIELDS: Mapping[Kind, tuple[str, ...]] = {
    Kind.RESULTS: (
        "date", "event", "division", "bracket", "round", "player1", "player1_fed_id", "player2", "player2_fed_id",
        "length", "score1", "score2", "winner", "kind", "rated", "penalty1", "penalty2", "entry1", "entry2",
        "match", "player1_club", "player1_country", "player2_club", "player2_country", "director",
    ),
    Kind.PLACES: (
        "event", "division", "date", "finished", "director", "entrants", "fee", "currency",
        "place", "shared", "order", "name", "fed_id", "club", "country", "entry", "points", "entries",
    ),
    Kind.RATINGS: (
        "list", "as_of", "place", "name", "fed_id", "club", "country",
        "rating", "experience", "deviation", "points", "events", "matches", "won", "last",
    ),
}  # fmt: skip
# Without a template results have the columns that federations agreed on, up to ``entry2``.
_USUAL = {Kind.RESULTS: 19}
# Fields that may name one thing of several: the id at one federation, the points of one list.
NAMED = frozenset({"fed_id", "player1_fed_id", "player2_fed_id", "points"})
_LINE = re.compile(r'(?:(?P<heading>[^="]+?)\s*=\s*)?(?:"(?P<words>[^"]*)"|(?P<field>\w+)(?::(?P<name>[^"=]+))?)')


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and the field that it shows; or, without a field, the same ``words`` in every row.

    ``name`` is the federation or the list of points that the field is about, empty for all there are.
    """

    heading: str
    field: str = ""
    name: str = ""
    words: str = ""

    @property
    def key(self) -> str:
        """The field with its name, as rows have it: ``fed_id:WBGF``."""
        return f"{self.field}:{self.name}" if self.name else self.field


def read_columns(kind: str, text: str) -> tuple[Column, ...]:
    """Read a template.

    Raises RuleBroken ``template.kind``; with the number of the line ``template.line``, ``template.field``,
    ``template.heading`` (too long), ``template.twice``; ``template.empty``, ``template.many``.
    """
    if kind not in FIELDS:
        raise RuleBroken("template.kind", kind=kind, known=", ".join(FIELDS))
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    columns = [_column(Kind(kind), number, line) for number, line in lines if line]
    if not columns:
        raise RuleBroken("template.empty")
    if len(columns) > MOST_COLUMNS:
        raise RuleBroken("template.many", most=MOST_COLUMNS)
    headings = [column.heading for column in columns]
    for heading in headings:
        if headings.count(heading) > 1:
            raise RuleBroken("template.twice", heading=heading)
    return tuple(columns)


def _column(kind: Kind, number: int, line: str) -> Column:
    read = _LINE.fullmatch(line)
    if read is None or (read["words"] is not None and not read["heading"]):
        raise RuleBroken("template.line", line=number, text=line[:LONGEST_HEADING])
    field, name = read["field"] or "", (read["name"] or "").strip()
    if read["words"] is None and (field not in FIELDS[kind] or (name and field not in NAMED)):
        raise RuleBroken("template.field", line=number, field=field, known=", ".join(FIELDS[kind]))
    heading = (read["heading"] or f"{field}:{name}".rstrip(":")).strip()
    if len(heading) > LONGEST_HEADING:
        raise RuleBroken("template.heading", line=number, most=LONGEST_HEADING)
    return Column(heading, field, name, read["words"] or "")


def plain_columns(kind: Kind) -> tuple[Column, ...]:
    """Return the columns of a report without a template: the fields under their own names."""
    return tuple(Column(field, field) for field in FIELDS[kind][: _USUAL.get(kind)])


def written_columns(columns: Sequence[Column]) -> str:
    """Return the text of a template, as ``read_columns`` reads it."""
    return "\n".join(
        f"{each.heading} = {each.key}" if each.field else f'{each.heading} = "{each.words}"' for each in columns
    )


def cells(columns: Sequence[Column], row: Mapping[str, str]) -> list[str]:
    """Return the cells of a row; a field that the row does not have is empty."""
    return [row.get(each.key, "") if each.field else each.words for each in columns]


def id_at(federations: str, name: str) -> str:
    """Return the id of a person at one federation, without its name: ``WBGF 123, UKBGF 7`` at ``ukbgf`` is ``7``."""
    for each in federations.split(","):
        federation, _, number = each.strip().rpartition(" ")
        if federation.casefold() == name.casefold():
            return number
    return ""
