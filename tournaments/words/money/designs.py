"""The words of the prize fund designer: places, tables, and how the money of a field size came about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.read.figures import in_language, spoken_sum, with_sign
from rules.money.pots import Division
from rules.money.presets import PRESETS
from rules.money.preview import Column, Tie
from rules.money.prizes import CONSOLATION, LAST_CHANCE, MAIN, Level, Table
from rules.money.shares import write_share

FREE = "free"
# The presets of a prize fund, as boxes with the fields they are meant for.
BOXES = {
    "50-25-25": ("50 / 25 / 25", gettext_lazy("up to 16")),
    "4-2-2-1-1-1-1": ("4:2:2:1:1:1:1", gettext_lazy("17 to 64")),
    "40-25-25-10": ("40 / 25 / 25 / 10", gettext_lazy("any")),
    "32-20-13-9": ("32, 20, 13, 9, …", gettext_lazy("many places")),
}
PERCENT = gettext_lazy("House, percent")
FIXED = gettext_lazy("and a fixed sum")
AT_LEAST = gettext_lazy("at least")
CAP = gettext_lazy("at most")
HOUSE_UNIT = gettext_lazy("rounded to whole")
NEAREST = gettext_lazy("to the nearest, not down")
SHARES = gettext_lazy("Shares")
FREE_TABLE = gettext_lazy("Own table")
BELOW = gettext_lazy("Entrants")
FEWER = gettext_lazy("Under that many entrants use")
THE_SAME = gettext_lazy("the same table")
UNIT = gettext_lazy("To whole")
RULE = gettext_lazy("Who is ranked where")
RULE_CONSOLATION = gettext_lazy("The consolation winner comes right after the finalist")
RULE_MAIN = gettext_lazy("Only the main bracket counts")
REASON = gettext_lazy("Reason")
GIVER = gettext_lazy("Who adds money")
SUM = gettext_lazy("How much")
PERCENT_UNREAD = gettext_lazy("Enter a percentage from 0 to 100, such as 10 or 12.5.")
WHOLE_NUMBER = gettext_lazy("Enter a number of entrants, such as 17.")
CHOOSE_FEWER = gettext_lazy("Choose the table for fewer entrants.")


def place_name(bracket: str, first: int, last: int) -> str:
    """Return what a paid place is called, or neighbouring places that are paid alike."""
    named = {
        (MAIN, 1): _("Winner"),
        (MAIN, 2): _("Finalist"),
        (CONSOLATION, 1): _("Consolation winner"),
        (CONSOLATION, 2): _("Consolation finalist"),
        (LAST_CHANCE, 1): _("Last chance winner"),
        (LAST_CHANCE, 2): _("Last chance finalist"),
    }
    if first == last and (bracket, first) in named:
        return named[bracket, first]
    if (first, last) == (3, 4) and bracket in (MAIN, CONSOLATION):
        return _("Semi-finals, each of two") if bracket == MAIN else _("Consolation semi-finals, each of two")
    many = first != last
    place = (_("places {first} to {last}, each") if many else _("place {first}")).format(first=first, last=last)
    if bracket == MAIN:
        return f"{place[:1].upper()}{place[1:]}"
    return _("{bracket}, {place}").format(bracket=bracket_word(bracket), place=place)


def bracket_word(bracket: str) -> str:
    """Return the name of a bracket that a prize table can pay."""
    return {MAIN: _("Main"), CONSOLATION: _("Consolation"), LAST_CHANCE: _("Last chance")}.get(bracket, bracket)


def preset_name(preset: str) -> str:
    """Return a preset as its shares: ``50 / 25 / 25``."""
    if preset in BOXES:
        return BOXES[preset][0]
    return _("winner takes all") if preset == "winner" else preset.replace("-", " / ")


def other_presets() -> list[tuple[str, str]]:
    """Return the presets without a box, with their names."""
    return [(each, preset_name(each)) for each in PRESETS if each not in BOXES]


def division_words(division: Division, currency: str) -> str:
    """Return how a pot is divided, in one line."""
    words = [_table_words(division.table)]
    house = division.house
    if house.percent:
        words.append(_("house {percent} %").format(percent=in_language(write_share(house.percent))))
    if house.fixed:
        words.append(_("house {sum}").format(sum=spoken_sum(house.fixed, currency)))
    if house.at_least:
        words.append(_("at least {sum}").format(sum=spoken_sum(house.at_least, currency)))
    if house.cap is not None:
        words.append(_("at most {sum}").format(sum=spoken_sum(house.cap, currency)))
    if division.fewer is not None:
        under = _("under {n} entrants {table}")
        words.append(under.format(n=division.below, table=_table_words(division.fewer)))
    words.append(_("in steps of {sum}").format(sum=spoken_sum(division.unit, currency)))
    return ", ".join(words)


def _table_words(table: str | Table) -> str:
    if isinstance(table, str):
        return preset_name(table)
    names = (
        f"{place_name(row.bracket, row.place, row.place)} {in_language(write_share(row.share))}" for row in table.rows
    )
    return " · ".join(names)


def title(present: int, first: str, currency: str) -> str:
    """Return the title of the page: the result at the present field."""
    if not first:
        return _("Prize fund")
    sentence = ngettext("{n} entrant: the winner takes {sum}", "{n} entrants: the winner takes {sum}", present)
    return sentence.format(n=present, sum=with_sign(first, currency))


@dataclass(frozen=True, slots=True)
class FundParts:
    """The parts of a fund at one field size, in minor units of ``currency``."""

    entry: int
    collected: int
    house: int
    added: int
    currency: str

    def spoken(self, minor: int) -> str:
        """Return a sum as people say it."""
        return spoken_sum(minor, self.currency)


def fund_sentence(column: Column, parts: FundParts) -> SafeString:
    """Return how the fund of a column came about: ``48 × 60 = 2,880, less house 288, with 500 added, is 3,092.``"""
    fund = parts.spoken(column.fund)
    collected = parts.spoken(parts.collected)
    if parts.entry * column.entrants == parts.collected and parts.entry:
        product = f"{column.entrants} × {parts.spoken(parts.entry)}"
        if not parts.house and not parts.added:
            return format_html(_("{sum} is <b>{fund}</b>."), sum=product, fund=fund)
        collected = f"{product} = {collected}"
    else:
        collected = _("{sum} charged").format(sum=collected)
    words = [collected]
    if parts.house:
        words.append(_("less house {sum}").format(sum=parts.spoken(parts.house)))
    if parts.added:
        words.append(_("with {sum} added").format(sum=parts.spoken(parts.added)))
    return format_html(_("{sums}, is <b>{fund}</b>."), sums=", ".join(words), fund=fund)


def residue_sentences(column: Column, currency: str) -> Iterator[str]:
    """Yield how the money was rounded: what was over, who took a step of it, and why the rest went to first."""
    residue = column.residue
    unit = spoken_sum(residue.unit, currency)
    if not residue.over:
        yield _("In steps of {unit} nothing is over.").format(unit=unit)
        return
    yield _("In steps of {unit} that leaves {over} over.").format(unit=unit, over=spoken_sum(residue.over, currency))
    for level in residue.raised:
        yield ngettext("{places} takes one step more.", "{places} take one step more each.", len(level.prizes)).format(
            places=_places(column, level)
        )
    if residue.refused is not None and residue.to_first:
        yield _refused(column, residue.refused, currency)
    elif residue.to_first:
        last = _("The last {sum} goes to {first}.")
        yield last.format(sum=spoken_sum(residue.to_first, currency), first=_first(column))


def _refused(column: Column, level: Level, currency: str) -> str:
    """Return why a level of equal places gets nothing more."""
    residue, count = column.residue, len(level.prizes)
    sum_ = spoken_sum(residue.to_first, currency)
    if residue.to_first == residue.over:
        sentence = _(
            "The {n} places of {amount} are next in line, but {n} steps are {needed} and equal places stay equal, "
            "so all {sum} goes to {first}."
        )
    else:
        sentence = _(
            "The {n} places of {amount} are next in line, but {n} steps are {needed} and equal places stay equal, "
            "so the last {sum} goes to {first}."
        )
    return sentence.format(
        n=count,
        amount=spoken_sum(level.floor, currency),
        needed=spoken_sum(residue.needed, currency),
        sum=sum_,
        first=_first(column),
    )


def _first(column: Column) -> str:
    """Return who takes the last of the money, inside a sentence."""
    first = [column.held[at] for at in column.residue.first]
    is_winner = len(first) == 1 and (first[0].bracket, first[0].place) == (MAIN, 1)
    return _("the winner") if is_winner else _("first")


def _places(column: Column, level: Level) -> str:
    names = [place_name(row.bracket, row.place, row.place) for row in column.rows_of(level)]
    return ", ".join(names)


def tie_sentence(tie: Tie, currency: str) -> str:
    """Return what shared places are paid, and what they would be paid before ties."""
    before = ", ".join(spoken_sum(amount, currency) for amount in tie.before)
    places = _("Places {first} to {last}").format(first=tie.first, last=tie.last)
    if tie.bracket != MAIN:
        places = _("{bracket}, places {first} to {last}").format(
            bracket=bracket_word(tie.bracket), first=tie.first, last=tie.last
        )
    sentence = _("{places} are shared: {sum} each; before ties {before}.")
    return sentence.format(places=places, sum=spoken_sum(tie.amount, currency), before=before)


def one_in(fact: Fraction | None) -> str:
    """Return one place in how many is paid: ``1 in 7``."""
    return "–" if fact is None else _("1 in {n}").format(n=round(fact))


def percent(fact: Fraction | None) -> str:
    """Return a part in percent, ``24.9 %``; a dash for none."""
    return "–" if not fact else in_language(f"{float(fact * 100):.1f} %")


def entries(fact: Fraction | None) -> str:
    """Return how many entry fees a prize is: ``4.25``."""
    return "–" if fact is None else in_language(f"{float(fact):.2f}")


def listed(names: Sequence[str]) -> str:
    """Return names in one line."""
    return ", ".join(names)
