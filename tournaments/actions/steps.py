"""Steps that actions share. Each works on an open page of the memory."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Exists, Model, OuterRef, QuerySet

from journal.book import Caller, OpenPage
from journal.refusals import Refused, Superseded, Unknown
from journal.statements import LARGEST_NUMBER, Blank, Reading, written_out
from rules.draws.affected import Affected, affected_by, changed
from rules.draws.derive import Status
from rules.draws.facts import Kind, Pair, Standing
from rules.draws.state import DrawState
from tournaments.actions.match_rows import write_rows
from tournaments.actions.topics import announce_moved
from tournaments.models import Draw, Entrant, Event, Jackpot, Match, Payer, Receipt, Release, Tournament
from tournaments.models.facts import latest_columns
from tournaments.models.matches import Pairing, Result
from tournaments.permissions import Right, may_direct, must
from tournaments.read.draws.as_entered import match_as_entered
from tournaments.read.entered import EnteredDraw, entered_draw, row_of
from tournaments.read.entrants.names import names_in
from tournaments.read.matches.row import WITH
from tournaments.read.matches.view import MatchView

# What is read with a match; its result is read only where it is part of the answer.
BESIDE = [each for each in WITH if each != "result__record"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action did: the match afterwards, the record, the codes of matches that moved, notes about the score."""

    match: MatchView | None
    record: int | None
    moved: tuple[str, ...] = ()
    notes: tuple[Any, ...] = ()


def concerning(
    event: int, *, makes: Sequence[str], needs: Sequence[str] = (), match: int | None = None
) -> dict[str, Any]:
    """Return what goes into a record's body beside its facts: the event and the match that it is about.

    A record can be undone while no later one needs what it makes.
    """
    about = {"event": event} if match is None else {"event": event, "match": match}
    return about | {"makes": list(makes), "needs": list(needs)}


def stream_of_match(match: int, caller: Caller, may: Right = may_direct) -> str:
    """Return the name of the stream that owns ``match``. Raises Unknown ``match.unknown``, PermissionDenied.

    ``may`` says who is allowed, directors by default (docs/api/README.md#who-may-do-what).
    """
    return _allowed(Match, match, caller, may)


def stream_of_event(event: int, caller: Caller, may: Right = may_direct) -> str:
    """Return the name of the stream that owns ``event``. Raises Unknown ``event.unknown``, PermissionDenied."""
    return _allowed(Event, event, caller, may)


def stream_of_entrant(entrant: int, caller: Caller, may: Right = may_direct) -> str:
    """Return the name of the stream that owns ``entrant``. Raises Unknown ``entrant.unknown``, PermissionDenied."""
    return _allowed(Entrant, entrant, caller, may)


def stream_of_tournament(tournament: int, caller: Caller, may: Right = may_direct) -> str:
    """Return the name of a tournament's stream. Raises Unknown ``tournament.unknown``, PermissionDenied."""
    return _allowed(Tournament, tournament, caller, may)


def stream_of_payer(payer: int, caller: Caller, may: Right = may_direct) -> str:
    """Return the name of the stream in whose books a payer is. Raises Unknown ``payer.unknown``."""
    return _allowed(Payer, payer, caller, may)


def stream_of_release(release: int, caller: Caller, may: Right = may_direct) -> str:
    """Return the name of the stream on which a payout was requested. Raises Unknown ``release.unknown``."""
    return _allowed(Release, release, caller, may)


def stream_of_receipt(receipt: int, caller: Caller, may: Right = may_direct) -> str:
    """Return the name of the stream on which a receipt was given. Raises Unknown ``receipt.unknown``."""
    return _allowed(Receipt, receipt, caller, may)


def stream_of_jackpot(jackpot: int, caller: Caller, may: Right = may_direct) -> str:
    """Return the name of the stream that owns a queue. Raises Unknown ``jackpot.unknown``, PermissionDenied."""
    return _allowed(Jackpot, jackpot, caller, may)


# The way from each of them to its tournament.
_TO_TOURNAMENT: dict[type[Model], str] = {
    Match: "draw__event__tournament__",
    Event: "tournament__",
    Entrant: "event__tournament__",
    Tournament: "",
    Payer: "tournament__",
    Release: "payer__tournament__",
    Receipt: "tournament__",
    Jackpot: "tournament__",
}


def _allowed(of: type[Model], pk: int, caller: Caller, may: Right) -> str:
    actor = caller.actor
    user = actor.number if actor.kind == "user" else 0
    if pk > LARGEST_NUMBER:
        raise Unknown(f"{of._meta.model_name}.unknown")
    with connection.cursor() as cursor:
        cursor.execute(_owner(connection.vendor, of, may.kinds), {"pk": pk, "user": user})
        row = cursor.fetchone()
    if row is None:
        raise Unknown(f"{of._meta.model_name}.unknown")
    must(may.settled(actor, bool(row[1])))
    return str(row[0])


@cache
def _owner(vendor: str, of: type[Model], kinds: tuple[str, ...]) -> str:
    """Return the statement for the stream that owns a row, and whether a user has one of these roles in its club."""
    tournament = _TO_TOURNAMENT[of]
    roles = Right(kinds).held(OuterRef(f"{tournament}club_id"), Blank("user"))
    rows = of._default_manager.filter(pk=Blank("pk")).annotate(has_role=Exists(roles))
    if of in (Entrant, Jackpot):
        rows = rows.filter(record__undo__isnull=True)
    return written_out(rows.values_list(f"{tournament}stream__name", "has_role"))


def event_with_draw(pk: int) -> Event:
    """Return an event with its tournament and current draw, without the plan's text, in one statement."""
    return events_with_draw().get(pk=pk)


def events_with_draw() -> QuerySet[Event]:
    """Return events with their tournament and current draw, without the plan's text, in one statement."""
    return Event.objects.select_related("tournament", "current_draw").defer("current_draw__plan")


def entrants_with_draw() -> QuerySet[Entrant]:
    """Return entrants with their event, tournament and current draw, without the plan's text, in one statement."""
    return Entrant.objects.select_related("event__tournament", "event__current_draw").defer("event__current_draw__plan")


def draw_of(event: Event) -> Draw:
    """Return the current draw of an event read with it. Raises Refused ``draw.none``."""
    if event.current_draw is None:
        raise Refused("draw.none", event=event.pk)
    event.current_draw.event = event
    return event.current_draw


@dataclass(slots=True)
class OpenMatch:
    """A match under the lock, with everything entered about its draw."""

    match: Match
    event: Event
    entered: EnteredDraw

    @property
    def state(self) -> DrawState:
        return self.entered.state

    @property
    def pair(self) -> tuple[int, int]:
        """Its two players, the smaller id first. Raises Refused while there are not two (``match.waiting`` …)."""
        pair = self.state.seat(self.match.place).pair
        if pair is None:
            raise Refused(f"match.{self.status.word}", match=self.match.pk)
        return pair

    @property
    def standing(self) -> Standing:
        """What counts for its two players."""
        return self.state.facts.of(self.match.place, self.pair)

    def having(self, *facts: Pairing) -> EnteredDraw:
        """Return the draw with these facts about the match entered too."""
        return self.entered.with_state(
            self.state.having([row for fact in facts for row in fact.rows(self.match.place)])
        )

    @property
    def status(self) -> Status:
        return self.state.seat(self.match.place).status

    def concerns(self, others: Iterable[int] = (), *, counting: bool = False) -> dict[str, Any]:
        """Return what a record body says of this match and of ``others`` that it changes, for the memory and for undo.

        A ``counting`` record changes the result: it depends on the start score, and a later penalty depends on it.
        """
        pks = list(dict.fromkeys((self.match.pk, *others)))
        matches = [f"match:{pk}" for pk in pks]
        makes = [*matches, *(f"result:{pk}" for pk in pks)] if counting else matches
        needs = [*matches, *(f"{each}:{pk}" for pk in pks for each in ("penalty", "length"))] if counting else matches
        needs = [*needs, f"draw:{self.match.draw_id}"]
        return concerning(self.event.pk, makes=makes, needs=needs, match=self.match.pk)

    def concerns_only(self, what: str, *needs: str) -> dict[str, Any]:
        """Return the same for a record that changes only this ``what`` of the match: its call or its penalty."""
        made, others = f"{what}:{self.match.pk}", [f"{each}:{self.match.pk}" for each in needs]
        depends_on = [made, *others, f"draw:{self.match.draw_id}"]
        return concerning(self.event.pk, makes=[made], needs=depends_on, match=self.match.pk)


_match_row = Reading(
    lambda: Match.objects.filter(pk=Blank("pk")), beside=["draw__event", *BESIDE], without=["draw__plan"]
)


def open_match(page: OpenPage, pk: int) -> OpenMatch:
    """Read the match again under the lock and check the version. Raises Superseded ``draw.superseded``, ``stale``."""
    [match] = _match_row(pk=pk)
    event = match.draw.event
    if match.draw_id != event.current_draw_id:
        now = Match.objects.filter(draw=event.current_draw_id, code=match.code).values_list("pk", flat=True).first()
        raise Superseded("draw.superseded", draw=event.current_draw_id, match=now)
    opened = OpenMatch(match, event, entered_draw(match.draw, page.stream.pk))
    if page.caller.seen is not None and page.caller.seen != match.version:
        page.check_version(match.version, match=card_now(opened))
    page.check_version(match.version)
    return opened


def card_now(opened: OpenMatch) -> MatchView:
    """Return the match as it is, before the action."""
    match = opened.match
    result = _result(match.result_id) if match.result_id else None
    return match_as_entered(match, result, names_in(opened.event.pk), opened.state)


def _result(pk: int) -> Result | None:
    return Result.objects.select_related("record").filter(pk=pk).first()


def derive_draw(page: OpenPage, before: EnteredDraw, after: EnteredDraw) -> tuple[str, ...]:
    """Write the rows that differ between two states of a draw, in one statement; return codes of moved matches."""
    pairs = _changed_pairs(before, after)
    moved = set(changed(before.state.derived, after.state.derived)) | _differently_penalised(before, after, pairs)
    moved |= _differently_long(before, after)
    places = sorted(moved | _differently_marked(before, after, pairs))
    if places:
        rows = [(place, row_of(after, place), place in moved) for place in places]
        announce_moved(page, before, after, write_rows(before.draw, rows))
        _check_claims_again(page, (row for _, row, _ in rows))
    return tuple(after.state.plan.matches[place].code for place in sorted(moved))


def _check_claims_again(page: OpenPage, rows: Iterable[dict[str, Any]]) -> None:
    """Have the clock check again where an earlier claim counts once more: its grace time may be over."""
    for row in rows:
        claims = (row["top_claim_id"], row["bottom_claim_id"])
        if not row["settled"] and row["result_id"] in claims and row["result_id"] and row["result_id"] < page.first:
            page.due(page.at)


def _differently_marked(before: EnteredDraw, after: EnteredDraw, pairs: Sequence[tuple[int, Pair]]) -> set[int]:
    """Return the places of matches for whose pair something else counts now; the rest follows from who plays where."""
    was, now = before.state.facts, after.state.facts
    return {match for match, pair in pairs if was.of(match, pair).marks() != now.of(match, pair).marks()}


def _differently_long(before: EnteredDraw, after: EnteredDraw) -> set[int]:
    """Return the places of matches that are played to other lengths."""
    was, now = before.state.plan, after.state.plan
    if was is now:
        return set()
    both = enumerate(zip(was.matches, now.matches, strict=True))
    return {at for at, (one, other) in both if one.length != other.length}


def _differently_penalised(before: EnteredDraw, after: EnteredDraw, pairs: Sequence[tuple[int, Pair]]) -> set[int]:
    """Return the places of matches with another start score: anyone who saw the old one must look again."""
    was, now = before.state.facts, after.state.facts
    penalised = [
        (match, pair)
        for match, pair in pairs
        if was.latest(Kind.PENALTY, match, pair) != now.latest(Kind.PENALTY, match, pair)
    ]
    return {match for match, pair in penalised if after.state.seat(match).pair == pair}


def _changed_pairs(before: EnteredDraw, after: EnteredDraw) -> list[tuple[int, Pair]]:
    """Return the pairs for which something else is entered now, each with the place of its match."""
    was, now = before.state.facts.standing, after.state.facts.standing
    # A pair for which nothing was entered since has the very same object.
    keys = [key for key, standing in now.items() if was.get(key) is not standing]
    return [(match, (first, second)) for match, first, second in (*keys, *(was.keys() - now.keys()))]


def outcome(page: OpenPage, opened: OpenMatch, after: EnteredDraw, moved: tuple[str, ...], **more: Any) -> Outcome:
    """Answer with the match after the action; ``more`` holds the result, call or penalty that it made."""
    match, row = opened.match, row_of(after, opened.match.place)
    results = {each.pk: each for each in (more.pop("result", None), match.top_claim, match.bottom_claim) if each}
    for name, value in row.items():
        setattr(match, name, value)
    for name in ("top_claim", "bottom_claim"):
        if row[f"{name}_id"] in results:
            setattr(match, name, results[row[f"{name}_id"]])
    for name in more.keys() & set(latest_columns().values()):
        setattr(match, name, more.pop(name))
    match.version += match.code in moved
    result = results.get(match.result_id or 0)
    if match.result_id is not None and result is None:
        result = _result(match.result_id)
    names = more.pop("names", None) or names_in(opened.event.pk)
    view = match_as_entered(match, result, names, after.state)
    return page.done(Outcome(view, page.stream.number, moved, **more))


def refuse_affected(entered: EnteredDraw, moved: Iterable[Affected]) -> None:
    """Refuse to take a player out of a match that has begun. Raises Refused ``match.begun``."""
    affected = affected_matches(entered, moved)
    if affected:
        raise Refused("match.begun", affected=affected)


def refuse_moving(opened: OpenMatch, after: EnteredDraw) -> None:
    """Refuse if a match that has begun would lose a player. Raises Refused ``match.begun``."""
    before = opened.state
    refuse_affected(opened.entered, affected_by(before.derived, before.facts, after.state.derived))


def affected_matches(entered: EnteredDraw, moved: Iterable[Affected]) -> list[dict[str, Any]]:
    """Return the affected matches as an answer lists them; a choice for one names its id."""
    rows = list(moved)
    ids = entered.ids_of(each.match for each in rows)
    return [
        {
            "match": ids[each.match],
            "code": entered.state.plan.matches[each.match].code,
            "bracket": entered.state.plan.matches[each.match].bracket,
            "entrants": list(each.pair),
            "has_result": each.has_result,
        }
        for each in rows
    ]
