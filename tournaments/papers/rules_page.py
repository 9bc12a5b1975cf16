"""The rules of an event on one page for the wall: what is announced about it, in type as large as the page takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from paper.canvas import mm
from paper.html import paper_html
from paper.pdf import pdf_on_one_page
from rules.conditions import ClockStatus, Conditions, Lateness
from rules.drawing.paper import Paper
from rules.draws.plan import Plan
from rules.draws.seeding import size_for
from rules.formats.format import Format
from rules.formats.registry import compile_plan
from rules.match.clock import forfeits, penalty_points
from tournaments.models import Event
from tournaments.models.draws import plan_of
from tournaments.papers.draw_sheet import read_paper
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.read.entrants import entrant_list
from tournaments.read.events import conditions_of, draw_of
from tournaments.words.brackets import bracket_name
from tournaments.words.conditions import clock_words
from tournaments.words.formats import format_sentence

# In mm on A4; other papers are that much larger or smaller.
TOP, MARGIN, FOOT, TITLE, WHAT = 36.0, 14.0, 21.0, 10.0, 4.0
# Seven sizes of type: the largest that fits is known after three tries.
SIZES = (3.2, 3.7, 4.2, 4.8, 5.4, 6.1, 7.0)
MOST_STEPS = 8

type Table = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """What is announced about one subject, in ``sentences``, and perhaps a table whose first row is its heads."""

    label: str
    sentences: tuple[str, ...]
    table: Table = ()


@dataclass(frozen=True, slots=True)
class EventRules:
    """What stands on the page."""

    title: str
    what: str
    foot: str
    parts: tuple[Part, ...]


def event_rules(event: Event) -> EventRules:
    """Return what is announced about an event."""
    conditions, rules = conditions_of(event), event.rules
    plan, title = _plan(event), event.tournament.name
    lengths = sorted({match.length for match in plan.matches})
    parts = [
        Part(_("Format"), (format_sentence(rules),)),
        *(Part(bracket_name(bracket), (_lengths(plan, bracket.code),)) for bracket in plan.brackets),
        Part(_("Cube"), _cube(rules)),
        Part(_("Clocks"), _clocks(conditions, lengths)),
        Part(_("Legal moves"), (_legal(conditions),)),
        Part(_("Late"), _late(conditions.lateness), lateness_table(conditions.lateness, lengths)),
        Part(_("Entry fee"), tuple(conditions.fee.splitlines())),
        Part(_("Prizes"), tuple(conditions.prizes.splitlines())),
        Part(_("Notes"), tuple(conditions.notes.splitlines())),
    ]
    number = _("Sheet {number}").format(number=event.tournament.stream.number)
    return EventRules(
        title=title if event.name == title else f"{title}, {event.name}",
        what=" · ".join(part for part in _what(event) if part),
        foot=f"{number} · {printed_at(event.tournament)} · Barpoint",
        parts=tuple(part for part in parts if part.sentences),
    )


def event_rules_pdf(rules: EventRules, paper: str = "A4") -> bytes:
    """Return the page as PDF, in type as large as it takes; more pages where the smallest is too large for one.

    Raises RuleBroken ``paper.unknown``, ``paper.missing``.
    """
    size = read_paper(paper).size
    scale, room = size[0] / Paper.A4.size[0], Paper.A4.size[0] - 2 * MARGIN

    def html(type_size: float) -> str:
        return paper_html(
            "event_rules.html",
            rules.title,
            rules=rules,
            paper=size,
            scale=scale,
            size=type_size,
            edge=mm(scale * MARGIN),
            margins=" ".join(mm(scale * each) for each in (TOP, MARGIN, FOOT)),
            title_room=room / TITLE,
            what_room=room / WHAT,
        )

    return pdf_on_one_page(html, SIZES)


def lateness_table(late: Lateness, lengths: Sequence[int]) -> Table:
    """Return how many points how many minutes cost, and when the match to each of ``lengths`` is lost."""
    grace, each = timedelta(minutes=late.grace), timedelta(minutes=late.each)
    longest = max(lengths, default=1)
    minutes = [late.grace + step * late.each for step in range(longest // 2 + 1)]
    shown = minutes[:MOST_STEPS]
    rows = []
    for length in lengths:
        lost = next(
            minute
            for minute in minutes
            if forfeits(penalty_points(timedelta(minutes=minute), grace=grace, each=each), length)
        )
        points = (str(penalty_points(timedelta(minutes=minute), grace=grace, each=each)) for minute in shown)
        cells = [cell if minute < lost else _("lost") for minute, cell in zip(shown, points, strict=True)]
        rows.append((_("to {n}").format(n=length), *cells, _("{n} min").format(n=lost)))
    return ((_("minutes late"), *map(str, shown), _("lost after")), *rows)


def _plan(event: Event) -> Plan:
    """Return the plan of the draw, or before it that of as many as are entered, eight at least."""
    if event.current_draw_id is not None:
        return plan_of(draw_of(event))
    return compile_plan(size_for(max(8, len(entrant_list(event.pk)))), event.rules)


def _what(event: Event) -> list[str]:
    tournament = event.tournament
    at = f"{tournament.starts_at:%H:%M}" if tournament.starts_at else ""
    director = _("director {name}").format(name=tournament.director) if tournament.director else ""
    return [day_of(tournament), at, tournament.place or tournament.club.name, director]


def _lengths(plan: Plan, bracket: str) -> str:
    """Return ``A 5 · B 5 · C 7 · final 9``: rounds by their letters, the points of each."""
    by_round = {plan.matches[match].round: plan.matches[match] for match in plan.of(bracket)}
    last = max(by_round)
    words = []
    for round_, match in sorted(by_round.items()):
        name = _("final") if round_ == last else match.letter
        words.append(f"{name}\N{NO-BREAK SPACE}{match.length}")
    return _("points by round: {rounds}").format(rounds=" · ".join(words))


def _cube(rules: Format) -> tuple[str, ...]:
    if not rules.crawford:
        return (_("No Crawford rule: the cube is in play in every game."),)
    sentences = [_("Crawford rule: when a player first needs one point, the next game is played without the cube.")]
    if rules.holland:
        sentences.append(_("Holland rule: after it nobody may double before both players have rolled twice."))
    return tuple(sentences)


def _clocks(conditions: Conditions, lengths: Sequence[int]) -> tuple[str, ...]:
    words = clock_words(conditions.clock)
    if conditions.clock.status is not ClockStatus.NONE:
        each = []
        for length in lengths:
            minutes, seconds = divmod(length * conditions.clock.reserve_per_point, 60)
            time = _("{n} min").format(n=f"{minutes}:{seconds:02}" if seconds else minutes)
            words_of_length = _("to {n} in {time}").format(n=length, time=time)
            each.append(words_of_length.replace(" ", "\N{NO-BREAK SPACE}"))
        return (f"{words[:1].upper()}{words[1:]}.", _("On each clock: {times}").format(times=" · ".join(each)))
    return (f"{words[:1].upper()}{words[1:]}.",)


def _legal(conditions: Conditions) -> str:
    if conditions.legal_moves:
        return _("Either player must have an illegal play corrected.")
    return _("The opponent may accept an illegal play.")


def _late(late: Lateness) -> tuple[str, ...]:
    grace = ngettext("One penalty point after {n} minute", "One penalty point after {n} minutes", late.grace)
    each = ngettext("one more every minute.", "one more every {n} minutes.", late.each)
    more = _("Penalty points above half the length lose the match.")
    return (f"{grace.format(n=late.grace)}, {each.format(n=late.each)} {more}",)
