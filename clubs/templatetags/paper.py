"""Text on a printed form that stays inside its room."""

from collections.abc import Sequence

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.template.exceptions import TemplateSyntaxError
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi

from paper.fitting import FittedText, fit_row, fit_text
from paper.languages import BESIDE, in_second
from rules.drawing.names import Face

register = template.Library()


@register.simple_tag
def fitted(text: str, room: float, face: str = Face.PLAIN) -> str:
    """Return ``text`` on one line of ``room`` em: in a narrow face, smaller or shorter where it is too long."""
    return _set(fit_text(text, room, Face(face)), Face(face))


@register.simple_tag
def fitted_row(texts: Sequence[str], begins: Sequence[float], room: float, how: str = "") -> str:
    """Return ``texts`` on one line of ``room`` em, in columns that begin at ``begins`` em; ``how`` may be "centred"."""
    fit = fit_row(texts, begins, room, centred=how == "centred", rtl=get_language_bidi())
    return _set(fit, Face.PLAIN)


def _set(fit: FittedText, face: Face) -> str:
    """Return a text as it is set on a line of ``face``."""
    if fit.scale == 1.0:
        return fit.text if fit.face is face else format_html('<span class="{}">{}</span>', fit.face.value, fit.text)
    return format_html(
        '<span class="{}" style="font-size:{}em">{}</span>', fit.face.value, f"{fit.scale:.3f}", fit.text
    )


@register.filter
def em(room: float, size: float) -> float:
    """Return a width in mm as em of a type of ``size`` mm."""
    return room / size


@register.tag
def both(parser: Parser, token: Token) -> "Both":
    """Render what stands inside in the paper's language, and beside it in its second: ``{% both as name %}``.

    ``{% both second as name %}`` gives the second alone, for a place of its own; it is empty where there is none.
    """
    inside = parser.parse(("endboth",))
    parser.delete_first_token()
    *words, as_, name = token.split_contents()[1:]
    if as_ != "as" or words not in ([], ["second"]):
        raise TemplateSyntaxError("both [second] as NAME")
    return Both(inside, name, is_second=bool(words))


class Both(Node):
    """A text in two languages."""

    def __init__(self, inside: NodeList, name: str, *, is_second: bool) -> None:
        self.inside, self.name, self.is_second = inside, name, is_second

    def render(self, context: Context) -> SafeString:
        """Keep the text under its name; print nothing."""

        def text() -> str:
            return self.inside.render(context)

        second = in_second(text)
        parts = [second] if self.is_second else [text(), second]
        # What was rendered is escaped already.
        context[self.name] = format_html_join(BESIDE, "{}", ((part,) for part in parts if part))
        return escape("")
