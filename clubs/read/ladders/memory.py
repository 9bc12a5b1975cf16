"""What the memory's pages show of ladders: their names, and who challenged whom."""

from collections.abc import Sequence
from typing import Any

from clubs.models import Ladder, LadderClaim, LadderEntry, LadderPlayer, Sight
from clubs.read.records import Names, RawRecord, reads

_OF_A_LADDER = (LadderEntry._meta.label_lower, LadderClaim._meta.label_lower)


def ladder_names(records: Sequence[RawRecord]) -> dict[str, str]:
    """Return the names of ladders (``ladder:3``) and of their players (``ladder:3/5``) in records, in one statement."""
    facts = [each for record in records for each in record.facts]
    keys = {fact["ladder_id"] for label, fact in facts if label in _OF_A_LADDER and "ladder_id" in fact}
    keys |= {fact["about"] for label, fact in facts if label == Sight._meta.label_lower and fact["about"]}
    if not keys:
        return {}
    rows = list(LadderPlayer.objects.filter(ladder__in=keys).select_related("ladder"))
    named = {f"ladder:{row.ladder_id}/{row.number}": row.name or "…" for row in rows}
    return named | {f"ladder:{row.ladder_id}": row.ladder.name for row in rows}


@reads(LadderEntry, LadderClaim)
def _entry(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    ladder = f"ladder:{fact['ladder_id']}"
    words["ladder"] = names.people.get(ladder, "…")
    for word in ("a", "b", "by", "winner", "who"):
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
