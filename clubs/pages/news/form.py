"""The form of an article."""

from django import forms

from clubs.forms.fields import RefusalForm
from clubs.models.news import LONGEST_TEXT, LONGEST_TITLE
from clubs.words import news as words


class ArticleForm(RefusalForm):
    """A title, a text in Markdown, and who may read it."""

    title = forms.CharField(
        label=words.TITLE, max_length=LONGEST_TITLE, error_messages={"required": words.TITLE_MISSING}
    )
    text = forms.CharField(
        label=words.TEXT,
        max_length=LONGEST_TEXT,
        help_text=words.TEXT_HELP,
        error_messages={"required": words.TEXT_MISSING},
        widget=forms.Textarea(attrs={"rows": 8}),
    )
    public = forms.BooleanField(label=words.PUBLIC, required=False, initial=True)
