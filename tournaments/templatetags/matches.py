"""The state and the outcome of a match in words, and how a game was won."""

from django import template

from rules.rulesets import Ruleset
from rules.rulesets.played import Played
from tournaments.words import results, states
from tournaments.words.events import games
from tournaments.words.events.rounds import record_words

register = template.Library()


@register.filter
def state_words(state: str) -> str:
    """Return the words for a state of a match."""
    return states.state_words(state)


@register.filter
def record_text(record: str) -> str:
    """Return a record as it is printed."""
    return record_words(record)


@register.filter
def kind_words(kind: str, game: str = "") -> str:
    """Return the words for how a game was won, in the words of that game."""
    return games.win_words(kind, game)


@register.filter
def game_name(ruleset: Ruleset) -> str:
    """Return the name of a game."""
    return games.game_name(ruleset)


@register.filter
def played_name(played: Played) -> str:
    """Return what is played in an event."""
    return games.played_name(played)


@register.filter
def outcome_words(outcome: str) -> str:
    """Return what a player did in a match, before the opponent's name."""
    return results.outcome_words(outcome)
