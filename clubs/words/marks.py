"""What is wrong with the machine, for the desk: what it means and what to do."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from runtime.health.marks import current

SENTENCES = {
    "disk.full": _("The disk is full ({free} MB left in {folder}): results can't be stored. Delete files now."),
    "disk.low": _("The disk is nearly full: {free} MB left in {folder}. Delete files that are not needed."),
    "database.busy": _("The database was locked and refused something ({times} times). Enter it again."),
    "database.gone": _("The database did not answer. Entries of the last minutes may be missing: check them."),
    "database.readonly": _("The database can't be written. Check the rights of the data folder, or the disk."),
    "database.damaged": _("The database is damaged. Continue on paper, and restore a backup."),
    "database.version": _("The tables of the database are of another version. Run manage.py migrate."),
    "static.missing": _("Styles and scripts are missing. Run manage.py collectstatic."),
    "clock.jumped": _("The clock of this machine jumped by {seconds} s at {at}. Check the time of day."),
    "clock.behind": _("The clock of this machine says {now}, but the last record is of {record}. Set the clock."),
    "broker.silent": _("The message broker has not answered since {since}. Letters and backups wait."),
    "worker.none": _("No worker has been running since {since}. Letters and backups wait."),
    "backup.failing": _("No backup could be written since {since}: {error}."),
    "second.failing": _("The second place has not taken a backup since {since}: {error}."),
}


@dataclass(frozen=True, slots=True)
class MarkLine:
    """What is wrong with the machine: a code, and its sentence."""

    code: str
    sentence: str


def mark_lines(zone: tzinfo, without: Collection[str] = ()) -> tuple[MarkLine, ...]:
    """Return what is wrong with the machine now, in words; times are shown in ``zone``."""
    marks = (mark for mark in current() if mark.code not in without)
    return tuple(MarkLine(mark.code, mark_words(mark.code, mark.facts, zone)) for mark in marks)


class _Facts(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return "…"


def mark_words(code: str, facts: Mapping[str, Any], zone: tzinfo) -> str:
    """Return the sentence of a mark; times are shown in ``zone``."""
    shown = {name: _shown(value, zone) for name, value in facts.items()}
    return gettext(SENTENCES[code]).format_map(_Facts(shown)) if code in SENTENCES else code


def _shown(value: Any, zone: tzinfo) -> Any:
    if not isinstance(value, datetime):
        return value
    return f"{value.astimezone(zone):%Y-%m-%d %H:%M}"
