"""An entry list pasted or in a file: read, asked about, and entered whole or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from rules.errors import RuleBroken
from rules.typed.cells import MOST_BYTES, decode
from rules.typed.pasted import BadLine, Read, ReadEntry, read_paste
from rules.typed.similar import twins
from tournaments.actions.entrants import Entry
from tournaments.forms.fields import RefusalForm
from tournaments.words import fields
from tournaments.words.refusals import speak

SAME, ANOTHER = "same", "another"


@dataclass(frozen=True, slots=True)
class Question:
    """A possible duplicate of ``other``, further up or already entered; ``answer`` is same, another or empty."""

    field: str
    other: str
    answer: str


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One line as it is read: an entrant, or what is wrong with it; ``number`` is the line's own."""

    number: int
    name: str
    about: tuple[str, ...]
    problem: str
    question: Question | None


@dataclass(frozen=True, slots=True)
class Reading:
    """The whole list: its lines in order, what is open, and who would be entered.

    ``different`` are the entrants read but those who were said to be somebody else's second line.
    """

    lines: tuple[ReadLine, ...]
    read: int
    different: int
    questions: int
    problems: int
    entries: tuple[Entry, ...]
    left_out: str
    encoding: str

    @property
    def is_open(self) -> bool:
        """Whether a question must be answered or a line fixed first."""
        return bool(self.questions or self.problems)


class EnteringForm(RefusalForm):
    text = forms.CharField(
        label=fields.LIST,
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 10, "class": "lines", "spellcheck": "false", "autocomplete": "off"}),
        help_text=fields.LIST_HELP,
    )
    file = forms.FileField(
        label=fields.FILE,
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )

    def clean(self) -> dict[str, Any]:
        """Put what a file holds in the place of what was typed, and read it."""
        values = super().clean() or {}
        values["encoding"] = ""
        file = values.get("file")
        try:
            if isinstance(file, UploadedFile):
                text = decode(file.read(MOST_BYTES + 1))
                values["text"], values["encoding"] = text.text, text.encoding
            values["read"] = read_paste(values.get("text", ""))
        except RuleBroken as broken:
            values["read"] = Read((), ())
            self.add_error("file" if isinstance(file, UploadedFile) else "text", speak(broken.code, broken.facts))
        return values

    @property
    def shown(self) -> str:
        """The contents of the field: the typed text, or that of the file."""
        return (
            str(self.cleaned_data.get("text", "")) if self.is_bound and self.is_valid() else self["text"].value() or ""
        )

    def reading(self, known: Sequence[str]) -> Reading:
        """Return how the list is read beside those who are entered already."""
        read: Read = self.cleaned_data["read"]
        twin_names = twins([each.name for each in read.entries], known)
        lines = [
            _line(entry, _question(self.data, entry, twin_names[at]) if at in twin_names else None)
            for at, entry in enumerate(read.entries)
        ]
        answers = [line.question.answer if line.question else ANOTHER for line in lines]
        return Reading(
            lines=tuple(sorted([*lines, *map(_bad, read.problems)], key=lambda line: line.number)),
            read=len(read.entries),
            different=len(answers) - answers.count(SAME),
            questions=answers.count(""),
            problems=len(read.problems),
            entries=tuple(
                Entry(each.name, each.club, each.country, each.rating, each.seed, each.paid)
                for each, answer in zip(read.entries, answers, strict=True)
                if answer == ANOTHER
            ),
            left_out=", ".join(read.left_out[:8]) + (" …" if len(read.left_out) > 8 else ""),
            encoding=self.cleaned_data["encoding"],
        )


def _line(entry: ReadEntry, question: Question | None) -> ReadLine:
    seed = fields.SEED_NUMBER.format(n=entry.seed) if entry.seed else ""
    paid = str(fields.PAID) if entry.paid else ""
    about = tuple(each for each in (entry.club, entry.country, entry.rating, seed, paid) if each)
    return ReadLine(entry.line, entry.name, about, "", question)


def _bad(line: BadLine) -> ReadLine:
    text = line.text if len(line.text) <= 60 else f"{line.text[:60]}…"
    return ReadLine(
        line.line, "".join(each if each.isprintable() else "�" for each in text), (), speak(line.code, line.facts), None
    )


def _question(data: Mapping[str, Any], entry: ReadEntry, other: str) -> Question:
    """Return what is asked about a line; the field names both, so that no answer outlives what it was given to."""
    both = sha256(f"{entry.line}\n{entry.name}\n{other}".encode()).hexdigest()[:12]
    field = f"q-{both}"
    answer = str(data.get(field, ""))
    return Question(field, other, answer if answer in (SAME, ANOTHER) else "")
