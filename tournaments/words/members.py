"""Entrants of several people in words: refusals, and what an entrant of an event is."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.members import EntrantKind

REFUSALS = {
    "conditions.entrants": gettext_noop("An entrant must be single, pair, team or consultation."),
    "entrants.kind": gettext_noop("Players are entered already: what an entrant is can no longer change."),
    "members.single": gettext_noop("In this event an entrant is one player: enter each on their own."),
    "members.count": gettext_noop(
        "Here {got} play together, and an entrant has {least} to {most} players. Put / between their names."
    ),
    "members.twice": gettext_noop("{name} stands here twice. Two people of that name need different clubs."),
    "member.entered": gettext_noop("{name} plays already, in {entrant}. Two people of that name need different clubs."),
    "member.unknown": gettext_noop("This entrant has no such player."),
    "voucher.several": gettext_noop(
        "There pairs or teams play: enter the winner with a partner, and take the fee off."
    ),
}


def entrant_count(n: int, kind: EntrantKind) -> str:
    """Return how many entrants there are, called what they are: ``14 pairs``."""
    words = {
        EntrantKind.SINGLE: ngettext("{n} entrant", "{n} entrants", n),
        EntrantKind.PAIR: ngettext("{n} pair", "{n} pairs", n),
        EntrantKind.TEAM: ngettext("{n} team", "{n} teams", n),
        EntrantKind.CONSULTATION: ngettext("{n} side", "{n} sides", n),
    }
    return words[kind].format(n=n)


def entrants_sentence(kind: EntrantKind) -> str:
    """Return what is announced about the entrants of an event; nothing for single players."""
    return {
        EntrantKind.SINGLE: "",
        EntrantKind.PAIR: _("Pairs play: two partners who take turns. The fee is for the pair."),
        EntrantKind.TEAM: _("Teams of {least} to {most} play. The fee is for the team."),
        EntrantKind.CONSULTATION: _(
            "Players consult: {least} to {most} play one side together. The fee is for the side."
        ),
    }[kind].format(least=kind.least, most=kind.most)
