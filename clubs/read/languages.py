"""The languages of the interface."""

from functools import cache

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from rules.errors import RuleBroken


def is_language(code: str) -> bool:
    """Whether the interface speaks a language."""
    return code in dict(settings.LANGUAGES)


def read_language(code: str) -> str:
    """Return the code of a language, empty for none. Raises RuleBroken ``language``."""
    if code and not is_language(code):
        raise RuleBroken("language", got=code, known=", ".join(dict(settings.LANGUAGES)))
    return code


@cache
def _supported(code: str) -> str:
    try:
        return get_supported_language_variant(code)
    except LookupError:
        return ""


def accepted_language(header: str) -> str:
    """Return the first language of an ``Accept-Language`` header that the interface speaks, empty if it names none."""
    for code, quality in parse_accept_lang_header(header):
        if code == "*" or not quality:
            return ""
        if language := _supported(code[:20]):
            return language
    return ""
