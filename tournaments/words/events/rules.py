"""What is announced about an event, as its players read it: format, lengths, cube, clocks, lateness."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.conditions import Clock, ClockStatus, Conditions, Lateness
from rules.draws.plan import Plan
from rules.formats.format import Format
from rules.match.clock import forfeits, penalty_points
from rules.timing.hours import write_hour
from tournaments.words.brackets import bracket_name
from tournaments.words.events.formats import format_sentence
from tournaments.words.events.games import option_sentences, played_about, played_name
from tournaments.words.members import entrants_sentence
from tournaments.words.re_entry import re_entry_sentence

MOST_STEPS = 8

type Table = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """The rules about one subject: ``sentences``, and perhaps a table whose first row is its heads."""

    label: str
    sentences: tuple[str, ...]
    table: Table = ()


def announcements(
    rules: Format, conditions: Conditions, plan: Plan | None, fees: tuple[str, ...] = (), prizes: tuple[str, ...] = ()
) -> Iterator[Part]:
    """Yield what is announced, subject by subject; a subject of which nothing is announced has no sentences.

    Without a ``plan`` nothing is announced that depends on the rounds.
    ``fees`` and ``prizes`` are those that are set, in words; without them the text of the conditions is announced.
    """
    lengths = sorted({match.length for match in plan.matches}) if plan else []
    yield Part(_("Format"), (format_sentence(rules),))
    yield Part(_("Entrants"), tuple(filter(None, [entrants_sentence(conditions.entrants)])))
    yield Part(_("Re-entry"), tuple(filter(None, [re_entry_sentence(conditions.re_entry)])))
    yield Part(pgettext("kind of game", "Game"), _game(rules))
    if plan is not None:
        yield from (Part(bracket_name(bracket), (_lengths(plan, bracket.code),)) for bracket in plan.brackets)
    yield Part(_("Cube"), _cube(rules))
    yield Part(_("Clocks"), _clocks(conditions, lengths))
    yield Part(_("Legal moves"), (_legal(conditions),))
    yield Part(_("Late"), _late(conditions.lateness), lateness_table(conditions.lateness, lengths))
    yield Part(_("Last start"), _last_start(conditions))
    yield Part(_("Entry fee"), fees or tuple(conditions.fee.splitlines()))
    yield Part(_("Prizes"), prizes or tuple(conditions.prizes.splitlines()))
    yield Part(_("Notes"), tuple(conditions.notes.splitlines()))


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


def _lengths(plan: Plan, bracket: str) -> str:
    """Return ``A 5 · B 5 · C 7 · final 9``: rounds by their letters, the points of each."""
    by_round = {plan.matches[match].round: plan.matches[match] for match in plan.of(bracket)}
    last = 0 if plan.by_rounds else max(by_round)
    words = []
    for round_, match in sorted(by_round.items()):
        name = pgettext("round", "final") if round_ == last else match.letter
        words.append(f"{name}\N{NO-BREAK SPACE}{match.length}")
    return _("points by round: {rounds}").format(rounds=" · ".join(words))


def _game(rules: Format) -> tuple[str, ...]:
    """Return what is played, where it is not backgammon."""
    if rules.played.is_backgammon:
        return ()
    return (f"{played_name(rules.played)}. {played_about(rules.played)}", *option_sentences(rules.played))


def _cube(rules: Format) -> tuple[str, ...]:
    if not any(game.cube for game in rules.played.games):
        return (_("There is no cube."),)
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


def _last_start(conditions: Conditions) -> tuple[str, ...]:
    if conditions.last_start is None:
        return ()
    sentence = _("No match starts after {time}; those that would wait for the next day.")
    return (sentence.format(time=write_hour(conditions.last_start)),)


def clock_words(clock: Clock) -> str:
    """Return the clock rule in one phrase: ``clocks required, 2 min a point and 12 s``."""
    if clock.status is ClockStatus.NONE:
        return _("no clocks")
    lead = _("clocks required") if clock.status is ClockStatus.REQUIRED else _("clocks allowed")
    minutes, seconds = divmod(clock.reserve_per_point, 60)
    reserve = _("{n} min a point").format(n=f"{minutes}:{seconds:02}" if seconds else minutes)
    delay = _(" and {n} s").format(n=clock.delay) if clock.delay else ""
    return f"{lead}, {reserve}{delay}"
