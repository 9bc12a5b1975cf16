"""Undoing a record of a tournament: the draw follows from what is left."""

from typing import cast

from clubs.actions.undo import Step, Undoable, Undoing
from clubs.models import Role
from clubs.permissions import is_at_least, must
from journal import book
from journal.models import Fact
from journal.refusals import Refused, Unknown
from journal.verbs import declared
from rules.draws.affected import affected_by
from tournaments.actions.auctions.undoing import AUCTION, undo_in_auction
from tournaments.actions.breaks import undo_break
from tournaments.actions.closing import undo_closing
from tournaments.actions.draws.redraw import keep_switches
from tournaments.actions.jackpots.undoing import JACKPOTS, undo_in_queue
from tournaments.actions.match_rows import write_all_rows
from tournaments.actions.matches.calls import refuse_if_taken
from tournaments.actions.money.undoing import MONEY, money_of_undo, undo_fees, undo_money
from tournaments.actions.steps import concerning, derive_draw, draw_of, event_with_draw, refuse_affected
from tournaments.models import (
    BreakBegun,
    BreakEnded,
    Call,
    Closing,
    Draw,
    Event,
    FeeSetup,
    PositionQuestion,
    PositionRuling,
    Redraw,
    Setup,
    Switch,
    Tournament,
)
from tournaments.read.entered import entered_draw, entered_with_and_without


def club_of_tournament(tournament: int) -> int:
    """Return the club of a tournament. Raises Unknown ``tournament.unknown``."""
    club = Tournament.objects.filter(pk=tournament).values_list("club", flat=True).first()
    if club is None:
        raise Unknown("tournament.unknown")
    return club


def undo_in_tournament(page: book.OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """Step: undo a record of a tournament by the class of facts that declares its verb.

    Raises Refused ``match.begun`` when a match that has begun would lose a player, ``draw.begun``, ``table.taken`` and
    ``table.closed`` when a call would be back at such a table.
    """
    decided = sum(each.startswith("match:") for each in undoing.body["makes"]) > 1
    # A choice about other matches that had begun is a director's.
    must(not decided or is_at_least(undoing.role, Role.Kind.DIRECTOR))
    return _STEPS.get(declared()[undoing.verb].fact, _undo_fact)(page, undoing)


UNDOABLE = Undoable(club_of_tournament, undo_in_tournament)


def _undo_fact(page: book.OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """Derive the event's draw, if it has one, from the facts that are left."""
    event = event_with_draw(undoing.body["event"])
    if event.current_draw_id is None:
        page.record("record.undone", money_of_undo(page, undoing), **concerning(event.pk, makes=[]))
        return ()
    before, after = entered_with_and_without(draw_of(event), page.stream.pk, undoing.record)
    refuse_affected(before, affected_by(before.state.derived, before.state.facts, after.state.derived))
    if declared()[undoing.verb].fact is Call:
        refuse_if_taken(event.tournament, after, undoing.body["match"])
    page.record("record.undone", money_of_undo(page, undoing), **concerning(event.pk, makes=[]))
    return derive_draw(page, before, after)


def _undo_setup(page: book.OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """Go back to how the event was set up before, and to the lengths of its rounds.

    A draw made since rests on it, so nothing else of a draw changes.
    """
    event = undoing.body["event"]
    draw = None
    if any(each.startswith("length:") for each in undoing.body["makes"]):
        draw = draw_of(event_with_draw(event))
        before, after = entered_with_and_without(draw, page.stream.pk, undoing.record)
    page.record("record.undone", [undoing.fact], **concerning(event, makes=[]))
    if draw is not None:
        derive_draw(page, before, after)
    latest = Setup.objects.filter(event=event, record__undo__isnull=True).order_by("-turn")[:1].get()
    Event.objects.filter(pk=event).update(format=latest.format, conditions=latest.conditions)
    return ()


def _undo_switches(page: book.OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """Go back to the ways of before."""
    moved = _undo_fact(page, undoing)
    keep_switches(undoing.body["event"])
    return moved


def _undo_question(page: book.OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """A question or a ruling counts no longer; no result ever followed from it."""
    about = {"match": undoing.body["match"]} if "match" in undoing.body else {}
    page.record("record.undone", [undoing.fact], **about, makes=[], needs=[])
    return ()


def _undo_closing(page: book.OpenPage, undoing: Undoing) -> tuple[str, ...]:
    page.record("record.undone", [undoing.fact], **concerning(undoing.body["event"], makes=[]))
    undo_closing(page, undoing.body["event"])
    return ()


def _undo_draw(page: book.OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """Go back to the draw made before, with whatever was entered about its entrants since."""
    event = undoing.body["event"]
    # No later record rests on it, so the draw to undo is the last one that counts.
    live = Draw.objects.filter(event=event, record__undo__isnull=True).order_by("-number")
    draw, previous = [*live.select_related("event").defer("plan")[:2], None][:2]
    current = entered_draw(cast(Draw, draw), page.stream.pk)
    begun = current.state.begun()
    if begun:
        codes = [current.state.plan.matches[place].code for place in begun]
        raise Refused("draw.begun", draw=current.draw.pk, matches=codes)
    page.record("record.undone", [undoing.fact], **concerning(event, makes=[]))
    Event.objects.filter(pk=event).update(current_draw=previous)
    if previous is not None:
        write_all_rows(entered_draw(previous, page.stream.pk))
        # A claim of the draw of before may wait again.
        page.due(page.at)
    return ()


_STEPS: dict[type[Fact], Step] = {
    Draw: _undo_draw,
    Setup: _undo_setup,
    Closing: _undo_closing,
    FeeSetup: undo_fees,
    **dict.fromkeys((Redraw, Switch), _undo_switches),
    **dict.fromkeys((PositionQuestion, PositionRuling), _undo_question),
    **dict.fromkeys((BreakBegun, BreakEnded), undo_break),
    **dict.fromkeys(MONEY, undo_money),
    **dict.fromkeys(AUCTION, undo_in_auction),
    **dict.fromkeys(JACKPOTS, undo_in_queue),
}
