"""What the memory's pages show of a club's records: who got which role, by whom."""

from collections.abc import Mapping, Sequence
from typing import Any

from clubs.models import Role
from clubs.read.memory import Effect
from clubs.read.records import Names, RawRecord, people_named, reads


class ClubReader:
    """Reads the records of a club: all their names are those of people."""

    def names(self, records: Sequence[RawRecord]) -> Names:
        """Return the names of everyone who wrote these records or whom they name, in one statement."""
        named = {f"user:{user}" for record in records if isinstance(user := record.body.get("user"), int)}
        return Names(people=people_named(named | {record.actor for record in records}))

    def replaced(self, records: Sequence[RawRecord]) -> Mapping[int, tuple[int, ...]]:
        """Return nothing: no record of a club replaces another."""
        return {}

    def effect(self, records: Sequence[RawRecord], *, undone: bool) -> tuple[Names, Effect]:
        """Return the names and an empty effect: a club's record changes nothing beyond its own sentence."""
        return self.names(records), Effect()


@reads(Role)
def _role(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return str(fact["kind"])
