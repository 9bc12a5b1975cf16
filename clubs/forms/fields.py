"""The base class of the forms."""

from django import forms

from clubs.words.refusals import speak
from rules.errors import RuleBroken


class RefusalForm(forms.Form):
    """A form that can show a refusal."""

    def refuse(self, broken: RuleBroken, field: str | None = None) -> None:
        """Show a refusal, at ``field`` if given."""
        self.add_error(field, speak(broken.code, broken.facts))
