"""The form of a report template."""

from django import forms

from clubs.forms.fields import RefusalForm
from clubs.models.reports import LONGEST_TEMPLATE
from clubs.words import reports as words


class TemplateForm(RefusalForm):
    """A name, what a line of the report is, and its columns."""

    name = forms.CharField(
        label=words.NAME, help_text=words.NAME_HELP, max_length=60, error_messages={"required": words.NAME_MISSING}
    )
    kind = forms.ChoiceField(label=words.KIND, choices=list(words.REPORTS.items()))
    columns = forms.CharField(
        label=words.COLUMNS,
        help_text=words.COLUMNS_HELP,
        max_length=LONGEST_TEMPLATE,
        error_messages={"required": words.COLUMNS_MISSING},
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    separator = forms.ChoiceField(label=words.SEPARATOR, choices=list(words.SEPARATED.items()))
