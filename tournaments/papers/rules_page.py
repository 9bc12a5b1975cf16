"""The rules of an event on one page for the wall: what is announced about it, in type as large as the page takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from paper.fonts import fonts
from paper.leaves import Leaf, Pen, Side, leaves_pdf
from rules.conditions import ClockStatus, Conditions, Lateness
from rules.drawing.names import Face
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

MARGIN, LEADING, GAP, LABEL = 14.0, 1.3, 0.75, 0.24
LARGEST, SMALLEST, STEP = 7.0, 3.2, 0.2
MOST_STEPS = 8


@dataclass(frozen=True, slots=True)
class Table:
    """Penalty points: minutes late over the columns, a row for each length used."""

    minutes: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Variances:
    """What stands on the page: (what it is about, the sentences), and the table of lateness."""

    title: str
    what: str
    foot: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    late: Table


def variances_of(event: Event) -> Variances:
    """Return what is announced about an event."""
    conditions, rules = conditions_of(event), event.rules
    plan, title = _plan(event), event.tournament.name
    lengths = sorted({match.length for match in plan.matches})
    parts = [
        (_("Format"), (format_sentence(rules),)),
        *((bracket_name(bracket), (_lengths(plan, bracket.code),)) for bracket in plan.brackets),
        (_("Cube"), _cube(rules)),
        (_("Clocks"), _clocks(conditions, lengths)),
        (_("Legal moves"), (_legal(conditions),)),
        (_("Late"), _late(conditions.lateness)),
        (_("Entry fee"), tuple(conditions.fee.splitlines())),
        (_("Prizes"), tuple(conditions.prizes.splitlines())),
        (_("Notes"), tuple(conditions.notes.splitlines())),
    ]
    number = _("Sheet {number}").format(number=event.tournament.stream.number)
    return Variances(
        title=title if event.name == title else f"{title}, {event.name}",
        what=" · ".join(part for part in _what(event) if part),
        foot=f"{number} · {printed_at(event.tournament)} · Barpoint",
        parts=tuple((label, text) for label, text in parts if text),
        late=lateness_table(conditions.lateness, lengths),
    )


def variances_pdf(variances: Variances, paper: str = "A4") -> bytes:
    """Return the page as PDF. Raises RuleBroken ``paper.unknown``, ``paper.missing``."""
    return leaves_pdf(variances.title, variances_leaves(variances, read_paper(paper)))


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
    return Table((_("minutes late"), *map(str, shown), _("lost after")), tuple(rows))


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
    sentences = [_("Crawford rule: when a player first lacks one point, the next game is played without the cube.")]
    if rules.holland:
        sentences.append(_("Holland rule: after it the trailer may double only when both have rolled twice."))
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
        return _("Either player must have an illegal play put right.")
    return _("The opponent may let an illegal play stand.")


def _late(late: Lateness) -> tuple[str, ...]:
    grace = ngettext("One penalty point after {n} minute", "One penalty point after {n} minutes", late.grace)
    each = ngettext("one more every minute.", "one more every {n} minutes.", late.each)
    more = _("With more than half the length the match is lost.")
    return (f"{grace.format(n=late.grace)}, {each.format(n=late.each)} {more}",)


# --- The page


def variances_leaves(variances: Variances, paper: Paper) -> list[Leaf]:
    """Return one page, or more where even the smallest type is too large for one."""
    scale = paper.size[0] / Paper.A4.size[0]
    size = LARGEST
    while size > SMALLEST and len(_Flow(variances, paper, size * scale).leaves()) > 1:
        size -= STEP
    return _Flow(variances, paper, size * scale).leaves()


class _Flow:
    """Sets the parts under each other in one size, on as many pages as they need."""

    def __init__(self, variances: Variances, paper: Paper, size: float) -> None:
        self.variances, self.paper, self.size = variances, paper, size
        self.scale = paper.size[0] / Paper.A4.size[0]
        self.margin = MARGIN * self.scale
        self.room = paper.size[0] - 2 * self.margin
        self.left = self.margin + LABEL * self.room
        self.bottom = paper.size[1] - self.margin - 8 * self.scale
        self.pages: list[Leaf] = []
        self.y = 0.0

    def leaves(self) -> list[Leaf]:
        self.turn()
        for label, sentences in self.variances.parts:
            self.part(label, sentences)
            if label == _("Late"):
                self.table(self.variances.late)
        return self.pages

    def turn(self) -> None:
        leaf = Leaf(*self.paper.size)
        self.pages.append(leaf)
        margin, scale = self.margin, self.scale
        leaf.write(self.variances.title, (margin, margin + 8 * scale, self.room), 10 * scale, "serif")
        leaf.write(self.variances.what, (margin, margin + 15 * scale, self.room), 4 * scale, "soft")
        leaf.rule(margin, margin + 19 * scale, margin + self.room, margin + 19 * scale, Pen.HEAVY)
        foot = leaf.height - margin
        leaf.write(self.variances.foot, (margin, foot, self.room), 2.5 * scale, "soft")
        self.y = margin + 19 * scale + 0.4 * self.size

    def line(self) -> float:
        """Return the baseline of the next line, on a new page where this one is full."""
        if self.y + LEADING * self.size > self.bottom:
            self.turn()
        self.y += LEADING * self.size
        return self.y

    def part(self, label: str, sentences: Sequence[str]) -> None:
        wide = self.margin + self.room - self.left
        first = True
        for text in sentences:
            for words in wrapped(text, wide / self.size):
                y = self.line()
                if first:
                    self.pages[-1].write(label, (self.margin, y, self.left - self.margin - 3), self.size, "b")
                    first = False
                self.pages[-1].write(words, (self.left, y, wide), self.size)
        self.y += GAP * self.size

    def table(self, table: Table) -> None:
        self.y -= 0.4 * GAP * self.size
        small = 0.78 * self.size
        wide = self.margin + self.room - self.left
        first = 0.24 * wide
        step = (wide - first) / (len(table.minutes) - 1)
        if self.y + (len(table.rows) + 1) * LEADING * self.size > self.bottom:
            self.turn()
        for number, row in enumerate((table.minutes, *table.rows)):
            y, kind = self.line(), "soft" if number == 0 else ""
            self.pages[-1].write(row[0], (self.left, y, first - 1), small, kind)
            for at, cell in enumerate(row[1:]):
                x = self.left + first + at * step
                self.pages[-1].write(cell, (x + 0.5, y, step - 1), small, kind, Side.MIDDLE)
            under = y + 0.32 * self.size
            self.pages[-1].rule(self.left, under, self.left + wide, under, Pen.FIRM if number == 0 else Pen.FINE)
        self.y += GAP * self.size


def wrapped(text: str, room: float) -> Iterator[str]:
    """Yield ``text`` in lines of ``room`` em at most; a word that is too long is broken."""
    width = fonts().width
    line = ""
    for word in text.split(" "):
        while width(word, Face.PLAIN) > room:
            fit = next(end for end in range(len(word), 0, -1) if end == 1 or width(word[:end], Face.PLAIN) <= room)
            if line:
                yield line
                line = ""
            yield word[:fit]
            word = word[fit:]
        longer = f"{line} {word}".strip()
        if line and width(longer, Face.PLAIN) > room:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
