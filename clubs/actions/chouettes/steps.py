"""Steps of everything that happens at the table of a chouette."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.actions.roles import club_of
from clubs.models import Chouette, ChouetteEntry, ChouettePerson, Club, Person
from clubs.permissions import may_write_chouette, must
from clubs.read.chouettes.log import KeptChouette, Kind, kept_chouette, replayed
from clubs.read.chouettes.numbered import numbered, write_happening
from clubs.read.chouettes.view import ChouetteView, view_of
from journal import book
from journal.canon import canonical, stored_json
from journal.models import Fact, counts
from journal.refusals import Refused, Unknown
from rules.chouette.actions import Action, Join
from rules.errors import RuleBroken

# Far beyond a night; a file or a program may not go on without end.
MOST_ENTRIES = 5000


@dataclass(frozen=True, slots=True)
class Written:
    """A session after a change: its version, and the view with everything that follows."""

    id: int
    version: int
    view: ChouetteView


@dataclass(slots=True)
class OpenChouette:
    """A session on an open page: as it was read under the lock, and the facts to be recorded."""

    kept: KeptChouette
    facts: list[Fact]

    @property
    def pk(self) -> int:
        """The primary key of the session."""
        return self.kept.row.pk

    def number_of(self, who: str | int) -> int:
        """Return the number of somebody at the table, now or before. Raises RuleBroken ``chouette.absent``."""
        number = self.kept.numbers.get(who) if isinstance(who, str) else who
        if number is None or number not in self.kept.names:
            raise RuleBroken("chouette.absent", who=str(who))
        return number

    def add(self, kind: str, body: Mapping[str, Any]) -> ChouetteEntry:
        """Add an entry to what is recorded, and replay the session with it.

        Raises RuleBroken as the rule book does for what happened, ``chouette.long`` for too many entries.
        """
        turn = self.kept.log.version + 1
        if turn > MOST_ENTRIES:
            raise RuleBroken("chouette.long", most=MOST_ENTRIES)
        entry = ChouetteEntry(chouette_id=self.pk, turn=turn, kind=kind, body=canonical(body))
        self.kept = replayed(self.kept.row, self.kept.people, [*self.kept.entries, entry])
        self.facts.append(entry)
        return entry

    def add_action(self, action: Action, person: int | None = None) -> ChouetteEntry:
        """Add what happened; somebody who sits down for the first time becomes a person of the session.

        ``person`` is who that is among the people of the club. Raises Unknown ``person.unknown``.
        """
        if person is not None:
            check_persons(self.kept.row.club_id, (person,))
        if isinstance(action, Join) and action.who not in self.kept.numbers:
            self.add_person(action.who, person)
        names = self.kept.numbers
        for who in people_in(action):
            if who not in names:
                raise RuleBroken("chouette.absent", who=who)
        return self.add(Kind.ACTION, numbered(action, names))

    def add_person(self, name: str, person: int | None = None) -> ChouettePerson:
        """Add somebody to the people of the session."""
        added = a_person(self.pk, len(self.kept.people) + 1, name, person)
        self.kept = replayed(self.kept.row, [*self.kept.people, added], self.kept.entries)
        self.facts.append(added)
        return added


def check_persons(club: int, persons: Collection[int]) -> None:
    """Step: refuse keys of people who are not in a club. Raises Unknown ``person.unknown``."""
    if persons and Person.objects.filter(counts(), club=club, pk__in=persons).count() != len(set(persons)):
        raise Unknown("person.unknown")


def stream_of_chouette(pk: int, caller: book.Caller) -> str:
    """Return the name of the stream of a session that the caller may write in, before its lock is taken.

    Raises Unknown ``chouette.unknown``, PermissionDenied.
    """
    row = Chouette.objects.select_related("club__stream").filter(pk=pk).first()
    if row is None:
        raise Unknown("chouette.unknown")
    must(may_write_chouette(caller.actor, row))
    return row.club.stream.name


def open_chouette(page: book.OpenPage, pk: int, *, must_be_open: bool = True) -> OpenChouette:
    """Step: read a session under the lock, and compare the version that the caller saw.

    Raises Refused ``stale`` with what was written since; Refused ``chouette.ended`` for a closed session.
    """
    opened = OpenChouette(kept_chouette(pk), [])
    _check_seen(page, opened.kept)
    if must_be_open and opened.kept.log.closed is not None:
        raise Refused("chouette.ended", chouette=pk)
    return opened


def written(page: book.OpenPage, opened: OpenChouette) -> Written:
    """Step: return the session as it is after the change, as the answer."""
    view = view_of(opened.kept)
    return page.done(Written(opened.pk, opened.kept.log.version, view))


def club_and_stream(club: int) -> tuple[Club, str]:
    """Return a club and the name of its stream. Raises Unknown ``club.unknown``."""
    row = club_of(club)
    return row, row.stream.name


def a_person(chouette: int, number: int, name: str, person: int | None = None) -> ChouettePerson:
    """Return a person of a session, not yet saved."""
    return ChouettePerson(chouette_id=chouette, number=number, name=name, person_id=person).sealing()


def people_in(action: Action) -> Iterable[str]:
    """Return everybody whom an action names."""
    words = write_happening(action)
    for word in ("who", "proxy", "pays", "holder", "against"):
        if word in words:
            yield words[word]
    for word in ("by", "to", "between", "answers"):
        yield from words.get(word, ())


def _check_seen(page: book.OpenPage, kept: KeptChouette) -> None:
    """Compare the version seen with the current one; the refusal holds what was written since."""
    seen = page.caller.seen
    since = kept.entries[seen:] if seen is not None else ()
    page.check_version(kept.log.version, since=entry_rows(since))


def entry_rows(entries: Sequence[ChouetteEntry]) -> list[dict[str, Any]]:
    """Return entries as an answer has them: people by number, as everywhere in the session's own record."""
    return [{"turn": each.turn, "kind": each.kind, "body": stored_json(each.body)} for each in entries]
