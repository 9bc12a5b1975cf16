"""A game that was recorded wrongly: what would change is shown before it is accepted."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from clubs.actions.chouettes.steps import Written, open_chouette, people_in, stream_of_chouette, written
from clubs.read.chouettes.log import KeptChouette, Kind, kept_chouette
from clubs.read.chouettes.numbered import numbered
from journal import book
from journal.canon import canonical
from journal.refusals import Refused
from rules.chouette.actions import Action
from rules.chouette.session import Change, corrected
from rules.errors import RuleBroken
from rules.naming import read_reason


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """What a correction would change: the games that differ with their orders, and the totals before and after.

    ``refused`` is why game ``refused_game`` could no longer be replayed, None where the correction can be accepted.
    ``digest`` stands for all of it.
    """

    game: int
    changes: tuple[Change, ...]
    totals: tuple[tuple[str, int, int], ...]
    refused: RuleBroken | None
    refused_game: int | None
    digest: str


def preview_correction(kept: KeptChouette, game: int, actions: Sequence[Action]) -> CorrectionPreview:
    """Return what follows where ``game`` is recorded as ``actions`` instead.

    Raises RuleBroken ``chouette.no_such_game``, ``chouette.absent``, or as the rule book does for the game itself.
    """
    for who in (who for each in actions for who in people_in(each)):
        if who not in kept.numbers:
            raise RuleBroken("chouette.absent", who=who)
    result = corrected(kept.log.session, game, actions)
    words = [kept.row.pk, kept.log.version, game, _words(kept, actions)]
    digest = sha256(canonical(words).encode()).hexdigest()[:16]
    return CorrectionPreview(game, result.changes, result.totals, result.refused, result.refused_game, digest)


def preview_game_correction(chouette: int, game: int, actions: Sequence[Action]) -> CorrectionPreview:
    """Return ``preview_correction`` of a session as it is now. Raises Unknown ``chouette.unknown`` too."""
    return preview_correction(kept_chouette(chouette), game, actions)


@dataclass(frozen=True, slots=True)
class Correction:
    """A game as it was really played; ``digest`` is that of the preview that was accepted. ``reason`` may be empty."""

    game: int
    actions: tuple[Action, ...]
    digest: str
    reason: str = ""


def correct_game(chouette: int, correction: Correction, caller: book.Caller) -> Written:
    """Record a game as it was really played; the orders after it follow.

    Raises as ``record_happening`` and ``preview_correction``; Refused ``chouette.preview`` where another preview was
    accepted than the one that would be carried out; RuleBroken of the rule book for a later game that could no longer
    be replayed, with its number as ``game``.
    """
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        opened = open_chouette(page, chouette)
        preview = preview_correction(opened.kept, correction.game, correction.actions)
        if preview.refused is not None:
            raise RuleBroken(preview.refused.code, **{"game": preview.refused_game} | preview.refused.facts)
        if correction.digest != preview.digest:
            raise Refused("chouette.preview", game=correction.game)
        reason = read_reason(correction.reason) if correction.reason.strip() else ""
        opened.add(Kind.CORRECTION, {"game": correction.game, "actions": _words(opened.kept, correction.actions)})
        page.record("chouette.corrected", opened.facts, reason)
        return written(page, opened)


def _words(kept: KeptChouette, actions: Sequence[Action]) -> list[dict[str, Any]]:
    return [numbered(each, kept.numbers) for each in actions]
