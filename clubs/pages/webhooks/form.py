"""The form of a webhook."""

from django import forms

from clubs.forms.fields import RefusalForm
from clubs.models.webhooks import TOPICS
from clubs.words import webhook_words as words


class WebhookForm(RefusalForm):
    """Where what happens is posted, which of it, and in which form."""

    address = forms.CharField(
        label=words.ADDRESS,
        help_text=words.ADDRESS_HELP,
        max_length=500,
        error_messages={"required": words.ADDRESS_MISSING},
        widget=forms.URLInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )
    form = forms.ChoiceField(label=words.FORM_LABEL, choices=list(words.FORMS.items()), initial="text")
    topics = forms.MultipleChoiceField(
        label=words.TOPIC_LABEL,
        choices=[(topic, words.TOPICS[topic]) for topic in TOPICS],
        initial=["results"],
        error_messages={"required": words.TOPIC_MISSING},
        widget=forms.CheckboxSelectMultiple,
    )
