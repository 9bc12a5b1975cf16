"""What a phone is told when its player is called, and the words around it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# What the button of a player's page says, by the name that static/js/my_home_screen.js gives it.
BUTTON = {
    "tell": gettext_lazy("Tell me when I am called"),
    "on": gettext_lazy("This phone tells you when you are called, until the event ends."),
    "stop": gettext_lazy("Stop telling me"),
    "blocked": gettext_lazy("This browser blocks notifications. Allow them in its settings, then try again."),
    "failed": gettext_lazy("That did not work. Try again."),
}


def message_words(table: str, opponent: str) -> tuple[str, str]:
    """Return title and text of a message; without a table the call was taken back."""
    against = _("You play {name}.").format(name=opponent) if opponent else ""
    if table:
        return _("Table {table}").format(table=table), against
    return _("Call taken back"), " ".join([against, _("Wait until you are called again.")]).strip()
