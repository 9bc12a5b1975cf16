"""A memory as a ledger: searched, chosen from, fifty at a time, and its chain checked every time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from django.utils import timezone

from clubs.read.dates import shown_date
from clubs.read.memory.shown import Owner
from clubs.read.records import MemoryEntry, Names, RawRecord, entries, records_between, sentence_for
from journal.chain import Chain, Sealed, chain_of
from journal.verbs import declared

PAGE = 50
# Read for one page at most: a weekend of 500 entrants. What is older stays in its place and is looked up by number.
MOST_READ = 5000


@dataclass(frozen=True, slots=True)
class Query:
    """What somebody looks for: words, a family of verbs, who wrote it, and before which number.

    Of the running scores of a match only the last is shown, unless every one is asked for (``scores``).
    """

    words: str = ""
    kind: str = ""
    who: str = ""
    before: int | None = None
    scores: bool = False

    @property
    def criteria(self) -> str:
        """What is looked for, as more of a query string: ``&q=Horvat&kind=match``."""
        given = {"q": self.words, "kind": self.kind, "who": self.who}
        return "".join(f"&{name}={quote(value)}" for name, value in given.items() if value)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who wrote, under the name that pages keep."""

    actor: str
    name: str


@dataclass(frozen=True, slots=True)
class MemorySheet:
    """The ledger. ``checked`` of ``number`` records were checked at ``checked_at``; ``broken`` is the first bad one.

    ``older`` is the number before which the next page begins, None on the last; ``folded`` counts the running scores
    that are not shown.
    """

    number: int
    checked: int
    checked_at: str
    broken: int | None
    matching: int
    entries: tuple[MemoryEntry, ...]
    older: int | None
    kinds: tuple[str, ...]
    people: tuple[Person, ...]
    query: Query
    folded: int


def memory_sheet(owner: Owner, query: Query) -> MemorySheet:
    """Return one page of a memory, newest first."""
    stream = owner.stream
    after = max(0, stream.number - MOST_READ)
    records = records_between(stream, after, stream.number)
    chain = _chain(owner, records)
    names = owner.reader.names(records)
    matching = [record for record in reversed(records) if _is_asked(record, query, names)]
    shown = matching if query.scores else _last_scores(matching)
    page = [record for record in shown if query.before is None or record.number < query.before]
    return MemorySheet(
        number=stream.number,
        checked=chain.checked,
        checked_at=shown_date(timezone.now().astimezone(owner.zone), "H:i"),
        broken=chain.broken,
        matching=len(shown),
        entries=entries(page[:PAGE], names, owner.zone, owner.reader.replaced(records)),
        older=page[PAGE - 1].number if len(page) > PAGE else None,
        kinds=tuple(sorted({_family(record) for record in records})),
        people=tuple(_people(records, names)),
        query=query,
        folded=len(matching) - len(shown),
    )


def _last_scores(newest_first: Iterable[RawRecord]) -> list[RawRecord]:
    """Return records with no more than the last of each match where a verb says that it is a running one."""
    kept: list[RawRecord] = []
    seen: set[tuple[str, int | None]] = set()
    for record in newest_first:
        if record.verb in declared() and declared()[record.verb].verb.running:
            if (record.verb, record.match) in seen:
                continue
            seen.add((record.verb, record.match))
        kept.append(record)
    return kept


def _chain(owner: Owner, records: Sequence[RawRecord]) -> Chain:
    sealed = (Sealed(record.number, record.verb, record.text, record.hash) for record in records)
    return chain_of(owner.stream, sealed)


def _family(record: RawRecord) -> str:
    return record.verb.partition(".")[0]


def _people(records: Iterable[RawRecord], names: Names) -> list[Person]:
    written = {record.actor for record in records}
    return sorted((Person(actor, names.people.get(actor, actor)) for actor in written), key=lambda each: each.name)


def _is_asked(record: RawRecord, query: Query, names: Names) -> bool:
    if query.kind and _family(record) != query.kind:
        return False
    if query.who and record.actor != query.who:
        return False
    return not query.words or _holds(record, query.words, names)


def _holds(record: RawRecord, words: str, names: Names) -> bool:
    """Whether every word stands somewhere in a record: in a name, a match's code, a verb, a person, a reason."""
    sentence = sentence_for(record, names).words
    by = names.people.get(record.actor, "")
    text = " ".join([str(record.number), record.verb, by, record.reason or "", *sentence.values()]).casefold()
    return all(word in text for word in words.casefold().split())
