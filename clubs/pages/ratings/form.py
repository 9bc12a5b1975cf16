"""The form of a rating list: a rule by name, what differs from it, which matches count, and who is listed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clubs.actions.ratings.lists import ListSheet
from clubs.read.ratings.lists import ListView
from journal.canon import stored_json
from rules.ratings.presets import RATING_PRESETS

# The points systems that the form offers by name; all others are chosen by the API.
WINS = {"main": 1, "consolation": 1, "last_chance": 1}
SYSTEMS: dict[str, dict[str, Any]] = {
    "table": {"system": "table"},
    "nordic": {"system": "wins", "wins": {"main": 7, "consolation": 5, "last_chance": 3}},
    "night": {"system": "wins", "wins": WINS, "attendance": 1, "bonus": 1},
    "master": {"system": "master"},
    "abt": {"system": "abt"},
    "field": {"system": "field"},
}
RULES = (*RATING_PRESETS, *SYSTEMS)
# Fields with one number of the rule each, by the word of its option.
NUMBERS = ("class_width", "start", "tau")
RAMP = ("start", "per", "least")
WHOLE = ("least_length", "least_entrants")
EXCLUDED = ("walkover", "one_pointer", "unfinished", "non_member")
LISTING = ("experience", "deviation", "active_days")


@dataclass(slots=True)
class ListForm:
    """What stands in the form, each field as a text; ``excluded`` are the matches that do not count."""

    name: str = ""
    rule: str = "fibs"
    public: bool = True
    excluded: tuple[str, ...] = ("walkover",)
    provisional: bool = True
    fields: dict[str, str] = field(default_factory=dict)


def posted_form(posted: Any) -> ListForm:
    """Return the form as it was posted."""
    words = (*NUMBERS, *(f"ramp_{each}" for each in RAMP), "c", "period", *WHOLE, *LISTING)
    return ListForm(
        name=posted.get("name", ""),
        rule=posted.get("rule", ""),
        public=posted.get("public", "") == "on",
        excluded=tuple(each for each in EXCLUDED if posted.get(f"exclude_{each}") == "on"),
        provisional=posted.get("provisional", "") == "on",
        fields={word: posted.get(word, "").strip().replace(",", ".") for word in words},
    )


def sheet_of(form: ListForm, zone: str) -> ListSheet:
    """Return what a posted form asks for."""
    listing = {word: number for word in LISTING if (number := _number(form, word)) is not None}
    options: dict[str, Any] = {"listing": listing | {"provisional": form.provisional}}
    if form.rule in SYSTEMS:
        return ListSheet(form.name, options | {"points": SYSTEMS[form.rule]}, form.public)
    rule: dict[str, Any] = {"preset": form.rule, "zone": zone, "exclude": list(form.excluded)}
    for word in (*NUMBERS, *WHOLE):
        if (number := _number(form, word)) is not None:
            rule[word] = [number] if word == "start" and form.rule == "glicko2" else number
    ramp = {each: number for each in RAMP if (number := _number(form, f"ramp_{each}")) is not None}
    if ramp:
        rule["k"] = ramp
    if (c := _number(form, "c")) is not None:
        rule["term"] = {"c": c}
    if form.fields.get("period") and form.rule == "glicko2":
        rule["period"] = form.fields["period"]
    return ListSheet(form.name, options | {"list": rule}, form.public)


def form_of(view: ListView) -> ListForm:
    """Return the form of a list as it is."""
    options: Mapping[str, Any] = stored_json(view.options)
    rule, listing = options.get("list", {}), options.get("listing", {})
    points = options.get("points")
    name = next((name for name, each in SYSTEMS.items() if each == points), "table") if points else None
    start = rule.get("start")
    numbers = {word: rule[word] for word in (*NUMBERS, *WHOLE, "period") if word in rule and word != "start"}
    numbers |= {"start": start[0] if isinstance(start, list) else start} if start else {}
    ramp = rule.get("k", {})
    numbers |= {f"ramp_{each}": ramp[each] for each in RAMP if isinstance(ramp, dict) and each in ramp}
    term = rule.get("term")
    numbers |= {"c": term["c"]} if isinstance(term, dict) and "c" in term else {}
    numbers |= {word: listing[word] for word in LISTING if word in listing}
    return ListForm(
        name=view.name,
        rule=name or rule.get("preset", "fibs"),
        public=view.public,
        excluded=tuple(rule.get("exclude", ["walkover"])),
        provisional=listing.get("provisional", True),
        fields={word: str(number) for word, number in numbers.items()},
    )


def _number(form: ListForm, word: str) -> str | int | None:
    """Return the number of a field, a whole one where the option is; None for an empty field."""
    text = form.fields.get(word, "")
    if not text:
        return None
    is_whole = word in (*WHOLE, "active_days") and text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if is_whole else text
