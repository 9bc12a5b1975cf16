"""The rulesets of a club's own: those that its events play under a name that the club gave them."""

from journal.canon import stored_json
from rules.rulesets import Ruleset
from rules.rulesets.snapshots import read_snapshot
from tournaments.models import Event

LATEST = 500


def own_rulesets(club: int) -> tuple[Ruleset, ...]:
    """Return the latest version of each of a club's own rulesets, by name."""
    formats = Event.objects.filter(tournament__club=club, format__contains='"copy_of":').order_by("-pk")
    latest: dict[str, Ruleset] = {}
    for text in formats.values_list("format", flat=True)[:LATEST]:
        kept = stored_json(text).get("ruleset")
        game = read_snapshot(kept) if kept and kept.get("name") else None
        if game is not None and game.version > (latest[game.id].version if game.id in latest else 0):
            latest[game.id] = game
    return tuple(sorted(latest.values(), key=lambda each: each.name))
