"""The states of a match in words, everywhere the same."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as word

from rules.draws.match_state import State

_WORDS = {
    State.WAITING: word("waiting"),
    State.READY: word("ready"),
    State.CALLED: word("called"),
    State.PLAYING: word("playing"),
    State.DISPUTED: word("two results"),
    State.UNSETTLED: word("not confirmed"),
    State.FINAL: word("final"),
    State.WALKOVER: word("walkover"),
    State.NO_SHOW: word("no-show"),
    State.RETIRED: word("retired"),
    State.WITHDRAWN: word("withdrawn"),
    State.RULING: word("by ruling"),
    State.SPLIT: word("split"),
    State.BYE: word("bye"),
    State.VOID: word("empty"),
}
# A result that counts although a player says that it is wrong.
CONTESTED = word("contested")


def state_words(state: str) -> str:
    """Return the words for a state, nothing for one that is not known."""
    if state == "contested":
        return _(CONTESTED)
    return _(_WORDS[State(state)]) if state in _WORDS else ""
