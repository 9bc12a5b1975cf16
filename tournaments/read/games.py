"""The rulesets of a club's own."""

from rules.rulesets import Ruleset


def own_rulesets(club: int) -> tuple[Ruleset, ...]:
    """Return a club's own rulesets by name."""
    return ()
