"""The papers of a tournament: everything that can be printed, and which paper is fit for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from paper.font_packages import packages_for
from paper.fonts import fonts
from rules.drawing.fit import Fit, fits
from rules.drawing.paper import Paper
from rules.draws.derive import Derived, Status, derive
from rules.draws.facts import collect
from rules.draws.plan import Plan
from rules.money.fees import Fee
from tournaments.models import Event, Tournament
from tournaments.models.money.prizes import FUND
from tournaments.models.switches import plan_of
from tournaments.papers.draw_sheet import read_paper, rows_for
from tournaments.read.events import conditions_of
from tournaments.read.money.auctions.listing import AuctionLink, auction_links
from tournaments.read.money.payers import fees_of
from tournaments.read.money.pots import divided_pots
from tournaments.read.papers import Begun, Lettered, begun_in, events_with_draws, lettered_in, lines_in
from tournaments.read.re_entries import first_entries_among, number_of_people
from tournaments.words.members import entrant_count
from tournaments.words.money.lines import fee_lines

_OPEN = (Status.WAITING, Status.OPEN, Status.DISPUTED)


@dataclass(frozen=True, slots=True)
class BracketPapers:
    """The sheets of one bracket: ``fit`` is one sheet of the chosen paper, got by asking for ``rows``.

    ``easel`` is the smallest paper that is fit for an easel, ``upright`` how it lies; None where there is none.
    """

    bracket: str
    lines: int
    fit: Fit
    rows: str
    easel: str | None
    upright: bool


@dataclass(frozen=True, slots=True)
class EventPapers:
    """The papers of one event; ``field`` says how many entrants there are.

    ``rounds`` are the letters of rounds with matches to come, ``ready`` how many wait.
    ``pools`` are its side pools with prizes, each a code and a name. ``has_places``: its last match is decided.
    """

    id: int
    name: str
    field: str
    drawn: bool
    brackets: tuple[BracketPapers, ...]
    rounds: tuple[str, ...]
    ready: int
    has_prizes: bool = False
    by_rounds: bool = False
    is_paired: bool = False
    is_cut: bool = False
    pools: tuple[tuple[str, str], ...] = ()
    has_places: bool = False


@dataclass(frozen=True, slots=True)
class Unprintable:
    """A text with letters that no installed font has, and the packages with those letters."""

    name: str
    letters: str
    packages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PapersSheet:
    """``number`` is the newest sheet's, ``seen`` the one somebody holds, 0 for none; ``paper`` is the chosen one.

    ``tiles`` is what posters are cut to, ``forms`` the paper of cards and slips, ``lists`` that of lists.
    """

    tournament: int
    number: int
    seen: int
    paper: str
    papers: tuple[str, ...]
    tiles: str
    forms: str
    lists: str
    events: tuple[EventPapers, ...]
    auctions: tuple[AuctionLink, ...]
    has_tables: bool
    unprintable: tuple[Unprintable, ...]

    @property
    def is_poster(self) -> bool:
        """Whether sheets of the chosen paper can be cut to tiles."""
        return Paper(self.paper).is_poster

    @property
    def known(self) -> int:
        """The number the viewer has seen, so that a page left open can say when there is a newer sheet."""
        return self.seen or self.number

    @property
    def is_old(self) -> bool:
        """Whether there is a newer sheet than the one seen."""
        return 0 < self.seen < self.number


def papers_sheet(tournament: Tournament, params: Mapping[str, str]) -> PapersSheet:
    """Return the papers of a tournament read with its memory. Raises RuleBroken ``paper.unknown``."""
    paper = read_paper(params.get("paper", Paper.A4.value))
    seen = params.get("seen", "")
    events = events_with_draws(tournament)
    names = lettered_in(tournament)
    lines, matches = lines_in(tournament), begun_in(tournament)
    first = first_entries_among(events)
    field = {
        event.pk: number_of_people(lines[event.pk].values() if event.current_draw else names[event.pk], first)
        for event in events
    }
    fees, divided = fees_of(tournament), divided_pots(tournament)
    letter = paper.is_american or params.get("tiles") == Paper.LETTER
    return PapersSheet(
        tournament=tournament.pk,
        number=tournament.stream.number,
        seen=int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 12 else 0,
        paper=paper.value,
        papers=tuple(each.value for each in Paper),
        tiles=(Paper.LETTER if letter else Paper.A4).value,
        forms=(Paper.LETTER if letter else Paper.A4).value,
        lists=(paper if paper is Paper.LEGAL else Paper.LETTER if letter else Paper.A4).value,
        events=tuple(
            replace(
                _event(event, field[event.pk], lines[event.pk], matches[event.pk], paper),
                has_prizes=(event.pk, FUND) in divided,
                pools=tuple((fee.code, fee.name) for fee in fees if (event.pk, fee.code) in divided),
            )
            for event in events
        ),
        auctions=auction_links(tournament),
        has_tables=bool(tournament.furniture),
        unprintable=tuple(
            Unprintable(name, letters, packages_for(letters))
            for name, letters in fonts().unknown(dict.fromkeys(_printed(tournament, events, names, fees)))
        ),
    )


def _printed(
    tournament: Tournament, events: list[Event], names: Mapping[int, Mapping[int, Lettered]], fees: Sequence[Fee]
) -> Iterator[str]:
    """Yield every typed text that is printed on a paper."""
    yield from (tournament.name, tournament.place, tournament.director, tournament.club.name)
    for event in events:
        yield event.name
        conditions = conditions_of(event)
        yield from fee_lines(fees, event.pk, event.name, tournament.currency)
        yield from (conditions.fee, conditions.prizes.replace("\n", " "), conditions.notes.replace("\n", " "))
        for entrant in names[event.pk].values():
            yield from entrant


def _event(event: Event, entrants: int, lines: Mapping[int, int], matches: list[Begun], paper: Paper) -> EventPapers:
    draw, field = event.current_draw, entrant_count(entrants, conditions_of(event).entrants)
    if draw is None:
        return EventPapers(event.pk, event.name, field, False, (), (), 0)
    draw.event = event
    plan = plan_of(draw)
    derived = derive(plan, collect(lines))
    begun = any(begun or status == Status.FINISHED for _, status, begun in matches)
    rounds = dict.fromkeys(code.rstrip("0123456789") for code, status, _ in matches if status in _OPEN)
    brackets = (_bracket(plan, derived, bracket.code, paper, open_byes=not begun) for bracket in plan.brackets)
    return EventPapers(
        id=event.pk,
        name=event.name,
        field=field,
        drawn=True,
        brackets=tuple(each for each in brackets if each is not None),
        by_rounds=plan.by_rounds and not event.rules.is_paired,
        is_paired=event.rules.is_paired,
        is_cut=plan.is_cut,
        rounds=tuple(rounds),
        has_places=not any(status in _OPEN for _, status, _ in matches),
        ready=sum(status == Status.OPEN and not begun for _, status, begun in matches),
    )


def _bracket(plan: Plan, derived: Derived, bracket: str, paper: Paper, *, open_byes: bool) -> BracketPapers | None:
    fits_by_paper = {fit.paper: fit for fit in fits(plan, derived, bracket, open_byes=open_byes)}
    if not fits_by_paper:
        return None
    series = [each for each in fits_by_paper.values() if each.paper.is_american == paper.is_american]
    easel = next((each for each in series if each.is_for_easel), None)
    return BracketPapers(
        bracket=bracket,
        lines=fits_by_paper[paper].lines,
        fit=fits_by_paper[paper],
        rows=rows_for(fits_by_paper[paper]).value,
        easel=None if easel is None else easel.paper.value,
        upright=easel is not None and easel.upright,
    )
