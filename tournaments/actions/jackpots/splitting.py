"""A split of the final: both agree, nobody plays it, and both share the first place with its prize."""

from dataclasses import dataclass, replace

from journal import book
from journal.models import counts
from journal.refusals import Refused
from tournaments.actions.matches.results import must_be_open
from tournaments.actions.steps import OpenMatch, Outcome, derive_draw, open_match, outcome, stream_of_match
from tournaments.models import JackpotStart, Result, SplitOffer
from tournaments.permissions import may_report, may_run_desk, must


@dataclass(frozen=True, slots=True)
class Agreed:
    """Whether the final is split now, or the opponent must still agree, and the record."""

    split: bool
    record: int


def split_final(match: int, caller: book.Caller) -> Outcome:
    """End the final of a jackpot without play, because both finalists agree to divide the prize.

    Raises Refused ``split.event`` outside jackpots, ``split.final`` for another match, ``match.begun``,
    ``match.finished``, ``match.waiting`` …, ``stale``.
    """
    with book.page(stream_of_match(match, caller, may_run_desk), caller) as page:
        opened = open_match(page, match)
        must_be_open(page, opened, None)
        refuse_no_split(opened)
        return _split(page, opened)


def agree_to_split(match: int, caller: book.Caller) -> Agreed:
    """Offer to split the final, from a finalist's own phone; once both offered it, it is split.

    Raises PermissionDenied for anyone else, Refused ``split.offered`` for a second offer, and as ``split_final``.
    """
    also_players = replace(may_run_desk, also=caller.actor.name)
    with book.page(stream_of_match(match, caller, also_players), caller) as page:
        opened = open_match(page, match)
        seat = opened.state.seat(opened.match.place)
        must(may_report(caller.actor, (seat.top, seat.bottom)) and not opened.event.closed)
        must_be_open(page, opened, None)
        refuse_no_split(opened)
        offered = set(SplitOffer.objects.filter(counts(), match=match).values_list("by", flat=True))
        own = caller.actor.number
        if own in offered:
            raise Refused("split.offered", match=match)
        if offered & set(opened.pair):
            return page.done(Agreed(True, _split(page, opened).record or 0))
        made = page.record(
            "match.split_offered", [SplitOffer(match_id=match, by_id=own)], **opened.concerns_only("offer")
        )
        return page.done(Agreed(False, made.number))


def refuse_no_split(opened: OpenMatch) -> None:
    """Step: refuse to split what is no final of a jackpot, or has begun."""
    if not JackpotStart.objects.filter(counts(), event=opened.event).exists():
        raise Refused("split.event", match=opened.match.pk)
    if opened.match.place != opened.state.plan.final:
        raise Refused("split.final", match=opened.match.pk)
    if opened.state.has_begun(opened.match.place):
        raise Refused("match.begun", match=opened.match.pk)


def _split(page: book.OpenPage, opened: OpenMatch) -> Outcome:
    """Step: record the split. Where nobody wins the final, both hold the first place (docs/rules/places.md)."""
    first, second = opened.pair
    result = Result(match=opened.match, first_id=first, second_id=second, winner=None, how="split", settled=True)
    result.record_id = page.next_record
    after = opened.having(result)
    page.record("match.split", [result], **opened.concerns(counting=True))
    return outcome(page, opened, after, derive_draw(page, opened.entered, after), result=result)
