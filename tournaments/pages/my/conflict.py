"""Two score cards of one match: the one that a phone sent, and the one of the desk, which has games that it lacks."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from journal.refusals import Refused
from rules.errors import RuleBroken
from rules.match.terms import Terms
from tournaments.read.matches.own import OwnMatch
from tournaments.read.matches.view import Points


@dataclass(frozen=True, slots=True)
class SentCard:
    """A score card: ``games`` as JSON of [side, cube, kind] each, as a phone stores them; ``points`` are raw, the upper
    player's first; ``score`` has the player's own points first.
    """

    games: str
    count: int
    points: Points
    score: Points


@dataclass(frozen=True, slots=True)
class Conflict:
    """Both cards; ``mark`` names the desk's card, ``own`` whether another phone of the same player sent it."""

    yours: SentCard
    theirs: SentCard
    mark: str
    own: bool

    def data(self) -> dict[str, Any]:
        """Return the desk's card for the outbox of the phone."""
        card = self.theirs
        return {"games": json.loads(card.games), "points": card.points, "card": self.mark, "own": self.own}


def conflict_of(broken: RuleBroken, own: OwnMatch, terms: Terms) -> Conflict | None:
    """Return both cards of a refusal ``card.conflict``, None of any other."""
    if not isinstance(broken, Refused) or broken.code != "card.conflict":
        return None
    theirs = broken.facts["theirs"]
    player = own.player
    return Conflict(
        yours=_card(broken.facts["yours"], own, terms),
        theirs=_card(theirs, own, terms),
        mark=theirs["mark"],
        own=player is not None and player.entrant == theirs["entrant"],
    )


def _card(card: Mapping[str, Any], own: OwnMatch, terms: Terms) -> SentCard:
    games = [[each["winner"], each["cube"], each["kind"]] for each in card["games"]]
    top, bottom = card["score"]
    shown = terms.shown((top, bottom))
    return SentCard(json.dumps(games, separators=(",", ":")), len(games), (top, bottom), own.seen(shown))
