"""The state of a match, everywhere in the same word; templates/parts/state.html says it."""

from tournaments.read.cards import MatchCard


def state_of(card: MatchCard) -> str:
    """Return one of waiting, ready, called, playing, unsettled (not confirmed), disputed (two results), final,
    walkover, no_show, retired, withdrawn, ruling, bye, void (empty).
    """
    if card.status == "open":
        if card.begun:
            return "playing"
        return "called" if card.called else "ready"
    if card.status != "finished":
        return card.status
    if not card.settled:
        return "unsettled"
    return "final" if card.how == "played" else card.how
