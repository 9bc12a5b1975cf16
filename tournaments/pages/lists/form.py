"""The ticks on the entry list: every row has its buttons, all of them in one form."""

from dataclasses import dataclass

from django import forms


@dataclass(frozen=True, slots=True)
class Ticking:
    """The command of a button; ``entrant`` None means all entrants."""

    entrant: int | None
    kind: str
    on: bool


class TickForm(forms.Form):
    """``tick`` is ``23:paid:on``, ``23:here:off`` or ``all:here:on``."""

    tick = forms.RegexField(r"\A([0-9]{1,15}|all):[a-z]{1,8}:(on|off)\Z")

    def ticking(self) -> Ticking:
        who, kind, on = str(self.cleaned_data["tick"]).split(":")
        return Ticking(None if who == "all" else int(who), kind, on == "on")
