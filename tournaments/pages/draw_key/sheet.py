"""The draw for anyone to check: every draw made with key and lines, and the field that would be drawn now."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from clubs.read.dates import shown_date
from journal.refusals import Unknown
from rules.draws.plan import ENTRY
from rules.draws.pots import Seeding
from rules.draws.seeding import FEWEST, MOST
from rules.draws.separation import play_in_matches
from rules.errors import RuleBroken
from rules.formats.cuts import pools_of
from rules.formats.format import Format
from rules.formats.pools import FILL, Pools
from rules.formats.registry import compile_plan
from tournaments.models import Draw, Event
from tournaments.models.draws import plan_sealed
from tournaments.read.draws.made import (
    drawn_counts,
    draws_made,
    groups_as_drawn,
    has_begun,
    lines_as_drawn,
    pots_as_drawn,
    reasons_for,
)
from tournaments.read.entrants.listed import distinct_names_of, entrant_list
from tournaments.read.entrants.names import names_in
from tournaments.read.entrants.paid import asks_for_fees
from tournaments.read.events import conditions_of, draw_of
from tournaments.words.events.pools import pool_name


@dataclass(frozen=True, slots=True)
class MadeDraw:
    """One draw that was made; ``state`` is current, superseded or undone.

    ``bound_to`` is the number of the event that its lot is bound to, None for the first lot.
    """

    number: int
    key: str
    bound_to: int | None
    at: str
    entrants: int
    size: int
    reason: str
    state: str
    record: int


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line as it was drawn, before late entries; nobody on it is a bye. ``match`` is its first match, or its pool."""

    line: int
    match: str
    number: int | None
    entrant: int | None
    name: str


@dataclass(frozen=True, slots=True)
class DrawKeySheet:
    """The page of an event's draw key.

    ``field`` counts who would be drawn now, ``size`` and ``byes`` what that gives (0 outside 2 to 512); ``seeds`` how
    many have one, ``seeding`` how they are used, ``play_in`` how many matches a play-in round has. ``missing`` and
    ``owing`` name those of the field not ticked here or paid, ``begun`` whether a match of the current draw has.
    """

    event: int
    name: str
    field: int
    size: int
    byes: int
    seeds: int
    withdrawn: tuple[str, ...]
    missing: tuple[str, ...]
    owing: tuple[str, ...]
    draws: tuple[MadeDraw, ...]
    current: MadeDraw | None
    lines: tuple[DrawnLine, ...]
    begun: bool
    repeatable: bool
    kept_apart: tuple[str, ...] = ()
    seeding: str = Seeding.BY_LOT
    way: str = ""
    play_in: int = 0

    @property
    def command(self) -> str:
        """The command that repeats the current draw from its file; empty without a draw."""
        if self.current is None or not self.repeatable:
            return ""
        bound = "" if self.current.bound_to is None else f" --event {self.current.bound_to}"
        apart = f" --groups draw-{self.event}-groups.txt" if self.kept_apart else ""
        pots = "" if self.seeding == Seeding.BY_LOT else " --pots"
        return f'python -m rules draw draw-{self.event}.txt --key "{self.current.key}"{bound}{pots}{apart}{self.way}'


def _size(event: Event, entrants: int) -> int:
    """Return how many lines the draw would have, 0 where the format is for another field."""
    try:
        size = event.rules.size(entrants)
        return len(compile_plan(size, event.rules, entrants).seats) if event.rules.is_cut else size
    except RuleBroken:
        return 0


def draw_key_sheet(event: Event) -> DrawKeySheet:
    """Return the page of an event's draw key, in the same number of statements whatever the field."""
    cards = entrant_list(event.pk)
    names = distinct_names_of(cards)
    field = [each for each in cards if ENTRY not in each.out]
    asks = asks_for_fees(event.tournament.fees, event.pk, conditions_of(event).fee, (each.paid for each in field))
    drawable = FEWEST <= len(field) <= MOST
    size = _size(event, len(field)) if drawable else 0
    made = draws_made(event)
    draws = _draws(event, made)
    current = next((each for each in draws if each.state == "current"), None)
    return DrawKeySheet(
        event=event.pk,
        name=event.name,
        field=len(field),
        size=size,
        byes=max(0, size - len(field)),
        seeds=sum(each.seed is not None for each in field),
        withdrawn=tuple(names[each.id] for each in cards if ENTRY in each.out),
        missing=tuple(names[each.id] for each in field if not each.here),
        owing=tuple(names[each.id] for each in field if asks and not each.paid),
        draws=tuple(draws),
        current=current,
        lines=tuple(
            line
            for draw in made
            if draw.pk == event.current_draw_id
            for line in _lines(draw, names, in_pools=event.rules.is_cut)
        ),
        begun=current is not None and event.current_draw_id is not None and has_begun(event.current_draw_id),
        repeatable=not event.rules.is_by_rounds,
        kept_apart=event.rules.kept_apart,
        seeding=event.rules.seeding.value,
        way=_way(event.rules),
        play_in=play_in_matches(len(field)) if drawable and _has_play_in(event.rules) else 0,
    )


def _has_play_in(rules: Format) -> bool:
    """Whether all are drawn into one knockout, whose first round may be a play-in."""
    return rules.separates and not isinstance(rules, Pools)


def draw_text(event: Event, number: int | None = None) -> str:
    """Return the file that repeats a draw: ``NUMBER;NAME;SEED`` or ``POT`` of all drawn, in order of numbers.

    Raises Refused ``draw.none``, Unknown ``draw.unknown``.
    """
    draw = draw_of(event, number)
    numbers = {who: number for who, number in lines_as_drawn(draw).values() if who is not None and number is not None}
    if not numbers:
        raise Unknown("draw.unknown", number=number)
    seeds = pots_as_drawn(draw, numbers, event.rules.seeding)
    names = names_in(event.pk)
    lines = []
    for entrant, its in sorted(numbers.items(), key=lambda each: each[1]):
        seed = seeds.get(entrant)
        name = names.get(entrant, "").replace(";", ",") or "–"
        lines.append(f"{its};{name}" + (f";{seed}" if seed is not None else ""))
    return "\n".join(lines) + "\n"


def groups_text(event: Event, number: int | None = None) -> str:
    """Return the file of who is kept apart in a draw: ``NUMBER;GROUP,GROUP`` a line.

    Raises Refused ``draw.none``, Unknown ``draw.unknown`` where nobody is.
    """
    draw = draw_of(event, number)
    entrants = [who for who, _ in lines_as_drawn(draw).values() if who is not None]
    groups = groups_as_drawn(draw, entrants, event.rules.kept_apart)
    if not groups or not event.rules.kept_apart:
        raise Unknown("draw.unknown", number=number)
    return "".join(f"{its};{','.join(names)}\n" for its, names in sorted(groups.items()) if names)


def _draws(event: Event, draws: list[Draw]) -> list[MadeDraw]:
    counts, reasons = drawn_counts(draws), reasons_for(draws)
    zone = ZoneInfo(event.tournament.timezone)
    return [
        MadeDraw(
            number=draw.number,
            key=draw.key,
            bound_to=draw.bound_to,
            at=_when(draw.record.at, zone),
            entrants=counts.get(draw.pk, 0),
            size=len(plan_sealed(draw.plan_seal).seats) if event.rules.is_cut else draw.size,
            reason=reasons.get(draw.record_id, ""),
            state=_state(event, draw),
            record=draw.record.number,
        )
        for draw in draws
    ]


def _state(event: Event, draw: Draw) -> str:
    if draw.pk == event.current_draw_id:
        return "current"
    return "undone" if hasattr(draw.record, "undo") else "superseded"


def _when(at: datetime, zone: ZoneInfo) -> str:
    return shown_date(at.astimezone(zone), "j F Y, H:i")


def _lines(draw: Draw, names: Mapping[int, str], *, in_pools: bool) -> list[DrawnLine]:
    at = lines_as_drawn(draw)
    lines = []
    pools: dict[int, str] = {}
    if in_pools:
        for pool in pools_of(plan_sealed(draw.plan_seal)):
            pools |= dict.fromkeys(pool.lines, pool_name(pool.number))
    for line in sorted(pools) or range(1, draw.size + 1):
        entrant, number = at.get(line, (None, None))
        match = pools.get(line, f"A{(line + 1) // 2}")
        lines.append(DrawnLine(line, match, number, entrant, names.get(entrant or 0, "")))
    return lines


def _way(rules: Format) -> str:
    """Return what the command that repeats a draw needs to know of pools, empty for a knockout."""
    if not isinstance(rules, Pools):
        return ""
    size = f"--pools {rules.pools}" if rules.pools else f"--largest {rules.largest}"
    best = "" if not rules.best else " --best fill" if rules.best == FILL else f" --best {rules.best}"
    return f" --main pools {size} --through {rules.through}{best}"
