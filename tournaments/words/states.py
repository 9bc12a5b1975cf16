"""The states of a match in words, everywhere the same."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.draws.match_state import State

# Called for every match of a page: a lazy text would cost several times as much.
_WORDS: dict[str, Callable[[], str]] = {
    State.WAITING: lambda: _("waiting"),
    State.READY: lambda: _("ready"),
    State.CALLED: lambda: _("called"),
    State.PLAYING: lambda: _("playing"),
    State.DISPUTED: lambda: _("two results"),
    State.UNSETTLED: lambda: _("not confirmed"),
    State.FINAL: lambda: pgettext("state of a match", "final"),
    State.WALKOVER: lambda: _("walkover"),
    State.NO_SHOW: lambda: _("no-show"),
    State.RETIRED: lambda: _("retired"),
    State.WITHDRAWN: lambda: _("withdrawn"),
    State.RULING: lambda: _("by ruling"),
    State.SPLIT: lambda: _("split"),
    State.BYE: lambda: _("bye"),
    State.VOID: lambda: _("empty"),
}


def state_words(state: str) -> str:
    """Return the words for a state, nothing for one that is not known."""
    if state == "contested":
        # A result that counts although a player says that it is wrong.
        return _("contested")
    return _WORDS[state]() if state in _WORDS else ""
