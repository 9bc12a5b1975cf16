"""What the actions on ladders share: the open ladder, who acts on it, and how an entry is written."""

from dataclasses import dataclass

from clubs.models import LadderEntry, LadderPlayer, Role
from clubs.permissions import is_at_least, role_in
from clubs.read.ladders.view import LadderView, ladder_of, ladder_view
from journal.actors import Actor
from journal.book import OpenPage
from journal.refusals import Refused
from rules.ladders.facts import Do, Fact

VERBS = {
    Do.CHALLENGE: "ladder.challenged",
    Do.ACCEPT: "ladder.accepted",
    Do.DECLINE: "ladder.refused",
    Do.WITHDRAW: "ladder.withdrawn",
    Do.RESULT: "ladder.result",
    Do.CORRECT: "ladder.corrected",
    Do.VOID: "ladder.voided",
    Do.FREEZE: "ladder.frozen",
    Do.THAW: "ladder.thawed",
    Do.JOIN: "ladder.joined",
    Do.LEAVE: "ladder.left",
    Do.TICK: "ladder.settled",
}


@dataclass(frozen=True, slots=True)
class Standing:
    """Who acts on a ladder: their role in its club, and their number if they play on it."""

    role: Role.Kind | None
    player: int | None

    @property
    def is_desk(self) -> bool:
        """Whether they enter for everybody."""
        return is_at_least(self.role, Role.Kind.DESK)

    @property
    def is_director(self) -> bool:
        """Whether they correct and void."""
        return is_at_least(self.role, Role.Kind.DIRECTOR)


def standing_of(actor: Actor, view: LadderView) -> Standing:
    """Return who an actor is on a ladder."""
    player = view.number_of(actor.number) if actor.kind == "user" else None
    return Standing(role_in(actor, view.ladder.club_id), player)


def enter_fact(
    page: OpenPage,
    view: LadderView,
    fact: Fact,
    player: LadderPlayer | None = None,
    points: tuple[int, int] | None = None,
) -> None:
    """Step: write a fact that the rules accept. Raises Refused ``ladder.…`` with their reason."""
    number = fact.number
    reason = view.replayed.enter(fact)
    if reason is not None:
        raise Refused(f"ladder.{reason}", **_about(view, fact))
    if fact.do is Do.CHALLENGE:
        number = view.replayed.latest_number
    entry = entry_row(view, fact, number, points)
    makes, needs = _rests(view, fact, number)
    page.record(VERBS[fact.do], [each for each in (player, entry) if each], makes=makes, needs=needs)
    wait_for_clock(page, view)


def entry_row(view: LadderView, fact: Fact, number: int, points: tuple[int, int] | None = None) -> LadderEntry:
    """Return a fact as a row, not yet saved."""

    def player(text: str) -> int | None:
        return int(text) if text else None

    won, lost = points or (None, None)
    return LadderEntry(
        ladder=view.ladder, turn=view.turn + 1, do=str(fact.do), at=fact.at, challenge=number or None,
        a=player(fact.a), b=player(fact.b), winner=player(fact.winner), won=won, lost=lost, who=player(fact.who),
        until=fact.until,
    )  # fmt: skip


def wait_for_clock(page: OpenPage, view: LadderView) -> None:
    """Step: ask to be settled at the ladder's next deadline."""
    due = view.replayed.next_due
    if due is not None:
        page.due(due)


def read_again(ladder: int, page: OpenPage) -> LadderView:
    """Return a ladder as it is under the lock, and compare the version that the caller saw."""
    view = ladder_view(ladder_of(ladder))
    page.check_version(view.turn, ladder=ladder)
    return view


def _rests(view: LadderView, fact: Fact, number: int) -> tuple[list[str], list[str]]:
    """Return what a record of this fact makes, and what it rests on: the challenge, or the players."""
    ladder = f"ladder:{view.ladder.pk}"
    players = [f"{ladder}/player:{each}" for each in (fact.a, fact.b, fact.who) if each]
    challenge = [f"{ladder}/challenge:{number}"] if number else []
    if fact.do is Do.CHALLENGE:
        return challenge, [ladder, *players]
    if fact.do in (Do.JOIN, Do.LEAVE, Do.FREEZE, Do.THAW):
        return players, [ladder, *players]
    return challenge, [ladder, *challenge]


def _about(view: LadderView, fact: Fact) -> dict[str, object]:
    """Return the facts of a refusal: the challenge, or who is concerned, by name."""
    about: dict[str, object] = {"ladder": view.ladder.pk, "challenge": fact.number}
    for word, player in (("a", fact.a), ("b", fact.b), ("who", fact.who)):
        if player:
            about[word] = view.name(player)
    return about
