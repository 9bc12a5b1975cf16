"""What is odd about the cube of one game: said, never refused."""

from collections.abc import Iterator

from rules.match.crawford import Phase, dead_cube
from rules.match.games import GameResult, Note
from rules.match.terms import Ended, Side, Terms

type Doublers = tuple[Side, ...]


def match_notes(terms: Terms) -> Iterator[Note]:
    """Give what is odd about the terms: ``length.even``."""
    if terms.length % 2 == 0:
        yield Note("length.even", None, {"length": terms.length})


def game_notes(terms: Terms, phase: Phase, before: tuple[int, int], number: int, game: GameResult) -> Iterator[Note]:
    """Give what is odd about the cube of game ``number``, started at the raw score ``before``.

    Codes ``cube.leader``, ``cube.dead``, ``cube.beyond``, ``double.missed``, ``holland.unchecked``.
    A double is noted only when it is certain from the final cube that it was offered.
    Source: docs/rules/match.md#notes.
    """
    need = terms.away(before)
    told = {"score": before, "cube": game.cube}
    stories = doubler_stories(game)
    if phase is Phase.POST_CRAWFORD and all(_leader_doubled(need, story) for story in stories):
        yield Note("cube.leader", number, told)
    elif all(_dead_double(need, story) for story in stories):
        yield Note("cube.dead", number, told)
    if game.cube > max(need):
        yield Note("cube.beyond", number, {**told, "away": need})
    if phase is Phase.POST_CRAWFORD and not game.doubled and max(need) > 1:
        yield Note("double.missed", number, {**told, "away": max(need)})
    if terms.holland and phase is Phase.POST_CRAWFORD and game.doubled:
        yield Note("holland.unchecked", number, told)


def doubler_stories(game: GameResult) -> tuple[Doublers, ...]:
    """Return who can have offered each double of the game, in order: one story after a drop, else two.

    Doubles alternate, because the one who takes owns the cube; the last one dropped was the winner's.
    A cube that never turned gives two empty stories.
    """
    accepted = game.cube.bit_length() - 1
    if game.ended is Ended.DROP:
        return (_alternating(accepted + 1, last=game.winner),)
    return _alternating(accepted, last=game.winner), _alternating(accepted, last=game.winner.other)


def _alternating(doubles: int, *, last: Side) -> Doublers:
    return tuple(last if left % 2 == 0 else last.other for left in range(doubles - 1, -1, -1))


def _leader_doubled(need: tuple[int, int], story: Doublers) -> bool:
    return any(need[side.place] == 1 < need[side.other.place] for side in story)


def _dead_double(need: tuple[int, int], story: Doublers) -> bool:
    return any(dead_cube(need[side.place], 2**turn) for turn, side in enumerate(story))
