"""What the memory's pages show of a club's records: who got which role, by whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model

from clubs.models import (
    CasualClaim,
    CasualMatch,
    CasualResult,
    CheckIn,
    ChouetteEntry,
    Membership,
    MembershipEnd,
    Night,
    NightOff,
    Person,
    PersonMerge,
    Role,
    Sight,
)
from clubs.read.ladders.memory import ladder_names
from clubs.read.memory.shown import Effect
from clubs.read.persons.rows import names_of_persons
from clubs.read.records import Names, RawRecord, people_named, reads
from journal.canon import stored_json


@dataclass(slots=True)
class ClubNames(Names):
    """Names of users, and of the club's people by their key."""

    persons: Mapping[int, str] = field(default_factory=dict)

    def name(self, model: type[Model], pk: int) -> str:
        """Return the name of a row that a fact names."""
        return (self.persons.get(pk) or "…") if model is Person else Names.name(self, model, pk)

    def words_of(self, record: RawRecord) -> dict[str, str]:
        """Return the words that a record says beside its facts."""
        person = record.body.get("person")
        words = {"person": self.name(Person, person)} if isinstance(person, int) else {}
        count = record.body.get("count")
        return Names.words_of(self, record) | words | ({"count": str(count)} if isinstance(count, int) else {})


class ClubReader:
    """Reads the records of a club: all their names are those of people."""

    def names(self, records: Sequence[RawRecord]) -> Names:
        """Return the names of everyone who wrote these records or whom they name, in three statements at most."""
        named = {f"user:{user}" for record in records if isinstance(user := record.body.get("user"), int)}
        people = people_named(named | {record.actor for record in records}) | ladder_names(records)
        persons = {key for record in records for key in _persons(record)}
        return ClubNames(people=people, persons=names_of_persons(persons) if persons else {})

    def replaced(self, records: Sequence[RawRecord]) -> Mapping[int, tuple[int, ...]]:
        """Return nothing: no record of a club replaces another."""
        return {}

    def effect(self, records: Sequence[RawRecord], *, undone: bool) -> tuple[Names, Effect]:
        """Return the names and an empty effect: a club's record changes nothing beyond its own sentence."""
        return self.names(records), Effect()


def _persons(record: RawRecord) -> set[int]:
    facts = (fact for label, fact in record.facts if label == PersonMerge._meta.label_lower)
    merged = {key for fact in facts for key in (fact["gone_id"], fact["into_id"])}
    casual = {
        key
        for label, fact in record.facts
        if label in _CASUAL
        for key in (fact.get("by_id"), fact.get("winner_id"))
        if isinstance(key, int)
    }
    person = record.body.get("person")
    return merged | casual | ({person} if isinstance(person, int) else set())


_CASUAL = (CasualClaim._meta.label_lower, CasualResult._meta.label_lower)


@reads(Person, MembershipEnd)
def _person(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return ""


@reads(Night, NightOff)
def _night(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return ""


@reads(CheckIn)
def _check_in(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return "" if fact["on"] else "off"


@reads(CasualMatch)
def _casual_match(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return ""


@reads(CasualClaim, CasualResult)
def _casual_result(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    if fact.get("by_id"):
        words["by"] = names.name(Person, fact["by_id"])
    if fact["winner_id"] is None:
        return "void"
    words["winner"], words["points"] = names.name(Person, fact["winner_id"]), f"{fact['won']}–{fact['lost']}"
    return ""


@reads(Sight)
def _sight(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["ladder"] = names.people.get(f"ladder:{fact['about']}", "…")
    return str(fact["kind"]) if fact["public"] else f"{fact['kind']}_members"


@reads(Membership)
def _membership(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return str(fact["kind"])


@reads(Role)
def _role(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return str(fact["kind"])


@reads(ChouetteEntry)
def _chouette_entry(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["chouette"] = str(fact["chouette_id"])
    kind = str(fact["kind"])
    return str(stored_json(fact["body"])["do"]) if kind == ChouetteEntry.Kind.ACTION else kind
