"""Enter what happens on a ladder: challenges, answers, results, holidays, players who come and go."""

from dataclasses import dataclass
from datetime import datetime

from clubs.actions.ladders.claiming import claim_step, waiting_on
from clubs.actions.ladders.opening import new_player
from clubs.actions.ladders.steps import Standing, enter_fact, read_again, standing_of
from clubs.models import LadderClaim, Role, User
from clubs.permissions import is_at_least, must
from clubs.read.ladders.view import LadderView, ladder_of, ladder_view
from journal import book
from journal.refusals import Refused, Unreadable
from rules.errors import RuleBroken
from rules.ladders.facts import ABOUT_A_CHALLENGE, Do, Fact

MOST_POINTS = 999
# What only directors do, and what players do for themselves, by who of the challenge may.
OF_DIRECTORS = (Do.CORRECT, Do.VOID)
OF_A, OF_B, OF_BOTH = (Do.CHALLENGE, Do.WITHDRAW), (Do.ACCEPT, Do.DECLINE), (Do.RESULT,)
# What a player can't do about a challenge once its result was reported.
NOT_AFTER_A_CLAIM = (Do.WITHDRAW, Do.ACCEPT, Do.DECLINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """What happened, in the words of a file; players are numbers.

    ``at`` is when, None for now; ``points`` those of the winner and the loser, if they were reported.
    """

    do: str
    challenge: int = 0
    a: int | None = None
    b: int | None = None
    winner: int | None = None
    who: int | None = None
    points: tuple[int, int] | None = None
    at: datetime | None = None
    until: datetime | None = None


def enter_on_ladder(ladder: int, entry: Entry, caller: book.Caller) -> LadderView:
    """Enter what happened, and return the ladder as it is then.

    Desk helpers enter for everybody, players for themselves; directors correct and void. A result that a player reports
    is a claim: it counts once the opponent agrees, or by the clock. Raises Unknown ``ladder.unknown``, Unreadable
    ``ladder.do``, RuleBroken ``ladder.time`` or ``ladder.points``, and Refused ``ladder.…`` with the reason of the
    rules, or ``ladder.reported`` for an answer after that.
    """
    with book.page(ladder_of(ladder).club.stream.name, caller) as page:
        view = read_again(ladder, page)
        do = _do(entry.do)
        actor = standing_of(caller.actor, view)
        must(_may(actor, do, entry, view))
        points = _points(entry, view)
        if do is Do.RESULT and not actor.is_desk:
            claim_step(page, view, _claim(entry, actor.player or 0, points))
            return page.done(ladder_view(view.ladder))
        at = _time(entry, view, page.at)
        if do in (Do.RESULT, *NOT_AFTER_A_CLAIM) and entry.at is None:
            at = _after_claims(view, entry, do, actor, at)
        enter_fact(page, view, _fact(entry, do, at, page.at), points=points)
        return page.done(ladder_view(view.ladder))


def _claim(entry: Entry, by: int, points: tuple[int, int] | None) -> LadderClaim:
    won, lost = points or (None, None)
    return LadderClaim(challenge=entry.challenge, by=by, winner=entry.winner or 0, won=won, lost=lost)


def _after_claims(view: LadderView, entry: Entry, do: Do, actor: Standing, at: datetime) -> datetime:
    """Return when something counts: the desk's result from the first claim of the match, which was played by then.

    Raises Refused ``ladder.reported`` for a player who would answer a challenge whose result was reported.
    """
    claims = waiting_on(view).get(entry.challenge)
    if claims is None:
        return at
    if do is not Do.RESULT and not actor.is_desk:
        raise Refused("ladder.reported", ladder=view.ladder.pk, challenge=entry.challenge)
    return claims.at if do is Do.RESULT else at


def join_ladder(ladder: int, name: str, caller: book.Caller) -> LadderView:
    """Add a newcomer at the entry place: desk helpers anybody by name, members themselves (``name`` is then empty).

    Raises Unknown ``ladder.unknown``, RuleBroken ``name.…`` or ``ladder.same_name``, Refused
    ``ladder.already_on_ladder``.
    """
    with book.page(ladder_of(ladder).club.stream.name, caller) as page:
        view = read_again(ladder, page)
        actor = standing_of(caller.actor, view)
        user = None
        if not name:
            must(caller.actor.kind == "user" and is_at_least(actor.role, Role.Kind.MEMBER))
            user = User.objects.get(pk=caller.actor.number)
        else:
            must(actor.is_desk)
        back = _known(view, name, user)
        number = view.next_number if back is None else back
        player = None if back else new_player(view.ladder, number, name or _name(user), user.pk if user else None)
        enter_fact(page, view, Fact(page.at, Do.JOIN, who=str(number)), player)
        return page.done(ladder_view(view.ladder))


def _known(view: LadderView, name: str, user: User | None) -> int | None:
    """Return the number of a player who comes back, by account or by name; None for a newcomer."""
    if user is not None:
        return next((number for number, row in view.players.items() if row.user_id == user.pk), None)
    return next((number for number, row in view.players.items() if row.name == name.strip()), None)


def _name(user: User | None) -> str:
    return user.name if user is not None else ""


def _do(text: str) -> Do:
    known = [do for do in Do if do not in (Do.TICK, Do.JOIN)]
    if text not in known:
        raise Unreadable("ladder.do", got=text[:20], known=[str(each) for each in known])
    return Do(text)


def _may(actor: Standing, do: Do, entry: Entry, view: LadderView) -> bool:
    if do in OF_DIRECTORS:
        return actor.is_director
    if actor.is_desk:
        return True
    if actor.player is None or entry.at is not None:
        return False
    challenge = view.challenge(entry.challenge)
    a, b = (int(challenge.a), int(challenge.b)) if challenge is not None else (entry.a, None)
    if do in OF_A:
        return actor.player == a
    if do in OF_B:
        return actor.player == b
    return actor.player in (a, b) if do in OF_BOTH else actor.player == entry.who


def _time(entry: Entry, view: LadderView, now: datetime) -> datetime:
    at = now if entry.at is None else entry.at
    if not view.ladder.since <= at <= now or (entry.until is not None and entry.until <= at):
        raise RuleBroken("ladder.time", since=view.ladder.since, now=now)
    return at


def _points(entry: Entry, view: LadderView) -> tuple[int, int] | None:
    if entry.points is None:
        return None
    won, lost = entry.points
    if not 0 <= lost < won <= MOST_POINTS:
        raise RuleBroken("ladder.points", won=won, lost=lost)
    return won, lost


def _fact(entry: Entry, do: Do, at: datetime, now: datetime) -> Fact:
    def player(number: int | None) -> str:
        return "" if number is None else str(number)

    about_players = do not in ABOUT_A_CHALLENGE
    return Fact(
        at, do,
        number=0 if about_players else entry.challenge,
        a=player(entry.a) if do is Do.CHALLENGE else "",
        b=player(entry.b) if do is Do.CHALLENGE else "",
        winner=player(entry.winner) if do in (Do.RESULT, Do.CORRECT) else "",
        who=player(entry.who) if about_players and do is not Do.CHALLENGE else "",
        until=entry.until if do is Do.FREEZE else None,
        entered=now,
    )  # fmt: skip
