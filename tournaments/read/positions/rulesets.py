"""Which game a question about a position is asked of."""

from rules.errors import RuleBroken
from rules.referee.question import must_be_shown
from rules.rulesets import STANDARD, Ruleset, ruleset
from tournaments.read.matches.head import MatchHead


def ruleset_of_question(wanted: str, head: MatchHead | None = None) -> Ruleset:
    """Return the game with the id ``wanted``, as the match plays it; without one the first game that has such boards.

    Raises RuleBroken ``ruleset.unknown``, ``question.game`` for games whose boards no id can say.
    """
    played = head.match.draw.event.rules.played.games if head is not None else (STANDARD,)
    if wanted:
        game = next((each for each in played if each.id == wanted), None) or ruleset(wanted)
        must_be_shown(game)
        return game
    for game in played:
        try:
            must_be_shown(game)
        except RuleBroken:
            continue
        return game
    raise RuleBroken("question.game", id=played[0].id)
