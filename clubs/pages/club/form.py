"""Forms of a club."""

from django import forms

from clubs.forms.fields import RefusalForm
from clubs.models import Role
from clubs.words import fields
from clubs.words.refusals import KINDS


class ClubForm(RefusalForm):
    name = forms.CharField(
        label=fields.CLUB_NAME,
        max_length=120,
        error_messages={"required": fields.CLUB_NAME_MISSING},
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )


class KindForm(RefusalForm):
    """A choice among the roles that the person may give."""

    kind = forms.ChoiceField(label=fields.ROLE, error_messages={"required": fields.ROLE_MISSING})

    def __init__(self, *args: object, kinds: tuple[str, ...] = tuple(Role.Kind.values), **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type] # handed on as it came
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 -- for the types
        field.choices = [(kind, KINDS[kind]) for kind in kinds]
