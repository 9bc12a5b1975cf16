"""Open, change and end rating lists, and import the values with which people start."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Max

from clubs.actions.roles import club_of
from clubs.models import RatingList, RatingStart, RatingTerms
from clubs.models.ratings import LONGEST_NAME
from clubs.permissions import may_direct, must
from clubs.read.persons.rows import PersonRow, person_rows
from clubs.read.ratings.lists import ListView, list_of, rules_of
from clubs.spelling import fold
from journal import book
from journal.canon import canonical
from journal.refusals import Refused
from rules.errors import RuleBroken
from rules.naming import read_name
from rules.ratings.fibs import Fibs

MOST_LISTS = 40
MOST_STARTS = 20_000
FARTHEST = 100_000
_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d{1,12})?")


@dataclass(frozen=True, slots=True)
class ListSheet:
    """The form of a rating list. ``options`` are those of docs/rules/ratings.md#a-clubs-list."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    public: bool = True


def open_rating_list(club: int, sheet: ListSheet, caller: book.Caller) -> ListView:
    """Open a rating list in a club; it counts all results that the club has, from the first one on.

    Raises Unknown ``club.unknown``, RuleBroken ``name.…``, ``ratings.options`` with the place, ``rating.…``,
    ``points.…`` or ``ratings.most``.
    """
    club_row = club_of(club)
    with book.page(club_row.stream.name, caller) as page:
        must(may_direct(caller.actor, club))
        number = (RatingList.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0) + 1
        if number > MOST_LISTS:
            raise RuleBroken("ratings.most", most=MOST_LISTS)
        row = RatingList(club=club_row, number=number)
        page.keep([row])
        terms = _terms(row.pk, 1, sheet)
        made = [f"ratings:{row.pk}"]
        page.record("ratings.opened", [row, terms], name=terms.name, makes=made, needs=[])
        return page.done(list_of(row.pk))


def change_rating_list(rating_list: int, sheet: ListSheet, caller: book.Caller) -> ListView:
    """Change the name and the rules of a list; everything that depends on them is worked out again.

    Raises Unknown ``ratings.unknown``, Refused ``ratings.ended``, and what ``open_rating_list`` raises for the sheet.
    """
    with book.page(list_of(rating_list).club.stream.name, caller) as page:
        view = _again(page, rating_list, caller)
        terms = _terms(view.pk, _next_turn(view.pk), sheet)
        page.record("ratings.changed", [terms], name=terms.name, **_about(view))
        return page.done(list_of(view.pk))


def end_rating_list(rating_list: int, caller: book.Caller) -> ListView:
    """End a list: matches played from now on do not count. Raises Unknown ``ratings.unknown``, ``ratings.ended``."""
    with book.page(list_of(rating_list).club.stream.name, caller) as page:
        view = _again(page, rating_list, caller)
        terms = RatingTerms(
            rating_list_id=view.pk, turn=_next_turn(view.pk), name=view.name, options=view.options, public=view.public,
            ended=page.at,
        )  # fmt: skip
        page.record("ratings.ended", [terms], name=view.name, **_about(view))
        return page.done(list_of(view.pk))


@dataclass(frozen=True, slots=True)
class StartLine:
    """A starting value: a person by key, code or name, and the numbers as texts (none takes an earlier one back)."""

    person: str
    value: Sequence[str] = ()


def import_starts(rating_list: int, lines: Sequence[StartLine], caller: book.Caller) -> int:
    """Import starting values of a list, and return how many.

    Raises Unknown ``ratings.unknown``, Refused ``ratings.ended``, RuleBroken ``ratings.start_person`` (nobody, or
    more than one, of this name), ``ratings.start_value``, ``ratings.start_twice`` or ``ratings.most_starts``; each
    with the number of the line.
    """
    if len(lines) > MOST_STARTS:
        raise RuleBroken("ratings.most_starts", most=MOST_STARTS)
    with book.page(list_of(rating_list).club.stream.name, caller) as page:
        view = _again(page, rating_list, caller)
        everyone = _Named(person_rows(view.club.pk))
        starts: dict[int, RatingStart] = {}
        for number, line in enumerate(lines, start=1):
            person = everyone.one(line.person, number)
            if person in starts:
                raise RuleBroken("ratings.start_twice", line=number, name=line.person[:80])
            value = canonical(_value(view, line.value, number))
            starts[person] = RatingStart(rating_list_id=view.pk, person_id=person, value=value)
        if starts:
            facts = list(starts.values())
            page.record("ratings.started", facts, name=view.name, count=len(facts), **_about(view))
        return page.done(len(starts))


def read_start_lines(text: str) -> list[StartLine]:
    """Return pasted lines: name or code, rating, and what else the list has, parted by semicolon or tab."""
    lines = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in re.split(r"[;\t]", line)]
        if any(cells):
            lines.append(StartLine(cells[0], tuple(cell.replace(",", ".") for cell in cells[1:] if cell)))
    return lines


def _again(page: book.OpenPage, rating_list: int, caller: book.Caller) -> ListView:
    """Return a list as it is under the lock, for a director."""
    view = list_of(rating_list)
    must(may_direct(caller.actor, view.club.pk))
    page.check_version(view.turn, ratings=view.pk)
    if view.ended is not None:
        raise Refused("ratings.ended", ratings=view.pk)
    return view


def _next_turn(rating_list: int) -> int:
    return (RatingTerms.objects.filter(rating_list=rating_list).aggregate(last=Max("turn"))["last"] or 0) + 1


def _about(view: ListView) -> dict[str, Any]:
    about = [f"ratings:{view.pk}/terms"]
    return {"makes": about, "needs": [f"ratings:{view.pk}", *about]}


def _terms(rating_list: int, turn: int, sheet: ListSheet) -> RatingTerms:
    name = read_name(sheet.name, longest=LONGEST_NAME)
    return RatingTerms(
        rating_list_id=rating_list, turn=turn, name=name, options=_options(sheet.options), public=sheet.public
    )


def _options(given: Mapping[str, Any]) -> str:
    """Return options as they are stored, once they can be read."""
    try:
        text = canonical(dict(given))
        rules_of(text)
    except RuleBroken as broken:
        if broken.code.startswith("json."):
            raise RuleBroken("ratings.options", place=str(broken.facts.get("place", ""))) from None
        raise
    except TypeError:
        # A number with a point: it is written as a text, "12.5".
        raise RuleBroken("ratings.options", place="") from None
    return text


def _value(view: ListView, given: Sequence[str], line: int) -> list[str]:
    """Return the numbers of a starting value: all that the list has, as texts."""
    rule = view.rules.rule
    if rule is None:
        raise RuleBroken("ratings.start_value", line=line)
    if not given:
        return []
    usual = ("0",) if isinstance(rule, Fibs) else tuple(map(str, (rule.start.deviation, rule.start.volatility)))
    if len(given) > 1 + len(usual) or not all(_NUMBER.fullmatch(each) for each in given):
        raise RuleBroken("ratings.start_value", line=line)
    numbers = [*given, *usual[len(given) - 1 :]]
    rating, *others = map(float, numbers)
    if abs(rating) > FARTHEST or min(others) < 0 or (not isinstance(rule, Fibs) and min(others) == 0):
        raise RuleBroken("ratings.start_value", line=line)
    return numbers


class _Named:
    """People by what a line calls them: their key, their code, or their name in any spelling of it."""

    def __init__(self, rows: Sequence[PersonRow]) -> None:
        self._by: dict[str, set[int]] = {}
        for row in rows:
            for word in {str(row.id), row.code.lower(), fold(row.name, ""), fold(row.latin, "") or row.code.lower()}:
                self._by.setdefault(word, set()).add(row.id)

    def one(self, word: str, line: int) -> int:
        """Return the person. Raises RuleBroken ``ratings.start_person``."""
        people = self._by.get(word.strip().lower()) or self._by.get(fold(word, "")) or set()
        if len(people) != 1:
            raise RuleBroken("ratings.start_person", line=line, name=word[:80], people=len(people))
        return next(iter(people))
