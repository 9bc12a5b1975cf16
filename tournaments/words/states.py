"""The states of a match in words, everywhere the same."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.draws.match_state import State

_WORDS = {
    State.WAITING: _("waiting"),
    State.READY: _("ready"),
    State.CALLED: _("called"),
    State.PLAYING: _("playing"),
    State.DISPUTED: _("two results"),
    State.UNSETTLED: _("not confirmed"),
    State.FINAL: pgettext_lazy("state of a match", "final"),
    State.WALKOVER: _("walkover"),
    State.NO_SHOW: _("no-show"),
    State.RETIRED: _("retired"),
    State.WITHDRAWN: _("withdrawn"),
    State.RULING: _("by ruling"),
    State.SPLIT: _("split"),
    State.BYE: _("bye"),
    State.VOID: _("empty"),
}
# A result that counts although a player says that it is wrong.
CONTESTED = _("contested")


def state_words(state: str) -> str:
    """Return the words for a state, nothing for one that is not known."""
    if state == "contested":
        return str(CONTESTED)
    return str(_WORDS[State(state)]) if state in _WORDS else ""
