"""The part of an event's form that says which brackets or rounds it is played in."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from rules.draws.plan import ENTRY
from rules.errors import RuleBroken
from rules.formats.cuts import Criterion
from rules.formats.format import Format
from rules.formats.knockout import Knockout
from rules.formats.pools import FILL, FILLS, MOST_POOLS, MOST_THROUGH, USUAL_RANKING, Pools, Ties
from rules.formats.registry import NAMED, read_format
from rules.formats.round_robin import RoundRobin
from rules.formats.structure import NAMED as PRESETS
from rules.formats.structure import Structured
from rules.formats.swiss import Pairing, Swiss
from rules.members import EntrantKind
from rules.pairing.by_losses import Variant
from rules.pairing.fixed import MOST_ROUNDS
from rules.pairing.pools import SMALLEST
from rules.pairing.round_robin import MOST
from rules.re_entry import MOST_TIMES, MOST_UNTIL
from rules.typed.lengths import read_written, write_lengths
from tournaments.forms.fields import number
from tournaments.pages.setup.drawing import DRAWING_FIELDS, DrawingForm, drawing_data, drawing_initial
from tournaments.words.brackets import name_of_code
from tournaments.words.events import setup
from tournaments.words.events.formats import preset_name, way_name
from tournaments.words.events.pools import knockout_word, pools_word, ranking_words
from tournaments.words.refusals import speak

KNOCKOUT, STRUCTURE, ROUND_ROBIN, SWISS = Knockout.name, Structured.name, RoundRobin.name, Swiss.name
POOLS = Pools.name
WAYS = (KNOCKOUT, STRUCTURE, ROUND_ROBIN, SWISS, POOLS)
# The orders in which a form offers to rank a pool.
RANKINGS = (
    USUAL_RANKING,
    (Criterion.WINS, Criterion.HEAD_TO_HEAD, Criterion.SONNEBORN_BERGER),
    (Criterion.WINS, Criterion.POINT_DIFFERENCE, Criterion.POINTS_FOR, Criterion.HEAD_TO_HEAD),
)
LONGEST_NOTATION = 200
WAY_FIELDS = (
    *("main", "preset", "lower", "third", *DRAWING_FIELDS, "byes", "joins", "dynamic", "rounds"),
    *("losses", "fixed_rounds", "paid", "variant", "pairing", "apart"),
    *("pools", "largest", "through", "best", "fill", "pool_lengths", "ranking", "ties"),
)
# The field of the form at which a refusal is shown, by the beginning of its code.
FIELD_OF_CODE = {
    "preset.": "preset",
    "notation.": "lower",
    "structure.": "preset",
    "round_robin.": "rounds",
    "swiss.apart": "apart",
    "swiss.pairing": "pairing",
    "swiss.": "losses",
    "pools.through": "through",
    "pools.best": "best",
    "pools.ranking": "ranking",
    "pools.": "pools",
}


class WaysForm(DrawingForm):
    """How an event is played, except for its games and lengths.

    ``kind`` says what an entrant is; it stays once anybody is entered. ``main`` is the name of a format. The fields
    below it count for the format that they belong to, whatever stands in the others.
    """

    kind = forms.ChoiceField(
        label=setup.KIND,
        choices=[(each.value, setup.KINDS[each.value]) for each in EntrantKind],
        required=False,
        widget=forms.RadioSelect,
    )
    re_entries = number(setup.RE_ENTRIES, 0, MOST_TIMES, required=False)
    re_entry_until = number(setup.RE_ENTRY_UNTIL, 1, MOST_UNTIL, required=False)
    main = forms.ChoiceField(label=setup.WAY, required=False, widget=forms.RadioSelect)
    preset = forms.ChoiceField(label=setup.PRESET, required=False)
    lower = forms.CharField(
        label=setup.LOWER,
        required=False,
        max_length=LONGEST_NOTATION,
        help_text=setup.LOWER_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    third = forms.CharField(
        label=setup.THIRD,
        required=False,
        max_length=LONGEST_NOTATION,
        help_text=setup.THIRD_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    byes = forms.BooleanField(label=setup.STRUCTURE_BYES, required=False)
    joins = forms.BooleanField(label=setup.STRUCTURE_JOINS, required=False)
    dynamic = forms.BooleanField(label=setup.STRUCTURE_DYNAMIC, required=False)
    rounds = number(setup.ROUNDS, 0, MOST - 1, required=False, help_text=setup.ROUNDS_HELP)

    losses = number(setup.LOSSES, 2, 9, required=False, help_text=setup.LOSSES_HELP)
    fixed_rounds = number(setup.FIXED_ROUNDS, 0, MOST_ROUNDS, required=False, help_text=setup.FIXED_ROUNDS_HELP)
    paid = number(setup.PAID_PLACES, 0, 99, required=False, help_text=setup.PAID_PLACES_HELP)
    variant = forms.ChoiceField(label=setup.VARIANT, required=False)
    pairing = forms.ChoiceField(label=setup.PAIRING, required=False)
    apart = forms.CharField(
        label=setup.APART,
        required=False,
        max_length=LONGEST_NOTATION,
        help_text=setup.APART_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    pools = number(setup.POOLS, 0, MOST_POOLS, required=False, help_text=setup.POOLS_HELP)
    largest = number(setup.LARGEST_POOL, SMALLEST, MOST, required=False, help_text=setup.LARGEST_POOL_HELP)
    through = number(setup.THROUGH, 1, MOST_THROUGH, required=False, help_text=setup.THROUGH_HELP)
    best = number(setup.BEST, 0, MOST_POOLS, required=False, help_text=setup.BEST_HELP)
    fill = forms.BooleanField(label=setup.FILL, required=False)
    pool_lengths = forms.CharField(
        label=setup.POOL_POINTS,
        required=False,
        max_length=400,
        help_text=setup.POOL_POINTS_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    ranking = forms.ChoiceField(label=setup.POOL_RANKING, required=False)
    ties = forms.ChoiceField(label=setup.POOL_TIES, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now = str(self.initial.get("ranking", ""))
        orders = dict.fromkeys([*(",".join(each) for each in RANKINGS), *([now] if now else [])])
        self.fields["ranking"].choices = [(each, ranking_words(each.split(","))) for each in orders]  # type: ignore[attr-defined] # a choice
        self.fields["ties"].choices = list(setup.TIES.items())  # type: ignore[attr-defined] # a choice
        presets = [("", setup.NO_PRESET), *((name, preset_name(name)) for name in PRESETS)]
        self.fields["main"].choices = [(name, way_name(name)) for name in WAYS]  # type: ignore[attr-defined] # a choice
        self.fields["preset"].choices = presets  # type: ignore[attr-defined] # a choice
        self.fields["variant"].choices = list(setup.VARIANTS.items())  # type: ignore[attr-defined] # a choice
        self.fields["pairing"].choices = list(setup.PAIRINGS.items())  # type: ignore[attr-defined] # a choice

    @property
    def way(self) -> str:
        """The name of the format that is chosen, a knockout where none is."""
        return str(self["main"].value() or KNOCKOUT)

    def clean_main(self) -> str:
        return str(self.cleaned_data["main"]) or KNOCKOUT

    def way_data(self) -> dict[str, Any]:
        """Return what the form says about its format, as data for the rule book. Raises KeyError for a wrong field."""
        values = self.cleaned_data
        name = values["main"]
        return {NAMED: name, **_DATA[name](values)}

    def way_lengths(self, lengths: dict[str, Any]) -> dict[str, Any]:
        """Return the points of a format by bracket, those of pools and their knockout by name.

        Raises KeyError for a wrong field.
        """
        if self.cleaned_data["main"] != POOLS:
            return lengths
        typed = str(self.cleaned_data["pool_lengths"]).strip()
        return {"pools": read_written(typed).as_data() if typed else lengths[ENTRY], "knockout": lengths[ENTRY]}

    def clean_pool_lengths(self) -> str:
        text = str(self.cleaned_data["pool_lengths"])
        try:
            return write_lengths(read_written(text)) if text.strip() else ""
        except RuleBroken as broken:
            raise forms.ValidationError(speak(broken.code, broken.facts)) from None

    def check_way(self) -> None:
        """Show at its field what the rule book refuses."""
        try:
            read_format(self.way_data())
        except KeyError:
            return
        except RuleBroken as broken:
            field = next((name for begins, name in FIELD_OF_CODE.items() if broken.code.startswith(begins)), "main")
            self.add_error(field, speak(broken.code, broken.facts))


def _knockout(values: Mapping[str, Any]) -> dict[str, Any]:
    return {"consolation": values["consolation"], "last_chance": values["last_chance"], **drawing_data(values)}


def _structure(values: Mapping[str, Any]) -> dict[str, Any]:
    lower, third = str(values["lower"]).strip(), str(values["third"]).strip()
    named = {"preset": values["preset"], "lower": lower, "third": third, "byes": values["byes"]}
    return {**named, "joins": values["joins"], "dynamic": values["dynamic"], **drawing_data(values)}


def _round_robin(values: Mapping[str, Any]) -> dict[str, Any]:
    return {"rounds": values["rounds"] or 0}


def _swiss(values: Mapping[str, Any]) -> dict[str, Any]:
    given = {"losses": values["losses"] or 3, "rounds": values["fixed_rounds"] or 0, "paid": values["paid"] or 0}
    variant = values["variant"] or Variant.PLAYOFF.value
    pairing = values["pairing"] or Pairing.ROUNDS.value
    return {**given, "variant": variant, "pairing": pairing, "apart": values["apart"]}


def _pools(values: Mapping[str, Any]) -> dict[str, Any]:
    given = {"pools": values["pools"] or 0, "largest": values["largest"] or 4, "through": values["through"] or 2}
    ranking = values["ranking"].split(",") if values["ranking"] else [each.value for each in USUAL_RANKING]
    given["best"] = FILLS if values["fill"] else values["best"] or 0
    return {**given, "ranking": ranking, "ties": values["ties"] or Ties.LOT.value, **drawing_data(values)}


_DATA: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    KNOCKOUT: _knockout,
    STRUCTURE: _structure,
    ROUND_ROBIN: _round_robin,
    SWISS: _swiss,
    POOLS: _pools,
}


def way_initial(format_: Format) -> dict[str, Any]:
    """Return what the form shows first of a format."""
    shown: dict[str, Any] = {"main": format_.name} | drawing_initial(format_)
    if isinstance(format_, Structured):
        return shown | {
            "preset": format_.preset,
            "lower": format_.lower.text if format_.lower else "",
            "third": format_.third.text if format_.third else "",
            "byes": format_.byes,
            "joins": format_.joins,
            "dynamic": format_.dynamic,
        }
    if isinstance(format_, Swiss):
        shown |= {"losses": format_.losses, "fixed_rounds": format_.rounds or None, "paid": format_.paid or None}
        shown |= {"variant": format_.variant.value, "pairing": format_.pairing.value}
        return shown | {"apart": ", ".join(f"{one}-{other}" for one, other in format_.apart)}
    if isinstance(format_, RoundRobin):
        return shown | {"rounds": format_.rounds or None}
    if isinstance(format_, Pools):
        shown |= {"pools": format_.pools or None, "largest": format_.largest, "through": format_.through}
        shown |= {"best": None if format_.best == FILL else format_.best or None, "fill": format_.best == FILL}
        shown |= {"ranking": ",".join(format_.ranking), "ties": format_.ties.value}
        return shown | {"pool_lengths": write_lengths(format_.pools_to)}
    return shown


def way_points(format_: Format) -> list[tuple[str, str]]:
    """Return the points of each bracket of a format, of pools and their knockout by name."""
    if isinstance(format_, Pools):
        return [(pools_word(), write_lengths(format_.pools_to)), (knockout_word(), write_lengths(format_.played_to))]
    return [(name_of_code(each.code), write_lengths(format_.lengths(each.code))) for each in format_.brackets]
