"""One match as one line of a list."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.drawing.states import How, Mark, scores
from rules.draws.derive import Seat, Status
from rules.draws.facts import PHANTOM
from rules.draws.plan import From, Plan, Source
from tournaments.models import Match
from tournaments.read.cards import MatchCard, Player, card_of
from tournaments.read.matches.claims import told_in_dispute
from tournaments.read.states import state_of

_FEEDS = {From.WINNER: "winner", From.LOSER: "loser", From.FIRST_LOSER: "first_loser"}


@dataclass(frozen=True, slots=True)
class SideLine:
    """One player of a match, or where he will come from: ``feed`` is winner, loser or first_loser of ``feed_code``.

    ``points`` is text, ``start`` the points he starts with by a penalty of the other.
    """

    entrant: int | None
    name: str
    points: str
    start: int
    won: bool
    lost: bool
    feed: str
    feed_code: str


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as a line of a list; ``state`` is a word of ``states.state_of``, ``table`` where they were called to.

    ``running`` is how it stands while they play, ``stands_at`` the time of day from which a result stands of itself,
    ``subject_to`` the codes of the matches whose result could still change who plays here.
    """

    id: int
    code: str
    state: str
    table: str
    sides: tuple[SideLine, SideLine]
    running: str = ""
    stands_at: str = ""
    subject_to: tuple[str, ...] = ()


def match_line(match: Match, plan: Plan, names: Mapping[int, str]) -> MatchLine:
    """Return one match as a line, read ``WITH`` all that its card says."""
    card = card_of(match, match.result, names)
    planned = plan.matches[match.place]
    upper, lower = _scores(match, card)
    sides = (
        _side(card, "top", upper) if card.top else _feed(plan, planned.top),
        _side(card, "bottom", lower) if card.bottom else _feed(plan, planned.bottom),
    )
    running = "–".join(str(each) for each in card.card_score) if card.card_score else ""
    return MatchLine(match.pk, match.code, state_of(card), card.table, sides, running)


def _scores(match: Match, card: MatchCard) -> tuple[str, str]:
    """Return what stands in the two score places: the same words as on the sheet."""
    status = Status(match.status)
    on = match.goes_on_id or PHANTOM
    seat = Seat(match.top_id or PHANTOM, match.bottom_id or PHANTOM, status, on, PHANTOM, match.result_id)
    how, claims = How(card.how or "played"), told_in_dispute(card)
    return scores(seat, Mark(points=card.score, how=how, settled=card.settled, claims=claims))


def _side(card: MatchCard, side: str, points: str) -> SideLine:
    at = 0 if side == "top" else 1
    player: Player | None = (card.top, card.bottom)[at]
    won = card.goes_on == side
    lost = card.status == "finished" and not won
    who, name = (player.entrant, player.name) if player else (None, "")
    return SideLine(who, name, points, card.start[at], won, lost, "", "")


def _feed(plan: Plan, source: Source) -> SideLine:
    feed = _FEEDS.get(source.kind, "")
    return SideLine(None, "", "", 0, False, False, feed, plan.matches[source.of].code if feed else "")
