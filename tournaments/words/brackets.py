"""What brackets are called."""

from django.utils.translation import gettext as _

from rules.draws.plan import Bracket


def bracket_name(bracket: Bracket) -> str:
    """Return the name of a bracket, as a heading."""
    return {"main": _("Main"), "consolation": _("Consolation")}[bracket.name]
