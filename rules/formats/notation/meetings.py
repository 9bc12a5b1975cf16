"""How often droppers are expected to have met before they drop, every match being even.

Source: docs/rules/lower-brackets.md.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

type Meetings = dict[tuple[int, int], float]
type Chances = list[tuple[int, float]]


def met_above(above: Mapping[int, int], matches: Iterable[int]) -> Meetings:
    """Return the expected meetings of the losers of two ``matches`` of one bracket.

    ``above`` maps a match to the one that its winner plays next. The loser of a match has met the player who wins it
    and loses n matches later, with a chance of 2^-n.
    """
    dropping = set(matches)
    met: Meetings = {}
    for match in sorted(dropping):
        chance, after = 1.0, above.get(match, -1)
        while after >= 0:
            chance /= 2
            if after in dropping:
                met[match, after] = chance
            after = above.get(after, -1)
    return met


def met_before(
    meetings: Mapping[tuple[int, int], float], ways: Mapping[int, Sequence[int]], matches: Iterable[int]
) -> Meetings:
    """Return the expected meetings, in the bracket above, of the losers of two ``matches`` of a lower bracket.

    ``meetings`` are those of the droppers into it, ``ways`` the matches that each dropper plays there while they win.
    """
    dropping = set(matches)
    met: defaultdict[tuple[int, int], float] = defaultdict(float)
    for (one, other), times in meetings.items():
        if one not in ways or other not in ways:
            continue
        joined = set(ways[one]) & set(ways[other])
        for match, chance in losing(ways[one], dropping):
            for later, chance_later in losing(ways[other], dropping):
                # Only one of both goes on from where their ways join.
                if match != later and not (match in joined and later in joined):
                    met[min(match, later), max(match, later)] += times * chance * chance_later
    return dict(met)


def losing(way: Sequence[int], dropping: set[int]) -> Chances:
    """Return where a player loses, among the matches of ``dropping``, and with which chance."""
    return [(match, 0.5 ** (wins + 1)) for wins, match in enumerate(way) if match in dropping]
