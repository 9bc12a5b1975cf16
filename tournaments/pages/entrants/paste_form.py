"""An entry list pasted or in a file: read, asked about, and entered whole or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import validate_email

from rules.errors import RuleBroken
from rules.members import EntrantKind
from rules.typed.cells import MOST_BYTES, decode, lines_of
from rules.typed.lists.pieces import EMAIL
from rules.typed.lists.rows import checked
from rules.typed.members import read_pasted_members, with_members
from rules.typed.pasted import Read, ReadEntry, read_paste
from rules.typed.similar import twins
from tournaments.actions.entrants.entering import Entry
from tournaments.forms.fields import RefusalForm
from tournaments.forms.workbook import MOST_BYTES as MOST_WORKBOOK
from tournaments.forms.workbook import is_workbook, text_of_workbook
from tournaments.pages.entrants.list_form import Answers, Column, Typed
from tournaments.words import fields
from tournaments.words.refusals import speak

SAME, ANOTHER = "same", "another"
HALVES = ("first", "last")


@dataclass(frozen=True, slots=True)
class Question:
    """A possible duplicate of ``other``, further up or already entered; ``answer`` is same, another or empty."""

    field: str
    other: str
    answer: str


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One line as it is read: an entrant, or what is wrong with it; ``number`` is the line's own.

    ``text`` is the line itself where it holds no entrant, ``passed`` says why it is none.
    """

    number: int
    typed: Typed
    about: tuple[str, ...] = ()
    text: str = ""
    problem: str = ""
    passed: str = ""
    question: Question | None = None

    @property
    def name(self) -> str:
        return self.typed.entry.name if self.typed.entry else ""

    @property
    def club(self) -> str:
        return self.typed.entry.club if self.typed.entry else ""

    @property
    def is_open(self) -> bool:
        """Whether it has to be answered or fixed before anybody is entered."""
        unanswered = self.question is not None and not self.question.answer
        doubted = self.typed.doubt is not None and not self.typed.doubt.answer
        return unanswered or doubted or bool(self.problem)

    @property
    def is_entered(self) -> bool:
        return self.typed.entry is not None and (self.question is None or self.question.answer == ANOTHER)


@dataclass(frozen=True, slots=True)
class Reading:
    """The whole list: its lines in order, what is open, and who would be entered.

    ``different`` are the entrants read but those who were said to be somebody else's second line. ``columns`` are those
    of a table without a header; ``order`` asks which of two comes first, the family or the given name.
    """

    lines: tuple[ReadLine, ...]
    read: int
    different: int
    questions: int
    problems: int
    entries: tuple[Entry, ...]
    left_out: str
    encoding: str
    kept: tuple[tuple[str, str], ...] = ()
    columns: tuple[Column, ...] = ()
    order: tuple[str, str] = ("", "")
    samples: tuple[str, ...] = ()

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
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.xls,.ods,text/csv,text/plain"}),
    )

    def __init__(self, *args: Any, kind: EntrantKind = EntrantKind.SINGLE, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        if kind.is_several:
            self.fields["text"].help_text = fields.LIST_OF_SEVERAL_HELP

    def _read(self, columns: Sequence[str] = ()) -> Read:
        text = self.cleaned_data.get("text", "")
        return read_pasted_members(text, self.kind) if self.kind.is_several else read_paste(text, columns)

    def clean(self) -> dict[str, Any]:
        """Put what a file holds in the place of what was typed, and read it."""
        values = super().clean() or {}
        values["encoding"] = ""
        file = values.get("file")
        try:
            if isinstance(file, UploadedFile):
                content = file.read(max(MOST_BYTES, MOST_WORKBOOK) + 1)
                if is_workbook(content):
                    values["text"] = text_of_workbook(content)
                else:
                    text = decode(content)
                    values["text"], values["encoding"] = text.text, text.encoding
            self.cleaned_data = values
            values["read"] = self._read()
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
        answers = Answers(self.data)
        guessed: Read = self.cleaned_data["read"]
        chosen = answers.columns(guessed)
        read = self._read(chosen) if chosen else guessed
        lines = _lines(answers, read, self.cleaned_data.get("text", ""), self.kind)
        lines = _with_twins(self.data, lines, known)
        unsure = guessed.unsure and not chosen
        field, answer = answers.order(guessed) if guessed.unsure else ("", "")
        unsure = unsure and not answer
        return Reading(
            lines=lines,
            read=len(read.entries),
            different=sum(
                line.is_entered or (line.question is not None and not line.question.answer) for line in lines
            ),
            questions=sum(line.is_open and not line.problem for line in lines) + unsure,
            problems=sum(bool(line.problem) for line in lines),
            entries=tuple(_entry(line.typed.entry) for line in lines if line.is_entered and line.typed.entry),
            left_out=", ".join(read.left_out[:8]) + (" …" if len(read.left_out) > 8 else ""),
            encoding=self.cleaned_data["encoding"],
            kept=answers.kept,
            columns=answers.shown_columns(guessed, chosen or guessed.columns),
            order=(field, answer),
            samples=tuple(each for each, role in zip(guessed.samples, guessed.columns, strict=True) if role in HALVES),
        )


def _lines(answers: Answers, read: Read, text: str, kind: EntrantKind) -> tuple[ReadLine, ...]:
    """Return the lines of a list in order, each with what was typed about it."""
    raw = dict(lines_of(text))
    lines = []
    for entry in read.entries:
        typed = answers.about(entry, raw.get(entry.line, ""))
        shown = ReadLine(entry.line, typed, _about(typed.entry), text=_short(raw.get(entry.line, "")))
        lines.append((entry.line, entry.part, _checked(shown, kind)))
    for bad in read.problems:
        typed = answers.instead(bad.line, bad.text, open_at_once=True)
        problem = "" if typed.fixed or typed.dropped else speak(bad.code, bad.facts)
        lines.append((bad.line, 0, _checked(ReadLine(bad.line, typed, text=_short(bad.text), problem=problem), kind)))
    for passed in read.passed:
        typed = answers.instead(passed.line, passed.text, open_at_once=False)
        why = "" if typed.entry else str(fields.PASSED[passed.code])
        lines.append(
            (passed.line, 0, _checked(ReadLine(passed.line, typed, text=_short(passed.text), passed=why), kind))
        )
    return tuple(line for *_, line in sorted(lines, key=lambda each: each[:2]))


def _checked(line: ReadLine, kind: EntrantKind) -> ReadLine:
    """Return a line whose name was typed with what is wrong about that name."""
    if not line.typed.fixed or line.typed.entry is None:
        return line
    try:
        entry = with_members(checked(line.typed.entry), kind)
        return replace(line, typed=replace(line.typed, entry=entry))
    except RuleBroken as broken:
        return replace(line, typed=replace(line.typed, fixing=True), problem=speak(broken.code, broken.facts))


def _with_twins(data: Mapping[str, Any], lines: Sequence[ReadLine], known: Sequence[str]) -> tuple[ReadLine, ...]:
    """Return the lines with the question whether two of them, or one entered already, are the same person."""
    at = [index for index, line in enumerate(lines) if line.typed.entry is not None and not line.problem]
    alike = twins([lines[index].name for index in at], known)
    whole = list(lines)
    for place, other in alike.items():
        line = lines[at[place]]
        if line.typed.entry is not None:
            whole[at[place]] = replace(line, question=_question(data, line.typed.entry, other))
    return tuple(whole)


def _entry(entry: ReadEntry) -> Entry:
    name = "" if entry.members and not entry.named else entry.name
    return Entry(
        name, entry.club, entry.country, entry.rating, entry.seed, entry.paid, _address(entry.email), entry.group,
        entry.members,
    )  # fmt: skip


def _address(email: str) -> str:
    """Return an address that a letter can be sent to, else an empty one."""
    try:
        validate_email(email)
    except forms.ValidationError:
        return ""
    return email


def _about(entry: ReadEntry | None) -> tuple[str, ...]:
    if entry is None:
        return ()
    seed = fields.SEED_NUMBER.format(n=entry.seed) if entry.seed else ""
    paid = str(fields.PAID) if entry.paid else ""
    email = str(fields.EMAIL_KEPT) if entry.email else ""
    people = [f"{each.name} ({each.club})" if each.club else each.name for each in entry.members]
    shown = people if entry.named or any(each.club for each in entry.members) else []
    return tuple(each for each in (*shown, entry.country, entry.group, entry.rating, seed, paid, email) if each)


def _short(text: str) -> str:
    """Return the text of a line as it is shown: short, and without signs that can't be seen. Addresses stay out."""
    text = EMAIL.sub("…", text)
    text = text if len(text) <= 60 else f"{text[:60]}…"
    return "".join(each if each.isprintable() or each == "\t" else "�" for each in text)


def _question(data: Mapping[str, Any], entry: ReadEntry, other: str) -> Question:
    """Return what is asked about a line; the field names both, so that no answer outlives what it was given to."""
    both = sha256(f"{entry.line}\n{entry.name}\n{other}".encode()).hexdigest()[:12]
    field = f"q-{both}"
    answer = str(data.get(field, ""))
    return Question(field, other, answer if answer in (SAME, ANOTHER) else "")
