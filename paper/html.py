"""Templates of ``templates/print/``: HTML with the fonts of this machine, mirrored where the language is."""

from django.template.loader import render_to_string
from django.utils import translation

from paper.fonts import fonts
from rules.drawing.names import Face


def paper_html(template: str, title: str, **context: object) -> str:
    """Return ``print/{template}`` as HTML, in the active language."""
    face = fonts()
    everywhere = {
        "title": title,
        "language": translation.get_language(),
        "rtl": translation.get_language_bidi(),
        "faces": {kind.name.lower(): face.families(kind) for kind in Face},
    }
    return render_to_string(f"print/{template}", everywhere | context)
