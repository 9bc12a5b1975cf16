"""Reports for federations: the templates of a club, the lines of a rating list, and the file that rows make."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from clubs.models import ReportTemplate, ReportTemplateOff
from clubs.read.persons.listing import csv_cell
from clubs.read.persons.rows import PersonRow, person_rows
from clubs.read.ratings.listing import RatingLine, listing_of
from clubs.read.ratings.lists import ListView
from journal.models import counts
from journal.refusals import Unknown
from rules.reports import SEPARATORS, Column, Kind, cells, id_at, plain_columns, read_columns

type Row = Mapping[str, str]


def templates(club: int) -> "QuerySet[ReportTemplate]":
    """Return the templates of a club that count, by name."""
    off = ReportTemplateOff.objects.filter(counts()).values("template")
    return ReportTemplate.objects.filter(counts(), club=club).exclude(pk__in=off).order_by("name")


def template_of(pk: int) -> ReportTemplate:
    """Return a template that counts. Raises Unknown ``template.unknown``."""
    row = ReportTemplate.objects.filter(counts(), pk=pk).first()
    if row is None or not templates(row.club_id).filter(pk=pk).exists():
        raise Unknown("template.unknown")
    return row


@dataclass(frozen=True, slots=True)
class Report:
    """Which report: what a line is, its columns, and what separates them in a file."""

    kind: Kind
    columns: tuple[Column, ...]
    separator: str = ","

    def named(self, field: str) -> list[str]:
        """Return the names that a field is asked for with: ``fed_id:WBGF`` gives ``WBGF``."""
        return sorted({each.name for each in self.columns if each.field == field and each.name})

    def as_csv(self, rows: Iterable[Row]) -> str:
        """Return a file that spreadsheets open; no cell is a formula."""
        lines = [[each.heading for each in self.columns], *(cells(self.columns, row) for row in rows)]
        return "\ufeff" + "".join(self.separator.join(map(csv_cell, line)) + "\r\n" for line in lines)

    def as_json(self, rows: Iterable[Row]) -> str:
        """Return a list of objects, a heading each for its text."""
        headings = [each.heading for each in self.columns]
        made = [dict(zip(headings, cells(self.columns, row), strict=True)) for row in rows]
        return json.dumps(made, ensure_ascii=False, indent=1)


def report_of(club: int, kind: Kind, template: int | None) -> Report:
    """Return a report of a club, without a template with every field. Raises Unknown ``template.unknown``."""
    if template is None:
        return Report(kind, plain_columns(kind))
    row = templates(club).filter(pk=template, kind=kind).first()
    if row is None:
        raise Unknown("template.unknown")
    return Report(kind, read_columns(kind, row.columns), SEPARATORS[row.separator])


def ids_of(person: PersonRow | None, report: Report, field: str = "fed_id") -> dict[str, str]:
    """Return the cells of a field with a person's ids at federations: all of them, and those that columns ask for."""
    federations = person.federations if person is not None and not person.erased else ""
    return {field: federations} | {f"{field}:{name}": id_at(federations, name) for name in report.named(field)}


def rating_rows(view: ListView, report: Report, now: datetime) -> list[dict[str, str]]:
    """Return the lines of a rating list for a report; those who are provisional have no place."""
    people = {row.id: row for row in person_rows(view.club.pk)}
    listing = listing_of(view, now)
    about = {"list": view.name, "as_of": now.astimezone(view.rules.zone).date().isoformat()}
    return [
        about | ids_of(people[line.person], report) | _line(line, people[line.person], listing.kind)
        for line in listing.lines
    ]


def _line(line: RatingLine, person: PersonRow, kind: str) -> dict[str, str]:
    second = f"{line.second:g}"
    values: Mapping[str, Sequence[str]] = {
        "fibs": ("rating", "experience"),
        "glicko2": ("rating", "deviation"),
        "points": ("points", "events"),
    }
    first, other = values[kind]
    played = {} if kind == "points" else {"matches": str(line.played), "won": str(line.won)}
    return {
        "place": str(line.place or ""),
        "name": line.name,
        "club": person.home_club,
        "country": person.country,
        first: repr(line.rating),
        other: second,
        "last": line.last.date().isoformat() if line.last else "",
    } | played
