"""Text in, values out, for events."""

from collections.abc import Sequence
from typing import Any

from django import forms

from rules.conditions import LONGEST_FEE, LONGEST_TEXT, ClockStatus, Conditions
from rules.draws.seeding import FEWEST, MOST, size_for
from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.formats.knockout import CONSOLATION, LAST_CHANCE, MAIN, Consolation, Knockout
from rules.formats.registry import compile_plan, read_format
from rules.members import EntrantKind
from rules.rulesets import Ruleset
from rules.rulesets.played import read_played
from rules.timing.hours import write_hour
from rules.typed.lengths import read_written, write_lengths
from tournaments.actions.events import LONGEST_TITLE, EventSheet
from tournaments.forms.fields import hour, number
from tournaments.pages.setup.games import Games, GameSelect, changed_options, game_value, with_cube
from tournaments.pages.setup.ways import KNOCKOUT, WAY_FIELDS, WaysForm, way_initial, way_points
from tournaments.words.events import setup
from tournaments.words.events.formats import consolation_word, format_sentence
from tournaments.words.events.games import refusal_words
from tournaments.words.refusals import speak

LENGTH_FIELDS = {MAIN: "main_lengths", CONSOLATION: "consolation_lengths", LAST_CHANCE: "last_chance_lengths"}
FORMAT_FIELDS = (
    *WAY_FIELDS,
    "game",
    "own_name",
    "own_options",
    "consolation",
    "last_chance",
    *LENGTH_FIELDS.values(),
    "crawford",
    "holland",
)


class EventForm(WaysForm):
    """The set-up of an event; ``entrants`` is the field of the forecast. The format is fixed once drawn."""

    entrants = number(setup.ENTRANTS, FEWEST, MOST, required=False)
    name = forms.CharField(
        label=setup.EVENT,
        max_length=LONGEST_TITLE,
        initial=setup.MAIN,
        error_messages={"required": setup.NAME_MISSING},
    )
    game = forms.ChoiceField(label=setup.GAME, required=False, widget=GameSelect)
    own_name = forms.CharField(label=setup.OWN_NAME, required=False, max_length=80, help_text=setup.OWN_NAME_HELP)
    own_options = forms.CharField(
        label=setup.OWN_OPTIONS,
        required=False,
        max_length=2000,
        help_text=setup.OWN_OPTIONS_HELP,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "none"}),
    )
    consolation = forms.ChoiceField(
        label=setup.CONSOLATION,
        choices=[
            (Consolation.NONE, setup.NONE),
            (Consolation.FIRST_MATCH, setup.FIRST_MATCH),
            (Consolation.PROGRESSIVE, setup.PROGRESSIVE),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    main_lengths = forms.CharField(
        label=setup.MAIN_POINTS,
        max_length=400,
        error_messages={"required": setup.LENGTHS_MISSING},
    )
    consolation_lengths = forms.CharField(label=setup.CONSOLATION_POINTS, max_length=400, required=False)
    last_chance = forms.BooleanField(label=setup.WITH_A_LAST_CHANCE, required=False)
    last_chance_lengths = forms.CharField(label=setup.LAST_CHANCE_POINTS, max_length=400, required=False)
    crawford = forms.BooleanField(label=setup.CRAWFORD_RULE, required=False)
    holland = forms.BooleanField(label=setup.HOLLAND_RULE, required=False)
    clock = forms.ChoiceField(
        label=setup.CLOCKS,
        choices=[
            (ClockStatus.REQUIRED, setup.REQUIRED),
            (ClockStatus.ALLOWED, setup.ALLOWED),
            (ClockStatus.NONE, setup.NONE),
        ],
        widget=forms.RadioSelect,
    )
    reserve = number(setup.RESERVE, 10, 1800)
    delay = number(setup.DELAY, 0, 120)
    grace = number(setup.GRACE, 0, 240)
    each = number(setup.POINT_EVERY, 1, 240)
    minutes_per_point = number(setup.PACE, 1, 60)
    last_start = hour(setup.LAST_START, help_text=setup.LAST_START_HELP)
    legal_moves = forms.BooleanField(label=setup.LEGAL_PLAYS, required=False)
    odds = forms.BooleanField(label=setup.SHOW_ODDS, required=False)
    phones = forms.BooleanField(label=setup.PHONES_MAY_REPORT, required=False)
    phone_grace = number(setup.MINUTES_TO_CONTEST, 0, 60)
    fee = forms.CharField(label=setup.ENTRY_FEE, required=False, max_length=LONGEST_FEE)
    prizes = forms.CharField(
        label=setup.PRIZES, required=False, max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 3})
    )
    notes = forms.CharField(
        label=setup.NOTES, required=False, max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, locked: bool = False, entered: int = 0, games: Games, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entered, self.games = entered, games
        self.fields["kind"].disabled = bool(entered)
        self.fields["game"].choices = games.choices  # type: ignore[attr-defined] # a ChoiceField
        self.fields["game"].widget.without_cube = games.without_cube
        for name in LENGTH_FIELDS.values():
            self.fields[name].widget.attrs["autocomplete"] = "off"
        for name in FORMAT_FIELDS if locked else ():
            self.fields[name].disabled = name not in LENGTH_FIELDS.values()

    @property
    def format_words(self) -> list[tuple[str, str]]:
        """The format in words, once it is fixed."""
        initial = self.initial
        cube = self.games.current is None or with_cube(self.games.current)
        flags = [("crawford", setup.CRAWFORD_RULE), ("holland", setup.HOLLAND_RULE)] if cube else []
        return [
            (str(setup.GAME), self.games.name_of(initial["game"])),
            *(self._knockout_words() if initial["main"] == KNOCKOUT else self._way_words()),
            *((str(label), str(setup.ON if initial[name] else setup.OFF)) for name, label in flags),
        ]

    def _knockout_words(self) -> list[tuple[str, str]]:
        return [(str(setup.CONSOLATION), self._consolation_words())]

    def _way_words(self) -> list[tuple[str, str]]:
        """Another format than a knockout: its sentence, and the points of each bracket that it has."""
        format_ = self.initial["format"]
        points = [(name, setup.TO_POINTS.format(points=points)) for name, points in way_points(format_)]
        return [(str(setup.WAY), format_sentence(format_)), *points]

    def _consolation_words(self) -> str:
        words = {each.value: consolation_word(each) for each in Consolation}[self.initial["consolation"]]
        return f"{words}, {setup.LAST_CHANCE}" if self.initial["last_chance"] else words

    @property
    def lengths(self) -> list[forms.BoundField]:
        """The fields of the lengths that the event has and that can change after the draw: those of a knockout."""
        if self.initial["main"] != KNOCKOUT:
            return []
        names = [LENGTH_FIELDS[MAIN]]
        if self.initial.get("consolation") not in (Consolation.NONE, Consolation.NONE.value, "", None):
            names.append(LENGTH_FIELDS[CONSOLATION])
        if self.initial.get("last_chance"):
            names.append(LENGTH_FIELDS[LAST_CHANCE])
        return [self[name] for name in names]

    @property
    def clock_words(self) -> str:
        """The clocks of the form, in one word."""
        words = dict(self.fields["clock"].choices)  # type: ignore[attr-defined] # a ChoiceField
        return str(words.get(self["clock"].value(), ""))

    @property
    def reporting_words(self) -> str:
        """The reports by phone of the form, in a few words."""
        if not self["phones"].value():
            return str(setup.DESK_REPORTS)
        minutes = self["phone_grace"].value()
        return setup.PLAYERS_REPORT.format(n=minutes)

    @property
    def size(self) -> int:
        """The number of entrants of the forecast."""
        return self.cleaned_data.get("entrants") or self.entered or 16

    def clean_main_lengths(self) -> str:
        return self._lengths(MAIN)

    def clean_consolation_lengths(self) -> str:
        if not str(self.cleaned_data["consolation_lengths"]).strip():
            return str(self.cleaned_data.get("main_lengths", ""))
        return self._lengths(CONSOLATION)

    def clean_last_chance_lengths(self) -> str:
        """Two points fewer than the consolation where nothing is typed."""
        if str(self.cleaned_data["last_chance_lengths"]).strip():
            return self._lengths(LAST_CHANCE)
        try:
            return write_lengths(read_written(str(self.cleaned_data.get("consolation_lengths", ""))).shorter())
        except RuleBroken:
            return ""

    def _lengths(self, bracket: str) -> str:
        text = str(self.cleaned_data[LENGTH_FIELDS[bracket]])
        try:
            read_written(text)
        except RuleBroken as broken:
            raise forms.ValidationError(self._refusal_text(broken, bracket)) from None
        return text

    def _refusal_text(self, broken: RuleBroken, bracket: str) -> str:
        """Name the round that a wrong number stands for, where the field is known."""
        consolation = Consolation(self.cleaned_data.get("consolation") or Consolation.FIRST_MATCH)
        plan = compile_plan(size_for(self.size), Knockout(consolation, last_chance=bracket == LAST_CHANCE))
        letters = list(dict.fromkeys(plan.matches[at].letter for at in plan.of(bracket)))
        if broken.code == "lengths.number":
            at = len(letters) - broken.facts["places"] + broken.facts["place"]
            if at >= 1:
                return setup.LENGTH_OF_ROUND_WRONG.format(round=letters[at - 1])
        return speak(broken.code, broken.facts)

    def format(self) -> Format | None:
        """Return the format as far as it can be read, None where it can't."""
        values = self.cleaned_data
        try:
            lengths = {code: read_written(values[name]).as_data() for code, name in LENGTH_FIELDS.items()}
            data = {
                **self.way_data(),
                "length": self.way_lengths(lengths),
                **self._cube_data(),
                **self._game_data(),
            }
            return read_format(data)
        except (KeyError, RuleBroken):
            return None

    def _game_data(self) -> dict[str, Any]:
        """Return the game of the form. Raises RuleBroken as ``Games.own_data`` does."""
        values = self.cleaned_data
        name, options = str(values.get("own_name", "")).strip(), str(values.get("own_options", "")).strip()
        if not name and not options:
            return self.games.data(values["game"])
        return self.games.own_data(values["game"], name, options)

    def _cube_data(self) -> dict[str, bool]:
        """Return the rules of the cube; in a game without it their ticks are hidden and count for nothing."""
        data = self._game_data()
        if not with_cube(read_played(data.get("ruleset"), data.get("match"))):
            return {"crawford": False, "holland": False}
        return {name: bool(self.cleaned_data.get(name)) for name in ("crawford", "holland")}

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        try:
            cube = self._cube_data()
        except RuleBroken as broken:
            self.add_error("own_name" if broken.code == "ruleset.name" else "own_options", refusal_words(broken))
        except KeyError:
            pass
        else:
            if cube["holland"] and not cube["crawford"]:
                self.add_error("holland", speak("holland.alone", {}))
        if values.get("main", KNOCKOUT) != KNOCKOUT:
            self.check_way()
        elif "consolation" in values and not values["consolation"]:
            self.add_error("consolation", self.fields["consolation"].error_messages["required"])
        elif values.get("last_chance") and values.get("consolation") == Consolation.NONE:
            self.add_error("last_chance", speak("last_chance.alone", {}))
        return values

    def sheet(self) -> EventSheet:
        """Return how the event is called and played."""
        values, format_ = self.cleaned_data, self.format()
        conditions = {
            "clock": {"reserve_per_point": values["reserve"], "delay": values["delay"], "status": values["clock"]},
            "lateness": {"grace": values["grace"], "each": values["each"]},
            "minutes_per_point": values["minutes_per_point"],
            "legal_moves": values["legal_moves"],
            "reporting": {"phones": values["phones"], "grace": values["phone_grace"]},
            "fee": values["fee"],
            "prizes": values["prizes"],
            "notes": values["notes"],
            "odds": values["odds"],
            "last_start": write_hour(values["last_start"]),
            "entrants": values["kind"] or EntrantKind.SINGLE,
            "re_entry": {"times": values["re_entries"] or 0, "until": values["re_entry_until"] or 1},
        }
        return EventSheet(values["name"], format_.as_data() if format_ else None, conditions)


def event_data(name: str, format_: Format, conditions: Conditions, own: Sequence[Ruleset] = ()) -> dict[str, Any]:
    """Return how an event is played, as the form shows it first; ``own`` are the club's own rulesets."""
    return {
        "name": name,
        "game": game_value(format_.played, own),
        "own_name": format_.played.games[0].name,
        "own_options": changed_options(format_.played.games[0]),
        **way_initial(format_),
        "format": format_,
        "consolation": format_.consolation.value if isinstance(format_, Knockout) else Consolation.PROGRESSIVE.value,
        "last_chance": isinstance(format_, Knockout) and format_.last_chance,
        **{name: write_lengths(format_.lengths(code)) for code, name in LENGTH_FIELDS.items()},
        # Ticked where the event has no cube, for the day when another game is chosen.
        "crawford": format_.crawford or not format_.counts_as_backgammon,
        "holland": format_.holland,
        "clock": conditions.clock.status.value,
        "reserve": conditions.clock.reserve_per_point,
        "delay": conditions.clock.delay,
        "grace": conditions.lateness.grace,
        "each": conditions.lateness.each,
        "minutes_per_point": conditions.minutes_per_point,
        "legal_moves": conditions.legal_moves,
        "phones": conditions.reporting.phones,
        "phone_grace": conditions.reporting.grace,
        "fee": conditions.fee,
        "prizes": conditions.prizes,
        "notes": conditions.notes,
        "odds": conditions.odds,
        "last_start": conditions.last_start,
        "kind": conditions.entrants.value,
        "re_entries": conditions.re_entry.times,
        "re_entry_until": conditions.re_entry.until,
    }
