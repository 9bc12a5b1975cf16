"""Style sheets as they are served: without comments and without the white space that only people read.

A phone in a full hall loads the page and its styles before anything can be tapped (``docs/decisions/0031``). Sources
stay as they are written, and a server that serves them directly shows the same.
"""

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_QUOTED = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|/\*.*?\*/""", re.DOTALL)
_SPACE = re.compile(r"\s+")
# Around these a space says nothing; before a colon it parts selectors.
_MARKS = re.compile(r" ?([{};,]) ?|(:) ")


def light_css(text: str) -> str:
    """Return a style sheet without comments and needless white space; what is in quotes stays as it is.

    >>> light_css('a, b { margin: 0 2px; /* why */ }  a :hover { content: "x: ; y"; }')
    'a,b{margin:0 2px}a :hover{content:"x: ; y"}'
    """
    quoted: list[str] = []

    def put_aside(match: re.Match[str]) -> str:
        if match[1] is None:
            return " "
        quoted.append(match[1])
        return '"'

    plain = _SPACE.sub(" ", _QUOTED.sub(put_aside, text)).strip()
    light = _MARKS.sub(lambda match: match[1] or match[2], plain).replace(";}", "}")
    return re.sub('"', lambda match: quoted.pop(0), light)


class LightStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # whitenoise has no types
    """Collected static files with a hash in their names, compressed, style sheets made light."""

    def file_hash(self, name: str | None, content: Any = None) -> Any:
        """Return the hash of what is served, not of its source; the manifest has no name."""
        return super().file_hash(name, _light(name, content))

    def _save(self, name: str, content: Any) -> Any:
        return super()._save(name, _light(name, content))


def _light(name: str | None, content: Any) -> Any:
    """Return a file, a light one of a style sheet."""
    if content is None or name is None or not name.endswith(".css"):
        return content
    content.seek(0)
    text = content.read()
    return ContentFile(light_css(text if isinstance(text, str) else text.decode()).encode())
