"""Score cards that players report while they play: no card drops games that its phone has not seen.

A card names the card on which it is based by its mark. A card that is based on the one of the desk may change it; any
other may only add to it.

Source: docs/rules/claims.md#score-cards.
"""

from collections.abc import Sequence
from typing import Any

from journal.canon import canonical
from journal.refusals import Refused
from rules.match.cards import ScoreCard
from rules.match.games import GameResult
from rules.match.terms import TOP, Terms
from tournaments.actions.steps import OpenMatch, card_now
from tournaments.models import Card, card_mark
from tournaments.read.matches.games import kept_games


def refuse_dropping(opened: OpenMatch, reported: ScoreCard, base: str | None) -> None:
    """Refuse a card that would drop acknowledged games. Raises Refused ``card.conflict`` with both cards.

    ``base`` is the mark of the card on which the reported one is based, "" for no card; None if it does not say.
    """
    card = opened.match.card
    if card is None:
        return
    current = _score_card(opened, card)
    mark = card_mark(card.first_id, (card.first_points, card.second_points), card.games)
    if base == mark or reported.adds_to(current):
        return
    theirs = {**_plain(current), "entrant": card.kept_by_id, "mark": mark}
    raise Refused("card.conflict", match=card_now(opened), yours=_plain(reported), theirs=theirs)


def repeats_points(opened: OpenMatch, reported: ScoreCard, terms: Terms) -> bool:
    """Whether points without games say no more than the games that are on the card."""
    card = opened.match.card
    games = _score_card(opened, card).games if card is not None and not reported.games else ()
    top, bottom = (start + sum(game.paid[at] for game in games) for at, start in enumerate(terms.start))
    return bool(games) and (top, bottom) == reported.points


def mark_of(reported: ScoreCard, pair: tuple[int, int]) -> str:
    """Return the mark of a reported card of the entrants ``pair``, top first."""
    return card_mark(pair[0], reported.points, canonical(stored_games(reported.games, pair)))


def stored_games(games: Sequence[GameResult], pair: tuple[int, int]) -> list[list[object]]:
    """Return games as a card stores them: winner, cube, win, how each ended; a drawn one with the upper player."""
    top, bottom = pair
    return [[top if each.winner is TOP else bottom, each.cube, each.win.value, each.ended.value] for each in games]


def _score_card(opened: OpenMatch, card: Card) -> ScoreCard:
    seat = opened.state.seat(opened.match.place)
    return ScoreCard(
        tuple(kept_games(opened.match, card.games)), (card.points_of(seat.top), card.points_of(seat.bottom))
    )


def _plain(card: ScoreCard) -> dict[str, Any]:
    """Return a card as answers show it; the winner of a game is top or bottom."""
    games = [{"winner": each.winner_word, "cube": each.cube, "kind": each.kind} for each in card.games]
    return {"games": games, "score": list(card.points)}
