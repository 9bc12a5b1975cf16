"""The form of the sites that may show a club's embeds."""

from django import forms

from clubs.forms.fields import RefusalForm
from clubs.words import embeds as words


class HostsForm(RefusalForm):
    """The hosts, one a line."""

    hosts = forms.CharField(
        label=words.HOSTS,
        help_text=words.HOSTS_HELP,
        required=False,
        max_length=6000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocapitalize": "off"}),
    )
