"""The Holland rule: after the Crawford game nobody may double before both players have rolled twice."""

BARRED_TURNS = 4


def turns_to_wait(turns: int) -> int:
    """Return how many turns must still be completed before a double is allowed in a post-Crawford game.

    ``turns`` counts the completed turns of both sides in this game; a dance is a completed turn.
    Source: Holland rule; docs/rules/match.md#holland.
    """
    return max(BARRED_TURNS - turns, 0)
