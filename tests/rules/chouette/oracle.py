"""What one member wins in a game of a chouette, written a second time: one walk through the actions for each member."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.chouette.actions import (
    Action,
    Answered,
    BeaverAnswers,
    BoxAnswers,
    BoxDoubles,
    RaccoonAnswers,
    RefuseOpening,
    Resign,
    Settle,
    TakeExtra,
    TeamAnswers,
    TeamDoubles,
    Ties,
    WinGame,
)
from rules.chouette.options import Options

KINDS = {"single": 1, "gammon": 2, "backgammon": 3}


@dataclass
class Fate:
    """What a member won, at which action, and how often an extra against them is paid (0: not by this end)."""

    points: int
    at: int
    times: int


def fate(box: str, who: str, actions: Sequence[Action], options: Options) -> Fate:
    """Walk through a finished game as one member sees it. ``stake`` is the value; ``ask`` the one before a double."""
    stake, ask, doubler, is_turned = 1, 0, "", False
    for at, action in enumerate(actions):
        match action:
            case Ties(number):
                stake = 2 ** min(number, options.auto_limit)
            case RefuseOpening():
                stake += stake
            case TeamDoubles(by) if not options.is_multi or who in by:
                ask, doubler = stake, "team"
            case BoxDoubles(to) if not options.is_multi or who in to:
                ask, doubler = stake, "box"
            case BoxAnswers() | TeamAnswers() | BeaverAnswers() | RaccoonAnswers() if ask:
                word = answer_of(action, who, options)
                # Odd turns are answered by the opponent of the doubler: the double and the raccoon.
                is_doubler = isinstance(action, BeaverAnswers)
                if word == "pass":
                    price = ask * {BeaverAnswers: 2, RaccoonAnswers: 4}.get(type(action), 1)
                    payer = doubler if is_doubler else {"box": "team", "team": "box"}[doubler]
                    return Fate(price if payer == "box" else -price, at, 1 if payer == "box" else -1)
                stake = {"take": 2 * ask, "beaver": 4 * ask, "raccoon": 8 * ask}.get(word, stake)
                is_turned = True
                ask = ask if word in ("beaver", "raccoon") else 0
            case Settle(first, second, pays, points) if {first, second} == {box, who}:
                return Fate(-points if pays == who else points, at, 0)
            case Resign(member, side, kind) if member == who:
                times = KINDS[kind]
                paid = stake * (1 if options.jacoby and not is_turned else times)
                return Fate(-paid, at, -times) if side == "team" else Fate(paid, at, times)
            case WinGame(side, kind):
                times = KINDS[kind]
                paid = stake * (1 if options.jacoby and not is_turned else times)
                return Fate(paid, at, times) if side == "team" else Fate(-paid, at, -times)
    raise AssertionError("the game is not over")


def answer_of(action: Answered, who: str, options: Options) -> str:
    if action.answer is not None:
        return action.answer
    answers = dict(action.answers)
    if options.is_multi:
        return answers[who]
    if isinstance(action, TeamAnswers):
        beavered = "beaver" in answers.values()
        return "beaver" if beavered and answers[who] == "take" else answers[who]
    return next(iter(answers.values()))


def value_before(actions: Sequence[Action], at: int, who: str, options: Options) -> int:
    """Return the stake of a member before the last double ahead of ``at``."""
    stake = 1
    before = stake
    for action in actions[:at]:
        match action:
            case Ties(number):
                stake = 2 ** min(number, options.auto_limit)
            case RefuseOpening():
                stake += stake
            case TeamDoubles(by) if not options.is_multi or who in by:
                before = stake
            case BoxDoubles(to) if not options.is_multi or who in to:
                before = stake
            case BoxAnswers() | TeamAnswers() | BeaverAnswers():
                if options.is_multi and action.answer is None and who not in dict(action.answers):
                    continue
                word = answer_of(action, who, options)
                stake = {"take": 2 * before, "beaver": 4 * before, "raccoon": 8 * before}.get(word, stake)
            case _:
                pass
    return before


def game_points(box: str, team: Sequence[str], actions: Sequence[Action], options: Options) -> dict[str, int]:
    """Return everybody's points of a finished game."""
    sums = dict.fromkeys((box, *team), 0)
    fates = {who: fate(box, who, actions, options) for who in team}
    for who, end in fates.items():
        sums[who] += end.points
        sums[box] -= end.points
    for at, action in enumerate(actions):
        if isinstance(action, TakeExtra):
            holder, taker = action.holder, action.against
            price = value_before(actions, at, taker, options)
            won = price + _extra(holder, taker, actions[at:], fates[taker], at, 2 * price)
            sums[taker] += won
            sums[holder] -= won
    return sums


def _extra(holder: str, taker: str, later: Sequence[Action], end: Fate, start: int, value: int) -> int:
    """Return what the taker wins of an extra, its price apart."""
    for at, action in enumerate(later, start):
        match action:
            case Settle(first, second, pays, points) if {first, second} == {holder, taker}:
                return -points if pays == taker else points
            case WinGame(side, kind):
                return value * KINDS[kind] * (1 if side == "team" else -1)
            case _ if at == end.at and end.times:
                return value * end.times
            case _:
                pass
    raise AssertionError("the extra has not ended")
