"""Where the losers of a round would drop, if their lines are chosen when it is over."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.draws.plan import From, Plan
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.notation.dynamic import Exchange, exchanged, rematches_of_round, round_exchanges
from tournaments.models import Event
from tournaments.models.draws import plan_drawn
from tournaments.read.draws.view import DrawView
from tournaments.read.entered import entered_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.events import current_draw, draw_of


@dataclass(frozen=True, slots=True)
class Drop:
    """A loser who drops, or would drop, into another match than the printed one, by the codes of both."""

    entrant: int
    name: str
    match: str
    printed: str
    chosen: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed for the round of ``letter``, none where no exchange helps; ``waits`` for so many matches.

    ``before`` and ``after`` are the rematches to be expected of its losers.
    """

    letter: str
    waits: int
    drops: tuple[Drop, ...]
    before: float
    after: float


def moved_drops(event: Event, view: DrawView) -> Iterator[Drop]:
    """Yield the losers who drop into another match than the printed one, until that match is over.

    ``event`` was read with its current draw. No statement where no way was switched or printed lines bind.
    """
    if event.switches == "[]" or not is_dynamic(event):
        return
    printed = plan_drawn(current_draw(event))
    for at, match in enumerate(view.matches):
        was, now = (each.leads_to.get((From.LOSER, at)) for each in (printed, view.plan))
        if match.off is None or was is None or now is None or was == now or view.matches[now].state.is_over:
            continue
        codes = view.matches[was].code, view.matches[now].code
        yield Drop(match.off, view.names.get(match.off, ""), match.code, *codes)


def is_dynamic(event: Event) -> bool:
    """Whether the lines of losers are chosen when a round is over."""
    return bool(getattr(event.rules, "dynamic", False))


def round_of_letter(plan: Plan, letter: str) -> tuple[str, int]:
    """Return the bracket and the round of a letter. Raises RuleBroken ``drop.round``."""
    for match in plan.matches:
        if match.letter == letter:
            return match.bracket, match.round
    raise RuleBroken("drop.round", round=letter)


def proposals(event: Event) -> list[Proposal]:
    """Return a proposal for every round whose losers drop after they met somebody; none where printed lines bind."""
    if event.current_draw_id is None or not is_dynamic(event):
        return []
    state, names = entered_draw(draw_of(event), event.tournament.stream_id).state, names_in(event.pk)
    return [_proposal(state, letter, names) for letter in _letters(state)]


def _letters(state: DrawState) -> Iterator[str]:
    """Yield the letters of rounds whose losers drop after they have met somebody."""
    plan = state.plan
    seen = set()
    for at, match in enumerate(plan.matches):
        if match.round > 1 and match.letter not in seen and (From.LOSER, at) in plan.leads_to:
            seen.add(match.letter)
            yield match.letter


def _proposal(state: DrawState, letter: str, names: Mapping[int, str]) -> Proposal:
    bracket, round_ = round_of_letter(state.plan, letter)
    try:
        made = round_exchanges(state, bracket, round_)
    except RuleBroken as broken:
        return Proposal(letter, len(broken.facts.get("matches", ())), (), 0.0, 0.0)
    plan = exchanged(state.plan, made)
    after = DrawState(plan, state.lines, state.entered, state.withdrawn, state.facts)
    figures = (rematches_of_round(each, bracket, round_) for each in (state, after))
    return Proposal(letter, 0, tuple(_drops(state, plan, made, names)), *figures)


def _drops(state: DrawState, plan: Plan, made: list[Exchange], names: Mapping[int, str]) -> Iterator[Drop]:
    for at in sorted({each for pair in made for each in pair}):
        was, now = (each.matches[each.leads_to[From.LOSER, at]].code for each in (state.plan, plan))
        loser = state.seat(at).off
        if was != now:
            yield Drop(loser, names.get(loser, ""), plan.matches[at].code, was, now)
