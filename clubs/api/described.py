"""What the description of the API says of a view: kept beside the view until somebody asks for the description.

drf-spectacular takes 5 MB, and most servers are never asked.
"""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema

_kept: list[tuple[Callable[..., Any], dict[str, Any]]] = []


def described[View: Callable[..., Any]](**words: Any) -> Callable[[View], View]:
    """Describe a method of a view in the words of drf-spectacular's ``extend_schema``."""

    def keep(view: View) -> View:
        _kept.append((view, words))
        return view

    return keep


def hand_over() -> None:
    """Tell drf-spectacular what was kept, once."""
    while _kept:
        view, words = _kept.pop()
        extend_schema(**words)(view)
