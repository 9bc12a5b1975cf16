"""Text in, values out, for tournaments."""

from functools import cache
from typing import Any

from django import forms
from django.conf import settings

from journal.zones import zone_names
from rules.timing.holds import MOST_REST
from tournaments.actions.events import LONGEST_TITLE, TournamentSheet
from tournaments.actions.matches.tables import MOST_TABLES
from tournaments.forms.fields import RefusalForm, hour, number
from tournaments.words.events import setup
from tournaments.words.refusals import speak

LONGEST_WIFI = 64


def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return every time zone with its place in words, by continent; UTC and the like come last."""
    *regions, (_unnamed, others) = _zones()
    return [*regions, (str(setup.OTHER_ZONES), others)]


@cache
def _zones() -> list[tuple[str, list[tuple[str, str]]]]:
    regions: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(zone_names()):
        region, slash, city = zone.partition("/")
        name = city.replace("_", " ").replace("/", ", ") if slash else zone
        regions.setdefault(region if slash else "", []).append((zone, name))
    others = regions.pop("", [])
    return [*regions.items(), ("", others)]


class TournamentForm(RefusalForm):
    name = forms.CharField(label=setup.NAME, required=False, max_length=LONGEST_TITLE)
    starts_on = forms.DateField(
        label=setup.DATE,
        required=False,
        widget=forms.DateInput(attrs={"type": "date", "class": "short"}, format="%Y-%m-%d"),
    )
    starts_at = hour(setup.FIRST_MATCH_AT)
    place = forms.CharField(label=setup.PLACE, required=False, max_length=LONGEST_TITLE)
    director = forms.CharField(label=setup.DIRECTOR, required=False, max_length=LONGEST_TITLE)
    tables = number(
        setup.TABLES,
        0,
        MOST_TABLES,
        required=False,
        help_text=setup.TABLES_HELP,
    )
    rest = number(setup.REST, 0, MOST_REST, required=False, help_text=setup.REST_HELP)
    wifi_name = forms.CharField(
        label=setup.WIFI_NAME,
        help_text=setup.WIFI_HELP,
        required=False,
        max_length=LONGEST_WIFI,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    wifi_password = forms.CharField(
        label=setup.WIFI_PASSWORD,
        required=False,
        max_length=LONGEST_WIFI,
        strip=False,
        help_text=setup.WIFI_PASSWORD_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    timezone = forms.CharField(label=setup.TIME_ZONE, max_length=60, widget=forms.Select())
    language = forms.ChoiceField(
        label=setup.LANGUAGE,
        required=False,
        help_text=setup.LANGUAGE_HELP,
        choices=[("", setup.READERS_LANGUAGE), *settings.LANGUAGES],
    )
    second_language = forms.ChoiceField(
        label=setup.SECOND_LANGUAGE, required=False, choices=[("", setup.NO_SECOND_LANGUAGE), *settings.LANGUAGES]
    )

    def __init__(self, *args: Any, name_from: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.name_from = name_from
        self.fields["timezone"].widget.choices = zone_choices()

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"]).strip() or self.name_from
        if not name:
            raise forms.ValidationError(setup.NAME_MISSING)
        return name

    def clean_timezone(self) -> str:
        zone = str(self.cleaned_data["timezone"])
        if zone not in zone_names():
            raise forms.ValidationError(speak("timezone", {}))
        return zone

    def given(self) -> dict[str, Any]:
        """Return the values of the form by the names of ``TournamentSheet``."""
        return self.cleaned_data | {name: self.cleaned_data[name] or 0 for name in ("tables", "rest")}

    def sheet(self) -> TournamentSheet:
        return TournamentSheet(**self.given())
