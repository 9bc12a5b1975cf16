"""How many points a match is played to, changed after the draw: of one match, or of rounds that have not begun.

Source: docs/rules/lengths.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from journal import book
from journal.refusals import Refused
from rules.draws.derive import Status
from rules.draws.plan import with_lengths
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.formats.registry import compile_plan
from rules.match.clock import forfeits
from rules.naming import read_reason
from tournaments.actions.steps import OpenMatch, Outcome, card_now, derive_draw, open_match, outcome, stream_of_match
from tournaments.models import Draw
from tournaments.models.lengths import LONGEST_MATCH, Length
from tournaments.read.entered import EnteredDraw, entered_draw


def set_length(match: int, length: int, reason: str, caller: book.Caller) -> Outcome:
    """Let one match be played to ``length`` points. The version rises.

    Raises Refused ``match.finished`` (enter the result with the length that was played), ``length.same``, ``stale``;
    RuleBroken ``length.range``, ``length.penalty`` where penalty points would decide it.
    """
    with book.page(stream_of_match(match, caller), caller) as page:
        opened = open_match(page, match)
        words = read_reason(reason) if reason.strip() else ""
        if opened.status not in (Status.OPEN, Status.WAITING):
            raise Refused(f"match.{opened.status.word}", match=card_now(opened))
        fact = length_fact(opened, length)
        if fact is None:
            raise Refused("length.same", length=length)
        page.record("match.length_set", [fact], words, **opened.concerns_only("length", "penalty", "result"))
        after = having_lengths(opened.entered, {opened.match.place: length})
        return outcome(page, opened, after, derive_draw(page, opened.entered, after))


def length_fact(opened: OpenMatch, length: int | None) -> Length | None:
    """Step: return the fact that an open match is played to ``length``, None where it is already.

    The match that is open has that length from now on. Raises RuleBroken ``length.range``, ``length.penalty``.
    """
    if length is None or length == opened.match.length:
        return None
    if not 1 <= length <= LONGEST_MATCH:
        raise RuleBroken("length.range", got=length, most=LONGEST_MATCH)
    start = max(opened.match.start_score)
    if start and forfeits(start, length):
        raise RuleBroken("length.penalty", length=length, points=start)
    opened.match.length = length
    return Length(match=opened.match, length=length)


def having_lengths(entered: EnteredDraw, lengths: Mapping[int, int]) -> EnteredDraw:
    """Return the draw with these matches played to other lengths, by place."""
    state = entered.state
    plan = with_lengths(state.plan, lengths)
    return entered.with_state(DrawState(plan, state.lines, state.entered, state.withdrawn, state.facts))


def having_length(entered: EnteredDraw, fact: Length | None) -> EnteredDraw:
    """Return the draw with this fact entered, if there is one."""
    if fact is None:
        return entered
    return having_lengths(entered, {fact.match.place: fact.length})


def relengthened(draw: Draw, stream: int, now: Format, then: Format) -> tuple[EnteredDraw, EnteredDraw, list[Length]]:
    """Step: return the draw before and after its format has other lengths, and the facts that say so.

    Raises Refused ``draw.format`` where more than lengths would change or the plan depends on the field,
    ``lengths.begun`` with the codes of matches that have begun in a round whose length would change.
    """
    if now.by_field or then.by_field:
        raise Refused("draw.format", draw=draw.pk)
    old, new = (compile_plan(draw.size, each).matches for each in (now, then))
    same = [replace(match, length=1) for match in old] == [replace(match, length=1) for match in new]
    if not same or _besides_lengths(now) != _besides_lengths(then):
        raise Refused("draw.format", draw=draw.pk)
    before = entered_draw(draw, stream)
    state = before.state
    changed = {at: new[at].length for at in range(len(new)) if new[at].length != old[at].length}
    begun = [at for at in changed if state.has_begun(at) or state.seat(at).ref is not None]
    if begun:
        raise Refused("lengths.begun", matches=[state.plan.matches[at].code for at in begun])
    wanted = {at: length for at, length in changed.items() if state.plan.matches[at].length != length}
    ids = before.ids_of(wanted)
    facts = [Length(match_id=ids[at], length=length) for at, length in sorted(wanted.items())]
    return before, having_lengths(before, wanted), facts


def made_by(facts: Sequence[Length]) -> list[str]:
    """Return what a record of these facts makes, for undo."""
    return [f"length:{fact.match_id}" for fact in facts]


def _besides_lengths(format_: Format) -> dict[str, object]:
    """Return a format as data without its lengths."""
    data = {name: value for name, value in format_.as_data().items() if name != "length"}
    match = data.get("match")
    if isinstance(match, Mapping):
        data["match"] = {name: value for name, value in match.items() if name != "length"}
    return data
