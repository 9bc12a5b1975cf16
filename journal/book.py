"""The one door: every change of the domain opens a page, and a page is one transaction.

Under the stream's lock a page checks the idempotency key, settles what is due, compares the version that the actor saw,
acts, records, stores the answer and takes its number, in this order. A refusal rolls everything back and is not stored.

Source: docs/decisions/0001-one-door.md; docs/decisions/0016-claims.md.
"""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from threading import RLock
from typing import Any

from django.db import IntegrityError, connection, models, transaction
from django.db.models import TextField

from journal.actors import SYSTEM, Actor
from journal.canon import canonical, digest_of, seal
from journal.models import Fact, Page, Record, Stream, Words
from journal.now import now
from journal.refusals import KeyReused, Refused, SeenNeeded, Unknown, Unreadable
from journal.statements import Blank, Reading, insert, update
from journal.verbs import topics_of

# A statement is kept for each count of facts, so only up to this many where the database gives the keys.
MOST_NUMBERED = 40


class Replay(Exception):  # noqa: N818 -- nothing went wrong
    """This request was carried out before; holds the answer given then."""

    def __init__(self, status: int, answer: str) -> None:
        super().__init__(status)
        self.status, self.answer = status, answer


class Previewed(Exception):  # noqa: N818 -- nothing went wrong
    """The change was tried and rolled back; ``answer`` is what the answer would have been."""

    def __init__(self, answer: str) -> None:
        super().__init__()
        self.answer = answer


@dataclass(slots=True)
class Caller:
    """The actor of a request, with its key and how to render the answer.

    ``key`` is the idempotency key and ``body`` the request that it stands for. ``seen`` is the version of the row that
    the actor looked at. ``render`` turns what an action returns into the answer's data. With ``preview`` the change is
    made and rolled back.
    """

    actor: Actor
    key: str | None = None
    body: bytes = b""
    seen: int | None = None
    preview: bool = False
    status: int = 200
    render: Callable[[Any], Any] = lambda value: None
    answer: str = field(default="", init=False)


class OpenPage:
    """A page while it is written; only ``page()`` makes one."""

    def __init__(self, stream: Stream, caller: Caller, at: datetime) -> None:
        self.stream, self.caller, self.at = stream, caller, at
        self.records: list[Record] = []
        self.first = stream.record_id(stream.number + 1)
        # The topics that changed, for the pages that show them; ``*`` means everything on the stream.
        self.topics: set[str] = set()
        self._looked = caller.seen is None
        self._due_before = stream.due_at

    @property
    def next_record(self) -> int:
        """The primary key of the next record, which facts hold before the record is written."""
        return self.stream.record_id(self.stream.number + 1)

    def check_version(self, version: int, **state: Any) -> None:
        """Compare the version seen with the current one. Raises Refused ``stale`` with the current ``state``."""
        self._looked = True
        if self.caller.seen is not None and self.caller.seen != version:
            raise Refused("stale", seen=self.caller.seen, version=version, **state)

    def must_have_looked(self, **state: Any) -> None:
        """Refuse a request that names no version. Raises SeenNeeded ``seen.needed``."""
        if self.caller.seen is None:
            raise SeenNeeded("seen.needed", **state)

    def due(self, at: datetime) -> None:
        """Have this stream settled at ``at``, or earlier if something else is due before."""
        if self.stream.due_at is None or at < self.stream.due_at:
            self.stream.due_at = at

    def record(self, verb: str, facts: Sequence[Fact] = (), words: str = "", **body: Any) -> Record:
        """Save ``facts`` and a record with ``verb`` that seals them; ``body`` adds ids and numbers, ``words`` a reason.

        The topics that the verb declares are added to the page. With ``due`` in the body the record is dated with that
        time: the grace time settled it.
        """
        [kept] = _keep([(facts, self.next_record)])
        salt = secrets.token_hex(16) if words else ""
        sealed = self._about(kept, body) | ({"words": digest_of(salt, words)} if words else {})
        record = self._sealed(verb, sealed)
        insert([record])
        if words:
            Words.objects.create(record=record, salt=salt, text=words)
        self._written(record, facts, sealed)
        return record

    def record_each(self, verb: str, each: Sequence[tuple[Sequence[Fact], Mapping[str, Any]]]) -> list[Record]:
        """Record ``verb`` for several things at once, each with its own facts and body, as ``record`` would one by one.

        The records are one statement, and so are all facts of one model that follow each other.
        """
        number = self.stream.number
        kept = _keep([(facts, self.stream.record_id(number + at)) for at, (facts, _) in enumerate(each, start=1)])
        sealed = [self._about(own, body) for own, (_, body) in zip(kept, each, strict=True)]
        records = [self._sealed(verb, body) for body in sealed]
        if records:
            insert(records)
        for record, (facts, _), body in zip(records, each, sealed, strict=True):
            self._written(record, facts, body)
        return records

    def _about(self, kept: list[list[Any]], body: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a record seals: when, by whom, its facts, and the rest of its body."""
        actor = self.caller.actor
        return {"at": body.get("due", self.at), "by": actor.name, "client": actor.client, "facts": kept, **body}

    def _sealed(self, verb: str, sealed: Mapping[str, Any]) -> Record:
        """Return the next record, not yet saved; the memory's head is this one from now on."""
        number, text = self.stream.number + 1, canonical(sealed)
        record = Record(
            id=self.next_record,
            page_id=self.first,
            stream=self.stream,
            number=number,
            verb=verb,
            at=sealed["at"],
            body=text,
            hash=seal(self.stream.head, sealed_text(self.stream.name, number, verb, text)),
        )
        self.stream.number, self.stream.head = number, record.hash
        return record

    def _written(self, record: Record, facts: Sequence[Fact], sealed: Mapping[str, Any]) -> None:
        """Bind the facts to a record that is saved, and say on the page what follows from it."""
        for fact in facts:
            fact.record = record
        self.records.append(record)
        self.topics |= topics_of(record.verb, self.stream.name, sealed)
        for react in _reactions.get(record.verb, ()):
            react(self, record)

    def keep(self, facts: Sequence[Fact]) -> None:
        """Save facts before their record, so that others can refer to them; pass them to ``record`` too."""
        _keep([(facts, self.next_record)])

    def done[T](self, value: T) -> T:
        """Set ``value`` as the answer to the caller, and return it."""
        self.caller.answer = canonical(self.caller.render(value))
        return value

    def close(self) -> None:
        """Write the page itself; a page without records is not stored.

        Raises Unreadable ``seen.unused`` if the caller gave a version and nothing was compared with it.
        """
        if not self._looked:
            raise Unreadable("seen.unused")
        if self.caller.preview:
            raise Previewed(self.caller.answer)
        if self.records:
            written = Page(
                id=self.first,
                stream=self.stream,
                actor=self.caller.actor.name,
                client=self.caller.actor.client,
                key=self.caller.key,
                body_hash=sha256(self.caller.body).hexdigest(),
                status=self.caller.status,
                answer=self.caller.answer if self.caller.key else "",
                topics=" ".join(sorted({self.stream.name, *self.topics})),
            )
            insert([written])
            for callback in _after_commit:
                transaction.on_commit(callback)
        if self.records or self.stream.due_at != self._due_before:
            update(self.stream, ("number", "head", "due_at"))


type Reaction = Callable[[OpenPage, Record], object]
_reactions: dict[str, list[Reaction]] = {}


def on(*verbs: str) -> Callable[[Reaction], Reaction]:
    """Call the decorated function with each record of ``verbs`` on its page; it may enqueue jobs."""

    def registered(react: Reaction) -> Reaction:
        for verb in verbs:
            if react not in _reactions.setdefault(verb, []):
                _reactions[verb].append(react)
        return react

    return registered


_after_commit: list[Callable[[], object]] = []


def after_commit(callback: Callable[[], object]) -> None:
    """Call ``callback`` after each commit of a page with records."""
    if callback not in _after_commit:
        _after_commit.append(callback)


_settlers: list[Callable[[OpenPage], None]] = []


def on_due(settle: Callable[[OpenPage], None]) -> Callable[[OpenPage], None]:
    """Call ``settle`` with a page of the system when something on a stream is due, before any action on that stream.

    It settles everything that is due at the page's time, and sets the next time with ``page.due``.
    """
    if settle not in _settlers:
        _settlers.append(settle)
    return settle


def _settle(held: Stream, at: datetime) -> None:
    page = OpenPage(held, Caller(SYSTEM), at)
    held.due_at = None
    for settle in _settlers:
        settle(page)
    page.close()


_locked = Reading(lambda: Stream.objects.select_for_update().filter(name=Blank("name", TextField())))


@contextmanager
def page(stream: str, caller: Caller) -> Iterator[OpenPage]:
    """Open a page of the stream named ``stream`` for ``caller``; leaving the block commits, an exception rolls back.

    Raises Replay if this request was carried out before, Previewed at the end of a preview, KeyReused ``key.reused``
    for another request under a used key, Unknown ``stream.unknown``.
    """
    try:
        with _turn(), transaction.atomic(durable=True):
            held = next(iter(_locked(name=stream)), None)
            if held is None:
                raise Unknown("stream.unknown", stream=stream)
            if caller.key is not None:
                _replay(caller)
            at = now()
            if held.due_at is not None and held.due_at <= at:
                _settle(held, at)
            opened = OpenPage(held, caller, at)
            yield opened
            opened.close()
    except IntegrityError:
        # The same key on two streams at once: their locks differ, so the constraint decides and the second is refused.
        if caller.key is not None and _page_of(caller) is not None:
            raise KeyReused("key.reused") from None
        raise


@contextmanager
def derived[Row: models.Model](rows: models.QuerySet[Row]) -> Iterator[Row]:
    """Open a transaction for rows that follow from facts, no facts: it holds the one row of ``rows``, and no stream.

    So long work does not keep people waiting. Raises DoesNotExist.
    """
    with _turn(), transaction.atomic(durable=True):
        yield rows.select_for_update().get()


# Threads of one process wait for each other here: SQLite's own waiting is a series of naps in which others come and go.
# Pages cannot nest, but the refusal comes from the transaction.
_one_at_a_time = RLock()


def _turn() -> AbstractContextManager[object]:
    """Return what makes the threads of this process take turns where only one can write."""
    return _one_at_a_time if connection.vendor == "sqlite" else nullcontext()


def sealed_text(stream: str, number: int, verb: str, body: str) -> str:
    """Return the text that a record's hash seals."""
    return f"{stream}\n{number}\n{verb}\n{body}"


_keyed = Reading(lambda: Page.objects.filter(actor=Blank("actor", TextField()), key=Blank("key", TextField())))


def _page_of(caller: Caller) -> Page | None:
    return next(iter(_keyed(actor=caller.actor.name, key=caller.key or "")), None)


def _replay(caller: Caller) -> None:
    before = _page_of(caller)
    if before is None:
        return
    if before.body_hash != sha256(caller.body).hexdigest():
        raise KeyReused("key.reused")
    raise Replay(before.status, before.answer)


def _keep(each: Sequence[tuple[Sequence[Fact], int]]) -> list[list[list[Any]]]:
    """Insert facts in order, those of each record with its id, one statement for each run of one model.

    Return them as the body of each record seals them.
    """
    run: list[Fact] = []
    for facts, record_id in each:
        for fact in facts:
            if not fact._state.adding:
                continue
            fact.record_id = record_id
            if run and type(fact) is not type(run[0]):
                _insert(run)
                run = []
            run.append(fact)
    if run:
        _insert(run)
    return [[[fact._meta.label_lower, fact.sealed()] for fact in facts] for facts, _ in each]


def _insert(run: list[Fact]) -> None:
    known = {fact.pk is not None for fact in run}
    if known == {True} or (known == {False} and len(run) <= MOST_NUMBERED):
        insert(run)
    else:
        model: type[models.Model] = type(run[0])
        model._default_manager.bulk_create(run)


def read_body(record: Record) -> dict[str, Any]:
    """Return the body of a record, parsed."""
    body: dict[str, Any] = json.loads(record.body)
    return body
