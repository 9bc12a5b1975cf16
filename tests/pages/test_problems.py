"""Every refusal on a page stands in one block, in the same words, linked to the field to fix."""

from dataclasses import dataclass
from pathlib import Path

from django import forms
from django.template import Context, Template

TEMPLATES = Path(__file__).parents[2] / "templates"


class NameForm(forms.Form):
    name = forms.CharField(error_messages={"required": "Type a name."})
    format = forms.ChoiceField(
        choices=[("swiss", "Swiss")], widget=forms.RadioSelect, error_messages={"required": "Choose a format."}
    )


@dataclass(frozen=True)
class Fault:
    field: str
    text: str


def shown(template: str, **values: object) -> str:
    """Return what the template writes, on one line with single spaces."""
    return " ".join(Template(template).render(Context(values)).split())


def test_only_one_template_writes_the_block() -> None:
    holders = [
        str(path.relative_to(TEMPLATES))
        for path in TEMPLATES.rglob("*.html")
        if "There is a problem" in path.read_text()
    ]

    assert holders == ["parts/problem.html"]


def test_a_sentence_is_linked_to_its_field_and_the_block_takes_the_focus() -> None:
    assert shown('{% problem refusal at="reason" %}', refusal="Give a reason <now>.") == (
        '<div class="problem" role="alert" id="problem" tabindex="-1" autofocus><h2>There is a problem</h2>'
        '<ul><li><a href="#reason">Give a reason &lt;now&gt;.</a></li></ul></div>'
    )


def test_a_quiet_block_leaves_the_focus_where_people_type_on() -> None:
    html = shown("{% problem refusal quiet=True %}", refusal="Nobody is called so.")

    assert html.startswith('<div class="problem" role="alert"><h2>')
    assert "autofocus" not in html


def test_nothing_wrong_writes_nothing() -> None:
    form = NameForm()

    assert shown("{% problem refusal form faults %}", refusal=None, form=form, faults=[]) == ""
    assert shown("{% problemwith refusal %}<p>Ask at the desk.</p>{% endproblemwith %}", refusal="") == ""


def test_forms_and_refusals_of_one_page_share_one_block() -> None:
    html = shown(
        "{% problem refusal form faults %}",
        refusal="This was changed meanwhile.",
        form=NameForm({}),
        faults=[Fault("top", "To 7, somebody must have 7.")],
    )

    assert html.count('class="problem"') == 1
    assert [part.split("</li>")[0].strip() for part in html.split("<li>")[1:]] == [
        "This was changed meanwhile.",
        '<a href="#id_name">Type a name.</a>',
        '<a href="#id_format">Choose a format.</a>',
        '<a href="#top">To 7, somebody must have 7.</a>',
    ]


def test_what_follows_from_a_refusal_stands_inside_of_its_block() -> None:
    html = shown("{% problemwith fault %}<p>Ask at the desk.</p>{% endproblemwith %}", fault=Fault("", "Too late."))

    assert html.endswith("<ul><li>Too late.</li></ul><p>Ask at the desk.</p></div>")
