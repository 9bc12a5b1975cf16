"""What the memory's pages show of ladders: their names, and who challenged whom."""

from collections.abc import Sequence
from typing import Any

from clubs.models import Ladder, LadderEntry, LadderPlayer
from clubs.read.records import Names, RawRecord, reads


def ladder_names(records: Sequence[RawRecord]) -> dict[str, str]:
    """Return the names of ladders (``ladder:3``) and of their players (``ladder:3/5``) in records, in one statement."""
    keys = {
        fact["ladder_id"]
        for record in records
        for label, fact in record.facts
        if label == LadderEntry._meta.label_lower and "ladder_id" in fact
    }
    if not keys:
        return {}
    rows = list(LadderPlayer.objects.filter(ladder__in=keys).select_related("ladder"))
    named = {f"ladder:{row.ladder_id}/{row.number}": row.name or "…" for row in rows}
    return named | {f"ladder:{row.ladder_id}": row.ladder.name for row in rows}


@reads(LadderEntry)
def _entry(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    ladder = f"ladder:{fact['ladder_id']}"
    words["ladder"] = names.people.get(ladder, "…")
    for word in ("a", "b", "winner", "who"):
        if fact.get(word):
            words[word] = names.people.get(f"{ladder}/{fact[word]}", "…")
    words["challenge"] = str(fact.get("challenge") or "")
    if fact.get("won") is None:
        return ""
    words["points"] = f"{fact['won']}–{fact['lost']}"
    return "points"


@reads(Ladder, LadderPlayer)
def _rows(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return ""
