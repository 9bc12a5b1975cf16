"""Notes on what is odd about the terms of a match or the cube of a game; nothing is refused here.

Source: docs/rules/match.md#notes.
"""

from collections.abc import Iterator

from rules.match.crawford import Phase, dead_cube
from rules.match.games import GameResult, Note
from rules.match.terms import Ended, Side, Terms

type Doublers = tuple[Side, ...]


def match_notes(terms: Terms) -> Iterator[Note]:
    """Yield the notes on the terms: ``length.even``."""
    if terms.length % 2 == 0:
        yield Note("length.even", None, {"length": terms.length})


def game_notes(terms: Terms, phase: Phase, before: tuple[int, int], number: int, game: GameResult) -> Iterator[Note]:
    """Yield the notes on the cube of game ``number``, started at the raw score ``before``.

    Codes ``cube.leader``, ``cube.dead``, ``cube.beyond``, ``double.missed``, ``holland.unchecked``.
    A double is noted only when the final cube proves that it was offered.
    Source: docs/rules/match.md#notes.
    """
    need = terms.away(before)
    facts = {"score": before, "cube": game.cube}
    possible = possible_doublers(game)
    if phase is Phase.POST_CRAWFORD and all(_leader_doubled(need, doublers) for doublers in possible):
        yield Note("cube.leader", number, facts)
    elif all(_dead_double(need, doublers) for doublers in possible):
        yield Note("cube.dead", number, facts)
    if game.cube > max(need):
        yield Note("cube.beyond", number, {**facts, "away": need})
    if phase is Phase.POST_CRAWFORD and not game.doubled and max(need) > 1:
        yield Note("double.missed", number, {**facts, "away": max(need)})
    if terms.holland and phase is Phase.POST_CRAWFORD and game.doubled:
        yield Note("holland.unchecked", number, facts)


def possible_doublers(game: GameResult) -> tuple[Doublers, ...]:
    """Return the sides that can have offered the doubles of the game, in order: one possibility after a drop, else two.

    Doubles alternate, because the player who takes owns the cube, and a dropped double was the winner's. A cube that
    was never turned gives two empty possibilities.
    """
    accepted = game.cube.bit_length() - 1
    if game.ended is Ended.DROP:
        return (_alternating(accepted + 1, last=game.winner),)
    return _alternating(accepted, last=game.winner), _alternating(accepted, last=game.winner.other)


def _alternating(doubles: int, *, last: Side) -> Doublers:
    return tuple(last if left % 2 == 0 else last.other for left in range(doubles - 1, -1, -1))


def _leader_doubled(need: tuple[int, int], doublers: Doublers) -> bool:
    return any(need[side.place] == 1 < need[side.other.place] for side in doublers)


def _dead_double(need: tuple[int, int], doublers: Doublers) -> bool:
    return any(dead_cube(need[side.place], 2**turn) for turn, side in enumerate(doublers))
