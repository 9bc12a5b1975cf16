"""Places, with the matches that decided them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.draws.depends import dependencies
from rules.draws.derive import Status
from rules.draws.facts import PHANTOM
from rules.draws.plan import ENTRY
from rules.formats.cuts import waits_for_cut
from rules.formats.registry import format_of, places
from rules.formats.rounds import results_of
from rules.pairing.results import records
from rules.re_entry import best_entries
from tournaments.models import Draw, Event
from tournaments.read.draws.as_entered import is_open_result
from tournaments.read.draws.view import draw_view
from tournaments.read.entered import EnteredDraw, entered_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of, event_of
from tournaments.read.latest.change import last_change
from tournaments.read.matches.own import own_matches
from tournaments.read.matches.view import MatchView, Ruling
from tournaments.read.re_entries import first_entries


@dataclass(frozen=True, slots=True)
class LowerRun:
    """How far an entrant came in a lower bracket: the letter of their last round; ``state`` is playing, lost or won.

    ``final``: it was the only match of the last round.
    """

    bracket: str
    letter: str
    state: str
    final: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """The match that decided a place: ``how`` is won, lost, neither (neither came) or withdrawn, by its result; or
    table, where all play every round, or did not come through a pool, and ``code`` has matches won and lost.

    ``ruling`` says why another player goes on than the result says. ``against`` may be nobody. ``final``: it was the
    last match of the main bracket. ``below`` are the lower brackets in which they have played, in the order of the
    plan. ``waits_for`` are the codes of the matches whose result, not confirmed or disputed, could still change it.
    """

    how: str
    code: str
    against: str
    ruling: Ruling | None
    final: bool
    below: tuple[LowerRun, ...]
    waits_for: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """One entrant's place; ``shared`` by how many, ``order`` is the strict order inside."""

    place: int
    shared: int
    order: int
    entrant: int
    name: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class PlacesSheet:
    """The page of an event's places; ``playing`` names those who are still in the main bracket.

    ``lower`` are the codes of the other brackets, which order those who share a place. ``by_rounds``: a table gives the
    places, ``by_pairing``: that of rounds paired one after the other, ``by_losses``: until somebody has lost too often.
    """

    event: int
    name: str
    tournament: str
    drawn: bool
    champion: str
    over: bool
    lines: tuple[PlaceLine, ...]
    playing: tuple[str, ...]
    lower: tuple[str, ...]
    as_of: str
    zone: str
    by_rounds: bool = False
    by_pairing: bool = False
    by_losses: bool = False

    @property
    def winners(self) -> tuple[tuple[str, str], ...]:
        """The codes of the other brackets that were won, each with the name of its winner."""
        won = {run.bracket: line.name for line in self.lines for run in line.reason.below if run.state == "won"}
        return tuple((code, won[code]) for code in self.lower if code in won)


def places_sheet(event: Event) -> PlacesSheet:
    """Return the places of an event read by ``event_of``."""
    names = names_in(event.pk)
    lines: list[PlaceLine] = []
    playing: list[str] = []
    over = by_losses = False
    if event.current_draw_id is not None:
        draw = draw_of(event)
        entered = entered_draw(draw, event.tournament.stream_id)
        # Results overruled by a ruling are read only if there is one.
        matches = draw_view(draw, names).matches if entered.state.has_rulings else ()
        lines, playing = _lines(entered, names, matches, first_entries(event))
        over = all(seat.status in (Status.FINISHED, Status.BYE, Status.VOID) for seat in entered.state.derived.seats())
        by_losses = "losses" in entered.state.plan.named_options
        over = over and not waits_for_cut(entered.state.plan, entered.state.lines)
    return PlacesSheet(
        event=event.pk,
        name=event.name,
        tournament=event.tournament.name,
        drawn=event.current_draw_id is not None,
        champion=next((line.name for line in lines if line.place == 1), ""),
        over=over,
        lines=tuple(lines),
        playing=tuple(playing),
        lower=tuple(bracket.code for bracket in event.rules.brackets if bracket.code != ENTRY),
        as_of=last_change(event.tournament),
        zone=event.tournament.timezone,
        by_rounds=event.rules.is_by_rounds,
        by_pairing=event.rules.is_paired,
        by_losses=by_losses,
    )


def _lines(
    entered: EnteredDraw, names: Mapping[int, str], matches: Iterable[MatchView], first: Mapping[int, int]
) -> tuple[list[PlaceLine], list[str]]:
    ranked = best_entries(places(entered.state.derived, entered.state.facts), first)
    shares: dict[int, int] = {}
    for each in ranked:
        if each.place is not None:
            shares[each.place] = shares.get(each.place, 0) + 1
    reasons = _Reasons(entered, names, matches)
    lines = [
        PlaceLine(
            each.place,
            shares[each.place],
            each.order,
            each.entrant,
            names.get(each.entrant, ""),
            reasons.of(each.entrant),
        )
        for each in ranked
        if each.place is not None
    ]
    return lines, [names.get(each.entrant, "") for each in ranked if each.place is None]


class _Reasons:
    """The deciding matches, looked up once for all entrants."""

    def __init__(self, entered: EnteredDraw, names: Mapping[int, str], matches: Iterable[MatchView]) -> None:
        self.names = names
        self.ruled = {match.place: match for match in matches if match.ruling is not None}
        plan, derived = entered.state.plan, entered.state.derived
        self.final = plan.deciding(derived.seat(plan.final).status.word)
        self.tabled = entered.state.plan.tabled
        self.records = _records(entered) if self.tabled else {}
        self.decided: dict[int, tuple[int, str, str, int]] = {}
        self.below: dict[int, dict[str, LowerRun]] = {}
        self.waits = _waits(entered)
        lasts = {plan.of(bracket.code)[-1] for bracket in plan.brackets}
        for place, seat in enumerate(entered.state.derived.seats()):
            planned = plan.matches[place]
            for entrant, other in ((seat.top, seat.bottom), (seat.bottom, seat.top)):
                how = "neither" if seat.on == PHANTOM else "won" if seat.on == entrant else "lost"
                if planned.bracket == ENTRY and seat.status is Status.FINISHED:
                    self.decided[entrant] = (place, how, planned.code, other)
                elif planned.bracket != ENTRY and seat.status is not Status.BYE:
                    over = seat.status is Status.FINISHED and (how != "won" or place in lasts)
                    state = "playing" if not over else "won" if how == "won" else "lost"
                    run = LowerRun(planned.bracket, planned.letter, state, final=place in lasts and planned.number == 1)
                    self.below.setdefault(entrant, {})[planned.bracket] = run

    def of(self, entrant: int) -> Reason:
        place, how, code, other = self.decided.get(entrant, (-1, "withdrawn", "", 0))
        if self.tabled and (place < 0 or place in self.tabled):
            return Reason("table", self.records.get(entrant, ""), "", None, False, (), ())
        ruled = next(own_matches([self.ruled[place]], entrant), None) if place in self.ruled else None
        if ruled is not None and ruled.outcome is not None:
            how = ruled.outcome.value
        return Reason(
            how="withdrawn" if other <= 0 else how,
            code=code,
            against=self.names.get(other, ""),
            ruling=ruled.match.ruling if ruled else None,
            final=place == self.final,
            below=tuple(self.below.get(entrant, {}).values()),
            waits_for=self.waits[place] if place >= 0 else (),
        )


def _records(entered: EnteredDraw) -> dict[int, str]:
    """Return each entrant's matches won and lost, as ``5–3``."""
    state = entered.state
    results = results_of(state.plan, state.derived.seats(), byes_win=format_of(state.plan).is_paired)
    last = max((state.plan.matches[at].round for at in state.plan.tabled), default=0)
    won = [each for each in results if each.round <= last]
    known = records(sorted(set(state.lines.values())), won)
    return {who: f"{each.wins}–{each.losses}" for who, each in known.items()}


def _waits(entered: EnteredDraw) -> list[tuple[str, ...]]:
    """Return for each match the codes of those, itself among them, whose result is not settled and bears on it."""
    plan, seats = entered.state.plan, entered.state.derived.seats()
    waits = {place for place in range(len(seats)) if is_open_result(entered.state, place)}
    byes = {place for place, seat in enumerate(seats) if seat.status is Status.BYE}
    bearing = dependencies(plan, waits, byes)
    own = [(place,) if place in waits else () for place in range(len(seats))]
    return [tuple(plan.matches[each].code for each in (*bearing[at], *own[at])) for at in range(len(seats))]


# --- For programs


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's place as people see it; ``place`` is None while they are in the main bracket."""

    place: int | None
    order: int
    entrant: int
    name: str


def standings(event: int) -> list[Standing]:
    """Return everyone drawn in strict order, champion first; empty before the draw."""
    event_row = event_of(event)
    if event_row.current_draw_id is None:
        return []
    return ranked(event_row, draw_of(event_row), names_in(event))


def ranked(event: Event, draw: Draw, names: Mapping[int, str]) -> list[Standing]:
    """Return everyone in ``draw`` in strict order, each once: a player who entered again by the best entry."""
    entered = entered_draw(draw, event.tournament.stream_id)
    return [
        Standing(each.place, each.order, each.entrant, names.get(each.entrant, ""))
        for each in best_entries(places(entered.state.derived, entered.state.facts), first_entries(event))
    ]
