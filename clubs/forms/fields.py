"""What the forms of people share."""

from django import forms

from clubs.words.refusals import speak
from rules.errors import RuleBroken


class Told(forms.Form):
    """A form that can show why what it told was refused."""

    def refuse(self, broken: RuleBroken, field: str | None = None) -> None:
        """Show a refusal, at its field when it has one."""
        self.add_error(field, speak(broken.code, broken.facts))
