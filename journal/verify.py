"""Check the memory: the chain, the facts against the records' bodies, and the checks that apps add.

A missing tail shows in the stream's own number and head and, if those were changed too, in those printed on paper.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps

from journal.book import sealed_text
from journal.canon import canonical, digest_of, moment, seal
from journal.chunks import all_in_chunks, in_chunks
from journal.models import NOTHING_BEFORE, Fact, Page, Record, Stream, Words
from journal.triggers import missing


@dataclass(frozen=True, slots=True)
class Flaw:
    """A mismatch: its code, and where it is (a stream's name, a record's number or a row)."""

    code: str
    where: str


@dataclass(frozen=True, slots=True)
class Anchor:
    """Number and head of a stream as printed on a sheet; ``head`` may be only the first digits."""

    stream: str
    number: int
    head: str


_checks: list[Callable[[], Iterable[Flaw]]] = []


def also(check: Callable[[], Iterable[Flaw]]) -> Callable[[], Iterable[Flaw]]:
    """Register a further check, by which an app verifies what follows from its facts."""
    if check not in _checks:
        _checks.append(check)
    return check


def verify(anchors: Iterable[Anchor] = ()) -> list[Flaw]:
    """Return every flaw of the memory."""
    flaws = [Flaw("trigger.missing", name) for name in missing()]
    bodies: dict[int, list[str]] = {}
    for stream in Stream.objects.order_by("pk"):
        flaws += _chain(stream, bodies)
    flaws += _strays()
    flaws += _facts(bodies)
    flaws += _words()
    flaws += [flaw for anchor in anchors for flaw in _anchor(anchor)]
    for check in _checks:
        flaws += _checked(check, flawed=bool(flaws))
    return flaws


def _checked(check: Callable[[], Iterable[Flaw]], *, flawed: bool) -> list[Flaw]:
    """Return what a further check yields.

    What follows from facts that are flawed may not be possible to work out: then the check itself is named.
    """
    try:
        return list(check())
    except Exception:
        if not flawed:
            raise
        return [Flaw("check.failed", check.__module__)]


def _chain(stream: Stream, bodies: dict[int, list[str]]) -> Iterator[Flaw]:
    head, expected = NOTHING_BEFORE, 1
    written = Page.objects.filter(stream=stream).values_list("pk", "actor", "client")
    pages = {pk: (actor, client) for pk, actor, client in written}
    used = set()
    for record in in_chunks(Record.objects.filter(stream=stream), "number"):
        where = f"{stream.name} {record.number}"
        if record.number != expected:
            yield Flaw("record.missing", f"{stream.name} {expected}")
        if record.hash != seal(head, sealed_text(stream.name, record.number, record.verb, record.body)):
            yield Flaw("record.seal", where)
        body = _body(record)
        if body is None or body.get("at") != moment(record.at) or record.pk != stream.record_id(record.number):
            yield Flaw("record.row", where)
        if record.page_id not in pages:
            yield Flaw("page.missing", where)
        elif body is not None and pages[record.page_id] != (body.get("by"), body.get("client")):
            yield Flaw("page.row", where)
        used.add(record.page_id)
        bodies[record.pk] = _sealed_facts(body)
        head, expected = record.hash, record.number + 1
    if (expected - 1, head) != (stream.number, stream.head):
        yield Flaw("stream.head", f"{stream.name} {stream.number}")
    for page in sorted(set(pages) - used):
        yield Flaw("page.empty", f"{stream.name} page {page}")


def _strays() -> Iterator[Flaw]:
    """Yield the pages and records of streams that do not exist."""
    for model in (Page, Record):
        for pk in model._default_manager.exclude(stream__in=Stream.objects.all()).values_list("pk", flat=True):
            yield Flaw("stream.missing", f"{model._meta.model_name} {pk}")


def _body(record: Record) -> dict[str, Any] | None:
    try:
        body = json.loads(record.body)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


def _sealed_facts(body: dict[str, Any] | None) -> list[str]:
    """Return the facts that a body seals, each as canonical text; none for a body that Barpoint can't have written."""
    try:
        return [canonical(fact) for fact in (body or {}).get("facts", [])]
    except TypeError:
        return []


def _facts(bodies: dict[int, list[str]]) -> Iterator[Flaw]:
    left = {pk: set(facts) for pk, facts in bodies.items()}
    for model in apps.get_models():
        if not issubclass(model, Fact):
            continue
        for fact in all_in_chunks(model):
            text = canonical([model._meta.label_lower, fact.sealed()])
            if text in left.get(fact.record_id, set()):
                left[fact.record_id].discard(text)
            else:
                yield Flaw("fact.row", f"{model._meta.label_lower} {fact.pk}")
    for pk, facts in left.items():
        for text in sorted(facts):
            yield Flaw("fact.missing", f"record {pk}: {text}")


def _words() -> Iterator[Flaw]:
    """Yield words that differ from the sealed ones. Erased words have neither text nor salt."""
    for words in in_chunks(Words.objects.select_related("record")):
        sealed = (_body(words.record) or {}).get("words")
        erased = not words.salt and not words.text
        if sealed is None or not (erased or sealed == digest_of(words.salt, words.text)):
            yield Flaw("words.seal", f"record {words.record_id}")
    for record in in_chunks(Record.objects.filter(body__contains='"words":', words=None)):
        yield Flaw("words.missing", f"record {record.pk}")


def _anchor(anchor: Anchor) -> Iterator[Flaw]:
    record = Record.objects.filter(stream__name=anchor.stream, number=anchor.number).first()
    if record is None or not record.hash.startswith(anchor.head.replace("·", "").lower()):
        yield Flaw("anchor", f"{anchor.stream} {anchor.number} {anchor.head}")
