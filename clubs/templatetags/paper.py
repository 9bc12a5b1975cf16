"""Text on a printed form that stays inside its room."""

from django import template
from django.utils.html import format_html

from paper.fitting import fit_text
from rules.drawing.names import Face

register = template.Library()


@register.simple_tag
def fitted(text: str, room: float, face: str = Face.PLAIN) -> str:
    """Return ``text`` on one line of ``room`` em: in a narrow face, smaller or shorter where it is too long."""
    fit = fit_text(text, room, Face(face))
    if fit.face == face and fit.scale == 1.0:
        return fit.text
    return format_html(
        '<span class="{}" style="font-size:{}em">{}</span>', fit.face.value, f"{fit.scale:.3f}", fit.text
    )


@register.filter
def em(room: float, size: float) -> float:
    """Return a width in mm as em of a type of ``size`` mm."""
    return room / size
