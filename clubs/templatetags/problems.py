"""The one block that says why something was refused: at the top of the page, each line linked to its field."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString

register = template.Library()


@dataclass(frozen=True, slots=True)
class Line:
    """What is wrong and what to do; ``field`` is the id of the element to fix, empty where there is none."""

    text: str | Promise
    field: str = ""


@register.simple_tag
def problem(*sources: Any, at: str = "", quiet: bool = False) -> SafeString | str:
    """Return the block with every problem of ``sources``, empty where nothing is wrong.

    A source is a sentence, a refusal with ``text`` (and ``field``), a form, a list of these, or nothing. ``at`` is the
    id of the field that a plain sentence is about. The block takes the focus when the page opens; a ``quiet`` one
    leaves it where people type on.
    """
    return _block(sources, at, quiet, "")


@register.simple_block_tag(name="problemwith")
def problem_with(content: SafeString, *sources: Any, at: str = "", quiet: bool = False) -> SafeString | str:
    """Return the same block, with what stands between the tags below its sentences."""
    return _block(sources, at, quiet, content)


def _block(sources: tuple[Any, ...], at: str, quiet: bool, more: str) -> SafeString | str:
    lines = [line for source in sources for line in _lines_of(source, at)]
    if not lines:
        return ""
    return render_to_string("parts/problem.html", {"lines": lines, "quiet": quiet, "more": more})


def _lines_of(source: Any, at: str) -> Iterator[Line]:
    if not source and not hasattr(source, "errors"):
        return
    if isinstance(source, str | Promise):
        yield Line(source, at)
    elif isinstance(source, list | tuple):
        for each in source:
            yield from _lines_of(each, at)
    elif hasattr(source, "non_field_errors"):
        yield from _errors_of(source)
    else:
        yield Line(source.text, getattr(source, "field", at))


def _errors_of(form: Any) -> Iterator[Line]:
    """Yield the errors of a form that was sent, those of no field first."""
    if not form.errors:
        return
    for error in form.non_field_errors():
        yield Line(error)
    for field in form:
        for error in field.errors:
            yield Line(error, field.id_for_label or field.auto_id)
